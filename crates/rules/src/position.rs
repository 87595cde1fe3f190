//! A position: pits, stores and whose turn it is.

use std::fmt;

use crate::{PITS, Pit, Pits, SEEDS, Side};

/// Where the seeds are and who is to move; 48 seeds in all, always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) pits: [u8; PITS],
    pub(crate) stores: [u8; 2],
    pub(crate) turn: Side,
}

impl Position {
    /// Four seeds in each pit, South to move.
    pub const START: Position = Position { pits: [4; PITS], stores: [0, 0], turn: Side::South };

    /// Returns the position with these seeds.
    ///
    /// # Errors
    /// Returns the number of seeds when it is not 48.
    pub fn new(pits: [u8; PITS], stores: [u8; 2], turn: Side) -> Result<Position, InvalidPosition> {
        let seeds = pits.iter().chain(&stores).map(|&count| u32::from(count)).sum();
        if seeds == u32::from(SEEDS) {
            Ok(Position { pits, stores, turn })
        } else {
            Err(InvalidPosition { seeds })
        }
    }

    /// Returns the seeds in each pit.
    #[must_use]
    pub fn pits(&self) -> [u8; PITS] {
        self.pits
    }

    /// Returns the seeds in one pit.
    #[must_use]
    pub fn seeds(&self, pit: Pit) -> u8 {
        self.pits[pit.index()]
    }

    /// Returns the seeds in both stores, South's first.
    #[must_use]
    pub fn stores(&self) -> [u8; 2] {
        self.stores
    }

    /// Returns the seeds in the store of one side.
    #[must_use]
    pub fn store(&self, side: Side) -> u8 {
        self.stores[side.index()]
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Returns the seeds in the row of one side.
    #[must_use]
    pub fn row(&self, side: Side) -> u8 {
        side.pits().map(|pit| self.seeds(pit)).sum()
    }

    /// Returns the pits that hold seeds.
    #[must_use]
    pub fn occupied(&self) -> Pits {
        Pit::all().filter(|&pit| self.seeds(pit) > 0).collect()
    }
}

/// Writes `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`: South's pits, North's pits,
/// South's store, North's store, the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, seeds) in self.pits().iter().enumerate() {
            let separator = match index {
                0 => "",
                6 => "/",
                _ => ".",
            };
            write!(f, "{separator}{seeds}")?;
        }
        let [south, north] = self.stores();
        let turn = match self.turn() {
            Side::South => 'S',
            Side::North => 'N',
        };
        write!(f, " {south}-{north} {turn}")
    }
}

impl std::str::FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let mut words = text.split_ascii_whitespace();
        let (Some(board), Some(stores), Some(turn), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(ParsePositionError::Shape);
        };
        let (south, north) = board.split_once('/').ok_or(ParsePositionError::Shape)?;
        let mut pits = [0; PITS];
        read_row(south, &mut pits[..6])?;
        read_row(north, &mut pits[6..])?;
        let (south, north) = stores.split_once('-').ok_or(ParsePositionError::Shape)?;
        let stores = [read_count(south)?, read_count(north)?];
        let turn = match turn {
            "S" => Side::South,
            "N" => Side::North,
            _ => return Err(ParsePositionError::Turn(turn.to_owned())),
        };
        Position::new(pits, stores, turn).map_err(ParsePositionError::Seeds)
    }
}

fn read_row(text: &str, row: &mut [u8]) -> Result<(), ParsePositionError> {
    let counts: Vec<&str> = text.split('.').collect();
    if counts.len() != row.len() {
        return Err(ParsePositionError::Row(text.to_owned()));
    }
    for (pit, count) in row.iter_mut().zip(counts) {
        *pit = read_count(count)?;
    }
    Ok(())
}

fn read_count(text: &str) -> Result<u8, ParsePositionError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&count| digits && count <= SEEDS)
        .ok_or_else(|| ParsePositionError::Count(text.to_owned()))
}

/// Pits and stores that do not add up to 48 seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidPosition {
    /// What they add up to.
    pub seeds: u32,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pits and stores hold {} seeds, not {SEEDS}", self.seeds)
    }
}

impl std::error::Error for InvalidPosition {}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// Not three words of the right form.
    Shape,
    /// A row without exactly six counts.
    Row(String),
    /// Something that is no count of seeds from 0 to 48.
    Count(String),
    /// A side to move that is neither `S` nor `N`.
    Turn(String),
    /// The wrong number of seeds.
    Seeds(InvalidPosition),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePositionError::Shape => {
                write!(f, "a position looks like `{}`", Position::START)
            }
            ParsePositionError::Row(row) => {
                write!(f, "`{row}` is not a row of six counts with dots between")
            }
            ParsePositionError::Count(count) => {
                write!(f, "`{count}` is not a number of seeds from 0 to {SEEDS}")
            }
            ParsePositionError::Turn(turn) => {
                write!(f, "the side to move is `S` or `N`, not `{turn}`")
            }
            ParsePositionError::Seeds(invalid) => invalid.fmt(f),
        }
    }
}

impl std::error::Error for ParsePositionError {}
