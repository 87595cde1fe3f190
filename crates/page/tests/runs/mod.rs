//! Runs made up for tests: games of random legal moves, and faults where they are asked for.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::BTreeMap;

use ayo_page::{Contents, Gathered, History, Round, RunTitle, Test};
use ayo_ratings::{Game, Options, fit_named};
use ayo_record::{Bot, GameAnalysis, GameRecord, GameResult, Opening, Reason, Verdict};
use ayo_report::{Crosstable, Ranking, Scores, Standings, rated_game};
use ayo_rules::{Pit, Position, Rules, Scoresheet, Side, parse_moves};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// A name with everything that could break a page.
pub(crate) const HOSTILE: &str = "</script><b>\"it's\" & \u{202e}evil\u{202c}<!--";

/// The bots and games of a run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) name: String,
    pub(crate) bots: Vec<String>,
    pub(crate) records: Vec<GameRecord>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) voids: u64,
    pub(crate) rules: Rules,
    pub(crate) test: Option<Test>,
    /// By the number of the game.
    pub(crate) analyses: BTreeMap<u64, GameAnalysis>,
}

/// What the page of a run is compared with.
pub(crate) struct Made {
    pub(crate) html: String,
    pub(crate) standings: Standings,
    pub(crate) crosstable: Crosstable,
}

impl Run {
    /// A run without games.
    pub(crate) fn empty(bots: &[&str]) -> Run {
        Run {
            name: "club-league".to_owned(),
            bots: bots.iter().map(|&name| name.to_owned()).collect(),
            records: Vec::new(),
            rounds: Vec::new(),
            voids: 0,
            rules: Rules::AYOAYO,
            test: None,
            analyses: BTreeMap::new(),
        }
    }

    /// A round robin: every two bots meet this often, in pairs of games, with random moves.
    pub(crate) fn league(bots: &[&str], cycles: u32, seed: u64) -> Run {
        Run::league_by(Rules::AYOAYO, bots, cycles, seed)
    }

    /// A round robin by other rules.
    pub(crate) fn league_by(rules: Rules, bots: &[&str], cycles: u32, seed: u64) -> Run {
        let mut run = Run { rules, ..Run::empty(bots) };
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        for round in 1..=cycles {
            for a in 0..bots.len() as u32 {
                for b in 0..a {
                    run.play_pair(round, [Bot(a), Bot(b)], &mut random);
                }
            }
        }
        run
    }

    fn play_pair(&mut self, round: u32, bots: [Bot; 2], random: &mut ChaCha12Rng) {
        let pair = self.records.last().map_or(1, |last| last.pair + 1);
        for (game, bots) in [(1, bots), (2, [bots[1], bots[0]])] {
            let number = self.records.len() as u64 + 1;
            self.records.push(random_game(number, round, pair, game, bots, self.rules, random));
        }
    }

    /// Makes a game one that a side lost by a fault, after so many moves of it.
    pub(crate) fn fault(&mut self, number: u64, loser: Side, reason: Reason, detail: &str) {
        let record = &mut self.records[number as usize - 1];
        let opening = 4.min(record.moves.len());
        let cut = record.moves.len().saturating_sub(1).max(opening);
        record.moves.truncate(cut);
        record.move_us.truncate(cut - opening);
        record.infos.truncate(cut - opening);
        let mut sheet = Scoresheet::new(self.rules, Position::START);
        for &pit in &record.moves {
            sheet.play(pit).unwrap();
        }
        record.scores = sheet.position().stores();
        record.result = GameResult::won_by(loser.opponent());
        record.verdict = Verdict { reason, loser: Some(loser), detail: detail.to_owned() };
        record.stderr_tail = "Traceback </script> <b>\nlast line\n".to_owned();
    }

    /// Puts the longest known relay into the run, as its first game.
    pub(crate) fn with_long_relay(mut self) -> Run {
        let start: Position = "0.1.1.13.0.1/0.1.0.1.0.1 15-14 S".parse().unwrap();
        let mut sheet = Scoresheet::new(self.rules, start);
        sheet.play(Pit::new(2).unwrap()).unwrap();
        let record = &mut self.records[0];
        record.opening = Opening::Position(start);
        record.moves = sheet.moves().to_vec();
        record.move_us = vec![1_234];
        record.scores = sheet.position().stores();
        record.result = GameResult::won_by(Side::South);
        record.verdict = Verdict {
            reason: Reason::Timeout,
            loser: Some(Side::North),
            detail: "ply 2: 10.61 s used, 10.00 s + 0.05 s margin allowed".to_owned(),
        };
        self
    }

    /// Takes an analysis of a game into the run.
    pub(crate) fn analysed(mut self, number: u64, values: &str, blunders: &str) -> Run {
        let analysis = GameAnalysis::from_texts(values, blunders).unwrap();
        self.analyses.insert(number, analysis);
        self
    }

    /// Makes everything from it, the page too.
    pub(crate) fn make(&self) -> Made {
        let mut scores = Scores::new(self.bots.clone());
        let decision = self.test.as_ref().and_then(|test| test.decision.as_ref());
        let decided_at_pair = decision.map(|decision| decision.pair);
        let mut gathered = Gathered::new(&self.bots).judged_until(decided_at_pair);
        for record in &self.records {
            scores.add(record).unwrap();
            let analysis = self.analyses.get(&record.number);
            gathered.add(record, analysis);
            analysis.into_iter().for_each(|it| scores.add_analysis(record, it).unwrap());
        }
        let rated: Vec<Game> = self.records.iter().filter_map(rated_game).collect();
        let ratings = fit_named(&self.bots, &rated, &Options::default());
        let standings = Standings::new(&scores, &Ranking::round_robin(&scores), &ratings);
        let crosstable = Crosstable::new(&scores, &ratings);
        let history = History::new(&self.bots, &rated, &Options::default());
        let contents = Contents {
            run: RunTitle {
                name: &self.name,
                rules: self.rules,
                seed: 7,
                created_at_ms: 1_795_988_703_007,
                ayo_version: "0.1.0",
            },
            scores: &scores,
            ratings: &ratings,
            standings: &standings,
            crosstable: &crosstable,
            history: &history,
            rounds: &self.rounds,
            voids: self.voids,
            test: self.test.as_ref(),
            gathered: &gathered,
        };
        let mut html = Vec::new();
        ayo_page::write(&mut html, &contents).unwrap();
        Made { html: String::from_utf8(html).unwrap(), standings, crosstable }
    }
}

fn random_game(
    number: u64,
    round: u32,
    pair: u64,
    game: u8,
    bots: [Bot; 2],
    rules: Rules,
    random: &mut ChaCha12Rng,
) -> GameRecord {
    let mut sheet = Scoresheet::new(rules, Position::START);
    while sheet.outcome().is_none() {
        let legal: Vec<Pit> = sheet.legal_moves().collect();
        sheet.play(legal[random.next_u32() as usize % legal.len()]).unwrap();
    }
    let outcome = sheet.outcome().unwrap();
    let moves = sheet.moves().to_vec();
    let opening = moves[..4.min(moves.len())].to_vec();
    let move_us: Vec<u32> =
        moves[opening.len()..].iter().map(|_| 20 + random.next_u32() % 200_000).collect();
    let slowest_ms = u64::from(move_us.iter().copied().max().unwrap_or(0) / 1_000);
    GameRecord {
        number,
        round,
        pair,
        game,
        bots,
        opening: Opening::Moves(opening),
        result: outcome.winner().into(),
        scores: outcome.stores,
        verdict: Verdict { reason: outcome.reason.into(), loser: None, detail: String::new() },
        used_ms: [slowest_ms, slowest_ms],
        slowest_ms: [slowest_ms, 0],
        moves,
        move_us,
        infos: Vec::new(),
        seed: number,
        isolation: "none".to_owned(),
        worker: 1,
        started_at_ms: 1_795_988_703_007,
        duration_ms: 12,
        stderr_tail: String::new(),
    }
}

/// A game of these letters from the start, with the ending the rules give it.
pub(crate) fn game_of(number: u64, letters: &str) -> GameRecord {
    let mut sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
    let moves = parse_moves(letters).unwrap();
    for &pit in &moves {
        sheet.play(pit).unwrap();
    }
    let outcome = sheet.outcome().expect("the letters are a whole game");
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let game = random_game(number, 1, number, 1, [Bot(0), Bot(1)], Rules::AYOAYO, &mut random);
    GameRecord {
        opening: Opening::Moves(Vec::new()),
        result: outcome.winner().into(),
        scores: outcome.stores,
        verdict: Verdict { reason: outcome.reason.into(), loser: None, detail: String::new() },
        move_us: vec![1_500; moves.len()],
        moves,
        ..game
    }
}
