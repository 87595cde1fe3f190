//! The built-in opponents: `first`, `random`, `greedy` and `minimax`.
//!
//! [`build`] makes a [`Player`] from a [`Builtin`] and its options; the player is
//! told when a game starts and asked for a move in a position. All of them play
//! every rule set. `first`, `random` and `greedy` answer at once; `minimax`
//! searches until its depth, its nodes or its [`Limit`] ends, and [`think_ms`]
//! says how long that should be.
//!
//! Moves are reproducible. What a player answers depends on its options, on the
//! game (rules, seed, the positions it was asked about) and on nothing that
//! happened in an earlier game. The clock matters to `minimax` only, and only
//! where it stops the search before `depth` or `nodes` does.
//!
//! What this crate deliberately does not do: no clock, no IO, no protocol, no
//! threads, no opening book, no endgame table. It knows neither the ply of a game
//! nor the positions of its opening, so it does not see a ply limit coming and
//! counts repetitions from its own first move on.
//!
//! ```
//! use ayo_engine::{Builtin, Limit, build};
//! use ayo_rules::{Position, Rules};
//!
//! let options = [("depth".to_owned(), "6".to_owned())];
//! let mut player = build(Builtin::Minimax, &options).unwrap();
//! player.new_game(Rules::AYOAYO, 7);
//! let choice = player.choose(&Position::START, &Limit::NONE).unwrap();
//! assert_eq!(choice.pit.to_string(), "C");
//! assert_eq!(choice.depth, Some(6));
//! ```

mod builtin;
mod dice;
mod evaluation;
mod minimax;
mod options;
mod player;
mod search;
mod table;
mod think;

pub use builtin::{Builtin, UnknownBuiltin};
pub use evaluation::WIN_SCORE;
pub use options::{OptionError, build};
pub use player::{Choice, Limit, Player};
pub use think::{RESERVE_MS, think_ms};
