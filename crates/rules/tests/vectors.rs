//! Positions and whole games whose answers an independent program computed.
#![allow(clippy::unwrap_used)]

use ayo_rules::{Outcome, Pit, Pits, Position, Rules, Scoresheet, parse_moves};
use serde_json::{Value, json};

fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn rules(line: &Value) -> Rules {
    Rules::preset(line["rules"].as_str().unwrap()).unwrap()
}

fn outcome_json(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| {
        json!([outcome.reason.word(), outcome.stores, outcome.winner().to_string()])
    })
}

/// Says about a position what its line in the file should say.
fn explain(line: &Value) -> Value {
    let rules = rules(line);
    let position: Position = line["position"].as_str().unwrap().parse().unwrap();
    let outcome = rules.outcome(&position);
    let (mut moves, mut illegal) = (json!({}), json!({}));
    for pit in position.turn().pits().filter(|_| outcome.is_none()) {
        match rules.play(&position, pit) {
            Ok(played) => {
                moves[pit.to_string()] = json!([
                    played.position.to_string(),
                    played.captured,
                    played.end.to_string(),
                    played.laps,
                    outcome_json(rules.outcome(&played.position)),
                ]);
            }
            Err(error) => illegal[pit.to_string()] = json!(error.reason.word()),
        }
    }
    let listed: Pits = Pit::all().filter(|pit| moves.get(pit.to_string()).is_some()).collect();
    assert_eq!(rules.legal_moves(&position), listed, "legal moves of {position} ({rules})");
    json!({
        "rules": line["rules"],
        "tag": line["tag"],
        "position": position.to_string(),
        "moves": moves,
        "illegal": illegal,
        "outcome": outcome_json(outcome),
    })
}

#[test]
fn positions() {
    let mut checked = 0;
    for line in lines(include_str!("data/positions.jsonl")) {
        assert_eq!(explain(&line), line);
        checked += 1;
    }
    assert_eq!(checked, 4463);
}

#[test]
fn games() {
    let mut checked = 0;
    for line in lines(include_str!("data/games.jsonl")) {
        let mut sheet = Scoresheet::new(rules(&line), Position::START);
        for pit in parse_moves(line["moves"].as_str().unwrap()).unwrap() {
            assert_eq!(sheet.outcome(), None, "over before {pit} in {line}");
            assert!(sheet.legal_moves().contains(pit), "{pit} in {line}");
            sheet.play(pit).unwrap();
        }
        let found = json!([sheet.moves().len(), outcome_json(sheet.outcome())]);
        let stated = json!([line["plies"], [line["reason"], line["stores"], line["winner"]]]);
        assert_eq!(found, stated, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 550);
}
