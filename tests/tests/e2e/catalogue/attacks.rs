//! Attacks that are in no chapter of the catalogue.

use super::Ends::{Loses, PlaysOn};
use super::Row;
use crate::bad_bots;
use crate::folder::{Folder, OPEN, misbehave};

#[rustfmt::skip]
pub(super) const LINES: [Row; 20] = [
    ("a01", "id-1e0",               Loses("bad_message"), "wrong_type, invalid type: floating point"),
    ("a02", "line-at-the-limit",    PlaysOn, ""),
    ("a03", "line-over-the-limit",  Loses("bad_message"), "line_too_long, more than 65536 bytes without a newline"),
    ("a04", "mark-inside",          Loses("timeout"), r"1 line that is no answer came: \xef\xbb\xbf{"),
    ("a05", "separators",           PlaysOn, ""),
    ("a06", "half-a-surrogate",     PlaysOn, ""),
    ("a07", "escaped-names",        PlaysOn, ""),
    // The parser's message quotes the member; once it was quoted whole.
    ("a08", "pit-long-text",        Loses("bad_message"), r#"wrong_type, invalid type: string "\u{202e}"#),
    ("a09", "resigns-in-words",     Loses("bad_message"), "expected a boolean"),
    ("a10", "ends-lines-with-cr",   Loses("timeout"), " bytes without a newline are waiting"),
    ("a11", "answers-on-stderr",    Loses("timeout"), " s used, 0.20 s a move + 0.40 s margin allowed"),
    ("a12", "hello-again",          PlaysOn, ""),
    ("a13", "pongs-unasked",        Loses("stdout_flood"), "1000 lines that answer nothing, 999 allowed"),
    ("a14", "talks-as-the-referee", PlaysOn, ""),
    ("a15", "swaps-its-pipes",      Loses("timeout"), " s used, 0.20 s a move + 0.40 s margin allowed"),
    ("a16", "writes-while-it-waits", Loses("stdout_flood"), "1000 lines that answer nothing, 999 allowed"),
    ("a17", "becomes-cat",          Loses("timeout"), " s used, 0.20 s a move + 0.40 s margin allowed"),
    ("a18", "becomes-yes",          Loses("stdout_flood"), "1000 lines that answer nothing, 999 allowed; the last was: y"),
    ("a19", "leaves-comets",        Loses("exited"), "exited with code 0"),
    ("a20", "leaves-zombies",       PlaysOn, ""),
];

/// What a bot leaves in its folder goes with the folder. Without isolation the folder
/// is one of the host, and the bot may change modes.
const FOLDERS: [Row; 3] = [
    ("a21", "clutters-its-folder", PlaysOn, ""),
    // Those two stayed once, when the bot was no more than a bot of our own user.
    ("a22", "nests-folders", PlaysOn, ""),
    ("a23", "closes-folders", PlaysOn, ""),
];

/// Without isolation a bot gets at the process that watches over it. It loses by it,
/// and nothing of it is left all the same.
const STAGES: [Row; 3] = [
    ("a24", "kills-its-stage", Loses("signaled"), "was ended by SIGKILL (signal 9)"),
    (
        "a25",
        "stops-its-stage",
        Loses("stdout_closed"),
        "closed its stdout, but did not exit within 1.00 s",
    ),
    ("a26", "interrupts-its-stage", Loses("exited"), "exited with code 0"),
];

#[test]
fn lines_and_processes() {
    super::check(&LINES);
}

#[test]
fn folders() {
    super::check_at(super::SLOW, &FOLDERS, &[]);
    super::check_basic(&FOLDERS);
}

#[test]
fn without_isolation() {
    super::check_at(super::SLOW, &FOLDERS, OPEN);
    let mut stages = STAGES;
    if rustix::process::geteuid().is_root() {
        // Bots are somebody else then, and cannot; they leave after they have tried.
        stages = stages
            .map(|(label, script, ..)| (label, script, Loses("exited"), "exited with code 0"));
    }
    super::check_open(&[&stages[..], &[LINES[18], LINES[19]]].concat());
}

/// Lies about what it is in `hello`.
#[test]
fn hello() {
    let folder = Folder::new();
    let check = |script, told| bad_bots::check(&folder, &misbehave(script), 1, &[told]);
    check("name-is-a-number", "wrong_type: invalid type: integer `5`, expected a string");
    check("version-is-a-fraction", "wrong_type: invalid type: floating point `1.0`, expected u64");
}
