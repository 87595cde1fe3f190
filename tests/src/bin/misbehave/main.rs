//! A bot that misbehaves in one way: `misbehave SCRIPT`.
//!
//! It plays the first legal pit, as the built-in `first` does, until its script
//! has it do something else, most often when it is asked for its first move. In the
//! examination before a run it behaves, so that this costs no test any time.
#![allow(clippy::disallowed_methods)]

mod answers;
mod folders;
mod lines;
mod pipes;
mod processes;
mod resources;
mod start;
mod surroundings;

use std::io::{self, Write as _};
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let script = arguments.first().map_or("", String::as_str);
    if start::instead_of_a_bot(script) {
        return;
    }
    let mut bot = Bot { script, arguments: &arguments, games: 0, first_side: 0 };
    for line in io::stdin().lines() {
        let Ok(line) = line else { return };
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        bot.hear(&line, &message);
    }
}

struct Bot<'a> {
    script: &'a str,
    arguments: &'a [String],
    /// Games this process was told about.
    games: u32,
    /// The side it played in the first of them.
    first_side: i64,
}

/// A `go` that is to be answered.
struct Asked<'a> {
    id: u64,
    /// The first legal pit.
    legal: i64,
    go: &'a Value,
}

/// Scripts that do what they do at other times than when they are asked for a move.
const ELSEWHERE: [&str; 12] = [
    "answers-the-first-ping-only",
    "banner",
    "bom",
    "crlf",
    "deaf",
    "dies-after-the-game",
    "hello-again",
    "hostile-hello",
    "moody",
    "never-pongs",
    "thinks-early",
    "witness",
];

impl Bot<'_> {
    fn hear(&mut self, line: &str, message: &Value) {
        let id = message["id"].as_u64().unwrap_or_default();
        match message["type"].as_str().unwrap_or_default() {
            "hello" => start::hello(self, id),
            "ping" => self.ping(id),
            "new_game" if is_numbered(message) => self.new_game(message),
            "go" => self.go(&Asked {
                id,
                legal: message["legal"][0].as_i64().unwrap_or_default(),
                go: message,
            }),
            "game_over" if self.script == "dies-after-the-game" => exit(4),
            "game_over" if self.script == "witness" => eprintln!("heard {line}"),
            "quit" if self.script == "deaf" => linger(),
            "quit" => exit(0),
            _ => {}
        }
    }

    fn new_game(&mut self, message: &Value) {
        self.games += 1;
        if self.games == 1 {
            self.first_side = message["you"].as_i64().unwrap_or_default();
        }
        if self.script == "thinks-early" {
            think();
        }
    }

    fn ping(&self, id: u64) {
        let silent = match self.script {
            "never-pongs" => true,
            "answers-the-first-ping-only" => self.games > 0,
            _ => false,
        };
        if !silent {
            self.say(&format!(r#"{{"type":"pong","id":{id}}}"#));
        }
    }

    fn go(&self, asked: &Asked<'_>) {
        let acts = is_numbered(asked.go)
            && (answers::act(self, asked)
                || lines::act(self, asked)
                || pipes::act(self, asked)
                || processes::act(self, asked)
                || resources::act(self, asked)
                || folders::act(self, asked)
                || surroundings::act(self, asked));
        if !acts {
            let known = !is_numbered(asked.go) || ELSEWHERE.contains(&self.script);
            assert!(known, "no script is called `{}`", self.script);
            self.play(asked);
        }
    }

    /// Answers as it should.
    fn play(&self, asked: &Asked<'_>) {
        let pit = if self.script == "moody" { asked.any_legal() } else { asked.legal };
        self.choose(asked.id, pit);
    }

    fn choose(&self, id: u64, pit: i64) {
        self.say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
    }

    fn say(&self, line: &str) {
        let end = if self.script == "crlf" { "\r\n" } else { "\n" };
        write(format!("{line}{end}"));
    }
}

impl Asked<'_> {
    /// The answer that is expected, without its newline.
    fn answer(&self) -> String {
        format!(r#"{{"type":"move","id":{},"pit":{}}}"#, self.id, self.legal)
    }

    /// A legal pit that nobody can foresee.
    fn any_legal(&self) -> i64 {
        let legal = self.go["legal"].as_array().map_or(&[][..], Vec::as_slice);
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
        // The last digits of the clock of some hosts are always the same.
        let random = (nanos / 100) as usize;
        legal.get(random % legal.len().max(1)).and_then(Value::as_i64).unwrap_or(self.legal)
    }

    /// Whether this is one of the first moves of the game: some things are done once.
    fn is_early(&self) -> bool {
        self.go["ply"].as_u64() < Some(6)
    }
}

/// Games of a run are numbered; what the examination before it plays has other names.
fn is_numbered(message: &Value) -> bool {
    message["game_id"].as_str().is_some_and(|id| id.parse::<u64>().is_ok())
}

/// Writes to stdout; a bot that nobody reads has nothing left to do.
fn write(text: impl AsRef<[u8]>) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_ref()).and_then(|()| out.flush()).is_err() {
        exit(1);
    }
}

/// Writes a piece of text until so many bytes are written.
fn flood(piece: &str, bytes: usize) {
    let chunk = piece.repeat((16_384 / piece.len()).max(1));
    let mut written = 0;
    while written < bytes {
        write(&chunk);
        written += chunk.len();
    }
}

/// Does nothing, for longer than any test may take.
fn linger() {
    sleep(Duration::from_secs(600));
}

/// Keeps the processor busy for a moment.
fn think() {
    let mut number = 1_u64;
    (0..10_000_000).for_each(|step| number = std::hint::black_box(number ^ step));
}
