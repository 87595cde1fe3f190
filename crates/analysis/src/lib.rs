//! Analysis of games with the exact solver: the value of every position, and the blunders.
//!
//! ```
//! use ayo_analysis::{Effort, PlayedGame, analyse};
//! use ayo_rules::{Position, Rules, parse_moves};
//! use ayo_solver::Solver;
//!
//! let mut solver = Solver::new(Rules::AYOAYO, 64 << 20).unwrap();
//! let moves = parse_moves("Cc").unwrap();
//! let game = PlayedGame { start: Position::START, moves: &moves, opening_plies: 0 };
//! let effort = Effort { nodes_a_position: 10_000_000, go_on: &mut |_| true };
//! let analysis = analyse(&mut solver, &game, effort).unwrap();
//! assert_eq!(analysis.values_text(), "sss");
//! assert_eq!(analysis.blunders_text(), "");
//! ```
//!
//! A *blunder* is a move after which the value to who played it is worse than before: a win
//! becomes a draw or a loss, or a draw a loss. Moves that the schedule set are none. Where a
//! value is not found out within the limit, nothing is said of the moves beside it.
//!
//! **History.** A value is that of a game that starts in the position; what happened before
//! plays no part. Only how the game ended does: the value of a position that ended it, also
//! by coming back for the last time, is the result.
//!
//! **The way through a game** is from its end to its start. What is learned of a late position
//! is near in the tree of an earlier one, and is remembered.
//!
//! What this crate deliberately does not do: no IO, no clock, no threads, no choice of games.

mod analyse;

pub use analyse::{Effort, NotAnalysed, PlayedGame, analyse};
