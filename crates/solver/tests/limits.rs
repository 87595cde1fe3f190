//! What the solver does not know, and what it does when it may not search on.
#![allow(clippy::unwrap_used)]

use ayo_rules::{Position, Rules};
use ayo_solver::{Effort, Solver, Unknown, Value};

#[track_caller]
fn check(rules: &str, told: &str) {
    let error = Solver::new(rules.parse().unwrap(), Solver::LEAST_MEMORY).unwrap_err();
    assert!(error.to_string().contains(told), "{rules}: {error}");
}

#[test]
fn rules_it_does_not_know() {
    check("oware", "`ayoayo` and its presets");
    check("ayoayo sowing=single", "`ayoayo` and its presets");
    check("ayoayo repetition_award=own-side", "`repetition_award = nobody`");
    check("ayoayo repetition=0", "`repetition` must be 2 or more");
    check("ayoayo repetition=1", "`repetition` must be 2 or more");
    check("ayoayo max_plies=999", "`max_plies` must be 1000 or more");
    for (name, rules) in Rules::PRESETS {
        assert_eq!(Solver::new(rules, 1).is_ok(), name.starts_with("ayoayo"), "{name}");
    }
}

#[test]
fn no_answer_beyond_the_limit() {
    let mut solver = Solver::new(Rules::AYOAYO, 16 << 20).unwrap();
    for nodes in [0, 1, 10, 1_023, 5_000] {
        let before = solver.nodes();
        let mut effort = Effort { nodes, go_on: &mut |_| true };
        assert_eq!(solver.value(&Position::START, &mut effort), Err(Unknown::Nodes));
        assert_eq!((effort.nodes, solver.nodes() - before), (0, nodes));
    }
    // What was learned is kept, so many small searches find it out in the end.
    let mut searches = 0;
    let proved = loop {
        let mut effort = Effort { nodes: 20_000, go_on: &mut |_| true };
        searches += 1;
        match solver.value(&Position::START, &mut effort) {
            Ok(proved) => break proved,
            Err(why) => assert_eq!(why, Unknown::Nodes),
        }
    };
    assert_eq!(proved.value, Value::Win);
    assert!(searches > 1);
}

/// Who allows more memory than there is gets what there is.
#[test]
fn more_memory_than_there_is() {
    for memory in [1 << 50, usize::MAX] {
        let mut solver = Solver::new(Rules::AYOAYO, memory).unwrap();
        let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
        assert_eq!(solver.value(&Position::START, &mut effort).unwrap().value, Value::Win);
    }
}

#[test]
fn interrupted() {
    let mut solver = Solver::new(Rules::AYOAYO, 16 << 20).unwrap();
    let mut told = Vec::new();
    let mut go_on = |nodes| {
        told.push(nodes);
        told.len() < 3
    };
    let mut effort = Effort { nodes: u64::MAX, go_on: &mut go_on };
    assert_eq!(solver.value(&Position::START, &mut effort), Err(Unknown::Interrupted));
    assert_eq!(told, [Effort::STEP, 2 * Effort::STEP, 3 * Effort::STEP]);
}
