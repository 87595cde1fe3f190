//! What is kept of the games while they are read one by one.

use std::collections::BTreeMap;

use ayo_record::{Bot, GameAnalysis, GameRecord, Reason};

use crate::budget::{FAULT_GAME_BYTES, REPLAYS_OF_A_FAULT, SAMPLE_BYTES};
use crate::game_json::KeptGame;
use crate::incidents::{Incident, Incidents};
use crate::live::Latest;
use crate::numbers;
use crate::sample::Sample;
use crate::think_times::ThinkTimes;

/// What a page shows of the games of a run; add them in the order of (pair, game).
///
/// Holds counts and at most [`MAX_PAGE_BYTES`](crate::MAX_PAGE_BYTES) of text, however
/// many games are added.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// As they can be shown.
    pub(crate) names: Vec<String>,
    pub(crate) games: u64,
    /// The pair that decided a sequential test.
    decided_at_pair: Option<u64>,
    /// Games of later pairs: kept, and not judged by that test.
    pub(crate) after_decision: u64,
    pub(crate) plies: u64,
    pub(crate) endings: BTreeMap<Reason, u64>,
    pub(crate) think_times: ThinkTimes,
    pub(crate) incidents: Incidents,
    fault_games: Vec<KeptGame>,
    fault_bytes: usize,
    replays: BTreeMap<(Bot, Reason), u64>,
    sample: Sample,
    pub(crate) latest: Latest,
}

impl Gathered {
    /// Starts with no games; a [`Bot`] is a place in this list of names.
    #[must_use]
    pub fn new(bots: &[String]) -> Gathered {
        Gathered {
            names: bots.iter().map(|name| numbers::plain(name)).collect(),
            games: 0,
            decided_at_pair: None,
            after_decision: 0,
            plies: 0,
            endings: BTreeMap::new(),
            think_times: ThinkTimes::new(bots.len()),
            incidents: Incidents::new(),
            fault_games: Vec::new(),
            fault_bytes: 0,
            replays: BTreeMap::new(),
            sample: Sample::new(SAMPLE_BYTES),
            latest: Latest::default(),
        }
    }

    /// Has games marked that are of later pairs than the one that decided a sequential test.
    #[must_use]
    pub fn judged_until(self, decided_at_pair: Option<u64>) -> Gathered {
        Gathered { decided_at_pair, ..self }
    }

    /// Adds a game, and its analysis where there is one; a game of a bot that is not in the
    /// list is left out.
    pub fn add(&mut self, record: &GameRecord, analysis: Option<&GameAnalysis>) {
        if record.bots.iter().any(|bot| bot.index() >= self.names.len()) {
            return;
        }
        self.games += 1;
        self.plies += record.plies() as u64;
        *self.endings.entry(record.verdict.reason).or_default() += 1;
        self.think_times.add(record);
        let is_after = is_after(record, self.decided_at_pair);
        self.after_decision += u64::from(is_after);
        self.latest.add(record, is_after);
        let offender = record.verdict.offender();
        let replayed = match offender {
            Some(side) => self.keep_fault(record, analysis, is_after, record.bots[side.index()]),
            None => false,
        };
        if let Some(side) = offender {
            let incident = Incident::new(record, side, &self.names, replayed, is_after);
            self.incidents.add(&incident);
        }
        if !replayed && self.sample.wants(record.pair) {
            self.sample.add(KeptGame::new(record, analysis, &self.names, is_after));
        }
    }

    /// Keeps a game that ended by a fault, if there is room.
    fn keep_fault(
        &mut self,
        record: &GameRecord,
        analysis: Option<&GameAnalysis>,
        is_after: bool,
        offender: Bot,
    ) -> bool {
        let replays = self.replays.entry((offender, record.verdict.reason)).or_default();
        if *replays >= REPLAYS_OF_A_FAULT {
            return false;
        }
        let game = KeptGame::new(record, analysis, &self.names, is_after);
        if self.fault_bytes + game.bytes() > FAULT_GAME_BYTES {
            return false;
        }
        *replays += 1;
        self.fault_bytes += game.bytes();
        self.fault_games.push(game);
        true
    }

    /// Returns the games to replay, in the order of their numbers.
    pub(crate) fn kept_games(&self) -> Vec<&KeptGame> {
        let mut games: Vec<&KeptGame> =
            self.fault_games.iter().chain(self.sample.games()).collect();
        games.sort_by_key(|game| game.number);
        games
    }
}

/// Says whether a game is of a later pair than the one that decided a sequential test.
pub(crate) fn is_after(record: &GameRecord, decided_at_pair: Option<u64>) -> bool {
    decided_at_pair.is_some_and(|last| record.pair > last)
}
