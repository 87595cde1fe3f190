//! A bot that misbehaves in one way: `misbehave SCRIPT`.
//!
//! It plays the first legal pit, as the built-in `first` does, until its script
//! has it do something else, most often when it is asked for its first move.
#![allow(clippy::disallowed_methods)]

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process, setsid};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let script = arguments.first().map_or("", String::as_str);
    match script {
        "linger" => linger(),
        "daemon" => return daemon(),
        "deaf-to-quit" => return without_sigterm("deaf"),
        "exits-at-once" => exit_at_once(),
        "unflushed" => return unflushed(),
        "noisy-start" => flood("this bot greets everybody it knows, one by one\n", 1 << 20),
        _ => {}
    }
    let mut bot = Bot { script, arguments: &arguments, games: 0 };
    for line in io::stdin().lines() {
        let Ok(line) = line else { return };
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        bot.answer(&message);
    }
}

/// Answers, but keeps what it writes to itself until it ends.
fn unflushed() {
    let questions = io::stdin().lines().map_while(Result::ok).count();
    for id in 1..=questions {
        println!(r#"{{"type":"hello","id":{id},"protocol":1,"name":"late"}}"#);
    }
}

struct Bot<'a> {
    script: &'a str,
    arguments: &'a [String],
    games: u32,
}

impl Bot<'_> {
    fn answer(&mut self, message: &Value) {
        let id = message["id"].as_u64().unwrap_or_default();
        match message["type"].as_str().unwrap_or_default() {
            "hello" => self.hello(id),
            "ping" if self.script == "never-pongs" => {}
            "ping" => self.say(&format!(r#"{{"type":"pong","id":{id}}}"#)),
            // Games are numbered; what the examination before a run plays has other names.
            "new_game"
                if message["game_id"].as_str().is_some_and(|id| id.parse::<u64>().is_ok()) =>
            {
                self.games += 1;
            }
            "go" => self.go(id, message),
            "game_over" if self.script == "dies-after-the-game" => exit(4),
            "quit" if self.script == "deaf" => linger(),
            "quit" => exit(0),
            _ => {}
        }
    }

    fn say(&self, line: &str) {
        let end = if self.script == "crlf" { "\r\n" } else { "\n" };
        write(&format!("{line}{end}"));
    }

    fn hello(&self, id: u64) {
        match self.script {
            "mute" => linger(),
            "bom" => write("\u{feff}"),
            _ => {}
        }
        let protocol = if self.script == "other-version" { 2 } else { 1 };
        self.say(&format!(
            r#"{{"type":"hello","id":{id},"protocol":{protocol},"name":"misbehave"}}"#
        ));
    }

    fn play(&self, id: u64, pit: i64) {
        self.say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
    }

    fn go(&self, id: u64, go: &Value) {
        let legal = go["legal"][0].as_i64().unwrap_or_default();
        match self.script {
            // Answers that are wrong.
            "foreign-pit" => self.play(id, (legal + 6) % 12),
            "empty-pit" => self.play(id, own_empty_pit(go).unwrap_or(legal)),
            "pit-12" => self.play(id, 12),
            "pit-minus-1" => self.play(id, -1),
            "wrong-id" => self.play(id + 1000, legal),
            "resigns" => self.say(&format!(r#"{{"type":"move","id":{id},"resign":true}}"#)),
            "declines" => self.say(&format!(
                r#"{{"type":"error","id":{id},"code":"tired","message":"not today"}}"#
            )),
            "unsolicited" => {
                let answer = format!(r#"{{"type":"move","id":{id},"pit":{legal}}}"#);
                let more = format!(r#"{{"type":"move","pit":{legal}}}"#);
                write(&format!("{answer}\n{more}\n{more}\n{more}\n"));
            }
            // Lines that are broken.
            "garbage" => self.say("{"),
            "python-repr" => self.say(&format!("{{'type': 'move', 'id': {id}, 'pit': {legal}}}")),
            "endless-line" => flood("x", usize::MAX),
            "stdout-flood" => flood("so many words\n", usize::MAX),
            // Time.
            "silent" => linger(),
            "no-newline" => {
                write(&format!(r#"{{"type":"move","id":{id},"pit":{legal}}}"#));
                linger();
            }
            "dribble" => loop {
                self.say(r#"{"type":"log","text":"still thinking"}"#);
                sleep(Duration::from_millis(10));
            },
            // Processes and pipes.
            "exit-3" => {
                eprintln!("Traceback: the pits are on fire");
                exit(3);
            }
            "segfault" => loop {
                // The runtime's own handler takes the first one, and steps aside.
                let _ = kill_process(getpid(), Signal::SEGV);
            },
            "moves-and-exits" => {
                self.play(id, legal);
                exit(0);
            }
            "closes-stdout" => {
                let _ = dup2_stdout(dev_null());
                linger();
            }
            "closes-stdin" => {
                let _ = dup2_stdin(dev_null());
                self.play(id, legal);
                linger();
            }
            "leaves-a-child-with-its-pipes" => {
                drop(start("linger", Stdio::inherit));
                exit(0);
            }
            "kills-its-stage" | "stops-its-stage" | "interrupts-its-stage" => {
                let _ = start("daemon", Stdio::null).wait();
                let signal = match self.script {
                    "kills-its-stage" => Signal::KILL,
                    "stops-its-stage" => Signal::STOP,
                    _ => Signal::INT,
                };
                let stage = rustix::process::getppid().expect("a bot has a parent");
                let _ = kill_process(stage, signal);
                exit(0);
            }
            "leaves-a-daemon" => {
                let _ = start("daemon", Stdio::null).wait();
                exit(0);
            }
            _ => self.go_well(id, legal, go),
        }
    }

    /// What is strange, but no fault.
    fn go_well(&self, id: u64, legal: i64, go: &Value) {
        match self.script {
            "no-ids" => self.say(&format!(r#"{{"type":"move","pit":{legal}}}"#)),
            "answers-twice" => {
                self.play(id, legal);
                self.play(id, legal);
            }
            "debug-lines" => {
                self.say(&format!("DEBUG pits = {}", go["pits"]));
                self.play(id, legal);
            }
            "stderr-flood" => {
                // Only once a game: a few megabytes are enough to fill any pipe.
                if go["ply"].as_u64() < Some(6) {
                    let line = "WARNING: this line is written again and again\n".repeat(1000);
                    for _ in 0..100 {
                        let _ = io::stderr().write_all(line.as_bytes());
                    }
                }
                self.play(id, legal);
            }
            "keeps-a-daemon" => {
                if go["ply"].as_u64() < Some(6) {
                    let _ = start("daemon", Stdio::null).wait();
                }
                self.play(id, legal);
            }
            "unhurried" => {
                sleep(Duration::from_millis(2));
                self.play(id, legal);
            }
            "gate" => {
                self.wait_at_gate();
                self.play(id, legal);
            }
            _ => self.play(id, legal),
        }
    }

    /// `gate FOLDER GAME`: in this game of the process, says so with the file `reached`,
    /// and plays on when there is a file `open`.
    fn wait_at_gate(&self) {
        let [_, folder, game] = self.arguments else { panic!("usage: misbehave gate FOLDER GAME") };
        let folder = Path::new(folder);
        if game.parse() == Ok(self.games) {
            let _ = File::create(folder.join("reached"));
            while !folder.join("open").exists() {
                sleep(Duration::from_millis(2));
            }
        }
    }
}

fn own_empty_pit(go: &Value) -> Option<i64> {
    let first = 6 * go["turn"].as_i64()?;
    (first..first + 6).find(|&pit| go["pits"][pit as usize] == 0)
}

/// Writes to stdout; a bot that nobody reads has nothing left to do.
fn write(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(1);
    }
}

fn flood(piece: &str, bytes: usize) {
    let chunk = piece.repeat(16_384 / piece.len());
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

fn dev_null() -> File {
    File::options().read(true).write(true).open("/dev/null").expect("there is a /dev/null")
}

/// Starts this program again, with another script.
fn start(script: &str, stdio: fn() -> Stdio) -> Child {
    let program = std::env::current_exe().expect("a process knows its program");
    let mut command = Command::new(program);
    command.arg(script).stdin(stdio()).stdout(stdio()).stderr(stdio());
    command.spawn().expect("a bot may start processes")
}

/// Leaves a grandchild behind, in a session of its own and without a parent.
fn daemon() {
    let _ = setsid();
    drop(start("linger", Stdio::null));
}

/// Goes on with another script and SIGTERM ignored, which only a shell does without `unsafe`.
fn without_sigterm(script: &str) {
    let program = std::env::current_exe().expect("a process knows its program");
    let line = r#"trap "" TERM; exec "$0" "$1""#;
    let error = Command::new("/bin/sh").args(["-c", line]).arg(program).arg(script).exec();
    eprintln!("no shell: {error}");
}

fn exit_at_once() {
    eprintln!("Traceback (most recent call last):");
    eprintln!("ModuleNotFoundError: No module named 'numpy'");
    exit(1);
}
