//! The report for people: a line a chapter, and what is wrong below it.

use std::io::{self, Write};

use super::{CaseResult, Outcome, Report};
use crate::case::{CaseInfo, chapter_title};
use crate::transcript::{Direction, Entry};

/// Width of a heading with its count, in columns.
const COUNT_COLUMN: usize = 44;
/// Where the clause begins, in columns.
const CLAUSE_COLUMN: usize = 76;
/// How many of the last lines of a transcript are shown.
const LINES: usize = 8;
/// How much of a line is shown, in characters.
const LINE_CHARACTERS: usize = 400;

/// Writes a chapter: how many of its cases hold, and those that do not.
///
/// # Errors
/// Fails when the writer does.
pub fn chapter(out: &mut impl Write, chapter: u8, results: &[CaseResult]) -> io::Result<()> {
    let tried = results.iter().filter(|result| result.outcome != Outcome::Skip).count();
    let passed = results.iter().filter(|result| result.outcome == Outcome::Pass).count();
    let heading = format!("{chapter} {}", chapter_title(chapter));
    match tried {
        0 => writeln!(out, "{heading:COUNT_COLUMN$}none tried")?,
        tried => writeln!(out, "{heading:COUNT_COLUMN$}{passed} of {tried}")?,
    }
    let same = |one: &CaseResult, other: &CaseResult| {
        one.outcome == Outcome::Skip && other.outcome == Outcome::Skip && one.reason == other.reason
    };
    for alike in results.chunk_by(same) {
        let result = &alike[0];
        match result.outcome {
            Outcome::Skip if alike.len() > 1 => {
                let (first, last) = (result.info.id, alike[alike.len() - 1].info.id);
                writeln!(out, "  skip {first} to {last}  {}", shown(&result.reason))?;
            }
            Outcome::Fail | Outcome::Warn | Outcome::Error => broken(out, result)?,
            Outcome::Skip => line(out, result)?,
            // What was measured is worth a line where that is all there is to the case.
            Outcome::Pass if !result.reason.is_empty() => {
                let CaseInfo { id, title, .. } = result.info;
                writeln!(out, "       {id} {title}: {}", shown(&result.reason))?;
            }
            Outcome::Pass => {}
        }
    }
    Ok(())
}

/// Writes the last line.
///
/// # Errors
/// Fails when the writer does.
pub fn summary(out: &mut impl Write, report: &Report) -> io::Result<()> {
    writeln!(out, "\n{}", report.summary())
}

/// Writes all cases there are: number, level, clause, title.
///
/// # Errors
/// Fails when the writer does.
pub fn list(out: &mut impl Write, cases: impl Iterator<Item = CaseInfo>) -> io::Result<()> {
    let mut last = 0;
    for CaseInfo { id, level, clause, title } in cases {
        if id.chapter != last {
            last = id.chapter;
            writeln!(out, "{last} {}", chapter_title(last))?;
        }
        writeln!(out, "  {id:5}{level:7} {clause:4} {title}")?;
    }
    Ok(())
}

fn line(out: &mut impl Write, result: &CaseResult) -> io::Result<()> {
    let CaseInfo { id, level, title, .. } = result.info;
    let word = result.outcome.word();
    writeln!(out, "  {word} {id} {level}  {title}: {}", shown(&result.reason))
}

fn broken(out: &mut impl Write, result: &CaseResult) -> io::Result<()> {
    let CaseInfo { id, level, clause, title } = result.info;
    let word = result.outcome.word().to_uppercase();
    let start = format!("  {word} {id} {level}  {title}");
    writeln!(out, "{start:CLAUSE_COLUMN$} protocol.md {clause}")?;
    let hidden = result.transcript.len().saturating_sub(LINES);
    for Entry { direction, text } in &result.transcript[hidden..] {
        let sign = direction.sign();
        let text = if *direction == Direction::Note { text } else { &cut(text) };
        writeln!(out, "       {sign} {}", shown(text))?;
    }
    writeln!(out, "       {}", shown(&result.reason))?;
    if let Some(hint) = &result.hint {
        writeln!(out, "       hint: {hint}")?;
    }
    Ok(())
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LINE_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What a bot wrote does nothing to the terminal it is shown on.
fn shown(text: &str) -> String {
    let moves = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
    };
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if moves(letter) {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}
