//! Games that leave some numbers open.

use serde_json::Value;

use super::{DATA, check_finite, document, rate};

#[track_caller]
fn check(name: &str, interval: &str, bounds: &[(&str, &str)]) {
    let file = format!("{DATA}/degenerate/{name}.csv");
    for format in ["table", "csv"] {
        check_finite(&rate("", &[&file, "--format", format]));
    }
    let found = document("", &[&file]);
    assert_eq!(found["interval"], interval, "{name}");
    let ratings = found["ratings"].as_array().unwrap();
    let list: Vec<_> = ratings
        .iter()
        .map(|rating| (rating["bot"].as_str().unwrap(), rating["bound"].as_str().unwrap()))
        .collect();
    assert_eq!(list, bounds, "{name}");
    ratings.iter().for_each(check_shape);

    let text = std::fs::read_to_string(format!("{DATA}/degenerate.json")).unwrap();
    let expected = &serde_json::from_str::<Value>(&text).unwrap()[name];
    for (place, bot) in expected["roster"].as_array().unwrap().iter().enumerate() {
        let Some(rating) = ratings.iter().find(|rating| rating["bot"] == *bot) else {
            assert_eq!(expected["games"][place], 0, "{name}: {bot} played");
            continue;
        };
        assert_eq!(rating["games"], expected["games"][place], "{name}: {bot}");
        assert_eq!(rating["points"], expected["points"][place], "{name}: {bot}");
    }
}

/// Panics unless exactly those numbers are there that the bound allows.
#[track_caller]
fn check_shape(rating: &Value) {
    let there = ["elo", "se", "low", "high"].map(|key| rating[key].is_number());
    let expected = match rating["bound"].as_str().unwrap() {
        "exact" => [true; 4],
        "at_least" => [false, false, true, false],
        "at_most" => [false, false, false, true],
        _ => [false; 4],
    };
    assert_eq!(there, expected, "{rating}");
}

const A: (&str, &str) = ("A", "exact");
const B: (&str, &str) = ("B", "exact");
const C: (&str, &str) = ("C", "exact");
const D: (&str, &str) = ("D", "exact");

#[test]
fn every_set_is_printed_without_invented_numbers() {
    check("won_all", "sandwich", &[A, B, C, ("D", "at_least")]);
    check("lost_all", "sandwich", &[A, B, C, ("D", "at_most")]);
    check("both", "sandwich", &[A, B, C, ("D", "at_least"), ("E", "at_most")]);
    check("disconnected", "fisher", &[A, B, C, D]);
    check("one_way", "fisher", &[B, A, ("D", "at_most"), ("C", "at_most")]);
    check("only_draws", "fisher", &[A, B, C]);
    check("one_game", "fisher", &[("A", "at_least"), ("B", "at_most")]);
    check("common_opponent", "sandwich", &[A, B, C]);
    check("no_games", "sandwich", &[A, B, C]);
    check("first_always_wins", "fisher", &[A, B, C]);
}

#[test]
fn islands_are_not_compared() {
    let found = document("", &[&format!("{DATA}/degenerate/disconnected.csv")]);
    assert_eq!(found["components"], 2);
    let pairs: Vec<_> = found["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|difference| (difference["a"].as_str().unwrap(), difference["b"].as_str().unwrap()))
        .collect();
    assert_eq!(pairs, [("A", "B"), ("C", "D")]);
    for (row, column, told) in [(0, 1, true), (0, 2, false), (1, 3, false), (3, 2, true)] {
        assert_eq!(found["los"][row][column].is_number(), told, "{row} {column}");
    }
}

#[test]
fn a_runaway_advantage_is_a_bound() {
    let found = document("", &[&format!("{DATA}/degenerate/first_always_wins.csv")]);
    let advantage = &found["advantage"];
    assert_eq!(advantage["bound"], "at_least");
    assert_eq!(advantage["low"], advantage["used"]);
    assert!(advantage["elo"].is_null() && advantage["high"].is_null(), "{advantage}");
}

#[test]
fn nothing_to_rate() {
    check_finite(&rate("south,north,result\n", &["-"]));
    let found = document("south,north,result\n", &["-"]);
    assert_eq!(found["ratings"], serde_json::json!([]));
    let found = document("south,north,result\nb,a,*\n", &["-"]);
    assert_eq!((&found["voids"], &found["games"]), (&1.into(), &0.into()));
    let bots: Vec<_> = found["ratings"].as_array().unwrap().iter().map(|r| &r["bot"]).collect();
    assert_eq!(bots, ["a", "b"]);
    assert!(found["ratings"].as_array().unwrap().iter().all(|r| r["bound"] == "unknown"));
}
