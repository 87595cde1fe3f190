//! The Elo of a match, against fishtest's statistics and where those make no sense.

#![allow(clippy::unwrap_used)]

use ayo_ratings::{
    Game, HeadToHead, MatchElo, Pentanomial, Score, Trinomial, head_to_head, match_elo,
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
        assert!((found.elo - number("elo")).abs() < 1e-9, "{row} {found:?}");
        // Where all pairs end alike fishtest shows next to no interval, and we a wide one.
        if counts.iter().filter(|&&count| count > 0).count() > 1 {
            assert!((found.half_width() - number("elo95_halfwidth")).abs() < 1e-9, "{found:?}");
            assert!((found.los - number("los")).abs() < 1e-9, "{row} {found:?}");
        } else {
            assert!(found.half_width() > 50.0, "{found:?}");
        }
    }
}

#[track_caller]
fn check_sane(counts: &[u64], confidence: f64) -> MatchElo {
    let found = of_counts(counts).elo(confidence);
    let MatchElo { elo, low, high, los } = found;
    assert!([elo, low, high, los].iter().all(|number| number.is_finite()), "{found:?}");
    assert!(low <= elo && elo <= high && (0.0..=1.0).contains(&los), "{counts:?} {found:?}");
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
            assert!((found.elo + mirror.elo).abs() < 1e-6, "{counts:?}");
            assert!((found.low + mirror.high).abs() < 1e-6, "{counts:?}");
            assert!((found.los + mirror.los - 1.0).abs() < 1e-9, "{counts:?}");
        }
    }
    // Ten pairs won out of ten: 72.2 % is the lower end of Wilson's interval, and a little
    // less as an empty cell is not quite empty.
    let found = check_sane(&[0, 0, 0, 0, 10], 0.95);
    assert!((found.low - 166.0).abs() < 0.2 && found.elo > 1_190.0, "{found:?}");
    // More games narrow the interval.
    let wider = check_sane(&[0, 0, 5, 0, 0], 0.95);
    let narrower = check_sane(&[0, 0, 50, 0, 0], 0.95);
    assert!(wider.half_width() > 2.0 * narrower.half_width(), "{wider:?} {narrower:?}");
}

#[test]
fn counts_pairs_from_one_view() {
    use Score::{Draw, Loss, Win};
    let game = |first, second, score, pair| Game { first, second, score, pair };
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
    let alone = match_elo(pairs, Trinomial::default(), 0.95);
    let with = match_elo(pairs, Trinomial([0, 1, 0]), 0.95);
    assert!((alone.elo - with.elo).abs() < 2.0 && alone.elo > with.elo, "{alone:?} {with:?}");
    let halved = match_elo(pairs, Trinomial([1_000, 1_000, 1_000]), 0.95);
    assert!(halved.half_width() < alone.half_width() / 2.0, "{halved:?}");
}
