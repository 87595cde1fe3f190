//! What is wrong with a TRF file, and where.

use std::fmt;
use std::ops::RangeInclusive;

use super::columns::Line;
use super::player_record::{self, PlayerRecord};
use super::{MAX_TRF_BYTES, MAX_TRF_LINE_BYTES, MAX_TRF_LINES};
use crate::tournament::{MAX_POINTS, PlayerNumber, Points, Round, TournamentError};

/// What is wrong with a TRF file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfError {
    /// The line, from 1.
    pub line: usize,
    /// The columns in characters, from 1, when it is not the whole line.
    pub columns: Option<RangeInclusive<usize>>,
    /// What is wrong there.
    pub problem: TrfProblem,
}

impl fmt::Display for TrfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read line {}", self.line)?;
        match self.columns.as_ref().map(|columns| (columns.start(), columns.end())) {
            Some((first, last)) if first == last => write!(f, ", column {first}"),
            Some((first, last)) => write!(f, ", columns {first}-{last}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TrfError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// What is wrong with a line of a TRF file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrfProblem {
    /// The file exceeds a limit.
    #[error("a file has at most {MAX_TRF_BYTES} bytes and {MAX_TRF_LINES} lines")]
    TooLong,
    /// The line exceeds a limit.
    #[error("the line has {bytes} bytes, more than {MAX_TRF_LINE_BYTES}")]
    LongLine {
        /// Its length.
        bytes: usize,
    },
    /// The line is not UTF-8.
    #[error("the line is not UTF-8; save the file in that encoding")]
    NotUtf8,
    /// A byte order mark stands at the beginning of a line that is not the first.
    #[error("a byte order mark may only begin a file; were two files put together?")]
    ByteOrderMark,
    /// Blanks stand before a record.
    #[error("the record `{record}` begins in this column; move it to column 1")]
    Indented {
        /// The record.
        record: &'static str,
    },
    /// A column between two fields is used.
    #[error("`{}` stands between two fields; are the columns shifted?", found.escape_debug())]
    NoGap {
        /// What stands there.
        found: char,
    },
    /// A field is no number.
    #[error("`{}` is not a number; are the columns shifted?", found.escape_debug())]
    NoNumber {
        /// What stands there.
        found: String,
    },
    /// A number is too large.
    #[error("the number must be from 1 to {most}")]
    OutOfRange {
        /// The largest.
        most: usize,
    },
    /// A field is no number of points.
    #[error("`{}` is not a number of points up to {MAX_POINTS}", found.escape_debug())]
    NoPoints {
        /// What stands there.
        found: String,
    },
    /// A field that must be there is blank.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Opponent, colour and result are no entry.
    #[error("{0}")]
    Entry(&'static str),
    /// Two players have the same number.
    #[error("line {line} has player {number} already; give one of them another number")]
    SameNumber {
        /// The number.
        number: PlayerNumber,
        /// The other line.
        line: usize,
    },
    /// The record names a player that does not exist.
    #[error("there is no player {0}")]
    NoSuchPlayer(PlayerNumber),
    /// The points are not the sum of the results.
    #[error("the points are {written}, but the results make {counted}; correct one of them")]
    Points {
        /// In the file.
        written: Points,
        /// By the results.
        counted: Points,
    },
    /// A setting has a value that is none of the known ones.
    #[error("`{}` is not {known}", found.escape_debug())]
    Value {
        /// What stands there.
        found: String,
        /// What may stand there.
        known: &'static str,
    },
    /// Two records give the same setting different values.
    #[error("an earlier record says otherwise; remove one of them")]
    Otherwise,
    /// A record is known, but not supported.
    #[error("{0}")]
    Unsupported(&'static str),
    /// A player has something else in the round for which a bye is recorded.
    #[error("player {player} has another entry in round {round}")]
    OtherEntry {
        /// Who.
        player: PlayerNumber,
        /// In which round.
        round: Round,
    },
    /// The virtual points are more than all players can have in all rounds.
    #[error("the records of virtual points overlap too often; remove some of them")]
    TooManyVirtualPoints,
    /// The line contradicts another.
    #[error(transparent)]
    Contradiction(TournamentError),
}

/// Finds the place of a contradiction between lines.
pub(super) fn contradiction(
    lines: &[Line<'_>],
    records: &[(&Line<'_>, PlayerRecord)],
    error: TournamentError,
) -> TrfError {
    let place = match &error {
        TournamentError::Entry { player, round, .. } => {
            let record = records.iter().find(|(_, record)| record.number == *player);
            let columns = player_record::round_columns(*round);
            record.map(|(line, _)| (line.number(), Some(columns)))
        }
        TournamentError::BakuWithoutRounds => {
            let record = lines.iter().find(|line| line.tag() == "192");
            record.map(|line| (line.number(), None))
        }
        _ => None,
    };
    let (line, columns) = place.unwrap_or((1, None));
    TrfError { line, columns, problem: TrfProblem::Contradiction(error) }
}
