//! What the first line of a text shows that is no `games.csv`.
//!
//! Whoever names the wrong file is to hear that, and not of a column or a quote too few. Only
//! what is certain is said here.

use crate::read::ReadProblem;

/// Returns what is wrong with the first line of a text, and how many lines stand before it.
///
/// More of the text may follow.
pub(crate) fn refusal(text: &[u8]) -> Option<(u64, ReadProblem)> {
    let begun = text.trim_ascii_start();
    let before = &text[..text.len() - begun.len()];
    let blank_lines = before.iter().filter(|byte| **byte == b'\n').count() as u64;
    let line = begun.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Some((blank_lines, problem(line)?))
}

fn problem(line: &[u8]) -> Option<ReadProblem> {
    let is_text = |byte: &u8| !byte.is_ascii_control() || matches!(byte, b'\t' | b'\r');
    if !line.iter().all(is_text) {
        return Some(ReadProblem::NoText);
    }
    let alone = line.iter().position(|byte| *byte == b'\r').filter(|at| at + 1 < line.len())?;
    // A field in quotes may hold one.
    (!line[..alone].contains(&b'"')).then_some(ReadProblem::OnlyReturns)
}
