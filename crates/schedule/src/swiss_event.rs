//! A Swiss tournament of bots: from what was played to the next round.
//!
//! ```text
//! settings ─┐
//! rounds    ├─► Tournament ─► swiss::pair ─► boards of the next round ─► pairs
//! scores    │        └─► tie-breaks, TRF
//! withdrawn ┘
//! ```
//!
//! Who scores more in a meeting has won it: a win is one point, whatever the number
//! of games. A bot that is withdrawn loses what it does not play; a meeting of which
//! nothing was played is a forfeit, and the two may be paired again.

use std::cmp::Ordering;

use ayo_record::{Board, Bot, Pair, Withdrawal};
use ayo_rules::Rules;

use crate::draw;
use crate::meetings::Meetings;
use crate::openings::{Openings, OpeningsError};
use crate::schedule::MAX_GAMES;
use crate::swiss::{self, Colours, PairingError};
use crate::tie_breaks::{PairedBy, Standing, TieBreak, standings};
use crate::tournament::{
    Acceleration, Bye, Colour, Entry, Forfeit, Game, MAX_PLAYERS, MAX_ROUNDS, Outcome, Player,
    PlayerNumber, PointSystem, Points, Round, Scoring, Tournament, TournamentDraft,
};

/// What a Swiss tournament of bots is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissSettings {
    /// Its name.
    pub name: String,
    /// The names of the bots.
    pub bots: Vec<String>,
    /// Their ratings before the tournament, at most [`crate::MAX_RATING`], where known.
    pub ratings: Vec<Option<u16>>,
    /// Rounds, from 1 to [`MAX_ROUNDS`].
    pub rounds: u32,
    /// Points for a bye.
    pub bye_points: Points,
    /// Whether the upper half gets virtual points in the first rounds.
    pub acceleration: Acceleration,
    /// Games of a meeting, at least 1.
    pub games: u32,
    /// Where the openings come from.
    pub openings: Openings,
    /// The rules under which openings are played.
    pub rules: Rules,
    /// What everything random follows from.
    pub seed: u64,
}

/// Why there is no such tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwissError {
    /// A meeting without games.
    #[error("`games` must be at least 1")]
    NoGames,
    /// No rounds, or too many to be numbered.
    #[error("a Swiss tournament has from 1 to {MAX_ROUNDS} rounds, not {rounds}")]
    Rounds {
        /// The number given.
        rounds: u32,
    },
    /// More rounds than opponents.
    #[error(
        "{rounds} rounds are too many for {bots} bots: nobody meets the same opponent twice, and \
         each has {}; let everybody meet everybody with `kind = \"round-robin\"`", bots - 1
    )]
    MoreRoundsThanOpponents {
        /// The number of rounds given.
        rounds: u32,
        /// The number of bots.
        bots: usize,
    },
    /// Fewer than two bots, or more than have numbers.
    #[error("a Swiss tournament has from 2 to {MAX_PLAYERS} bots, not {bots}")]
    Bots {
        /// The number given.
        bots: usize,
    },
    /// More games than can be numbered.
    #[error("a tournament has at most {MAX_GAMES} games; lower `games` or `rounds`")]
    TooManyGames,
    /// Something is wrong with the openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

/// A Swiss tournament of bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    settings: SwissSettings,
    meetings: Meetings,
    /// The bots by pairing number.
    order: Vec<Bot>,
    /// The pairing number of each bot.
    numbers: Vec<PlayerNumber>,
}

/// What two bots scored in their meeting so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeetingScore {
    /// Games that were played.
    pub games: u32,
    /// Two for each win and one for each draw: of the board's South, then of its North.
    pub half_points: [u32; 2],
}

/// How far a Swiss tournament is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissProgress {
    /// The boards of every round that was paired.
    pub rounds: Vec<Vec<Board>>,
    /// Bots that play no more.
    pub withdrawals: Vec<Withdrawal>,
    /// The scores of the meetings: of every board that is no bye, in order.
    pub scores: Vec<MeetingScore>,
}

impl SwissProgress {
    /// Returns whether a bot plays no more.
    #[must_use]
    pub fn is_withdrawn(&self, bot: Bot) -> bool {
        self.withdrawals.iter().any(|withdrawal| withdrawal.bot == bot)
    }
}

impl Swiss {
    /// Checks the settings and draws the pairing numbers.
    ///
    /// # Errors
    /// Says which setting is out of range.
    pub fn new(settings: SwissSettings) -> Result<Swiss, SwissError> {
        let bots = settings.bots.len();
        let rounds = settings.rounds;
        if settings.games == 0 {
            return Err(SwissError::NoGames);
        }
        if !(2..=MAX_PLAYERS).contains(&bots) {
            return Err(SwissError::Bots { bots });
        }
        if rounds == 0 || rounds as usize > MAX_ROUNDS {
            return Err(SwissError::Rounds { rounds });
        }
        // With a bye each in turn, an odd field has a round more.
        if rounds as usize > bots - 1 + bots % 2 {
            return Err(SwissError::MoreRoundsThanOpponents { rounds, bots });
        }
        let boards = u64::from(rounds) * (bots as u64 / 2);
        let games = boards.checked_mul(u64::from(settings.games));
        games.filter(|&games| games <= MAX_GAMES).ok_or(SwissError::TooManyGames)?;
        let SwissSettings { games, rules, seed, .. } = settings;
        let meetings = Meetings::new(games, settings.openings.clone(), rules, seed)?;
        let order = draw::draw(&settings.ratings, seed);
        let mut numbers = vec![number(0); bots];
        for (place, bot) in order.iter().enumerate() {
            numbers[bot.index()] = number(place);
        }
        Ok(Swiss { settings, meetings, order, numbers })
    }

    /// Returns the number of rounds.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.settings.rounds
    }

    /// Returns the number of pairs if nobody is withdrawn.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.boards() * self.meetings.pairs_each()
    }

    /// Returns the number of games if nobody is withdrawn.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.boards() * self.meetings.games_each()
    }

    fn boards(&self) -> u64 {
        u64::from(self.settings.rounds) * (self.order.len() as u64 / 2)
    }

    /// Returns the number of the meeting, from 0, that a pair belongs to.
    #[must_use]
    pub fn meeting_of(&self, pair: u64) -> u64 {
        (pair - 1) / self.meetings.pairs_each()
    }

    /// Says whether a list of openings is too short for every pair to have its own.
    #[must_use]
    pub fn openings_reused(&self) -> bool {
        self.meetings.openings_last().is_some_and(|last| last < self.pairs())
    }

    /// Returns the pairs of the last round that was paired, in order.
    pub fn pairs_of_last_round<'a>(
        &'a self,
        progress: &'a SwissProgress,
    ) -> impl Iterator<Item = Pair> + 'a {
        let (last, before) =
            progress.rounds.split_last().map_or((&[][..], &[][..]), |(a, b)| (a, b));
        let first = before.iter().flatten().filter(|board| board.north.is_some()).count() as u64;
        let round = progress.rounds.len() as u32;
        let meetings = last.iter().filter_map(|board| Some([board.south, board.north?]));
        (first..).zip(meetings).flat_map(move |(meeting, bots)| {
            (0..self.meetings.pairs_each())
                .map(move |place| self.meetings.pair(meeting, place, round, bots))
        })
    }

    /// Returns whether the last round that was paired is over; before the first one is,
    /// it is.
    #[must_use]
    pub fn is_round_over(&self, progress: &SwissProgress) -> bool {
        self.games_missing(progress).all(|games| games == 0)
    }

    /// Returns the number of games that are still to be played if nobody else is withdrawn
    /// and every round can be paired.
    #[must_use]
    pub fn games_left(&self, progress: &SwissProgress) -> u64 {
        let missing: u64 = self.games_missing(progress).map(u64::from).sum();
        let rounds = u64::from(self.settings.rounds).saturating_sub(progress.rounds.len() as u64);
        let active = self.order.iter().filter(|&&bot| !progress.is_withdrawn(bot)).count() as u64;
        missing + rounds * (active / 2) * self.meetings.games_each()
    }

    /// Returns how many games each meeting lacks: none when a bot of it is withdrawn.
    fn games_missing(&self, progress: &SwissProgress) -> impl Iterator<Item = u32> {
        let boards = progress.rounds.iter().flatten();
        let meetings = boards.filter_map(|board| Some([board.south, board.north?]));
        let scores =
            progress.scores.iter().copied().chain(std::iter::repeat(MeetingScore::default()));
        meetings.zip(scores).map(|(bots, score)| {
            match bots.iter().any(|&bot| progress.is_withdrawn(bot)) {
                true => 0,
                false => self.settings.games.saturating_sub(score.games),
            }
        })
    }

    /// Returns the progress without a round that is not over: what the tournament was when
    /// its last round that is over ended.
    #[must_use]
    pub fn completed(&self, progress: &SwissProgress) -> SwissProgress {
        let mut completed = progress.clone();
        if !self.is_round_over(progress) && completed.rounds.pop().is_some() {
            let boards = completed.rounds.iter().flatten();
            completed.scores.truncate(boards.filter(|board| board.north.is_some()).count());
            let rounds = completed.rounds.len() as u32;
            completed.withdrawals.retain(|withdrawal| withdrawal.round <= rounds);
        }
        completed
    }

    /// Pairs the next round; all games of the rounds before must have been played.
    ///
    /// # Errors
    /// Says why there is no next round.
    pub fn pair(&self, progress: &SwissProgress) -> Result<Vec<Board>, PairingError> {
        let tournament = self.tournament(progress);
        let initial_colour = draw::first_side(self.settings.seed);
        let settings = swiss::Settings { colours: Colours::of(&tournament), initial_colour };
        let pairing = swiss::pair(&tournament, &settings)?;
        let boards = pairing
            .pairs
            .iter()
            .map(|pair| Board { south: self.bot(pair.white), north: Some(self.bot(pair.black)) });
        let bye = pairing.bye.map(|player| Board { south: self.bot(player), north: None });
        Ok(boards.chain(bye).collect())
    }

    /// Ranks the bots, the best first, by tie-breaks that begin with the points.
    #[must_use]
    pub fn standings(
        &self,
        progress: &SwissProgress,
        tie_breaks: &[TieBreak],
    ) -> Vec<(Bot, Standing)> {
        let tournament = self.tournament(progress);
        let rounds = tournament.rounds_paired();
        let standings = standings(&tournament, rounds, PairedBy::Swiss, tie_breaks);
        standings.into_iter().map(|standing| (self.bot(standing.player), standing)).collect()
    }

    /// Returns the tournament so far, for pairing, tie-breaks and TRF.
    ///
    /// # Panics
    /// When the progress is not one of this tournament: it names other bots, or one
    /// twice in a round.
    #[must_use]
    pub fn tournament(&self, progress: &SwissProgress) -> Tournament {
        let mut players: Vec<Player> =
            (0..self.order.len()).map(|place| self.player(place)).collect();
        let mut scores =
            progress.scores.iter().copied().chain(std::iter::repeat(MeetingScore::default()));
        for (round, boards) in (1..).zip(&progress.rounds) {
            let mut set = |bot: Bot, entry| {
                players[self.place(bot)].entries[round - 1] = entry;
            };
            for board in boards {
                let Some(north) = board.north else {
                    set(board.south, Entry::Bye(Bye::PairingAllocated));
                    continue;
                };
                let score = scores.next().expect("scores never end");
                let [south_entry, north_entry] =
                    self.entries([board.south, north], score, progress);
                set(board.south, south_entry);
                set(north, north_entry);
            }
        }
        // A round later than the last that was paired says who will not be paired.
        for &Withdrawal { bot, round } in &progress.withdrawals {
            let after = self.settings.rounds.min(progress.rounds.len() as u32 + 1);
            for entry in &mut players[self.place(bot)].entries[round as usize..after as usize] {
                *entry = Entry::Bye(Bye::Zero);
            }
        }
        Tournament::new(self.draft(players)).expect("a progress of this tournament fits together")
    }

    fn draft(&self, players: Vec<Player>) -> TournamentDraft {
        let system = if self.settings.games.is_multiple_of(2) { None } else { Some("FIDE_DUTCH") };
        TournamentDraft {
            name: self.settings.name.clone(),
            players,
            points: PointSystem { pairing_bye: self.settings.bye_points, ..PointSystem::STANDARD },
            total_rounds: Round::new(self.settings.rounds as usize),
            initial_colour: Some(draw::first_side(self.settings.seed)),
            acceleration: self.settings.acceleration.clone(),
            forbidden: Vec::new(),
            system: system.map(str::to_owned),
            ignores_sides: self.settings.games.is_multiple_of(2),
        }
    }

    fn player(&self, place: usize) -> Player {
        let bot = self.order[place].index();
        Player {
            number: number(place),
            name: self.settings.bots[bot].clone(),
            rating: self.settings.ratings[bot],
            entries: vec![Entry::Blank; self.settings.rounds as usize],
        }
    }

    /// Returns what both bots of a meeting did in it; nothing while it goes on.
    fn entries(&self, bots: [Bot; 2], score: MeetingScore, progress: &SwissProgress) -> [Entry; 2] {
        let gone = bots.map(|bot| progress.is_withdrawn(bot));
        let missing = self.settings.games.saturating_sub(score.games);
        if missing > 0 && gone == [false; 2] {
            return [Entry::Blank; 2];
        }
        let walkover = |side: usize| gone[1 - side] && !gone[side];
        let total = [0, 1].map(|side: usize| {
            score.half_points[side] + if walkover(side) { 2 * missing } else { 0 }
        });
        [0, 1].map(|side: usize| {
            let opponent = self.numbers[bots[1 - side].index()];
            let colour = Some([Colour::White, Colour::Black][side]);
            if score.games == 0 {
                return Entry::Forfeited(Forfeit { opponent, colour, won: walkover(side) });
            }
            let outcome = match total[side].cmp(&total[1 - side]) {
                Ordering::Greater => Outcome::Win,
                Ordering::Equal => Outcome::Draw,
                Ordering::Less => Outcome::Loss,
            };
            Entry::Played(Game { opponent, colour, outcome, scoring: Scoring::Rated })
        })
    }

    fn bot(&self, player: PlayerNumber) -> Bot {
        self.order[player.get() - 1]
    }

    fn place(&self, bot: Bot) -> usize {
        self.numbers[bot.index()].get() - 1
    }
}

/// Returns the pairing number at a place of the order, from 0.
fn number(place: usize) -> PlayerNumber {
    PlayerNumber::new(place + 1).expect("there are at most MAX_PLAYERS bots")
}
