//! What a run does at this moment, as the live page shows it.

use std::collections::VecDeque;

use ayo_record::{Bot, GameRecord, GameResult, Live, LiveGame};
use serde_json::{Value, json};

use crate::numbers;

/// A run that has not said anything for so long, in milliseconds, is quiet.
const QUIET_MS: u64 = 5_000;
/// A bot that thinks for longer than this, in milliseconds, has it said.
const IDLE_MS: u64 = 1_000;
/// Results of games that are shown.
const LATEST: usize = 12;

/// How far a run is, as who looks at it from outside knows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watched {
    /// Games that are finished.
    pub games: u64,
    /// Games that ended in a second of late; `None` where that is not known.
    pub pace: Option<f64>,
    /// The time, in milliseconds since 1970-01-01 UTC.
    pub now_ms: u64,
}

/// Returns what a run does at this moment as JSON: `text`, `test` and `games`, each with
/// `slot`, `number`, `round`, `bots`, `opening`, `moves`, `idle` and `result`.
///
/// `live` is what the run says itself; a [`Bot`] is a place in the list of names.
#[must_use]
pub fn live_json(live: Option<&Live>, watched: Watched, bots: &[String]) -> Value {
    let games = live.map(|live| live.games.iter().map(|game| game_json(game, watched, bots)));
    json!({
        "text": text(live, watched),
        "test": live.map_or("", |live| &live.test),
        "games": games.map_or(Value::Array(Vec::new()), Iterator::collect),
    })
}

fn text(live: Option<&Live>, watched: Watched) -> String {
    let games = numbers::count(watched.games);
    let Some(live) = live else {
        return format!("{games} games. The run has not said what it is doing.");
    };
    let total = numbers::count(live.total);
    let quiet_ms = watched.now_ms.saturating_sub(live.at_ms);
    let pace = watched.pace.filter(|pace| *pace > 0.0);
    let pace = pace.map(|pace| format!(", {pace:.1} a second")).unwrap_or_default();
    match &live.stopped {
        Some(why) => format!("{games} of {total} games. Stopped: {}.", numbers::plain(why)),
        None if quiet_ms > QUIET_MS => {
            let seconds = quiet_ms / 1_000;
            format!("{games} of {total} games. No sign of life for {seconds} s: killed, or late.")
        }
        None => format!("{games} of {total} games{pace}."),
    }
}

fn game_json(game: &LiveGame, watched: Watched, bots: &[String]) -> Value {
    let idle_ms = watched.now_ms.saturating_sub(game.moved_at_ms);
    let idle = (idle_ms >= IDLE_MS).then(|| format!("{} s", idle_ms / 1_000));
    json!({
        "slot": game.worker,
        "number": game.number,
        "round": game.round,
        "bots": game.bots.map(|bot| bots.get(bot.index()).map(|name| numbers::plain(name))),
        "opening": game.opening.to_string(),
        "moves": ayo_rules::write_moves(&game.moves),
        "idle": idle.unwrap_or_default(),
        "result": game.result.map(GameResult::text),
    })
}

/// A game that has ended of late.
#[derive(Clone, Debug)]
pub(crate) struct LatestGame {
    pub(crate) number: u64,
    pub(crate) bots: [Bot; 2],
    pub(crate) scores: [u8; 2],
    pub(crate) reason: &'static str,
    pub(crate) is_fault: bool,
}

/// The last games that were added, the last one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latest(VecDeque<LatestGame>);

impl Latest {
    pub(crate) fn add(&mut self, record: &GameRecord) {
        self.0.truncate(LATEST - 1);
        self.0.push_front(LatestGame {
            number: record.number,
            bots: record.bots,
            scores: record.scores,
            reason: record.verdict.reason.word(),
            is_fault: record.verdict.reason.is_fault(),
        });
    }

    pub(crate) fn games(&self) -> impl Iterator<Item = &LatestGame> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use ayo_record::Opening;

    use super::*;

    fn watched(games: u64, pace: f64) -> Watched {
        Watched { games, pace: Some(pace), now_ms: 100_000 }
    }

    #[test]
    fn how_a_run_stands() {
        let check = |live: Option<Live>, watched, expected: &str| {
            let value = live_json(live.as_ref(), watched, &[]);
            assert_eq!(value["text"], expected.replace('_', "\u{202f}"));
        };
        let live = Live { at_ms: 99_000, total: 2_000, ..Live::default() };
        check(None, watched(3, 0.0), "3 games. The run has not said what it is doing.");
        check(Some(live.clone()), watched(1_234, 56.28), "1_234 of 2_000 games, 56.3 a second.");
        check(Some(live.clone()), watched(0, 0.0), "0 of 2_000 games.");
        let stopped = Live { stopped: Some("all games played".to_owned()), ..live.clone() };
        check(
            Some(stopped),
            watched(2_000, 9.0),
            "2_000 of 2_000 games. Stopped: all games played.",
        );
        check(
            Some(Live { at_ms: 90_000, ..live.clone() }),
            watched(7, 1.0),
            "7 of 2_000 games. No sign of life for 10 s: killed, or late.",
        );
        // Its clock is ahead of ours.
        check(Some(Live { at_ms: 200_000, ..live }), watched(1, 0.0), "1 of 2_000 games.");
    }

    #[test]
    fn games_that_are_played() {
        let game = LiveGame {
            worker: 2,
            number: 7,
            round: 3,
            bots: [Bot(1), Bot(0)],
            opening: Opening::Moves(Vec::new()),
            moves: ayo_rules::parse_moves("Cc").unwrap(),
            moved_at_ms: 96_500,
            result: None,
        };
        let live = Live { at_ms: 100_000, games: vec![game], ..Live::default() };
        let names = ["a".to_owned(), "\u{202e}b".to_owned()];
        let expected = json!([{
            "slot": 2, "number": 7, "round": 3, "bots": ["\\u{202e}b", "a"], "opening": "",
            "moves": "Cc", "idle": "3 s", "result": null,
        }]);
        assert_eq!(live_json(Some(&live), watched(0, 0.0), &names)["games"], expected);
    }
}
