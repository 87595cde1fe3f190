//! The schedule: every pair of a run by its number.

use ayo_record::{Bot, Pair};
use ayo_rules::Rules;

use crate::format::{Cycle, Format, FormatError};
use crate::meetings::Meetings;
use crate::openings::{Openings, OpeningsError};

/// Bits of the whole numbers that any JSON reader keeps.
pub(crate) const NUMBER_BITS: u32 = 53;
/// Most games of a schedule, so that any JSON reader keeps their numbers: 2^53 - 1.
pub const MAX_GAMES: u64 = (1 << NUMBER_BITS) - 1;

/// What a schedule is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many bots take part, at least 2.
    pub bots: u32,
    /// Who meets whom, and how often.
    pub format: Format,
    /// Games of a meeting, at least 1.
    pub games: u32,
    /// Where the openings come from.
    pub openings: Openings,
    /// The rules under which openings are played.
    pub rules: Rules,
    /// What everything random follows from.
    pub seed: u64,
}

/// Who plays whom, when, with which opening and seed.
///
/// In every cycle those who are to meet meet once; [`Meetings`] cuts a meeting into
/// pairs. Pairs are numbered from 1 by cycle, round, board and place in the meeting,
/// games from 1 in the order of their pairs, and rounds from 1 over all cycles.
///
/// **Sides.** The first cycle takes South and North from its table, every second
/// cycle swaps them. Games in twos balance by themselves, and the odd games are a
/// schedule with `games = 1`: so the sides of every bot, and those of every two
/// bots against each other, balance to within one over the whole schedule.
/// A pair of two games begins with the same South as a single game would have:
/// in a match of two bots with `games = 2`, the first bot is South first in odd
/// pairs, the second in even ones.
///
/// **Cost.** A pair is computed from its number alone, in the time its opening
/// takes, and nothing is stored but the list of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    cycle: Cycle,
    rounds: u32,
    /// How many meetings there are.
    count: u64,
    meetings: Meetings,
}

impl Schedule {
    /// Checks the settings and makes the schedule.
    ///
    /// # Errors
    /// Says which setting is out of range, which opening of the list is illegal or
    /// ends the game, or that there would be too many rounds or games.
    pub fn new(settings: Settings) -> Result<Schedule, ScheduleError> {
        let Settings { bots, format, games, openings, rules, seed } = settings;
        if games == 0 {
            return Err(ScheduleError::NoGames);
        }
        let cycle = Cycle::new(format, bots)?;
        let rounds = cycle
            .rounds()
            .checked_mul(u64::from(format.cycles()))
            .and_then(|rounds| u32::try_from(rounds).ok())
            .ok_or(ScheduleError::TooManyRounds)?;
        // At most 2^32 rounds of 2^31 boards: this cannot overflow.
        let count = u64::from(rounds) * cycle.boards();
        count
            .checked_mul(u64::from(games))
            .filter(|&games| games <= MAX_GAMES)
            .ok_or(ScheduleError::TooManyGames)?;
        let meetings = Meetings::new(games, openings, rules, seed)?;
        Ok(Schedule { cycle, rounds, count, meetings })
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.count * self.meetings.pairs_each()
    }

    /// Returns the number of games, at most [`MAX_GAMES`].
    #[must_use]
    pub fn games(&self) -> u64 {
        self.count * self.meetings.games_each()
    }

    /// Returns the number of rounds over all cycles.
    ///
    /// A cycle of a round robin has one round fewer than bots, or as many when the
    /// number of bots is odd; one of a gauntlet has as many as its larger group.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Returns the pair with this number, from 1.
    ///
    /// # Panics
    /// When there is no such pair: the number is 0 or above [`Schedule::pairs`].
    #[must_use]
    pub fn pair(&self, number: u64) -> Pair {
        assert!((1..=self.pairs()).contains(&number), "no pair {number} of {}", self.pairs());
        let pairs_each = self.meetings.pairs_each();
        let (meeting, place) = ((number - 1) / pairs_each, (number - 1) % pairs_each);
        let round = meeting / self.cycle.boards();
        let bots = self.bots(round, meeting % self.cycle.boards());
        let round = u32::try_from(round + 1).expect("there are at most 2^32 - 1 rounds");
        self.meetings.pair(meeting, place, round, bots)
    }

    /// Returns all pairs in order, each computed when it is asked for.
    pub fn iter(&self) -> impl Iterator<Item = Pair> + '_ {
        (1..=self.pairs()).map(|number| self.pair(number))
    }

    /// Returns the number of the pair that a game belongs to, if there is such a game.
    #[must_use]
    pub fn pair_of_game(&self, game: u64) -> Option<u64> {
        (1..=self.games()).contains(&game).then(|| {
            let games_each = self.meetings.games_each();
            let (meeting, games_before) = ((game - 1) / games_each, (game - 1) % games_each);
            meeting * self.meetings.pairs_each() + games_before / 2 + 1
        })
    }

    /// Returns the bot that has a bye in a round, from 1.
    ///
    /// There are byes in a round robin of an odd number of bots only: in a gauntlet
    /// most bots wait for their turn, which is nothing to be compensated.
    #[must_use]
    pub fn bye(&self, round: u32) -> Option<Bot> {
        if round == 0 || round > self.rounds {
            return None;
        }
        self.cycle.bye(u64::from(round - 1) % self.cycle.rounds())
    }

    /// Returns whether a list of openings is too short for every pair to have its own.
    #[must_use]
    pub fn openings_reused(&self) -> bool {
        self.meetings.openings_last().is_some_and(|length| length < self.pairs())
    }

    /// Returns South and North at a board of a round, both from 0.
    fn bots(&self, round: u64, board: u64) -> [Bot; 2] {
        let (cycle, round) = (round / self.cycle.rounds(), round % self.cycle.rounds());
        let [south, north] = self.cycle.meeting(round, board);
        if cycle.is_multiple_of(2) { [south, north] } else { [north, south] }
    }
}

/// Why there is no such schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A meeting without games.
    #[error("`games` must be at least 1")]
    NoGames,
    /// The format does not fit the bots.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Something is wrong with the openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// More rounds than can be numbered.
    #[error("a schedule has at most {} rounds; lower `cycles`", u32::MAX)]
    TooManyRounds,
    /// More games than can be numbered.
    #[error("a schedule has at most {MAX_GAMES} games; lower `games` or `cycles`")]
    TooManyGames,
}
