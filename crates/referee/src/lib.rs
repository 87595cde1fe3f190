//! The referee: starts, times and stops bot processes, and plays games with them.
//!
//! A [`run()`] has slots. Each is one thread with its own event loop, bound to one
//! core together with the bots it plays with. Every bot is started by a small
//! [`stage`] process that ends everything the bot ever started.
//!
//! What this crate deliberately does not do: it judges nothing. Whether a line is
//! a move, a move is legal, a clock has run out or a game is over is decided by
//! `ayo-protocol`; who plays whom comes from the schedule; nothing is written to disk.
#![allow(clippy::disallowed_methods)]

mod boards;
mod bot;
mod canary;
mod events;
mod hold;
pub mod host;
mod isolation;
mod judge;
mod lines;
mod log;
mod pin;
mod play;
mod rivals;
mod run;
mod scratch;
mod shebang;
mod slot;
mod spec;
pub mod stage;
mod start;
mod stderr;
mod stop;
mod strays;
mod talk;
mod tree;
mod usage;

pub use boards::Boards;
pub use isolation::{Isolation, Missing};
pub use judge::Proofs;
pub use log::Logs;
pub use run::{Event, Settings, Task, preflight, run};
pub use spec::BotSpec;
pub use start::{StartError, last_lines, script_fault};
pub use stop::{Stop, Stopper};
pub use talk::{Heard, Sent, Talk};
pub use usage::Usage;
