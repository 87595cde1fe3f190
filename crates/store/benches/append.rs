//! How fast games are appended, straight to the store in batches and through the writer,
//! and how fast they are read back.
//!
//! One JSON document on stdout. The target is that of an arena whose games take no
//! time: recording must not be what limits it.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

use std::time::Instant;

use ayo_record::{Bot, GameRecord, GameResult, Opening, Reason, Verdict};
use ayo_rules::{Pit, Side};
use ayo_store::{Reader, RunInfo, Store, Writer};

const GAMES: u64 = 100_000;
const BATCH: usize = 1_000;
const TARGET_GAMES_PER_S: u64 = 50_000;

fn main() {
    let records: Vec<GameRecord> = (0..GAMES).map(record).collect();
    let appended = in_batches(&records);
    let read = streamed(&records);
    let written = through_writer(records);
    println!(
        "{{\"bench\":\"append\",\"games\":{GAMES},\"plies_a_game\":80,\"batch\":{BATCH},\
         \"append_games_per_s\":{appended:.0},\"writer_games_per_s\":{written:.0},\
         \"read_games_per_s\":{read:.0},\"target_games_per_s\":{TARGET_GAMES_PER_S},\
         \"bytes_per_game\":{},\"met\":{}}}",
        bytes_per_game(),
        appended >= TARGET_GAMES_PER_S as f64,
    );
}

fn in_batches(records: &[GameRecord]) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("run.db"), &info()).unwrap();
    let start = Instant::now();
    let new: usize = records.chunks(BATCH).map(|batch| store.append(batch).unwrap()).sum();
    drop(store);
    assert_eq!(new, records.len());
    rate(start)
}

fn streamed(records: &[GameRecord]) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    Store::create(&path, &info()).unwrap().append(records).unwrap();
    let reader = Reader::open(&path).unwrap();
    let start = Instant::now();
    let read = reader.stream().map(Result::unwrap).count();
    assert_eq!(read, records.len());
    rate(start)
}

fn through_writer(records: Vec<GameRecord>) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(&folder.path().join("run.db"), &info()).unwrap();
    let start = Instant::now();
    let writer = Writer::start(store).unwrap();
    for record in records {
        writer.send(record).unwrap();
    }
    let (store, written) = writer.finish().unwrap();
    drop(store);
    assert_eq!(written.new, GAMES);
    rate(start)
}

fn rate(start: Instant) -> f64 {
    GAMES as f64 / start.elapsed().as_secs_f64()
}

fn bytes_per_game() -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&(0..10_000).map(record).collect::<Vec<_>>()).unwrap();
    drop(store);
    std::fs::metadata(path).unwrap().len() / 10_000
}

fn info() -> RunInfo {
    RunInfo {
        ayo_version: "0.1.0".into(),
        name: "bench".into(),
        seed: 7,
        rules: "ayoayo".into(),
        bots: vec!["first".into(), "second".into()],
        tournament: "seed = 7\n".into(),
        created_at_ms: 1_700_000_000_000,
    }
}

/// A game of 80 plies, the size of a long one.
fn record(index: u64) -> GameRecord {
    let game = (index % 2) as u8;
    let moves: Vec<Pit> = (0..80).filter_map(|ply| Pit::new((ply * 7 % 12) as u8)).collect();
    GameRecord {
        number: index + 1,
        round: 1,
        pair: index / 2 + 1,
        game: game + 1,
        bots: [Bot(u32::from(game)), Bot(u32::from(1 - game))],
        opening: Opening::Moves(moves[..4].to_vec()),
        result: GameResult::won_by(Side::South),
        scores: [27, 21],
        verdict: Verdict { reason: Reason::Majority, loser: None, detail: String::new() },
        used_ms: [12, 14],
        slowest_ms: [3, 4],
        move_us: (0..76).map(|ply| 20 + ply).collect(),
        infos: Vec::new(),
        moves,
        seed: index * 12_345,
        isolation: "strong".into(),
        worker: 1,
        started_at_ms: 1_700_000_000_000 + index,
        duration_ms: 26,
        stderr_tail: String::new(),
    }
}
