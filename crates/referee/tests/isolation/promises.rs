//! The promises, one test each.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ayo_protocol::TimeControl;
use ayo_record::{Bot, GameRecord, Reason};
use ayo_referee::{Isolation, StartError, Stopper, preflight};

use crate::arena::{
    attack, attacks, bot, children, forget_peak_memory, games, open_files, peak_memory_kib,
    processes, settings, temporary,
};
use crate::hostile::file_name;
use crate::players;
use crate::spies;

/// Every test and its name.
pub(crate) const ALL: &[(&str, fn())] = &[
    ("daemons_do_not_stay", daemons_do_not_stay),
    ("fork_and_thread_bombs_are_contained", fork_and_thread_bombs_are_contained),
    ("a_fork_bomb_disturbs_no_other_game", a_fork_bomb_disturbs_no_other_game),
    ("memory_is_limited", memory_is_limited),
    ("memory_of_all_processes_is_limited", memory_of_all_processes_is_limited),
    ("there_is_no_network", there_is_no_network),
    ("dangerous_calls_are_denied", dangerous_calls_are_denied),
    ("nothing_outside_scratch_is_writable", nothing_outside_scratch_is_writable),
    ("peers_are_out_of_reach", peers_are_out_of_reach),
    ("a_killed_referee_leaves_nothing", a_killed_referee_leaves_nothing),
    ("those_that_do_not_go_are_made_to", those_that_do_not_go_are_made_to),
    ("floods_take_no_memory", floods_take_no_memory),
    ("who_is_not_to_move_waits", who_is_not_to_move_waits),
    ("who_stops_has_not_ended", who_stops_has_not_ended),
    ("only_three_descriptors_are_open", only_three_descriptors_are_open),
    ("streams_have_names", streams_have_names),
    ("orphans_are_reaped", orphans_are_reaped),
    ("root_is_given_up", root_is_given_up),
    ("a_private_folder_is_shown_or_named", a_private_folder_is_shown_or_named),
    ("files_of_others_are_hidden", spies::files_of_others_are_hidden),
    ("a_crowded_folder_is_refused", spies::a_crowded_folder_is_refused),
    ("what_is_missing_is_said", what_is_missing_is_said),
];

/// Calls the test for each level from the given one that this host can do.
pub(crate) fn each_level(from: Isolation, test: impl Fn(Isolation)) {
    for level in Isolation::ALL.into_iter().filter(|level| *level >= from) {
        match level.probe() {
            Ok(()) => test(level),
            Err(missing) => println!("  skipped at {level}: {missing}"),
        }
    }
}

/// Checks lines such as `tcp denied: …`: each thing must have come to its outcome.
#[track_caller]
pub(crate) fn check(level: Isolation, said: &str, outcome: &str, things: &[&str]) {
    for thing in things {
        let line = said.lines().find(|line| line.starts_with(&format!("{thing} ")));
        let found = line.unwrap_or_else(|| panic!("{level}: nothing about {thing} in:\n{said}"));
        assert!(found[thing.len() + 1..].starts_with(outcome), "{level}: {found}");
    }
}

#[track_caller]
fn number(said: &str, word: &str) -> u64 {
    let number = said.lines().find_map(|line| line.strip_prefix(word)?.trim().parse().ok());
    number.unwrap_or_else(|| panic!("no number behind `{word}` in:\n{said}"))
}

/// Each with a new process, and a new daemon.
const DAEMON_GAMES: u64 = 1_000;

fn daemons_do_not_stay() {
    each_level(Isolation::None, |level| {
        let word = format!("daemon-{}-{level}", std::process::id());
        let mut bots = [bot("__daemonising", &[&word]), bot("__play", &[])];
        bots[0].restart = true;
        // The event loop keeps a few descriptors from its first use on.
        games(&settings(level, 1), &bots, 1, |_| [0, 1]);
        let (files, children_before) = (open_files(), children());
        let played = games(&settings(level, 2), &bots, DAEMON_GAMES / 2, |_| [0, 1]);
        assert!(played.iter().all(|game| game.verdict.reason.is_normal()), "{level}");
        let left = processes(&word);
        println!(
            "  {level}: {} games with a daemonising bot, {left} descendants left",
            played.len()
        );
        assert_eq!((played.len() as u64, left), (DAEMON_GAMES, 0), "{level}");
        assert_eq!((open_files(), children()), (files, children_before), "{level}");
    });
}

fn fork_and_thread_bombs_are_contained() {
    each_level(Isolation::Strong, |level| {
        for role in ["__forks", "__threads"] {
            let said = attack(level, bot(role, &[]));
            let started = number(&said, "started");
            assert!((32..256).contains(&started), "{level}: {role} {said}");
        }
    });
}

fn a_fork_bomb_disturbs_no_other_game() {
    each_level(Isolation::Strong, |level| {
        let word = format!("bomb-{}-{level}", std::process::id());
        let bots = [bot("__bombing", &[&word]), bot("__play", &[]), bot("__play", &[])];
        let opponents = |number| if number <= 100 { [0, 1] } else { [1, 2] };
        let played = games(&settings(level, 2), &bots, 300, opponents);
        for game in &played {
            // Its own game it may lose, and nobody else any.
            let bomb = game.verdict.loser.is_some_and(|side| game.bots[side.index()] == Bot(0));
            assert!(bomb || game.verdict.reason.is_normal(), "{level}: {:?}", game.verdict);
        }
        assert_eq!((played.len(), processes(&word)), (600, 0), "{level}");
        let others = || played.iter().filter(|game| !game.bots.contains(&Bot(0)));
        let slowest = others().flat_map(|game| game.slowest_ms).max().unwrap();
        let calm = games(&settings(level, 2), &bots, 200, |_| [1, 2]);
        let calm = calm.iter().flat_map(|game| game.slowest_ms).max().unwrap();
        println!(
            "  {level}: slowest move of {} other games during a fork bomb {slowest} ms, of 400 \
             without one {calm} ms (margin {} ms)",
            others().count(),
            TimeControl::DEFAULT_MARGIN.as_millis()
        );
    });
}

fn memory_is_limited() {
    each_level(Isolation::Basic, |level| {
        let mut greedy = bot("__memory", &[]);
        greedy.memory_mb = Some(64);
        if level == Isolation::Full {
            let failed = preflight(&settings(level, 1), &[greedy], &Stopper::default(), |_| {});
            assert!(
                failed.unwrap()[0].1.to_string().contains("more memory than the 64 MiB allowed")
            );
            return;
        }
        let took = number(&attack(level, greedy), "took");
        assert!((16..=64).contains(&took), "{level}: {took} MiB");
        let took = number(&attack(level, bot("__memory", &[])), "took");
        assert!((512..=1_024).contains(&took), "{level}: {took} MiB");
    });
}

/// Memory that no limit of a single process counts.
fn memory_of_all_processes_is_limited() {
    each_level(Isolation::Basic, |level| {
        for role in ["__shared_memory", "__many_small"] {
            let mut greedy = bot(role, &[]);
            greedy.memory_mb = Some(64);
            let failed = preflight(&settings(level, 1), &[greedy], &Stopper::default(), |_| {});
            let said = failed.unwrap()[0].1.to_string();
            assert!(said.contains("used more memory than the 64 MiB allowed"), "{level}: {said}");
        }
    });
}

fn there_is_no_network() {
    each_level(Isolation::Basic, |level| {
        let said = attack(level, bot("__sockets", &[]));
        check(level, &said, "denied", &["unix", "tcp", "udp", "udp6", "netlink", "vsock"]);
        check(level, &said, "done", &["socketpair"]);
    });
}

fn dangerous_calls_are_denied() {
    each_level(Isolation::Basic, |level| {
        let said = attack(level, bot("__calls", &[]));
        let calls = ["unshare", "clone", "io_uring", "bpf", "keyctl", "setaffinity", "prlimit"];
        check(level, &said, "denied: Operation not permitted", &calls);
        check(level, &said, "denied: Operation not permitted", &["setpriority"]);
        check(level, &said, "denied: Function not implemented", &["clone3"]);
        if cfg!(target_arch = "x86_64") {
            check(level, &said, "denied: Function not implemented", &["x32"]);
        }
    });
}

/// A file as it is: name, content, mode, owner, and when it was changed.
type Entry = (String, Vec<u8>, u32, u32, i64, i64);

fn tree(folder: &Path) -> Vec<Entry> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let it = path.symlink_metadata().unwrap();
        let content = fs::read(&path).unwrap_or_default();
        let name = path.display().to_string();
        (name, content, it.mode(), it.uid(), it.mtime(), it.mtime_nsec())
    });
    let mut entries: Vec<Entry> = entries.collect();
    entries.sort();
    entries
}

fn nothing_outside_scratch_is_writable() {
    let folder = temporary("victim");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    fs::write(folder.join("victim"), "as it was").unwrap();
    fs::set_permissions(folder.join("victim"), fs::Permissions::from_mode(0o666)).unwrap();
    let before = tree(&folder);
    each_level(Isolation::Basic, |level| {
        // Its own folder: it may read there.
        let mut intruder = bot("__files", &[folder.to_str().unwrap()]);
        intruder.dir = Some(folder.clone());
        let said = attack(level, intruder);
        assert_eq!(tree(&folder), before, "{level}");
        let ways = ["create", "append", "truncate", "remove", "rename", "link", "symlink"];
        check(level, &said, "denied", &ways);
        check(level, &said, "denied", &["mkdir", "mode", "time", "17 MiB"]);
        check(level, &said, "done", &["read", "scratch", "/dev/null"]);
        for place in ["/", "/etc", "/usr", "/dev", "/dev/shm", "/var/tmp", "/home", "/tmp"] {
            assert!(!Path::new(place).join(file_name(&folder)).exists(), "{level}: {place}");
        }
    });
    fs::remove_dir_all(&folder).unwrap();
}

fn peers_are_out_of_reach() {
    let exe = std::env::current_exe().unwrap();
    // Killed in the end, also when the test fails.
    struct Killed(std::process::Child);
    impl Drop for Killed {
        fn drop(&mut self) {
            self.0.kill().unwrap();
            self.0.wait().unwrap();
        }
    }
    let mut peer = Command::new(exe);
    let peer = Killed(peer.arg("__sleep").env("SECRET", "s").spawn().unwrap());
    let pid = peer.0.id().to_string();
    each_level(Isolation::Basic, |level| {
        let said = attack(level, bot("__peer", &[&pid]));
        check(level, &said, "denied", &["environ", "mem", "fd", "kill", "ptrace", "parent"]);
        let outcome = if level == Isolation::Basic { "done" } else { "denied" };
        check(level, &said, outcome, &["cmdline"]);
    });
}

/// What takes longer does not happen at all.
const SURELY: Duration = Duration::from_secs(15);

/// Waits until there are as many processes with the word; returns how long it took.
#[track_caller]
fn until(word: &str, enough: impl Fn(usize) -> bool) -> Duration {
    let began = Instant::now();
    while !enough(processes(word)) {
        assert!(began.elapsed() < Duration::from_secs(20), "{} processes", processes(word));
        std::thread::yield_now();
    }
    began.elapsed()
}

fn a_killed_referee_leaves_nothing() {
    each_level(Isolation::None, |level| {
        let word = format!("orphan-{}-{level}", std::process::id());
        let exe = std::env::current_exe().unwrap();
        let mut referee = Command::new(exe);
        referee.args(["__referee", level.word(), &word]).stdout(Stdio::null());
        let mut referee = referee.spawn().unwrap();
        // The referee, two bots, and the daemon of one of them.
        until(&word, |processes| processes >= 4);
        referee.kill().unwrap();
        referee.wait().unwrap();
        let took = until(&word, |processes| processes == 0);
        println!("  {level}: all bots gone {took:.1?} after `kill -9` of the referee");
        assert!(took <= SURELY, "{level}: {took:?}");
    });
}

fn those_that_do_not_go_are_made_to() {
    each_level(Isolation::None, |level| {
        for role in ["__stopped", "__deaf"] {
            let word = format!("stays-{}-{level}", std::process::id());
            let bots = [bot(role, &[&word])];
            let began = Instant::now();
            let failed = preflight(&settings(level, 1), &bots, &Stopper::default(), |_| {});
            assert!(failed.unwrap().is_empty(), "{level}: {role}");
            assert_eq!(processes(&word), 0, "{level}: {role}");
            // 2 s for `quit`, 0.5 s for SIGTERM; a busy machine takes its time for the rest.
            let took = began.elapsed();
            println!("  {level}: {role} is gone {took:.1?} after `quit`");
            assert!(took <= SURELY, "{level}: {role} {took:?}");
        }
    });
}

/// More than this the referee never grows, whatever a bot writes, in KiB.
const GROWTH_KIB: u64 = 8 << 10;

fn floods_take_no_memory() {
    let check = |level, way, reason| {
        let bots = [bot("__flooding", &[way]), bot("__play", &[]), bot("__play", &[])];
        let mut settings = settings(level, 2);
        settings.time.move_limit = Some(Duration::from_secs(10));
        let opponents = |number| if number == 1 { [0, 1] } else { [1, 2] };
        games(&settings, &bots[1..], 2, |_| [0, 1]);
        forget_peak_memory();
        let before = peak_memory_kib();
        let played = games(&settings, &bots, 20, opponents);
        let growth = peak_memory_kib().saturating_sub(before);
        println!("  {level}: the referee grows by {growth} KiB under `{way}`");
        assert!(growth < GROWTH_KIB, "{level}: {growth} KiB under {way}");
        for game in &played {
            let expected = game.bots.contains(&Bot(0)).then_some(reason).flatten();
            assert_eq!(expected, Some(game.verdict.reason).filter(|it| !it.is_normal()), "{way}");
        }
        assert_eq!(played.len(), 40, "{level}: {way}");
    };
    each_level(Isolation::None, |level| {
        check(level, "line", Some(Reason::BadMessage));
        check(level, "stdout", Some(Reason::StdoutFlood));
        check(level, "stderr", None);
    });
    check(Isolation::None, "no reading", Some(Reason::Timeout));
}

fn who_is_not_to_move_waits() {
    each_level(Isolation::None, |level| {
        for way in ["thread", "child"] {
            let bots = [bot("__burning", &[way]), bot("__thinking", &[])];
            let played = games(&settings(level, 1), &bots, 1, |_| [0, 1]);
            let said = |game: &GameRecord| {
                assert_eq!(game.verdict.reason, Reason::Exited, "{:?}", game.verdict);
                number(&game.stderr_tail, "burnt")
            };
            let burnt: Vec<u64> = played.iter().map(said).collect();
            let thought = (players::THINKING * players::BURNING_MOVES).as_millis() as u64;
            println!(
                "  {level}: {burnt:?} ms of a {way} out of turn, {thought} ms of the opponent"
            );
            // Left alone it gets as much of the core as the one who is to move.
            assert!(burnt.iter().all(|&burnt| burnt < thought / 2), "{level}: {way}");
        }
    });
}

/// Without isolation a bot may be traced, by its stage; that must not mistake it for dead.
fn who_stops_has_not_ended() {
    let mut settings = settings(Isolation::None, 1);
    settings.hello_limit = Duration::from_millis(500);
    let word = format!("traced-{}", std::process::id());
    let failed = preflight(&settings, &[bot("__traced", &[&word])], &Stopper::default(), |_| {});
    let told = failed.unwrap()[0].1.to_string();
    assert_eq!(told, "did not answer `hello` within 0.50 s");
    assert_eq!(processes(&word), 0);
}

fn only_three_descriptors_are_open() {
    // One that is inherited by whoever is careless.
    let _leak = rustix::io::dup(fs::File::open("/dev/null").unwrap()).unwrap();
    each_level(Isolation::None, |level| {
        let bots = vec![bot("__descriptors", &[]); 100];
        let said = attacks(level, &bots);
        assert_eq!(said.len(), 100);
        assert!(said.iter().all(|said| said.trim() == "open 0 1 2 3"), "{level}: {said:?}");
    });
}

fn streams_have_names() {
    each_level(Isolation::None, |level| {
        let said = attack(level, bot("__streams", &[]));
        let names =
            ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/proc/self/fd/1", "/proc/self/fd/2"];
        check(level, &said, "done", &names);
    });
}

fn orphans_are_reaped() {
    each_level(Isolation::None, |level| {
        assert_eq!(number(&attack(level, bot("__orphans", &[])), "zombies"), 0, "{level}");
    });
}

fn root_is_given_up() {
    each_level(Isolation::None, |level| {
        let said = attack(level, bot("__user", &[]));
        check(level, &said, "false", &["capabilities", "root"]);
        check(level, &said, "denied", &["shadow"]);
    });
}

fn a_private_folder_is_shown_or_named() {
    let folder = temporary("private");
    let inside = folder.join("inside");
    fs::create_dir_all(&inside).unwrap();
    let script = inside.join("bot.sh");
    fs::write(&script, "#!/bin/sh\necho read me >&2\nexit 9\n").unwrap();
    for (path, mode) in [(&script, 0o700), (&inside, 0o700), (&folder, 0o700)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    each_level(Isolation::None, |level| {
        let mut private = bot("private", &[]);
        private.command = vec![script.to_str().unwrap().to_owned()];
        let bots = [private];
        let failed = preflight(&settings(level, 1), &bots, &Stopper::default(), |_| {}).unwrap();
        let StartError::Bot { detail, stderr } = &failed[0].1 else { panic!("{failed:?}") };
        if level <= Isolation::Basic && rustix::process::geteuid().is_root() {
            let remedy = format!("chmod o+rx {}`", folder.display());
            assert!(detail.contains(&remedy), "{level}: {detail}");
        } else {
            assert_eq!(stderr, "read me", "{level}: {detail}");
        }
    });
    fs::remove_dir_all(&folder).unwrap();
}

fn what_is_missing_is_said() {
    for level in Isolation::ALL {
        if let Err(missing) = level.probe() {
            assert!(missing.to_string().len() > 20, "{level}: {missing}");
            assert!(Isolation::strongest() != level, "{level}");
        }
    }
    assert!(Isolation::strongest().probe().is_ok());
}
