//! Chapter 3c: the order of messages, and answers that are no moves.

use super::Ends::{Loses, LosesLater, PlaysOn};
use super::Row;
use crate::folder::{Folder, misbehave, misbehaving_bot};
use crate::games::games;

#[rustfmt::skip]
pub(super) const ROWS: [Row; 15] = [
    ("31",  "late",                 Loses("timeout"), " s used, 0.20 s a move + 0.40 s margin allowed"),
    ("32a", "unsolicited",          Loses("bad_message"), "3 moves that nobody asked for, 2 allowed"),
    ("32b", "unsolicited-but-once", PlaysOn, ""),
    ("33",  "answers-twice",        PlaysOn, ""),
    ("34a", "wrong-id",             Loses("bad_message"), "wrong_id, answered id "),
    ("34b", "no-ids",               PlaysOn, ""),
    ("35a", "foreign-pit",          Loses("illegal_move"), "is not an own pit with seeds; legal in "),
    ("35b", "empty-pit",            Loses("illegal_move"), "is not an own pit with seeds; legal in "),
    ("35c", "pit-12",               Loses("illegal_move"), "pit 12 is not on the board (0 to 11); legal in "),
    ("35d", "pit-minus-1",          Loses("illegal_move"), "pit -1 is not on the board (0 to 11); legal in "),
    ("36",  "names-another-game",   PlaysOn, ""),
    ("37a", "resigns",              Loses("resigned"), "resigned at ply "),
    ("37b", "declines",             Loses("resigned"), "declined to move (tired: not today)"),
    ("38a", "never-pongs",          PlaysOn, ""),
    ("39",  "plays-its-first-side", LosesLater("illegal_move"), "is not an own pit with seeds; legal in "),
];

#[test]
fn rows() {
    super::check(&ROWS);
}

/// A move that leaves the opponent nothing to play with, where another one does not.
#[test]
pub(super) fn must_feed() {
    let folder = Folder::new();
    folder.write("openings.txt", "2.0.1.0.0.2/0.0.0.0.0.0 21-22 S\n");
    let bot = misbehave("starves");
    let command = ["match", &bot, "first", "--games", "2", "--out", "run"];
    folder.ayo(&[&command[..], &["--openings", "openings.txt"]].concat()).exits(0);
    let played = games(&folder, "run");
    let as_south = played.iter().find(|game| &game["south"] == "bad").unwrap();
    as_south.check_lost("bad", "illegal_move");
    let told = &as_south["detail"];
    assert!(
        told.contains("leaves the opponent without seeds; legal in ") && told.ends_with("were 5"),
        "{told}"
    );
}

/// It answered the `ping` after `hello`, so it owes an answer to those before games.
#[test]
pub(super) fn a_ping_without_pong() {
    let folder = Folder::new();
    let bot = misbehaving_bot("bad", "answers-the-first-ping-only");
    let other = "[[bot]]\nbuiltin = \"first\"\n[format]\ngames = 1\n";
    folder.write("club.toml", format!("name = \"club\"\n{bot}{other}"));
    folder.ayo(&["run", "club.toml"]).exits(0);
    let played = games(&folder, "runs/club");
    assert_eq!(played.len(), 1);
    played[0].check_lost("bad", "stalled");
    let told = "did not answer `ping` before the game within 10.00 s";
    assert_eq!(&played[0]["detail"], told);
}

/// Who plays differently with the same seed breaks no rule; the examination notes it.
#[test]
pub(super) fn moods() {
    let folder = Folder::new();
    let bot = misbehave("moody");
    let examined = folder.ayo(&["validate", &bot, "--only", "5.6", "--json"]).exits(0).json();
    let case = &examined["cases"][0];
    assert_eq!((&case["id"], &case["level"]), (&"5.6".into(), &"MAY".into()), "{examined}");
    assert_ne!(case["outcome"], "pass", "{examined}");
}
