//! The records that exist, and those that look like them.

use std::fmt;

use super::columns::Line;
use super::error::{TrfError, TrfProblem};
use crate::tie_breaks::ParseTieBreakError;

/// Records that are understood.
const UNDERSTOOD: [&str; 22] = [
    "001", "012", "142", "152", "162", "192", "240", "250", "260", "299", "BBW", "BBD", "BBL",
    "BBZ", "BBF", "BBU", "XXA", "XXC", "XXP", "XXR", "XXZ", "XXS",
];
/// Records that change neither pairing nor standings, kept as text.
const DESCRIPTIVE: [&str; 18] = [
    "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172",
    "182", "202", "212", "222", "FID",
];
/// Records of team tournaments, kept as text.
const TEAM: [&str; 9] = ["013", "300", "310", "320", "330", "352", "362", "801", "802"];

/// Longest unknown record that a warning shows, in characters.
const MAX_SHOWN_CHARACTERS: usize = 8;

/// What was kept but not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrfWarning {
    /// A record of team tournaments.
    Team {
        /// The line, from 1.
        line: usize,
        /// The record's first three characters.
        record: String,
    },
    /// A record that does not exist.
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The first word of the line, cut at eight characters.
        record: String,
        /// The record that was probably meant.
        near: Option<&'static str>,
    },
    /// A tie-break that is not known, or cannot be in the list.
    TieBreak {
        /// The line, from 1.
        line: usize,
        /// Why it is left out.
        error: ParseTieBreakError,
    },
}

impl fmt::Display for TrfWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrfWarning::Team { line, record } => {
                write!(f, "line {line}: the team record `{record}` is kept but not understood")
            }
            TrfWarning::Unknown { line, record, near } => {
                let record = record.escape_debug();
                write!(f, "line {line}: the record `{record}` is kept but not understood")?;
                near.map_or(Ok(()), |near| write!(f, "; is it `{near}`?"))
            }
            TrfWarning::TieBreak { line, error } => {
                write!(f, "line {line}: a tie-break is left out: {error}")
            }
        }
    }
}

/// Refuses a line that would be a record without what stands before it.
pub(super) fn begins_in_first_column(line: &Line<'_>) -> Result<(), TrfError> {
    let text = line.text();
    if text.starts_with('\u{feff}') {
        return Err(line.wrong(&(1..=1), TrfProblem::ByteOrderMark));
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    let Some(record) = UNDERSTOOD.into_iter().find(|&record| record == word) else { return Ok(()) };
    match text.chars().take_while(|character| character.is_whitespace()).count() {
        0 => Ok(()),
        blanks => {
            let column = blanks + 1;
            Err(line.wrong(&(column..=column), TrfProblem::Indented { record }))
        }
    }
}

pub(super) fn warnings(lines: &[Line<'_>]) -> Vec<TrfWarning> {
    lines.iter().filter_map(warning).collect()
}

fn warning(line: &Line<'_>) -> Option<TrfWarning> {
    if line.text().is_empty() || line.text().starts_with('#') {
        return None;
    }
    let number = line.number();
    if let Some(record) = line.record() {
        if UNDERSTOOD.contains(&record) || DESCRIPTIVE.contains(&record) {
            return None;
        }
        if TEAM.contains(&record) {
            return Some(TrfWarning::Team { line: number, record: record.to_string() });
        }
    }
    let word = line.text().split_whitespace().next().unwrap_or_default();
    let record: String = word.chars().take(MAX_SHOWN_CHARACTERS).collect();
    let near = near(&record);
    Some(TrfWarning::Unknown { line: number, record, near })
}

/// Returns the record that a typo has probably hidden: one character differs, is
/// missing or too many, two changed places, or the letters are small.
fn near(record: &str) -> Option<&'static str> {
    let upper = record.to_ascii_uppercase();
    let distances = UNDERSTOOD.map(|known| (strsim::osa_distance(known, &upper), known));
    let (distance, known) = distances.into_iter().min_by_key(|(distance, _)| *distance)?;
    (distance <= 1).then_some(known)
}
