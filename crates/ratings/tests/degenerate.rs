//! Data that leave some numbers open: what is said instead.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use ayo_ratings::{
    Advantage, Anchor, Bound, Game, IntervalKind, Options, Ratings, Score, fit, read_games,
};
use serde_json::Value;

const SETS: [&str; 10] = [
    "won_all",
    "lost_all",
    "both",
    "disconnected",
    "one_way",
    "only_draws",
    "one_game",
    "common_opponent",
    "no_games",
    "first_always_wins",
];

fn expectation(name: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("data/degenerate.json")).unwrap();
    all[name].clone()
}

/// Rates a set with the bots in the order of its roster.
fn rated(name: &str) -> Ratings {
    rated_with(name, &Options::default())
}

fn rated_with(name: &str, options: &Options) -> Ratings {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/degenerate");
    let file = read_games(&std::fs::read(format!("{folder}/{name}.csv")).unwrap()).unwrap();
    let expectation = expectation(name);
    let roster = expectation["roster"].as_array().unwrap();
    let index = |bot: u32| {
        let name = &file.bots[bot as usize];
        roster.iter().position(|other| other == name).unwrap() as u32
    };
    let renamed =
        |game: &Game| Game { first: index(game.first), second: index(game.second), ..*game };
    let games: Vec<Game> = file.games.iter().map(renamed).collect();
    fit(roster.len(), &games, options)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

/// Panics unless every number is there that must be, finite and in order.
#[track_caller]
fn check_shape(ratings: &Ratings) {
    let Advantage { elo, se, low, high, bound, used, .. } = ratings.advantage;
    let mut rows = vec![(bound, elo, se, low, high)];
    rows.extend(ratings.ratings.iter().map(|r| (r.bound, r.elo, r.se, r.low, r.high)));
    assert!(used.is_finite());
    for (bound, elo, se, low, high) in rows {
        let all = [elo, se, low, high];
        assert!(all.into_iter().flatten().all(f64::is_finite), "{all:?}");
        let there = all.map(|number| number.is_some());
        match bound {
            Bound::Exact => {
                assert_eq!(there, [true; 4]);
                assert!(low <= elo && elo <= high && se >= Some(0.0), "{all:?}");
            }
            Bound::AtLeast => assert_eq!(there, [false, false, true, false]),
            Bound::AtMost => assert_eq!(there, [false, false, false, true]),
            Bound::Unknown => assert_eq!(there, [false; 4]),
        }
    }
    let bots = ratings.ratings.len() as u32;
    for a in 0..bots {
        for b in 0..bots {
            let los = ratings.los(a, b);
            assert_eq!(los.is_some(), ratings.difference(a, b).is_some());
            if let (Some(los), Some(difference)) = (los, ratings.difference(a, b)) {
                assert!((0.0..=1.0).contains(&los), "{los}");
                assert!(difference.se > 0.0 && difference.se.is_finite(), "{difference:?}");
                assert!((los + ratings.los(b, a).unwrap() - 1.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn what_is_counted_and_compared() {
    for name in SETS {
        let (ratings, expected) = (rated(name), expectation(name));
        check_shape(&ratings);
        let points: Vec<f64> = ratings.ratings.iter().map(|rating| rating.points).collect();
        let games: Vec<f64> = ratings.ratings.iter().map(|rating| rating.games as f64).collect();
        assert_eq!(points, numbers(&expected["points"]), "{name}");
        assert_eq!(games, numbers(&expected["games"]), "{name}");
        let components = ratings.ratings.iter().map(|rating| rating.component).max().unwrap() + 1;
        assert_eq!(components as u64, expected["weak_components"].as_u64().unwrap(), "{name}");

        // Exactly the bots of one strong component have a difference.
        let roster = expected["roster"].as_array().unwrap();
        let strong = |bot: usize| {
            let pools = expected["sccs"].as_array().unwrap();
            pools.iter().position(|pool| pool.as_array().unwrap().contains(&roster[bot])).unwrap()
        };
        for a in 0..roster.len() {
            for b in (0..roster.len()).filter(|&b| b != a) {
                let comparable = ratings.difference(a as u32, b as u32).is_some();
                assert_eq!(comparable, strong(a) == strong(b), "{name}: {a} {b}");
            }
        }
    }
}

#[test]
fn numbers_where_there_are_some() {
    for (name, kind, key) in [
        ("common_opponent", IntervalKind::Sandwich, "sandwich_se"),
        ("only_draws", IntervalKind::Fisher, "fisher_se"),
    ] {
        let (ratings, expected) = (rated(name), expectation(name));
        let advantage = expected["advantage"].as_f64().unwrap();
        assert!((ratings.advantage.elo.unwrap() - advantage).abs() < 1e-6, "{name}");
        let expected = numbers(&expected["elo"]).into_iter().zip(numbers(&expected[key]));
        for (rating, (elo, se)) in ratings.ratings.iter().zip(expected) {
            assert!((rating.elo.unwrap() - elo).abs() < 1e-6, "{name}: {rating:?}");
            assert!((rating.se.unwrap() - se).abs() < 1e-4, "{name}: {rating:?}");
            assert_eq!(rating.interval, Some(kind), "{name}");
        }
    }
}

#[track_caller]
fn check_bounds(name: &str, expected: &[Bound]) {
    let ratings = rated(name);
    let bounds: Vec<Bound> = ratings.ratings.iter().map(|rating| rating.bound).collect();
    assert_eq!(bounds, expected, "{name}: {ratings:#?}");
}

#[test]
fn bounds() {
    use Bound::{AtLeast, AtMost, Exact, Unknown};
    check_bounds("won_all", &[Exact, Exact, Exact, AtLeast]);
    check_bounds("lost_all", &[Exact, Exact, Exact, AtMost]);
    check_bounds("both", &[Exact, Exact, Exact, AtLeast, AtMost]);
    check_bounds("disconnected", &[Exact; 4]);
    check_bounds("one_way", &[Exact, Exact, AtMost, AtMost]);
    check_bounds("only_draws", &[Exact; 3]);
    check_bounds("one_game", &[AtLeast, AtMost]);
    check_bounds("common_opponent", &[Exact; 3]);
    check_bounds("no_games", &[Exact, Exact, Exact, Unknown]);
    check_bounds("first_always_wins", &[Exact; 3]);
}

#[test]
fn an_unbeaten_bot_changes_nothing_for_the_others() {
    let (with, without) = (rated("won_all"), rated("no_games"));
    for bot in 0..3 {
        let [with, without] = [&with, &without].map(|ratings| ratings.ratings[bot].elo.unwrap());
        assert!((with - without).abs() < 15.0, "{with} {without}");
    }
    // Fifteen pairs won: 95 % sure to win two of three, but not to win all of a hundred.
    let low = with.ratings[3].low.unwrap();
    assert!((150.0..600.0).contains(&low), "{low}");
}

/// Forty games won against an equal one with no advantage: `p^40 = 0.05`.
#[test]
fn the_bound_of_a_clean_sheet() {
    let mut games = Vec::new();
    let mut add = |first: u32, second: u32, score: Score, pair: u64| {
        games.push(Game { first, second, score, pair, moves: 0 });
    };
    for pair in 0..40 {
        // Two equal bots that win one game each, with either side.
        let score = if pair % 2 == 0 { Score::Win } else { Score::Loss };
        add(0, 1, score, pair);
        add(1, 0, score.reversed(), pair);
        add(0, 1, score.reversed(), 100 + pair);
        add(1, 0, score, 100 + pair);
        add(2, 0, Score::Win, 200 + pair);
        add(0, 2, Score::Loss, 200 + pair);
    }
    let ratings = fit(3, &games, &Options::default());
    let probability = 0.05_f64.powf(1.0 / 40.0);
    let elo = -400.0 * (1.0 / probability - 1.0).log10();
    assert_eq!(ratings.ratings[2].bound, Bound::AtLeast);
    assert!((ratings.ratings[2].low.unwrap() - elo).abs() < 1e-6, "{ratings:#?}");
}

#[test]
fn a_runaway_advantage() {
    let ratings = rated("first_always_wins");
    let advantage = ratings.advantage;
    // Fifteen pairs that the first player won twice are twenty times as likely at 800 Elo,
    // a pair taken as one game: 20 p^15 = p(800)^15.
    let probability = 0.05_f64.powf(1.0 / 15.0) / (1.0 + 0.01);
    let low = -400.0 * (1.0 / probability - 1.0).log10();
    assert_eq!(advantage.bound, Bound::AtLeast);
    assert!((advantage.used - low).abs() < 1e-6, "{advantage:?} {low}");
    assert_eq!(advantage.low, Some(advantage.used));
    for rating in &ratings.ratings {
        assert!(rating.elo.unwrap().abs() < 1e-6 && rating.se.unwrap() > 50.0, "{rating:?}");
    }
}

/// One win and one draw: all of it could be a huge advantage, and a difference to match.
#[test]
fn a_single_pair() {
    let game = |first, second, score| Game { first, second, score, pair: 1, moves: 0 };
    let games = [game(0, 1, Score::Win), game(1, 0, Score::Draw)];
    let ratings = fit(2, &games, &Options::default());
    check_shape(&ratings);
    assert_eq!((ratings.advantage.bound, ratings.advantage.used), (Bound::AtLeast, 0.0));
    let difference = ratings.difference(0, 1).unwrap();
    assert!((difference.elo - 400.0 * 3.0_f64.log10()).abs() < 1e-6, "{difference:?}");
    assert!(difference.low < 0.0, "{difference:?}");
}

#[test]
fn an_advantage_nobody_can_tell() {
    let game = |k: u64, score| Game { first: 0, second: 1, score, pair: k, moves: 0 };
    let games: Vec<Game> =
        (0..60).map(|k| game(k, if k % 3 == 0 { Score::Loss } else { Score::Win })).collect();
    let ratings = fit(2, &games, &Options::default());
    check_shape(&ratings);
    assert_eq!((ratings.advantage.bound, ratings.advantage.used), (Bound::Unknown, 0.0));
    // 40 of 60 points are 120 Elo.
    let elo = ratings.difference(0, 1).unwrap().elo;
    assert!((elo - 400.0 * 2.0_f64.log10()).abs() < 1e-6, "{elo}");
}

#[test]
fn few_pairs() {
    let text = include_str!("data/a.csv");
    let file = read_games(text.as_bytes()).unwrap();
    let rate = |games: &[Game], seed: u64| {
        let options = Options { bootstrap_seed: seed, ..Options::default() };
        fit(file.bots.len(), games, &options)
    };
    // Forty pairs from all over the file, so that all bots met.
    let some: Vec<Game> = file.games.iter().filter(|g| g.pair % 7 == 0).copied().collect();
    let [once, again, other] = [1, 1, 2].map(|seed| rate(&some, seed));
    assert!((10..50).contains(&once.pairs), "{}", once.pairs);
    assert_eq!(once.interval, IntervalKind::Bootstrap);
    assert_eq!(once.ratings, again.ratings);
    assert_ne!(once.ratings, other.ratings);
    // It agrees with what the sandwich says of twice the pairs, which halve the variance.
    let twice: Vec<Game> =
        some.iter().flat_map(|game| [*game, Game { pair: game.pair + 10_000, ..*game }]).collect();
    let sandwich = rate(&twice, 1);
    assert_eq!(sandwich.interval, IntervalKind::Sandwich);
    for (a, b) in once.ratings.iter().zip(&sandwich.ratings) {
        let ratio = a.se.unwrap() / (b.se.unwrap() * 2.0_f64.sqrt());
        assert!((0.9..1.2).contains(&ratio), "{ratio}");
    }
}

#[test]
fn anchors() {
    let anchored = |name, bot, elo| {
        let anchor = Some(Anchor { bot, elo });
        rated_with(name, &Options { anchor, ..Options::default() })
    };
    let (free, fixed) = (rated("won_all"), anchored("won_all", 1, 1500.0));
    assert_eq!((fixed.ratings[1].elo, fixed.ratings[1].se), (Some(1500.0), Some(0.0)));
    let difference = free.difference(0, 1).unwrap();
    assert!((fixed.ratings[0].elo.unwrap() - 1500.0 - difference.elo).abs() < 1e-9);
    assert!((fixed.ratings[0].se.unwrap() - difference.se).abs() < 1e-9);
    assert_eq!(fixed.difference(0, 1), free.difference(0, 1));
    let shift = 1500.0 - free.ratings[1].elo.unwrap();
    let [low, moved] = [&free, &fixed].map(|ratings| ratings.ratings[3].low.unwrap());
    assert!((moved - low - shift).abs() < 1e-9);

    // Other islands stay where they are, and a bot without a number cannot be an anchor.
    assert!(anchored("disconnected", 0, 1500.0).ratings[2].elo.unwrap() < 100.0);
    for (bot, elo) in [(3, 1500.0), (9, 0.0), (0, f64::NAN), (0, f64::INFINITY)] {
        let ratings = anchored("won_all", bot, elo);
        assert_eq!(ratings.anchor, None);
        assert_eq!(ratings.ratings, free.ratings);
    }
}

#[test]
fn nothing_to_rate() {
    for bots in [0, 1, 3] {
        let ratings = fit(bots, &[], &Options::default());
        check_shape(&ratings);
        assert!(ratings.ratings.iter().all(|rating| rating.bound == Bound::Unknown));
    }
    let game = |first, second| Game { first, second, score: Score::Win, pair: 1, moves: 0 };
    let ratings = fit(2, &[game(0, 0), game(0, 7), game(u32::MAX, 1)], &Options::default());
    check_shape(&ratings);
    assert_eq!((ratings.ignored, ratings.ratings[0].games), (3, 0));
}

/// A chain in which each bot beats the next one all but once in ten thousand games.
#[test]
fn lopsided() {
    let mut games = Vec::new();
    for bot in 0..30 {
        for game in 0..10_000 {
            let score = if game < 2 { Score::Loss } else { Score::Win };
            let pair = u64::from(bot) * 10_000 + game / 2;
            let (first, second) = (bot, bot + 1);
            games.push(match game % 2 {
                0 => Game { first, second, score, pair, moves: 0 },
                _ => Game { first: second, second: first, score: score.reversed(), pair, moves: 0 },
            });
        }
    }
    let ratings = fit(31, &games, &Options::default());
    check_shape(&ratings);
    assert!(ratings.converged && ratings.advantage.elo.unwrap().abs() < 1e-3);
    let elo = 400.0 * (9_998.0_f64 / 2.0).log10();
    for bot in 0..30 {
        let difference = ratings.difference(bot, bot + 1).unwrap();
        assert!((difference.elo - elo).abs() < 1e-3, "{difference:?} {elo}");
    }
}

/// Pair numbers that mean something else: all games in a few clusters.
#[test]
fn huge_clusters() {
    let scores = [Score::Win, Score::Draw, Score::Loss, Score::Win];
    let game = |k: u64, pair: u64| Game {
        first: (k % 7) as u32,
        second: ((k + 1 + k % 5) % 7) as u32,
        score: scores[(k * 7 / 3 % 4) as usize],
        pair,
        moves: 0,
    };
    for (clusters, kind) in
        [(1, IntervalKind::Fisher), (20, IntervalKind::Bootstrap), (60, IntervalKind::Sandwich)]
    {
        let games: Vec<Game> = (0..100_000).map(|k| game(k, k % 97 % clusters)).collect();
        let ratings = fit(7, &games, &Options::default());
        check_shape(&ratings);
        assert_eq!(ratings.interval, kind, "{clusters}");
    }
}

#[test]
fn odd_options() {
    for confidence in [f64::NAN, f64::INFINITY, -1.0, 0.0, 0.5, 1.0, 7.0] {
        let ratings = rated_with("both", &Options { confidence, ..Options::default() });
        check_shape(&ratings);
        assert!((0.0..1.0).contains(&ratings.confidence), "{confidence}");
    }
}
