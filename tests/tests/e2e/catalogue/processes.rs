//! Chapter 3d: processes, and what they do to the host.

use super::Ends::{Loses, LosesNext, PlaysOn, Refused};
use super::Row;
use crate::alone::alone;

#[rustfmt::skip]
pub(super) const ROWS: [Row; 18] = [
    ("41",  "closes-stdin",     LosesNext("stdin_blocked"), "closed its stdin, but did not exit within 1.00 s"),
    ("42",  "closes-stdout",    Loses("stdout_closed"), "closed its stdout, but did not exit within 1.00 s"),
    ("43a", "exit-0",           Loses("exited"), "exited with code 0"),
    ("43b", "moves-and-exits",  LosesNext("exited"), "exited with code 0"),
    ("44a", "segfault",         Loses("signaled"), "was ended by SIGSEGV (signal 11)"),
    ("44b", "aborts",           Loses("signaled"), "was ended by SIGABRT (signal 6)"),
    ("44c", "panics",           Loses("exited"), "exited with code 101"),
    ("45",  "stops-itself",     Loses("timeout"), " s used, 0.20 s a move + 0.40 s margin allowed"),
    ("46a", "deaf-to-quit",     PlaysOn, ""),
    ("46b", "dies-after-the-game", PlaysOn, ""),
    ("47a", "leaves-a-child-with-its-pipes", Loses("exited"), "exited with code 0"),
    ("47b", "leaves-a-child-that-writes", Loses("exited"), "exited with code 0"),
    ("48a", "leaves-a-daemon",  Loses("exited"), "exited with code 0"),
    ("48b", "keeps-a-daemon",   PlaysOn, ""),
    ("54a", "never-stops-thinking", PlaysOn, ""),
    ("59",  "sets-the-clock",   PlaysOn, ""),
    ("60",  "looks-around",     PlaysOn, ""),
    ("62",  "thinks-early",     PlaysOn, ""),
];

/// A pipe counts as full after a second, so the clock must be slower than that. And a
/// witness that is starved answers in time here because it needs next to no time.
#[rustfmt::skip]
pub(super) const PATIENCE: [Row; 2] = [
    ("53",  "does-not-read",    Loses("stdin_blocked"), "did not read its stdin for 1.00 s, its pipe is full"),
    ("54b", "starves-its-opponent", PlaysOn, ""),
];

/// What only a bot that is isolated is kept from.
#[rustfmt::skip]
pub(super) const ISOLATED: [Row; 7] = [
    ("51",  "memory-bomb",      Refused, ""),
    ("52a", "writes-a-long-file", Loses("signaled"), "was ended by SIGXFSZ (signal 25): a file grew longer than allowed"),
    ("55",  "attacks-others",   PlaysOn, ""),
    ("56",  "calls-out",        PlaysOn, ""),
    ("57",  "writes-outside",   PlaysOn, ""),
    ("58",  "pushes-itself-forward", PlaysOn, ""),
    ("61",  "reads-outside",    PlaysOn, ""),
];

/// What only namespaces keep a bot from.
#[rustfmt::skip]
pub(super) const CONTAINED: [Row; 3] = [
    ("49",  "fork-bomb",        Refused, ""),
    ("50",  "thread-bomb",      Refused, ""),
    ("52b", "fills-its-folder", Refused, ""),
];

#[test]
fn rows() {
    super::check(&ROWS);
}

#[test]
fn patience() {
    let _alone = alone();
    super::check_at(super::SLOW, &PATIENCE, &[]);
}

#[test]
fn isolated() {
    super::check_from("basic", super::SLOW, &ISOLATED);
}

#[test]
fn contained() {
    let _alone = alone();
    super::check_from("strong", super::SLOW, &CONTAINED);
}
