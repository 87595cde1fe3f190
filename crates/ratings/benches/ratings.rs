//! Reads, rates and compares a million games of 200 bots; one JSON line a size.
//!
//! The target of one core is 0.25 s for reading, fitting, intervals and likelihoods of
//! superiority together.

#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use ayo_ratings::{Options, fit, read_games};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const REPEATS: usize = 5;

fn main() {
    measure(1_000_000, 200, Some(0.25));
    measure(1_000_000, 1_000, None);
}

/// Prints the best times of some repeats, in seconds.
fn measure(games: usize, bots: usize, target: Option<f64>) {
    let text = games_csv(games, bots);
    let mut best = [f64::INFINITY; 4];
    for _ in 0..REPEATS {
        let start = Instant::now();
        let file = read_games(text.as_bytes()).expect("the text is made for this");
        let read = start.elapsed().as_secs_f64();
        let ratings = fit(bots, &file.games, &Options::default());
        let fitted = start.elapsed().as_secs_f64() - read;
        let bots = bots as u32;
        let los: f64 = (0..bots)
            .flat_map(|a| (0..bots).map(move |b| (a, b)))
            .filter_map(|(a, b)| ratings.los(a, b))
            .sum();
        let total = start.elapsed().as_secs_f64();
        assert!(los > 0.0 && ratings.converged);
        let times = [read, fitted, total - read - fitted, total];
        best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
    }
    let [read, fitted, los, total] = best;
    let target = target.map_or("null".to_owned(), |seconds| seconds.to_string());
    println!(
        "{{\"bench\":\"rate\",\"games\":{games},\"bots\":{bots},\"bytes\":{},\
         \"read_s\":{read:.4},\"fit_s\":{fitted:.4},\"los_s\":{los:.4},\
         \"total_s\":{total:.4},\"target_s\":{target}}}",
        text.len()
    );
}

/// The columns of a run's games.csv.
const COLUMNS: &str = "game_id,round,pair,game,south,north,opening,result,south_score,north_score,\
                       plies,reason,loser,detail,south_ms,north_ms,south_max_ms,north_max_ms,\
                       moves,seed,isolation,worker,started_at,duration_ms\n";
const PITS: [char; 12] = ['A', 'B', 'C', 'D', 'E', 'F', 'a', 'b', 'c', 'd', 'e', 'f'];

/// Pairs of random opponents, strengths spread over about 600 Elo.
fn games_csv(games: usize, bots: usize) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(104);
    let mut below = |limit: usize| (random.next_u64() % limit as u64) as usize;
    let mut text = String::from(COLUMNS);
    for pair in 1..=games / 2 {
        let a = below(bots);
        let b = (a + 1 + below(bots - 1)) % bots;
        for (k, [first, second]) in [[a, b], [b, a]].into_iter().enumerate() {
            let lead = (first as f64 - second as f64) / bots as f64 * 3.0 + 0.2;
            let expected = 1.0 / (1.0 + (-lead).exp());
            let (win, draw) = (0.8 * expected, 0.2);
            let luck = below(1_000_000) as f64 / 1e6;
            let result = match luck {
                luck if luck < win => "1-0",
                luck if luck < win + draw => "1/2-1/2",
                _ => "0-1",
            };
            let game = 2 * pair + k - 1;
            let opening: String = (0..4).map(|_| PITS[below(12)]).collect();
            let plies = 24 + below(60);
            let moves: String = (0..plies).map(|_| PITS[below(12)]).collect();
            let [a, b] = [below(5_000), below(99)];
            text.push_str(&format!(
                "{game},1,{pair},{k},bot{first:03},bot{second:03},{opening},{result},25,23,\
                 {plies},majority,,,{a},{a},{b},{b},{opening}{moves},{},strong,1,\
                 2026-11-30T00:00:00.000Z,{a}\n",
                7_326_789_864_049_326 + game
            ));
        }
    }
    text
}
