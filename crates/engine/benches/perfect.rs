//! Prints how `perfect` does against `minimax depth=10`, as one JSON document.
//!
//! Pairs of games from drawn openings of six random plies (after four there are 48) with sides swapped, and from
//! the start, as South, one game against each depth from 1 to 10. `cargo bench -p
//! ayo-engine --bench perfect` plays 200 games, `-- 20` that many. The results are the
//! same on every machine; the times are not.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]
#![allow(missing_docs)]

#[path = "../tests/duel/mod.rs"]
mod duel;

use std::time::Instant;

use ayo_engine::Builtin;
use ayo_rules::{Position, Rules, Scoresheet, Side, Winner};
use duel::{Tally, drawn_openings, play_game, player};

fn main() {
    let games: usize = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(200);
    let began = Instant::now();
    let mut tally = Tally::default();
    let mut players = [player(Builtin::Perfect, &[]), player(Builtin::Minimax, &[("depth", "10")])];
    for opening in drawn_openings(Rules::AYOAYO, 6).take(games / 2) {
        for south in [0, 1] {
            match play_game(&mut players, south, &opening, 1) {
                Winner::Draw => tally.draws += 1,
                Winner::Side(side) if side.index() == south => tally.wins += 1,
                Winner::Side(_) => tally.losses += 1,
            }
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    let start = Scoresheet::new(Rules::AYOAYO, Position::START);
    let depths: Vec<String> = (1..=10).map(|depth| depth.to_string()).collect();
    let won = depths.iter().filter(|depth| {
        let minimax = player(Builtin::Minimax, &[("depth", depth)]);
        let mut players = [player(Builtin::Perfect, &[]), minimax];
        play_game(&mut players, 0, &start, 1) == Winner::Side(Side::South)
    });
    println!(
        "{{\"drawn_openings\":{{\"games\":{},\"wins\":{},\"draws\":{},\"losses\":{},\
         \"seconds\":{seconds:.1}}},\"from_the_start_as_south\":{{\"games\":{},\"wins\":{}}}}}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        depths.len(),
        won.count(),
    );
}
