//! What it costs a run to be looked at: 2,000 games, alone and with five browsers that
//! follow it through `ayo serve`, and a sixth that takes nothing of what it is sent.
//!
//! One JSON document on stdout. Both are played in turn, and compared with their neighbours:
//! the cost is the median of these. These browsers read and draw nothing: what a real
//! one draws it draws on a host of its own.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{sleep, spawn};
use std::time::Duration;

use serde_json::{Value, json};

const GAMES: u32 = 2_000;
const BROWSERS: usize = 5;
const TURNS: usize = 5;
/// Games a second with browsers may be so much fewer, as a share.
const MOST_COST: f64 = 0.05;

fn main() {
    let mut alone = Vec::new();
    let mut followed = Vec::new();
    let mut read_bytes = 0;
    for _ in 0..TURNS {
        alone.push(games_per_s(play(|_| 0).0));
        let (result, bytes) = play(follow);
        followed.push(games_per_s(result));
        read_bytes += bytes;
    }
    let mut costs: Vec<f64> =
        alone.iter().zip(&followed).map(|(alone, followed)| 1.0 - followed / alone).collect();
    costs.sort_by(f64::total_cmp);
    let cost = costs[TURNS / 2];
    let report = json!({
        "bench": "browsers", "games": GAMES, "browsers": BROWSERS, "turns": TURNS,
        "alone_games_per_s": alone, "followed_games_per_s": followed,
        "read_bytes": read_bytes, "cost": cost, "most_cost": MOST_COST,
        "met": cost <= MOST_COST && read_bytes > 0,
    });
    println!("{report}");
}

fn games_per_s(result: Value) -> f64 {
    f64::from(GAMES) / result["elapsed_ms"].as_f64().unwrap() * 1e3
}

fn ayo(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ayo-under-test"));
    command.args(arguments).current_dir(folder).stderr(Stdio::piped());
    command
}

/// Plays a match; `look` is called when there is something to see. Returns what the match
/// says, and what `look` has read.
fn play(look: impl FnOnce(&Path) -> u64) -> (Value, u64) {
    let folder = tempfile::tempdir().unwrap();
    let games = GAMES.to_string();
    let command = ["match", "minimax?depth=9", "a=greedy", "--games", &games, "--out", "run"];
    let mut run = ayo(&[&command[..], &["--json"]].concat(), folder.path());
    let run = run.stdout(Stdio::piped()).spawn().unwrap();
    while !folder.path().join("run/run.db").exists() {
        sleep(Duration::from_millis(5));
    }
    let bytes = look(folder.path());
    let done = run.wait_with_output().unwrap();
    (serde_json::from_slice(&done.stdout).unwrap(), bytes)
}

/// Follows a run until it has stopped; returns how much was read.
fn follow(folder: &Path) -> u64 {
    let mut server = ayo(&["serve", "run", "--listen", "127.0.0.1:0"], folder).spawn().unwrap();
    let address = address(&mut server);
    let dead = ask(&address, "/events");
    let browsers: Vec<_> = (0..BROWSERS)
        .map(|_| {
            let address = address.clone();
            spawn(move || browse(&address))
        })
        .collect();
    let bytes = browsers.into_iter().map(|browser| browser.join().unwrap()).sum();
    drop(dead);
    server.kill().unwrap();
    server.wait().unwrap();
    bytes
}

fn address(server: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(server.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let (_, rest) = line.split_once("http://").unwrap();
    rest.trim_end().trim_end_matches('/').to_owned()
}

fn ask(address: &str, path: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    BufReader::new(stream)
}

/// Does what the page does: loads it, listens, and loads the tables when there are new ones.
fn browse(address: &str) -> u64 {
    let load = |path| {
        let mut text = Vec::new();
        ask(address, path).read_to_end(&mut text).unwrap() as u64
    };
    let mut bytes = load("/");
    let mut event = String::new();
    for line in ask(address, "/events").lines() {
        let line = line.unwrap();
        bytes += line.len() as u64;
        match line.split_once(": ") {
            Some(("event", name)) => name.clone_into(&mut event),
            Some(("data", _)) if event == "tables" => bytes += load("/tables"),
            Some(("data", text)) if text.contains("Stopped: ") => break,
            _ => {}
        }
    }
    bytes
}
