//! A position: pits, stores and whose turn it is.

use std::fmt;

use crate::{MAJORITY, PITS, Pit, Pits, SEEDS, Side};

/// Where the seeds are and who is to move; 48 seeds in all, always.
///
/// Sixteen bytes that are compared, hashed and copied as one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// From the lowest byte: twelve pits, two stores, the turn, a zero.
    pub(crate) word: u128,
}

const FIRST_STORE: usize = PITS;
const TURN_SHIFT: u32 = 8 * (PITS as u32 + 2);
/// The six bytes of one row in a `u64`.
const ROW: u64 = 0xffff_ffff_ffff;
/// A one in each byte: multiplying by it adds up all bytes in the highest.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Position {
    /// Four seeds in each pit, South to move.
    pub const START: Position = Position::pack([4; PITS], [0, 0], Side::South);

    /// Returns the position with these seeds.
    ///
    /// # Errors
    /// Returns the number of seeds when it is not 48.
    pub fn new(pits: [u8; PITS], stores: [u8; 2], turn: Side) -> Result<Position, InvalidPosition> {
        let seeds = pits.iter().chain(&stores).map(|&count| u32::from(count)).sum();
        if seeds == u32::from(SEEDS) {
            Ok(Position::pack(pits, stores, turn))
        } else {
            Err(InvalidPosition { seeds })
        }
    }

    const fn pack(pits: [u8; PITS], stores: [u8; 2], turn: Side) -> Position {
        let mut bytes = [0; 16];
        let mut index = 0;
        while index < PITS {
            bytes[index] = pits[index];
            index += 1;
        }
        bytes[FIRST_STORE] = stores[0];
        bytes[FIRST_STORE + 1] = stores[1];
        Position { word: u128::from_le_bytes(bytes) | (turn as u128) << TURN_SHIFT }
    }

    /// Returns the seeds in each pit.
    #[inline]
    #[must_use]
    pub fn pits(&self) -> [u8; PITS] {
        let bytes = self.word.to_le_bytes();
        std::array::from_fn(|index| bytes[index])
    }

    /// Returns the seeds in one pit.
    #[inline]
    #[must_use]
    pub const fn seeds(&self, pit: Pit) -> u8 {
        // A shift of 64 bits is half the work of one of 128.
        let half = if pit.index() < 8 { self.word as u64 } else { (self.word >> 64) as u64 };
        (half >> (8 * (pit.index() & 7))) as u8
    }

    /// Returns the seeds in both stores, South's first.
    #[inline]
    #[must_use]
    pub fn stores(&self) -> [u8; 2] {
        Side::BOTH.map(|side| self.store(side))
    }

    /// Returns the seeds in the store of one side.
    #[inline]
    #[must_use]
    pub const fn store(&self, side: Side) -> u8 {
        (self.word >> store_shift(side)) as u8
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Side {
        if self.word >> TURN_SHIFT == 0 { Side::South } else { Side::North }
    }

    /// Returns the seeds in the row of one side.
    #[inline]
    #[must_use]
    pub const fn row(&self, side: Side) -> u8 {
        add_up(self.row_word(side))
    }

    /// Returns the pits that hold seeds.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Pits {
        let south = occupied_bits(self.row_word(Side::South));
        let north = occupied_bits(self.row_word(Side::North));
        Pits(south | north << 6)
    }

    /// Returns the pits of the side to move that hold seeds.
    ///
    /// Every legal move is among them, and nearly always every one of them is
    /// legal. A random playout draws from them, tries [`crate::Rules::play`] and
    /// [removes](Pits::remove) the pit when that fails: each legal move is then
    /// equally likely, without the cost of finding them all.
    #[inline]
    #[must_use]
    pub const fn candidates(&self) -> Pits {
        let turn = self.turn();
        Pits(occupied_bits(self.row_word(turn)) << (6 * turn.index()))
    }

    /// Returns the position with the sides exchanged: North's seeds, store and turn are South's.
    ///
    /// It is worth to South what this one is worth to North.
    #[inline]
    #[must_use]
    pub const fn turned(&self) -> Position {
        let south = self.row_word(Side::South) as u128;
        let north = self.row_word(Side::North) as u128;
        let rows = north << row_shift(Side::South) | south << row_shift(Side::North);
        let stores = (self.store(Side::South) as u128) << store_shift(Side::North)
            | (self.store(Side::North) as u128) << store_shift(Side::South);
        let turn = self.turn().opponent() as u128;
        Position { word: rows | stores | turn << TURN_SHIFT }
    }

    /// Returns the seeds in all pits.
    #[inline]
    #[must_use]
    pub const fn on_board(&self) -> u8 {
        SEEDS - self.store(Side::South) - self.store(Side::North)
    }

    /// Returns whether a store holds more than half of the seeds.
    #[inline]
    pub(crate) const fn has_majority(&self) -> bool {
        // Adds what lifts `MAJORITY` to 128 to both stores and looks at their top bits.
        let stores = (self.word >> store_shift(Side::South)) as u32 & 0xffff;
        (stores + (128 - MAJORITY as u32) * 0x0101) & 0x8080 != 0
    }

    /// Returns the row of one side, a pit a byte, its first pit lowest.
    #[inline]
    pub(crate) const fn row_word(&self, side: Side) -> u64 {
        (self.word >> row_shift(side)) as u64 & ROW
    }

    /// Returns the seeds in pits and stores together: always 48.
    pub(crate) fn seeds_in_all(&self) -> u32 {
        self.pits().iter().chain(&self.stores()).map(|&count| u32::from(count)).sum()
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(crate) const fn pass_turn(&mut self) {
        self.word ^= 1 << TURN_SHIFT;
    }

    /// Moves seeds of the row of `from` (some bytes of its row word) to the store of `to`.
    ///
    /// Returns how many.
    #[inline]
    pub(crate) const fn store_from_row(&mut self, from: Side, taken: u64, to: Side) -> u8 {
        let count = add_up(taken);
        self.word -= (taken as u128) << row_shift(from);
        self.word += (count as u128) << store_shift(to);
        count
    }
}

const fn row_shift(side: Side) -> u32 {
    48 * side as u32
}

const fn store_shift(side: Side) -> u32 {
    8 * (FIRST_STORE as u32 + side as u32)
}

/// Returns the sum of the bytes, which must be below 256.
const fn add_up(bytes: u64) -> u8 {
    (bytes.wrapping_mul(ONES) >> 56) as u8
}

/// Returns a bit for each byte of a row that is not zero.
const fn occupied_bits(row: u64) -> u16 {
    // No count exceeds 48, so adding 127 sets the top bit of each byte that is
    // not zero and carries into no other. The product moves bit 8i to bit 56 + i.
    let tops = (row + ROW / 0xff * 0x7f) & (ROW / 0xff * 0x80);
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// Writes `Position(4.4.4.4.4.4/4.4.4.4.4.4 0-0 S)`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
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
