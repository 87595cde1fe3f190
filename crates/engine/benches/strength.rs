//! Prints how strong and how fast the built-in opponents are, as one JSON document.
//!
//! `cargo bench -p ayo-engine` plays 2,000 games a match; `cargo bench -p ayo-engine
//! -- 200` plays that many. Results are counts, the same on every machine;
//! `nodes_per_second` is not.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]
#![allow(missing_docs)]

#[path = "../tests/duel/mod.rs"]
mod duel;

use std::time::Instant;

use ayo_engine::{Builtin, Limit, Player};
use ayo_rules::Rules;
use duel::{play_pairs, player, random_positions};

fn main() {
    let games: u64 = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(2000);
    let pairs = games / 2;
    let greedy = || player(Builtin::Greedy, &[]);
    let minimax = |depth| player(Builtin::Minimax, &[("depth", depth)]);
    println!("{{\"matches\":[");
    report("greedy", "random", pairs, 0, [greedy(), player(Builtin::Random, &[])]);
    println!(",");
    report("greedy", "random", pairs, 4, [greedy(), player(Builtin::Random, &[])]);
    println!(",");
    report("minimax?depth=6", "greedy", pairs, 4, [minimax("6"), greedy()]);
    println!(",");
    report("minimax?depth=4", "greedy", pairs, 4, [minimax("4"), greedy()]);
    println!("],\"nodes_per_second\":{:.0}}}", nodes_per_second());
}

fn report(first: &str, second: &str, pairs: u64, random_plies: usize, mut players: [Player; 2]) {
    let started = Instant::now();
    let tally = play_pairs(&mut players, Rules::AYOAYO, pairs, random_plies);
    print!(
        "{{\"first\":\"{first}\",\"second\":\"{second}\",\"random_plies\":{random_plies},\
         \"games\":{},\"wins\":{},\"draws\":{},\"losses\":{},\"win_percent\":{:.1},\
         \"draw_percent\":{:.1},\"loss_percent\":{:.1},\"seconds\":{:.2}}}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.percent(tally.wins),
        tally.percent(tally.draws),
        tally.percent(tally.losses),
        started.elapsed().as_secs_f64(),
    );
}

/// Searches forty positions fourteen plies deep.
fn nodes_per_second() -> f64 {
    let mut minimax = player(Builtin::Minimax, &[("depth", "14")]);
    let positions = random_positions(Rules::AYOAYO, 40, 1);
    let started = Instant::now();
    let mut nodes = 0;
    for position in positions {
        minimax.new_game(Rules::AYOAYO, 0);
        nodes += minimax.choose(&position, &Limit::NONE).unwrap().nodes;
    }
    nodes as f64 / started.elapsed().as_secs_f64().max(1e-9)
}
