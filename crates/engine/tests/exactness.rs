//! Search with pruning and a table gives the scores of search without.
#![allow(clippy::unwrap_used)]

mod duel;

use ayo_engine::{Builtin, Limit, WIN_SCORE};
use ayo_rules::{MAJORITY, Position, Rules, Side, Winner};
use duel::{player, random_positions};

/// Minimax as the textbook has it: every line, to the end.
fn plain(rules: &Rules, position: &Position, depth: u32) -> i32 {
    let side = position.turn();
    if let Some(outcome) = rules.outcome(position) {
        return match outcome.winner() {
            Winner::Draw => 0,
            Winner::Side(winner) if winner == side => WIN_SCORE + depth as i32,
            Winner::Side(_) => -WIN_SCORE - depth as i32,
        };
    }
    if depth == 0 {
        return standing(position, side) - standing(position, side.opponent());
    }
    let replies = rules.legal_moves(position).map(|pit| {
        let played = rules.play(position, pit).unwrap();
        -plain(rules, &played.position, depth - 1)
    });
    replies.max().unwrap()
}

/// A seed counts 100, a pit with seeds 50, more than half the seeds 10,000.
fn standing(position: &Position, side: Side) -> i32 {
    let store = i32::from(position.store(side));
    let occupied = side.pits().filter(|&pit| position.seeds(pit) > 0).count() as i32;
    let decided = i32::from(position.store(side) >= MAJORITY);
    100 * store + 50 * occupied + 10_000 * decided
}

#[track_caller]
fn check(depth: u32, count: usize) {
    for (name, rules) in Rules::PRESETS {
        for position in random_positions(rules, count, u64::from(depth)) {
            let mut minimax =
                player(Builtin::Minimax, &[("depth", &depth.to_string()), ("table_mb", "1")]);
            minimax.new_game(rules, 0);
            let choice = minimax.choose(&position, &Limit::NONE).unwrap();
            let (searched, score) = (choice.depth.unwrap(), choice.score.unwrap());
            let context = format!("{name}: {position}, {depth} plies");
            assert_eq!(score, plain(&rules, &position, searched), "{context}");
            let reply = rules.play(&position, choice.pit).unwrap().position;
            assert_eq!(score, -plain(&rules, &reply, searched - 1), "{context}");
            let forced = rules.legal_moves(&position).count() == 1;
            let settled = forced || score.abs() >= WIN_SCORE;
            assert!(searched == depth || settled, "{context}: only {searched}");
        }
    }
}

#[test]
fn scores_of_plain_minimax() {
    for (depth, count) in [(1, 200), (2, 200), (3, 150), (4, 100), (5, 60), (6, 20)] {
        check(depth, count);
    }
}
