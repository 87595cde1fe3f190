//! Runs games and starts bots for the tests, and looks at what is left.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ayo_protocol::TimeControl;
use ayo_record::{Bot, GameRecord, Opening, Pair};
use ayo_referee::{BotSpec, Event, Isolation, Settings, StartError, Stopper, Task, preflight, run};
use ayo_rules::Rules;

pub(crate) fn settings(isolation: Isolation, slots: usize) -> Settings {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Settings {
        rules: Rules::AYOAYO,
        time: TimeControl::default(),
        hello_limit: Duration::from_secs(60),
        slots,
        isolation,
        logs: ayo_referee::Logs::default(),
        scratch: temporary(&format!("scratch-{number}")),
        private: Vec::new(),
        proofs: None,
        boards: None,
    }
}

/// A path for this process in the temporary folder.
pub(crate) fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ayo-isolation-{}-{name}", std::process::id()))
}

pub(crate) fn bot(role: &str, arguments: &[&str]) -> BotSpec {
    let exe = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let words = [&*exe, role].into_iter().chain(arguments.iter().copied());
    BotSpec {
        name: role.to_owned(),
        command: words.map(str::to_owned).collect(),
        dir: None,
        env: vec![],
        restart: false,
        threads: 1,
        memory_mb: None,
    }
}

/// Plays pairs between bots 0 and `opponents` in turn.
pub(crate) fn games(
    settings: &Settings,
    bots: &[BotSpec],
    pairs: u64,
    opponents: impl Fn(u64) -> [u32; 2] + Send + 'static,
) -> Vec<GameRecord> {
    let tasks = (1..=pairs).map(move |number| {
        let pair = Pair {
            number,
            round: 1,
            bots: opponents(number).map(|bot| Bot(bot as _)),
            games: 2,
            first_game: 2 * number - 1,
            opening: Opening::Moves(Vec::new()),
            seed: number,
        };
        Task { games: pair.scheduled().collect(), pair }
    });
    let mut played = Vec::new();
    run(settings, bots, Box::new(tasks), &Stopper::default(), |event| match event {
        Event::Game(game, _) => played.push(*game),
        // On a busy machine the host may stall: then it is played again.
        Event::Busy(..) | Event::Void(..) => {}
        event => panic!("{event:?}"),
    })
    .unwrap();
    played
}

/// Starts bots that attack and exit; returns what each said on stderr.
pub(crate) fn attacks(isolation: Isolation, bots: &[BotSpec]) -> Vec<String> {
    let failed = preflight(&settings(isolation, 1), bots, &Stopper::default(), |_| {}).unwrap();
    let said = failed.into_iter().map(|(_, error)| match error {
        StartError::Bot { stderr, detail } if detail.contains("exited with code 9") => stderr,
        error => panic!("{isolation}: {error:?}"),
    });
    said.collect()
}

pub(crate) fn attack(isolation: Isolation, bot: BotSpec) -> String {
    attacks(isolation, &[bot]).remove(0)
}

/// Counts the processes, anywhere, that were started with this word.
pub(crate) fn processes(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|&byte| byte == 0).any(|it| it == word.as_bytes())).count()
}

/// Counts the children of this process, also those that nobody waited for.
pub(crate) fn children() -> usize {
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let stats = processes.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let parents = stats.filter_map(|stat| {
        stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1).map(str::to_owned)
    });
    parents.filter(|parent| *parent == own).count()
}

/// Forgets the most memory that this process had so far.
pub(crate) fn forget_peak_memory() {
    fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// The most memory that this process had, in KiB.
pub(crate) fn peak_memory_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

pub(crate) fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// A referee that plays for a long time, to be killed.
pub(crate) fn referee(level: &str, word: &str) {
    let level = Isolation::ALL.into_iter().find(|it| it.word() == level).unwrap();
    let bots = [bot("__daemonising", &[word]), bot("__play", &[word])];
    games(&settings(level, 1), &bots, 10_000_000, |_| [0, 1]);
}
