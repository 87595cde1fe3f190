//! What is wrong with a file or an argument, and how that is shown.

use std::fmt;
use std::ops::Range;

/// Characters of a source line that are shown.
const SHOWN_COLUMNS: usize = 100;

/// What is wrong with a tournament file, an opening file or an argument.
///
/// `Display` writes what is wrong and, when it stands in a file, the place and
/// the line with the culprit underlined:
///
/// ```text
/// unknown key `cycels` in [format]
///   --> club.toml:7:1
///    | cycels = 10
///    | ^^^^^^ did you mean `cycles`?
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError {
    message: String,
    hint: Option<String>,
    place: Option<Place>,
}

impl ConfigError {
    /// An error that only says what is wrong: lower case, no period.
    pub(super) fn new(message: impl AsRef<str>) -> ConfigError {
        ConfigError { message: printable(message.as_ref()), hint: None, place: None }
    }

    /// Adds what to do about it, when that is known.
    pub(super) fn hint(self, hint: impl Into<Option<String>>) -> ConfigError {
        ConfigError { hint: hint.into().map(|hint: String| printable(&hint)), ..self }
    }

    /// Adds where it is, unless a nearer place is known already.
    pub(super) fn at(self, place: Place) -> ConfigError {
        ConfigError { place: self.place.or(Some(place)), ..self }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match (&self.place, &self.hint) {
            (Some(place), hint) => place.write(f, hint.as_deref()),
            (None, Some(hint)) => write!(f, "; {hint}"),
            (None, None) => Ok(()),
        }
    }
}

/// Writes control characters as escapes, so that no text can break a line or move the cursor.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// A file as it was read, and what to call it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Returns the place of these bytes of the text.
    pub(super) fn place(self, span: Range<usize>) -> Place {
        let start = boundary(self.text, span.start);
        let end = boundary(self.text, span.end).max(start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[line_start..].lines().next().unwrap_or_default();
        let in_line = |offset| line[..boundary(line, offset - line_start)].chars().count();
        Place {
            file: printable(self.file),
            spot: Some(Spot {
                line: self.text[..line_start].matches('\n').count() + 1,
                columns: in_line(start)..in_line(end),
                source: line.to_owned(),
            }),
        }
    }

    /// Returns the place of a whole line, counted from 1.
    pub(super) fn line(self, line: usize) -> Place {
        let mut start = 0;
        for text in self.text.split_inclusive('\n').take(line.saturating_sub(1)) {
            start += text.len();
        }
        let line = self.text[start..].lines().next().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        self.place(start + indent..start + line.trim_end().len())
    }

    /// Returns the place that is only the file.
    pub(super) fn whole(self) -> Place {
        Place { file: printable(self.file), spot: None }
    }
}

/// Returns the nearest place at or before this byte where the text may be cut.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(0)
}

/// A place in a file, or the file itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    file: String,
    spot: Option<Spot>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    /// From 1.
    line: usize,
    /// In characters, from 0; empty points between two.
    columns: Range<usize>,
    source: String,
}

impl Place {
    /// Returns the line, from 1; 0 for the file as a whole.
    pub(super) fn line(&self) -> usize {
        self.spot.as_ref().map_or(0, |spot| spot.line)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, hint: Option<&str>) -> fmt::Result {
        let Some(spot) = &self.spot else {
            write!(f, "\n  --> {}", self.file)?;
            return hint.map_or(Ok(()), |hint| write!(f, "\n   = {hint}"));
        };
        let first = spot.first_shown();
        write!(f, "\n  --> {}:{}:{}", self.file, spot.line, spot.columns.start + 1)?;
        write!(f, "\n   | {}", spot.shown(first).trim_end())?;
        let indent = spot.columns.start - first;
        let width = spot.columns.len().min(SHOWN_COLUMNS.saturating_sub(indent)).max(1);
        write!(f, "\n   | {}{}", " ".repeat(indent), "^".repeat(width))?;
        hint.map_or(Ok(()), |hint| write!(f, " {hint}"))
    }
}

impl Spot {
    /// Returns the first column shown: in a long line, one a little before the culprit.
    fn first_shown(&self) -> usize {
        let fits = self.columns.end.max(self.columns.start + 1) <= SHOWN_COLUMNS;
        if fits { 0 } else { self.columns.start.saturating_sub(SHOWN_COLUMNS / 4) }
    }

    /// Returns the part of the line that is shown; every character takes one column,
    /// and none of them can move the cursor of a terminal.
    fn shown(&self, first: usize) -> String {
        let printable = |character: char| match character {
            '\t' => ' ',
            _ if character.is_control() => '\u{fffd}',
            _ => character,
        };
        self.source.chars().skip(first).take(SHOWN_COLUMNS).map(printable).collect()
    }
}
