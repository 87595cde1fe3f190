//! Bots that play, and do something else besides.

use std::fs;
use std::io;
use std::process::Child;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

use crate::hostile::{SAID, spawn};

/// Processor time that a thinking bot uses for a move.
pub(crate) const THINKING: Duration = Duration::from_millis(100);
/// Moves after which a burning bot says what it has burnt.
pub(crate) const BURNING_MOVES: u32 = 3;
const FLOOD: u64 = 1 << 30;

/// Plays the first legal pit; `before` and `after` are called around each answer.
fn play(mut before: impl FnMut(), mut after: impl FnMut()) {
    for line in io::stdin().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap();
        let id = &message["id"];
        match message["type"].as_str() {
            Some("hello") => {
                say(&json!({"type": "hello", "id": id, "protocol": 1, "name": "b"}));
            }
            Some("ping") => say(&json!({"type": "pong", "id": id})),
            Some("go") => {
                before();
                say(&json!({"type": "move", "id": id, "pit": message["legal"][0]}));
                after();
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

fn say(message: &Value) {
    println!("{message}");
}

/// Uses the processor for each move.
pub(crate) fn thinking() {
    let think = || {
        let began = own_time();
        while own_time() - began < THINKING {}
    };
    play(think, || {});
}

/// Uses the processor when the opponent is to move, in a thread or a child.
pub(crate) fn burning(way: &str) {
    let fire = std::cell::RefCell::new(Fire {
        child: None,
        answered: None,
        burnt: Duration::ZERO,
        moves: 0,
    });
    let before = || fire.borrow_mut().count();
    let after = || fire.borrow_mut().burn(way);
    play(before, after);
}

/// What burns, and how much it has burnt out of turn.
struct Fire {
    child: Option<Child>,
    /// Processor time when the last answer was out.
    answered: Option<Duration>,
    burnt: Duration,
    moves: u32,
}

impl Fire {
    /// Adds what was burnt since the last answer; says the sum when it is time to.
    fn count(&mut self) {
        if let Some(answered) = self.answered {
            self.burnt += self.time() - answered;
        }
        if self.moves == BURNING_MOVES {
            eprintln!("burnt {}", self.burnt.as_millis());
            std::process::exit(SAID);
        }
        self.moves += 1;
    }

    /// Notes the time of the answer, and burns from the first one on.
    fn burn(&mut self, way: &str) {
        if self.answered.is_none() && way == "thread" {
            std::thread::spawn(|| {
                loop {
                    std::hint::black_box(0);
                }
            });
        } else if self.answered.is_none() {
            self.child = Some(spawn("__busy", &[]).unwrap());
        }
        self.answered = Some(self.time());
    }

    /// Processor time of this process and of its child.
    fn time(&self) -> Duration {
        own_time() + self.child.as_ref().map_or(Duration::ZERO, |child| child_time(child.id()))
    }
}

fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap()
}

/// Processor time of a process with one thread, from its first field in `schedstat`.
fn child_time(pid: u32) -> Duration {
    let schedstat = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap();
    let nanoseconds = schedstat.split_ascii_whitespace().next().unwrap();
    Duration::from_nanos(nanoseconds.parse().unwrap())
}

/// Writes a GiB before its first move, or stops reading there.
pub(crate) fn flooding(way: &str) {
    let flood = || match way {
        "line" => write_much(io::stdout(), &[b'{'; 1 << 16]),
        "stdout" => write_much(io::stdout(), &b"noise\n".repeat(1 << 13)),
        "stderr" => write_much(io::stderr(), &[b'e'; 1 << 16]),
        "no reading" => std::thread::sleep(Duration::from_secs(600)),
        _ => panic!("no such flood: {way}"),
    };
    let mut flooded = false;
    let once = || {
        if !std::mem::replace(&mut flooded, true) {
            flood();
        }
    };
    play(once, || {});
}

fn write_much(mut to: impl io::Write, chunk: &[u8]) {
    let mut written = 0;
    while written < FLOOD {
        if to.write_all(chunk).is_err() {
            return;
        }
        written += chunk.len() as u64;
    }
}
