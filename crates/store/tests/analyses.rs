//! Analyses of games: kept beside them, and never needed.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod games;

use ayo_record::{GameAnalysis, GameRecord};
use ayo_store::{KeptAnalysis, Mark, Reader, Store, StoreError};
use games::{info, plain};
use rusqlite::Connection;

fn kept(pair: u64, values: &str, blunders: &str) -> KeptAnalysis {
    let analysis = GameAnalysis::from_texts(values, blunders).unwrap();
    KeptAnalysis { pair, game: 1, nodes: 1_000, analysis }
}

/// The analyses of some games as texts, empty where there is none.
fn texts(reader: &Reader, games: &[GameRecord]) -> Vec<String> {
    let mut analyses = reader.analyses();
    let mut text = |record| match analyses.of(record).unwrap() {
        None => String::new(),
        Some(KeptAnalysis { nodes, analysis, .. }) => {
            format!("{nodes} {} {}", analysis.values_text(), analysis.blunders_text())
        }
    };
    games.iter().map(&mut text).collect()
}

#[test]
fn there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    let mut store = Store::create(&path, &info()).unwrap();
    let games: Vec<GameRecord> = (1..=2_500).map(|pair| plain(pair, 1)).collect();
    store.append(&games).unwrap();
    assert_eq!(texts(&store, &games), vec![""; 2_500]);
    for pair in (1..=2_500).step_by(2) {
        store.keep_analysis(&kept(pair, "ssssn", "3A:CD")).unwrap();
    }
    let before = store.last_analysis().unwrap();
    // A later one takes its place.
    store.keep_analysis(&kept(1, "sSdn?", "3A: 4f:?")).unwrap();
    // One of a game with another number of moves.
    store.keep_analysis(&kept(2, "ss", "")).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_ne!(reader.last_analysis().unwrap(), before);
    let one = |game: &GameRecord| reader.analysis(game).unwrap().map(|kept| kept.pair);
    assert_eq!([&games[0], &games[1], &games[2]].map(one), [Some(1), None, Some(3)]);
    let found = texts(&reader, &games);
    assert_eq!(found[..4], ["1000 sSdn? 3A: 4f:?", "", "1000 ssssn 3A:CD", ""]);
    assert_eq!(found.iter().filter(|text| !text.is_empty()).count(), 1_250);
    store.forget_analyses().unwrap();
    assert_eq!(texts(&reader, &games), vec![""; 2_500]);
}

#[test]
fn a_run_without_the_table_is_read_and_gets_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    Store::create(&path, &info()).unwrap().append(&[plain(1, 1)]).unwrap();
    Connection::open(&path).unwrap().execute_batch("DROP TABLE analysis").unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(texts(&reader, &[plain(1, 1)]), [""]);
    assert_eq!(reader.last_analysis().unwrap(), Mark::default());
    drop(reader);
    let mut store = Store::open(&path).unwrap();
    store.keep_analysis(&kept(1, "sssss", "")).unwrap();
    assert_eq!(texts(&store, &[plain(1, 1)]), ["1000 sssss "]);
}

#[test]
fn other_versions_and_impossible_rows() {
    let check = |change: &str, expected: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.db");
        Store::create(&path, &info()).unwrap().keep_analysis(&kept(1, "sssss", "")).unwrap();
        Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let reader = Reader::open(&path).unwrap();
        let found = match reader.analyses().of(&plain(1, 1)) {
            Ok(kept) => format!("{}", kept.is_some()),
            Err(bad @ StoreError::BadAnalysis { pair: 1, game: 1, .. }) if !bad.is_damaged() => {
                std::error::Error::source(&bad).unwrap().to_string()
            }
            Err(other) => panic!("{other}"),
        };
        assert_eq!(found, expected, "{change}");
    };
    check("UPDATE analysis SET nodes = 5", "true");
    check("UPDATE analysis SET version = version + 1", "false");
    let bad = "`position_values, blunders`: ";
    check("UPDATE analysis SET position_values = 'sxx'", &format!("{bad}`x` stands for no value"));
    let blunder = format!("{bad}`9A:C` is no blunder of this game");
    check("UPDATE analysis SET blunders = '9A:C'", &blunder);
    let negative = "`nodes`: -1 is negative";
    check("UPDATE analysis SET nodes = -1", negative);
}
