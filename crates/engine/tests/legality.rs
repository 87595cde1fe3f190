//! Every built-in opponent makes legal moves under every rule set, whatever its limits.
#![allow(clippy::unwrap_used)]

mod duel;

use std::cell::Cell;
use std::time::Duration;

use ayo_engine::{Builtin, Limit};
use ayo_rules::{Pit, Position, Rules, Side};
use duel::{player, random_positions};

const POSITIONS: usize = 60;

#[track_caller]
fn check(builtin: Builtin, options: &[(&str, &str)], limit: &Limit<'_>) {
    for (name, rules) in Rules::PRESETS {
        let mut player = player(builtin, options);
        player.new_game(rules, 1);
        for position in random_positions(rules, POSITIONS, 11) {
            let choice = player.choose(&position, limit).unwrap();
            let legal = rules.legal_moves(&position);
            assert!(legal.contains(choice.pit), "{builtin} {options:?}, {name}: {position}");
            assert_eq!(choice.pv.first(), Some(&choice.pit));
            assert_line(&rules, &position, &choice.pv);
        }
    }
}

fn assert_line(rules: &Rules, start: &Position, line: &[Pit]) {
    let mut position = *start;
    for &pit in line {
        assert!(rules.legal_moves(&position).contains(pit), "{line:?} from {start}");
        position = rules.play(&position, pit).unwrap().position;
    }
}

#[test]
fn moves_are_legal() {
    for builtin in [Builtin::First, Builtin::Random, Builtin::Greedy] {
        check(builtin, &[], &Limit::NONE);
    }
    check(Builtin::Minimax, &[("depth", "1")], &Limit::NONE);
    check(Builtin::Minimax, &[("depth", "5"), ("table_mb", "1")], &Limit::NONE);
}

#[test]
fn moves_are_legal_however_short_the_search() {
    check(Builtin::Minimax, &[("nodes", "1")], &Limit::NONE);
    check(Builtin::Minimax, &[("nodes", "100")], &Limit::NONE);
    check(Builtin::Perfect, &[("nodes", "1"), ("memory", "1")], &Limit::NONE);
    check(Builtin::Perfect, &[("nodes", "5000"), ("memory", "1")], &Limit::NONE);
    let no_time = Limit { usual: Duration::ZERO, most: Duration::ZERO, ..Limit::NONE };
    check(Builtin::Minimax, &[], &no_time);
}

#[test]
fn the_search_stops_when_told() {
    let looks = Cell::new(0);
    let elapsed = || {
        looks.set(looks.get() + 1);
        Duration::from_millis(looks.get())
    };
    let mut minimax = player(Builtin::Minimax, &[]);
    let limit = Limit { elapsed: &elapsed, usual: Duration::from_millis(3), ..Limit::NONE };
    let choice = minimax.choose(&Position::START, &limit).unwrap();
    assert_eq!(choice.nodes, 3 * 1024);
    let mut minimax = player(Builtin::Minimax, &[("nodes", "2000")]);
    let choice = minimax.choose(&Position::START, &Limit::NONE).unwrap();
    assert_eq!(choice.nodes, 2000);
}

#[test]
fn no_move_where_there_is_none() {
    let finished = [
        (Rules::AYOAYO, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1], [22, 20], Side::South),
        (Rules::AYOAYO, [4, 4, 4, 1, 0, 0, 4, 2, 4, 0, 0, 0], [25, 0], Side::North),
        (Rules::OWARE, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [24, 23], Side::South),
    ];
    for (rules, pits, stores, turn) in finished {
        let position = Position::new(pits, stores, turn).unwrap();
        assert!(rules.outcome(&position).is_some());
        for builtin in Builtin::ALL {
            let mut player = player(builtin, &[]);
            player.new_game(rules, 1);
            assert_eq!(player.choose(&position, &Limit::NONE), None, "{builtin}: {position}");
        }
    }
}

#[test]
fn first_and_greedy_do_what_they_say() {
    let rules = Rules::AYOAYO;
    for position in random_positions(rules, 200, 5) {
        let captured = |pit| rules.play(&position, pit).unwrap().captured;
        let first = player(Builtin::First, &[]).choose(&position, &Limit::NONE).unwrap();
        assert_eq!(Some(first.pit), rules.legal_moves(&position).next());
        let greedy = player(Builtin::Greedy, &[]).choose(&position, &Limit::NONE).unwrap();
        let most = rules.legal_moves(&position).map(captured).max();
        assert_eq!(Some(captured(greedy.pit)), most, "{position}");
    }
}
