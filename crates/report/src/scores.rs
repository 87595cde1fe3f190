//! Who scored what against whom, and who was at fault: counted game by game.

use std::collections::BTreeMap;

use ayo_ratings::Score;
use ayo_record::{Bot, GameAnalysis, GameRecord, GameResult, Reason};
use ayo_rules::Side;

use crate::Analysed;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns two for each win and one for each draw.
    #[must_use]
    pub const fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    pub(crate) fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    pub(crate) const fn plus(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// What a bot scored on each side, against one opponent or all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BothSides {
    /// Its games as South.
    pub as_south: Tally,
    /// Its games as North.
    pub as_north: Tally,
}

impl BothSides {
    /// Returns all its games.
    #[must_use]
    pub const fn total(self) -> Tally {
        self.as_south.plus(self.as_north)
    }

    fn side(&mut self, side: Side) -> &mut Tally {
        match side {
            Side::South => &mut self.as_south,
            Side::North => &mut self.as_north,
        }
    }
}

/// How often a bot lost by one kind of fault, and the first time it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How often, at least once.
    pub count: u64,
    /// Number of the first such game in the run.
    pub game: u64,
    /// The move that was due in it, counted from 1 with those of the opening.
    pub ply: u64,
    /// The sentence about it.
    pub detail: String,
    /// Pair and game within it: what "first" means.
    place: (u64, u8),
}

/// A record names a bot that is not in the list of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot {} among {bots} (game {game})", bot.0)]
pub struct UnknownBot {
    /// The bot.
    pub bot: Bot,
    /// How many there are.
    pub bots: usize,
    /// Number of the game.
    pub game: u64,
}

/// The scores of a run so far; the order in which games are added does not matter.
#[derive(Clone, Debug)]
pub struct Scores {
    bots: Vec<String>,
    totals: Vec<BothSides>,
    meetings: BTreeMap<(Bot, Bot), BothSides>,
    faults: Vec<BTreeMap<Reason, Fault>>,
    analysed: Vec<Analysed>,
    voids: u64,
}

impl Scores {
    /// Starts with no games; a [`Bot`] is a place in this list of names.
    #[must_use]
    pub fn new(bots: Vec<String>) -> Scores {
        Scores {
            totals: vec![BothSides::default(); bots.len()],
            meetings: BTreeMap::new(),
            faults: vec![BTreeMap::new(); bots.len()],
            analysed: vec![Analysed::default(); bots.len()],
            voids: 0,
            bots,
        }
    }

    /// Counts a game; a void one is only noted as such.
    ///
    /// # Errors
    /// Says when a bot of the game is not in the list; nothing is counted then.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), UnknownBot> {
        check_bots(record, self.bots.len())?;
        for side in Side::BOTH {
            let Some(half_points) = record.result.half_points(side) else {
                self.voids += 1;
                return Ok(());
            };
            let bot = record.bots[side.index()];
            let opponent = record.bots[side.opponent().index()];
            self.totals[bot.index()].side(side).add(half_points);
            self.meetings.entry((bot, opponent)).or_default().side(side).add(half_points);
        }
        if let Some(side) = record.verdict.offender() {
            self.add_fault(record, record.bots[side.index()]);
        }
        Ok(())
    }

    /// Counts what the analysis of a game says of its bots, beside the game itself.
    ///
    /// # Errors
    /// Says when a bot of the game is not in the list; nothing is counted then.
    pub fn add_analysis(
        &mut self,
        record: &GameRecord,
        analysis: &GameAnalysis,
    ) -> Result<(), UnknownBot> {
        check_bots(record, self.bots.len())?;
        for side in Side::BOTH {
            let bot = record.bots[side.index()];
            self.analysed[bot.index()].add(record, side, analysis);
        }
        Ok(())
    }

    fn add_fault(&mut self, record: &GameRecord, offender: Bot) {
        let place = (record.pair, record.game);
        let faults = &mut self.faults[offender.index()];
        let count = faults.get(&record.verdict.reason).map_or(0, |fault| fault.count);
        match faults.get_mut(&record.verdict.reason) {
            Some(fault) if fault.place < place => fault.count += 1,
            _ => {
                let first = Fault {
                    count: count + 1,
                    game: record.number,
                    ply: record.plies() as u64 + 1,
                    detail: record.verdict.detail.clone(),
                    place,
                };
                faults.insert(record.verdict.reason, first);
            }
        }
    }

    /// Returns the names of the bots.
    #[must_use]
    pub fn bots(&self) -> &[String] {
        &self.bots
    }

    /// Returns how many void games were added.
    #[must_use]
    pub fn voids(&self) -> u64 {
        self.voids
    }

    /// Returns the score of a bot of the list against all.
    #[must_use]
    pub fn total(&self, bot: Bot) -> BothSides {
        self.totals.get(bot.index()).copied().unwrap_or_default()
    }

    /// Returns the score of a bot against one opponent.
    #[must_use]
    pub fn against(&self, bot: Bot, opponent: Bot) -> BothSides {
        self.meetings.get(&(bot, opponent)).copied().unwrap_or_default()
    }

    /// Returns every (bot, opponent) that met and the score of the bot, in order.
    pub fn meetings(&self) -> impl Iterator<Item = (Bot, Bot, BothSides)> + '_ {
        self.meetings.iter().map(|(&(bot, opponent), &score)| (bot, opponent, score))
    }

    /// Returns the opponents of a bot and its scores against them.
    pub(crate) fn opponents(&self, bot: Bot) -> impl Iterator<Item = (Bot, BothSides)> + '_ {
        self.meetings
            .range((bot, Bot(0))..=(bot, Bot(u32::MAX)))
            .map(|(&(_, opponent), &score)| (opponent, score))
    }

    /// Returns what analyses say of a bot of the list.
    #[must_use]
    pub fn analysed(&self, bot: Bot) -> Analysed {
        self.analysed.get(bot.index()).copied().unwrap_or_default()
    }

    /// Returns the kinds of fault a bot lost by.
    pub fn faults(&self, bot: Bot) -> impl Iterator<Item = (Reason, &Fault)> {
        self.faults.get(bot.index()).into_iter().flatten().map(|(&reason, fault)| (reason, fault))
    }

    pub(crate) fn count_faults(&self, bot: Bot, kind: impl Fn(Reason) -> bool) -> u64 {
        self.faults(bot).filter(|&(reason, _)| kind(reason)).map(|(_, fault)| fault.count).sum()
    }
}

pub(crate) fn check_bots(record: &GameRecord, bots: usize) -> Result<(), UnknownBot> {
    match record.bots.into_iter().find(|bot| bot.index() >= bots) {
        Some(bot) => Err(UnknownBot { bot, bots, game: record.number }),
        None => Ok(()),
    }
}

/// Returns the game as the rating sees it; `None` for a void game.
#[must_use]
pub fn rated_game(record: &GameRecord) -> Option<ayo_ratings::Game> {
    let score = match record.result {
        GameResult::South => Score::Win,
        GameResult::North => Score::Loss,
        GameResult::Draw => Score::Draw,
        GameResult::Void => return None,
    };
    Some(ayo_ratings::Game {
        first: record.bots[0].0,
        second: record.bots[1].0,
        score,
        pair: record.pair,
        moves: moves_fingerprint(record),
    })
}

/// Returns a number for opening and moves, as they stand in the files of a run.
pub(crate) fn moves_fingerprint(record: &GameRecord) -> u64 {
    let opening = record.opening.to_string();
    ayo_ratings::fingerprint(opening.as_bytes(), ayo_rules::write_moves(&record.moves).as_bytes())
}
