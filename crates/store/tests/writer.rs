//! The writer's thread: nothing lost, nothing silent.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod games;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use ayo_record::GameRecord;
use ayo_store::{QUEUE_GAMES, Reader, Store, Writer, WriterError, Written};
use games::{info, plain, void};

#[test]
fn games_of_many_senders_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    let writer = Writer::start(Store::create(&path, &info()).unwrap()).unwrap();
    std::thread::scope(|scope| {
        for slot in 0..3 {
            let sender = writer.sender();
            scope.spawn(move || {
                for pair in 0..QUEUE_GAMES as u64 {
                    sender.send(plain(pair * 3 + slot + 1, 1)).unwrap();
                }
            });
        }
    });
    writer.send(plain(1, 1)).unwrap();
    writer.send(void(1, 2)).unwrap();
    let (store, written) = writer.finish().unwrap();
    let games = 3 * QUEUE_GAMES as u64;
    assert_eq!(written, Written { new: games, repeated: 1, voids: 1 });
    assert_eq!(store.finished().unwrap().len() as u64, games);
}

#[test]
fn dropping_a_writer_writes_what_is_queued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    let writer = Writer::start(Store::create(&path, &info()).unwrap()).unwrap();
    writer.send(plain(1, 1)).unwrap();
    let sender = writer.sender();
    drop(writer);
    assert_eq!(Reader::open(&path).unwrap().games().unwrap(), [plain(1, 1)]);
    assert!(matches!(sender.send(plain(1, 2)), Err(WriterError::Closed)));
    assert!(matches!(sender.flush(), Err(WriterError::Closed)));
}

#[test]
fn an_error_reaches_every_sender() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.db");
    let writer = Writer::start(Store::create(&path, &info()).unwrap()).unwrap();
    let sender = writer.sender();
    writer.send(plain(1, 1)).unwrap();
    writer.flush().unwrap();
    writer.send(GameRecord { worker: 0, ..plain(1, 2) }).unwrap();
    let told = |result: Result<(), WriterError>| {
        let Err(WriterError::Failed(error)) = result else { panic!("{result:?}") };
        assert!(error.to_string().starts_with("impossible record of pair 1, game 2"), "{error}");
    };
    told(writer.flush());
    told(sender.send(plain(2, 1)));
    told(sender.flush());
    told(writer.finish().map(drop));
    assert_eq!(Store::open(&path).unwrap().games().unwrap(), [plain(1, 1)]);
}

/// Set for the child of [`kill_loses_no_acknowledged_game`], to the path of its database.
const CHILD: &str = "AYO_STORE_TEST_CHILD";

#[test]
fn kill_loses_no_acknowledged_game() {
    if let Some(path) = std::env::var_os(CHILD) {
        append_for_ever(Path::new(&path));
    }
    for acknowledged in [1, 2, 40, 300] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.db");
        let last = kill_after(&path, acknowledged);
        let mut store = Store::open(&path).unwrap();
        let games = store.games().unwrap();
        assert!(games.len() as u64 >= last, "{} of {last} games", games.len());
        for (pair, game) in (1..).zip(games) {
            assert_eq!(game, plain(pair, 1));
        }
        assert_eq!(store.append(&[plain(1, 1), plain(9_999_999, 1)]).unwrap(), 1);
    }
}

/// Runs this test again as a child and kills it; returns the last game it said was safe.
fn kill_after(path: &Path, acknowledged: usize) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["kill_loses_no_acknowledged_game", "--exact", "--nocapture"])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut safe =
        lines.by_ref().filter_map(|line| line.unwrap().strip_prefix("safe ")?.parse().ok());
    let waited_for = safe.by_ref().nth(acknowledged - 1).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    // What it said between our reading and its death counts too.
    safe.last().unwrap_or(waited_for)
}

fn append_for_ever(path: &Path) -> ! {
    let writer = Writer::start(Store::create(path, &info()).unwrap()).unwrap();
    let mut out = std::io::stdout();
    println!();
    for pair in 1.. {
        writer.send(plain(pair, 1)).unwrap();
        // Some batches of one game, some of several.
        if pair % 7 < 3 {
            writer.flush().unwrap();
            writeln!(out, "safe {pair}").unwrap();
        }
    }
    unreachable!("there is always a next pair")
}
