//! Twenty bots that misbehave and two that do not, in one tournament.

use std::fs;
use std::time::Duration;

use rustix::process::Pid;

use super::Ends::Loses;
use super::{Row, attacks, lines, order, processes, start};
use crate::folder::{Folder, misbehaving_bot};
use crate::games::games;
use crate::running::Running;

/// Some of every kind; all lose whenever they play.
const SCRIPTS: [&str; 20] = [
    "illegal-instruction",
    "no-newline",
    "dribble",
    "endless-line",
    "not-utf8",
    "long-words",
    "pit-long-text",
    "stdout-flood",
    "python-repr",
    "late",
    "unsolicited",
    "wrong-id",
    "foreign-pit",
    "declines",
    "closes-stdout",
    "segfault",
    "stops-itself",
    "leaves-a-child-that-writes",
    "leaves-comets",
    "pit-nan",
];
const HONEST: [&str; 2] = ["witness", "first"];
/// The most memory that `ayo` may need for all this, in KiB.
const MOST_KIB: u64 = 40 << 10;

/// Finds the row of a script.
fn row(script: &str) -> &'static Row {
    let tables = [&start::ROWS[..], &lines::ROWS, &order::ROWS, &processes::ROWS, &attacks::LINES];
    let rows = tables.into_iter().flatten();
    rows.into_iter().find(|row| row.1 == script).unwrap()
}

#[test]
fn twenty_against_two() {
    let folder = Folder::new();
    let bots: String = SCRIPTS.into_iter().map(|script| misbehaving_bot(script, script)).collect();
    let honest = misbehaving_bot("witness", "witness") + "[[bot]]\nbuiltin = \"first\"\n";
    folder.write(
        "zoo.toml",
        format!(
            "name = \"zoo\"\nst = 0.2\nmargin_ms = 400\n\
             [format]\nkind = \"gauntlet\"\nchallengers = 2\n{honest}{bots}"
        ),
    );
    let run = folder.start(&["run", "zoo.toml", "--concurrency", "2"]);
    let pid = run.pid();
    let peak = peak_memory_kib(&run);
    run.ends().exits(0);
    println!("peak memory of ayo: {peak} KiB of {MOST_KIB}");
    assert!((1..MOST_KIB).contains(&peak), "{peak} KiB");

    let played = games(&folder, "runs/zoo");
    for script in SCRIPTS {
        let &(_, _, Loses(reason), says) = row(script) else { panic!("`{script}` may win") };
        for honest in HONEST {
            let both = played.iter().filter(|game| game.has(script) && game.has(honest));
            let both: Vec<_> = both.collect();
            assert_eq!(both.len(), 2, "{script} against {honest}");
            for game in both {
                game.check_lost(script, reason);
                assert!(game["detail"].contains(says), "`{says}` is not in {game:#?}");
            }
        }
    }
    for game in played.iter().filter(|game| HONEST.iter().all(|honest| game.has(honest))) {
        game.check_normal();
    }
    folder.check_nothing_left();
    for place in ["/tmp", "/dev/shm", "/dev/mqueue", "/sys/fs/cgroup"] {
        assert_eq!(named_after(pid, place), [""; 0], "in {place}");
    }
}

/// Looks again and again until the end: who has ended is not asked any more.
fn peak_memory_kib(run: &Running) -> u64 {
    let mut peak = 0;
    while !run.ends_within(Duration::from_millis(5)) {
        peak = run.peak_memory_kib().max(peak);
    }
    peak
}

/// Lists what has the number of a process in its name, in a folder that many programs share.
fn named_after(pid: Pid, place: &str) -> Vec<String> {
    let mark = format!("ayo-{}", pid.as_raw_nonzero());
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.contains(&mark)).collect()
}
