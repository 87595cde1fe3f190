//! __NAME__, a bot for Ayoayo: wins as many seeds as it can with each move.
//!
//! `choose` is what to make better. Below it is the protocol. There is no JSON parser:
//! the referee promises compact separators, `type` first, `id` second, and each name at
//! most once in a line. The id stays text, so it stays exact.

use std::io::{BufRead, Write};

const NAME: &str = "__NAME__";

/// Pits 0-5 are South's, 6-11 North's; side 0 is South, 1 North.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    pits: [u8; 12],
    stores: [u8; 2],
    turn: usize,
}

impl Position {
    /// Returns the position after sowing a pit, or `None` if that is not legal in Ayoayo.
    fn play(&self, pit: usize) -> Option<Position> {
        if pit / 6 != self.turn || self.pits[pit] == 0 {
            return None;
        }
        let mut after = *self;
        let end = after.sow(pit)?;
        if end / 6 == self.turn && after.pits[11 - end] > 0 {
            after.stores[self.turn] += after.pits[end] + after.pits[11 - end];
            (after.pits[end], after.pits[11 - end]) = (0, 0);
        }
        let opponent = 1 - self.turn;
        after.turn = opponent;
        let starves = self.row(opponent) == 0 && after.row(opponent) == 0;
        (!starves).then_some(after)
    }

    /// Sows laps until one ends in an empty pit. Returns that pit, or `None` when none ever
    /// does: then pits and last pit are as they were after an earlier lap. One earlier lap
    /// is remembered, anew after 1, 2, 4, 8, ... laps.
    fn sow(&mut self, mut pit: usize) -> Option<usize> {
        let (mut remembered, mut renew_at) = (None, 1);
        for laps in 1u64.. {
            pit = self.sow_lap(pit);
            if self.pits[pit] == 1 {
                return Some(pit);
            }
            if remembered == Some((self.pits, pit)) {
                return None;
            }
            if laps == renew_at {
                (remembered, renew_at) = (Some((self.pits, pit)), 2 * renew_at);
            }
        }
        None
    }

    /// Sows one lap, and returns the pit in which it ends.
    fn sow_lap(&mut self, origin: usize) -> usize {
        let mut pit = origin;
        let mut seeds = std::mem::take(&mut self.pits[origin]);
        while seeds > 0 {
            pit = (pit + 1) % 12;
            // A lap skips the pit it was lifted from.
            if pit != origin {
                self.pits[pit] += 1;
                seeds -= 1;
            }
        }
        pit
    }

    /// Returns the seeds in the six pits of a side.
    fn row(&self, side: usize) -> u8 {
        self.pits[6 * side..6 * side + 6].iter().sum()
    }

    /// Returns the pits that may be sown by the rules of Ayoayo.
    fn legal(&self) -> Vec<usize> {
        (0..12).filter(|&pit| self.play(pit).is_some()).collect()
    }
}

/// Returns the pit to sow: of the legal ones that which captures most, the first of equals.
fn choose(position: &Position, legal: &[usize]) -> Option<usize> {
    // Under other rules than Ayoayo a legal move may seem illegal to `play`.
    let won = |pit: usize| position.play(pit).map(|after| after.stores[position.turn]);
    // `max_by_key` keeps the last of equals, hence the reversed order.
    legal.iter().copied().rev().max_by_key(|&pit| won(pit))
}

// ---- Protocol ------------------------------------------------------------------

/// Reads the list of this name, such as `pits`.
fn numbers(line: &str, name: &str) -> Option<Vec<u8>> {
    let start = line.split_once(&format!("\"{name}\":["))?.1;
    start
        .split_once(']')?
        .0
        .split(',')
        .map(|number| number.parse().ok())
        .collect()
}

/// Returns the pit to answer a `go` with, or `None` when it holds no position.
fn answer_go(line: &str) -> Option<usize> {
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
        Some(legal) => legal
            .into_iter()
            .map(usize::from)
            .filter(|&pit| pit < 12)
            .collect(),
        None => position.legal(),
    };
    choose(&position, &legal)
}

/// Splits `{"type":"go","id":7,…` into type and id.
fn head(line: &str) -> Option<(&str, Option<&str>)> {
    let (kind, rest) = line.strip_prefix("{\"type\":\"")?.split_once('"')?;
    let id = rest.strip_prefix(",\"id\":").and_then(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        (end > 0).then(|| &rest[..end])
    });
    Some((kind, id))
}

/// Returns the line to send, or `None` for a `go` that cannot be read.
fn answer(kind: &str, id: &str, line: &str) -> Option<String> {
    Some(match kind {
        "hello" => format!(r#"{{"type":"hello","id":{id},"protocol":1,"name":"{NAME}"}}"#),
        "go" => format!(r#"{{"type":"move","id":{id},"pit":{}}}"#, answer_go(line)?),
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = r#""turn":0,"pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0]"#;

    #[test]
    fn the_biggest_capture() {
        // B, C and D win seven seeds each.
        assert_eq!(
            answer_go(&format!(r#"{START},"legal":[0,1,2,3,4,5]"#)),
            Some(1)
        );
        assert_eq!(answer_go(&format!(r#"{START},"legal":[0,2,4]"#)), Some(2));
        assert_eq!(answer_go(START), Some(1), "without `legal`");
    }

    #[test]
    fn nonsense() {
        for line in [
            "",
            r#""turn":0,"pits":[4,4]"#,
            r#""turn":0,"pits":[5,5,5,5,5,5,5,5,5,5,5,5],"stores":[0,0]"#,
        ] {
            assert_eq!(answer_go(line), None, "{line}");
        }
    }

    #[test]
    fn illegal() {
        let endless = Position {
            pits: [0, 1, 0, 1, 2, 0, 1, 0, 1, 0, 2, 1],
            stores: [39, 0],
            turn: 0,
        };
        assert_eq!(endless.play(4), None);
        let starves = Position {
            pits: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
            stores: [23, 23],
            turn: 0,
        };
        assert_eq!(starves.play(0), None);
    }

    #[test]
    fn a_whole_game() {
        let mut position = Position {
            pits: [4; 12],
            stores: [0; 2],
            turn: 0,
        };
        for _ply in 0..1000 {
            if position.stores.iter().any(|&seeds| seeds >= 25) {
                break;
            }
            let Some(pit) = choose(&position, &position.legal()) else {
                break;
            };
            position = position.play(pit).expect("a legal move");
            let seeds: u8 = position.pits.iter().chain(&position.stores).sum();
            assert_eq!(seeds, 48);
        }
    }
}
