//! Who meets whom how often, on which side, in which round.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use ayo_rules::Rules;
use ayo_schedule::{Format, Openings, Schedule, Settings};

const CYCLES: std::ops::RangeInclusive<u32> = 1..=4;
const GAMES: std::ops::RangeInclusive<u32> = 1..=3;

fn schedule(bots: u32, format: Format, games: u32) -> Schedule {
    Schedule::new(Settings {
        bots,
        format,
        games,
        openings: Openings::RandomPlies(0),
        rules: Rules::AYOAYO,
        seed: 7,
    })
    .unwrap()
}

/// Plays through a schedule and compares it with who should meet, found the slow way.
#[track_caller]
fn check(bots: u32, format: Format, games: u32, should_meet: impl Fn(u32, u32) -> bool) {
    let cycles = match format {
        Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } => cycles,
    };
    let schedule = schedule(bots, format, games);
    let context = format!("{bots} bots, {format:?}, {games} games");

    let mut met = BTreeMap::new();
    // Games as South less games as North: of each bot, and of the lower bot against the higher.
    let mut balance = vec![0i32; bots as usize];
    let mut balance_between: BTreeMap<(u32, u32), i32> = BTreeMap::new();
    let mut next_game = 1;
    for pair in schedule.iter() {
        assert_eq!(pair.first_game, next_game, "{context}");
        next_game += u64::from(pair.games);
        for game in pair.scheduled() {
            let (south, north) = (game.south.0, game.north.0);
            let two = (south.min(north), south.max(north));
            *met.entry(two).or_insert(0) += 1;
            balance[game.south.index()] += 1;
            balance[game.north.index()] -= 1;
            *balance_between.entry(two).or_default() += if south < north { 1 } else { -1 };
        }
    }
    assert_eq!(next_game, schedule.games() + 1, "{context}");

    let all = (0..bots).flat_map(|a| (a + 1..bots).map(move |b| (a, b)));
    let expected: BTreeMap<(u32, u32), u32> =
        all.filter(|&(a, b)| should_meet(a, b)).map(|two| (two, cycles * games)).collect();
    assert_eq!(met, expected, "{context}");
    assert!(balance.iter().all(|balance| balance.abs() <= 1), "{context}: {balance:?}");
    assert!(balance_between.values().all(|balance| balance.abs() <= 1), "{context}");
    check_rounds(&schedule, games, &context);
}

/// Checks that in every round nobody has two opponents, and all meetings are whole.
#[track_caller]
fn check_rounds(schedule: &Schedule, games: u32, context: &str) {
    let mut rounds: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    schedule.iter().for_each(|pair| rounds.entry(pair.round).or_default().push(pair));
    assert!(rounds.keys().copied().eq(1..=schedule.rounds()), "{context}");
    for (round, pairs) in rounds {
        let mut seen = BTreeSet::new();
        for meeting in pairs.chunk_by(|a, b| a.bots == b.bots) {
            assert!(meeting[0].bots.iter().all(|&bot| seen.insert(bot)), "{context}, {round}");
            let sizes: Vec<u8> = meeting.iter().map(|pair| pair.games).collect();
            assert_eq!(sizes.iter().map(|&size| u32::from(size)).sum::<u32>(), games, "{context}");
            let (last, others) = sizes.split_last().unwrap();
            assert!(others.iter().all(|&size| size == 2) && (1..=2).contains(last), "{context}");
        }
        assert!(schedule.bye(round).is_none_or(|bot| !seen.contains(&bot)), "{context}, {round}");
    }
}

#[test]
fn round_robins() {
    for bots in 2..=20 {
        for cycles in CYCLES {
            for games in GAMES {
                check(bots, Format::RoundRobin { cycles }, games, |_, _| true);
            }
        }
    }
}

#[test]
fn gauntlets() {
    for bots in 2..=9 {
        for challengers in 1..bots {
            for cycles in CYCLES {
                for games in GAMES {
                    let format = Format::Gauntlet { cycles, challengers };
                    check(bots, format, games, |a, b| (a < challengers) != (b < challengers));
                }
            }
        }
    }
}

#[test]
fn meetings_of_many_games_are_cut_into_pairs() {
    check(3, Format::RoundRobin { cycles: 2 }, 101, |_, _| true);
    check(4, Format::Gauntlet { cycles: 3, challengers: 3 }, 10, |a, b| a < 3 && b == 3);
}

#[test]
fn every_second_cycle_swaps_the_sides() {
    let schedule = schedule(5, Format::RoundRobin { cycles: 3 }, 1);
    let pairs: Vec<_> = schedule.iter().collect();
    let cycles: Vec<_> = pairs.chunks(10).collect();
    for ((first, second), third) in cycles[0].iter().zip(cycles[1]).zip(cycles[2]) {
        assert_eq!(second.bots, [first.bots[1], first.bots[0]]);
        assert_eq!(third.bots, first.bots);
    }
}
