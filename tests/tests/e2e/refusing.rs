//! What is not done, so that no run is lost.

use rustix::process::Signal;

use crate::folder::{Folder, OPEN, misbehave};
use crate::games::games;
use crate::running::eventually;

fn file(seed: u32) -> String {
    format!(
        "name = \"club\"\nseed = {seed}\n[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"random\"\n"
    )
}

#[test]
fn another_tournament_in_the_same_folder() {
    let folder = Folder::new();
    folder.write("club.toml", file(1));
    folder.ayo(&["run", "club.toml"]).exits(0);
    let before = games(&folder, "runs/club");

    folder.write("club.toml", file(2));
    let refused = folder.ayo(&["run", "club.toml"]).exits(2);
    refused
        .complains("`runs/club` holds another run")
        .complains("line 2 was `seed = 1` when the run began and is `seed = 2` now")
        .complains("`--out`")
        .complains("`--fresh`");
    assert_eq!(games(&folder, "runs/club"), before);

    folder.ayo(&["run", "club.toml", "--fresh"]).exits(0);
    let after = games(&folder, "runs/club");
    assert_eq!(after.len(), before.len());
    assert_ne!(after[0]["seed"], before[0]["seed"]);
}

#[test]
fn another_match_in_the_same_folder() {
    let folder = Folder::new();
    folder.ayo(&["match", "first", "greedy", "--games", "2", "--out", "run"]).exits(0);
    let other = ["match", "first", "random", "--games", "2", "--out", "run"];
    let refused = folder.ayo(&other).exits(2);
    refused.complains("`run` holds another run").complains("bot greedy");
    folder.ayo(&[&other[..], &["--fresh"]].concat()).exits(0);
    // More games of the same match are the same run.
    let longer = ["match", "first", "random", "--games", "6", "--out", "run"];
    folder.ayo(&longer).exits(0).complains("continuing: 2 of 6 games are played");
    assert_eq!(games(&folder, "run").len(), 6);
}

/// After a bot that did not start, the corrected command needs no `--fresh`.
#[test]
fn a_run_without_a_game_is_in_nobodys_way() {
    let folder = Folder::new();
    let (bad, good) = (misbehave("exits-at-once"), misbehave("bom"));
    let command = |bot| ["match", bot, "first", "--games", "2", "--out", "run"];
    folder.ayo(&command(&bad)).exits(1).complains("cannot start bot `bad`");
    folder.ayo(&command(&good)).exits(0);
    assert_eq!(games(&folder, "run").len(), 2);
}

/// Files of our names that somebody else has made are not ours to overwrite.
#[test]
fn files_without_a_run() {
    for name in ["games.csv", "games.pgn", "standings.csv", "crosstable.csv", "report.html"] {
        let folder = Folder::new();
        let path = format!("run/{name}");
        std::fs::create_dir(folder.path("run")).unwrap();
        folder.write(&path, "mine");
        let command = ["match", "first", "greedy", "--games", "2", "--out", "run"];
        let refused = folder.ayo(&command).exits(2);
        refused.complains(&format!("`{path}` is there, and no `run.db`")).complains("`--out`");
        assert_eq!(folder.read(&path), "mine");
        assert!(!folder.path("run/run.db").exists(), "nothing was begun");
        folder.ayo(&[&command[..], &["--fresh"]].concat()).exits(0);
        assert_ne!(folder.read(&path), "mine");
    }
}

/// What is no run of ours, or not any more, is refused by each command alike.
#[test]
fn a_database_that_is_no_run() {
    #[track_caller]
    fn check(spoil: fn(Vec<u8>) -> Vec<u8>, told: &[&str], fresh_exits: i32) {
        let folder = Folder::new();
        let command = ["match", "first", "greedy", "--games", "200", "--out", "run"];
        folder.ayo(&command).exits(0);
        let whole = std::fs::read(folder.path("run/run.db")).unwrap();
        folder.write("run/run.db", spoil(whole));
        for command in [&["report", "run"][..], &command] {
            let refused = folder.ayo(command).exits(2);
            for text in told {
                assert!(refused.stderr.contains(text), "no `{text}`\n{}", refused.shown());
            }
        }
        folder.ayo(&[&command[..], &["--fresh"]].concat()).exits(fresh_exits);
    }
    let foreign = [
        "`run/run.db` is not a run database of ayo\n  `ayo run` and `ayo match` take another folder with `--out`",
    ];
    check(|_| b"my diary".repeat(1_000), &foreign, 2);
    let damaged = [
        "malformed",
        "\n  `ayo run` and `ayo match` begin the run again with `--fresh`, or in another folder",
    ];
    check(|whole| whole[..8_192].to_vec(), &damaged, 0);
    // The first page is whole, the games are not.
    let zeroed = |mut whole: Vec<u8>| {
        whole[16_384..].fill(0xFF);
        whole
    };
    check(zeroed, &damaged, 0);
}

#[test]
fn a_folder_in_use() {
    let folder = Folder::new();
    let gate = misbehave(&format!("gate '{}' 1", folder.path("").display()));
    let command = [&["match", &gate, "first", "--games", "2", "--out", "run"], OPEN].concat();
    let run = folder.start(&command);
    eventually("a bot at the gate", || folder.path("reached").exists());
    for more in [&[][..], &["--fresh"]] {
        let second = folder.ayo(&[&command[..], more].concat()).exits(1);
        second.complains("is in use by another running ayo");
    }
    folder.write("open", "");
    run.ends().exits(0);
    assert_eq!(games(&folder, "run").len(), 2);
}

/// Whoever deletes the folder of a run that goes on is told that its games are lost.
#[test]
fn a_folder_deleted_meanwhile() {
    let folder = Folder::new();
    let gate = misbehave(&format!("gate '{}' 2", folder.path("").display()));
    let command = ["match", &gate, "first", "--games", "4", "--out", "run", "--concurrency", "1"];
    let run = folder.start(&[&command[..], OPEN].concat());
    eventually("a bot at the gate", || folder.path("reached").exists());
    std::fs::remove_dir_all(folder.path("run")).unwrap();
    folder.write("open", "");
    run.ends()
        .exits(1)
        .complains("`run/run.db` was deleted or replaced while the run was going on");
}

/// A lock does not outlive the process that held it.
#[test]
fn a_folder_whose_user_was_killed() {
    let folder = Folder::new();
    let gate = misbehave(&format!("gate '{}' 1", folder.path("").display()));
    let command = [&["match", &gate, "first", "--games", "2", "--out", "run"], OPEN].concat();
    let run = folder.start(&command);
    eventually("a bot at the gate", || folder.path("reached").exists());
    run.signal(Signal::KILL);
    run.ends().was_ended_by(Signal::KILL);
    folder.check_nothing_left();
    folder.write("open", "");
    folder.ayo(&command).exits(0);
    assert_eq!(games(&folder, "run").len(), 2);
}
