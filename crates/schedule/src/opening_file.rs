//! Files of openings: a move string or a position a line.

use std::fmt;

use ayo_record::{Opening, ParseOpeningError};
use ayo_rules::Rules;

use crate::playable::{self, Unplayable};

/// Most openings of a file.
pub const MAX_OPENINGS: usize = 1_000_000;
/// Longest line of a file of openings, in bytes without its end.
pub const MAX_LINE_BYTES: usize = 4_096;
/// Longest text that an error shows, in characters.
const MAX_SHOWN_CHARACTERS: usize = 80;

/// Reads a file of openings: a line like `CcAf`, or a position, for each.
///
/// Blank lines do not count, nor does anything after a `#`. Lines may end in
/// `\r\n`, and the text may begin with a byte order mark. A file without
/// openings is an empty list.
///
/// # Errors
/// Names the first line that is no opening or cannot be played under the rules,
/// has more than [`MAX_LINE_BYTES`] bytes, or comes after [`MAX_OPENINGS`] openings.
pub fn read_openings(text: &str, rules: &Rules) -> Result<Vec<Opening>, OpeningFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default().trim();
        let problem = |problem| OpeningFileError { line: index + 1, text: shown(content), problem };
        if line.len() > MAX_LINE_BYTES {
            return Err(problem(OpeningProblem::LongLine { bytes: line.len() }));
        }
        if content.is_empty() {
            continue;
        }
        if openings.len() == MAX_OPENINGS {
            return Err(problem(OpeningProblem::TooMany));
        }
        openings.push(read_opening(content, *rules).map_err(problem)?);
    }
    Ok(openings)
}

fn read_opening(text: &str, rules: Rules) -> Result<Opening, OpeningProblem> {
    let opening = text.parse()?;
    playable::play(&opening, rules)?;
    Ok(opening)
}

/// Makes a text fit for one line of a terminal.
fn shown(text: &str) -> String {
    let cut = text.chars().nth(MAX_SHOWN_CHARACTERS).is_some();
    let start = text.chars().take(MAX_SHOWN_CHARACTERS);
    start.flat_map(char::escape_debug).chain(cut.then_some('…')).collect()
}

/// What is wrong with a file of openings, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFileError {
    /// The line, from 1.
    pub line: usize,
    /// What stands there without its comment, escaped and cut at 80 characters.
    pub text: String,
    /// What is wrong with it.
    pub problem: OpeningProblem,
}

impl fmt::Display for OpeningFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the opening `{}` in line {}", self.text, self.line)
    }
}

impl std::error::Error for OpeningFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// What is wrong with one line of a file of openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningProblem {
    /// It is neither moves nor a position.
    #[error(transparent)]
    Unreadable(#[from] ParseOpeningError),
    /// It cannot be played under the rules.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The line is too long.
    #[error("the line has {bytes} bytes, more than {MAX_LINE_BYTES}")]
    LongLine {
        /// Its length.
        bytes: usize,
    },
    /// The file has too many openings.
    #[error("a file holds at most {MAX_OPENINGS} openings")]
    TooMany,
}
