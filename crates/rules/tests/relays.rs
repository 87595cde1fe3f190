//! Relays that are long, and relays that never end.
#![allow(clippy::unwrap_used)]

mod oracle;

use ayo_rules::{IllegalReason, PITS, Pit, Position, Rules, Side};

#[test]
fn endless_relays_are_illegal() {
    let mut checked = 0;
    for line in include_str!("data/endless_examples.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let position: Position = line["position"].as_str().unwrap().parse().unwrap();
        let pit: Pit = line["move"].as_str().unwrap().parse().unwrap();
        let error = Rules::AYOAYO.play(&position, pit).unwrap_err();
        assert_eq!((error.pit, error.reason), (pit, IllegalReason::Endless), "{position}");
        assert!(!Rules::AYOAYO.legal_moves(&position).contains(pit), "{position}");

        let circle = oracle::sow(position.pits(), pit, Rules::AYOAYO.sowing).circle.unwrap();
        let laps = |name: &str| line[name].as_u64().unwrap() as u32;
        assert_eq!(circle, (laps("preperiod_laps"), laps("period_laps")), "{position}");
        checked += 1;
    }
    assert_eq!(checked, 20);
}

#[track_caller]
fn check_long(position: &str, pit: char, laps: u32) {
    let position: Position = position.parse().unwrap();
    let pit = Pit::from_letter(pit).unwrap();
    let played = Rules::AYOAYO.play(&position, pit).unwrap();
    assert_eq!(played.laps, laps);
    assert_eq!(Ok(played), oracle::play(&Rules::AYOAYO, &position, pit));
    assert!(Rules::AYOAYO.legal_moves(&position).contains(pit));
}

#[test]
fn long_relays_end() {
    // The longest of a million random games.
    check_long("0.1.1.13.0.1/0.1.0.1.0.1 15-14 S", 'C', 1059);
    // The two moves of a cycle of good play.
    check_long("0.3.1.1.2.1/0.1.0.1.0.6 14-18 S", 'C', 30);
}

/// Plays every South relay on every board of so many seeds, and compares each with
/// a set of all states met.
#[track_caller]
fn check_all_relays(seeds: u8, endless: u32) {
    let mut found = 0;
    each_board(seeds, &mut vec![], &mut |pits| {
        let position = Position::new(pits, [24, 24 - seeds], Side::South).unwrap();
        for pit in position.candidates() {
            let relay = oracle::sow(pits, pit, Rules::AYOAYO.sowing);
            let played = Rules::AYOAYO.play(&position, pit);
            let refused = played.is_err_and(|error| error.reason == IllegalReason::Endless);
            assert_eq!(refused, relay.circle.is_some(), "{position} {pit}");
            found += u32::from(refused);
        }
    });
    assert_eq!(found, endless, "endless relays of {seeds} seeds");
}

#[test]
fn endless_relays_of_small_boards() {
    // The counts are those of an independent program.
    check_all_relays(8, 0);
    check_all_relays(9, 36);
    check_all_relays(10, 0);
    check_all_relays(11, 366);
}

/// Gives every way to put so many seeds into the pits that are left.
fn each_board(seeds: u8, first_pits: &mut Vec<u8>, give: &mut impl FnMut([u8; PITS])) {
    if let Ok(pits) = first_pits[..].try_into() {
        return give(pits);
    }
    let least = if first_pits.len() == PITS - 1 { seeds } else { 0 };
    for count in least..=seeds {
        first_pits.push(count);
        each_board(seeds - count, first_pits, give);
        first_pits.pop();
    }
}
