//! Robustness: many requests at full speed, and lines no referee sends.

use std::time::{Duration, Instant};

use ayo_protocol::{FromBot, Go, ToBot};
use ayo_rules::{Position, Side};

use crate::bench::Bench;
use crate::case::{Chapter, Passed, may, must, should};
use crate::message::{line, move_time, new_game};
use crate::partner::PATIENCE;
use crate::positions::Sort;
use crate::trouble::{Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "robustness",
    cases: &[
        must("F6", "200 requests in one game, at full speed", many_requests),
        may("F6", "20 requests written at once are answered in their order", written_at_once),
        should("F7", "an empty line does no harm", |bench| survives(bench, b"\n")),
        should("F7", "a line that is no JSON does no harm", |bench| {
            survives(bench, b"{\"type\":\"go\",\"id\n")
        }),
        should("F7", "a line that is no UTF-8 does no harm", |bench| {
            survives(bench, b"{\"type\":\"x_note\",\"x_text\":\"\xff\xfe\"}\n")
        }),
        should("F7", "a line that is no object does no harm", |bench| survives(bench, b"[]\n")),
    ],
};

/// Requests of the long game.
const REQUESTS: u64 = 200;
/// Time for all of them; a slow bot is asked fewer.
const LIMIT: Duration = Duration::from_secs(6);

fn many_requests(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let time = move_time(20);
    let positions: Vec<Position> = bench
        .positions(Sort::Middle)
        .into_iter()
        .filter(|position| position.turn() == Side::South)
        .collect();
    if positions.is_empty() {
        return Err(Trouble::Absent("no position was found under these rules".to_owned()));
    }
    let partner = bench.ready()?;
    let game = partner.take_game();
    partner.begin(&new_game(&game, Side::South, time))?;
    let began = Instant::now();
    for (number, position) in (0..REQUESTS).zip(positions.iter().cycle()) {
        if began.elapsed() > LIMIT {
            return Ok(Some(format!("{number} of {REQUESTS} requests, in 6 s")));
        }
        let go = Go { ply: 2 * number, ..partner.go(&game, &rules, position, time) };
        let id = go.id;
        partner.send_message(&ToBot::Go(go))?;
        // What it plays is not judged: a bot may not notice that these positions do not
        // follow from each other (M3), and 4.11 warns of that.
        partner
            .chosen(id, PATIENCE)
            .map_err(|trouble| trouble.when(&format!("request {}", number + 1)))?;
    }
    let each_us = began.elapsed().as_micros() / u128::from(REQUESTS);
    Ok(Some(format!("{each_us} µs each")))
}

fn written_at_once(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let partner = bench.ready()?;
    if !partner.pings {
        return Err(Trouble::skip("it is not pinged"));
    }
    let ids: Vec<u64> = (0..20).map(|_| partner.take_id()).collect();
    let lines: Vec<String> = ids.iter().map(|&id| line(&ToBot::Ping { id })).collect();
    partner.send_all(&lines)?;
    for id in ids {
        match partner.hear_read(PATIENCE)? {
            (FromBot::Pong { id: answered } | FromBot::Error { id: Some(answered), .. }, _)
                if answered == id => {}
            _ => return Err(Trouble::fault(Kind::WrongAnswer, format!("id {id} was to come"))),
        }
    }
    Ok(None)
}

fn survives(bench: &mut Bench<'_>, bytes: &[u8]) -> Result<Passed, Trouble> {
    let partner = bench.ready()?;
    let shown = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    partner.transcript.borrow_mut().add(crate::Direction::ToBot, shown);
    let sent = partner.send_bytes(bytes);
    partner.asked.sent_odd_line();
    let tried = sent.and_then(|()| bench.ask_alone(&Position::START, move_time(100)));
    tried.map(|_| None).map_err(|trouble| {
        trouble
            .hint("ignore a line that makes no sense; the referee sends none, people who test do")
    })
}
