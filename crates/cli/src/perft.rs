//! `ayo perft`: counts of move sequences, ply by ply.
//!
//! What this module deliberately does not do: count (the rules do that) and read a
//! clock (it is an argument).

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use ayo_rules::{Pit, Position, Rules, perft};
use serde::Serialize;

use crate::explain::{Format, quiet_when_closed};

/// Deepest count, in plies: 6^24 still fits a `u64`.
pub const MAX_DEPTH: u32 = 24;

/// What is to be counted.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The rules to go by.
    pub rules: Rules,
    /// Where the sequences begin.
    pub position: Position,
    /// Count up to so many plies, 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// Whether to tell the count of the last depth by first move too.
    pub first_moves: bool,
    /// Who reads the answer.
    pub format: Format,
}

/// Counts the move sequences of 1 ply, 2 plies and so on; `now` is any monotonic clock.
///
/// A person sees each depth as soon as it is counted; a program gets one JSON
/// document at the end.
///
/// # Errors
/// Refuses a depth out of range, and says why `out` cannot be written; a closed pipe
/// is no error.
pub fn run(ask: &Ask, now: &dyn Fn() -> Duration, out: &mut dyn Write) -> anyhow::Result<()> {
    anyhow::ensure!(
        (1..=MAX_DEPTH).contains(&ask.depth),
        "`depth` takes 1 to {MAX_DEPTH} plies, not {}",
        ask.depth
    );
    let written = match ask.format {
        Format::Text => write_table(ask, now, out),
        Format::Json => write_document(ask, now, out),
    };
    Ok(quiet_when_closed(written)?)
}

/// The count of one depth.
#[derive(Serialize)]
struct Depth {
    depth: u32,
    count: u64,
    seconds: f64,
    /// `None` when the clock has not moved.
    leaves_per_second: Option<f64>,
    #[serde(skip)]
    first_moves: Vec<(Pit, u64)>,
}

impl Depth {
    fn count(ask: &Ask, depth: u32, now: &dyn Fn() -> Duration) -> Depth {
        let begun = now();
        let first_moves: Vec<(Pit, u64)> = ask
            .rules
            .legal_moves(&ask.position)
            .filter_map(|pit| Some((pit, ask.rules.play(&ask.position, pit).ok()?)))
            .map(|(pit, played)| (pit, perft(&ask.rules, &played.position, depth - 1)))
            .collect();
        let seconds = now().saturating_sub(begun).as_secs_f64();
        let count = first_moves.iter().map(|(_, count)| count).sum();
        let leaves_per_second = (seconds > 0.0).then(|| count as f64 / seconds);
        Depth { depth, count, seconds, leaves_per_second, first_moves }
    }
}

fn write_table(ask: &Ask, now: &dyn Fn() -> Duration, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "depth               count    seconds  Mleaves/s")?;
    let mut first_moves = Vec::new();
    for depth in 1..=ask.depth {
        let counted = Depth::count(ask, depth, now);
        let rate = counted
            .leaves_per_second
            .map_or_else(|| "-".to_owned(), |rate| format!("{:.1}", rate / 1e6));
        writeln!(out, "{depth:>5}  {:>18}  {:>9.3}  {rate:>9}", counted.count, counted.seconds)?;
        out.flush()?;
        first_moves = counted.first_moves;
    }
    if ask.first_moves {
        writeln!(out, "\nfirst move          count")?;
        for (pit, count) in first_moves {
            writeln!(out, "{:<5}  {count:>18}", pit.letter())?;
        }
    }
    out.flush()
}

#[derive(Serialize)]
struct Document {
    rules: String,
    position: String,
    depths: Vec<Depth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<BTreeMap<usize, u64>>,
}

fn write_document(ask: &Ask, now: &dyn Fn() -> Duration, out: &mut dyn Write) -> io::Result<()> {
    let depths: Vec<Depth> = (1..=ask.depth).map(|depth| Depth::count(ask, depth, now)).collect();
    let first_moves = depths.last().filter(|_| ask.first_moves).map(|deepest| {
        deepest.first_moves.iter().map(|(pit, count)| (pit.index(), *count)).collect()
    });
    let document = Document {
        rules: ask.rules.to_string(),
        position: ask.position.to_string(),
        depths,
        first_moves,
    };
    serde_json::to_writer(&mut *out, &document)?;
    out.write_all(b"\n")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A clock that goes on by a quarter of a second each time it is read.
    fn ticking() -> impl Fn() -> Duration {
        let reads = Cell::new(0);
        move || {
            reads.set(reads.get() + 1);
            Duration::from_millis(250) * reads.get()
        }
    }

    fn ask(rules: &str, depth: u32, first_moves: bool, format: Format) -> Ask {
        let rules = rules.parse().unwrap();
        Ask { rules, position: Position::START, depth, first_moves, format }
    }

    #[track_caller]
    fn check(ask: &Ask, now: &dyn Fn() -> Duration, expected: &str) {
        let mut out = Vec::new();
        run(ask, now, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn the_table_of_the_rules() {
        let expected = "\
depth               count    seconds  Mleaves/s
    1                   6      0.250        0.0
    2                  28      0.250        0.0
    3                 132      0.250        0.0
    4                 624      0.250        0.0
    5                2870      0.250        0.0
    6               13041      0.250        0.1
    7               58497      0.250        0.2
";
        check(&ask("ayoayo", 7, false, Format::Text), &ticking(), expected);
    }

    #[test]
    fn first_moves_add_up_to_the_count() {
        let expected = "\
depth               count    seconds  Mleaves/s
    1                   6      0.250        0.0
    2                  36      0.250        0.0
    3                 190      0.250        0.0

first move          count
A                      34
B                      33
C                      32
D                      31
E                      30
F                      30
";
        check(&ask("oware", 3, true, Format::Text), &ticking(), expected);
    }

    /// A rate over no time at all is not a number, so none is told.
    #[test]
    fn a_clock_that_stands_still() {
        let still = || Duration::ZERO;
        let table = "\
depth               count    seconds  Mleaves/s
    1                   6      0.000          -
";
        check(&ask("ayoayo", 1, false, Format::Text), &still, table);
        let document = "{\"rules\":\"ayoayo\",\"position\":\"4.4.4.4.4.4/4.4.4.4.4.4 0-0 S\",\
                        \"depths\":[{\"depth\":1,\"count\":6,\"seconds\":0.0,\
                        \"leaves_per_second\":null}]}\n";
        check(&ask("ayoayo", 1, false, Format::Json), &still, document);
    }

    #[test]
    fn a_document() {
        let expected = "{\"rules\":\"oware\",\"position\":\"4.4.4.4.4.4/4.4.4.4.4.4 0-0 S\",\
                        \"depths\":[{\"depth\":1,\"count\":6,\"seconds\":0.25,\
                        \"leaves_per_second\":24.0},{\"depth\":2,\"count\":36,\"seconds\":0.25,\
                        \"leaves_per_second\":144.0}],\
                        \"first_moves\":{\"0\":6,\"1\":6,\"2\":6,\"3\":6,\"4\":6,\"5\":6}}\n";
        check(&ask("oware", 2, true, Format::Json), &ticking(), expected);
    }

    #[test]
    fn a_finished_game_has_no_sequences() {
        let position = "0.0.0.0.0.0/0.0.0.0.0.0 24-24 N".parse().unwrap();
        let ask = Ask { position, ..ask("ayoayo", 2, true, Format::Text) };
        let expected = "\
depth               count    seconds  Mleaves/s
    1                   0      0.250        0.0
    2                   0      0.250        0.0

first move          count
";
        check(&ask, &ticking(), expected);
    }

    #[test]
    fn depths_out_of_range() {
        for depth in [0, MAX_DEPTH + 1, u32::MAX] {
            let ask = ask("ayoayo", depth, false, Format::Text);
            let mut out = Vec::new();
            let error = run(&ask, &ticking(), &mut out).unwrap_err();
            assert_eq!(error.to_string(), format!("`depth` takes 1 to 24 plies, not {depth}"));
            assert!(out.is_empty());
        }
    }
}
