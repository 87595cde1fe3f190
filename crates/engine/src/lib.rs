//! The built-in opponents: `first`, `random`, `greedy`, `minimax` and `perfect`.
//!
//! [`build`] makes a [`Player`] from a [`Builtin`] and its options; the player is
//! told when a game starts and asked for a move in a position. All of them play
//! every rule set. `first`, `random` and `greedy` answer at once; `minimax`
//! searches until its depth, its nodes or its [`Limit`] ends, and [`think_ms`]
//! says how long that should be.
//!
//! `perfect` asks `ayo-solver` for the value of each position. A game that is won or
//! drawn it plays by a strategy proved from its position on, so that the value is kept
//! whatever comes back. Of a won game it leaves that strategy only for a quicker win
//! that `minimax` sees or, where seeds are counted to the end, for one with more seeds;
//! each time for a better one than the last, so that it does not go round in circles.
//! In a drawn or lost game it takes the move after which the smallest share of the
//! opponent's replies is good enough. When half of its time is used and nothing is
//! proved, it plays as `minimax` among the moves that are not known to lose. So it does
//! from the beginning under rules that the solver does not know, such as Oware's.
//!
//! Moves are reproducible. What a player answers depends on its options, on the
//! game (rules, seed, the positions it was asked about) and on nothing that
//! happened in an earlier game. The clock matters to `minimax` and `perfect` only, and
//! only where it stops the search before something else does.
//!
//! What this crate deliberately does not do: no clock, no IO, no protocol, no
//! threads, no opening book. It knows neither the ply of a game
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
mod perfect;
mod player;
mod search;
mod table;
mod think;

pub use builtin::{Builtin, UnknownBuiltin};
pub use evaluation::WIN_SCORE;
pub use options::{OptionError, build, options};
pub use player::{Choice, Limit, Player};
pub use think::{RESERVE_MS, most_think_ms, think_ms};
