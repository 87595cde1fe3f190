//! The moves of one game, with what needs its history.

use std::collections::HashMap;

use crate::{EndReason, IllegalMove, Outcome, Pit, Played, Position, Rules};

/// A game so far: its moves, how often each position occurred, whether it is over.
#[derive(Clone, Debug)]
pub struct Scoresheet {
    rules: Rules,
    position: Position,
    moves: Vec<Pit>,
    occurrences: HashMap<Position, u32>,
    outcome: Option<Outcome>,
}

impl Scoresheet {
    /// Starts a game from a position.
    #[must_use]
    pub fn new(rules: Rules, start: Position) -> Scoresheet {
        let mut sheet = Scoresheet {
            rules,
            position: start,
            moves: Vec::new(),
            occurrences: HashMap::new(),
            outcome: None,
        };
        sheet.arrive(start);
        sheet
    }

    /// Plays a move and notes it.
    ///
    /// # Errors
    /// Says why the move is illegal; the sheet is unchanged then. After the end of
    /// the game every move is illegal, as if its pit were empty.
    pub fn play(&mut self, pit: Pit) -> Result<Played, IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove { pit, reason: crate::IllegalReason::Empty });
        }
        let played = self.rules.play(&self.position, pit)?;
        self.moves.push(pit);
        self.arrive(played.position);
        Ok(played)
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position on the board; leftovers are not yet counted in it.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[Pit] {
        &self.moves
    }

    /// Returns how the game ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn arrive(&mut self, position: Position) {
        self.position = position;
        self.outcome = self.rules.outcome(&position);
        if self.outcome.is_some() {
            return;
        }
        // The rule speaks of pits and turn. Captured seeds never come back, so
        // where those are equal the stores are too.
        let count = self.occurrences.entry(position).or_default();
        *count += 1;
        if self.rules.repetition > 0 && *count >= self.rules.repetition {
            self.outcome = Some(self.rules.stopped(&position, EndReason::Repetition));
        } else if self.moves.len() >= self.rules.max_plies as usize {
            self.outcome = Some(self.rules.stopped(&position, EndReason::PlyLimit));
        }
    }
}
