//! Tells whether a bot keeps to `protocol.md`: numbered cases, each with a level and a clause.
//!
//! ```text
//!  chapters ── cases ──► Bench ── Partner ──► ayo_referee::Talk ──► one process of the bot
//!     │                    what is known of the bot      lines both ways, kept for the report
//!     └── a Trouble becomes an Outcome ──► Report ──► human, JSON, JUnit
//! ```
//!
//! Every chapter begins with a fresh process, and so does every case after one that
//! failed: one fault is found once. Positions and games are drawn with a fixed seed,
//! so two examinations of one bot ask the same.
//!
//! What this crate deliberately does not do: it judges no game and no strength, and
//! it asks nothing of a bot that `protocol.md` does not ask. Speed is never a MUST,
//! but for limits no bot should come near.
#![allow(clippy::disallowed_methods)]

mod asked;
mod bench;
mod case;
mod chapters;
mod examine;
mod hint;
mod message;
mod own_files;
mod partner;
mod positions;
mod report;
mod transcript;
mod trouble;

pub use case::{CaseId, CaseInfo, Level, Selection, UnknownCase, cases, chapter_title};
pub use examine::{Examined, examine, quick};
pub use report::{CaseResult, Outcome, Report, human, json, junit};
pub use transcript::{Direction, Entry};
