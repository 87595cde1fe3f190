//! CSV as all our files have it: UTF-8, `\n`, quotes only where needed, empty = missing.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

/// Writes rows field by field.
#[derive(Debug)]
pub struct CsvRows<W: Write> {
    csv: Writer<W>,
    /// The field being written, kept for its memory.
    text: String,
}

impl<W: Write> CsvRows<W> {
    /// Begins; nothing is written yet.
    pub fn new(out: W) -> CsvRows<W> {
        let csv = WriterBuilder::new()
            .terminator(Terminator::Any(b'\n'))
            .flexible(false)
            .from_writer(out);
        CsvRows { csv, text: String::new() }
    }

    /// Writes a field.
    ///
    /// # Errors
    /// Passes on what the writer says, as all of these do.
    pub fn field(&mut self, value: impl Display) -> io::Result<()> {
        self.text.clear();
        write!(self.text, "{value}").map_err(io::Error::other)?;
        self.csv.write_field(&self.text).map_err(io_error)
    }

    /// Writes a field that may be missing.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn optional(&mut self, value: Option<impl Display>) -> io::Result<()> {
        match value {
            Some(value) => self.field(value),
            None => self.csv.write_field("").map_err(io_error),
        }
    }

    /// Writes several fields.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn fields<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        names.into_iter().try_for_each(|name| self.csv.write_field(name)).map_err(io_error)
    }

    /// Ends the row.
    ///
    /// # Errors
    /// Passes on what the writer says, and refuses a row longer or shorter than the first.
    pub fn end(&mut self) -> io::Result<()> {
        self.csv.write_record(None::<&[u8]>).map_err(io_error)
    }

    /// Writes what is still held back.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn finish(mut self) -> io::Result<()> {
        self.csv.flush()
    }
}

/// Returns what the writer said: a closed pipe must stay one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("cannot write the row: {kind:?}")),
    }
}
