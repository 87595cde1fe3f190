//! The report of a run: `report.html`, one file that needs nothing else.
//!
//! ```text
//! records ──► Gathered ──┐
//! ratings ──► History  ──┼──► Contents ──► write ──► report.html
//! standings, crosstable ─┘
//! ```
//!
//! [`Gathered`] takes the games one by one and keeps what the page shows of them: counts,
//! every fault, and as many games to replay as fit. [`write()`] makes the page of it.
//!
//! Everything that is to be read is HTML and inline SVG, and needs no script. The script
//! sorts tables, filters faults and replays games; the rules it plays by are in
//! `templates/rules.js`, and are tested with the same answers as `ayo-rules`.
//!
//! **Size.** Each part of the page has a limit in bytes ([`budget`]), and the limits add up
//! to less than [`MAX_PAGE_BYTES`], whatever the run. What is left out is counted, and the
//! page says where it is to be found.
//!
//! **Safety.** Names and sentences are what bots make them. Askama escapes all text; what
//! goes into the script element is JSON without `<`; text that would turn a line round is
//! shown as its number. The page's policy allows the page's own script by its hash, and no
//! request to anywhere.
//!
//! It is a crate of its own, and no part of `ayo-report`, so that who changes tables does not
//! wait for templates, and a live page can be made of the same parts.
//!
//! **Live.** [`write_live`] makes the same page for a run that goes on: with the boards of its
//! slots, drawn from [`live_json`], and parts that are put in the place of older ones. That page
//! asks the server it came from, and nobody else.
//!
//! What this crate deliberately does not do: no files, no clock, no database, no statistics
//! of its own (`ayo-ratings` has them), and no word about single moves that `run.db` does
//! not keep: what a bot says of its move (`info`) is shown as it was said, and not checked.

mod advantage;
mod axis;
mod best_play;
pub mod budget;
mod contents;
mod crosstable;
mod endings;
mod game_json;
mod gathered;
mod history;
mod incidents;
mod lines_chart;
mod live;
mod numbers;
mod page;
mod policy;
mod rounds;
mod rows;
mod sample;
mod standings;
mod test;
mod think_times;

pub use budget::MAX_PAGE_BYTES;
pub use contents::{Contents, Round, RoundBoard, RunTitle};
pub use gathered::Gathered;
pub use history::{HISTORY_BOTS, HISTORY_POINTS, History};
pub use live::{Watched, live_json, trouble_json};
pub use page::{game_document, write, write_live};
pub use test::{Decision, Test};
