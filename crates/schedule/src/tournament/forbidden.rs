//! Players that may not meet.

use super::{PlayerNumber, Round};

/// A group of players, no two of whom may meet in some rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The group, at least two.
    pub players: Vec<PlayerNumber>,
    /// The first round for which this holds.
    pub first: Round,
    /// The last round for which this holds; [`Round::LAST`] for all that follow.
    pub last: Round,
}

impl Forbidden {
    /// Says whether two players may not meet in a round.
    pub fn forbids(&self, a: PlayerNumber, b: PlayerNumber, round: Round) -> bool {
        let holds = (self.first..=self.last).contains(&round);
        holds && a != b && self.players.contains(&a) && self.players.contains(&b)
    }
}
