//! What the referee costs, as ratios to a blocking ping-pong in the same run.
//!
//! `cargo bench -p ayo-referee --bench overhead` prints one JSON document.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ayo_protocol::TimeControl;
use ayo_record::{Bot, Opening, Pair};
use ayo_referee::{
    BotSpec, Event, Isolation, Logs, Settings, Stopper, Task, preflight, run, stage,
};
use ayo_rules::Rules;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Bytes of a usual `go` and of a `move`.
const LINES: (usize, usize) = (190, 28);

fn main() {
    stage::run_if_asked();
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some("__bot") => bot(),
        Some("__echo") => echo(),
        _ => {
            // `cargo test --benches` only wants to see it run.
            let quick = arguments.iter().any(|argument| argument == "--test");
            let (trips, pairs) = if quick { (1_000, 5) } else { (200_000, 4_000) };
            println!("{}", measure(trips, pairs));
        }
    }
}

fn bot() {
    let player = ayo_engine::build(ayo_engine::Builtin::First, &[]).unwrap();
    let stdin = File::from(io::stdin().as_fd().try_clone_to_owned().unwrap());
    let stdout = File::from(io::stdout().as_fd().try_clone_to_owned().unwrap());
    ayo::bot::run("first", player, BufReader::new(stdin), stdout).unwrap();
}

/// The other half of the ping-pong: a short line for each long one.
fn echo() {
    let mut lines = BufReader::new(io::stdin().lock());
    let mut out = io::stdout().lock();
    let answer = [&vec![b'x'; LINES.1 - 1][..], b"\n"].concat();
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).unwrap() > 0 {
        line.clear();
        out.write_all(&answer).unwrap();
        out.flush().unwrap();
    }
}

fn measure(trips: u32, pairs: u64) -> serde_json::Value {
    // The ping-pong before and after: the quicker one is nearer to the limit.
    let ping_pong_us = ping_pong(trips).min(ping_pong(trips));
    let one = (0..3).map(|_| play(1, pairs, random())).min_by(Played::by_pace).unwrap();
    let two = (0..3).map(|_| play(2, pairs, random())).min_by(Played::by_pace).unwrap();
    let ping_pong_us = ping_pong_us.min(ping_pong(trips));
    let short = (0..3).map(|_| play(1, pairs, last_move())).min_by(Played::by_pace).unwrap();
    let memory_one_kb = resident_kb();
    let slots = 33;
    play(slots, slots as u64 * 2, random());
    let memory_slot_kb = (peak_kb().saturating_sub(memory_one_kb)) as f64 / (slots - 1) as f64;
    // Time is games times one cost plus plies times another; two kinds of games tell both.
    let plies_a_game = |played: &Played| played.plies as f64 / played.games as f64;
    let ply_us =
        (one.us_a_game() - short.us_a_game()) / (plies_a_game(&one) - plies_a_game(&short));
    let game_us = short.us_a_game() - ply_us * plies_a_game(&short);
    serde_json::json!({
        "bench": "overhead",
        "ping_pong_us": round(ping_pong_us),
        "one_slot": one.json(),
        "two_slots": two.json(),
        "ply_us": round(ply_us),
        "ply_against_ping_pong": round(ply_us / ping_pong_us),
        "ply_against_ping_pong_target": 2.5,
        "ply_us_target": 10.0,
        "ply_and_its_share_of_the_game_against_ping_pong": round(one.us_a_ply() / ping_pong_us),
        "two_slots_against_one": round(one.us_a_ply() / two.us_a_ply()),
        "two_slots_against_one_target": 1.8,
        "next_game_us": round(game_us),
        "next_game_us_target": 50.0,
        "memory_mb": round(memory_one_kb as f64 / 1024.0),
        "memory_mb_target": 10.0,
        "memory_kb_a_slot": round(memory_slot_kb),
        "memory_kb_a_slot_target": 100.0,
        "isolation": isolation(pairs),
    })
}

/// Rounds in which the levels take turns: what disturbs one disturbs the others too.
const ROUNDS: usize = 5;
/// Starts of a bot, for the time one takes.
const STARTS: usize = 50;

/// What each level costs a ply and a start, against `none`.
fn isolation(pairs: u64) -> serde_json::Value {
    let levels: Vec<Isolation> =
        Isolation::ALL.into_iter().filter(|level| level.probe().is_ok()).collect();
    let mut ply_us = vec![f64::INFINITY; levels.len()];
    let mut start_ms = vec![f64::INFINITY; levels.len()];
    for _ in 0..ROUNDS {
        for (number, &level) in levels.iter().enumerate() {
            let played = play_at(level, 1, pairs / 2, random());
            ply_us[number] = ply_us[number].min(played.us_a_ply());
            start_ms[number] = start_ms[number].min(start_and_stop_ms(level));
        }
    }
    let level = |number: usize| {
        serde_json::json!({
            "level": levels[number].word(),
            "us_a_ply": round(ply_us[number]),
            "against_none": round(ply_us[number] / ply_us[0]),
            "against_none_target": 1.1,
            "start_and_stop_ms": round(start_ms[number]),
        })
    };
    (0..levels.len()).map(level).collect()
}

/// Milliseconds to start a bot, greet it and stop it again.
fn start_and_stop_ms(level: Isolation) -> f64 {
    let [bot, _] = bots();
    let bots = vec![bot; STARTS];
    let began = Instant::now();
    let failed = preflight(&settings(level, 1), &bots, &Stopper::default(), |_| {}).unwrap();
    assert!(failed.is_empty(), "{failed:?}");
    began.elapsed().as_secs_f64() * 1e3 / STARTS as f64
}

/// Microseconds for a line there and a line back, blocking, both sides on one core.
fn ping_pong(trips: u32) -> f64 {
    let allowed = sched_getaffinity(None).unwrap();
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).find(|&core| allowed.is_set(core)).unwrap());
    sched_setaffinity(None, &one).unwrap();
    let mut child = Command::new("/proc/self/exe")
        .arg("__echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = child.stdout.take().unwrap();
    let question = [&vec![b'x'; LINES.0 - 1][..], b"\n"].concat();
    let mut answer = vec![0; LINES.1];
    let mut trip = || {
        to.write_all(&question).unwrap();
        from.read_exact(&mut answer).unwrap();
    };
    (0..trips / 10).for_each(|_| trip());
    let began = Instant::now();
    (0..trips).for_each(|_| trip());
    let us = began.elapsed().as_secs_f64() * 1e6 / f64::from(trips);
    drop(to);
    child.wait().unwrap();
    sched_setaffinity(None, &allowed).unwrap();
    us
}

struct Played {
    games: u64,
    plies: u64,
    seconds: f64,
}

impl Played {
    fn us_a_ply(&self) -> f64 {
        self.seconds * 1e6 / self.plies as f64
    }

    fn us_a_game(&self) -> f64 {
        self.seconds * 1e6 / self.games as f64
    }

    fn by_pace(&self, other: &Played) -> std::cmp::Ordering {
        self.us_a_ply().total_cmp(&other.us_a_ply())
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "games": self.games,
            "plies": self.plies,
            "plies_a_second": (self.plies as f64 / self.seconds).round(),
            "us_a_ply": round(self.us_a_ply()),
        })
    }
}

/// Openings of four plies that differ from pair to pair.
fn random() -> Box<dyn Fn(u64) -> Opening + Send> {
    Box::new(|number| {
        let mut moves = Vec::new();
        let mut position = ayo_rules::Position::START;
        for ply in 0..4 {
            let legal: Vec<_> = Rules::AYOAYO.legal_moves(&position).collect();
            let pit = legal[(number as usize >> (2 * ply)) % legal.len()];
            position = Rules::AYOAYO.play(&position, pit).unwrap().position;
            moves.push(pit);
        }
        Opening::Moves(moves)
    })
}

/// Positions that the first move decides: such a game costs little but itself.
fn last_move() -> Box<dyn Fn(u64) -> Opening + Send> {
    Box::new(|_| "1.0.0.0.0.0/0.0.0.0.3.0 24-20 S".parse().unwrap())
}

fn settings(isolation: Isolation, slots: usize) -> Settings {
    Settings {
        rules: Rules::AYOAYO,
        time: TimeControl::default(),
        hello_limit: Duration::from_secs(10),
        slots,
        isolation,
        logs: Logs::default(),
        scratch: std::env::temp_dir().join(format!("ayo-bench-{}", std::process::id())),
        private: Vec::new(),
        proofs: None,
        boards: None,
    }
}

fn bots() -> [BotSpec; 2] {
    let exe = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    ["south", "north"].map(|name| BotSpec {
        name: name.to_owned(),
        command: vec![exe.clone(), "__bot".to_owned()],
        dir: None,
        env: vec![],
        restart: false,
        threads: 1,
        memory_mb: None,
    })
}

fn play(slots: usize, pairs: u64, opening: Box<dyn Fn(u64) -> Opening + Send>) -> Played {
    play_at(Isolation::None, slots, pairs, opening)
}

/// Plays `first` against itself; the time counts from the first game to the last.
fn play_at(
    isolation: Isolation,
    slots: usize,
    pairs: u64,
    opening: Box<dyn Fn(u64) -> Opening + Send>,
) -> Played {
    let (settings, bots) = (settings(isolation, slots), bots());
    let tasks = (1..=pairs).map(move |number| {
        let pair = Pair {
            number,
            round: 1,
            bots: [Bot(0), Bot(1)],
            games: 2,
            first_game: 2 * number - 1,
            opening: opening(number),
            seed: number,
        };
        Task { games: pair.scheduled().collect(), pair }
    });
    let mut played = Played { games: 0, plies: 0, seconds: 0.0 };
    let mut began = None;
    run(&settings, &bots, Box::new(tasks), &Stopper::default(), |event| {
        let Event::Game(game, _) = event else { panic!("{event:?}") };
        assert!(game.verdict.reason.is_normal(), "{:?}", game.verdict);
        // The first games start the bots; they are not counted.
        let Some(began) = began else {
            began = Some(Instant::now());
            return;
        };
        played.games += 1;
        played.plies += game.move_us.len() as u64;
        played.seconds = Instant::elapsed(&began).as_secs_f64();
    })
    .unwrap();
    played
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn resident_kb() -> u64 {
    status("VmRSS:")
}

fn peak_kb() -> u64 {
    status("VmHWM:")
}

fn status(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap()
}
