//! All positions after some plies, once each.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use ayo_record::Opening;
use ayo_rules::{Position, Rules, Scoresheet};
use ayo_schedule::{MAX_DISTINCT_PLIES, distinct_openings, shuffled};

/// Adds all positions of games that go on after so many plies.
fn walk(sheet: &Scoresheet, plies: u32, positions: &mut BTreeSet<String>) {
    if sheet.outcome().is_some() {
        return;
    }
    if plies == 0 {
        positions.insert(sheet.position().to_string());
        return;
    }
    for pit in sheet.legal_moves() {
        let mut next = sheet.clone();
        next.play(pit).unwrap();
        walk(&next, plies - 1, positions);
    }
}

fn end(opening: &Opening, rules: Rules) -> String {
    let Opening::Moves(moves) = opening else { panic!("{opening} is a position") };
    let mut sheet = Scoresheet::new(rules, Position::START);
    moves.iter().for_each(|&pit| sheet.play(pit).map(|_| ()).unwrap());
    sheet.position().to_string()
}

#[test]
fn every_position_is_there_once() {
    for (name, rules) in Rules::PRESETS {
        for plies in 0..=4 {
            let mut expected = BTreeSet::new();
            walk(&Scoresheet::new(rules, Position::START), plies, &mut expected);
            let openings = distinct_openings(plies, &rules);
            let ends: BTreeSet<String> = openings.iter().map(|it| end(it, rules)).collect();
            assert_eq!(ends.len(), openings.len(), "{name}, {plies} plies: one comes twice");
            assert_eq!(ends, expected, "{name}, {plies} plies");
        }
    }
    assert!(distinct_openings(MAX_DISTINCT_PLIES + 1, &Rules::AYOAYO).is_empty());
}

#[test]
fn the_order_follows_from_the_seed() {
    let openings = distinct_openings(2, &Rules::AYOAYO);
    let texts = |seed| shuffled(&openings, seed).iter().map(Opening::to_string).collect::<Vec<_>>();
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    assert_eq!(sorted(texts(1)), sorted(texts(2)));
    assert!(shuffled(&[], 1).is_empty());
}
