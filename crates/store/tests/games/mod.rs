//! Games for the tests of the store.
#![allow(dead_code, reason = "each test file uses some of these")]

use ayo_record::{Bot, GameRecord, GameResult, MoveInfo, Opening, Reason, Verdict};
use ayo_rules::{Pit, Position, Side};
use ayo_store::RunInfo;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) fn info() -> RunInfo {
    RunInfo {
        ayo_version: "0.1.0".into(),
        name: "club-league".into(),
        seed: u64::MAX,
        rules: "ayoayo".into(),
        bots: vec!["greedy".into(), "mine, \"the best\"".into(), "ọpọ́n'; --".into()],
        tournament: "name = \"club-league\"\nseed = 7\n".into(),
        created_at_ms: 1_700_000_000_000,
    }
}

pub(crate) fn plain(pair: u64, game: u8) -> GameRecord {
    GameRecord {
        number: pair * 2 + u64::from(game) - 2,
        round: 1,
        pair,
        game,
        bots: [Bot(0), Bot(1)],
        opening: Opening::Moves(ayo_rules::parse_moves("Cc").unwrap()),
        result: GameResult::South,
        scores: [25, 10],
        verdict: Verdict { reason: Reason::Majority, loser: None, detail: String::new() },
        used_ms: [3, 4],
        slowest_ms: [2, 3],
        moves: ayo_rules::parse_moves("CcAf").unwrap(),
        move_us: vec![70_000, 12],
        infos: Vec::new(),
        seed: (1 << 53) - 1,
        isolation: "strong".into(),
        worker: 1,
        started_at_ms: 1_700_000_000_123,
        duration_ms: 9,
        stderr_tail: String::new(),
    }
}

pub(crate) fn void(pair: u64, game: u8) -> GameRecord {
    GameRecord {
        result: GameResult::Void,
        verdict: Verdict { reason: Reason::Void, loser: None, detail: "no memory".into() },
        ..plain(pair, game)
    }
}

/// Returns this many games of different pairs, in random order, with random content.
pub(crate) fn random(seed: u64, games: u64) -> Vec<GameRecord> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut records: Vec<_> = (1..=games).map(|pair| random_game(&mut chance, pair)).collect();
    for index in (1..records.len()).rev() {
        records.swap(index, below(&mut chance, index as u64 + 1) as usize);
    }
    records
}

fn random_game(chance: &mut ChaCha8Rng, pair: u64) -> GameRecord {
    let moves: Vec<Pit> =
        (0..below(chance, 90)).map(|_| Pit::new(below(chance, 12) as u8).unwrap()).collect();
    let south_score = below(chance, 49);
    let opening = match below(chance, 3) {
        0 => Opening::Position(Position::START),
        1 => Opening::Moves(Vec::new()),
        _ => Opening::Moves(moves[..moves.len() / 2].to_vec()),
    };
    let south = below(chance, 3);
    let (result, verdict) = random_ending(chance);
    GameRecord {
        number: chance.next_u64() >> 1 | 1,
        round: chance.next_u32() | 1,
        pair,
        game: 1 + below(chance, 2) as u8,
        bots: [Bot(south as u32), Bot(((south + 1 + below(chance, 2)) % 3) as u32)],
        opening,
        result,
        scores: [south_score as u8, below(chance, 49 - south_score) as u8],
        verdict,
        used_ms: [chance.next_u64() >> 1, below(chance, 1_000)],
        slowest_ms: [below(chance, 1_000), chance.next_u64() >> 1],
        move_us: moves.iter().map(|_| chance.next_u32()).collect(),
        infos: random_infos(chance, moves.len()),
        moves,
        seed: chance.next_u64() >> 11,
        isolation: random_text(chance, 10),
        worker: chance.next_u32() | 1,
        started_at_ms: chance.next_u64() >> 1,
        duration_ms: chance.next_u64() >> 1,
        stderr_tail: random_text(chance, 300),
    }
}

/// In one game of three something is said, of every second move.
fn random_infos(chance: &mut ChaCha8Rng, moves: usize) -> Vec<Option<MoveInfo>> {
    if below(chance, 3) > 0 {
        return Vec::new();
    }
    (0..moves).map(|_| (below(chance, 2) == 0).then(|| random_info(chance))).collect()
}

fn random_info(chance: &mut ChaCha8Rng) -> MoveInfo {
    let scores = [7.0, -0.0, 1e300, -1e-300, chance.next_u64() as f64 / 3e15];
    MoveInfo {
        score: scores.get(below(chance, 6) as usize).copied(),
        depth: (below(chance, 2) == 0).then(|| below(chance, 40)),
        nodes: (below(chance, 2) == 0).then(|| chance.next_u64() >> 11),
        pv: (0..below(chance, 9)).map(|_| Pit::new(below(chance, 12) as u8).unwrap()).collect(),
        text: random_text(chance, 20),
    }
}

fn random_ending(chance: &mut ChaCha8Rng) -> (GameResult, Verdict) {
    let reason = Reason::ALL[below(chance, 16) as usize];
    let detail = random_text(chance, 40);
    if reason.is_normal() {
        let result =
            [GameResult::South, GameResult::North, GameResult::Draw][below(chance, 3) as usize];
        return (result, Verdict { reason, loser: None, detail });
    }
    let loser = Side::BOTH[below(chance, 2) as usize];
    (GameResult::won_by(loser.opponent()), Verdict { reason, loser: Some(loser), detail })
}

/// Any characters at all, those included that SQL and CSV care for.
fn random_text(chance: &mut ChaCha8Rng, longest: u64) -> String {
    let odd = ['\0', '\n', '\'', '"', ',', 'ọ', '\u{1F3B2}', '\u{FFFD}'];
    (0..below(chance, longest + 1))
        .map(|_| match below(chance, 4) {
            0 => odd[below(chance, 8) as usize],
            _ => char::from(b' ' + below(chance, 95) as u8),
        })
        .collect()
}

fn below(chance: &mut ChaCha8Rng, limit: u64) -> u64 {
    chance.next_u64() % limit
}
