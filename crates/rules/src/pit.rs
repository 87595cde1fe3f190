//! Sides, pits and the letters that name them.

use std::fmt;

/// One of the two players; South owns pits 0–5 and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Owner of pits 0–5, letters `A`–`F`.
    South,
    /// Owner of pits 6–11, letters `a`–`f`.
    North,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// Returns 0 for South and 1 for North.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the side with this index: 0 South, 1 North.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Side> {
        match index {
            0 => Some(Side::South),
            1 => Some(Side::North),
            _ => None,
        }
    }

    /// Returns the other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// Returns the pits of this side, in sowing order.
    #[inline]
    #[must_use]
    pub const fn pits(self) -> Pits {
        Pits(0b11_1111 << (6 * self as u16))
    }
}

/// Writes `south` or `north`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::South => "south",
            Side::North => "north",
        })
    }
}

/// A pit, 0–11; sowing goes from each pit to the next number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit(u8);

impl Pit {
    /// Returns the pit with this number, if there is one.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Pit> {
        if index < 12 { Some(Pit(index)) } else { None }
    }

    /// Returns the number of the pit, 0–11.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all twelve pits in order.
    pub fn all() -> impl Iterator<Item = Pit> {
        (0..12).map(Pit)
    }

    /// Returns the side whose row the pit is in.
    #[inline]
    #[must_use]
    pub const fn owner(self) -> Side {
        if self.0 < 6 { Side::South } else { Side::North }
    }

    /// Returns the pit across the board.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Pit {
        Pit(11 - self.0)
    }

    /// Returns the letter that names the pit: `A`–`F` for South, `a`–`f` for North.
    #[must_use]
    pub const fn letter(self) -> char {
        if self.0 < 6 { (b'A' + self.0) as char } else { (b'a' + self.0 - 6) as char }
    }

    /// Returns the pit that a letter names.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Pit> {
        match letter {
            'A'..='F' => Some(Pit(letter as u8 - b'A')),
            'a'..='f' => Some(Pit(letter as u8 - b'a' + 6)),
            _ => None,
        }
    }
}

/// Writes the letter of the pit.
impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl std::str::FromStr for Pit {
    type Err = ParsePitError;

    fn from_str(text: &str) -> Result<Pit, ParsePitError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => {
                Pit::from_letter(letter).ok_or(ParsePitError { letter, index: 0 })
            }
            (Some(_), Some(letter)) => Err(ParsePitError { letter, index: 1 }),
            (None, _) => Err(ParsePitError { letter: ' ', index: 0 }),
        }
    }
}

/// A character that names no pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePitError {
    /// What stands there.
    pub letter: char,
    /// Where, in characters from 0.
    pub index: usize,
}

impl fmt::Display for ParsePitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` at character {} is not a pit (`A`-`F` are South's, `a`-`f` North's)",
            self.letter.escape_default(),
            self.index + 1
        )
    }
}

impl std::error::Error for ParsePitError {}

/// Reads moves written as letters run together, like `CcAf`.
///
/// # Errors
/// Returns the first character that names no pit.
pub fn parse_moves(text: &str) -> Result<Vec<Pit>, ParsePitError> {
    text.chars()
        .enumerate()
        .map(|(index, letter)| Pit::from_letter(letter).ok_or(ParsePitError { letter, index }))
        .collect()
}

/// Writes moves as letters run together, the inverse of [`parse_moves`].
#[must_use]
pub fn write_moves(moves: &[Pit]) -> String {
    moves.iter().map(|pit| pit.letter()).collect()
}

/// A set of pits; iterating gives them in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pits(pub(crate) u16);

impl Pits {
    /// No pits at all.
    pub const EMPTY: Pits = Pits(0);

    /// Returns how many pits are in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the pit is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, pit: Pit) -> bool {
        self.0 >> pit.0 & 1 == 1
    }

    /// Adds a pit to the set.
    #[inline]
    pub const fn insert(&mut self, pit: Pit) {
        self.0 |= 1 << pit.0;
    }

    /// Takes a pit out of the set.
    #[inline]
    pub const fn remove(&mut self, pit: Pit) {
        self.0 &= !(1 << pit.0);
    }

    /// Keeps the pits of which this is true.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(Pit) -> bool) {
        for pit in *self {
            if !keep(pit) {
                self.remove(pit);
            }
        }
    }

    /// Returns the pit at this place, counted from 0, when there are so many.
    ///
    /// `pits.get(random_number_below(pits.len()))` draws one.
    #[inline]
    #[must_use]
    pub const fn get(self, place: usize) -> Option<Pit> {
        if place >= self.len() {
            return None;
        }
        // A row at a time: six bits are a small table.
        let south = (self.0 & 63) as usize;
        let in_south = south.count_ones() as usize;
        let (row, place, first) = if place < in_south {
            (south, place, 0)
        } else {
            ((self.0 >> 6 & 63) as usize, place - in_south, 6)
        };
        Some(Pit(first + NTH_BIT[row][place & 7]))
    }
}

/// For six bits and a place: which bit is the set one at that place.
const NTH_BIT: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut bits = 0;
    while bits < 64 {
        let (mut bit, mut place) = (0, 0);
        while bit < 6 {
            if bits >> bit & 1 == 1 {
                table[bits][place] = bit;
                place += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    table
};

impl Iterator for Pits {
    type Item = Pit;

    #[inline]
    fn next(&mut self) -> Option<Pit> {
        if self.0 == 0 {
            return None;
        }
        let pit = Pit(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(pit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (Pits::len(*self), Some(Pits::len(*self)))
    }
}

impl ExactSizeIterator for Pits {}

impl FromIterator<Pit> for Pits {
    fn from_iter<I: IntoIterator<Item = Pit>>(pits: I) -> Pits {
        let mut set = Pits::EMPTY;
        pits.into_iter().for_each(|pit| set.insert(pit));
        set
    }
}
