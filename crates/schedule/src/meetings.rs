//! Meetings, cut into pairs of games with an opening and a seed each.

use ayo_record::{Bot, Pair};
use ayo_rules::Rules;

use crate::chance::{Chance, Purpose};
use crate::openings::{Openings, OpeningsError, Supply};
use crate::schedule::NUMBER_BITS;

/// What the pairs of a meeting get: numbers, openings and seeds.
///
/// A *meeting* of two bots is cut into *pairs* of two games with the same opening and
/// the sides swapped; when the number of games is odd, the last pair of the meeting
/// has one game. Everything about a pair follows from its number, so that it is the
/// same whoever makes the meetings: a schedule, or a tournament that pairs by results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meetings {
    games: u64,
    supply: Supply,
    seed: u64,
}

impl Meetings {
    /// Makes meetings of so many games, at least 1.
    ///
    /// # Errors
    /// Says which opening of the list is illegal or ends the game.
    ///
    /// # Panics
    /// When there are no games in a meeting.
    pub fn new(
        games: u32,
        openings: Openings,
        rules: Rules,
        seed: u64,
    ) -> Result<Meetings, OpeningsError> {
        assert!(games > 0, "a meeting has games");
        Ok(Meetings { games: u64::from(games), supply: Supply::new(openings, rules)?, seed })
    }

    /// Returns the number of pairs of a meeting.
    #[must_use]
    pub fn pairs_each(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// Returns the number of games of a meeting.
    #[must_use]
    pub fn games_each(&self) -> u64 {
        self.games
    }

    /// Returns one pair of a meeting: `meeting` and `place` count from 0, the meeting in
    /// the whole run and the pair in its meeting. The first bot plays South first.
    ///
    /// # Panics
    /// When the meeting has no such pair.
    #[must_use]
    pub fn pair(&self, meeting: u64, place: u64, round: u32, bots: [Bot; 2]) -> Pair {
        assert!(place < self.pairs_each(), "a meeting has {} pairs", self.pairs_each());
        let number = meeting * self.pairs_each() + place + 1;
        let games_before = 2 * place;
        Pair {
            number,
            round,
            bots,
            games: if self.games - games_before == 1 { 1 } else { 2 },
            first_game: meeting * self.games + games_before + 1,
            opening: self.supply.opening(self.seed, number),
            seed: Chance::new(self.seed, Purpose::PairSeed, number).bits()
                >> (u64::BITS - NUMBER_BITS),
        }
    }

    /// Returns how many pairs get an opening before a list of them begins again.
    #[must_use]
    pub fn openings_last(&self) -> Option<u64> {
        self.supply.pass_length()
    }
}
