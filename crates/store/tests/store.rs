//! What a run database keeps, refuses and survives.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod games;

use std::error::Error;
use std::path::{Path, PathBuf};

use ayo_record::{Board, Bot, GameRecord, GameResult, MoveInfo, Reason, Withdrawal};
use ayo_rules::Side;
use ayo_store::{Reader, Store, StoreError};
use games::{info, plain, random, void};
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    (folder, path)
}

#[test]
fn what_is_written_is_read_back() {
    let (_folder, path) = folder();
    let seed = 20_261_129;
    let mut records = random(seed, 2_500);
    let mut store = Store::create(&path, &info()).unwrap();
    for batch in records.chunks(700) {
        assert_eq!(store.append(batch).unwrap(), batch.len(), "seed {seed}");
    }
    drop(store);

    records.sort_by_key(|record| (record.pair, record.game));
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.run_info(), &info());
    assert!(reader.games().unwrap() == records, "seed {seed}");
    let finished = reader.finished().unwrap();
    assert_eq!(finished.len(), records.len());
    assert!(finished.iter().eq(records.iter().map(|record| (record.pair, record.game))));
    assert!(finished.contains(records[0].pair, records[0].game));
    assert!(!finished.contains(1_000_000, 1));
}

/// A game of two moves of the bots, the second of them with this depth.
fn telling(pair: u64, depth: u64) -> GameRecord {
    let info = MoveInfo { depth: Some(depth), ..MoveInfo::default() };
    GameRecord { infos: vec![None, Some(info)], ..plain(pair, 1) }
}

fn rows_of_info(path: &Path) -> Vec<(i64, String)> {
    let connection = rusqlite::Connection::open(path).unwrap();
    let mut statement = connection.prepare("SELECT pair, info FROM info ORDER BY pair").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn what_was_said_of_moves() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&[plain(1, 1), plain(1, 2), telling(2, 6)]).unwrap();
    // A game that is there stays as it is, with what was said in it and without.
    store.append(&[telling(1, 7), telling(2, 7), plain(2, 1), void(3, 1)]).unwrap();
    let games = [plain(1, 1), plain(1, 2), telling(2, 6)];
    assert_eq!(store.games().unwrap(), games);
    for game in &games {
        assert_eq!(store.game(game.number).unwrap().as_ref(), Some(game));
    }
    drop(store);
    assert_eq!(rows_of_info(&path), [(2, r#"[null,{"depth":6}]"#.to_owned())]);
    // Nothing is left of a game that somebody deletes.
    change(&path, "DELETE FROM game WHERE pair = 2");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.games().unwrap(), games[..2]);
    assert_eq!(store.append(&[telling(2, 8)]).unwrap(), 1);
    assert_eq!(store.games().unwrap()[2], telling(2, 8));
}

/// What has no room is left out as a whole, the games never; what is there counts.
#[test]
fn what_was_said_has_a_limit() {
    let (_folder, path) = folder();
    let bytes = r#"[null,{"depth":6}]"#.len() as u64;
    let check = |store: &Store, told: &[i64], left_out: u64| {
        let pairs: Vec<i64> = rows_of_info(&path).into_iter().map(|(pair, _)| pair).collect();
        assert_eq!((&pairs[..], store.infos_left_out()), (told, left_out));
    };
    let mut store = Store::create(&path, &info()).unwrap();
    store.limit_infos(3 * bytes);
    store.append(&[telling(1, 6), telling(2, 6), plain(3, 1)]).unwrap();
    check(&store, &[1, 2], 0);
    // Too long by a byte; a shorter one has room.
    store.append(&[telling(4, 10), telling(5, 6), telling(6, 6)]).unwrap();
    check(&store, &[1, 2, 5], 2);
    // A game that is there already takes nothing.
    store.append(&[telling(4, 6)]).unwrap();
    check(&store, &[1, 2, 5], 2);
    drop(store);
    let mut store = Store::open(&path).unwrap();
    store.limit_infos(4 * bytes);
    store.append(&[telling(7, 6), telling(8, 6)]).unwrap();
    check(&store, &[1, 2, 5, 7], 1);
    assert_eq!(store.games().unwrap().len(), 8);
    assert_eq!(store.stream_without_infos().count(), 8);
    assert!(store.stream_without_infos().all(|game| game.unwrap().infos.is_empty()));
}

#[test]
fn runs_from_before_what_was_said_was_kept() {
    let (_folder, path) = folder();
    Store::create(&path, &info()).unwrap().append(&[plain(1, 1)]).unwrap();
    change(&path, "DROP TABLE info");
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.games().unwrap(), [plain(1, 1)]);
    assert_eq!(reader.game(1).unwrap(), Some(plain(1, 1)));
    // It goes on under the eyes of who reads it.
    Store::open(&path).unwrap().append(&[telling(2, 6)]).unwrap();
    assert_eq!(reader.games().unwrap(), [plain(1, 1), telling(2, 6)]);
    assert_eq!(reader.game(3).unwrap(), Some(telling(2, 6)));
}

/// More games than are fetched at once, and more of them with something said.
#[test]
fn many_games_with_something_said() {
    let (_folder, path) = folder();
    let record = |pair| if pair % 3 == 0 { telling(pair, pair) } else { plain(pair, 1) };
    let records: Vec<GameRecord> = (1..=2_500).map(record).collect();
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&records).unwrap();
    assert!(store.games().unwrap() == records);
}

/// Linux lets a program write on to a file that has no name any more.
#[test]
fn a_file_that_is_deleted_or_replaced() {
    #[track_caller]
    fn check(change: fn(&Path)) {
        let (_folder, path) = folder();
        let mut store = Store::create(&path, &info()).unwrap();
        store.append(&[plain(1, 1)]).unwrap();
        change(&path);
        for records in [&[plain(1, 2)][..], &[]] {
            let error = store.append(records).unwrap_err();
            assert!(matches!(error, StoreError::Gone { .. }), "{error:?}");
        }
    }
    check(|path| std::fs::remove_file(path).unwrap());
    check(|path| std::fs::remove_dir_all(path.parent().unwrap()).unwrap());
    check(|path| {
        std::fs::rename(path, path.with_extension("old")).unwrap();
        std::fs::write(path, "").unwrap();
    });
}

#[test]
fn a_game_counts_once() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    assert_eq!(store.append(&[plain(1, 1), plain(1, 2)]).unwrap(), 2);
    let other = GameRecord { result: GameResult::Draw, ..plain(1, 2) };
    assert_eq!(store.append(&[plain(2, 1), other]).unwrap(), 1);
    assert_eq!(store.games().unwrap(), [plain(1, 1), plain(1, 2), plain(2, 1)]);
}

#[test]
fn void_games_are_counted_but_are_no_games() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    assert_eq!(store.append(&[void(1, 1), plain(1, 1), void(1, 1)]).unwrap(), 1);
    assert_eq!(store.record_void(&void(1, 2)).unwrap(), 3);
    assert_eq!(store.games().unwrap(), [plain(1, 1)]);
    assert!(store.record_void(&plain(2, 1)).is_err());
}

#[test]
fn rounds_are_written_once() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    let board = |south, north: Option<u32>| Board { south: Bot(south), north: north.map(Bot) };
    let rounds = [vec![board(0, Some(1)), board(2, None)], vec![board(2, Some(0)), board(1, None)]];
    assert!(store.rounds().unwrap().is_empty());
    for (number, boards) in (1..).zip(&rounds) {
        store.append_round(number, boards).unwrap();
    }
    assert!(store.append_round(2, &rounds[0]).is_err());
    let late = Withdrawal { bot: Bot(1), round: 2 };
    store.withdraw(late).unwrap();
    store.withdraw(Withdrawal { round: 3, ..late }).unwrap();
    drop(store);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.rounds().unwrap(), rounds);
    assert_eq!(reader.withdrawals().unwrap(), [late]);
}

#[test]
fn impossible_rounds_are_named() {
    let check = |sql: &str, expected: &str| {
        let (_folder, path) = folder();
        let mut store = Store::create(&path, &info()).unwrap();
        store.append_round(1, &[Board { south: Bot(0), north: Some(Bot(1)) }]).unwrap();
        drop(store);
        change(&path, sql);
        let reader = Reader::open(&path).unwrap();
        let error = reader.rounds().err().or(reader.withdrawals().err()).unwrap();
        assert!(error.is_damaged() && error.to_string().ends_with(expected), "{sql}: {error}");
    };
    check("UPDATE board SET north = 99", "board 1 of round 1 has no bot 99");
    check("UPDATE board SET board = 2", "nothing comes before board 2 of round 1");
    check("UPDATE board SET round = 2", "nothing comes before board 1 of round 2");
    check("INSERT INTO withdrawal VALUES (-1, 1)", "there is no bot -1 to withdraw");
    check("INSERT INTO withdrawal VALUES (1, -1)", "a round without a number");
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let (_folder, path) = folder();
    Store::create(&path, &info()).unwrap().append(&[plain(1, 1)]).unwrap();
    let mut store = Store::open(&path).unwrap();
    store.append(&[plain(1, 2)]).unwrap();
    assert_eq!(store.games().unwrap().len(), 2);
    drop(store);
    let error = Store::create(&path, &info()).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
}

#[test]
fn a_closed_run_is_one_plain_file() {
    let (folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&[plain(1, 1)]).unwrap();
    drop(store);
    // Alone in another folder, as when it is sent to somebody.
    let copy = folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    std::fs::copy(&path, copy.join("run.db")).unwrap();
    let reader = Reader::open(&copy.join("run.db")).unwrap();
    assert_eq!(reader.games().unwrap(), [plain(1, 1)]);
    assert_eq!(copy.read_dir().unwrap().count(), 1, "reading wrote something");
}

#[test]
fn a_creation_that_was_killed_is_in_nobodys_way() {
    let (folder, path) = folder();
    std::fs::write(folder.path().join("run.db.new"), "half of someth").unwrap();
    Store::create(&path, &info()).unwrap();
    let mut left: Vec<_> =
        folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["run.db", "run.db.lock"]);
}

#[test]
fn one_writes_and_others_read() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }));
    assert!(error.to_string().contains("run.db` is in use by another running ayo"), "{error}");

    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.games().unwrap(), []);
    store.append(&[plain(1, 1)]).unwrap();
    assert_eq!(reader.games().unwrap(), [plain(1, 1)]);
    drop(store);
    Store::open(&path).unwrap();
}

#[test]
fn a_stream_sees_games_that_come_while_it_is_read() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&(1..=1_000).map(|pair| plain(pair, 1)).collect::<Vec<_>>()).unwrap();
    let reader = Reader::open(&path).unwrap();
    let mut games = reader.stream();
    assert_eq!(games.next().unwrap().unwrap(), plain(1, 1));
    store.append(&[plain(2_000, 1)]).unwrap();
    assert_eq!(games.last().unwrap().unwrap(), plain(2_000, 1));
}

#[test]
fn files_that_are_no_run() {
    let (folder, path) = folder();
    let check = |name: &str, content: &[u8], expected: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let text =
            Reader::open(&path).unwrap_err().to_string().replace(path.to_str().unwrap(), "F");
        assert_eq!(text, expected, "{name}");
        assert!(Store::open(&path).is_err(), "{name}");
    };
    check("empty.db", b"", "`F` is not a run database of ayo");
    check("text.db", &b"pair,game\n".repeat(400), "`F` is not a run database of ayo");

    let missing = Store::open(&path).unwrap_err();
    assert!(matches!(missing, StoreError::NotFound { .. }), "{missing}");
    assert!(!folder.path().join("run.db.lock").exists());

    change(&path, "PRAGMA application_id = 7");
    let other = Reader::open(&path).unwrap_err();
    assert!(matches!(other, StoreError::NotARun { .. }), "{other}");
}

#[test]
fn a_newer_database_is_left_alone() {
    let (_folder, path) = folder();
    Store::create(&path, &info()).unwrap();
    change(&path, "PRAGMA user_version = 2");
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 2, known: 1, .. }), "{error}");
}

/// Does to the file what no ayo would do.
fn change(path: &Path, sql: &str) {
    let unchecked = format!("PRAGMA foreign_keys = OFF; {sql}");
    rusqlite::Connection::open(path).unwrap().execute_batch(&unchecked).unwrap();
}

/// Changes the second of two games, in which something is said, to what no game can be.
#[track_caller]
fn check_impossible(sql: &str, expected: &str) {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&[plain(1, 1), telling(3, 6)]).unwrap();
    drop(store);
    change(&path, sql);
    let reader = Reader::open(&path).unwrap();
    let games: Vec<_> = reader.stream().collect();
    assert_eq!(games[0].as_ref().unwrap(), &plain(1, 1));
    let error = games[1].as_ref().unwrap_err();
    assert!(matches!(error, StoreError::BadRow { .. }), "{error}");
    assert_eq!(error.source().unwrap().to_string(), expected, "{sql}");
}

#[test]
fn impossible_infos_are_named() {
    check_impossible("UPDATE info SET info = '[null]'", "`info`: 1 entries for 2 moves");
    check_impossible(
        "UPDATE info SET info = ''",
        "`info`: EOF while parsing a value at line 1 column 0",
    );
    check_impossible(
        r#"UPDATE info SET info = '[null,{"pv":[12]}]'"#,
        "`info`: 12 is not a pit at line 1 column 17",
    );
}

#[test]
fn impossible_rows_are_named() {
    let check = |change_to: &str, expected: &str| {
        check_impossible(&format!("UPDATE game SET {change_to} WHERE pair = 3"), expected);
    };
    check("result = 'won'", "`result`: unknown word `won`");
    check("result = '*'", "`reason`: `majority` with the result `*`");
    check("result = '*', reason = 'void'", "`result`: a void game is no game");
    check("reason = 'boredom'", "`reason`: unknown word `boredom`");
    check("reason = 'timeout'", "`loser`: nobody lost by `timeout`");
    check("loser = 'west'", "`loser`: unknown word `west`");
    check("loser = 'south'", "`loser`: `south` with the result `1-0`");
    check("south_score = 300", "`south_score`: 300 is out of range");
    check("south_score = 30, north_score = 30", "`north_score`: 60 seeds counted of 48");
    check("south = 9", "`south`: there is no bot 9, only 3 from 0");
    check("south = 1, north = 1", "`north`: a bot does not play against itself");
    check("game_id = -1", "`game_id`: -1 is out of range");
    check("game = 7", "`game`: 7 is neither 1 nor 2");
    check("round = 0", "`round`: 0, but counting starts at 1");
    check(
        "moves = 'AbX'",
        "`moves`: `X` at character 3 is not a pit (`A`-`F` are South's, `a`-`f` North's)",
    );
    check("opening = 'a/b'", "`opening`: a position looks like `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`");
    check("move_us = x'0102030405'", "`move_us`: 5 bytes, not a multiple of 4");
}

#[test]
fn impossible_entries_are_named() {
    let check = |sql: &str, expected: &str| {
        let (_folder, path) = folder();
        Store::create(&path, &info()).unwrap();
        change(&path, sql);
        let text = Reader::open(&path).unwrap_err().to_string();
        assert!(text.ends_with(expected), "{sql}: {text}");
    };
    check("DELETE FROM meta WHERE key = 'rules'", "`rules` is missing");
    check("UPDATE meta SET value = 'x' WHERE key = 'seed'", "`seed` is `x`, not a number");
    check(
        "UPDATE meta SET value = 'seed = 8' WHERE key = 'tournament'",
        "`tournament_sha256` is not that of `tournament`",
    );
    check("DELETE FROM bot WHERE bot = 1", "bot 1 has no name");
    let painted = r"`x\u{1b}[2J` has a control character";
    check("UPDATE bot SET name = 'x' || char(27) || '[2J' WHERE bot = 1", painted);
    check("UPDATE meta SET value = 'x' || char(27) || '[2J' WHERE key = 'name'", painted);
}

#[test]
fn impossible_records_are_not_written() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    let mut check = |record: GameRecord, column: &str| {
        let error = store.append(&[plain(8, 1), record]).unwrap_err();
        assert!(error.source().unwrap().to_string().starts_with(column), "{error:?}");
        assert_eq!(store.games().unwrap(), []);
    };
    check(GameRecord { seed: u64::MAX, ..plain(1, 1) }, "`seed`");
    check(GameRecord { worker: 0, ..plain(1, 1) }, "`worker`");
    check(GameRecord { scores: [255, 255], ..plain(1, 1) }, "`south_score`");
    check(GameRecord { infos: vec![None], ..plain(1, 1) }, "`info`");
    let mut blamed = plain(1, 1);
    blamed.verdict.reason = Reason::Exited;
    blamed.verdict.loser = Some(Side::South);
    check(blamed, "`loser`");
}

#[test]
fn bots_need_names_of_their_own() {
    let (_folder, path) = folder();
    let mut twins = info();
    twins.bots[2] = twins.bots[0].clone();
    let error = Store::create(&path, &twins).unwrap_err();
    assert_eq!(error.to_string(), "two bots are called `greedy`");
    assert!(!path.exists());
}

#[test]
fn people_can_query_it() {
    let (_folder, path) = folder();
    let mut store = Store::create(&path, &info()).unwrap();
    store.append(&[plain(1, 1)]).unwrap();
    let row: (String, String, u32, String) = rusqlite::Connection::open(&path)
        .unwrap()
        .query_row("SELECT south, result, plies, started_at FROM games", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .unwrap();
    assert_eq!(row, ("greedy".into(), "1-0".into(), 4, "2023-11-14T22:13:20.123Z".into()));
}
