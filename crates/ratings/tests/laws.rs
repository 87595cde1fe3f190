//! Laws that hold for any games.

#![allow(clippy::unwrap_used)]

use ayo_ratings::{Bound, Game, Options, Ratings, Score, fit};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

/// Games of up to `bots` bots; pair numbers collide often enough for odd clusters.
fn games(bots: u32, most: usize) -> impl Strategy<Value = Vec<Game>> {
    let game =
        (0..bots, 0..bots, 0..3_usize, 0..60_u64).prop_map(|(first, second, score, pair)| Game {
            first,
            second,
            score: SCORES[score],
            pair,
            moves: 0,
        });
    prop::collection::vec(game, 0..most)
}

/// Pairs of a game and its return game, each with any result.
fn pairs(bots: u32, counts: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Game>> {
    let pair = (0..bots, 1..bots, 0..3_usize, 0..3_usize);
    prop::collection::vec(pair, counts).prop_map(move |pairs| {
        let both = |(k, (first, offset, a, b)): (usize, (u32, u32, usize, usize))| {
            let second = (first + offset) % bots;
            let pair = k as u64;
            [
                Game { first, second, score: SCORES[a], pair, moves: 0 },
                Game { first: second, second: first, score: SCORES[b], pair, moves: 0 },
            ]
        };
        pairs.into_iter().enumerate().flat_map(both).collect()
    })
}

fn rate(bots: usize, games: &[Game]) -> Ratings {
    fit(bots, games, &Options::default())
}

fn close(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-5 * (1.0 + a.abs()),
        _ => a.is_none() && b.is_none(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None, rng_seed: RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    #[test]
    fn relabelling_bots_relabels_the_answer(games in pairs(6, 55..90), turn in 1..6_u32) {
        let label = |bot: u32| (bot + turn) % 6;
        let relabelled: Vec<Game> = games
            .iter()
            .map(|g| Game { first: label(g.first), second: label(g.second), ..*g })
            .collect();
        let [before, after] = [rate(6, &games), rate(6, &relabelled)];
        for bot in 0..6_u32 {
            let a = before.ratings[bot as usize];
            let b = after.ratings[label(bot) as usize];
            prop_assert!(close(a.elo, b.elo) && close(a.se, b.se), "{a:?} {b:?}");
            prop_assert_eq!((a.bound, a.games, a.wins), (b.bound, b.games, b.wins));
        }
        prop_assert!(close(before.advantage.elo, after.advantage.elo));
    }

    #[test]
    fn swapping_all_sides_negates_the_advantage(games in pairs(5, 55..90)) {
        let swapped: Vec<Game> = games
            .iter()
            .map(|g| Game {
                first: g.second,
                second: g.first,
                score: g.score.reversed(),
                ..*g
            })
            .collect();
        let [before, after] = [rate(5, &games), rate(5, &swapped)];
        prop_assert!(close(before.advantage.elo, after.advantage.elo.map(|elo| -elo)));
        prop_assert!(close(before.advantage.se, after.advantage.se));
        for (a, b) in before.ratings.iter().zip(&after.ratings) {
            prop_assert!(close(a.elo, b.elo) && close(a.se, b.se), "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_draw_between_equals_changes_nothing(games in pairs(4, 55..90)) {
        // Bots 0 and 1 become equals by playing each other's games too, and the advantage
        // nothing by playing all of them again with sides swapped and the same winner.
        let twin = |bot: u32| if bot < 2 { 1 - bot } else { bot };
        let mut fair = Vec::new();
        for g in &games {
            let twins = Game { first: twin(g.first), second: twin(g.second), ..*g };
            for game in [*g, twins] {
                let (first, second, score) = (game.second, game.first, game.score.reversed());
                fair.extend([game, Game { first, second, score, ..game }]);
            }
        }
        let before = rate(4, &fair);
        fair.push(Game { first: 0, second: 1, score: Score::Draw, pair: 1_000, moves: 0 });
        let after = rate(4, &fair);
        prop_assume!(before.ratings.iter().all(|rating| rating.bound == Bound::Exact));
        prop_assert!(close(before.advantage.elo, Some(0.0)));
        prop_assert!(close(after.advantage.elo, Some(0.0)));
        for (a, b) in before.ratings.iter().zip(&after.ratings) {
            prop_assert!(close(a.elo, b.elo), "{a:?} {b:?}");
        }
    }

    #[test]
    fn points_are_what_was_expected(games in pairs(5, 55..90)) {
        let ratings = rate(5, &games);
        prop_assume!(ratings.ratings.iter().all(|rating| rating.bound == Bound::Exact));
        prop_assume!(ratings.advantage.bound == Bound::Exact);
        let elo = |bot: u32| ratings.ratings[bot as usize].elo.unwrap();
        let mut expected = [0.0; 5];
        for g in &games {
            let lead = elo(g.first) - elo(g.second) + ratings.advantage.used;
            let score = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
            expected[g.first as usize] += score;
            expected[g.second as usize] += 1.0 - score;
        }
        for (rating, expected) in ratings.ratings.iter().zip(expected) {
            prop_assert!((rating.points - expected).abs() < 1e-6, "{rating:?} {expected}");
        }
    }

    /// Bots are comparable if each reaches the other by taking points, and in one
    /// component if games lead from one to the other.
    #[test]
    fn comparable_is_mutually_reachable(games in games(8, 14)) {
        let mut scored = [[false; 8]; 8];
        let mut met = [[false; 8]; 8];
        for g in games.iter().filter(|g| g.first != g.second) {
            let [a, b] = [g.first as usize, g.second as usize];
            scored[a][b] |= g.score != Score::Loss;
            scored[b][a] |= g.score != Score::Win;
            (met[a][b], met[b][a]) = (true, true);
        }
        for k in 0..8 {
            for a in 0..8 {
                for b in 0..8 {
                    scored[a][b] |= scored[a][k] && scored[k][b];
                    met[a][b] |= met[a][k] && met[k][b];
                }
            }
        }
        let ratings = rate(8, &games);
        for a in 0..8 {
            for b in (0..8).filter(|&b| b != a) {
                let comparable = ratings.difference(a as u32, b as u32).is_some();
                prop_assert_eq!(comparable, scored[a][b] && scored[b][a], "{} {}", a, b);
                let one = ratings.ratings[a].component == ratings.ratings[b].component;
                prop_assert_eq!(one, met[a][b], "{} {}", a, b);
                // A bot above one with a number is bounded from below, unless it has one.
                let exact = ratings.ratings[b].bound == Bound::Exact;
                if exact && scored[a][b] && !scored[b][a] {
                    prop_assert_eq!(ratings.ratings[a].bound, Bound::AtLeast);
                }
                if exact && scored[b][a] && !scored[a][b] {
                    prop_assert_eq!(ratings.ratings[a].bound, Bound::AtMost);
                }
            }
        }
    }

    #[test]
    fn the_order_of_games_does_not_matter(games in games(6, 200)) {
        let mut reversed = games.clone();
        reversed.reverse();
        let [before, after] = [rate(6, &games), rate(6, &reversed)];
        for (a, b) in before.ratings.iter().zip(&after.ratings) {
            prop_assert_eq!((a.bound, a.points), (b.bound, b.points));
            prop_assert!(close(a.elo, b.elo) && close(a.low, b.low), "{a:?} {b:?}");
        }
    }

    #[test]
    fn everything_is_finite(bots in 1..12_u32, games in games(12, 60)) {
        let ratings = rate(bots as usize, &games);
        let advantage = ratings.advantage;
        let mut numbers = vec![Some(advantage.used)];
        numbers.extend([advantage.elo, advantage.se, advantage.low, advantage.high]);
        for rating in &ratings.ratings {
            numbers.extend([rating.elo, rating.se, rating.low, rating.high]);
        }
        for (a, b) in (0..bots).flat_map(|a| (0..bots).map(move |b| (a, b))) {
            numbers.push(ratings.los(a, b));
            if let Some(difference) = ratings.difference(a, b) {
                prop_assert!(difference.se > 0.0);
                numbers.extend([difference.low, difference.high].map(Some));
            }
        }
        prop_assert!(numbers.iter().flatten().all(|number| number.is_finite()), "{numbers:?}");
        prop_assert!(ratings.converged);
    }
}
