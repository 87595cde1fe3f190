//! The vocabulary of what happened: who met whom, how a game ended and why.
//!
//! Plain data, written down once: the schedule makes [`Pair`]s, the referee turns
//! them into [`GameRecord`]s, the store keeps those, ratings and reports read them.
//!
//! What this crate deliberately does not do: no IO, no clock, no files, no statistics.

mod analysis;
mod game;
mod live;
mod move_info;
mod opening;
mod pair;
mod reason;
mod round;

pub use analysis::{BestPlay, Blunder, GameAnalysis, ParseAnalysisError};
pub use game::{GameRecord, GameResult};
pub use live::{Live, LiveGame};
pub use move_info::MoveInfo;
pub use opening::{Opening, ParseOpeningError};
pub use pair::{Bot, Pair, ScheduledGame};
pub use reason::{Reason, Verdict};
pub use round::{Board, Withdrawal};
