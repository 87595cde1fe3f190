//! What is claimed, and the moves that are to show it.

use std::fmt;

use ayo_rules::{MAJORITY, Pit, Position, Rules, SEEDS, Side};

use crate::{Flaw, walk};

/// Claims about one position, with the moves that are to show them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The rules played by.
    pub rules: Rules,
    /// Where the game starts.
    pub position: Position,
    /// What is claimed of it.
    pub claims: Vec<Claim>,
}

/// One side gets something whatever the other plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who gets it.
    pub side: Side,
    /// What.
    pub goal: Goal,
    /// The side's moves, in the order in which [`walk`] asks for them.
    pub moves: Vec<Pit>,
}

/// What a side is claimed to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// At least so many of the 48 seeds, under any repetition rule.
    Seeds(u8),
    /// More seeds than the other, under the repetition rule of the rules.
    Wins,
    /// At least as many seeds as the other, under the repetition rule of the rules.
    Draws,
}

impl Goal {
    /// Returns how many of the 48 seeds are enough for it.
    #[must_use]
    pub const fn seeds(self) -> u8 {
        match self {
            Goal::Seeds(seeds) => seeds,
            Goal::Wins => MAJORITY,
            Goal::Draws => SEEDS / 2,
        }
    }
}

/// Writes `27`, `wins` or `draws`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Seeds(seeds) => seeds.fmt(f),
            Goal::Wins => f.pad("wins"),
            Goal::Draws => f.pad("draws"),
        }
    }
}

impl Claim {
    /// Walks a strategy and writes its moves down in the order of the walk.
    ///
    /// What comes back passes [`crate::check`] for the same rules and position.
    ///
    /// # Errors
    /// Says where the strategy does not reach the goal; see [`walk`].
    pub fn from_strategy(
        rules: &Rules,
        position: &Position,
        side: Side,
        goal: Goal,
        mut choose: impl FnMut(&Position) -> Option<Pit>,
    ) -> Result<Claim, Flaw> {
        let mut moves = Vec::new();
        walk(rules, position, side, goal, |position| {
            let pit = choose(position)?;
            moves.push(pit);
            Some(pit)
        })?;
        Ok(Claim { side, goal, moves })
    }
}

/// Writes `south 27`, without the moves.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.goal)
    }
}
