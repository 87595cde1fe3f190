//! `perfect` never does worse than the position in which it is.
#![allow(clippy::unwrap_used)]

mod duel;

use std::cell::Cell;
use std::time::Duration;

use ayo_engine::{Builtin, Limit, Player, WIN_SCORE};
use ayo_rules::{Position, Rules, Scoresheet, Side, Winner};
use ayo_solver::{Effort, Solver, Value};
use duel::{drawn_openings, play_game, player, random_positions};

fn perfect() -> Player {
    player(Builtin::Perfect, &[("memory", "16")])
}

fn minimax(depth: &str) -> Player {
    player(Builtin::Minimax, &[("depth", depth)])
}

fn value_of(winner: Winner, side: Side) -> Value {
    match winner {
        Winner::Draw => Value::Draw,
        Winner::Side(winner) if winner == side => Value::Win,
        Winner::Side(_) => Value::Loss,
    }
}

#[test]
fn it_wins_from_the_start() {
    let start = Scoresheet::new(Rules::AYOAYO, Position::START);
    let opponents = [
        player(Builtin::First, &[]),
        player(Builtin::Random, &[]),
        player(Builtin::Greedy, &[]),
        minimax("4"),
        minimax("5"),
        minimax("6"),
        perfect(),
    ];
    for opponent in opponents {
        let mut players = [perfect(), opponent];
        let winner = play_game(&mut players, 0, &start, 7);
        assert_eq!(winner, Winner::Side(Side::South), "{:?}", players[1]);
    }
}

#[test]
fn it_never_loses_a_drawn_opening() {
    for (depth, openings) in [("4", 2), ("6", 1)] {
        let mut players = [perfect(), minimax(depth)];
        for opening in drawn_openings(Rules::AYOAYO, 4).take(openings) {
            for south in [0, 1] {
                let side = Side::BOTH[south];
                let value = value_of(play_game(&mut players, south, &opening, 1), side);
                assert!(value >= Value::Draw, "{}, as {side}", opening.position());
            }
        }
    }
}

/// Plays on from positions of random games as either side, and compares with their value.
#[track_caller]
fn check_value(rules: Rules, opponent: &mut Player, positions: &[Position]) {
    let mut solver = Solver::new(rules, 16 << 20).unwrap();
    let mut perfect = perfect();
    for position in positions {
        let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
        let value = solver.value(position, &mut effort).unwrap().value;
        for side in Side::BOTH {
            let least = if side == position.turn() { value } else { value.turned() };
            let mut sheet = Scoresheet::new(rules, *position);
            perfect.new_game(rules, 1);
            opponent.new_game(rules, 1);
            while sheet.outcome().is_none() {
                let asked =
                    if sheet.position().turn() == side { &mut perfect } else { &mut *opponent };
                let choice = asked.choose(sheet.position(), &Limit::NONE).unwrap();
                sheet.play(choice.pit).unwrap();
            }
            let reached = value_of(sheet.outcome().unwrap().winner(), side);
            assert!(reached >= least, "{rules}: {position}, as {side}: {least}, not {reached}");
        }
    }
}

#[test]
fn it_keeps_the_value_of_every_position() {
    let late = |rules, seed| {
        let positions = random_positions(rules, 60, seed);
        let late = positions.into_iter().filter(|position| position.on_board() <= 34);
        late.take(4).collect::<Vec<_>>()
    };
    let circle: Position = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S".parse().unwrap();
    let presets = Rules::PRESETS.into_iter().filter(|(name, _)| name.starts_with("ayoayo"));
    for (seed, (_, rules)) in presets.enumerate() {
        check_value(rules, &mut minimax("3"), &late(rules, seed as u64));
        check_value(rules, &mut minimax("3"), &[circle]);
    }
    for repetition in [2, 5] {
        let rules = Rules { repetition, ..Rules::AYOAYO };
        check_value(rules, &mut minimax("2"), &late(rules, 9));
        check_value(rules, &mut minimax("4"), &[circle]);
    }
    check_value(Rules::AYOAYO, &mut perfect(), &late(Rules::AYOAYO, 5));
}

/// Where seeds are counted to the end, it gets as many of them as it can force.
#[test]
fn it_wins_by_most() {
    let rules = Rules { majority: false, ..Rules::AYOAYO };
    let mut solver = Solver::new(rules, 16 << 20).unwrap();
    let positions = random_positions(rules, 90, 3);
    let mut won = 0;
    for position in positions.iter().filter(|position| position.on_board() <= 26).take(12) {
        let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
        let seeds = solver.score(position, &mut effort).unwrap().seeds;
        let side = position.turn();
        if seeds[side.index()] <= 24 {
            continue;
        }
        won += 1;
        let mut players = [perfect(), minimax("4")];
        let opening = Scoresheet::new(rules, *position);
        let mut sheet = opening.clone();
        players.iter_mut().for_each(|player| player.new_game(rules, 1));
        while sheet.outcome().is_none() {
            let seat = usize::from(sheet.position().turn() != side);
            let choice = players[seat].choose(sheet.position(), &Limit::NONE).unwrap();
            sheet.play(choice.pit).unwrap();
        }
        let got = sheet.outcome().unwrap().stores[side.index()];
        assert!(got >= seeds[side.index()], "{position}: {got} of {seeds:?}");
    }
    assert!(won >= 3, "{won}");
}

#[test]
fn it_says_what_it_knows() {
    let mut solver = Solver::new(Rules::AYOAYO, 16 << 20).unwrap();
    let mut seen = Vec::new();
    for position in random_positions(Rules::AYOAYO, 60, 8).into_iter().skip(12) {
        let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
        let value = solver.value(&position, &mut effort).unwrap().value;
        let choice = perfect().choose(&position, &Limit::NONE).unwrap();
        let (text, score) = (choice.text.unwrap(), choice.score.unwrap());
        let fits = match value {
            Value::Win => text.starts_with("wins") && score >= WIN_SCORE,
            Value::Draw => text == "draws" && score == 0,
            Value::Loss => text == "loses" && score <= -WIN_SCORE,
        };
        assert!(fits, "{position}, a {value}: {text}, {score}");
        seen.push(value);
    }
    assert!([Value::Win, Value::Draw, Value::Loss].iter().all(|value| seen.contains(value)));
}

/// A search that is stopped after so many looks at the clock still gives a legal move.
#[test]
fn it_moves_however_little_time_there_is() {
    for looks in [0, 1, 2, 5, 20] {
        let mut perfect = perfect();
        for position in random_positions(Rules::AYOAYO, 30, looks) {
            perfect.new_game(Rules::AYOAYO, 1);
            let asked = Cell::new(0);
            let elapsed = || Duration::from_millis(asked.replace(asked.get() + 1));
            let [usual, most] = [looks, 2 * looks].map(Duration::from_millis);
            let limit = Limit { elapsed: &elapsed, usual, most };
            let choice = perfect.choose(&position, &limit).unwrap();
            assert!(Rules::AYOAYO.legal_moves(&position).contains(choice.pit), "{position}");
            // Of the thousand positions between two looks no more than some are searched after.
            assert!(choice.nodes <= (2 * looks + 8) * 1_024 + 8, "{position}: {choice:?}");
        }
    }
}

/// What is proved once is known for the rest of the game, so that the first position of a game
/// may take much longer than a usual move.
#[test]
fn a_proof_may_take_half_of_the_clock() {
    let check = |position: &str, kept: usize, [usual, most]: [u64; 2], text: Option<&str>| {
        let asked = Cell::new(0);
        // A millisecond for every thousand positions.
        let elapsed = || Duration::from_millis(asked.replace(asked.get() + 1));
        let [usual, most] = [usual, most].map(Duration::from_millis);
        let limit = Limit { elapsed: &elapsed, usual, most };
        let choice = perfect().choose(&position.parse().unwrap(), &limit).unwrap();
        assert_eq!(choice.text.as_deref(), text, "{position}, {choice:?}");
        assert!(text.is_none() || choice.pit.index() == kept, "{position}: {choice:?}");
        assert!(choice.nodes < 1_024 * (most.as_millis() as u64 + 40), "{position}: {choice:?}");
    };
    for [usual, most] in [[60, 1_000], [1_000, 1_000]] {
        check("3.0.1.4.3.4/1.5.0.1.0.1 11-14 S", 4, [usual, most], Some("draws"));
        check("3.5.1.2.0.6/1.0.0.2.6.0 11-11 S", 3, [usual, most], Some("draws"));
    }
    check("3.0.1.4.3.4/1.5.0.1.0.1 11-14 S", 4, [20, 20], None);
}

/// Every reply to `a` wins for South, though to find that out takes longer than for others.
#[test]
fn a_lost_side_asks_most_of_the_opponent() {
    let position = "0.6.0.4.2.3/2.6.1.1.2.6 13-2 N".parse().unwrap();
    let choice = perfect().choose(&position, &Limit::NONE).unwrap();
    assert_eq!(choice.text.as_deref(), Some("loses"));
    let mut solver = Solver::new(Rules::AYOAYO, 16 << 20).unwrap();
    let after = Rules::AYOAYO.play(&position, choice.pit).unwrap().position;
    let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
    let right = solver.keeps(&after, Value::Win, &mut effort).unwrap();
    assert!(right.len() < Rules::AYOAYO.legal_moves(&after).len(), "{choice:?}");
}

#[test]
fn it_plays_as_minimax_where_nothing_is_known() {
    let mut perfect = player(Builtin::Perfect, &[("nodes", "5000")]);
    let mut minimax = player(Builtin::Minimax, &[("nodes", "5000")]);
    for position in random_positions(Rules::OWARE, 20, 2) {
        perfect.new_game(Rules::OWARE, 1);
        minimax.new_game(Rules::OWARE, 1);
        let choices =
            [&mut perfect, &mut minimax].map(|player| player.choose(&position, &Limit::NONE));
        assert_eq!(choices[0], choices[1], "{position}");
    }
}
