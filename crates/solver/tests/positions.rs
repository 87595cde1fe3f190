//! Positions whose value, and the moves that keep it, were proved by another program.
#![allow(clippy::unwrap_used)]

use ayo_rules::{Pits, Position, Rules, Side};
use ayo_solver::{Effort, Solver};
use serde_json::Value;

#[test]
fn values_and_moves_are_right() {
    let mut solver = Solver::new(Rules::AYOAYO, 128 << 20).unwrap();
    for line in include_str!("data/positions.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let position = position(&row);
        let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
        let proved = solver.value(&position, &mut effort).unwrap();
        assert_eq!(proved.value.word(), row["value"], "{position}");
        let keeps = solver.keeps(&position, proved.value, &mut effort).unwrap();
        assert_eq!(indices(keeps), numbers(&row["keeps"]), "{position}");
    }
}

fn position(row: &Value) -> Position {
    let turn = Side::from_index(row["turn"].as_u64().unwrap() as usize).unwrap();
    let pits = numbers(&row["pits"]).try_into().unwrap();
    Position::new(pits, numbers(&row["stores"]).try_into().unwrap(), turn).unwrap()
}

fn numbers(list: &Value) -> Vec<u8> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u8).collect()
}

fn indices(pits: Pits) -> Vec<u8> {
    pits.into_iter().map(|pit| pit.index() as u8).collect()
}
