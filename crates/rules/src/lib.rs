//! The rules of Ayoayo and Oware: positions, legal moves, what a move does,
//! when a game is over, notation and move counts.
//!
//! # Playing a move
//!
//! A [`Position`] is a small `Copy` value; a [`Rules`] value says how to play on it.
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
//!
//! An illegal move says why: an empty pit, a relay that never ends, a forbidden
//! grand slam, an opponent left without seeds.
//!
//! # Playing a game
//!
//! [`Scoresheet`] adds what needs history: repetition and the ply limit.
//!
//! ```
//! use ayo_rules::{EndReason, Position, Rules, Scoresheet, parse_moves};
//!
//! let mut game = Scoresheet::new(Rules::AYOAYO, Position::START);
//! for pit in parse_moves("CcCfCfDeC").unwrap() {
//!     assert!(game.legal_moves().contains(pit));
//!     game.play(pit).unwrap();
//! }
//! let outcome = game.outcome().unwrap();
//! assert_eq!((outcome.reason, outcome.stores), (EndReason::Majority, [25, 3]));
//! assert_eq!(outcome.winner().to_string(), "south");
//! ```
//!
//! # Board and notation
//!
//! Pits are 0–11 and sowing always goes to the next number, from 11 to 0. South
//! owns 0–5, written `A`–`F`, North 6–11, written `a`–`f`; opposite is `11 - pit`.
//!
//! ```text
//!      f  e  d  c  b  a       North, pits 11 to 6
//!      A  B  C  D  E  F       South, pits 0 to 5
//! ```
//!
//! A game is its letters run together (`CcAf`), a position is
//! `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`: South's pits, North's pits, both stores, the
//! side to move. A rule set is a preset and what differs from it
//! (`ayoayo capturing_seed=stays`). All read back what they write.
//!
//! # Speed
//!
//! A position is one 128-bit word, a byte for each pit, and a lap is one addition
//! from a table. On one core of a busy server that is more than 15 million moves a
//! second in random games of Ayoayo, and as many leaves of [`perft`]; `cargo bench
//! -p ayo-rules` measures it. A playout does not need to know all legal moves: it
//! draws from [`Position::candidates`] and draws again when the move is illegal.
//!
//! ```
//! use ayo_rules::{Position, Rules};
//!
//! /// Plays to the end with moves drawn by `below(limit)`; false when it takes too long.
//! fn playout(rules: &Rules, mut below: impl FnMut(usize) -> usize) -> bool {
//!     let mut position = Position::START;
//!     for _ in 0..rules.max_plies {
//!         if rules.has_majority(&position) {
//!             return true;
//!         }
//!         let mut candidates = position.candidates();
//!         position = loop {
//!             let Some(pit) = candidates.get(below(candidates.len())) else { return true };
//!             match rules.play(&position, pit) {
//!                 Ok(played) => break played.position,
//!                 Err(_) => candidates.remove(pit),
//!             }
//!         };
//!     }
//!     false
//! }
//! assert!(playout(&Rules::AYOAYO, |limit| limit / 2));
//! ```
//!
//! # What it deliberately does not do
//!
//! No IO, no clock, no randomness, no search, no dependencies, no `unsafe`. No
//! boards other than two rows of six pits with 48 seeds, and no sowing that refills
//! the pit it came from: such relays can run for tens of millions of laps before
//! they come back, and an exact test for endless ones would be a trap.

mod options;
mod outcome;
mod perft;
mod pit;
mod play;
mod position;
mod scoresheet;
mod sow;

pub use options::{
    Capture, CapturingSeed, GrandSlam, Leftovers, MAX_PLIES, OptionError, OptionValue,
    RepetitionAward, Rules, Sowing,
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
