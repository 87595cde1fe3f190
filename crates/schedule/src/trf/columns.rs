//! A line of a TRF file and its columns.

use std::cell::OnceCell;
use std::ops::RangeInclusive;

use super::error::{TrfError, TrfProblem};
use crate::tournament::{MAX_PLAYERS, MAX_POINTS, MAX_ROUNDS, PlayerNumber, Points, Round};

/// Columns of a line, from 1.
pub(super) type Columns = RangeInclusive<usize>;

/// One line, whose columns are characters.
#[derive(Debug)]
pub(super) struct Line<'a> {
    number: usize,
    text: &'a str,
    /// Only the lines with columns pay for them.
    characters: OnceCell<Vec<char>>,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: usize, text: &'a str) -> Line<'a> {
        Line { number, text, characters: OnceCell::new() }
    }

    fn characters(&self) -> &[char] {
        self.characters.get_or_init(|| self.text.chars().collect())
    }

    /// Returns the line's number in the file, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the first three characters, or as many as there are.
    pub(super) fn tag(&self) -> String {
        self.text.chars().take(3).collect()
    }

    /// Returns the tag when a blank or nothing follows it.
    pub(super) fn record(&self) -> Option<&'a str> {
        let rest = self.text.get(3..)?;
        (!rest.starts_with(|c: char| !c.is_whitespace())).then_some(&self.text[..3])
    }

    /// Returns what follows the tag, without blanks around it.
    pub(super) fn body(&self) -> &'a str {
        let tag: usize = self.text.chars().take(3).map(char::len_utf8).sum();
        self.text[tag..].trim()
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.characters().len()
    }

    /// Returns one column; those after the end are blank.
    pub(super) fn column(&self, column: usize) -> char {
        self.characters().get(column - 1).copied().unwrap_or(' ')
    }

    /// Returns some columns without blanks at the end.
    pub(super) fn field(&self, columns: &Columns) -> String {
        let field: String = columns.clone().map(|column| self.column(column)).collect();
        field.trim_end().to_string()
    }

    /// Makes an error of some columns.
    pub(super) fn wrong(&self, columns: &Columns, problem: TrfProblem) -> TrfError {
        TrfError { line: self.number, columns: Some(columns.clone()), problem }
    }

    /// Makes an error of the whole line.
    pub(super) fn bad(&self, problem: TrfProblem) -> TrfError {
        TrfError { line: self.number, columns: None, problem }
    }

    /// Makes sure that a column between two fields is blank.
    pub(super) fn gap(&self, column: usize) -> Result<(), TrfError> {
        match self.column(column) {
            ' ' => Ok(()),
            found => Err(self.wrong(&(column..=column), TrfProblem::NoGap { found })),
        }
    }

    /// Makes sure that all columns between fields are blank.
    pub(super) fn gaps(&self, columns: impl IntoIterator<Item = usize>) -> Result<(), TrfError> {
        columns.into_iter().try_for_each(|column| self.gap(column))
    }

    /// Reads a number with at most as many digits as there are columns, or blanks.
    pub(super) fn number_in(&self, columns: &Columns) -> Result<Option<usize>, TrfError> {
        let field = self.field(columns);
        match field.trim() {
            "" => Ok(None),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let number = digits.parse().map_err(|_| TrfProblem::NoNumber { found: field });
                number.map(Some).map_err(|problem| self.wrong(columns, problem))
            }
            _ => Err(self.wrong(columns, TrfProblem::NoNumber { found: field })),
        }
    }

    /// Reads a player's number; blanks and zeros are nobody.
    pub(super) fn player_in(&self, columns: &Columns) -> Result<Option<PlayerNumber>, TrfError> {
        match self.number_in(columns)? {
            None | Some(0) => Ok(None),
            Some(number) => match PlayerNumber::new(number) {
                Some(number) => Ok(Some(number)),
                None => Err(self.wrong(columns, TrfProblem::OutOfRange { most: MAX_PLAYERS })),
            },
        }
    }

    /// Reads the numbers of players from a column on, four wide and one apart.
    pub(super) fn players_from(&self, first: usize) -> Result<Vec<PlayerNumber>, TrfError> {
        let mut players = Vec::new();
        // One further than the line: what stands in its last column may stand in a gap.
        for column in (first..=self.width() + 1).step_by(5) {
            self.gap(column - 1)?;
            players.extend(self.player_in(&(column..=column + 3))?);
        }
        Ok(players)
    }

    /// Reads a round; blanks and zeros are none.
    pub(super) fn round_in(&self, columns: &Columns) -> Result<Option<Round>, TrfError> {
        match self.number_in(columns)? {
            None | Some(0) => Ok(None),
            Some(number) => match Round::new(number) {
                Some(round) => Ok(Some(round)),
                None => Err(self.wrong(columns, TrfProblem::OutOfRange { most: MAX_ROUNDS })),
            },
        }
    }

    /// Reads the points of one result, or blanks.
    pub(super) fn points_in(&self, columns: &Columns) -> Result<Option<Points>, TrfError> {
        let field = self.field(columns);
        if field.is_empty() {
            return Ok(None);
        }
        match field.trim().parse::<Points>() {
            Ok(points) if points <= MAX_POINTS => Ok(Some(points)),
            _ => Err(self.wrong(columns, TrfProblem::NoPoints { found: field })),
        }
    }
}
