//! The host stalls, and nobody loses by it. That it lacks something is in `host`.

use std::time::Duration;

use rustix::process::Signal;

use crate::folder::{Folder, OPEN, misbehaving_bot};
use crate::games::{Game, games};
use crate::running::eventually;

/// The host lets the referee wait while a bot has to answer: the game is void, and played again.
#[test]
pub(super) fn is_nobodys_fault() {
    let folder = Folder::new();
    let gate = misbehaving_bot("gate", &format!("gate '{}' 1", folder.path("").display()));
    let clock = "st = 0.2\nmargin_ms = 100\n";
    folder.write("gate.toml", format!("{clock}{gate}[[bot]]\nbuiltin = \"first\"\n"));
    let command = [&["run", "gate.toml", "--concurrency", "1"], OPEN].concat();
    let run = folder.start(&command);
    eventually("a bot at the gate", || folder.path("reached").exists());
    run.signal(Signal::STOP);
    // Time must pass in which the referee does not run: the limit, the margin, and more.
    assert!(!run.ends_within(Duration::from_millis(500)));
    folder.write("open", "");
    run.signal(Signal::CONT);
    run.ends().exits(0).complains("void").complains("the host stalled for ");
    let played = games(&folder, "runs/gate");
    assert_eq!(played.len(), 2);
    played.iter().for_each(Game::check_normal);
}
