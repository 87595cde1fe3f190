//! What results are worth.

use super::{Bye, Entry, Outcome, Points, Scoring};

/// What each kind of result is worth, at most [`super::MAX_POINTS`] each.
///
/// A forfeit win and a full-point bye are worth a win, a half-point bye a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointSystem {
    /// A game won, won by forfeit, or a full-point bye.
    pub win: Points,
    /// A draw or a half-point bye.
    pub draw: Points,
    /// A game played and lost.
    pub loss: Points,
    /// The pairing-allocated bye.
    pub pairing_bye: Points,
    /// A zero-point bye or absence.
    pub absence: Points,
    /// A game lost by forfeit.
    pub forfeit_loss: Points,
}

impl PointSystem {
    /// One point for a win and for the pairing-allocated bye, half for a draw.
    pub const STANDARD: PointSystem = PointSystem {
        win: Points::from_tenths(10),
        draw: Points::from_tenths(5),
        loss: Points::ZERO,
        pairing_bye: Points::from_tenths(10),
        absence: Points::ZERO,
        forfeit_loss: Points::ZERO,
    };

    /// Returns what an entry is worth.
    pub fn of(&self, entry: Entry) -> Points {
        match entry {
            Entry::Played(game) => match game.scoring {
                Scoring::Rated | Scoring::Unrated => self.of_outcome(game.outcome),
                Scoring::Exactly(points) => points,
            },
            Entry::Forfeited(forfeit) if forfeit.won => self.win,
            Entry::Forfeited(_) => self.forfeit_loss,
            Entry::Bye(Bye::PairingAllocated) => self.pairing_bye,
            Entry::Bye(Bye::Half) => self.draw,
            Entry::Bye(Bye::Full) => self.win,
            Entry::Bye(Bye::Zero) | Entry::Blank => self.absence,
        }
    }

    /// Returns what a game is worth that ended so.
    pub fn of_outcome(&self, outcome: Outcome) -> Points {
        match outcome {
            Outcome::Win => self.win,
            Outcome::Draw => self.draw,
            Outcome::Loss => self.loss,
        }
    }
}

impl Default for PointSystem {
    fn default() -> PointSystem {
        PointSystem::STANDARD
    }
}
