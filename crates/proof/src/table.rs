//! A strategy as a table of positions.
//!
//! A line for each position in which the side is to move, in any order:
//! `pits need move`, like `4,4,4,4,4,4,4,4,4,4,4,4 25 2`. The side's own row comes
//! first; `need` is what its store still lacks; `move` is a pit of its own row, 0–5.

use std::collections::HashMap;
use std::io::BufRead;

use ayo_rules::{PITS, Pit, Position, Rules, SEEDS, Side};

use crate::file::Lines;
use crate::{Claim, Flaw, Goal, Limits, ReadError};

/// A strategy by which a side gets its seeds, as a table of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    moves: HashMap<Key, u8>,
}

/// The pits, the side's own row first, and the seeds its store lacks.
type Key = ([u8; PITS], u8);

impl Table {
    /// Reads a table, of at most [`Limits::moves`] positions.
    ///
    /// # Errors
    /// Names the first line that is no row of a table or is too much.
    pub fn read(reader: impl BufRead, limits: &Limits) -> Result<Table, TableError> {
        let mut lines = Lines::new(reader, limits);
        let mut table = Table::default();
        while let Some(text) = lines.next()? {
            let read = table.add_row(text, limits.moves);
            read.map_err(|what| TableError::Row { number: lines.number(), what })?;
        }
        Ok(table)
    }

    fn add_row(&mut self, text: &str, limit: usize) -> Result<(), BadRow> {
        let (key, pit) = read_row(text).ok_or(BadRow::Shape)?;
        if self.moves.len() == limit {
            return Err(BadRow::TooMany(limit));
        }
        match self.moves.insert(key, pit) {
            None => Ok(()),
            Some(_) => Err(BadRow::Twice),
        }
    }

    /// Returns how many positions are in the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether the table has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns how many seeds a side is to get by the row of this position: what its
    /// store holds, and what the row says it needs. The most, if rows differ in that.
    #[must_use]
    pub fn seeds(&self, position: &Position, side: Side) -> Option<u8> {
        let pits = own_row_first(position, side);
        let mut rows = (0..=SEEDS).rev().filter(|&need| self.moves.contains_key(&(pits, need)));
        rows.next().map(|need| position.store(side) + need).filter(|&seeds| seeds <= SEEDS)
    }

    /// Returns the side's move in a position when it is to get so many seeds in all.
    #[must_use]
    pub fn choose(&self, position: &Position, side: Side, seeds: u8) -> Option<Pit> {
        let need = seeds.checked_sub(position.store(side))?;
        let place = self.moves.get(&(own_row_first(position, side), need))?;
        Pit::new(place + 6 * side.index() as u8)
    }

    /// Walks the table and returns it as a claim with the moves that are needed.
    ///
    /// # Errors
    /// Says on which line of play the table does not get the side its seeds.
    pub fn claim(
        &self,
        rules: &Rules,
        position: &Position,
        side: Side,
        seeds: u8,
    ) -> Result<Claim, Flaw> {
        let choose = |position: &Position| self.choose(position, side, seeds);
        Claim::from_strategy(rules, position, side, Goal::Seeds(seeds), choose)
    }
}

fn own_row_first(position: &Position, side: Side) -> [u8; PITS] {
    let mut pits = position.pits();
    pits.rotate_left(6 * side.index());
    pits
}

fn read_row(text: &str) -> Option<(Key, u8)> {
    let mut words = text.split(' ');
    let (counts, need, pit) = (words.next()?, words.next()?, words.next()?);
    let mut pits = [0; PITS];
    let mut counts = counts.split(',');
    for pit in &mut pits {
        *pit = read_number(counts.next()?, SEEDS)?;
    }
    let row = ((pits, read_number(need, SEEDS)?), read_number(pit, 5)?);
    (counts.next().is_none() && words.next().is_none()).then_some(row)
}

fn read_number(text: &str, most: u8) -> Option<u8> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= most)
}

/// Why a text is not a table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read, or is too long.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// One line is wrong.
    #[error("line {number}: {what}")]
    Row {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        what: BadRow,
    },
}

/// What is wrong with a row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRow {
    /// It is not pits, need and move.
    #[error("a row is twelve counts with commas between, the seeds needed and a move, 0-5")]
    Shape,
    /// The position has a row already.
    #[error("this position is in the table already")]
    Twice,
    /// There are more rows than the limit.
    #[error("more than {0} positions")]
    TooMany(usize),
}
