//! Ayoayo bot in Rust: looks two plies ahead.
//!
//! Plays: every legal move, every reply to it, and keeps the move whose best
//!        reply leaves it the largest lead; the first of equals.
//! Run:   rustc -O --edition 2021 bot.rs && ./bot
//! Flush: stdout().flush() after every line.
//!
//! There is no JSON parser here: the referee promises compact separators,
//! `type` first, `id` second, and `"legal":[` at most once in a line.

use std::io::{BufRead, Write};

const DEPTH: u32 = 2;
const MAJORITY: u8 = 25;
const WON: i32 = 1_000;

#[derive(Clone, Copy)]
struct Position {
    pits: [u8; 12],
    stores: [u8; 2],
    turn: usize,
}

impl Position {
    /// Returns the position after the move, or `None` if its relay never ends.
    fn play(mut self, mut pit: usize) -> Option<Position> {
        // Brent: compare with one remembered state, renewed after 1, 2, 4, … laps.
        let (mut remembered, mut laps, mut renew_at) = (None, 0u64, 1u64);
        loop {
            let origin = pit;
            let mut seeds = std::mem::take(&mut self.pits[pit]);
            while seeds > 0 {
                pit = (pit + 1) % 12;
                if pit != origin {
                    self.pits[pit] += 1; // Every lap skips its own origin.
                    seeds -= 1;
                }
            }
            if self.pits[pit] <= 1 {
                break; // The last seed fell into an empty pit.
            }
            if remembered == Some((self.pits, pit)) {
                return None;
            }
            laps += 1;
            if laps == renew_at {
                (remembered, renew_at) = (Some((self.pits, pit)), 2 * renew_at);
            }
        }
        if pit / 6 == self.turn && self.pits[11 - pit] > 0 {
            self.stores[self.turn] += self.pits[pit] + self.pits[11 - pit];
            (self.pits[pit], self.pits[11 - pit]) = (0, 0);
        }
        self.turn = 1 - self.turn;
        Some(self)
    }

    fn row(&self, side: usize) -> &[u8] {
        &self.pits[6 * side..6 * side + 6]
    }

    fn legal(&self) -> Vec<usize> {
        let other = 1 - self.turn;
        let must_feed = self.row(other).iter().all(|&seeds| seeds == 0);
        let feeds = |after: Position| !must_feed || after.row(other).iter().any(|&seeds| seeds > 0);
        (6 * self.turn..6 * self.turn + 6)
            .filter(|&pit| self.pits[pit] > 0 && self.play(pit).is_some_and(feeds))
            .collect()
    }

    /// Returns what the position is worth in seeds to the player to move.
    fn value(&self, depth: u32) -> i32 {
        let [mine, theirs] = [self.stores[self.turn], self.stores[1 - self.turn]];
        let lead = i32::from(mine) - i32::from(theirs);
        if theirs >= MAJORITY {
            return -WON;
        }
        if depth == 0 {
            return lead;
        }
        let best = self.legal().into_iter().map(|pit| self.after(pit, depth)).max();
        // Who cannot move loses every seed on the board to the other.
        best.unwrap_or_else(|| lead - self.pits.iter().map(|&seeds| i32::from(seeds)).sum::<i32>())
    }

    /// Returns what playing `pit` is worth to the player who plays it.
    fn after(&self, pit: usize, depth: u32) -> i32 {
        // Under other rules than Ayoayo a legal move may look endless here.
        self.play(pit).map_or(-2 * WON, |next| -next.value(depth - 1))
    }
}

/// Reads the list called `name`, such as `pits`.
fn numbers(line: &str, name: &str) -> Option<Vec<u8>> {
    let start = line.split_once(&format!("\"{name}\":["))?.1;
    start.split_once(']')?.0.split(',').map(|number| number.parse().ok()).collect()
}

/// Returns the pit to play, or `None` when the line does not hold a position.
fn choose(line: &str) -> Option<usize> {
    let position = Position {
        pits: numbers(line, "pits")?.try_into().ok()?,
        stores: numbers(line, "stores")?.try_into().ok()?,
        turn: usize::from(line.contains("\"turn\":1")),
    };
    let seeds = position.pits.iter().chain(&position.stores);
    if seeds.map(|&seeds| u32::from(seeds)).sum::<u32>() != 48 {
        return None;
    }
    let legal = match numbers(line, "legal") {
        Some(legal) => legal.into_iter().map(usize::from).collect(),
        None => position.legal(),
    };
    // `max_by_key` keeps the last of equals, hence the reversed order.
    let choice = legal.into_iter().rev().filter(|&pit| pit < 12);
    choice.max_by_key(|&pit| position.after(pit, DEPTH))
}

/// Splits `{"type":"go","id":7,…` into type and id. The id stays text, so it stays exact.
fn head(line: &str) -> Option<(&str, Option<&str>)> {
    let (kind, rest) = line.strip_prefix("{\"type\":\"")?.split_once('"')?;
    let id = rest.strip_prefix(",\"id\":").and_then(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        (end > 0).then(|| &rest[..end])
    });
    Some((kind, id))
}

fn answer(kind: &str, id: &str, line: &str) -> Option<String> {
    Some(match kind {
        "hello" => format!(r#"{{"type":"hello","id":{id},"protocol":1,"name":"rust-two-plies"}}"#),
        "go" => format!(r#"{{"type":"move","id":{id},"pit":{}}}"#, choose(line)?),
        "ping" => format!(r#"{{"type":"pong","id":{id}}}"#),
        _ => format!(
            r#"{{"type":"error","id":{id},"code":"unknown_type","message":"this bot does not know that type"}}"#
        ),
    })
}

fn main() -> std::io::Result<()> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        // Lossy, so that broken UTF-8 cannot end the loop.
        let line = String::from_utf8_lossy(&bytes);
        match head(&line) {
            Some(("quit", _)) => break,
            Some((kind, Some(id))) if kind != "error" => {
                if let Some(reply) = answer(kind, id, &line) {
                    output.write_all(format!("{reply}\n").as_bytes())?;
                    output.flush()?;
                }
            }
            _ => {} // No id, no answer; nor to `error`, nor to a line that makes no sense.
        }
        bytes.clear();
    }
    Ok(())
}
