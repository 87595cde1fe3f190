//! What a program gets.

use serde_json::{Value, json};

use crate::explain::Format;

use super::super::Ask;
use super::{BY_REPETITION, answer, ask, proved_in, with_score, within};

/// Checks a document, its `nodes` apart.
#[track_caller]
fn check(ask: Ask<'_>, expected: &Value) {
    let (text, _) = answer(&Ask { format: Format::Json, ..ask });
    assert_eq!(text.lines().count(), 1);
    let mut document: Value = serde_json::from_str(&text).unwrap();
    assert!(document.as_object_mut().unwrap().remove("nodes").unwrap().is_u64(), "{text}");
    assert_eq!(document, *expected);
}

#[test]
fn documents() {
    let board = json!({
        "rules": "ayoayo",
        "position": BY_REPETITION,
        "pits": [0, 0, 1, 0, 1, 1, 1, 0, 0, 2, 1, 2],
        "stores": [20, 19],
        "turn": 0,
        "outcome": null,
        "seconds": 1.25,
    });
    let with = |members: Value| {
        let mut document = board.clone();
        document.as_object_mut().unwrap().append(&mut members.as_object().unwrap().clone());
        document
    };
    let value = json!({
        "value": "win",
        "keeps": [2],
        "move_values": { "2": "win", "4": "loss", "5": "draw" },
        "depends_on_repetition": true,
    });
    check(ask("ayoayo", BY_REPETITION, None), &with(value));
    let score = json!({
        "value": "win",
        "keeps": [2],
        "move_values": { "2": "win", "4": "loss", "5": "draw" },
        "score": null,
        "score_at_least": [24, 23],
        "depends_on_repetition": true,
    });
    check(with_score(ask("ayoayo", BY_REPETITION, None)), &with(score));
    let unknown = json!({
        "value": "unknown",
        "keeps": null,
        "score": null,
        "depends_on_repetition": null,
        "moves": "",
    });
    let nothing = within(1, with_score(ask("ayoayo", BY_REPETITION, Some(""))));
    check(nothing, &with(unknown));
}

#[test]
fn finished_games() {
    let expected = json!({
        "rules": "ayoayo",
        "position": "1.0.1.0.0.0/0.1.0.0.0.0 25-20 N",
        "pits": [1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0],
        "stores": [25, 20],
        "turn": 1,
        "value": "loss",
        "keeps": [],
        "move_values": {},
        "score": [25, 20],
        "depends_on_repetition": false,
        "outcome": { "reason": "majority", "stores": [25, 20], "winner": "south" },
        "seconds": 1.25,
    });
    check(with_score(ask("ayoayo", "1.0.1.0.0.0/0.1.0.0.0.0 25-20 N", None)), &expected);
}

#[test]
fn the_proof_that_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.proof");
    let position = "0.1.0.1.0.1/1.0.1.0.0.0 20-23 N";
    let ask = proved_in(&path, Ask { format: Format::Json, ..ask("ayoayo", position, None) });
    let document: Value = serde_json::from_str(&answer(&ask).0).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let expected = json!({
        "file": path.display().to_string(),
        "bytes": text.len(),
        "proved": "south wins",
        "winner": "south",
        "by_repetition_rule": false,
        "score": null,
        "claims": [{
            "side": "south", "goal": "25",
            "positions": 7, "decisions": 4, "longest_line": 4, "repeats": false,
        }],
    });
    assert_eq!(document["proof"], expected, "{text}");
}
