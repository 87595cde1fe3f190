//! `kill -9` at any moment loses no finished game, and no bot outlives its referee.

use std::time::Duration;

use ayo_store::Reader;
use rustix::process::Signal;

use crate::folder::{Folder, misbehaving_bot};
use crate::games::{games, timeless};
use crate::running::{Running, eventually};

const SEED: u64 = 20;
const KILLS: u32 = 10;
/// A run is killed after up to this many milliseconds, counted from its start or from
/// its first new game.
const LATEST_MS: u64 = 250;
/// The unhurried bot waits 2 ms before each move, a few hundredths of a second a game:
/// two slots need several seconds for its games, ten times [`LATEST_MS`] are fewer.
const CYCLES: u32 = 50;

fn tournament() -> String {
    let unhurried = misbehaving_bot("unhurried", "unhurried");
    format!(
        "name = \"long\"\n[format]\ncycles = {CYCLES}\n\
         [[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"random\"\n{unhurried}"
    )
}

fn finished(folder: &Folder, run: &str) -> usize {
    let reader = Reader::open(&folder.path(run).join("run.db"));
    reader.ok().and_then(|reader| reader.finished().ok()).map_or(0, |games| games.len())
}

#[test]
pub(crate) fn ten_times_over() {
    let folder = Folder::new();
    folder.write("long.toml", tournament());
    let command = |out| ["run", "long.toml", "--concurrency", "2", "--out", out];
    folder.ayo(&command("whole")).exits(0);

    let mut random = SEED;
    for kill in 1..=KILLS {
        let before = finished(&folder, "torn");
        let run = folder.start(&command("torn"));
        if kill % 2 == 0 {
            eventually("a game more", || finished(&folder, "torn") > before);
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moment = Duration::from_millis((random >> 33) % LATEST_MS);
        println!("seed {SEED}, kill {kill}: {before} games are there, dies after {moment:?}");
        kill_after(run, moment);
        folder.check_nothing_left();
        let kept = finished(&folder, "torn");
        assert!(kept >= before, "{kept} games are left of {before}");
    }
    assert!(finished(&folder, "torn") > 0, "something was played before the last kill");

    let done = folder.ayo(&command("torn")).exits(0).complains("continuing: ");
    assert!(done.stdout.contains("stopped: all games played"), "{}", done.shown());
    let whole = timeless(games(&folder, "whole"));
    assert_eq!(whole.len(), 3 * 2 * CYCLES as usize);
    assert_eq!(timeless(games(&folder, "torn")), whole);
    assert_eq!(folder.read("torn/standings.csv"), folder.read("whole/standings.csv"));
}

fn kill_after(run: Running, moment: Duration) {
    assert!(!run.ends_within(moment), "the run is too short for this test");
    run.signal(Signal::KILL);
    run.ends().was_ended_by(Signal::KILL);
}
