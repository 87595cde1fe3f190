//! Games for the tests of the report.
#![allow(dead_code, reason = "each test file uses some of these")]

use ayo_record::{Bot, GameRecord, GameResult, Opening, Reason, Verdict};
use ayo_report::Scores;
use ayo_rules::Side;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Returns a game that ended by the rules.
pub(crate) fn game(pair: u64, game: u8, bots: [u32; 2], result: &str) -> GameRecord {
    let result = GameResult::from_text(result).unwrap();
    GameRecord {
        number: pair * 2 + u64::from(game) - 2,
        round: 1,
        pair,
        game,
        bots: bots.map(Bot),
        opening: Opening::Moves(ayo_rules::parse_moves("Cc").unwrap()),
        result,
        scores: [25, 10],
        verdict: Verdict { reason: Reason::Majority, loser: None, detail: String::new() },
        used_ms: [1_200, 900],
        slowest_ms: [400, 300],
        moves: ayo_rules::parse_moves("CcAfBaCbDcE").unwrap(),
        move_us: vec![100; 9],
        infos: Vec::new(),
        seed: 7,
        isolation: "strong".into(),
        worker: 1,
        started_at_ms: 1_795_988_703_007,
        duration_ms: 2_150,
        stderr_tail: String::new(),
    }
}

/// Returns a game that one side lost by a fault.
pub(crate) fn fault(
    pair: u64,
    number: u8,
    bots: [u32; 2],
    loser: Side,
    reason: Reason,
    detail: &str,
) -> GameRecord {
    let verdict = Verdict { reason, loser: Some(loser), detail: detail.into() };
    let result = GameResult::won_by(loser.opponent());
    GameRecord { verdict, ..game(pair, number, bots, result.text()) }
}

pub(crate) fn void(pair: u64, number: u8, bots: [u32; 2]) -> GameRecord {
    let verdict = Verdict { reason: Reason::Void, loser: None, detail: "host stalled".into() };
    GameRecord { verdict, ..game(pair, number, bots, "*") }
}

pub(crate) fn scores(bots: &[&str], records: &[GameRecord]) -> Scores {
    let mut scores = Scores::new(names(bots));
    for record in records {
        scores.add(record).unwrap();
    }
    scores
}

pub(crate) fn shuffled(seed: u64, records: &[GameRecord]) -> Vec<GameRecord> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut records = records.to_vec();
    for index in (1..records.len()).rev() {
        records.swap(index, (chance.next_u64() % (index as u64 + 1)) as usize);
    }
    records
}

/// Returns games of a league of four, two of every pair, some lost by faults.
pub(crate) fn league(seed: u64) -> Vec<GameRecord> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut records = Vec::new();
    for pair in 1..=60 {
        let south = chance.next_u32() % 4;
        let north = (south + 1 + chance.next_u32() % 3) % 4;
        for number in 1..=2 {
            let bots = if number == 1 { [south, north] } else { [north, south] };
            let result = ["1-0", "0-1", "1/2-1/2"][chance.next_u32() as usize % 3];
            records.push(match chance.next_u32() % 6 {
                0 => {
                    let reason = Reason::ALL[4 + chance.next_u32() as usize % 10];
                    let detail = format!("fault of game {number} of pair {pair}");
                    fault(pair, number, bots, Side::North, reason, &detail)
                }
                _ => game(pair, number, bots, result),
            });
        }
    }
    records
}
