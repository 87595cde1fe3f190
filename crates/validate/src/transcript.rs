//! The lines of a case, both ways.

use std::collections::VecDeque;

/// Who wrote a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The examiner, in the place of the referee.
    ToBot,
    /// The bot.
    FromBot,
    /// Nobody: something happened.
    Note,
}

impl Direction {
    /// Returns the sign for it: `>`, `<` or `-`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Direction::ToBot => ">",
            Direction::FromBot => "<",
            Direction::Note => "-",
        }
    }
}

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who wrote it.
    pub direction: Direction,
    /// The line; what is not UTF-8 is replaced, what is very long is cut.
    pub text: String,
}

/// The last lines of a case.
#[derive(Debug, Default)]
pub(crate) struct Transcript(VecDeque<Entry>);

/// How many lines are kept of a case.
const LINES: usize = 40;
/// How much is kept of a line, in bytes.
const LINE_BYTES: usize = 2_000;

impl Transcript {
    pub(crate) fn add(&mut self, direction: Direction, line: &[u8]) {
        let shown = &line[..line.len().min(LINE_BYTES)];
        let mut text = String::from_utf8_lossy(shown).into_owned();
        if line.len() > LINE_BYTES {
            text += &format!("… ({} bytes)", line.len());
        }
        if self.0.len() == LINES {
            self.0.pop_front();
        }
        self.0.push_back(Entry { direction, text });
    }

    pub(crate) fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.0).into()
    }
}
