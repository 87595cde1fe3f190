//! The commands, as people and other programs use them.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::running::{Done, Running};

const CLUB: &str = "name = \"club\"\n[format]\ncycles = 2\n[[bot]]\nbuiltin = \"first\"\n\
     [[bot]]\nbuiltin = \"greedy\"\n[[bot]]\nbuiltin = \"random\"\n";

/// Runs `ayo` in a folder of its own.
fn ayo(arguments: &[&str]) -> Done {
    Folder::new().ayo(arguments)
}

fn club() -> Folder {
    let folder = Folder::new();
    folder.write("club.toml", CLUB);
    folder
}

#[test]
fn usage() {
    ayo(&[]).exits(2).complains("Usage: ");
    ayo(&["--help"]).exits(0).prints("Commands:");
    ayo(&["--version"]).exits(0).prints(env!("CARGO_PKG_VERSION"));
    ayo(&["frobnicate"]).exits(2).complains("unrecognized subcommand 'frobnicate'");
    ayo(&["match", "first"]).exits(2).complains("2 values required");
    ayo(&["match", "first", "first", "--games", "0"]).exits(2).complains("0 is not in 1..");
    ayo(&["match", "first", "first", "--tc", "x"]).exits(2).complains("`x` is not a time");
    ayo(&["match", "first", "first", "--openings", "no.txt"]).exits(2).complains("no.txt");
    ayo(&["perft", "0"]).exits(2).complains("0 is not in 1..");
    ayo(&["bot", "gredy"]).exits(2).complains("did you mean `greedy`?");
    ayo(&["report", "nowhere"]).exits(2).complains("no run database at `nowhere/run.db`");
    ayo(&["explain", "4.4"]).exits(2).complains("`4.4` is no position");
    ayo(&["explain", "--moves", "Zz"]).exits(2).complains("`Z` at character 1 is not a pit");
}

/// A number below zero is out of range, and no option that is not known.
#[test]
fn negative_numbers() {
    #[track_caller]
    fn check(option: &str, value: &str, told: &str) {
        ayo(&["match", "first", "first", option, value]).exits(2).complains(told);
    }
    check("--games", "-1", "-1 is not in 1..=10000000");
    check("--seed", "-1", "not a whole number from 0 to 9007199254740991");
    check("--margin-ms", "-1", "not a whole number from 0 to 60000");
    check("--concurrency", "-1", "-1 is not in 1..=1024");
    check("--tc", "-5", "`-5` is not a time");
    check("--tc", "-5+0.1", "`-5` is not a time");
    check("--st", "-0.1", "`-0.1` is not a time");
    ayo(&["perft", "-1"]).exits(2).complains("-1 is not in 1..=24");
    ayo(&["rate", "x.csv", "--confidence", "-1"]).exits(2).complains("a confidence is a number");
}

#[test]
fn perft() {
    ayo(&["perft", "5"]).exits(0).prints("2870");
    ayo(&["perft", "5", "--rules", "oware"]).exits(0).prints("5219");
    let counts = ayo(&["perft", "5", "--json"]).exits(0).json();
    let depths = counts["depths"].as_array().unwrap().iter();
    let counts: Vec<u64> = depths.map(|depth| depth["count"].as_u64().unwrap()).collect();
    assert_eq!(counts, [6, 28, 132, 624, 2870]);
}

#[test]
fn explain() {
    let start = ayo(&["explain"]).exits(0);
    start.prints("4.4.4.4.4.4/4.4.4.4.4.4 0-0 S").prints("South to move");
    let game = ayo(&["explain", "--moves", "CcAf", "--json"]).exits(0).json();
    assert_eq!(game["illegal"], json!({"1": "empty"}));
    let position = "0.4.0.2.1.2/0.4.5.0.6.2 9-13 S";
    assert_eq!(ayo(&["explain", position, "--json"]).exits(0).json()["legal"], json!([1, 3, 4, 5]));
}

#[test]
fn explain_many() {
    let line = r#"{"rules":"ayoayo","pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0],"turn":0}"#;
    let folder = Folder::new();
    let all = folder.ayo_reads(&["explain", "--jsonl"], &format!("{line}\n{line}\n")).exits(0);
    assert_eq!(all.stdout.lines().count(), 2);
    for line in all.stdout.lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(answer["legal"], json!([0, 1, 2, 3, 4, 5]));
    }
    let some = folder.ayo_reads(&["explain", "--jsonl"], &format!("{line}\nnonsense\n")).exits(2);
    some.complains("1 of 2 lines were no positions");
}

/// A small conversation with a built-in bot: it answers what has an id, in order.
#[test]
fn bot() {
    let lines = [
        r#"{"type":"hello","id":1,"protocol":1,"referee":"x","game":"ayoayo","rules":{},"limits":{"line_bytes":65536,"hello_ms":1000}}"#,
        r#"{"type":"ping","id":9007199254740991}"#,
        r#"{"type":"new_game","game_id":"1","you":0,"opponent":"x","time":{"base_ms":1000,"increment_ms":0,"move_ms":null},"seed":1}"#,
        r#"{"type":"go","id":3,"game_id":"1","ply":0,"turn":0,"pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0],"last":null,"legal":[0,1,2,3,4,5],"clock_ms":[1000,1000]}"#,
        r#"{"type":"dance"}"#,
        r#"{"type":"dance","id":4}"#,
        "nonsense",
        r#"{"type":"quit"}"#,
        r#"{"type":"ping","id":5}"#,
    ];
    for name in ["first", "greedy", "random", "minimax", "perfect"] {
        let done = Folder::new().ayo_reads(&["bot", name], &lines.join("\n")).exits(0);
        let answers: Vec<Value> =
            done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<_> = answers.iter().map(|answer| (&answer["type"], &answer["id"])).collect();
        let expected =
            json!([["hello", 1], ["pong", 9007199254740991_u64], ["move", 3], ["error", 4]]);
        assert_eq!(json!(kinds), expected, "{name}: {}", done.shown());
        assert_eq!(answers[0]["protocol"], 1);
        assert!(answers[2]["pit"].as_u64().unwrap() < 6, "{name}: {}", answers[2]);
    }
}

#[test]
fn dry_run() {
    let folder = club();
    let text = folder.ayo(&["run", "club.toml", "--dry-run"]).exits(0);
    text.prints("6 pairs, 12 games; the first are:\n").prints("the run would go to runs/club");
    let document = folder.ayo(&["run", "club.toml", "--dry-run", "--json"]).exits(0).json();
    assert_eq!((&document["pairs"], &document["games"]), (&json!(6), &json!(12)));
    let two = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"greedy\"\n";
    folder.write("two.toml", format!("[format]\nkind = \"round-robin\"\ncycles = 1\n{two}"));
    folder.ayo(&["run", "two.toml", "--dry-run"]).prints("1 pair, 2 games; the first is:\n");
    assert!(!folder.path("runs").exists(), "nothing is played");
}

/// One document on stdout, everything for people on stderr.
#[test]
fn json() {
    let folder = club();
    let run = folder.ayo(&["run", "club.toml", "--json"]).exits(0).json();
    assert_eq!((&run["missing"], &run["standings"][2]["rank"]), (&json!(0), &json!(3)));
    let report = folder.ayo(&["report", "runs/club", "--json"]).exits(0).json();
    assert_eq!(report["standings"], run["standings"]);
    let game = folder.ayo(&["match", "first", "random", "--games", "4", "--json"]).exits(0).json();
    assert_eq!((&game["bots"], &game["games"]), (&json!(["first", "random"]), &json!(4)));
    assert_eq!(game["faults"], json!([]));
}

/// The files of a run are made from its database, and can be made again.
/// A match that is over is made longer only where it is named: the bots may have changed.
#[test]
fn a_match_after_a_match() {
    #[track_caller]
    fn check(folder: &Folder, more: &str, out: &str, games: usize) {
        let command = format!("match first random --isolation none {more}");
        folder.ayo(&command.split(' ').collect::<Vec<_>>()).exits(0);
        assert_eq!(crate::games::games(folder, out).len(), games, "{more}");
    }
    let folder = Folder::new();
    check(&folder, "--games 4", "runs/first-random", 4);
    check(&folder, "--games 8", "runs/first-random-2", 8);
    check(&folder, "--games 2", "runs/first-random-3", 2);
    check(&folder, "--games 6 --out runs/first-random", "runs/first-random", 6);
    check(&folder, "--games 8", "runs/first-random-4", 8);
    check(&folder, "--sprt elo0=0\u{a0}elo1=900 --games 2", "runs/first-random-5", 2);
    check(&folder, "--sprt elo0=0\u{a0}elo1=901 --games 4", "runs/first-random-6", 4);
}

#[test]
fn report() {
    let folder = club();
    folder.ayo(&["run", "club.toml"]).exits(0);
    let files = ["games.csv", "standings.csv", "crosstable.csv", "games.pgn", "report.html"]
        .map(|file| format!("runs/club/{file}"));
    let before = files.each_ref().map(|file| folder.read(file));
    folder.write(&files[0], "spoiled");
    std::fs::remove_file(folder.path(&files[1])).unwrap();
    std::fs::remove_file(folder.path(&files[2])).unwrap();
    std::fs::remove_file(folder.path(&files[3])).unwrap();
    folder.write(&files[4], "spoiled");
    folder.ayo(&["report", "runs/club"]).exits(0).prints("written: games.csv");
    assert_eq!(files.each_ref().map(|file| folder.read(file)), before);
}

/// On a disk that is not to be written, the standings are shown all the same.
#[test]
fn report_that_cannot_write() {
    let folder = club();
    folder.ayo(&["run", "club.toml"]).exits(0);
    let shown = folder.ayo(&["report", "runs/club"]).exits(0).stdout;
    let (table, _) = shown.split_once("\nwritten: ").unwrap();
    // The way of a new file is blocked even for root.
    std::fs::create_dir(folder.path("runs/club/.games.csv.new")).unwrap();
    let done = folder.ayo(&["report", "runs/club"]).exits(1);
    assert_eq!(done.stdout, table);
    done.complains("error: cannot write `runs/club/games.csv`");
    let json = folder.ayo(&["report", "runs/club", "--json"]).exits(1).json();
    assert_eq!(json["standings"].as_array().unwrap().len(), 3);
}

/// No escape sequences and no bars for a pipe, whatever `TERM` says.
#[test]
fn plain_when_piped() {
    let folder = club();
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color"), ("CLICOLOR_FORCE", "1")] {
        let mut command = folder.command(&["run", "club.toml", "--fresh"]);
        command.env(name, value);
        let done = Running::start(command, "").ends().exits(0);
        let both = format!("{}{}", done.stdout, done.stderr);
        assert!(!both.contains(['\u{1b}', '\r']), "{name}: {both:?}");
    }
}

/// Whoever stops reading, like `head -1`, gets no complaint.
#[test]
fn closed_pipe() {
    let folder = club();
    folder.ayo(&["run", "club.toml"]).exits(0);
    check_closed_pipe(&folder, &["perft", "8"]);
    check_closed_pipe(&folder, &["explain"]);
    check_closed_pipe(&folder, &["report", "runs/club"]);
    check_closed_pipe(&folder, &["report", "runs/club", "--json"]);
    check_closed_pipe(&folder, &["report", "runs/club", "--format", "md"]);
    check_closed_pipe(&folder, &["report", "runs/club", "--games", "jsonl"]);
    check_closed_pipe(&folder, &["report", "runs/club", "--games", "pgn"]);
    check_closed_pipe(&folder, &["report", "runs/club", "--games", "csv"]);
    check_closed_pipe(&folder, &["rate", "runs/club/games.pgn", "--format", "md"]);
    check_closed_pipe(&folder, &["replay", "runs/club", "1"]);
    check_closed_pipe(&folder, &["replay", "runs/club", "1", "--json"]);
    check_closed_pipe(&folder, &["play", "first"]);
    check_closed_pipe(&folder, &["completions", "bash"]);
    check_closed_pipe(&folder, &["man"]);
    check_closed_pipe(&folder, &["schema"]);
    check_closed_pipe(&folder, &["match", "first", "first", "--games", "2"]);
    check_closed_pipe(&folder, &["run", "club.toml", "--fresh"]);
    check_closed_pipe(&folder, &["--help"]);
}

/// A pipe that nobody reads any more, as soon as `ayo` writes to it.
///
/// What is said beside the output is the isolation level, where one is needed.
#[track_caller]
fn check_closed_pipe(folder: &Folder, arguments: &[&str]) {
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = folder.command(arguments);
    command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    drop(reader);
    let child = command.spawn().unwrap();
    // It holds the other end of the pipe until here.
    drop(command);
    let done = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&done.stderr);
    let complaints: Vec<&str> =
        stderr.lines().filter(|line| !line.starts_with("isolation ")).collect();
    assert_eq!((done.status.code(), complaints), (Some(0), vec![]), "{arguments:?}");
}

/// `ayo perft 9 | head -1`: the count of 9 plies takes longer than reading a line.
#[test]
fn head() {
    let folder = Folder::new();
    let mut command = folder.command(&["perft", "9"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("depth"), "{line}");
    let done = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert_eq!((done.status.code(), &*stderr), (Some(0), ""));
}
