//! Counts of move sequences against published and independently computed ones.
#![allow(clippy::unwrap_used)]

use ayo_rules::{Position, Rules, perft};

#[track_caller]
fn check(rules: &str, table: &str) {
    let rules = Rules::preset(rules).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut depths = 0;
    for (depth, count) in rows.map(|row| row.split_once(' ').unwrap()) {
        let found = perft(&rules, &Position::START, depth.parse().unwrap());
        assert_eq!(found.to_string(), count, "{rules} at depth {depth}");
        depths += 1;
    }
    assert!(depths >= 9);
}

#[test]
fn ayoayo() {
    check("ayoayo", include_str!("data/ayoayo.perft"));
}

#[test]
fn ayoayo_full_count() {
    check("ayoayo-full-count", include_str!("data/ayoayo-full-count.perft"));
}

#[test]
fn oware() {
    check("oware", include_str!("data/oware.perft"));
}

#[test]
fn depth_nought_is_one_line_even_when_the_game_is_over() {
    let over: Position = "1.0.0.0.0.0/0.0.0.0.0.0 25-22 N".parse().unwrap();
    assert_eq!([0, 1, 2].map(|depth| perft(&Rules::AYOAYO, &over, depth)), [1, 0, 0]);
}
