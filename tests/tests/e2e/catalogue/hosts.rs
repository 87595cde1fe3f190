//! The host at fault: nobody loses by it.

use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, prlimit};

use super::order;
use crate::folder::{Folder, OPEN, misbehaving_bot};
use crate::games::{Game, games};
use crate::running::{Running, eventually};

/// A run by one slot, of bots that must be seen to write.
const COMMAND: [&[&str]; 2] = [&["run", "gate.toml", "--concurrency", "1"], OPEN];

/// The host lets the referee wait while a bot has to answer: the game is void, and played again.
#[test]
pub(super) fn a_stall_is_nobodys_fault() {
    let folder = Folder::new();
    let run = at_the_gate(&folder, "st = 0.2\nmargin_ms = 100\n", "");
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

/// Both take more than ten seconds.
#[test]
fn rows_that_wait() {
    std::thread::scope(|scope| {
        scope.spawn(a_start_without_descriptors);
        scope.spawn(order::a_ping_without_pong);
    });
}

/// Descriptors run out when the second game is to have new processes: it is not played
/// then, and nobody has lost it.
pub(super) fn a_start_without_descriptors() {
    let folder = Folder::new();
    let run = at_the_gate(&folder, "st = 100\n", "restart = true\n");
    let open = std::fs::read_dir(format!("/proc/{}/fd", run.pid().as_raw_nonzero())).unwrap();
    // A few for the files of results; a bot needs eight.
    limit_descriptors(run.pid(), open.count() as u64 + 2);
    folder.write("open", "");
    let told = "cannot be started on this host";
    let failed = run.ends().exits(1).complains(told).complains("Too many open files");
    assert!(!failed.stderr.contains("withdrawn"), "{}", failed.shown());
    let kept = games(&folder, "runs/gate");
    assert_eq!(kept.len(), 1);
    // With the same command the run goes on where it was.
    folder.ayo(&COMMAND.concat()).exits(0);
    let played = games(&folder, "runs/gate");
    assert_eq!((played.len(), &played[0]), (2, &kept[0]));
    played.iter().for_each(Game::check_normal);
}

fn limit_descriptors(pid: Pid, limit: u64) {
    // The other limit is as it is here: `ayo` has it from us.
    let maximum = getrlimit(Resource::Nofile).maximum;
    let limit = Rlimit { current: Some(limit), maximum };
    prlimit(Some(pid), Resource::Nofile, limit).unwrap();
}

/// Starts a run of two games in whose first a bot waits at a gate, and waits until it is there.
fn at_the_gate(folder: &Folder, clock: &str, more: &str) -> Running {
    let script = format!("gate '{}' 1", folder.path("").display());
    let gate = misbehaving_bot("gate", &script) + more;
    folder.write("gate.toml", format!("{clock}{gate}[[bot]]\nbuiltin = \"first\"\n"));
    let run = folder.start(&COMMAND.concat());
    eventually("a bot at the gate", || folder.path("reached").exists());
    run
}
