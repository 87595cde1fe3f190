//! A strategy that is followed through a game.

use ayo_rules::{Pit, Position};
use ayo_solver::{Aim, Strategy};

/// How a side gets what it can force, from here to the end of the game.
///
/// A strategy does not lead back to a position of its own, unless the stores give what
/// is wanted there. A plan that gives way to another could: P by the first to Q, and Q by
/// the second to P. So there is a number that each new plan must better, or a count of
/// how often it may be left, and a new plan never leads to a position of the game so far.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) aim: Aim,
    pub(super) strategy: Strategy,
    /// Of a won game, the plies within which the last quicker win was seen.
    pub(super) within: Option<u32>,
    /// How often the plan may still be left for an equally good one while no seed is captured.
    pub(super) choices: u8,
    /// The stores for which `choices` counts.
    stores: [u8; 2],
}

/// Free choices in a drawn game between two captures.
const FREE_CHOICES: u8 = 8;

impl Plan {
    pub(super) fn new(aim: Aim, strategy: Strategy, position: &Position) -> Plan {
        let stores = position.stores();
        Plan { aim, strategy, within: None, choices: FREE_CHOICES, stores }
    }

    /// Returns whether it is a plan to win.
    pub(super) fn wins(&self) -> bool {
        match self.aim {
            Aim::Win => true,
            Aim::Draw => false,
            Aim::Seeds(seeds) => seeds >= ayo_rules::MAJORITY,
        }
    }

    /// Returns its move.
    pub(super) fn choose(&self, position: &Position) -> Option<Pit> {
        self.strategy.choose(position)
    }

    /// Counts anew what may be left after a capture.
    pub(super) fn arrive(&mut self, position: &Position) {
        if self.stores != position.stores() {
            self.stores = position.stores();
            self.choices = FREE_CHOICES;
        }
    }

    /// Goes on by another strategy to the same aim.
    pub(super) fn change(&mut self, strategy: Strategy) {
        self.strategy = strategy;
    }
}
