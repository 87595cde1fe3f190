//! How often a 95 % interval holds the true difference, with pairs whose games depend on each
//! other.
//!
//! Four bots play a round robin of 200 pairs a match-up. Besides their strengths something acts
//! on both games of a pair: an opening that favours one *side* makes its two results of one bot
//! differ, one that favours one *bot* makes them alike, and so do bots that repeat themselves.
//! None of that is in the model, so the truth is what the fit says of the expected results.

#![allow(clippy::unwrap_used)]

use ayo_ratings::{Difference, Game, IntervalKind, Options, RatingModel, Ratings, Score, fit};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const SEED: u64 = 20_261_130;
const BOTS: u32 = 4;
const PAIRS: u64 = 200;
const TOURNAMENTS: usize = 1_000;
/// Pairs that stand for expected results.
const TRUTH_PAIRS: u64 = 60_000;

/// What acts on the games of a pair.
#[derive(Clone, Copy, Debug)]
struct Scenario {
    name: &'static str,
    /// Standard deviation of what an opening gives to the first player, in Elo.
    side_elo: f64,
    /// Standard deviation of what an opening gives to one of the bots, in Elo.
    bot_elo: f64,
    /// How often a bot scores in the second game what it scored in the first.
    copied: f64,
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        ayo_ratings::normal::quantile(self.uniform())
    }

    /// Plays a game of Davidson's model; the result is the first player's.
    fn score(&mut self, lead_elo: f64) -> Score {
        let half = 10.0_f64.powf(lead_elo / 800.0);
        let luck = self.uniform() * (half + 0.8 + 1.0 / half);
        if luck < half {
            Score::Win
        } else if luck < half + 0.8 {
            Score::Draw
        } else {
            Score::Loss
        }
    }

    fn pair(&mut self, scenario: Scenario, lead_elo: f64) -> [Score; 2] {
        let side = 35.0 + scenario.side_elo * self.normal();
        let lead = lead_elo + scenario.bot_elo * self.normal();
        let first = self.score(lead + side);
        let second = self.score(-lead + side);
        let copies = self.uniform() < scenario.copied;
        [first, if copies { first.reversed() } else { second }]
    }

    fn tournament(&mut self, scenario: Scenario, pairs: u64) -> Vec<Game> {
        let mut games = Vec::new();
        let mut number = 0;
        for a in 0..BOTS {
            for b in a + 1..BOTS {
                for _ in 0..pairs {
                    let results = self.pair(scenario, f64::from(b - a) * 40.0);
                    for (first, second, score) in [(a, b, results[0]), (b, a, results[1])] {
                        games.push(Game { first, second, score, pair: number, moves: 0 });
                    }
                    number += 1;
                }
            }
        }
        games
    }
}

fn differences(ratings: &Ratings) -> Vec<Difference> {
    (0..BOTS)
        .flat_map(|a| (a + 1..BOTS).map(move |b| (a, b)))
        .map(|(a, b)| ratings.difference(a, b).unwrap())
        .collect()
}

fn rate(games: &[Game], model: RatingModel) -> Ratings {
    fit(BOTS as usize, games, &Options { model, ..Options::default() })
}

/// Returns which part of the intervals of all differences holds the truth.
fn coverage(scenario: Scenario, model: RatingModel) -> f64 {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(SEED));
    let truth = differences(&rate(&dice.tournament(scenario, TRUTH_PAIRS), model));
    let (mut held, mut all) = (0, 0);
    for _ in 0..TOURNAMENTS {
        let ratings = rate(&dice.tournament(scenario, PAIRS), model);
        assert_eq!(ratings.interval, IntervalKind::Sandwich);
        for (found, truth) in differences(&ratings).iter().zip(&truth) {
            held += u32::from(found.low <= truth.elo && truth.elo <= found.high);
            all += 1;
        }
    }
    f64::from(held) / f64::from(all)
}

#[track_caller]
fn check(scenario: Scenario, model: RatingModel) {
    let coverage = coverage(scenario, model);
    println!("{:<22} {model:?} {:.1} %", scenario.name, coverage * 100.0);
    assert!((0.94..=0.96).contains(&coverage), "{scenario:?}: {coverage} (seed {SEED})");
}

#[test]
fn intervals_hold_what_they_promise() {
    let none = Scenario { name: "independent games", side_elo: 0.0, bot_elo: 0.0, copied: 0.0 };
    let sides = Scenario { name: "unfair openings", side_elo: 250.0, ..none };
    let bots = Scenario { name: "openings a bot knows", bot_elo: 250.0, ..none };
    let copied = Scenario { name: "70 % repeated", copied: 0.7, ..none };
    for scenario in [none, sides, bots, copied] {
        check(scenario, RatingModel::Logistic);
    }
    check(copied, RatingModel::Davidson);
}
