//! Lines in, lines out.

use ayo_rules::Rules;
use serde_json::{Value, json};

use crate::explain::Tally;

use super::super::bulk::run;
use super::super::limits::Limits;
use super::super::solution::Wanted;
use super::LIMITS;

const POSITIONS: &str = include_str!("../../../../solver/tests/data/positions.jsonl");

fn answers(limits: Limits, score: bool, input: &str) -> (Vec<Value>, Tally) {
    let mut out = Vec::new();
    let wanted = Wanted { score, others: false };
    let tally = run(Rules::AYOAYO, wanted, limits, &mut input.as_bytes(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    (out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), tally)
}

/// Values and moves were proved by another program; the late ones are found soon.
#[test]
fn known_positions() {
    let known: Vec<Value> = POSITIONS
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|known| known["ply"].as_u64().unwrap() >= 10)
        .collect();
    let lines: String = known.iter().map(|known| format!("{known}\n")).collect();
    let limits = Limits { nodes: u64::MAX, memory_bytes: 128 << 20 };
    let (answers, tally) = answers(limits, false, &lines);
    assert_eq!(tally, Tally { lines: known.len() as u64, bad_lines: 0 });
    assert!(known.len() > 50);
    for (known, answer) in known.iter().zip(&answers) {
        for member in ["pits", "stores", "turn", "value", "keeps"] {
            assert_eq!(answer[member], known[member], "{member} of {known}");
        }
    }
}

#[track_caller]
fn check(limits: Limits, score: bool, line: Value, expected: Value) {
    let (answers, _) = answers(limits, score, &line.to_string());
    assert_eq!(answers, [expected]);
}

#[test]
fn lines() {
    let pits = [0, 0, 1, 0, 1, 1, 1, 0, 0, 2, 1, 2];
    check(
        LIMITS,
        true,
        json!({"id": "x", "pits": pits, "stores": [20, 19], "turn": 0, "value": "loss"}),
        json!({
            "id": "x", "rules": "ayoayo", "pits": pits, "stores": [20, 19], "turn": 0,
            "value": "win", "keeps": [2], "score": null, "score_at_least": [24, 23],
            "depends_on_repetition": true,
        }),
    );
    let pits = [5, 4, 4, 0, 2, 0, 1, 6, 0, 1, 3, 1];
    let known = json!({
        "rules": "ayoayo-full-count", "pits": pits, "stores": [7, 14], "turn": 1,
        "value": "win", "keeps": [6, 9, 10, 11], "score": [19, 29],
        "depends_on_repetition": false,
    });
    let line = json!({"rules": "ayoayo-full-count", "pits": pits, "stores": [7, 14], "turn": 1});
    check(LIMITS, true, line.clone(), known.clone());
    let mut without_score = known;
    without_score.as_object_mut().unwrap().remove("score");
    check(LIMITS, false, line, without_score);
    let pits = [0; 12];
    let finished = json!({"pits": pits, "stores": [20, 28], "turn": 0});
    check(
        LIMITS,
        true,
        finished,
        json!({
            "rules": "ayoayo", "pits": pits, "stores": [20, 28], "turn": 0,
            "value": "loss", "keeps": [], "score": [20, 28], "depends_on_repetition": false,
        }),
    );
}

/// Each line has the whole limit: one that is too hard takes nothing from the next.
#[test]
fn limits_are_those_of_a_line() {
    let full = [4; 12];
    let start = json!({"pits": full, "stores": [0, 0], "turn": 0});
    let pits = [0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1];
    let easy = json!({"pits": pits, "stores": [23, 22], "turn": 0});
    let limits = Limits { nodes: 1_000, ..LIMITS };
    let (answers, tally) = answers(limits, true, &format!("{start}\n{easy}\n"));
    assert_eq!(tally, Tally { lines: 2, bad_lines: 0 });
    let unknown = json!({
        "rules": "ayoayo", "pits": full, "stores": [0, 0], "turn": 0,
        "value": "unknown", "keeps": null, "score": null, "depends_on_repetition": null,
    });
    assert_eq!(answers[0], unknown);
    assert_eq!(answers[1]["value"], "loss");
}

#[test]
fn bad_lines() {
    let board = r#""pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0],"turn":0"#;
    let easy = r#"{"pits":[0,0,0,0,0,1,0,0,0,1,0,1],"stores":[23,22],"turn":0}"#;
    let long = format!("{{\"x\":\"{}\"}}", "x".repeat(70_000));
    let oware = format!("{{\"rules\":\"oware\",{board}}}");
    let input = format!("{easy}\nnonsense\n\n{oware}\n{long}\n{easy}\n");
    let (answers, tally) = answers(LIMITS, false, &input);
    assert_eq!(tally, Tally { lines: 6, bad_lines: 3 });
    let error = |place: usize| answers[place]["error"].as_str().unwrap();
    assert_eq!(error(1), "line 2: not an object with `pits`, `stores` and `turn`");
    assert_eq!(
        error(2),
        "line 4: the solver knows relay games that capture the opposite pit (`ayoayo` and its \
         presets)"
    );
    assert_eq!(error(3), "line 5: more than 65536 bytes");
    assert_eq!((&answers[0]["value"], &answers[4]), (&json!("loss"), &answers[0]));
}

/// More rule sets than solvers are kept: old ones are made again.
#[test]
fn many_rule_sets() {
    let line = |plies: u64| {
        format!(
            "{{\"rules\":\"ayoayo max_plies={plies}\",\
             \"pits\":[0,0,0,0,0,1,0,0,0,1,0,1],\"stores\":[23,22],\"turn\":0}}\n"
        )
    };
    let plies = [1_001, 1_002, 1_003, 1_001, 1_004, 1_005, 1_006, 1_001];
    let (answers, _) = answers(LIMITS, false, &plies.map(line).concat());
    for (answer, plies) in answers.iter().zip(plies) {
        assert_eq!(answer["value"], "loss");
        assert_eq!(answer["rules"], format!("ayoayo max_plies={plies}"));
    }
    assert_eq!(answers.len(), plies.len());
}
