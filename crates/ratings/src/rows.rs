//! The fields of a CSV text, row by row.
//!
//! RFC 4180 with `\n` or `\r\n`; blank lines are passed over. A row without quotes, as nearly
//! all are, is one line: its end and its commas are searched for many bytes at a time, and
//! only the fields that are asked for are looked at. One with quotes is read field by field.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2};

use crate::read::{ReadError, ReadProblem};

/// One field, as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'t> {
    /// The bytes, without the quotes around them.
    raw: &'t [u8],
    /// Whether quotes within are doubled.
    doubled: bool,
}

impl<'t> Field<'t> {
    /// Returns the bytes that the field stands for.
    pub(crate) fn bytes(&self) -> Cow<'t, [u8]> {
        if !self.doubled {
            return Cow::Borrowed(self.raw);
        }
        let mut bytes = Vec::with_capacity(self.raw.len());
        let mut rest = self.raw.iter();
        while let Some(&byte) = rest.next() {
            bytes.push(byte);
            if byte == b'"' {
                rest.next();
            }
        }
        Cow::Owned(bytes)
    }
}

/// One row.
#[derive(Debug, Default)]
pub(crate) struct Row<'t> {
    /// The line of a row without quotes.
    line: &'t [u8],
    /// Where its commas are.
    commas: Vec<usize>,
    /// The fields of a row with quotes; none if it has no quotes.
    fields: Vec<Field<'t>>,
}

impl<'t> Row<'t> {
    /// Returns how many fields there are.
    pub(crate) fn count(&self) -> usize {
        if self.fields.is_empty() { self.commas.len() + 1 } else { self.fields.len() }
    }

    /// Returns a field; there must be as many.
    pub(crate) fn field(&self, index: usize) -> Field<'t> {
        if let Some(&field) = self.fields.get(index) {
            return field;
        }
        let start = if index == 0 { 0 } else { self.commas[index - 1] + 1 };
        let end = self.commas.get(index).map_or(self.line.len(), |&comma| comma);
        Field { raw: &self.line[start..end], doubled: false }
    }
}

/// A place in a text.
#[derive(Debug)]
pub(crate) struct Rows<'t> {
    text: &'t [u8],
    at: usize,
    /// Line that the place is in, from 1.
    next_line: u64,
    /// Line that the last row began in.
    pub(crate) line: u64,
    ending: Ending,
}

/// What the end of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The end of the last row, with or without a line end.
    Last,
    /// Perhaps the middle of a row: more follows.
    Cut,
}

impl<'t> Rows<'t> {
    /// Begins with a text whose first line has this number.
    pub(crate) fn new(text: &'t [u8], line: u64, ending: Ending) -> Rows<'t> {
        Rows { text, at: 0, next_line: line, line, ending }
    }

    /// Returns the place after the last row, and the number of its line.
    pub(crate) fn place(&self) -> (usize, u64) {
        (self.at, self.next_line)
    }

    /// Fills in the next row; false at the end of the text, and at a row that is cut.
    pub(crate) fn next(&mut self, row: &mut Row<'t>) -> Result<bool, ReadError> {
        let before = self.place();
        let read = self.row(row);
        if self.ending == Ending::Cut && self.is_cut(&read) {
            (self.at, self.next_line) = before;
            return Ok(false);
        }
        read
    }

    /// Whether a row could be read otherwise if the text went on.
    fn is_cut(&self, row: &Result<bool, ReadError>) -> bool {
        match row {
            Ok(_) => self.at > 0 && self.text[self.at - 1] != b'\n',
            Err(error) => error.problem == ReadProblem::OpenQuote,
        }
    }

    fn row(&mut self, row: &mut Row<'t>) -> Result<bool, ReadError> {
        row.commas.clear();
        row.fields.clear();
        self.skip_blank_lines();
        self.line = self.next_line;
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Ok(false);
        }
        let end = memchr2(b'\n', b'"', rest).unwrap_or(rest.len());
        if rest.get(end) == Some(&b'"') {
            return self.quoted_row(&mut row.fields).map(|()| true);
        }
        self.at = (self.at + end + 1).min(self.text.len());
        self.next_line += 1;
        // A carriage return belongs to the end of the line, not to the last field.
        row.line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        row.commas.extend(memchr_iter(b',', row.line));
        Ok(true)
    }

    /// Reads a row with a quote in it, field by field.
    fn quoted_row(&mut self, fields: &mut Vec<Field<'t>>) -> Result<(), ReadError> {
        loop {
            let quoted = self.text.get(self.at) == Some(&b'"');
            let mut field = if quoted { self.quoted()? } else { self.plain() };
            let more = self.text.get(self.at) == Some(&b',');
            if !more
                && !quoted
                && let [raw @ .., b'\r'] = field.raw
            {
                field.raw = raw;
            }
            self.at = (self.at + 1).min(self.text.len());
            fields.push(field);
            if !more {
                self.next_line += 1;
                return Ok(());
            }
        }
    }

    fn skip_blank_lines(&mut self) {
        loop {
            match &self.text[self.at..] {
                [b'\n', ..] => self.at += 1,
                [b'\r', b'\n', ..] => self.at += 2,
                [b'\r'] => return self.at += 1,
                _ => return,
            }
            self.next_line += 1;
        }
    }

    /// Reads up to the comma or line end after a field without quotes.
    fn plain(&mut self) -> Field<'t> {
        let rest = &self.text[self.at..];
        let end = memchr2(b',', b'\n', rest).unwrap_or(rest.len());
        self.at += end;
        Field { raw: &rest[..end], doubled: false }
    }

    /// Reads a field in quotes, up to the comma or line end after it.
    fn quoted(&mut self) -> Result<Field<'t>, ReadError> {
        let error = |line, problem| Err(ReadError { line, problem });
        let start = self.at + 1;
        let mut end = start;
        let mut doubled = false;
        loop {
            match self.text[end..] {
                [b'"', b'"', ..] => {
                    doubled = true;
                    end += 2;
                }
                [b'"', ..] => break,
                [byte, ..] => {
                    self.next_line += u64::from(byte == b'\n');
                    end += 1;
                }
                [] => return error(self.line, ReadProblem::OpenQuote),
            }
        }
        self.at = end + 1;
        if let [b'\r', b'\n', ..] | [b'\r'] = self.text[self.at..] {
            self.at += 1;
        }
        match self.text.get(self.at) {
            None | Some(b',' | b'\n') => Ok(Field { raw: &self.text[start..end], doubled }),
            Some(_) => error(self.next_line, ReadProblem::AfterQuote),
        }
    }
}
