//! How long the value of a position takes, with the moves that keep it, as JSON.
//!
//! Positions after some random plies, each by a solver that knows nothing yet, and all
//! one after another by one solver. `-- PLIES COUNT SEED` (4, 200, 1).
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::time::Instant;

use ayo_rules::{Position, Rules};
use ayo_solver::{Effort, Solver};

const MEMORY: usize = 512 << 20;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let number = |place: usize, default| numbers.get(place).copied().unwrap_or(default);
    let (plies, count, seed) = (number(0, 4), number(1, 200), number(2, 1));
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let positions: Vec<Position> = (0..count).map(|_| after(plies, &mut random)).collect();

    let mut solver = Solver::new(Rules::AYOAYO, MEMORY).unwrap();
    let start = solve(&mut solver, &Position::START);
    let mut alone = Vec::new();
    let mut nodes = 0;
    for position in &positions {
        solver.forget();
        alone.push(solve(&mut solver, position));
        nodes += solver.nodes();
    }
    solver.forget();
    let all: Vec<[f64; 2]> = positions.iter().map(|it| solve(&mut solver, it)).collect();
    println!("{{");
    println!("  \"start_ms\": {:.1}, \"start_with_keeps_ms\": {:.1},", start[0], start[1]);
    println!(
        "  \"plies\": {plies}, \"positions\": {count}, \"seed\": {seed}, \"memory_mib\": {},",
        MEMORY >> 20
    );
    println!("  \"alone_nodes\": {nodes}, \"in_a_row_nodes\": {},", solver.nodes());
    println!("  \"alone_value_ms\": {},", distribution(&alone, 0));
    println!("  \"alone_with_keeps_ms\": {},", distribution(&alone, 1));
    println!("  \"in_a_row_value_ms\": {},", distribution(&all, 0));
    println!("  \"in_a_row_with_keeps_ms\": {}", distribution(&all, 1));
    println!("}}");
}

/// Returns a position after random plies of a game that is not over.
fn after(plies: u64, random: &mut u64) -> Position {
    let rules = Rules::AYOAYO;
    loop {
        let mut position = Position::START;
        for _ in 0..plies {
            let legal = rules.legal_moves(&position);
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let Some(pit) = legal.get((*random >> 20) as usize % legal.len().max(1)) else { break };
            position = rules.play(&position, pit).unwrap().position;
        }
        if !rules.legal_moves(&position).is_empty() {
            return position;
        }
    }
}

/// Returns the milliseconds until the value is known, and until the moves are.
fn solve(solver: &mut Solver, position: &Position) -> [f64; 2] {
    let started = Instant::now();
    let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
    let proved = solver.value(position, &mut effort).unwrap();
    let value = started.elapsed();
    solver.keeps(position, proved.value, &mut effort).unwrap();
    [value, started.elapsed()].map(|time| time.as_secs_f64() * 1e3)
}

fn distribution(times: &[[f64; 2]], which: usize) -> String {
    let mut times: Vec<f64> = times.iter().map(|pair| pair[which]).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    format!(
        "{{\"median\": {:.2}, \"p90\": {:.1}, \"p99\": {:.1}, \"max\": {:.1}}}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    )
}
