//! What a run does at this moment, and what it has finished since somebody looked.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod games;

use std::path::PathBuf;

use ayo_record::{Bot, GameResult, Live, LiveGame, Opening};
use ayo_store::{Mark, Reader, Store, StoreError, Writer};
use games::{info, plain, random};
use rusqlite::Connection;
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    (folder, path)
}

fn live(moves: &[&str]) -> Live {
    let game = |(worker, moves): (u32, &&str)| LiveGame {
        worker,
        number: 7,
        round: 2,
        bots: [Bot(2), Bot(0)],
        opening: Opening::Moves(ayo_rules::parse_moves("Cc").unwrap()),
        moves: ayo_rules::parse_moves(moves).unwrap(),
        moved_at_ms: 1_700_000_000_123,
        result: (moves.len() > 4).then_some(GameResult::Draw),
    };
    let games = (1..).zip(moves).map(game).collect();
    let test = "LLR 0.31 (-2.94 2.94)".to_owned();
    Live { at_ms: 1_700_000_000_456, total: 200, test, stopped: None, games }
}

#[test]
fn the_last_word_counts() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.live().unwrap(), None);
    let stopped = Live { stopped: Some("all games played".to_owned()), ..live(&[]) };
    for said in [live(&["Cc", "CcAf"]), live(&["CcAfBa"]), stopped, live(&["Cc"])] {
        store.show(&said).unwrap();
        assert_eq!(reader.live().unwrap(), Some(said));
    }
}

#[test]
fn the_test_that_was_asked_last() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.asked_test().unwrap(), None);
    for settings in [Some("elo0=0 elo1=5"), Some("elo0=0 elo1=10"), None, Some("")] {
        store.ask_test(settings).unwrap();
        assert_eq!(reader.asked_test().unwrap().as_deref(), settings);
    }
    // What the run is stays as it was.
    assert_eq!(Reader::open(&path).unwrap().run_info(), &info());
}

#[test]
fn a_writer_says_the_last_word_of_many() {
    let (_folder, path) = folder();
    let writer = Writer::start(Store::create(&path, &info()).unwrap()).unwrap();
    for moves in ["Cc", "CcA", "CcAf"] {
        writer.sender().show(live(&[moves]));
    }
    writer.send(plain(1, 1)).unwrap();
    let (store, written) = writer.finish().unwrap();
    assert_eq!(store.live().unwrap(), Some(live(&["CcAf"])));
    assert_eq!((written.new, store.games().unwrap().len()), (1, 1));
}

/// Databases of before have no such tables.
#[test]
fn a_database_without_the_tables() {
    let (_folder, path) = folder();
    drop(Store::create(&path, &info()).unwrap());
    let drop_tables = || {
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("DROP TABLE live; DROP TABLE live_game").unwrap();
    };
    drop_tables();
    assert_eq!(Reader::open(&path).unwrap().live().unwrap(), None);
    let mut store = Store::open(&path).unwrap();
    store.show(&live(&["Cc"])).unwrap();
    assert_eq!(store.live().unwrap(), Some(live(&["Cc"])));
}

#[test]
fn an_impossible_game() {
    #[track_caller]
    fn check(change: &str, expected: &str) {
        let (_folder, path) = folder();
        let mut store = Store::create(&path, &info()).unwrap();
        store.show(&live(&["Cc"])).unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute(&format!("UPDATE live_game SET {change}"), []).unwrap();
        match store.live() {
            Err(StoreError::BadEntry { problem, .. }) => assert_eq!(problem, expected),
            other => panic!("{other:?}"),
        }
    }
    check("north = 9", "table `live_game`: `north`: there is no bot 9");
    check("worker = -1", "table `live_game`: `worker`: -1 is out of range");
    check("result = 'won'", "table `live_game`: `result`: unknown word `won`");
}

/// With what was said in them, in whatever order they were kept.
#[test]
fn games_since_are_whole() {
    let (_folder, path) = folder();
    let seed = 20_261_130;
    let records = random(seed, 900);
    Store::create(&path, &info()).unwrap().append(&records).unwrap();
    let (games, _) = Reader::open(&path).unwrap().games_since(Mark::default()).unwrap();
    assert!(games == records, "seed {seed}");
    assert!(games.iter().any(|game| !game.infos.is_empty()), "seed {seed}");
}

#[test]
fn games_since_a_mark() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    let reader = Reader::open(&path).unwrap();
    let (none, start) = reader.games_since(Mark::default()).unwrap();
    assert_eq!((none, start), (vec![], Mark::default()));
    // Kept in another order than that of the schedule.
    store.append(&[plain(9, 1), plain(2, 1)]).unwrap();
    let (first, mark) = reader.games_since(start).unwrap();
    assert_eq!(first, [plain(9, 1), plain(2, 1)]);
    assert_eq!(reader.games_since(mark).unwrap(), (vec![], mark));
    let many: Vec<_> = (10..=1_500).map(|pair| plain(pair, 1)).collect();
    store.append(&many).unwrap();
    let (thousand, mark) = reader.games_since(mark).unwrap();
    let (rest, _) = reader.games_since(mark).unwrap();
    assert_eq!([thousand.len(), rest.len()], [1_000, 491]);
    assert_eq!([thousand, rest].concat(), many);
}
