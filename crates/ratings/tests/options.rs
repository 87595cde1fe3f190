//! Davidson's model, the prior, copies of games, ranks: what may be asked for besides.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use ayo_ratings::{
    Bound, Game, GamesFile, IntervalKind, Options, PRIORS, RankRange, RatingModel, Ratings, Score,
    fit, fit_named, read_games,
};
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

fn load(name: &str) -> (GamesFile, Value) {
    let file = read_games(&std::fs::read(format!("{FOLDER}/{name}.csv")).unwrap()).unwrap();
    let json = std::fs::read_to_string(format!("{FOLDER}/{name}.json")).unwrap();
    (file, serde_json::from_str(&json).unwrap())
}

/// Returns where the names of a list stand among the bots of a file.
fn places(file: &GamesFile, names: &Value) -> Vec<usize> {
    let place = |name: &Value| file.bots.iter().position(|bot| bot == name).unwrap();
    names.as_array().unwrap().iter().map(place).collect()
}

#[track_caller]
fn check_close(what: &str, found: f64, expected: &Value, tolerance: f64) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
}

const DAVIDSON: Options = Options {
    confidence: 0.95,
    anchor: None,
    model: RatingModel::Davidson,
    prior_games: 0.0,
    bootstrap_seed: 0,
};

#[track_caller]
fn check_davidson(name: &str, farthest: f64) {
    let (mut file, all) = load(name);
    let expected = &all["davidson"];
    let ratings = fit(file.bots.len(), &file.games, &DAVIDSON);
    let logistic = fit(file.bots.len(), &file.games, &Options::default());
    assert_eq!(ratings.interval, IntervalKind::Sandwich);
    let nu = ratings.nu.unwrap();
    check_close("nu", nu, &expected["nu"], 1e-8);
    // The expectation has odds of winning, which stand to Elo as 1 to this.
    let scale = 2.0 / (2.0 + nu);
    let check_se = |what: &str, found: f64, key: &str, place: Option<usize>| {
        let value = place.map_or(&expected[key], |place| &expected[key][place]);
        check_close(what, found / scale, value, 1e-4 * value.as_f64().unwrap());
    };
    check_close("advantage", ratings.advantage.elo.unwrap() / scale, &expected["advantage"], 1e-6);
    check_se("se", ratings.advantage.se.unwrap(), "sandwich_se_advantage", None);
    let order = places(&file, &all["names"]);
    for (k, &bot) in order.iter().enumerate() {
        let rating = ratings.ratings[bot];
        check_close("elo", rating.elo.unwrap() / scale, &expected["elo"][k], 1e-6);
        check_se("se", rating.se.unwrap(), "sandwich_se", Some(k));
        let away = rating.elo.unwrap() - logistic.ratings[bot].elo.unwrap();
        assert!(away.abs() < farthest, "{away} Elo from the logistic model");
    }
    // In a few clusters only the Fisher information is left.
    file.games.iter_mut().for_each(|game| game.pair = u64::from(game.first % 2));
    let fisher = fit(file.bots.len(), &file.games, &DAVIDSON);
    for (k, &bot) in order.iter().enumerate() {
        check_se("Fisher se", fisher.ratings[bot].se.unwrap(), "fisher_se", Some(k));
    }
    check_se("Fisher se", fisher.advantage.se.unwrap(), "fisher_se_advantage", None);
}

#[test]
fn davidson() {
    check_davidson("a", 0.4);
    check_davidson("c", 3.1);
}

/// Plays pairs of two bots: results of the one that moves first.
fn pairs(count: u64, results: [Score; 2]) -> Vec<Game> {
    let game = |pair, first, score| Game { first, second: 1 - first, score, pair, moves: 0 };
    (0..count).flat_map(|k| [game(k, 0, results[0]), game(k, 1, results[1])]).collect()
}

/// Where Davidson's model has no fit of its own, the logistic one is told.
#[test]
fn davidson_without_a_fit() {
    let check = |games: &[Game], nu: Option<f64>| {
        let found = fit(2, games, &DAVIDSON);
        assert_eq!(found.nu, nu);
        let logistic = fit(2, games, &Options::default());
        assert_eq!(found.ratings, logistic.ratings);
        assert_eq!(found.advantage, logistic.advantage);
    };
    check(&pairs(60, [Score::Draw, Score::Draw]), None);
    // Won and drawn, never lost: both the lead and the draws would be endless.
    check(&pairs(60, [Score::Win, Score::Draw]), None);
    let mut decisive = pairs(60, [Score::Win, Score::Loss]);
    decisive.iter_mut().filter(|game| game.pair < 20).for_each(|game| game.score = Score::Win);
    check(&decisive, Some(0.0));
    check(&[], Some(0.0));
}

/// Half-point games against an opponent at 0 make every set finite.
#[test]
fn priors() {
    let all: Value = serde_json::from_str(include_str!("data/degenerate.json")).unwrap();
    for (name, expected) in all.as_object().unwrap() {
        let text = std::fs::read(format!("{FOLDER}/degenerate/{name}.csv")).unwrap();
        let mut file = read_games(&text).unwrap();
        for bot in expected["roster"].as_array().unwrap() {
            let bot = bot.as_str().unwrap().to_owned();
            if !file.bots.contains(&bot) {
                file.bots.push(bot);
            }
        }
        let order = places(&file, &expected["roster"]);
        // In one cluster, so that the standard errors are those of the posterior.
        let mut clustered = file.games.clone();
        clustered.iter_mut().for_each(|game| game.pair = 1);
        let options = Options { prior_games: 1.0, ..Options::default() };
        let ratings = fit(file.bots.len(), &clustered, &options);
        assert_eq!(ratings.prior_games, 1.0);
        let expected = &expected["prior"];
        check_close(name, ratings.advantage.used, &expected["advantage"], 1e-5);
        for (k, &bot) in order.iter().enumerate() {
            let rating = ratings.ratings[bot];
            assert_eq!(rating.bound, Bound::Exact, "{name}");
            check_close(name, rating.elo.unwrap(), &expected["elo"][k], 1e-5);
            check_close(name, rating.se.unwrap(), &expected["se"][k], 1e-3);
        }
        check_islands(&fit(file.bots.len(), &file.games, &options));
    }
}

/// A prior has nothing to be added to where there is no bot, and is all there is where
/// nobody has played.
#[test]
fn a_prior_without_games() {
    let itself = Game { first: 0, second: 0, score: Score::Win, pair: 1, moves: 0 };
    for model in [RatingModel::Logistic, RatingModel::Davidson] {
        for (bots, games) in [(0, &[][..]), (1, &[]), (3, &[]), (1, &[itself]), (0, &[itself])] {
            let options = Options { prior_games: 1.0, model, ..Options::default() };
            let ratings = fit(bots, games, &options);
            assert_eq!(ratings.prior_games, if bots == 0 { 0.0 } else { 1.0 });
            assert!(ratings.ratings.iter().all(|rating| rating.elo == Some(0.0)));
        }
    }
}

/// The least prior changes ratings that games decide by next to nothing, and no interval.
#[test]
fn a_small_prior() {
    let (file, _) = load("a");
    let interval = |prior_games: f64| {
        let options = Options { prior_games, ..Options::default() };
        let ratings = fit(file.bots.len(), &file.games, &options);
        let first = &ratings.ratings[0];
        [first.elo.unwrap(), first.low.unwrap(), first.high.unwrap()]
    };
    let none = interval(0.0);
    for prior_games in [1e-300, 1e-6, 0.01] {
        for (with, without) in interval(prior_games).into_iter().zip(none) {
            assert!((with - without).abs() < 0.1, "{prior_games}: {with}, {without}");
        }
    }
}

/// A prior puts islands on one scale, and still compares nobody across the water.
#[track_caller]
fn check_islands(ratings: &Ratings) {
    for (a, one) in (0..).zip(&ratings.ratings) {
        assert!(one.se.unwrap() > 0.0, "{one:?}");
        for (b, other) in (0..).zip(&ratings.ratings) {
            let comparable = a != b && one.component == other.component;
            assert_eq!(ratings.difference(a, b).is_some(), comparable);
        }
    }
}

#[test]
fn a_prior_pulls_to_the_middle() {
    let (file, _) = load("a");
    let spread = |prior_games: f64, model: RatingModel| {
        let options = Options { prior_games, model, ..Options::default() };
        let ratings = fit(file.bots.len(), &file.games, &options);
        assert_eq!(ratings.interval, IntervalKind::Sandwich);
        let elos = ratings.ratings.iter().map(|rating| rating.elo.unwrap());
        (elos.map(f64::abs).fold(0.0, f64::max), ratings.ratings[0].se.unwrap())
    };
    for model in [RatingModel::Logistic, RatingModel::Davidson] {
        let [none, one, ten, many] =
            [0.0, 1.0, 10.0, 1e9].map(|prior_games| spread(prior_games, model));
        assert!((none.0 - one.0).abs() < 1.0 && one.0 > ten.0 && ten.0 > many.0, "{model:?}");
        assert!(many.0 < 25.0 && many.1 < none.1, "{many:?}");
    }
    assert_eq!(spread(f64::NAN, RatingModel::Logistic), spread(0.0, RatingModel::Logistic));
}

/// The least prior changes nothing that the games tell, however many games and islands.
#[test]
fn a_small_prior_is_nearly_none() {
    #[track_caller]
    fn check(games: &[Game], bots: usize) {
        let with = |prior_games| fit(bots, games, &Options { prior_games, ..Options::default() });
        let [none, least] = [0.0, *PRIORS.start()].map(with);
        assert_eq!((none.interval, none.converged), (IntervalKind::Sandwich, true));
        assert_eq!((least.interval, least.converged), (IntervalKind::Sandwich, true));
        assert!(least.ratings.iter().all(|rating| rating.se.is_some_and(f64::is_finite)));
        let pairs = (0..bots as u32).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs {
            let [none, least] = [&none, &least].map(|ratings| ratings.difference(a, b));
            let Some((none, least)) = none.zip(least) else { continue };
            assert!((none.elo - least.elo).abs() < 1e-2 * none.se, "{none:?} {least:?}");
            assert!((none.se / least.se - 1.0).abs() < 1e-3, "{none:?} {least:?}");
        }
    }
    let (file, _) = load("a");
    let repeated = |count: u64| -> Vec<Game> {
        let moved =
            |k| file.games.iter().map(move |game| Game { pair: game.pair + k * 10_000, ..*game });
        (0..count).flat_map(moved).collect()
    };
    // The same once more, on an island of its own.
    let islands = |games: Vec<Game>| -> Vec<Game> {
        let bots = file.bots.len() as u32;
        let moved = |game: &Game| Game {
            first: game.first + bots,
            second: game.second + bots,
            pair: game.pair + (1 << 30),
            ..*game
        };
        let island: Vec<Game> = games.iter().map(moved).collect();
        [games, island].concat()
    };
    let bots = file.bots.len();
    for count in [1, 1_000] {
        check(&repeated(count), bots);
        check(&islands(repeated(count)), 2 * bots);
    }
}

/// Islands of few games, held by next to nothing, do not keep the others from a bootstrap.
#[test]
fn a_small_prior_in_a_bootstrap() {
    let (file, _) = load("a");
    let mut games: Vec<Game> = file.games.iter().filter(|game| game.pair <= 10).copied().collect();
    for (pair, [bot, other]) in (100..).zip([[4, 5], [6, 7], [8, 9], [8, 3]]) {
        let game = |first, second, score| Game { first, second, score, pair, moves: 0 };
        games.extend([game(bot, other, Score::Win), game(other, bot, Score::Loss)]);
    }
    for model in [RatingModel::Logistic, RatingModel::Davidson] {
        for prior_games in [*PRIORS.start(), 0.02, 0.1, 1.0] {
            let options = Options { prior_games, model, ..Options::default() };
            let found = fit(10, &games, &options);
            let how = (found.interval, found.converged);
            assert_eq!(how, (IntervalKind::Bootstrap, true), "{model:?}, {prior_games}");
        }
    }
}

/// The bootstrap, the sandwich and the Fisher information take copies for what they are.
#[test]
fn copies_are_counted_once() {
    let (file, _) = load("a");
    for (pairs, interval) in
        [(300, IntervalKind::Sandwich), (40, IntervalKind::Bootstrap), (7, IntervalKind::Fisher)]
    {
        let mut once: Vec<Game> =
            file.games.iter().filter(|game| game.pair % 300 < pairs).copied().collect();
        for (game, moves) in once.iter_mut().zip(1..) {
            game.moves = moves;
        }
        let four_times: Vec<Game> = (0..4)
            .flat_map(|k| {
                once.iter().map(move |game| Game { pair: game.pair + k * 10_000, ..*game })
            })
            .collect();
        let [once, copied] =
            [&once, &four_times].map(|games| fit(file.bots.len(), games, &Options::default()));
        assert_eq!((once.identical, copied.identical), (0, 3 * once_games(&once)));
        assert_eq!((once.pairs, once.interval), (copied.pairs, copied.interval));
        if once.ratings.iter().all(|rating| rating.bound == Bound::Exact) {
            assert_eq!(once.interval, interval);
            for (a, b) in once.ratings.iter().zip(&copied.ratings) {
                let close = |a: Option<f64>, b: Option<f64>| (a.unwrap() - b.unwrap()).abs() < 1e-6;
                // The draws of the bootstrap are others, as the clusters have another order.
                let slack = if interval == IntervalKind::Bootstrap { 0.15 } else { 1e-6 };
                let ratio = a.se.unwrap() / b.se.unwrap();
                assert!(close(a.elo, b.elo) && (ratio - 1.0).abs() < slack, "{a:?} {b:?}");
                assert_eq!(4 * a.games, b.games);
            }
        }
    }
}

fn once_games(ratings: &Ratings) -> u64 {
    ratings.ratings.iter().map(|rating| rating.games).sum::<u64>() / 2
}

/// The numbering of the bots decides nothing, not even the draws of the bootstrap.
#[test]
fn names_decide_the_order() {
    let (file, _) = load("a");
    let some: Vec<Game> = file.games.iter().filter(|game| game.pair % 7 == 0).copied().collect();
    let renumbered = |order: [u32; 4]| {
        let mut names = vec![String::new(); 4];
        (0..4).for_each(|k| names[order[k] as usize].clone_from(&file.bots[k]));
        let moved = |bot: u32| order[bot as usize];
        let games: Vec<Game> = some
            .iter()
            .map(|game| Game { first: moved(game.first), second: moved(game.second), ..*game })
            .collect();
        let ratings = fit_named(&names, &games, &Options::default());
        assert_eq!(ratings.interval, IntervalKind::Bootstrap);
        let los = ratings.los(moved(0), moved(3));
        let mut rows: Vec<_> = names.into_iter().zip(ratings.ratings).collect();
        rows.sort_by(|one, other| one.0.cmp(&other.0));
        (rows.into_iter().map(|(_, rating)| rating).collect::<Vec<_>>(), los)
    };
    let once = renumbered([0, 1, 2, 3]);
    for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]] {
        assert_eq!(renumbered(order), once);
    }
}

#[test]
fn ranks() {
    let (file, all) = load("a");
    let ratings = fit(file.bots.len(), &file.games, &Options::default());
    let ranges = ratings.rank_ranges();
    let order = places(&file, &all["names"]);
    // The likelihoods of superiority are 0.953, 0.972 and more than 0.9999 for the last.
    let found: Vec<_> = order.iter().map(|&bot| ranges[bot].unwrap()).collect();
    let range = |low, high| RankRange { low, high };
    assert_eq!(found, [range(1, 3), range(1, 3), range(1, 3), range(4, 4)]);

    let folder = |name: &str| std::fs::read(format!("{FOLDER}/degenerate/{name}.csv")).unwrap();
    let file = read_games(&folder("both")).unwrap();
    let ratings = fit(file.bots.len(), &file.games, &Options::default());
    for (rating, range) in ratings.ratings.iter().zip(ratings.rank_ranges()) {
        assert_eq!(rating.bound == Bound::Exact, range.is_some());
    }
}
