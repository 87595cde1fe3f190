//! Many positions: a line of JSON in, a line of JSON out.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use ayo_rules::Rules;
use serde::Serialize;
use serde_json::value::RawValue;

use super::choices::Explanation;
use super::document::{self, Moves};
use super::line::{Line, LineError};
use super::quiet_when_closed;

/// Longest line that is read, in bytes, its `\n` not counted.
pub const MAX_LINE_BYTES: usize = 65_536;

/// How many lines were read, and how many of them were no positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines read; blank ones are counted, though nothing answers them.
    pub lines: u64,
    /// Lines answered with an `error`.
    pub bad_lines: u64,
}

/// Answers each line of `input` with a line on `out`, until the input ends or nobody
/// reads the answers any more.
///
/// A line is an object with `pits`, `stores` and `turn`; `rules` (`default_rules`
/// where missing) is the text of a rule set, or an object with `preset` and options;
/// `id`, if present, is repeated; other members are ignored. What is no position is
/// answered with `error`, and reading goes on.
///
/// Answers are buffered, but never held back while waiting for the next line.
///
/// # Errors
/// Says when the input cannot be read, or `out` not be written for another reason
/// than that its reader is gone.
pub fn bulk(
    default_rules: Rules,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    answer_with(default_rules, input, out, &mut |line, out| {
        Ok(document::write(&Answer::new(line), out)?)
    })
}

/// Why a line has no answer.
#[derive(Debug)]
pub(crate) enum Unanswered {
    /// It asks for something that is not known here.
    Refused(String),
    /// The answer cannot be written.
    Write(io::Error),
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Unanswered {
        Unanswered::Write(error)
    }
}

/// Writes the answer to a line.
pub(crate) type Answering<'a> = dyn FnMut(&Line<'_>, &mut dyn Write) -> Result<(), Unanswered> + 'a;

/// Does what [`bulk`] does, with answers of another kind.
pub(crate) fn answer_with(
    default_rules: Rules,
    input: &mut dyn Read,
    out: &mut dyn Write,
    answer: &mut Answering<'_>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    match answer_lines(default_rules, input, out, &mut tally, answer) {
        Ok(()) => {}
        Err(Failure::Write(error)) => quiet_when_closed(Err(error)).map_err(Failure::Write)?,
        Err(failure) => return Err(failure.into()),
    }
    Ok(tally)
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("cannot read line {number}")]
    Read { number: u64, source: io::Error },
    #[error("cannot write the answers")]
    Write(#[from] io::Error),
}

fn answer_lines(
    default_rules: Rules,
    input: &mut dyn Read,
    out: &mut dyn Write,
    tally: &mut Tally,
    answer: &mut Answering<'_>,
) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(MAX_LINE_BYTES, input);
    let mut out = BufWriter::with_capacity(MAX_LINE_BYTES, out);
    let mut bytes = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            // The next read may wait for someone who waits for our answers.
            out.flush()?;
        }
        let number = tally.lines + 1;
        let text = match next_line(&mut input, &mut bytes) {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(()),
            Err(source) => return Err(Failure::Read { number, source }),
        };
        tally.lines = number;
        let error = match text.and_then(|text| Line::parse(text, default_rules)) {
            Ok(None) => continue,
            Ok(Some(line)) => match answer(&line, &mut out) {
                Ok(()) => continue,
                Err(Unanswered::Write(error)) => return Err(error.into()),
                Err(Unanswered::Refused(why)) => why,
            },
            Err(error) => error.to_string(),
        };
        tally.bad_lines += 1;
        let error = format!("line {number}: {error}");
        document::write(&Refusal { error }, &mut out)?;
    }
}

/// Reads the next line, without the blanks around it; `None` at the end of the input.
fn next_line<'a>(
    input: &mut impl BufRead,
    bytes: &'a mut Vec<u8>,
) -> io::Result<Option<Result<&'a str, LineError>>> {
    bytes.clear();
    let read = input.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read > MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    // Files put one after the other keep their byte order marks.
    let text = str::from_utf8(bytes).map(|text| text.trim_start_matches('\u{feff}').trim());
    Ok(Some(text.map_err(|_| LineError::NotUtf8)))
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    moves: Moves,
}

impl<'a> Answer<'a> {
    fn new(line: &Line<'a>) -> Answer<'a> {
        let explanation = Explanation::of_position(line.rules, line.position);
        Answer { id: line.id, moves: Moves::new(&explanation) }
    }
}

#[derive(Serialize)]
struct Refusal {
    error: String,
}
