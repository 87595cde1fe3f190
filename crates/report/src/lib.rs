//! Records and ratings as CSV, JSON and terminal text.
//!
//! | what | from | gives |
//! |---|---|---|
//! | [`GamesCsv`], [`write_games_csv`] | records | `games.csv` |
//! | [`GamesPgn`] | records, and their analyses | `games.pgn` |
//! | [`GamesJsonl`] | records | JSON lines |
//! | [`Scores`] | records, one by one, and their analyses | who scored what against whom, faults, blunders |
//! | [`blunder_words`] | an analysis | what a move gave away |
//! | [`Ranking`] | [`Scores`] | places and tie-breaks |
//! | [`Standings`] | [`Scores`], [`Ranking`], ratings | `standings.csv`, JSON, terminal table |
//! | [`Crosstable`] | [`Scores`], ratings | `crosstable.csv`, JSON, terminal table |
//! | [`MatchTally`], [`MatchSummary`] | records of two bots | the lines at the end of a match, JSON |
//! | [`CsvRows`], [`table`], [`figures`] | fields, cells, numbers | what all of these are written with |
//!
//! The same games give the same bytes, in whatever order they ended. Every number is
//! finite; what is not known is empty in CSV, `null` in JSON and `–` on the terminal.
//!
//! What this crate deliberately does not do: no files, no clock, no terminal queries
//! (colour is an argument), no statistics of its own (`ayo-ratings` has them).

mod analysed;
mod blunder_words;
mod crosstable;
mod crosstable_table;
mod csv_row;
pub mod figures;
mod games_csv;
mod games_jsonl;
mod match_summary;
mod match_tally;
mod pgn;
mod ranking;
mod scores;
mod standings;
mod standings_table;
pub mod table;
mod timestamp;

pub use analysed::Analysed;
pub use blunder_words::{blunder_words, keeping_letters};
pub use crosstable::{Crosstable, Encounter};
pub use csv_row::CsvRows;
pub use games_csv::{GamesCsv, write_games_csv};
pub use games_jsonl::GamesJsonl;
pub use match_summary::{Frame, MatchSummary, PAIR_NAMES, elo_text, interval_kind, interval_text};
pub use match_tally::{MatchTally, fingerprint_of};
pub use pgn::{GamesPgn, PgnRun};
pub use ranking::{Place, Ranking};
pub use scores::{BothSides, Fault, Scores, Tally, UnknownBot, rated_game};
pub use standings::{Standing, Standings};
pub use table::Style;
pub use timestamp::iso_8601;

/// What stands for a missing value on the terminal.
pub const MISSING: &str = "–";
