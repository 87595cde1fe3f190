//! The position that is asked about.

use ayo_rules::{Outcome, Pit, Position, Rules};

use crate::explain::replay::replay;
use crate::failure::Failure;
use crate::small_commands::{parse_move_letters, parse_position};

use super::arguments::SolveArguments;

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) position: Position,
    /// The moves that led to it, if it was named by moves.
    pub(super) moves: Option<Vec<Pit>>,
    /// How the game ended with it, if it did.
    pub(super) outcome: Option<Outcome>,
}

impl Subject {
    /// Returns what is named on the command line; without anything, the start.
    ///
    /// # Errors
    /// Refuses what is no position, and moves that cannot be played.
    pub(super) fn named(arguments: &SolveArguments, rules: Rules) -> Result<Subject, Failure> {
        let position = arguments.position.as_deref().map(parse_position).transpose()?;
        let moves = arguments.moves.as_deref().map(parse_move_letters).transpose()?;
        Subject::new(rules, position.unwrap_or(Position::START), moves)
    }

    /// Returns the position that the moves, if any, lead to.
    ///
    /// # Errors
    /// Names the first move that cannot be played.
    pub(super) fn new(
        rules: Rules,
        start: Position,
        moves: Option<Vec<Pit>>,
    ) -> Result<Subject, Failure> {
        match moves {
            None => Ok(Subject { position: start, moves: None, outcome: rules.outcome(&start) }),
            Some(moves) => {
                let sheet = replay(rules, start, &moves).map_err(|e| Failure::Usage(e.into()))?;
                let (position, outcome) = (*sheet.position(), sheet.outcome());
                Ok(Subject { position, moves: Some(moves), outcome })
            }
        }
    }
}
