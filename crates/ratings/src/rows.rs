//! The fields of a CSV text, row by row.
//!
//! RFC 4180 with `\n` or `\r\n`; blank lines are passed over. A row without quotes, as nearly
//! all are, is one line. Its end is searched for many bytes at a time, and then all its commas
//! are noted, 64 bytes at a time and without a branch a comma: fields have all lengths, and a
//! processor that guesses them wrong loses more time than noting a few too many takes (as in
//! Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019). A row with quotes is
//! read field by field.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2};

use crate::read::{ReadError, ReadProblem};

/// Columns of a table whose rows are read quickly.
const MAX_QUICK_COLUMNS: usize = 128;
/// Bytes that are looked at together.
const BLOCK: usize = 64;
/// Commas that are noted together, whether they are there or not.
const BATCH: usize = 8;
const COMMAS: u64 = u64::from_ne_bytes([b','; 8]);
/// Gathers the lowest bits of eight bytes in the highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;
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
    commas: Commas,
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
        Rows {
            text,
            at: 0,
            next_line: line,
            line,
            count: 0,
            wanted,
            commas: Commas::default(),
            ending,
        }
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
        let rest = &self.text[self.at..];
        let end = memchr2(b'\n', b'"', rest).unwrap_or(rest.len());
        match self.wanted {
            Some(wanted)
                if rest.get(end) != Some(&b'"')
                    && wanted.last().is_none_or(|last| *last < MAX_QUICK_COLUMNS) =>
            {
                self.at = (self.at + end + 1).min(self.text.len());
                self.next_line += 1;
                self.commas.note(rest, end);
                self.count = match self.commas.count {
                    count if count <= MAX_QUICK_COLUMNS => count + 1,
                    _ => memchr_iter(b',', &rest[..end]).count() + 1,
                };
                // A carriage return belongs to the end of the line, not to the last field.
                let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
                let there = wanted.iter().take_while(|column| **column < self.count);
                fields.extend(there.map(|column| self.commas.field(line, *column)));
            }
            wanted => self.row_by_fields(wanted, fields)?,
        }
        Ok(true)
    }

    fn row_by_fields(
        &mut self,
        wanted: Option<&[usize]>,
        fields: &mut Vec<Field<'t>>,
    ) -> Result<(), ReadError> {
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
            if wanted.is_none_or(|wanted| wanted.contains(&self.count)) {
                fields.push(field);
            }
            self.count += 1;
            self.at = (self.at + 1).min(self.text.len());
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

/// Where the commas of a line are.
#[derive(Debug)]
struct Commas {
    places: [usize; MAX_QUICK_COLUMNS + BLOCK + BATCH],
    count: usize,
}

impl Default for Commas {
    fn default() -> Commas {
        Commas { places: [0; MAX_QUICK_COLUMNS + BLOCK + BATCH], count: 0 }
    }
}

impl Commas {
    /// Notes the commas of a text up to `end`; too many are more than [`MAX_QUICK_COLUMNS`], and
    /// not all of them are noted.
    fn note(&mut self, text: &[u8], end: usize) {
        self.count = 0;
        let mut at = 0;
        while at < end && self.count <= MAX_QUICK_COLUMNS {
            let rest = &text[at..];
            let bits = match rest.first_chunk::<BLOCK>() {
                Some(block) => comma_bits(block),
                None => {
                    let mut block = [0; BLOCK];
                    block[..rest.len()].copy_from_slice(rest);
                    comma_bits(&block)
                }
            };
            let inside = u64::MAX >> (BLOCK - (end - at).min(BLOCK));
            self.add(bits & inside, at);
            at += BLOCK;
        }
    }

    /// Notes the commas of a block that begins here.
    fn add(&mut self, mut bits: u64, start: usize) {
        let count = bits.count_ones() as usize;
        for batch in self.places[self.count..].chunks_exact_mut(BATCH).take(count.div_ceil(BATCH)) {
            for place in batch {
                *place = start + bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
            }
        }
        self.count += count;
    }

    /// Returns a field of the line, which must have it.
    fn field<'t>(&self, line: &'t [u8], column: usize) -> Field<'t> {
        let start = if column == 0 { 0 } else { self.places[column - 1] + 1 };
        let end = if column < self.count { self.places[column] } else { line.len() };
        Field { raw: &line[start..end], doubled: false }
    }
}

/// Returns a bit for each byte of a block, set if it is a comma.
fn comma_bits(block: &[u8; BLOCK]) -> u64 {
    let (words, _) = block.as_chunks::<8>();
    let bits = |word: &[u8; 8]| {
        let commas = zero_bytes(u64::from_le_bytes(*word) ^ COMMAS) >> 7;
        commas.wrapping_mul(GATHER) >> 56
    };
    words.iter().rev().fold(0, |all, word| all << 8 | bits(word))
}

/// Marks the zero bytes of a word.
const fn zero_bytes(word: u64) -> u64 {
    !((word & !HIGH_BITS).wrapping_add(!HIGH_BITS) | word) & HIGH_BITS
}
