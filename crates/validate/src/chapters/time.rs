//! Time: answers within limits that are generous at first, then tiny.

use std::time::{Duration, Instant};

use ayo_protocol::{Go, Time, ToBot};
use ayo_rules::Position;

use crate::bench::Bench;
use crate::case::{Chapter, Passed, must, should};
use crate::message::{line, move_time, new_game};
use crate::partner::{PATIENCE, Question};
use crate::positions::Sort;
use crate::trouble::{Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "time",
    cases: &[
        must("C3", "a move within a clock of 10 s for the game", whole_clock),
        should("C3", "moves within 1 s each", |bench| move_limit(bench, 1_000)),
        should("C3", "moves within 0.2 s each", |bench| move_limit(bench, 200)),
        should("C3", "moves within 0.05 s each", |bench| move_limit(bench, 50)),
        should("C4", "a short game is played within its clock, without the margin", short_clock),
        should("C5", "a legal move with 1 ms left", one_ms),
    ],
};

const HINT: &str = "take `clock_ms` and `move_ms` of each `go` into account, and leave 20 ms for \
     the way";
/// The margin of a tournament that sets none.
const MARGIN: Duration = Duration::from_millis(50);
/// How many moves are timed.
const MOVES: usize = 6;

/// Asks in a position and returns the time it took.
fn timed(
    bench: &mut Bench<'_>,
    position: &Position,
    time: Time,
    clock_ms: u64,
) -> Result<Duration, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let game = partner.take_game();
    partner.begin(&new_game(&game, position.turn(), time))?;
    let go = partner.go(&game, &rules, position, time);
    let go = Go { clock_ms: [clock_ms; 2], ..go };
    let question = Question::new(&rules, position, go.clone());
    partner.send(&line(&ToBot::Go(go)))?;
    let began = Instant::now();
    let limit = PATIENCE.max(Duration::from_millis(clock_ms));
    partner.answer(&question, limit)?;
    Ok(began.elapsed())
}

fn whole_clock(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let time = Time { base_ms: Some(10_000), increment_ms: Some(100), move_ms: None };
    let took =
        timed(bench, &Position::START, time, 10_000).map_err(|trouble| trouble.hint(HINT))?;
    Ok(Some(format!("the first move took {}", milliseconds(took))))
}

fn move_limit(bench: &mut Bench<'_>, limit_ms: u64) -> Result<Passed, Trouble> {
    let limit = Duration::from_millis(limit_ms);
    let mut slowest = Duration::ZERO;
    for position in bench.positions(Sort::Middle).into_iter().take(MOVES) {
        slowest = slowest.max(timed(bench, &position, move_time(limit_ms), limit_ms)?);
        if slowest > limit + MARGIN {
            let took = milliseconds(slowest);
            let reason = format!("a move took {took}, {limit_ms} ms + 50 ms margin allowed");
            return Err(Trouble::fault(Kind::Other, reason).hint(HINT));
        }
    }
    Ok(Some(format!("slowest {}", milliseconds(slowest))))
}

/// A clock of one second for a dozen moves, run down as the referee would.
fn short_clock(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let time = Time { base_ms: Some(1_000), increment_ms: Some(20), move_ms: None };
    let mut left = Duration::from_millis(1_000);
    let mut moves = 0;
    for position in bench.positions(Sort::Middle).into_iter().take(2 * MOVES) {
        let clock_ms = (left.as_millis() as u64).max(1);
        let took = timed(bench, &position, time, clock_ms)?;
        if took > left {
            let took = milliseconds(took);
            let reason = format!("a move took {took}, and {clock_ms} ms were on the clock");
            return Err(Trouble::fault(Kind::Other, reason).hint(HINT));
        }
        left = left - took + Duration::from_millis(20);
        moves += 1;
    }
    let left = left.as_millis();
    Ok(Some(format!("{left} ms left after {moves} moves, of 1,000 ms and 20 ms more a move")))
}

fn one_ms(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let time = Time { base_ms: Some(1_000), increment_ms: Some(0), move_ms: None };
    let took = timed(bench, &Position::START, time, 1).map_err(|trouble| trouble.hint(HINT))?;
    if took > Duration::from_millis(1) + MARGIN {
        let took = milliseconds(took);
        let reason = format!("the move took {took}, 1 ms + 50 ms margin allowed");
        return Err(Trouble::fault(Kind::Other, reason).hint(HINT));
    }
    Ok(None)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}
