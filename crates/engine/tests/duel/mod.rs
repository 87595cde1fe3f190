//! Matches between two players, in this process and the same every time.
// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::collections::HashSet;

use ayo_engine::{Builtin, Limit, Player, build};
use ayo_rules::{Pit, Position, Rules, Scoresheet, Winner};
use ayo_solver::{Effort, Solver, Value};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Results of the first player of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

impl Tally {
    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn percent(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.games().max(1))
    }
}

pub(crate) fn player(builtin: Builtin, options: &[(&str, &str)]) -> Player {
    let options: Vec<_> =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    build(builtin, &options).unwrap()
}

/// Plays pairs of games, each pair from one random opening with sides swapped.
pub(crate) fn play_pairs(
    players: &mut [Player; 2],
    rules: Rules,
    pairs: u64,
    random_plies: usize,
) -> Tally {
    let mut tally = Tally::default();
    for pair in 0..pairs {
        let opening = random_opening(rules, random_plies, pair);
        for south in [0, 1] {
            let seed = 2 * pair + south as u64;
            let winner = play_game(players, south, &opening, seed);
            match winner {
                Winner::Draw => tally.draws += 1,
                Winner::Side(side) if side.index() == south => tally.wins += 1,
                Winner::Side(_) => tally.losses += 1,
            }
        }
    }
    tally
}

/// Plays one game on from an opening; `south` says which of the players is South.
pub(crate) fn play_game(
    players: &mut [Player; 2],
    south: usize,
    opening: &Scoresheet,
    seed: u64,
) -> Winner {
    let mut sheet = opening.clone();
    players.iter_mut().for_each(|player| player.new_game(*sheet.rules(), seed));
    loop {
        if let Some(outcome) = sheet.outcome() {
            return outcome.winner();
        }
        let seat = sheet.position().turn().index() ^ south;
        let choice = players[seat].choose(sheet.position(), &Limit::NONE).unwrap();
        sheet.play(choice.pit).unwrap();
    }
}

/// Returns a game after that many random plies that is not over yet.
pub(crate) fn random_opening(rules: Rules, plies: usize, seed: u64) -> Scoresheet {
    let mut throws = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut sheet = Scoresheet::new(rules, Position::START);
        for _ in 0..plies {
            if let Some(pit) = random_move(&sheet, &mut throws) {
                sheet.play(pit).unwrap();
            }
        }
        if sheet.outcome().is_none() {
            return sheet;
        }
    }
}

/// Returns different games after that many random plies in which neither side can win by force.
pub(crate) fn drawn_openings(rules: Rules, plies: usize) -> impl Iterator<Item = Scoresheet> {
    let mut solver = Solver::new(rules, 64 << 20).unwrap();
    let mut seen = HashSet::new();
    (0..).map(move |seed| random_opening(rules, plies, seed)).filter(move |sheet| {
        let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
        seen.insert(*sheet.position())
            && solver.value(sheet.position(), &mut effort).unwrap().value == Value::Draw
    })
}

fn random_move(sheet: &Scoresheet, throws: &mut ChaCha8Rng) -> Option<Pit> {
    if sheet.outcome().is_some() {
        return None;
    }
    let legal = sheet.rules().legal_moves(sheet.position());
    let rank = throws.next_u32() as usize % legal.len();
    legal.into_iter().nth(rank)
}

/// Returns positions of random games under these rules, the game not over in any of them.
pub(crate) fn random_positions(rules: Rules, count: usize, seed: u64) -> Vec<Position> {
    (0..count)
        .map(|index| {
            let plies = index % 30;
            *random_opening(rules, plies, seed ^ index as u64).position()
        })
        .collect()
}
