//! Where a game starts: some moves from the start, or a position.

use std::fmt;

use ayo_rules::{IllegalMove, ParsePitError, ParsePositionError, Pit, Position, Rules, Scoresheet};

/// Where the bots take over: after some moves, or in a given position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// These moves from the start position; none at all is the start itself.
    Moves(Vec<Pit>),
    /// A position set up by hand.
    Position(Position),
}

impl Opening {
    /// Returns how many moves of a game belong to it.
    #[must_use]
    pub fn plies(&self) -> usize {
        match self {
            Opening::Moves(moves) => moves.len(),
            Opening::Position(_) => 0,
        }
    }

    /// Returns the position before the first move of a game.
    #[must_use]
    pub const fn before(&self) -> Position {
        match self {
            Opening::Moves(_) => Position::START,
            Opening::Position(position) => *position,
        }
    }

    /// Returns the sheet of a game that begins with this opening.
    ///
    /// # Errors
    /// Says which move is illegal under these rules, and why.
    pub fn start(&self, rules: Rules) -> Result<Scoresheet, IllegalMove> {
        match self {
            Opening::Position(position) => Ok(Scoresheet::new(rules, *position)),
            Opening::Moves(moves) => {
                let mut sheet = Scoresheet::new(rules, Position::START);
                for &pit in moves {
                    sheet.play(pit)?;
                }
                Ok(sheet)
            }
        }
    }
}

/// Writes the moves as letters (nothing for the start), or the position.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opening::Moves(moves) => f.write_str(&ayo_rules::write_moves(moves)),
            Opening::Position(position) => position.fmt(f),
        }
    }
}

/// Reads a line of letters, or a position: only positions have a slash.
impl std::str::FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Opening, ParseOpeningError> {
        if text.contains('/') {
            text.parse().map(Opening::Position).map_err(ParseOpeningError::Position)
        } else {
            ayo_rules::parse_moves(text).map(Opening::Moves).map_err(ParseOpeningError::Moves)
        }
    }
}

/// Why a text is not an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseOpeningError {
    /// It reads like moves, but one letter names no pit.
    Moves(ParsePitError),
    /// It reads like a position, but is none.
    Position(ParsePositionError),
}

impl fmt::Display for ParseOpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseOpeningError::Moves(error) => error.fmt(f),
            ParseOpeningError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseOpeningError {}
