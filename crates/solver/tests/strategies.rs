//! Strategies are proofs: they are walked by a crate that knows the rules alone.
#![allow(clippy::unwrap_used)]

use ayo_proof::{Claim, Goal, check};
use ayo_rules::{Position, Rules, Side};
use ayo_solver::{Aim, Effort, Proved, Solver, Value};
use serde_json::Value as Json;

/// Checks that the value of a position can be shown by strategies of one side or both.
#[track_caller]
fn check_strategies(solver: &mut Solver, position: &Position) -> Proved {
    let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
    let proved = solver.value(position, &mut effort).unwrap();
    let mover = position.turn();
    let sides = match proved.value {
        Value::Win => vec![mover],
        Value::Loss => vec![mover.opponent()],
        Value::Draw => vec![mover, mover.opponent()],
    };
    for side in sides {
        let (aim, goal) = match (proved.value, proved.depends_on_repetition) {
            (Value::Draw, false) => (Aim::Seeds(24), Goal::Seeds(24)),
            (Value::Draw, true) => (Aim::Draw, Goal::Draws),
            (_, false) => (Aim::Seeds(25), Goal::Seeds(25)),
            (_, true) => (Aim::Win, Goal::Wins),
        };
        let strategy = solver.strategy(side, aim, position, &mut effort).unwrap().unwrap();
        let choose = |position: &Position| strategy.choose(position);
        let claim = Claim::from_strategy(solver.rules(), position, side, goal, choose);
        let claim = claim.unwrap_or_else(|flaw| panic!("{position}: {flaw}"));
        check(solver.rules(), position, &claim).unwrap();
        assert_eq!(claim.moves.len(), strategy.len(), "{position}: no move is in it for nothing");
    }
    proved
}

#[test]
fn proved_positions() {
    let mut solver = Solver::new(Rules::AYOAYO, 128 << 20).unwrap();
    for line in include_str!("data/positions.jsonl").lines().step_by(4) {
        let row: Json = serde_json::from_str(line).unwrap();
        let numbers = |key: &str| -> Vec<u8> { serde_json::from_value(row[key].clone()).unwrap() };
        let turn = Side::from_index(row["turn"].as_u64().unwrap() as usize).unwrap();
        let pits = numbers("pits").try_into().unwrap();
        let position = Position::new(pits, numbers("stores").try_into().unwrap(), turn).unwrap();
        check_strategies(&mut solver, &position);
    }
}

/// Positions from which one side has what it wants only because play comes back.
#[test]
fn strategies_that_go_round() {
    let mut solver = Solver::new(Rules::AYOAYO, 16 << 20).unwrap();
    let position: Position = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S".parse().unwrap();
    for position in [position, position.turned()] {
        let proved = check_strategies(&mut solver, &position);
        assert_eq!((proved.value, proved.depends_on_repetition), (Value::Loss, true));
    }
}

#[test]
fn nothing_to_do() {
    let mut solver = Solver::new(Rules::AYOAYO, Solver::LEAST_MEMORY).unwrap();
    let mut effort = Effort { nodes: 1_000, go_on: &mut |_| true };
    let won = "1.0.0.0.0.0/1.0.0.0.0.0 25-21 N".parse().unwrap();
    let strategy = solver.strategy(Side::South, Aim::Seeds(25), &won, &mut effort).unwrap();
    assert!(strategy.unwrap().is_empty());
    assert!(solver.strategy(Side::North, Aim::Seeds(25), &won, &mut effort).unwrap().is_none());
}
