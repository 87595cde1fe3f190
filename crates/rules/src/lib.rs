//! The rules of Ayoayo and Oware: positions, legal moves, what a move does,
//! when a game is over, notation and move counts.
//!
//! A [`Position`] is a small `Copy` value; a [`Rules`] value says how to play
//! on it. [`Scoresheet`] adds what needs history: repetition and the ply limit.
//!
//! What this crate deliberately does not do: no IO, no clock, no randomness,
//! no search, no dependencies.
//!
//! ```
//! use ayo_rules::{Pit, Position, Rules};
//!
//! let rules = Rules::AYOAYO;
//! let start = Position::START;
//! assert_eq!(rules.legal_moves(&start).count(), 6);
//! let played = rules.play(&start, Pit::new(2).unwrap()).unwrap();
//! assert_eq!(played.captured, 7);
//! assert_eq!(played.position.to_string(), "6.6.2.7.0.6/1.0.6.6.0.1 7-0 N");
//! ```

mod options;
mod outcome;
mod perft;
mod pit;
mod play;
mod position;
mod scoresheet;

pub use options::{
    Capture, CapturingSeed, GrandSlam, Leftovers, OptionError, OptionValue, RepetitionAward, Rules,
    Sowing,
};
pub use outcome::{EndReason, Outcome, Winner};
pub use perft::perft;
pub use pit::{ParsePitError, Pit, Pits, Side, parse_moves, write_moves};
pub use play::{IllegalMove, IllegalReason, Played};
pub use position::{InvalidPosition, ParsePositionError, Position};
pub use scoresheet::Scoresheet;

/// Seeds on the board and in the stores, always.
pub const SEEDS: u8 = 48;
/// A store with this many seeds has more than half of them.
pub const MAJORITY: u8 = SEEDS / 2 + 1;
/// Pits on the board.
pub const PITS: usize = 12;
