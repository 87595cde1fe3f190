//! The known right answers, through the command.

use ayo_rules::{Pit, Position, Rules, Side};
use serde_json::{Map, Value, json};

use super::super::{Ask, Format, Subject, Tally, bulk};
use super::{answer, ask};

const POSITIONS: &str = include_str!("../../../../rules/tests/data/positions.jsonl");
const GAMES: &str = include_str!("../../../../rules/tests/data/games.jsonl");

fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// The positions as `explain --jsonl` takes and answers them, numbered from 0.
///
/// The data of the rules crate say the same with letters, to be shorter.
fn positions() -> Vec<Value> {
    lines(POSITIONS).enumerate().map(|(id, line)| spelled_out(id, &line)).collect()
}

fn spelled_out(id: usize, line: &Value) -> Value {
    let position = position(&line["position"]);
    let by_number = |members: &Value, spell: &dyn Fn(&Value) -> Value| -> Map<String, Value> {
        let members = members.as_object().unwrap().iter();
        members.map(|(letter, value)| (number(letter).to_string(), spell(value))).collect()
    };
    let moves = by_number(&line["moves"], &|played| {
        let after = self::position(&played[0]);
        json!({
            "pits": after.pits(),
            "stores": after.stores(),
            "captured": played[1],
            "end": number(played[2].as_str().unwrap()),
            "laps": played[3],
            "outcome": outcome(&played[4]),
        })
    });
    let mut legal: Vec<usize> = moves.keys().map(|pit| pit.parse().unwrap()).collect();
    legal.sort_unstable();
    json!({
        "id": id,
        "rules": line["rules"],
        "pits": position.pits(),
        "stores": position.stores(),
        "turn": position.turn().index(),
        "legal": legal,
        "moves": moves,
        "illegal": by_number(&line["illegal"], &Value::clone),
        "outcome": outcome(&line["outcome"]),
    })
}

fn position(text: &Value) -> Position {
    text.as_str().unwrap().parse().unwrap()
}

fn number(letter: &str) -> usize {
    letter.parse::<Pit>().unwrap().index()
}

fn outcome(brief: &Value) -> Value {
    match brief.as_array() {
        None => Value::Null,
        Some(brief) => json!({ "reason": brief[0], "stores": brief[1], "winner": brief[2] }),
    }
}

/// Checks that `answer` has each of these members as `expected` has it.
#[track_caller]
fn check_members(answer: &Value, expected: &Value, members: &[&str]) {
    for &member in members {
        let (got, want) = (answer.get(member), expected.get(member));
        assert!(want.is_some(), "no `{member}` in {expected}");
        assert_eq!(got, want, "`{member}` of {expected}");
    }
}

#[test]
fn bulk_agrees_on_every_position() {
    let mut out = Vec::new();
    // Every line names its own rules, so the default must not show.
    let expected = positions();
    let asked: String = expected.iter().map(|line| format!("{line}\n")).collect();
    let tally = bulk(Rules::OWARE, &mut asked.as_bytes(), &mut out).unwrap();
    assert_eq!(tally, Tally { lines: 4463, bad_lines: 0 });
    let answers = String::from_utf8(out).unwrap();
    assert_eq!(answers.lines().count(), 4463);
    for (answer, expected) in lines(&answers).zip(expected) {
        let members = ["id", "legal", "illegal", "moves", "outcome"];
        check_members(&answer, &expected, &members);
        assert_eq!(answer.as_object().unwrap().len(), members.len(), "{answer}");
    }
}

#[test]
fn a_document_agrees_on_every_position() {
    for expected in positions() {
        let rules: Rules = expected["rules"].as_str().unwrap().parse().unwrap();
        let pits = serde_json::from_value(expected["pits"].clone()).unwrap();
        let stores = serde_json::from_value(expected["stores"].clone()).unwrap();
        let turn = Side::from_index(expected["turn"].as_u64().unwrap() as usize).unwrap();
        let position = Position::new(pits, stores, turn).unwrap();
        let ask = Ask { rules, subject: Subject::Position(position), format: Format::Json };
        let document: Value = serde_json::from_str(&answer(&ask)).unwrap();
        assert_eq!(document["position"], position.to_string());
        let members = ["rules", "pits", "stores", "turn", "legal", "illegal", "moves", "outcome"];
        check_members(&document, &expected, &members);
    }
}

#[test]
fn a_document_agrees_on_every_game() {
    for expected in lines(GAMES) {
        let (rules, moves) = (expected["rules"].as_str().unwrap(), expected["moves"].as_str());
        let document = answer(&ask(rules, "", moves, Format::Json));
        let document: Value = serde_json::from_str(&document).unwrap();
        let members = ["rules", "moves", "plies", "reason", "stores", "winner"];
        check_members(&document, &expected, &members);
        check_members(&document["outcome"], &expected, &["reason", "stores", "winner"]);
        for none in ["legal", "illegal", "next_moves"] {
            let empty = document[none].as_array().map(Vec::is_empty);
            let empty = empty.or(document[none].as_object().map(serde_json::Map::is_empty));
            assert_eq!(empty, Some(true), "`{none}` of {document}");
        }
    }
}

/// Before its last move a game is not over, and that move is told to end it.
#[test]
fn the_last_move_of_every_game_ends_it() {
    for expected in lines(GAMES) {
        let rules = expected["rules"].as_str().unwrap();
        let moves = expected["moves"].as_str().unwrap();
        let (before, last) = moves.split_at(moves.len() - 1);
        let document = answer(&ask(rules, "", Some(before), Format::Json));
        let document: Value = serde_json::from_str(&document).unwrap();
        assert_eq!(document["reason"], Value::Null, "{expected}");
        assert_eq!(document["winner"], Value::Null, "{expected}");
        let pit: ayo_rules::Pit = last.parse().unwrap();
        let outcome = &document["next_moves"][pit.index().to_string()]["outcome"];
        check_members(outcome, &expected, &["reason", "stores", "winner"]);
    }
}
