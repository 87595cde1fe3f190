//! What `ayo solve` answers, as its reader sees it.

mod bulk;
mod certificates;
mod document;
mod text;

use std::path::Path;
use std::time::Duration;

use ayo_rules::{Position, Rules, parse_moves};

use crate::explain::Format;
use crate::failure::Failure;

use super::limits::Limits;
use super::solution::Wanted;
use super::subject::Subject;
use super::{Ask, search, tell};

/// South wins by the rule for positions that come back, and by `C` only.
const BY_REPETITION: &str = "0.0.1.0.1.1/1.0.0.2.1.2 20-19 S";

const LIMITS: Limits = Limits { nodes: 10_000_000, memory_bytes: 16 << 20 };

/// Returns what is asked without options; an empty position is the start.
#[track_caller]
fn ask(rules: &str, position: &str, moves: Option<&str>) -> Ask<'static> {
    let rules: Rules = rules.parse().unwrap();
    let start = if position.is_empty() { Position::START } else { position.parse().unwrap() };
    let moves = moves.map(|moves| parse_moves(moves).unwrap());
    Ask {
        rules,
        subject: Subject::new(rules, start, moves).unwrap(),
        wanted: Wanted { score: false, others: true },
        limits: LIMITS,
        prove: None,
        format: Format::Text,
    }
}

fn with_score(ask: Ask<'_>) -> Ask<'_> {
    Ask { wanted: Wanted { score: true, others: true }, ..ask }
}

fn within(nodes: u64, ask: Ask<'_>) -> Ask<'_> {
    Ask { limits: Limits { nodes, ..LIMITS }, ..ask }
}

fn proved_in<'a>(path: &'a Path, ask: Ask<'_>) -> Ask<'a> {
    Ask { prove: Some(path), ..ask }
}

/// Returns what is written, and how it ended; a search takes a second and a quarter.
fn answer(ask: &Ask<'_>) -> (String, Result<(), Failure>) {
    let mut out = Vec::new();
    let found = search(ask, &mut |_| true);
    let time = Duration::from_millis(1_250);
    let ended = found.and_then(|found| tell(ask, found, time, &mut out));
    (String::from_utf8(out).unwrap(), ended)
}

#[track_caller]
fn message(ended: Result<(), Failure>) -> String {
    match ended {
        Err(Failure::Usage(error)) => format!("usage: {error:#}"),
        Err(Failure::Work(error)) => format!("work: {error:#}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_solved() {
    #[track_caller]
    fn check(rules: &str, told: &str) {
        let (out, ended) = answer(&ask(rules, "", None));
        assert_eq!((out.as_str(), message(ended)), ("", format!("usage: {told}")));
    }
    check(
        "oware",
        "the solver knows relay games that capture the opposite pit (`ayoayo` and its presets)",
    );
    check(
        "ayoayo max_plies=200",
        "the solver looks past the ply limit, so `max_plies` must be 1000 or more",
    );
}

#[test]
fn an_interruption_has_no_answer() {
    let found = search(&ask("ayoayo", "", None), &mut |_| false);
    assert!(matches!(found, Err(Failure::Interrupted)));
}
