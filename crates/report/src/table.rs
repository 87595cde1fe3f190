//! Text in columns, by the width it has on a terminal.

use std::io::{self, Write};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Whether text for a terminal has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only: for files, pipes and `NO_COLOR`.
    Plain,
    /// With ANSI escape sequences.
    Colour,
}

/// How a text looks where colours are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As the text around it.
    Normal,
    /// Stands out.
    Bold,
    /// Something is wrong.
    Red,
}

impl Style {
    /// Returns the text in this look.
    #[must_use]
    pub fn paint(self, text: &str, look: Look) -> String {
        match (self, look) {
            (Style::Plain, _) | (_, Look::Normal) => text.to_owned(),
            (Style::Colour, Look::Bold) => format!("\x1b[1m{text}\x1b[0m"),
            (Style::Colour, Look::Red) => format!("\x1b[31m{text}\x1b[0m"),
        }
    }
}

/// On which side of its column a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Pads a text to a width in terminal columns; a wider one stays as it is.
#[must_use]
pub fn pad(text: &str, width: usize, align: Align) -> String {
    let blanks = " ".repeat(width.saturating_sub(text.width()));
    match align {
        Align::Left => format!("{text}{blanks}"),
        Align::Right => format!("{blanks}{text}"),
    }
}

/// Cuts a text that is wider than so many terminal columns; what is cut ends in `…`.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 0;
    for character in text.chars() {
        used += character.width().unwrap_or_default();
        if used >= width {
            break;
        }
        short.push(character);
    }
    short + "…"
}

/// Returns the text with everything escaped that would move the cursor or turn the line round.
///
/// Names cannot hold such characters, what a bot printed can.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if moves_text(character) {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

/// Returns the lines of a text, each as [`printable`] makes it.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

fn moves_text(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        || character.width().is_none()
}

/// Escapes what Markdown takes for a mark: a name stays a name, and a cell a cell.
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if r"\`*_[]<|~&@".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A text of the table and its look.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it looks.
    pub look: Look,
}

impl Cell {
    /// Returns a text that looks like any other.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), look: Look::Normal }
    }

    /// Returns a count, red unless it is zero.
    pub fn alarm(count: u64) -> Cell {
        let look = if count == 0 { Look::Normal } else { Look::Red };
        Cell { text: count.to_string(), look }
    }
}

/// Columns with a title each, and rows of as many cells.
#[derive(Clone, Debug)]
pub struct Table {
    /// Title and side of each column.
    pub columns: Vec<(String, Align)>,
    /// The rows, from the top.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Writes the table with two blanks between columns.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn write(&self, out: &mut impl Write, style: Style) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.columns.len()).map(|index| self.width(index)).collect();
        let titles: Vec<Cell> = self
            .columns
            .iter()
            .map(|(title, _)| Cell { text: title.clone(), look: Look::Bold })
            .collect();
        for row in std::iter::once(&titles).chain(&self.rows) {
            let cells = row.iter().zip(&widths).zip(&self.columns);
            let padded: Vec<String> = cells
                .map(|((cell, &width), (_, align))| {
                    style.paint(&pad(&cell.text, width, *align), cell.look)
                })
                .collect();
            writeln!(out, "{}", padded.join("  "))?;
        }
        Ok(())
    }

    /// Writes the table as Markdown, in columns too, so that it can be read as it is.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let escape = |cell: &Cell| Cell { text: markdown(&cell.text), look: cell.look };
        let escaped = Table {
            columns: self.columns.clone(),
            rows: self.rows.iter().map(|row| row.iter().map(escape).collect()).collect(),
        };
        let widths: Vec<usize> =
            (0..escaped.columns.len()).map(|index| escaped.width(index).max(2)).collect();
        let titles: Vec<Cell> = escaped.columns.iter().map(|(title, _)| Cell::new(title)).collect();
        let rules = widths.iter().zip(&escaped.columns).map(|(width, (_, align))| match align {
            Align::Left => Cell::new("-".repeat(*width)),
            Align::Right => Cell::new(format!("{}:", "-".repeat(width - 1))),
        });
        for row in [&titles, &rules.collect()].into_iter().chain(&escaped.rows) {
            let cells = row.iter().zip(&widths).zip(&escaped.columns);
            let padded: Vec<String> =
                cells.map(|((cell, &width), (_, align))| pad(&cell.text, width, *align)).collect();
            writeln!(out, "| {} |", padded.join(" | "))?;
        }
        Ok(())
    }

    fn width(&self, index: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.text.width());
        cells.chain([self.columns[index].0.width()]).max().unwrap_or(0)
    }
}
