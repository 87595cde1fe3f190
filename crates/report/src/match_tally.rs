//! A match of two bots, counted game by game and pair by pair.

use std::collections::BTreeMap;

use ayo_ratings::{Pentanomial, Trinomial};
use ayo_record::{Bot, GameRecord};
use ayo_rules::Side;

use crate::{Scores, UnknownBot};

/// The bot from whose side a match is told.
const FIRST: Bot = Bot(0);

/// The games of a match so far; the order in which they are added does not matter.
#[derive(Clone, Debug)]
pub struct MatchTally {
    scores: Scores,
    /// Half points of the first bot in pairs of which one game is there.
    open: BTreeMap<u64, u32>,
    pairs: Pentanomial,
}

impl MatchTally {
    /// Starts a match of two bots; a record's `Bot(0)` and `Bot(1)`.
    #[must_use]
    pub fn new(bots: [String; 2]) -> MatchTally {
        MatchTally {
            scores: Scores::new(bots.into()),
            open: BTreeMap::new(),
            pairs: Pentanomial([0; 5]),
        }
    }

    /// Counts a game; a void one is only noted as such.
    ///
    /// # Errors
    /// Says when a bot of the game is not one of the two; nothing is counted then.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), UnknownBot> {
        self.scores.add(record)?;
        let side = if record.bots[0] == FIRST { Side::South } else { Side::North };
        if let Some(half_points) = record.result.half_points(side) {
            match self.open.remove(&record.pair) {
                Some(other) => self.pairs.0[(half_points + other) as usize] += 1,
                None => {
                    self.open.insert(record.pair, half_points);
                }
            }
        }
        Ok(())
    }

    /// Returns the scores of the two bots.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Returns the finished pairs, by the half points of the first bot.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// Returns the games without a second one, by the half points of the first bot.
    #[must_use]
    pub fn singles(&self) -> Trinomial {
        let mut singles = Trinomial([0; 3]);
        for &half_points in self.open.values() {
            singles.0[half_points as usize] += 1;
        }
        singles
    }
}
