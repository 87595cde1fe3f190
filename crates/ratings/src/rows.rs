//! The fields of a CSV text, row by row.
//!
//! RFC 4180 with `\n` or `\r\n`; blank lines are passed over. Fields are found eight bytes
//! at a time, as most are shorter than that and a loop by byte would mispredict the end of
//! nearly all of them. Those that are not wanted are only counted, eight bytes at a time too,
//! which needs no branch a field.

use std::borrow::Cow;

use crate::read::{ReadError, ReadProblem};

const COMMAS: u64 = u64::from_ne_bytes([b','; 8]);
const NEWLINES: u64 = u64::from_ne_bytes([b'\n'; 8]);
const QUOTES: u64 = u64::from_ne_bytes([b'"'; 8]);
const LOW_BITS: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; 8]);

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

/// A place in a text.
#[derive(Debug)]
pub(crate) struct Rows<'t> {
    text: &'t [u8],
    at: usize,
    /// Line that the place is in, from 1.
    next_line: u64,
    /// Line that the last row began in.
    pub(crate) line: u64,
    /// Number of fields of the last row.
    pub(crate) count: usize,
    /// Fields of a row that are wanted, in rising order; `None` means all.
    wanted: Option<&'t [usize]>,
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
    pub(crate) fn new(
        text: &'t [u8],
        line: u64,
        ending: Ending,
        wanted: Option<&'t [usize]>,
    ) -> Rows<'t> {
        Rows { text, at: 0, next_line: line, line, count: 0, wanted, ending }
    }

    /// Returns the place after the last row, and the number of its line.
    pub(crate) fn place(&self) -> (usize, u64) {
        (self.at, self.next_line)
    }

    /// Fills in the wanted fields of the next row; false at the end of the text, and at a row
    /// that is cut.
    pub(crate) fn next(&mut self, fields: &mut Vec<Field<'t>>) -> Result<bool, ReadError> {
        let before = self.place();
        let row = self.row(fields);
        if self.ending == Ending::Cut && self.is_cut(&row) {
            (self.at, self.next_line) = before;
            return Ok(false);
        }
        row
    }

    /// Whether a row could be read otherwise if the text went on.
    fn is_cut(&self, row: &Result<bool, ReadError>) -> bool {
        match row {
            Ok(_) => self.at > 0 && self.text[self.at - 1] != b'\n',
            Err(error) => error.problem == ReadProblem::OpenQuote,
        }
    }

    fn row(&mut self, fields: &mut Vec<Field<'t>>) -> Result<bool, ReadError> {
        fields.clear();
        self.count = 0;
        self.skip_blank_lines();
        self.line = self.next_line;
        if self.at == self.text.len() {
            return Ok(false);
        }
        loop {
            let next_wanted = match self.wanted {
                None => self.count,
                Some(wanted) => wanted.get(fields.len()).map_or(usize::MAX, |&column| column),
            };
            if self.count < next_wanted {
                self.pass_over_fields(next_wanted);
            }
            let is_wanted = self.count == next_wanted;
            let quoted = self.text.get(self.at) == Some(&b'"');
            let mut field = if quoted { self.quoted()? } else { self.plain() };
            let more = self.text.get(self.at) == Some(&b',');
            // A carriage return belongs to the end of the line, not to the last field.
            if !more
                && !quoted
                && let [raw @ .., b'\r'] = field.raw
            {
                field.raw = raw;
            }
            self.count += 1;
            self.at = (self.at + 1).min(self.text.len());
            if is_wanted {
                fields.push(field);
            }
            if !more {
                self.next_line += 1;
                return Ok(true);
            }
        }
    }

    /// Counts fields up to the one with this index; or to the last of the row, or to one with
    /// a quote, if that comes before.
    fn pass_over_fields(&mut self, index: usize) {
        let mut at = self.at;
        while let Some(chunk) = self.text[at..].first_chunk::<8>() {
            let word = u64::from_le_bytes(*chunk);
            let stops = zero_bytes(word ^ NEWLINES) | zero_bytes(word ^ QUOTES);
            let before_stop = (stops & stops.wrapping_neg()).wrapping_sub(1);
            let mut commas = all_zero_bytes(word ^ COMMAS) & before_stop;
            let count = ((commas >> 7).wrapping_mul(LOW_BITS) >> 56) as usize;
            if count >= index - self.count {
                // The last of so many commas is the one before the field.
                for _ in 1..index - self.count {
                    commas &= commas - 1;
                }
                self.at = at + 1 + commas.trailing_zeros() as usize / 8;
                self.count = index;
                return;
            }
            self.count += count;
            if commas != 0 {
                self.at = at + 8 - commas.leading_zeros() as usize / 8;
            }
            if stops != 0 {
                break;
            }
            at += 8;
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
        let start = self.at;
        self.at = separator(self.text, start);
        Field { raw: &self.text[start..self.at], doubled: false }
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

/// Returns the place of the next comma or newline, or the end of the text.
fn separator(text: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = text[at..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let hits = zero_bytes(word ^ COMMAS) | zero_bytes(word ^ NEWLINES);
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = text[at..].iter().position(|byte| matches!(byte, b',' | b'\n'));
    rest.map_or(text.len(), |offset| at + offset)
}

/// Marks the zero bytes of a word, and perhaps some above the lowest of them.
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW_BITS) & !word & HIGH_BITS
}

/// Marks the zero bytes of a word and no others.
const fn all_zero_bytes(word: u64) -> u64 {
    !((word & !HIGH_BITS).wrapping_add(!HIGH_BITS) | word) & HIGH_BITS
}
