//! The fit against an independent Newton fit and against Ordo, on the same games.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use ayo_ratings::{GamesFile, IntervalKind, Options, Ratings, fit, read_games};
use serde_json::Value;

struct Reference {
    file: GamesFile,
    expected: Value,
    /// Index of each bot of the expectation among those of the file.
    order: Vec<u32>,
}

impl Reference {
    fn load(name: &str) -> Reference {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
        let text = std::fs::read(format!("{folder}/{name}.csv")).unwrap();
        let file = read_games(&text).unwrap();
        let json = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        let expected: Value = serde_json::from_str(&json).unwrap();
        let position = |name: &Value| {
            file.bots.iter().position(|bot| Some(bot.as_str()) == name.as_str()).unwrap() as u32
        };
        let order = expected["names"].as_array().unwrap().iter().map(position).collect();
        Reference { file, expected, order }
    }

    fn fit(&self) -> Ratings {
        fit(self.file.bots.len(), &self.file.games, &Options::default())
    }

    fn number(&self, key: &str) -> f64 {
        self.expected[key].as_f64().unwrap()
    }

    fn numbers(&self, key: &str) -> Vec<f64> {
        self.expected[key].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
    }
}

#[track_caller]
fn check_close(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
}

#[track_caller]
fn check(name: &str) {
    let reference = Reference::load(name);
    let ratings = reference.fit();
    assert_eq!(ratings.interval, IntervalKind::Sandwich);
    assert!(ratings.converged);

    let advantage = ratings.advantage;
    let elo = advantage.elo.unwrap();
    check_close("advantage", elo, reference.number("advantage"), 1e-6);
    check_close("advantage of Ordo", elo, reference.number("ordo_advantage"), 0.01);
    let se = reference.number("sandwich_se_advantage");
    check_close("se of the advantage", advantage.se.unwrap(), se, 1e-4 * se);

    let expected = reference.numbers("elo").into_iter().zip(reference.numbers("ordo"));
    for ((k, &bot), (elo, ordo)) in reference.order.iter().enumerate().zip(expected) {
        let rating = ratings.ratings[bot as usize];
        check_close("elo", rating.elo.unwrap(), elo, 1e-6);
        check_close("Ordo", rating.elo.unwrap(), ordo, 0.01);
        let se = reference.numbers("sandwich_se")[k];
        check_close("se", rating.se.unwrap(), se, 1e-4 * se);
        let half = 1.959_963_984_540_054 * se;
        check_close("low", rating.low.unwrap(), elo - half, 1e-2);
        check_close("high", rating.high.unwrap(), elo + half, 1e-2);
    }
}

#[test]
fn ratings_and_standard_errors() {
    check("a");
    check("c");
}

/// Without pair numbers every game is a cluster of its own; with all games of a set in
/// fewer than ten clusters only the Fisher information is left.
#[track_caller]
fn check_fisher(name: &str) {
    let mut reference = Reference::load(name);
    for game in &mut reference.file.games {
        game.pair = u64::from(game.first % 2);
    }
    let ratings = reference.fit();
    assert_eq!(ratings.interval, IntervalKind::Fisher);
    for (&bot, se) in reference.order.iter().zip(reference.numbers("fisher_se")) {
        let rating = ratings.ratings[bot as usize];
        assert_eq!(rating.interval, Some(IntervalKind::Fisher));
        check_close("Fisher se", rating.se.unwrap(), se, 1e-4 * se);
    }
    let se = reference.number("fisher_se_advantage");
    check_close("Fisher se of the advantage", ratings.advantage.se.unwrap(), se, 1e-4 * se);
}

#[test]
fn fisher_standard_errors() {
    check_fisher("a");
    check_fisher("c");
}

#[test]
fn differences_and_superiority() {
    let reference = Reference::load("a");
    let ratings = reference.fit();
    let cell = |key: &str, a: usize, b: usize| reference.expected[key][a][b].as_f64();
    for (row, &a) in reference.order.iter().enumerate() {
        for (column, &b) in reference.order.iter().enumerate() {
            let Some(los) = cell("los", row, column) else {
                assert_eq!((a, ratings.los(a, b)), (b, None));
                continue;
            };
            check_close("los", ratings.los(a, b).unwrap(), los, 1e-6);
            let difference = ratings.difference(a, b).unwrap();
            let se = cell("difference_se", row, column).unwrap();
            check_close("se of the difference", difference.se, se, 1e-4 * se);
            let (high, low) = (difference.high, difference.low);
            check_close("middle", (low + high) / 2.0, difference.elo, 1e-9);
            check_close("width", high - low, 2.0 * 1.959_963_984_540_054 * se, 1e-2);
        }
    }
}
