//! All boards with up to 10 seeds, against a plain solver: everything is looked at again
//! until nothing changes.
//!
//! Where the seeds that both sides can force do not add up, the rest depends on the rule
//! for positions that come back; there the referee's rule is applied in the same plain
//! way, for each division of the seeds that are off the board.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use ayo_rules::{PITS, Position, Rules, SEEDS, Side};
use ayo_solver::{Effort, Solver, Value};

type Board = [u8; PITS];

/// What the side to move, and the other, can force of the seeds on a board.
type Forced = HashMap<Board, [u8; 2]>;

const MOST_SEEDS: u8 = 10;

#[test]
fn every_small_board_is_right() {
    let rules = Rules::AYOAYO;
    let mut forced = Forced::new();
    let mut searching = Solver::new(rules, Solver::LEAST_MEMORY).unwrap();
    let mut with_tables = Solver::new(rules, 64 << 20).unwrap();
    for seeds in 0..=MOST_SEEDS {
        let boards = boards(seeds);
        solve_plainly(&rules, &boards, &mut forced);
        let open = boards.iter().filter(|&board| forced[board].iter().sum::<u8>() < seeds);
        assert_eq!(open.count(), if seeds == 9 { 143 } else { 0 }, "{seeds} seeds");
        for (number, board) in boards.iter().enumerate() {
            check(&mut with_tables, board, forced[board]);
            // The tables are too large for this one, so that it has to search.
            if seeds < 8 || number % 16 == 0 {
                check(&mut searching, board, forced[board]);
            }
        }
    }
}

#[track_caller]
fn check(solver: &mut Solver, board: &Board, [mover, other]: [u8; 2]) {
    let seeds: u8 = board.iter().sum();
    let position = Position::new(*board, [SEEDS - seeds, 0], Side::South).unwrap();
    let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
    let score = solver.score(&position, &mut effort).unwrap();
    assert_eq!(score.seeds, [SEEDS - seeds + mover, other], "{position}");
}

#[test]
fn cycles_are_settled_by_the_stores() {
    let rules = Rules::AYOAYO;
    let mut forced = Forced::new();
    let layers: Vec<Vec<Board>> = (0..=9).map(boards).collect();
    for boards in &layers {
        solve_plainly(&rules, boards, &mut forced);
    }
    let open: Vec<&Board> =
        layers[9].iter().filter(|&board| forced[board].iter().sum::<u8>() < 9).collect();
    let mut solver = Solver::new(rules, 16 << 20).unwrap();
    let mut dependent = 0;
    // With fewer or more in store nearly all is decided, whatever comes back.
    for south in 16..=23 {
        let stores = [south, SEEDS - 9 - south];
        let wins = reached(&rules, &layers[9], &forced, stores, 25);
        let draws = reached(&rules, &layers[9], &forced, stores, 24);
        for (&board, turn) in open.iter().flat_map(|board| Side::BOTH.map(|turn| (board, turn))) {
            let south_gets = (wins[&(*board, turn)], draws[&(*board, turn)]);
            let value = match south_gets {
                (true, _) => Value::Win,
                (false, true) => Value::Draw,
                (false, false) => Value::Loss,
            };
            let value = if turn == Side::South { value } else { value.turned() };
            let position = position(board, stores, turn);
            let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
            let proved = solver.value(&position, &mut effort).unwrap();
            assert_eq!(proved.value, value, "{position}");
            let [mover, other] = forced[board];
            let sides = [turn, turn.opponent()];
            let sure = [(sides[0], mover), (sides[1], other)]
                .map(|(side, seeds)| position.store(side) + seeds);
            let counted = match value {
                Value::Win => sure[0] >= 25,
                Value::Loss => sure[1] >= 25,
                Value::Draw => sure == [24, 24],
            };
            assert_eq!(proved.depends_on_repetition, !counted, "{position}");
            dependent += u32::from(!counted);
        }
    }
    assert!(dependent > 143, "the rule was asked in {dependent} positions only");
}

/// Returns all boards with that many seeds.
fn boards(seeds: u8) -> Vec<Board> {
    fn fill(board: &mut Board, pit: usize, left: u8, all: &mut Vec<Board>) {
        if pit == PITS - 1 {
            board[pit] = left;
            all.push(*board);
            return;
        }
        for here in 0..=left {
            board[pit] = here;
            fill(board, pit + 1, left - here, all);
        }
    }
    let mut all = Vec::new();
    fill(&mut [0; PITS], 0, seeds, &mut all);
    all
}

/// Returns a position with the board as the side to move sees it.
fn position(board: &Board, stores: [u8; 2], turn: Side) -> Position {
    let mut pits = *board;
    if turn == Side::North {
        pits.rotate_left(6);
    }
    Position::new(pits, stores, turn).unwrap()
}

/// Returns what each legal move takes, and the board after it as the other side sees it.
fn moves(rules: &Rules, board: &Board) -> Vec<(u8, Board)> {
    let seeds: u8 = board.iter().sum();
    let position = position(board, [0, SEEDS - seeds], Side::South);
    let full_count = Rules { majority: false, ..*rules };
    let after = full_count.legal_moves(&position).into_iter().map(|pit| {
        let played = full_count.play(&position, pit).unwrap();
        let mut board = played.position.pits();
        board.rotate_left(6);
        (played.captured, board)
    });
    after.collect()
}

/// Adds what is forced on these boards; those with fewer seeds are there already.
fn solve_plainly(rules: &Rules, boards: &[Board], forced: &mut Forced) {
    let moves: Vec<Vec<(u8, Board)>> = boards.iter().map(|board| moves(rules, board)).collect();
    forced.extend(boards.iter().map(|board| (*board, [0, 0])));
    let mut changed = true;
    while changed {
        changed = false;
        for (board, moves) in boards.iter().zip(&moves) {
            let seeds: u8 = board.iter().sum();
            let mover = moves.iter().map(|(taken, after)| taken + forced[after][1]).max();
            let other = moves.iter().map(|(_, after)| forced[after][0]).min();
            // Without a move the other side gets all seeds.
            let new = [mover.unwrap_or(0), other.unwrap_or(seeds)];
            changed |= forced.insert(*board, new) != Some(new);
        }
    }
}

/// Returns from which boards South gets that many seeds when the stores decide cycles.
///
/// South wants 25, or more in store than North; or 24, or not less.
fn reached(
    rules: &Rules,
    boards: &[Board],
    forced: &Forced,
    stores: [u8; 2],
    target: u8,
) -> HashMap<(Board, Side), bool> {
    let [south, north] = stores;
    // A cycle is what remains as it was assumed to be.
    let cycle = if target == 25 { south > north } else { south >= north };
    let mut reached: HashMap<(Board, Side), bool> =
        boards.iter().flat_map(|board| Side::BOTH.map(|turn| ((*board, turn), cycle))).collect();
    let moves: Vec<Vec<(u8, Board)>> = boards.iter().map(|board| moves(rules, board)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (board, moves) in boards.iter().zip(&moves) {
            for turn in Side::BOTH {
                let after = |&(taken, after): &(u8, Board)| {
                    if taken == 0 {
                        return reached[&(after, turn.opponent())];
                    }
                    // With fewer seeds on the board nothing depends on cycles.
                    let [to_move, not_to_move] = forced[&after];
                    let gets = if turn == Side::South { taken + not_to_move } else { to_move };
                    south + gets >= target
                };
                let new = match (moves.is_empty(), turn) {
                    (true, Side::South) => south >= target,
                    (true, Side::North) => south + 9 >= target,
                    (false, Side::South) => moves.iter().any(after),
                    (false, Side::North) => moves.iter().all(after),
                };
                changed |= reached.insert((*board, turn), new) != Some(new);
            }
        }
    }
    reached
}
