//! What a run does at this moment, as the live page shows it.

use std::collections::VecDeque;

use ayo_record::{Bot, GameRecord, GameResult, Live, LiveGame};
use serde_json::{Value, json};

use crate::{Test, numbers};

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
/// `live` is what the run says itself, `test` how its sequential test stands; a [`Bot`] is a place
/// in the list of names.
#[must_use]
pub fn live_json(
    live: Option<&Live>,
    test: Option<&Test>,
    watched: Watched,
    bots: &[String],
) -> Value {
    let games = live.map(|live| live.games.iter().map(|game| game_json(game, watched, bots)));
    json!({
        "text": text(live, test, watched),
        "test": test.map_or_else(String::new, |test| format!("The test {}", test.sentence())),
        "games": games.map_or(Value::Array(Vec::new()), Iterator::collect),
    })
}

/// Returns what a page shows of a run that cannot be read, as [`live_json`] does.
#[must_use]
pub fn trouble_json(why: &str) -> Value {
    let why = numbers::plain(why);
    let text = format!("The run cannot be read: {why}. What is below is as it was before.");
    json!({ "text": text, "test": "", "games": [] })
}

fn text(live: Option<&Live>, test: Option<&Test>, watched: Watched) -> String {
    let Some(live) = live else {
        let games = games_text(watched.games);
        return format!("{games}. The run has not said what it is doing.");
    };
    let (games, until) = match test {
        None => {
            let [games, total] = [watched.games, live.total].map(numbers::count);
            (format!("{games} of {total} games"), "")
        }
        Some(test) if test.decision.is_some() => (games_text(watched.games), ""),
        Some(_) => {
            let games = format!("{}{}", games_text(watched.games), Test::limit(live.total));
            (games, ", until the test decides")
        }
    };
    let quiet_ms = watched.now_ms.saturating_sub(live.at_ms);
    let pace = watched.pace.filter(|pace| *pace > 0.0);
    let pace = pace.map(|pace| format!(", {pace:.1} a second")).unwrap_or_default();
    match &live.stopped {
        Some(_) if test.is_some_and(|test| test.decision.is_some()) => {
            format!("{games}. Stopped: the test is decided.")
        }
        Some(why) => format!("{games}. Stopped: {}.", numbers::plain(why)),
        None if quiet_ms > QUIET_MS => {
            let seconds = quiet_ms / 1_000;
            format!("{games}. No sign of life for {seconds} s: killed, or late.")
        }
        None => format!("{games}{pace}{until}."),
    }
}

fn games_text(games: u64) -> String {
    format!("{} game{}", numbers::count(games), if games == 1 { "" } else { "s" })
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
    /// After the decision of a sequential test.
    pub(crate) is_after: bool,
}

/// The last games that were added, the last one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latest(VecDeque<LatestGame>);

impl Latest {
    pub(crate) fn add(&mut self, record: &GameRecord, is_after: bool) {
        self.0.truncate(LATEST - 1);
        self.0.push_front(LatestGame {
            number: record.number,
            bots: record.bots,
            scores: record.scores,
            reason: record.verdict.reason.word(),
            is_fault: record.verdict.reason.is_fault(),
            is_after,
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
    use crate::Decision;

    fn watched(games: u64, pace: f64) -> Watched {
        Watched { games, pace: Some(pace), now_ms: 100_000 }
    }

    #[test]
    fn how_a_run_stands() {
        let check = |live: Option<Live>, watched, expected: &str| {
            let value = live_json(live.as_ref(), None, watched, &[]);
            assert_eq!(value["text"], expected.replace('_', "\u{202f}"));
            assert_eq!(value["test"], "");
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
    fn how_a_test_stands() {
        let check = |total, stopped: Option<&str>, test: &Test, games, text: &str, told: &str| {
            let stopped = stopped.map(str::to_owned);
            let live = Live { at_ms: 99_000, total, stopped, ..Live::default() };
            let value = live_json(Some(&live), Some(test), watched(games, 2.0), &[]);
            assert_eq!(value["text"], text.replace('_', "\u{202f}"));
            assert_eq!(value["test"], told);
        };
        let mut test = Test {
            llr: ["0.50", "-2.94", "2.94"].map(str::to_owned),
            elos: ["0", "10"].map(str::to_owned),
            decision: None,
        };
        let told = "The test is not decided: LLR 0.50; H0 (0 Elo) is accepted at \u{2212}2.94, \
            H1 (10 Elo) at 2.94.";
        let text = "1_234 games, 2.0 a second, until the test decides.";
        check(10_000_000, None, &test, 1_234, text, told);
        let text = "1 game, 400 at most, 2.0 a second, until the test decides.";
        check(400, None, &test, 1, text, told);
        let text = "7 games, 400 at most. Stopped: interrupted.";
        check(400, Some("interrupted"), &test, 7, text, told);
        test.decision = Some(Decision {
            pair: 17,
            accepted: "H1".to_owned(),
            elos: ["10", "0"].map(str::to_owned),
            llr: "2.95".to_owned(),
        });
        let told = "The test accepts H1 at pair 17: 10 Elo rather than 0, LLR 2.95.";
        let text = "36 games. Stopped: the test is decided.";
        check(10_000_000, Some("SPRT accepts …"), &test, 36, text, told);
    }

    #[test]
    fn a_run_that_is_gone() {
        let told = trouble_json("no run database at `\u{202e}run.db`");
        let text = "The run cannot be read: no run database at `\\u{202e}run.db`. \
            What is below is as it was before.";
        assert_eq!(told, json!({"text": text, "test": "", "games": []}));
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
        assert_eq!(live_json(Some(&live), None, watched(0, 0.0), &names)["games"], expected);
    }
}
