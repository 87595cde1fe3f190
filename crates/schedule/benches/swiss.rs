//! Pairs and explains Swiss rounds of simulated tournaments; one JSON line a size and
//! round.
//!
//! Every tournament is paired from its first round; a quarter of the games are
//! drawn, the others mostly won by the higher seeded player. The targets are for
//! round 5. Times are those of the worst and of the median tournament, each the
//! best of some repeats.

#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use ayo_schedule::swiss::{Pairing, Settings, explain, pair};
use ayo_schedule::{
    Bye, Colour, Entry, Game, Outcome, Player, PlayerNumber, Round, Scoring, Tournament,
    TournamentDraft,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const TOTAL_ROUNDS: usize = 11;
const LAST_ROUND: usize = 9;
/// Repeats of fast pairings; slow ones are measured once.
const REPEATS: usize = 5;
const SLOW_S: f64 = 0.2;

fn main() {
    for (players, seeds, last, target) in [
        (16, 20, LAST_ROUND, None),
        (64, 20, LAST_ROUND, Some(0.001)),
        (63, 20, LAST_ROUND, None),
        (256, 20, LAST_ROUND, Some(0.05)),
        (1000, 20, LAST_ROUND, Some(2.0)),
        (999, 5, 5, None),
        (4000, 3, 5, None),
    ] {
        measure(players, seeds, last, target);
    }
    measure_explaining(63, 20);
    measure_explaining(999, 3);
}

/// Prints the times of explaining round 5, in seconds.
fn measure_explaining(players: usize, seeds: u64) {
    let mut times = Vec::new();
    for seed in 0..seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut tournament = start(players);
        for _ in 1..5 {
            let pairing = pair(&tournament, &Settings::default()).expect("a pairing exists");
            tournament = played(tournament, &pairing, &mut random);
        }
        let start = Instant::now();
        let (_, decisions) = explain(&tournament, &Settings::default()).expect("a pairing exists");
        times.push(start.elapsed().as_secs_f64());
        assert!(!decisions.is_empty());
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{{\"bench\":\"explain\",\"players\":{players},\"round\":5,\"seeds\":{seeds},\
         \"median_s\":{:.6},\"worst_s\":{:.6},\"target_s\":null}}",
        times[times.len() / 2],
        times[times.len() - 1],
    );
}

/// Prints the times of the rounds from the second, in seconds.
fn measure(players: usize, seeds: u64, last: usize, target: Option<f64>) {
    let mut times = vec![Vec::new(); last + 1];
    for seed in 0..seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut tournament = start(players);
        for times in times.iter_mut().skip(1) {
            let (pairing, time) = timed(&tournament);
            times.push(time);
            tournament = played(tournament, &pairing, &mut random);
        }
    }
    for (round, times) in times.iter_mut().enumerate().skip(2) {
        times.sort_by(f64::total_cmp);
        let target = target.filter(|_| round == 5);
        println!(
            "{{\"bench\":\"swiss\",\"players\":{players},\"round\":{round},\"seeds\":{seeds},\
             \"median_s\":{:.6},\"worst_s\":{:.6},\"target_s\":{}}}",
            times[times.len() / 2],
            times[times.len() - 1],
            target.map_or("null".to_owned(), |seconds| seconds.to_string()),
        );
    }
}

fn timed(tournament: &Tournament) -> (Pairing, f64) {
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let start = Instant::now();
        let pairing = pair(tournament, &Settings::default()).expect("a pairing exists");
        best = best.min(start.elapsed().as_secs_f64());
        if best > SLOW_S {
            return (pairing, best);
        }
    }
    (pair(tournament, &Settings::default()).expect("a pairing exists"), best)
}

fn start(players: usize) -> Tournament {
    let player = |number| Player {
        number: PlayerNumber::new(number).expect("there are few players"),
        name: format!("bot{number}"),
        rating: None,
        entries: Vec::new(),
    };
    Tournament::new(TournamentDraft {
        players: (1..=players).map(player).collect(),
        total_rounds: Round::new(TOTAL_ROUNDS),
        ..TournamentDraft::default()
    })
    .expect("nothing happened yet")
}

/// Plays a round.
fn played(tournament: Tournament, pairing: &Pairing, random: &mut ChaCha8Rng) -> Tournament {
    let count = tournament.players().len();
    let mut draft = tournament.into_draft();
    let mut entry = |number: PlayerNumber, entry| {
        draft.players[number.get() - 1].entries.push(entry);
    };
    for pair in &pairing.pairs {
        let outcomes = outcomes(pair.white.get(), pair.black.get(), count, random);
        for (player, opponent, colour, outcome) in [
            (pair.white, pair.black, Colour::White, outcomes.0),
            (pair.black, pair.white, Colour::Black, outcomes.1),
        ] {
            let colour = Some(colour);
            let scoring = Scoring::Rated;
            entry(player, Entry::Played(Game { opponent, colour, outcome, scoring }));
        }
    }
    if let Some(bye) = pairing.bye {
        entry(bye, Entry::Bye(Bye::PairingAllocated));
    }
    Tournament::new(draft).expect("everybody played one game")
}

fn outcomes(
    white: usize,
    black: usize,
    players: usize,
    random: &mut ChaCha8Rng,
) -> (Outcome, Outcome) {
    let mut percent = |limit: u64| random.next_u64() % 100 < limit;
    if percent(25) {
        return (Outcome::Draw, Outcome::Draw);
    }
    let lead = (black as i64 - white as i64) * 45 / players as i64;
    let chance = u64::try_from(50 + lead).unwrap_or(0);
    if percent(chance) { (Outcome::Win, Outcome::Loss) } else { (Outcome::Loss, Outcome::Win) }
}
