//! The truth about positions of Ayoayo: who wins, by which moves, and by how much.
//!
//! ```
//! use ayo_rules::{Position, Rules};
//! use ayo_solver::{Effort, Solver, Value};
//!
//! let mut solver = Solver::new(Rules::AYOAYO, 16 << 20).unwrap();
//! let mut effort = Effort { nodes: 1_000_000, go_on: &mut |_| true };
//! let position: Position = "5.4.4.0.2.0/1.6.0.1.3.1 7-14 N".parse().unwrap();
//! let proved = solver.value(&position, &mut effort).unwrap();
//! assert_eq!(proved.value, Value::Win);
//! assert!(!proved.depends_on_repetition);
//! let keeps = solver.keeps(&position, proved.value, &mut effort).unwrap();
//! assert_eq!(keeps.into_iter().map(|pit| pit.letter()).collect::<String>(), "adef");
//! ```
//!
//! # What is proved, and how
//!
//! The search asks yes-or-no questions ("does South get 25 seeds, whatever North
//! plays?") and follows each to a proof of the one answer or the other: depth-first
//! proof-number search (A. Nagai, 2002) with a table whose
//! keys hold the whole question, so that no answer rests on two that look alike, and
//! with tables of all endings with few seeds, made while the search goes on. When a
//! limit is reached there is no answer ([`Unknown`]), never a guess.
//!
//! Positions that come back are judged as the referee does: the stores decide. Where
//! the value needs that, [`Proved::depends_on_repetition`] says so. The value is that
//! of a game that starts in the position: what happened before it plays no part, and
//! neither does a ply limit ([`LONGEST_LINE`] plies at least are asked for).
//!
//! A [`Strategy`] is what a proof comes down to: a move for each position that can come
//! up. It can be written down and checked without this crate.
//!
//! # What it deliberately does not do
//!
//! No IO, no clock, no threads: nodes and memory are arguments, and whoever asks can
//! stop the search. No rules with other captures than Ayoayo's. No opening book: what
//! it says it has found out itself.

mod boards;
mod effort;
mod endings;
mod question;
mod search;
mod solver;
mod strategy;
mod table;

pub use effort::{Effort, Unknown};
pub use search::LONGEST_LINE;
pub use solver::{Aim, Proved, Score, Solver, Unsupported, Value};
pub use strategy::Strategy;
