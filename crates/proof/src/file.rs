//! The file of a proof.
//!
//! ```text
//! ayo proof 1
//! rules ayoayo
//! position 4.4.4.4.4.4/4.4.4.4.4.4 0-0 S
//! claim south 25
//! CBEFAA
//! claim north 21
//! bcdaad
//! end
//! ```
//!
//! Blank lines and those that begin with `#` do not count. The letters of a claim
//! may stand on any number of lines.

use std::io::{self, BufRead, Read, Write};

use ayo_rules::{
    OptionError, ParsePitError, ParsePositionError, Pit, SEEDS, Side, parse_moves, write_moves,
};

use crate::{Claim, Goal, Proof};

const FIRST_LINE: &str = "ayo proof 1";
const LAST_LINE: &str = "end";
/// Letters on a line of a written file.
const LETTERS_PER_LINE: usize = 80;

/// What a reader takes at most, so that no file takes all memory or never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file, unpacked.
    pub file_bytes: u64,
    /// Bytes of a line, its end included.
    pub line_bytes: usize,
    /// Claims of a file.
    pub claims: usize,
    /// Moves of a claim. A check needs up to 300 bytes of memory for each.
    pub moves: usize,
}

impl Limits {
    /// 16 MiB in lines of up to 4,096 bytes, 16 claims of up to 2,000,000 moves.
    ///
    /// The largest known certificate of the start position has 0.4 million.
    pub const DEFAULT: Limits =
        Limits { file_bytes: 16 << 20, line_bytes: 4_096, claims: 16, moves: 2_000_000 };
}

impl Proof {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the first line that does not belong there or is too much.
    pub fn read(reader: impl BufRead, limits: &Limits) -> Result<Proof, ReadError> {
        let mut lines = Lines::new(reader, limits);
        lines.read("`ayo proof 1`", |text| (text == FIRST_LINE).then_some(()).ok_or(None))?;
        let rules = lines.read("`rules` and a rule set", |text| {
            let rules = text.strip_prefix("rules ").ok_or(None)?;
            rules.parse().map_err(|error| Some(Malformed::Rules(error)))
        })?;
        let position = lines.read("`position` and a position", |text| {
            let position = text.strip_prefix("position ").ok_or(None)?;
            position.parse().map_err(|error| Some(Malformed::Position(error)))
        })?;
        let mut proof = Proof { rules, position, claims: Vec::new() };
        loop {
            let expected = "moves, `claim` or `end`";
            let done = lines.read(expected, |text| add_line(&mut proof, text, limits))?;
            if done {
                break;
            }
        }
        match lines.next()? {
            None => Ok(proof),
            Some(_) => Err(lines.error(Malformed::AfterEnd)),
        }
    }

    /// Writes a file that [`Proof::read`] reads.
    ///
    /// # Errors
    /// Returns those of the writer.
    pub fn write(&self, mut writer: impl Write) -> io::Result<()> {
        writeln!(writer, "{FIRST_LINE}")?;
        writeln!(writer, "rules {}", self.rules)?;
        writeln!(writer, "position {}", self.position)?;
        for claim in &self.claims {
            writeln!(writer, "claim {claim}")?;
            for moves in claim.moves.chunks(LETTERS_PER_LINE) {
                writeln!(writer, "{}", write_moves(moves))?;
            }
        }
        writeln!(writer, "{LAST_LINE}")
    }
}

/// Reads a line of the claims; true when it is the last.
fn add_line(proof: &mut Proof, text: &str, limits: &Limits) -> Result<bool, Option<Malformed>> {
    if text == LAST_LINE {
        let none = proof.claims.is_empty();
        return if none { Err(Some(Malformed::NoClaims)) } else { Ok(true) };
    }
    if let Some(words) = text.strip_prefix("claim ") {
        let claim = read_claim(words).ok_or(Some(Malformed::Claim))?;
        let same = |known: &Claim| (known.side, known.goal) == (claim.side, claim.goal);
        if proof.claims.iter().any(same) {
            return Err(Some(Malformed::ClaimTwice));
        }
        if proof.claims.len() == limits.claims {
            return Err(Some(Malformed::Claims(limits.claims)));
        }
        proof.claims.push(claim);
        return Ok(false);
    }
    let claim = proof.claims.last_mut().ok_or(None)?;
    let moves: Vec<Pit> = parse_moves(text).map_err(|error| Some(Malformed::Moves(error)))?;
    if moves.len() > limits.moves - claim.moves.len() {
        return Err(Some(Malformed::TooManyMoves(limits.moves)));
    }
    claim.moves.extend(moves);
    Ok(false)
}

fn read_claim(text: &str) -> Option<Claim> {
    let (side, goal) = text.split_once(' ')?;
    let side = Side::BOTH.into_iter().find(|known| known.to_string() == side)?;
    let goal = match goal {
        "wins" => Goal::Wins,
        "draws" => Goal::Draws,
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Goal::Seeds(digits.parse().ok().filter(|&seeds| seeds <= SEEDS)?)
        }
        _ => return None,
    };
    Some(Claim { side, goal, moves: Vec::new() })
}

/// The lines of a file that count, within the limits.
pub(crate) struct Lines<R> {
    reader: io::Take<R>,
    limits: Limits,
    /// The line that was read, with its number.
    text: String,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, limits: &Limits) -> Lines<R> {
        // One byte more than allowed tells a file that is too long from one that fits.
        let reader = reader.take(limits.file_bytes.saturating_add(1));
        Lines { reader, limits: *limits, text: String::new(), number: 0 }
    }

    /// Reads what must stand on the next line; `Err(None)` says that it is none of that.
    fn read<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Result<T, Option<Malformed>>,
    ) -> Result<T, ReadError> {
        let text = self.next()?.ok_or(ReadError::Ends(expected))?;
        let read = read(text);
        read.map_err(|error| self.error(error.unwrap_or(Malformed::Expected(expected))))
    }

    pub(crate) fn next(&mut self) -> Result<Option<&str>, ReadError> {
        loop {
            let mut bytes = Vec::new();
            let longest = (self.limits.line_bytes as u64).saturating_add(1);
            (&mut self.reader).take(longest).read_until(b'\n', &mut bytes)?;
            self.number += 1;
            if self.reader.limit() == 0 {
                return Err(ReadError::TooLong(self.limits.file_bytes));
            }
            if bytes.is_empty() {
                return Ok(None);
            }
            if bytes.len() > self.limits.line_bytes {
                return Err(self.error(Malformed::LongLine(self.limits.line_bytes)));
            }
            let text = String::from_utf8(bytes).map_err(|_| self.error(Malformed::NotText))?;
            let text = text.trim();
            if text.contains(char::is_control) {
                return Err(self.error(Malformed::NotText));
            }
            if !text.is_empty() && !text.starts_with('#') {
                self.text = text.to_owned();
                return Ok(Some(&self.text));
            }
        }
    }

    fn error(&self, what: Malformed) -> ReadError {
        ReadError::Line { number: self.number, what }
    }

    /// Returns the number of the line last read, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }
}

/// Why a file is not a proof.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The reader failed.
    #[error("cannot read the proof")]
    Read(#[from] io::Error),
    /// It has more bytes than the limit.
    #[error("the file is longer than {0} bytes")]
    TooLong(u64),
    /// It ends before it should.
    #[error("the file ends where {0} should stand: is it complete?")]
    Ends(&'static str),
    /// One line is wrong.
    #[error("line {number}: {what}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        what: Malformed,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Something else should stand there.
    #[error("{0} should stand here")]
    Expected(&'static str),
    /// It has more bytes than the limit.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
    /// It is not UTF-8, or has control characters.
    #[error("this is not text: is the file still packed?")]
    NotText,
    /// The rule set is unknown.
    #[error(transparent)]
    Rules(OptionError),
    /// The position is none.
    #[error(transparent)]
    Position(ParsePositionError),
    /// It begins like a claim and is none.
    #[error(
        "a claim is `SIDE N`, N up to {SEEDS}, `SIDE wins` or `SIDE draws`, SIDE `south` or `north`"
    )]
    Claim,
    /// The same is claimed a second time.
    #[error("this is claimed already")]
    ClaimTwice,
    /// There are more claims than the limit.
    #[error("more than {0} claims")]
    Claims(usize),
    /// Nothing is claimed.
    #[error("nothing is claimed before `end`")]
    NoClaims,
    /// A letter is no pit.
    #[error(transparent)]
    Moves(ParsePitError),
    /// A claim has more moves than the limit.
    #[error("more than {0} moves for one claim")]
    TooManyMoves(usize),
    /// Something follows the end.
    #[error("nothing may follow `end`")]
    AfterEnd,
}
