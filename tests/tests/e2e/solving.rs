//! `ayo solve`: its exit codes, files and signals.

use std::path::Path;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::running::{Done, eventually};

const EASY: &str = "0.0.0.0.0.1/0.0.0.1.0.1 23-22 S";

fn ayo(arguments: &[&str]) -> Done {
    Folder::new().ayo(arguments)
}

/// Returns a certificate that ships.
fn shipped(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs");
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn exit_codes() {
    ayo(&["solve", EASY]).exits(0).prints("value     North wins");
    let start = ayo(&["solve", "--nodes", "1000", "--json"]).exits(1);
    assert_eq!(start.json()["value"], "unknown");
    start.complains("not found out within 1000 positions; `--nodes` allows more");
    ayo(&["solve", "--rules", "oware"]).exits(2).complains("the solver knows relay games");
    ayo(&["solve", "--moves", "Aa", "--jsonl"]).exits(2).complains("cannot be used with");
    ayo(&["solve", "--moves", "AA"]).exits(2).complains("move 2 `A` is illegal");
    ayo(&["solve", "--nodes", "-1"])
        .exits(2)
        .complains("not a whole number from 0 to 1000000000000000");
    ayo(&["solve", "--memory", "0"]).exits(2).complains("0 is not in 1..");
    ayo(&["solve", "--help"]).exits(0).prints("Exit codes:");
}

#[test]
fn many() {
    let line = r#"{"pits":[0,0,0,0,0,1,0,0,0,1,0,1],"stores":[23,22],"turn":0}"#;
    let start = r#"{"pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0],"turn":0}"#;
    let folder = Folder::new();
    let arguments = ["solve", "--jsonl", "--nodes", "1000"];
    let all = folder.ayo_reads(&arguments, &format!("{line}\n{start}\n")).exits(0);
    let answers: Vec<Value> =
        all.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["value"], &answers[0]["keeps"]), (&json!("loss"), &json!([5])));
    assert_eq!(answers[1]["value"], "unknown");
    let some = folder.ayo_reads(&arguments, &format!("nonsense\n{line}\n")).exits(2);
    assert_eq!(some.stdout.lines().count(), 2);
    some.complains("1 of 2 lines have no answer");
}

#[test]
fn certificates() {
    let folder = Folder::new();
    folder.ayo(&["solve", EASY, "--prove", "x.proof.gz"]).exits(0).prints("proof     x.proof.gz, ");
    folder.ayo(&["solve", EASY, "--prove", "x.proof"]).exits(0);
    for name in ["x.proof.gz", "x.proof"] {
        folder.ayo(&["solve", EASY, "--check", name]).exits(0).prints("proved    north wins\n");
    }
    let other = folder.ayo(&["solve", "--moves", "A", "--check", "x.proof"]).exits(2);
    other.complains("it is about the position `0.0.0.0.0.1/");
    let score = ayo(&["solve", "--check", &shipped("27-21.proof.gz"), "--json"]).exits(0).json();
    assert_eq!((&score["score"], &score["winner"]), (&json!([27, 21]), &json!("south")));
    // A claim of more than was proved is no proof: North gets there in one line of play.
    folder.write("more.proof", folder.read("x.proof").replace("north 25", "north 26"));
    let more = folder.ayo(&["solve", "--check", "more.proof"]).exits(1);
    assert_eq!(more.stdout, "");
    more.complains("`more.proof` is no proof").complains("claim `north 26` is not proved");
    folder.ayo(&["solve", "--check", "nowhere"]).exits(2).complains("cannot read `nowhere`");
    folder.write("text", "hello\n");
    folder.ayo(&["solve", "--check", "text"]).exits(2).complains("`text` is no certificate");
    folder.ayo(&["solve", "--check", "."]).exits(2).complains("`.` is no certificate");
}

/// The search takes minutes with so little memory; nothing is printed of it.
#[test]
fn interruptions() {
    let arguments =
        ["solve", "--rules", "ayoayo-full-count", "--score", "--memory", "1", "--prove", "x.gz"];
    for signal in [Signal::INT, Signal::TERM] {
        let folder = Folder::new();
        let run = folder.start(&arguments);
        let tasks = format!("/proc/{}/task", run.pid().as_raw_nonzero());
        eventually("it listens to signals", || {
            let mut tasks = std::fs::read_dir(&tasks).unwrap().flatten();
            tasks.any(|task| {
                std::fs::read_to_string(task.path().join("comm"))
                    .is_ok_and(|name| name.trim() == "signals")
            })
        });
        run.signal_group(signal);
        let done = run.ends().exits(130).complains("interrupted after ");
        assert_eq!(done.stdout, "");
        assert!(!folder.path("x.gz").exists());
    }
}
