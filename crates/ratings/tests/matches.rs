//! The Elo of a match, against fishtest's statistics and where those make no sense.

#![allow(clippy::unwrap_used)]

use ayo_ratings::{
    Copies, Game, HeadToHead, MatchElo, Pentanomial, Score, Trinomial, head_to_head, match_elo,
    match_elo_with_copies,
};
use serde_json::Value;

fn of_counts(counts: &[u64]) -> HeadToHead {
    match *counts {
        [a, b, c] => HeadToHead { singles: Trinomial([a, b, c]), ..HeadToHead::default() },
        _ => HeadToHead { pairs: Pentanomial(counts.try_into().unwrap()), ..HeadToHead::default() },
    }
}

#[test]
fn agrees_with_fishtest() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("data/matches.json")).unwrap();
    for row in rows {
        let counts: Vec<u64> =
            row["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        let found = of_counts(&counts).elo(0.95);
        let number = |key: &str| row[key].as_f64().unwrap();
        match found.elo {
            Some(elo) => assert!((elo - number("elo")).abs() < 1e-9, "{row} {found:?}"),
            None => assert!(number("elo").abs() > 1_190.0, "{row} {found:?}"),
        }
        // Where all pairs end alike fishtest shows next to no interval, and we a wide one.
        if counts.iter().filter(|&&count| count > 0).count() > 1 {
            assert!((found.half_width() - number("elo95_halfwidth")).abs() < 1e-9, "{found:?}");
            assert!((found.los - number("los")).abs() < 1e-9, "{row} {found:?}");
        } else {
            assert!(found.half_width() > 50.0, "{found:?}");
        }
    }
}

/// Playing every pair `k` times over tells no more than playing it once.
#[test]
fn copies_tell_nothing_new() {
    for (pairs, times) in [([5, 10, 40, 20, 25], 2), ([30, 3, 100, 9, 45], 7), ([1, 0, 3, 0, 2], 3)]
    {
        let once = match_elo(Pentanomial(pairs), Trinomial::default(), 0.95);
        let excess = pairs.map(|count| count * (times * times - times));
        let total: u64 = pairs.iter().sum();
        let copies = Copies { pairs: total * (times - 1), excess };
        let all = Pentanomial(pairs.map(|count| count * times));
        let found = match_elo_with_copies(all, Trinomial::default(), copies, 0.95);
        for (found, once) in [
            (found.elo, once.elo),
            (Some(found.low), Some(once.low)),
            (Some(found.high), Some(once.high)),
            (Some(found.los), Some(once.los)),
        ] {
            assert!((found.unwrap() - once.unwrap()).abs() < 1e-9, "{pairs:?}");
        }
        let blind = match_elo(all, Trinomial::default(), 0.95);
        assert!(blind.half_width() < found.half_width(), "{pairs:?}");
    }
}

#[track_caller]
fn check_sane(counts: &[u64], confidence: f64) -> MatchElo {
    let found = of_counts(counts).elo(confidence);
    let MatchElo { elo, low, high, los, .. } = found;
    assert!([low, high, los].iter().all(|number| number.is_finite()), "{found:?}");
    assert!(elo.is_none_or(|elo| low <= elo && elo <= high), "{counts:?} {found:?}");
    assert!(low <= high && (0.0..=1.0).contains(&los), "{counts:?} {found:?}");
    found
}

#[test]
fn one_sided_and_empty_matches() {
    for counts in [
        &[0, 0, 0, 0, 0][..],
        &[0, 0, 0, 0, 1],
        &[1, 0, 0, 0, 0],
        &[0, 0, 1, 0, 0],
        &[0, 0, 0, 0, 1_000_000_000],
        &[u64::MAX, 0, 0, 0, u64::MAX],
        &[1, 0, 0, 0, u64::MAX],
        &[0, 0, 3],
        &[0, 7, 0],
        &[1, 0, 10_000],
    ] {
        for confidence in [0.0, 0.5, 0.95, 1.0, -3.0, 9.0, f64::NAN] {
            let found = check_sane(counts, confidence);
            let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
            let mirror = check_sane(&mirrored, confidence);
            assert_eq!(found.elo.is_some(), mirror.elo.is_some(), "{counts:?}");
            let sum = found.elo.unwrap_or_default() + mirror.elo.unwrap_or_default();
            assert!(sum.abs() < 1e-6, "{counts:?}");
            assert!((found.low + mirror.high).abs() < 1e-6, "{counts:?}");
            assert!((found.los + mirror.los - 1.0).abs() < 1e-9, "{counts:?}");
        }
    }
    // Ten pairs won out of ten: with a score of 0.05^(1/10) that happens once in twenty times.
    let found = check_sane(&[0, 0, 0, 0, 10], 0.95);
    assert!((found.low - 182.73).abs() < 0.01 && found.elo.is_none(), "{found:?}");
    // More games narrow the interval.
    let wider = check_sane(&[0, 0, 5, 0, 0], 0.95);
    let narrower = check_sane(&[0, 0, 50, 0, 0], 0.95);
    assert!(wider.half_width() > 2.0 * narrower.half_width(), "{wider:?} {narrower:?}");
}

#[test]
fn counts_pairs_from_one_view() {
    use Score::{Draw, Loss, Win};
    let game = |first, second, score, pair| Game { first, second, score, pair, moves: 0 };
    let games = [
        game(0, 1, Win, 1),
        game(1, 0, Draw, 3),
        game(1, 0, Loss, 1),
        game(0, 1, Loss, 2),
        game(1, 0, Draw, 2),
        game(0, 1, Win, 4),
        game(2, 0, Win, 5),
        game(0, 2, Win, 5),
    ];
    let counts = head_to_head(&games, 0, 1);
    assert_eq!(counts.pairs, Pentanomial([0, 1, 0, 0, 1]));
    assert_eq!(counts.singles, Trinomial([0, 1, 1]));
    let other = head_to_head(&games, 1, 0);
    assert_eq!(other.pairs, Pentanomial([1, 0, 0, 1, 0]));
    assert_eq!(head_to_head(&games, 0, 0), HeadToHead::default());
    assert_eq!(head_to_head(&games, 7, 8), HeadToHead::default());
}

/// Single games that were pairs of equal results weigh as much as these.
#[test]
fn pairs_and_single_games_together() {
    let pairs = Pentanomial([10, 10, 20, 15, 20]);
    let elo = |found: MatchElo| found.elo.unwrap();
    let alone = match_elo(pairs, Trinomial::default(), 0.95);
    let with = match_elo(pairs, Trinomial([0, 1, 0]), 0.95);
    assert!((elo(alone) - elo(with)).abs() < 2.0 && elo(alone) > elo(with), "{alone:?} {with:?}");
    let halved = match_elo(pairs, Trinomial([1_000, 1_000, 1_000]), 0.95);
    assert!(halved.half_width() < alone.half_width() / 2.0, "{halved:?}");
}

/// An Elo beyond the scale is a bound, and so is an end of an interval.
#[test]
fn beyond_the_scale() {
    #[track_caller]
    fn check(singles: [u64; 3], expected: [bool; 3]) {
        let found = match_elo(Pentanomial::default(), Trinomial(singles), 0.95);
        let ends = [found.lower_end(), found.elo, found.upper_end()];
        assert_eq!(ends.map(|end| end.is_some()), expected, "{found:?}");
    }
    check([1, 5, 1_000_000], [true, false, false]);
    check([1_000_000, 5, 1], [false, false, true]);
    check([1, 1, 998], [true, true, false]);
    check([998, 1, 1], [false, true, true]);
    check([10, 10, 980], [true, true, true]);
}

/// Games that all went one way bound the Elo, and say no number.
#[test]
fn one_way_is_a_bound() {
    #[track_caller]
    fn check(pairs: [u64; 5], singles: [u64; 3], low: f64, high: f64) {
        let found = match_elo(Pentanomial(pairs), Trinomial(singles), 0.95);
        assert_eq!(found.elo, None);
        let is = |found: f64, wanted: f64| (found - wanted).abs() < 1.0;
        assert!(is(found.low, low) && is(found.high, high), "{found:?}");
        assert_eq!(found.lower_end().is_some(), found.los > 0.5);
        assert_eq!(found.upper_end().is_some(), found.los < 0.5);
    }
    let end = 400.0 * 999.0_f64.log10();
    // The score at which n won of n has a probability of 5 %.
    let bound = |n: f64| -400.0 * (0.05_f64.powf(-1.0 / n) - 1.0).log10();
    check([0; 5], [0, 0, 1], bound(1.0), end);
    check([0, 0, 0, 0, 20], [0; 3], bound(20.0), end);
    check([0, 0, 0, 0, 20], [0, 0, 1], bound(41.0 * 41.0 / 81.0), end);
    check([20, 0, 0, 0, 0], [1, 0, 0], -end, -bound(41.0 * 41.0 / 81.0));
    check([0; 5], [9, 0, 0], -end, -bound(9.0));
    // Draws, and pairs won and lost, are no such case.
    for (pairs, singles) in [([0; 5], [0, 5, 0]), ([0, 0, 40, 0, 0], [0; 3])] {
        let found = match_elo(Pentanomial(pairs), Trinomial(singles), 0.95);
        assert!(found.elo.unwrap().abs() < 1e-9 && found.half_width() > 50.0, "{found:?}");
        assert!((found.los - 0.5).abs() < 1e-9, "{found:?}");
    }
}

/// Equal bots, interrupted: the few games whose pairs are not done decide nothing.
#[test]
fn equal_pairs_and_a_few_single_games() {
    for (pairs, singles) in [
        (100, [0, 0, 1]),
        (100, [0, 0, 2]),
        (100, [0, 1, 1]),
        (1_000, [0, 0, 8]),
        (1_000, [1, 0, 0]),
        (8, [0, 0, 2]),
    ] {
        let found = match_elo(Pentanomial([0, 0, pairs, 0, 0]), Trinomial(singles), 0.95);
        let least = 340.0 / (pairs as f64 + 10.0).sqrt();
        assert!(found.half_width() > least * 0.9, "{pairs} {singles:?} {found:?}");
        assert!((found.los - 0.5).abs() < 0.2, "{pairs} {singles:?} {found:?}");
    }
}
