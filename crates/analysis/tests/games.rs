//! Analyses of games, compared with the solver asked position by position.
#![allow(clippy::unwrap_used)]

use ayo_analysis::{Effort, NotAnalysed, PlayedGame, analyse};
use ayo_record::GameAnalysis;
use ayo_rules::{Pit, Position, Rules, Scoresheet, parse_moves};
use ayo_solver::{Solver, Value};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

fn solver() -> Solver {
    Solver::new(Rules::AYOAYO, 64 << 20).unwrap()
}

fn run(solver: &mut Solver, start: &str, moves: &str, opening: usize, nodes: u64) -> GameAnalysis {
    let moves = parse_moves(moves).unwrap();
    let game = PlayedGame { start: start.parse().unwrap(), moves: &moves, opening_plies: opening };
    analyse(solver, &game, Effort { nodes_a_position: nodes, go_on: &mut |_| true }).unwrap()
}

const START: &str = "4.4.4.4.4.4/4.4.4.4.4.4 0-0 S";
const ENOUGH: u64 = 1 << 40;

#[test]
fn known_games() {
    let mut solver = solver();
    let mut check = |start: &str, moves: &str, opening: usize, values: &str, blunders: &str| {
        let analysis = run(&mut solver, start, moves, opening, ENOUGH);
        let found = (analysis.values_text(), analysis.blunders_text());
        assert_eq!(found, (values.to_owned(), blunders.to_owned()), "{start} {moves}");
    };
    check(START, "", 0, "s", "");
    // South wins from the start by `C` alone.
    check(START, "C", 0, "ss", "");
    check(START, "A", 0, "sn", "1A:C");
    check(START, "F", 0, "sn", "1F:C");
    // What the schedule set is no blunder.
    check(START, "A", 1, "sn", "");
}

/// Each move of random games, against the definition.
#[test]
fn random_games_from_the_middle() {
    let seed = 20;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut solver, mut plain) = (solver(), solver());
    for number in 0..8 {
        let moves = random_game(&mut random);
        let (before, moves) = moves.split_at(moves.len().min(10));
        let mut start = Scoresheet::new(Rules::AYOAYO, Position::START);
        for &pit in before {
            start.play(pit).unwrap();
        }
        let start = *start.position();
        let game = PlayedGame { start, moves, opening_plies: OPENING };
        let effort = Effort { nodes_a_position: ENOUGH, go_on: &mut |_| true };
        let analysis = analyse(&mut solver, &game, effort).unwrap();
        assert_eq!(analysis.values.len(), moves.len() + 1, "seed {seed}, game {number}");
        check_by_definition(&mut plain, start, moves, &analysis);
    }
}

/// Plies of those games that are no blunders, whatever they are.
const OPENING: usize = 2;

fn random_game(random: &mut ChaCha8Rng) -> Vec<Pit> {
    let mut sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
    while sheet.outcome().is_none() {
        let legal = sheet.legal_moves();
        let pit = legal.get(random.next_u32() as usize % legal.len()).unwrap();
        sheet.play(pit).unwrap();
    }
    sheet.moves().to_vec()
}

#[track_caller]
fn check_by_definition(
    solver: &mut Solver,
    start: Position,
    moves: &[Pit],
    analysis: &GameAnalysis,
) {
    let mut sheet = Scoresheet::new(Rules::AYOAYO, start);
    let mut blunders = analysis.blunders.iter().peekable();
    for (ply, &pit) in moves.iter().enumerate() {
        let before = value(solver, &sheet);
        let legal = sheet.legal_moves();
        let mut keeps = Vec::new();
        for other in legal {
            let mut next = sheet.clone();
            next.play(other).unwrap();
            if value(solver, &next).turned() >= before {
                keeps.push(other);
            }
        }
        let blunder = blunders.next_if(|blunder| blunder.ply as usize == ply + 1);
        assert_eq!(blunder.is_some(), ply >= OPENING && !keeps.contains(&pit), "ply {}", ply + 1);
        if let Some(blunder) = blunder {
            assert_eq!(blunder.pit, pit);
            assert_eq!(blunder.keeps.unwrap().into_iter().collect::<Vec<_>>(), keeps);
        }
        sheet.play(pit).unwrap();
    }
    assert_eq!(blunders.next(), None);
}

/// The value to the side to move.
fn value(solver: &mut Solver, sheet: &Scoresheet) -> Value {
    let turn = sheet.position().turn();
    match sheet.outcome().map(|outcome| outcome.winner()) {
        Some(ayo_rules::Winner::Draw) => Value::Draw,
        Some(ayo_rules::Winner::Side(winner)) if winner == turn => Value::Win,
        Some(_) => Value::Loss,
        None => {
            let mut effort = ayo_solver::Effort { nodes: ENOUGH, go_on: &mut |_| true };
            solver.value(sheet.position(), &mut effort).unwrap().value
        }
    }
}

/// Who is winning and lets a position come back for the last time loses what he had.
#[test]
fn the_last_repetition_counts_as_the_result() {
    // A cycle of two plies: South C, North c, stores 14-18, and both may leave it.
    let start = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S";
    let moves = "CcCc";
    let mut solver = solver();
    let analysis = run(&mut solver, start, moves, 0, ENOUGH);
    // The position came a third time: North has more in store.
    assert_eq!(analysis.values_text().chars().last(), Some('n'), "{}", analysis.values_text());
}

/// Without enough positions to search there is no guess.
#[test]
fn what_is_not_found_out_is_unknown() {
    let mut solver = solver();
    let analysis = run(&mut solver, START, "A", 0, 1);
    assert_eq!((analysis.values_text().as_str(), analysis.blunders.len()), ("??", 0));
    assert_eq!(analysis.unknown(), 2);
}

#[test]
fn interrupted_or_no_game() {
    let mut solver = solver();
    let mut check = |moves: &str, go_on: bool, expected: &str| {
        let moves = parse_moves(moves).unwrap();
        let game = PlayedGame { start: Position::START, moves: &moves, opening_plies: 0 };
        let effort = Effort { nodes_a_position: ENOUGH, go_on: &mut |_| go_on };
        let refused: NotAnalysed = analyse(&mut solver, &game, effort).unwrap_err();
        assert_eq!(refused.to_string(), expected);
    };
    check("A", false, "the analysis was interrupted");
    check("a", true, "move 1 cannot be played");
    check("CC", true, "move 2 cannot be played");
}

#[test]
fn the_order_of_games_changes_nothing() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let games: Vec<Vec<Pit>> = (0..4).map(|_| random_game(&mut random)).collect();
    let analyses = |solver: &mut Solver, games: &mut dyn Iterator<Item = &Vec<Pit>>| {
        let mut found = Vec::new();
        for moves in games {
            let game = PlayedGame { start: Position::START, moves, opening_plies: 6 };
            let effort = Effort { nodes_a_position: ENOUGH, go_on: &mut |_| true };
            found.push(analyse(solver, &game, effort).unwrap());
        }
        found
    };
    let forwards = analyses(&mut solver(), &mut games.iter());
    let mut backwards = analyses(&mut solver(), &mut games.iter().rev());
    backwards.reverse();
    assert_eq!(forwards, backwards);
    assert!(forwards.iter().any(|analysis| !analysis.blunders.is_empty()));
}
