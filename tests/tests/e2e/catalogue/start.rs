//! Chapter 3a: starting. Bots that do not start are in `bad_bots`.

use super::Ends::{Loses, PlaysOn};
use super::Row;
use crate::folder::{Folder, misbehave, misbehaving_bot};

#[rustfmt::skip]
pub(super) const ROWS: [Row; 3] = [
    ("6b",  "illegal-instruction", Loses("signaled"), "was ended by SIGILL (signal 4): it may be built for another processor"),
    ("9",   "banner",              PlaysOn, ""),
    ("11a", "hostile-hello",       PlaysOn, ""),
];

#[test]
fn rows() {
    super::check(&ROWS);
}

/// What a bot calls itself is nowhere, and no two bots have one name.
#[test]
pub(super) fn names() {
    let folder = Folder::new();
    let bot = misbehave("hostile-hello");
    let match_of = |one: &str, other: &str, out: &str| {
        folder.ayo(&["match", one, other, "--games", "2", "--out", out])
    };
    let bare = bot.trim_start_matches("bad=");
    let done = match_of(bare, bare, "run").exits(0);
    for text in [done.stdout, done.stderr, folder.read("run/games.csv")] {
        assert!(!text.contains("alert") && !text.contains("xxx") && !text.contains("\u{1b}[2J"));
        assert!(text.contains("misbehave#2") || text.starts_with("isolation "), "{text}");
    }
    match_of(&bot, &bot, "again").exits(0).prints("bad#2");
    folder.write("club.toml", misbehaving_bot("mine", "bom").repeat(2));
    folder.ayo(&["run", "club.toml"]).exits(2).complains("two bots are named `mine`");
}
