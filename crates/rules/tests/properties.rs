//! Laws that hold for every position and every rule set.
//!
//! All randomness follows from `SEED`; a failure names it and the smallest case.
#![allow(clippy::unwrap_used)]

mod oracle;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Debug;

use ayo_rules::{
    Capture, CapturingSeed, GrandSlam, Leftovers, PITS, Pit, Pits, Played, Position,
    RepetitionAward, Rules, SEEDS, Scoresheet, Side, Sowing, parse_moves, perft, write_moves,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const SEED: [u8; 32] = *b"four seeds in each of the 12 pit";

#[track_caller]
fn check<T: Debug>(
    cases: u32,
    values: impl Strategy<Value = T>,
    law: impl Fn(T) -> Result<(), TestCaseError>,
) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &SEED);
    if let Err(error) = TestRunner::new_with_rng(config, random).run(&values, law) {
        panic!("seed {SEED:?}: {error}");
    }
}

/// Any position: 48 seeds dropped into some of the twelve pits and two stores.
///
/// Few holes make pits of 12 to 48 seeds and empty rows, full stores leave small
/// boards: all rare in play.
fn positions() -> impl Strategy<Value = Position> {
    let holes = prop_oneof![
        2 => Just((1 << 14) - 1),
        3 => 1_u16..1 << 14,
        // About every fourth hole.
        2 => (0_u16..1 << 14, 0_u16..1 << 14).prop_map(|(a, b)| (a & b).max(1)),
        // One row and the stores.
        1 => prop_oneof![1_u16..64, (1_u16..64).prop_map(|row| row << 6)].prop_map(|row| row | 3 << 12),
    ];
    let drops = prop::collection::vec(0_usize..14, usize::from(SEEDS));
    let stored = prop_oneof![2 => Just(0_usize), 1 => 0_usize..=47];
    (holes, drops, stored, any::<bool>()).prop_map(|(holes, drops, stored, south)| {
        let open: Vec<usize> = (0..14).filter(|hole| holes >> hole & 1 == 1).collect();
        let mut seeds = [0; 14];
        for (seed, drop) in drops.into_iter().enumerate() {
            let hole = if seed < stored { 12 + seed % 2 } else { open[drop % open.len()] };
            seeds[hole] += 1;
        }
        let pits = std::array::from_fn(|pit| seeds[pit]);
        let turn = if south { Side::South } else { Side::North };
        Position::new(pits, [seeds[12], seeds[13]], turn).unwrap()
    })
}

/// Any rule set: a preset, or any combination of options.
fn rule_sets() -> impl Strategy<Value = Rules> {
    let how = (
        prop::sample::select(vec![Sowing::Relay, Sowing::Single]),
        prop::sample::select(vec![Capture::Opposite, Capture::TwoThree]),
        prop::sample::select(vec![CapturingSeed::Taken, CapturingSeed::Stays]),
        prop::sample::select(vec![
            GrandSlam::Allowed,
            GrandSlam::NoCapture,
            GrandSlam::Forbidden,
            GrandSlam::LeaveLast,
        ]),
    );
    let end = (
        prop::sample::select(vec![Leftovers::Opponent, Leftovers::OwnSide]),
        any::<bool>(),
        0_u32..5,
        prop::sample::select(vec![RepetitionAward::Nobody, RepetitionAward::OwnSide]),
        prop_oneof![1_u32..200, Just(6_000)],
    );
    let any_rules = (how, end).prop_map(|(how, end)| {
        let (sowing, capture, capturing_seed, grand_slam) = how;
        let (leftovers, majority, repetition, repetition_award, max_plies) = end;
        Rules {
            sowing,
            capture,
            capturing_seed,
            leftovers,
            majority,
            grand_slam,
            repetition,
            repetition_award,
            max_plies,
        }
    });
    let presets = prop::sample::select(Rules::PRESETS.map(|(_, rules)| rules).to_vec());
    prop_oneof![presets, any_rules]
}

#[test]
fn moves_are_those_of_the_obvious_rules() {
    let met = RefCell::new(HashMap::new());
    check(20_000, (rule_sets(), positions()), |(rules, position)| {
        for pit in Pit::all() {
            let played = rules.play(&position, pit);
            prop_assert_eq!(played, oracle::play(&rules, &position, pit), "pit {}", pit);
            *met.borrow_mut().entry(played.err().map(|error| error.reason)).or_insert(0) += 1;
            if let Ok(Played { position: after, .. }) = played {
                prop_assert_eq!(after.pits().iter().chain(&after.stores()).sum::<u8>(), SEEDS);
            }
        }
        prop_assert_eq!(rules.legal_moves(&position), oracle::legal_moves(&rules, &position));
        Ok(())
    });
    // Legal moves and all four reasons: else the cases would not be worth much.
    let met = met.into_inner();
    assert_eq!(met.len(), 5, "{met:?}");
}

#[test]
fn a_move_is_legal_exactly_when_it_can_be_played() {
    check(10_000, (rule_sets(), positions()), |(rules, position)| {
        let legal = rules.legal_moves(&position);
        let playable = Pit::all().filter(|&pit| rules.play(&position, pit).is_ok()).collect();
        let over = rules.has_majority(&position);
        prop_assert_eq!(legal, if over { Pits::EMPTY } else { playable });
        prop_assert_eq!(rules.outcome(&position).is_some(), legal.is_empty());
        Ok(())
    });
}

#[test]
fn counts_are_those_of_the_obvious_rules() {
    check(300, (rule_sets(), positions(), 0_u32..5), |(rules, position, depth)| {
        prop_assert_eq!(perft(&rules, &position, depth), oracle::perft(&rules, &position, depth));
        Ok(())
    });
}

/// Whole games with random moves, each ending as the list of its positions says.
#[test]
fn games_end_as_the_obvious_rules_say() {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 250);
    let ends = RefCell::new(HashMap::new());
    check(1_000, (rule_sets(), positions(), choices), |(rules, start, choices)| {
        let mut sheet = Scoresheet::new(rules, start);
        let mut line = vec![start];
        for choice in choices {
            let outcome = sheet.outcome().map(|outcome| (outcome.reason, outcome.stores));
            prop_assert_eq!(outcome, oracle::ending(&rules, &line), "after {:?}", sheet.moves());
            if let Some((reason, _)) = outcome {
                *ends.borrow_mut().entry(reason).or_insert(0) += 1;
                prop_assert!(sheet.legal_moves().is_empty());
                break;
            }
            let legal = sheet.legal_moves();
            prop_assert_eq!(legal, oracle::legal_moves(&rules, sheet.position()));
            let pit = legal.get(choice.index(legal.len())).unwrap();
            line.push(sheet.play(pit).unwrap().position);
        }
        Ok(())
    });
    let ends = ends.into_inner();
    assert!(ends.len() == 4 && ends.values().all(|&games| games > 20), "{ends:?}");
}

#[test]
fn a_position_gives_back_what_it_was_made_of() {
    check(2_000, positions(), |position| {
        let made = Position::new(position.pits(), position.stores(), position.turn());
        prop_assert_eq!(made, Ok(position));
        for side in Side::BOTH {
            let row: u8 = side.pits().map(|pit| position.pits()[pit.index()]).sum();
            prop_assert_eq!(position.row(side), row);
            prop_assert_eq!(position.store(side), position.stores()[side.index()]);
        }
        let occupied: Pits = Pit::all().filter(|&pit| position.seeds(pit) > 0).collect();
        prop_assert_eq!(position.occupied(), occupied);
        let own: Pits = occupied.filter(|pit| pit.owner() == position.turn()).collect();
        prop_assert_eq!(position.candidates(), own);
        Ok(())
    });
}

#[test]
fn a_set_of_pits_is_a_sorted_list() {
    check(2_000, 0_u16..1 << PITS, |bits| {
        let list: Vec<Pit> = Pit::all().filter(|pit| bits >> pit.index() & 1 == 1).collect();
        let set: Pits = list.iter().copied().collect();
        prop_assert_eq!(set.collect::<Vec<_>>(), list.clone());
        prop_assert_eq!(Pits::len(set), list.len());
        for place in 0..PITS + 2 {
            prop_assert_eq!(set.get(place), list.get(place).copied());
        }
        for pit in Pit::all() {
            let mut without = set;
            without.remove(pit);
            let rest: Vec<Pit> = list.iter().copied().filter(|&other| other != pit).collect();
            prop_assert_eq!(without.collect::<Vec<_>>(), rest);
            prop_assert_eq!(set.contains(pit), list.contains(&pit));
        }
        Ok(())
    });
}

#[test]
fn what_is_written_reads_back() {
    check(2_000, (positions(), rule_sets()), |(position, rules)| {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        let mut rebuilt = Rules::AYOAYO;
        for (option, value) in rules.options() {
            rebuilt.set(option, &value.to_string()).unwrap();
        }
        prop_assert_eq!(rebuilt, rules);
        Ok(())
    });
    check(1_000, prop::collection::vec(0_u8..12, 0..60), |indices| {
        let moves: Vec<Pit> = indices.into_iter().filter_map(Pit::new).collect();
        prop_assert_eq!(parse_moves(&write_moves(&moves)), Ok(moves.clone()));
        for pit in moves {
            prop_assert_eq!(pit.to_string().parse(), Ok(pit));
        }
        Ok(())
    });
}

#[test]
fn no_text_makes_a_reader_panic() {
    check(5_000, "[0-9./ SNa-g=-]{0,40}|\\PC{0,40}", |text| {
        let _ = (text.parse::<Position>(), text.parse::<Rules>(), text.parse::<Pit>());
        if let Ok(moves) = parse_moves(&text) {
            prop_assert_eq!(write_moves(&moves), text);
        }
        Ok(())
    });
}

#[test]
fn a_turned_position_is_played_alike() {
    check(2_000, (positions(), 0_usize..6), |(position, place)| {
        let turned = position.turned();
        prop_assert_eq!(turned.turned(), position);
        prop_assert_eq!(turned.on_board(), position.on_board());
        let own = Pit::new((place + 6 * position.turn().index()) as u8).unwrap();
        let theirs = Pit::new((own.index() as u8 + 6) % 12).unwrap();
        let played = Rules::AYOAYO.play(&position, own).map(|it| it.position.turned());
        let alike = Rules::AYOAYO.play(&turned, theirs).map(|it| it.position);
        prop_assert_eq!(played.map_err(|it| it.reason), alike.map_err(|it| it.reason));
        Ok(())
    });
}
