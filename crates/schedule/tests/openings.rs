//! Which opening and seed each pair gets.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ayo_record::Opening;
use ayo_rules::{Position, Rules, Scoresheet};
use ayo_schedule::{Format, Openings, Order, Schedule, Settings};

fn schedule(pairs: u32, openings: Openings, rules: Rules, seed: u64) -> Schedule {
    let format = Format::RoundRobin { cycles: pairs };
    Schedule::new(Settings { bots: 2, format, games: 2, openings, rules, seed }).unwrap()
}

/// A list of this many different openings.
fn list(count: usize, order: Order) -> Openings {
    let start = Scoresheet::new(Rules::AYOAYO, Position::START);
    let mut sheets = vec![start];
    while sheets.len() < count {
        sheets = sheets.iter().flat_map(continuations).collect();
    }
    sheets.truncate(count);
    let openings = sheets.iter().map(|sheet| Opening::Moves(sheet.moves().to_vec())).collect();
    Openings::List { openings, order }
}

fn continuations(sheet: &Scoresheet) -> Vec<Scoresheet> {
    let play = |pit| {
        let mut next = sheet.clone();
        next.play(pit).unwrap();
        next
    };
    sheet.rules().legal_moves(sheet.position()).map(play).collect()
}

fn texts(schedule: &Schedule) -> Vec<String> {
    schedule.iter().map(|pair| pair.opening.to_string()).collect()
}

#[test]
fn random_plies_lead_to_games_that_go_on() {
    for (name, rules) in Rules::PRESETS {
        for plies in [0, 1, 4, 12, 20] {
            for pair in schedule(50, Openings::RandomPlies(plies), rules, 7).iter() {
                let sheet = pair.opening.start(rules).unwrap();
                assert_eq!(sheet.moves().len(), plies as usize, "{name}");
                assert_eq!(sheet.outcome(), None, "{name}: {}", pair.opening);
            }
        }
    }
}

#[test]
fn random_plies_are_evenly_drawn() {
    const PAIRS: u32 = 2_800;
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for text in texts(&schedule(PAIRS, Openings::RandomPlies(2), Rules::AYOAYO, 7)) {
        *counts.entry(text).or_default() += 1.0;
    }
    // 28 ways to play two plies; each is as likely as its moves make it.
    let start = Scoresheet::new(Rules::AYOAYO, Position::START);
    let mut expected = BTreeMap::new();
    for first in continuations(&start) {
        let seconds = continuations(&first);
        for second in &seconds {
            let opening = Opening::Moves(second.moves().to_vec());
            let share = 1.0 / 6.0 / seconds.len() as f64;
            expected.insert(opening.to_string(), share * f64::from(PAIRS));
        }
    }
    assert_eq!(expected.len(), 28);
    assert!(counts.keys().eq(expected.keys()));
    let chi_square: f64 =
        expected.iter().map(|(text, expected)| (counts[text] - expected).powi(2) / expected).sum();
    // 27 degrees of freedom: 99.99 % of such sums are below 63.
    assert!(chi_square < 63.0, "chi-square {chi_square}");
}

#[test]
fn games_that_end_early_are_tried_again() {
    // Nearly all random games are over before this many plies.
    let schedule = schedule(20, Openings::RandomPlies(40), Rules::AYOAYO, 7);
    for pair in schedule.iter() {
        let sheet = pair.opening.start(Rules::AYOAYO).unwrap();
        assert_eq!((sheet.moves().len(), sheet.outcome()), (40, None), "{}", pair.opening);
    }
    let different: BTreeSet<_> = texts(&schedule).into_iter().collect();
    assert_eq!(different.len(), 20);
}

#[test]
fn the_same_seed_gives_the_same_schedule() {
    for openings in [Openings::RandomPlies(6), list(30, Order::Random)] {
        let make = |seed| -> Vec<_> {
            schedule(100, openings.clone(), Rules::AYOAYO, seed).iter().collect()
        };
        assert_eq!(make(7), make(7));
        let differ = make(7).iter().zip(&make(8)).filter(|(a, b)| a.opening != b.opening).count();
        assert!(differ > 80, "seed 8 changes {differ} of 100 openings only");
    }
}

#[test]
fn a_pair_does_not_depend_on_the_rest_of_the_schedule() {
    let short = schedule(10, Openings::RandomPlies(6), Rules::AYOAYO, 7);
    let long = schedule(10_000_000, Openings::RandomPlies(6), Rules::AYOAYO, 7);
    assert!(short.iter().eq(long.iter().take(10)));
}

#[test]
fn pairs_have_different_seeds_that_json_can_hold() {
    let schedule = schedule(20_000, Openings::RandomPlies(0), Rules::AYOAYO, 7);
    let seeds: HashSet<u64> = schedule.iter().map(|pair| pair.seed).collect();
    assert_eq!(seeds.len(), 20_000);
    let highest = seeds.iter().max().unwrap();
    assert!((1 << 52..1 << 53).contains(highest), "{highest}");
}

#[test]
fn a_list_is_gone_through_in_order() {
    let texts = texts(&schedule(7, list(3, Order::Sequential), Rules::AYOAYO, 7));
    assert_eq!(texts, ["A", "B", "C", "A", "B", "C", "A"]);
}

#[test]
fn a_shuffled_pass_has_every_opening_once() {
    for count in [1, 2, 3, 28, 100, 500] {
        let schedule = schedule(4 * count, list(count as usize, Order::Random), Rules::AYOAYO, 7);
        let texts = texts(&schedule);
        let passes: Vec<_> = texts.chunks(count as usize).collect();
        for pass in &passes {
            assert_eq!(pass.iter().collect::<BTreeSet<_>>().len(), count as usize);
        }
        let orders: BTreeSet<_> = passes.iter().collect();
        assert!(count < 28 || orders.len() == 4, "every pass has an order of its own");
    }
}

#[test]
fn reuse_of_openings_is_told() {
    for order in [Order::Sequential, Order::Random] {
        let reused = |pairs| schedule(pairs, list(6, order), Rules::AYOAYO, 7).openings_reused();
        assert_eq!([5, 6, 7].map(reused), [false, false, true]);
    }
    assert!(!schedule(9, Openings::RandomPlies(0), Rules::AYOAYO, 7).openings_reused());
}

/// A run begun with one version may be continued with another: these never change.
/// They were computed by a separate program from the documented formulas.
#[test]
fn schedules_stay_as_they_are() {
    let random = schedule(3, Openings::RandomPlies(8), Rules::AYOAYO, 7);
    assert_eq!(texts(&random), ["BaFbAdBf", "EfAaBaEe", "DdCaCfDf"]);
    let seeds: Vec<u64> = random.iter().map(|pair| pair.seed).collect();
    assert_eq!(seeds, [6700257999112469, 7829691681311240, 2857218874966017]);
    let shuffled = schedule(12, list(6, Order::Random), Rules::AYOAYO, 7);
    assert_eq!(texts(&shuffled).concat(), "EDCFABCEBAFD");
}
