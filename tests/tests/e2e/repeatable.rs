//! The same file and seed play the same games, however many are played at once.

use std::collections::BTreeSet;

use crate::folder::Folder;
use crate::games::{games, played, timeless};

const CLUB: &str = r#"
name = "club"
seed = 20

[format]
cycles = 4

[[bot]]
builtin = "first"
[[bot]]
builtin = "greedy"
[[bot]]
builtin = "random"
[[bot]]
builtin = "minimax"
options = { depth = 3 }
"#;

#[test]
fn one_slot_or_two() {
    let folder = Folder::new();
    folder.write("club.toml", CLUB);
    let [one, two] = [("one", 1), ("two", 2)].map(|(out, slots)| played(&folder, out, slots));
    assert_eq!(one.len(), 6 * 4 * 2);
    let workers: BTreeSet<&str> = two.iter().map(|game| &game["worker"]).collect();
    assert_eq!(workers, BTreeSet::from(["1", "2"]), "both slots have played");
    one.iter().for_each(|game| game.check_normal());
    assert_eq!(timeless(one), timeless(two));
    for file in ["standings.csv", "crosstable.csv"] {
        assert_eq!(folder.read(&format!("one/{file}")), folder.read(&format!("two/{file}")));
    }
}

/// Another seed is another tournament: the test above compares something.
#[test]
fn another_seed() {
    let folder = Folder::new();
    let play = |seed: &str| {
        let options = ["--games", "4", "--seed", seed, "--out", seed];
        folder.ayo(&[&["match", "greedy", "random"][..], &options].concat()).exits(0);
        timeless(games(&folder, seed))
    };
    assert_ne!(play("1"), play("2"));
}

/// A run that goes on plays the openings it began with: they are not looked for again.
#[test]
fn openings_of_a_value_are_found_once() {
    let folder = Folder::new();
    let club = |value: &str, rest: &str| {
        let openings = format!("[openings]\nrandom_plies = 1\nvalue = \"{value}\"\n");
        folder.write("club.toml", format!("{CLUB}\n{openings}{rest}"));
    };
    let run = |more: &[&str], code| {
        folder.ayo(&[&["run", "club.toml", "--out", "run"][..], more].concat()).exits(code).stderr
    };
    let looks = |said: &str| said.contains("looking for positions after 1 ply, each a loss\n");
    club("loss", "");
    assert!(looks(&run(&[], 0)));
    assert!(games(&folder, "run").iter().all(|game| &game["opening"] == "C"));
    let again = run(&[], 0);
    assert!(!looks(&again), "{again}");
    assert!(looks(&run(&["--fresh"], 0)));
    // Another file is another run, whose first difference is told.
    club("win", "");
    let refused = run(&[], 2);
    assert!(refused.contains("holds another run"), "{refused}");
}
