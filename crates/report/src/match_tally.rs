//! A match of two bots, counted game by game and pair by pair.

use std::collections::{BTreeMap, HashMap};

use ayo_ratings::{Copies, Pentanomial, Trinomial};
use ayo_record::{Bot, GameRecord};
use ayo_rules::Side;

use crate::scores::moves_fingerprint;
use crate::{Scores, UnknownBot};

/// The bot from whose side a match is told.
const FIRST: Bot = Bot(0);

/// Different pairs that are remembered to find copies of them; 24 MB at most.
const MAX_REMEMBERED_PAIRS: usize = 1 << 20;

/// The games of a match so far; the order in which they are added does not matter.
#[derive(Clone, Debug)]
pub struct MatchTally {
    scores: Scores,
    /// Pairs of which one game is there.
    open: BTreeMap<u64, Half>,
    pairs: Pentanomial,
    /// How often pairs were played with these games.
    groups: HashMap<u64, u64>,
    copies: Copies,
}

/// One game of a pair.
#[derive(Clone, Copy, Debug)]
struct Half {
    /// Half points of the first bot.
    half_points: u32,
    /// The same for the same game; 0 when that is not known.
    fingerprint: u64,
}

impl MatchTally {
    /// Starts a match of two bots; a record's `Bot(0)` and `Bot(1)`.
    #[must_use]
    pub fn new(bots: [String; 2]) -> MatchTally {
        MatchTally {
            scores: Scores::new(bots.into()),
            open: BTreeMap::new(),
            pairs: Pentanomial([0; 5]),
            groups: HashMap::new(),
            copies: Copies::default(),
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
            let half = Half { half_points, fingerprint: fingerprint_of(record) };
            match self.open.remove(&record.pair) {
                Some(other) => self.add_pair([other, half]),
                None => {
                    self.open.insert(record.pair, half);
                }
            }
        }
        Ok(())
    }

    fn add_pair(&mut self, halves: [Half; 2]) {
        let cell = halves.iter().map(|half| half.half_points).sum::<u32>() as usize;
        self.pairs.0[cell] += 1;
        // The order of the two games does not matter.
        let [one, other] = halves.map(|half| half.fingerprint);
        if one == 0 || other == 0 {
            return;
        }
        let pair = one.wrapping_add(other);
        if let Some(group) = self.groups.get_mut(&pair) {
            // From k copies to k + 1 the square grows by 2k + 1 and the number by one.
            self.copies.excess[cell] += 2 * *group;
            self.copies.pairs += 1;
            *group += 1;
        } else if self.groups.len() < MAX_REMEMBERED_PAIRS {
            self.groups.insert(pair, 1);
        }
    }

    /// Returns the pairs that are copies of others.
    #[must_use]
    pub fn copies(&self) -> Copies {
        self.copies
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
        for half in self.open.values() {
            singles.0[half.half_points as usize] += 1;
        }
        singles
    }
}

/// Returns a number for the game that is the same for the same opening, moves and sides, and not
/// for others but by chance; 0 when no move was made.
#[must_use]
pub fn fingerprint_of(record: &GameRecord) -> u64 {
    let fingerprint = moves_fingerprint(record);
    if record.bots[0] == FIRST { fingerprint } else { fingerprint.rotate_left(1) }
}
