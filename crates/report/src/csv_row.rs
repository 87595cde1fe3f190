//! CSV as all our files have it: UTF-8, `\n`, quotes only where needed, empty = missing.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

/// Writes rows field by field.
pub(crate) struct CsvRows<W: Write> {
    csv: Writer<W>,
    /// The field being written, kept for its memory.
    text: String,
}

impl<W: Write> CsvRows<W> {
    pub(crate) fn new(out: W) -> CsvRows<W> {
        let csv = WriterBuilder::new()
            .terminator(Terminator::Any(b'\n'))
            .flexible(false)
            .from_writer(out);
        CsvRows { csv, text: String::new() }
    }

    pub(crate) fn field(&mut self, value: impl Display) -> io::Result<()> {
        self.text.clear();
        write!(self.text, "{value}").map_err(io::Error::other)?;
        Ok(self.csv.write_field(&self.text)?)
    }

    pub(crate) fn optional(&mut self, value: Option<impl Display>) -> io::Result<()> {
        match value {
            Some(value) => self.field(value),
            None => Ok(self.csv.write_field("")?),
        }
    }

    pub(crate) fn fields<'a>(
        &mut self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> io::Result<()> {
        names.into_iter().try_for_each(|name| Ok(self.csv.write_field(name)?))
    }

    /// Ends the row.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        Ok(self.csv.write_record(None::<&[u8]>)?)
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.csv.flush()
    }
}
