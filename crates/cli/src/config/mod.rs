//! What is to be played: tournament files and the arguments that name bots, rules, times
//! and openings, read into plain structs in which everything is resolved.
//!
//! Every error names the place and, where there is one, the nearest right word
//! ([`ConfigError`]). What holds where nothing is said stands in [`defaults`].
//!
//! What this deliberately does not do: start or build bots, write files, or read
//! the process's arguments.

mod adjudicate;
mod argument;
mod bot;
mod builtin;
mod command;
mod contest;
pub mod defaults;
mod difference;
mod error;
mod folder;
mod format;
mod names;
mod nearest;
mod openings;
mod pattern;
mod rules;
mod schema;
mod sprt;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod tournament;

pub use argument::{parse_bot, parse_bots};
pub use bot::{BotEntry, Build};
pub use contest::Contest;
pub use difference::Difference;
pub(crate) use difference::openings_of_run;
pub use error::ConfigError;
pub use folder::Surroundings;
pub(crate) use format::rounds_warning;
pub use names::MAX_NAME_CHARACTERS;
pub use nearest::nearest;
pub use openings::{MAX_OPENINGS_BYTES, parse_openings};
pub use rules::parse_rules;
pub(crate) use schema::schema_text;
pub use sprt::parse_sprt;
pub use time::{parse_clock, parse_move_limit, time_control};
pub use tournament::{MAX_BOTS, MAX_CONFIG_BYTES, MAX_SEED, Tournament};
