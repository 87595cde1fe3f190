//! When a game is over, and who has won.

use std::fmt;

use crate::{Leftovers, Position, RepetitionAward, Rules, Side};

/// Why a game ended under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A store holds more than half the seeds.
    Majority,
    /// The player to move has no legal move.
    NoMoves,
    /// A position occurred as often as the rules allow.
    Repetition,
    /// The game reached the ply limit.
    PlyLimit,
}

impl EndReason {
    /// Returns the word for it: `majority`, `no_moves`, `repetition`, `ply_limit`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EndReason::Majority => "majority",
            EndReason::NoMoves => "no_moves",
            EndReason::Repetition => "repetition",
            EndReason::PlyLimit => "ply_limit",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// One side has more seeds.
    Side(Side),
    /// Both have the same.
    Draw,
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Winner::Side(side) => side.fmt(f),
            Winner::Draw => f.pad("draw"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why it ended.
    pub reason: EndReason,
    /// The final count, South's first.
    pub stores: [u8; 2],
}

impl Outcome {
    /// Returns who has more seeds.
    #[must_use]
    pub fn winner(&self) -> Winner {
        let [south, north] = self.stores;
        match south.cmp(&north) {
            std::cmp::Ordering::Greater => Winner::Side(Side::South),
            std::cmp::Ordering::Less => Winner::Side(Side::North),
            std::cmp::Ordering::Equal => Winner::Draw,
        }
    }
}

impl Rules {
    /// Returns the outcome when the position ends the game.
    ///
    /// Repetition and the ply limit need history: see [`crate::Scoresheet`].
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let over = self.has_majority(position) || !self.has_legal_move(position);
        over.then(|| self.without_moves(position))
    }

    /// Returns the outcome of a position in which [`Rules::legal_moves`] are none.
    pub(crate) fn without_moves(&self, position: &Position) -> Outcome {
        if self.has_majority(position) {
            return Outcome { reason: EndReason::Majority, stores: position.stores() };
        }
        let stores = match self.leftovers {
            Leftovers::OwnSide => own_side(position),
            Leftovers::Opponent => {
                let mut stores = position.stores();
                stores[position.turn().opponent().index()] +=
                    position.row(Side::South) + position.row(Side::North);
                stores
            }
        };
        Outcome { reason: EndReason::NoMoves, stores }
    }

    /// Returns the outcome of a game that ends here for a reason outside the position.
    pub(crate) fn stopped(&self, position: &Position, reason: EndReason) -> Outcome {
        let stores = match self.repetition_award {
            RepetitionAward::Nobody => position.stores(),
            RepetitionAward::OwnSide => own_side(position),
        };
        Outcome { reason, stores }
    }

    /// Returns whether the game is over because a store holds more than half the seeds.
    #[inline]
    #[must_use]
    pub const fn has_majority(&self, position: &Position) -> bool {
        self.majority && position.has_majority()
    }
}

fn own_side(position: &Position) -> [u8; 2] {
    Side::BOTH.map(|side| position.store(side) + position.row(side))
}
