//! Numbers of pairs, games and rounds; settings that are refused.

#![allow(clippy::unwrap_used)]

use ayo_record::{Opening, Pair};
use ayo_rules::Rules;
use ayo_schedule::{Format, Openings, Order, Schedule, ScheduleError, Settings};

fn settings(bots: u32, format: Format, games: u32) -> Settings {
    let openings = Openings::RandomPlies(4);
    Settings { bots, format, games, openings, rules: Rules::AYOAYO, seed: 7 }
}

fn round_robin(bots: u32, cycles: u32, games: u32) -> Schedule {
    Schedule::new(settings(bots, Format::RoundRobin { cycles }, games)).unwrap()
}

fn gauntlet(bots: u32, challengers: u32, games: u32) -> Schedule {
    Schedule::new(settings(bots, Format::Gauntlet { cycles: 3, challengers }, games)).unwrap()
}

#[test]
fn any_pair_can_be_asked_for_alone() {
    for schedule in [round_robin(7, 3, 3), round_robin(2, 9, 2), gauntlet(6, 2, 5)] {
        let pairs: Vec<Pair> = schedule.iter().collect();
        assert_eq!(pairs.len() as u64, schedule.pairs());
        // Backwards, so that nothing can be left over from the pair before.
        for pair in pairs.iter().rev() {
            assert_eq!(schedule.pair(pair.number), *pair);
        }
        assert!(pairs.iter().map(|pair| pair.number).eq(1..=schedule.pairs()));
    }
}

#[test]
fn games_know_their_pair() {
    for schedule in [round_robin(5, 2, 1), round_robin(4, 2, 2), round_robin(3, 3, 5)] {
        assert_eq!(schedule.pair_of_game(0), None);
        assert_eq!(schedule.pair_of_game(schedule.games() + 1), None);
        let mut games = 0;
        for pair in schedule.iter() {
            for game in pair.scheduled() {
                games += 1;
                assert_eq!(game.number, games);
                assert_eq!(schedule.pair_of_game(games), Some(pair.number));
            }
        }
        assert_eq!(games, schedule.games());
    }
}

#[test]
fn ten_million_rounds_are_not_stored() {
    let schedule = round_robin(11, 1_000_000, 3);
    assert_eq!(schedule.rounds(), 11_000_000);
    assert_eq!((schedule.pairs(), schedule.games()), (110_000_000, 165_000_000));
    let last = schedule.pair(schedule.pairs());
    assert_eq!((last.round, last.games, last.first_game), (11_000_000, 1, 165_000_000));
    // The last round of the Berger table for 11, with the sides of an even cycle.
    assert_eq!(last.bots.map(|bot| bot.0 + 1), [1, 11]);
    assert_eq!(schedule.pair_of_game(165_000_000), Some(110_000_000));
}

#[track_caller]
fn check_largest(bots: u32, cycles: u32, games: u32) {
    let schedule = round_robin(bots, cycles, games);
    let meetings = u128::from(bots) * u128::from(bots - 1) / 2 * u128::from(cycles);
    assert_eq!(u128::from(schedule.games()), meetings * u128::from(games));
    let last = schedule.pair(schedule.pairs());
    assert_eq!(last.round, schedule.rounds());
    assert_eq!(last.first_game + u64::from(last.games) - 1, schedule.games());
    assert_eq!(schedule.pair_of_game(schedule.games()), Some(schedule.pairs()));
    assert!(last.bots[0] != last.bots[1] && last.bots.iter().all(|bot| bot.0 < bots));
}

#[test]
fn the_largest_schedules_hold_their_numbers() {
    check_largest(1 << 27, 1, 1);
    check_largest((1 << 27) - 1, 1, 1);
    check_largest(2, u32::MAX, 1 << 21);
    check_largest(2, 1, u32::MAX);
    let gauntlet =
        Schedule::new(settings(u32::MAX, Format::Gauntlet { cycles: 1, challengers: 1 << 20 }, 2));
    let gauntlet = gauntlet.unwrap();
    assert_eq!(gauntlet.rounds(), u32::MAX - (1 << 20));
    let last = gauntlet.pair(gauntlet.pairs());
    assert_eq!((last.round, last.first_game + 1), (gauntlet.rounds(), gauntlet.games()));
}

#[test]
#[should_panic(expected = "no pair 4 of 3")]
fn there_is_no_pair_after_the_last() {
    let _ = round_robin(3, 1, 2).pair(4);
}

#[test]
#[should_panic(expected = "no pair 0 of 3")]
fn there_is_no_pair_0() {
    let _ = round_robin(3, 1, 2).pair(0);
}

/// Writes an error with its causes.
fn whole(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    std::iter::once(error.to_string())
        .chain(causes.map(ToString::to_string))
        .collect::<Vec<_>>()
        .join(": ")
}

#[track_caller]
fn refused(settings: Settings, says: &str) {
    let error: ScheduleError = Schedule::new(settings).unwrap_err();
    assert_eq!(whole(&error), says);
}

#[test]
fn impossible_formats_are_refused() {
    let round_robin = |bots, cycles, games| settings(bots, Format::RoundRobin { cycles }, games);
    let gauntlet =
        |bots, cycles, challengers| settings(bots, Format::Gauntlet { cycles, challengers }, 2);
    refused(round_robin(0, 1, 2), "a schedule needs at least 2 bots, not 0");
    refused(round_robin(1, 1, 2), "a schedule needs at least 2 bots, not 1");
    refused(gauntlet(1, 1, 1), "a schedule needs at least 2 bots, not 1");
    refused(round_robin(2, 0, 2), "`cycles` must be at least 1");
    refused(gauntlet(2, 0, 1), "`cycles` must be at least 1");
    refused(round_robin(2, 1, 0), "`games` must be at least 1");
    refused(gauntlet(5, 1, 0), "`challengers` must be from 1 to 4 with 5 bots, not 0");
    refused(gauntlet(5, 1, 5), "`challengers` must be from 1 to 4 with 5 bots, not 5");
    let rounds = "a schedule has at most 4294967295 rounds; lower `cycles`";
    refused(round_robin(4, u32::MAX, 2), rounds);
    refused(gauntlet(3, u32::MAX, 1), rounds);
    let games = "a schedule has at most 9007199254740991 games; lower `games` or `cycles`";
    refused(round_robin(2, u32::MAX, u32::MAX), games);
    refused(round_robin(u32::MAX, 1, u32::MAX), games);
    refused(round_robin(2, 1 << 22, 1 << 31), games);
    refused(round_robin((1 << 27) + 1, 1, 1), games);
}

#[test]
fn impossible_openings_are_refused() {
    let with = |openings, rules| Settings {
        openings,
        rules,
        ..settings(2, Format::RoundRobin { cycles: 1 }, 2)
    };
    let list = |texts: &[&str]| Openings::List {
        openings: texts.iter().map(|text| text.parse().unwrap()).collect(),
        order: Order::Sequential,
    };
    let short = Rules { max_plies: 3, ..Rules::AYOAYO };
    refused(with(list(&[]), Rules::AYOAYO), "the list of openings is empty");
    refused(
        with(list(&["C", "Ca", "CC"]), Rules::AYOAYO),
        "opening 3 of the list cannot be played: move 2 is illegal: \
         pit 2 (C) is not an own pit with seeds",
    );
    refused(
        with(list(&["C", "4.4.4.4.3.0/0.0.0.0.0.4 25-0 N"]), Rules::AYOAYO),
        "opening 2 of the list cannot be played: \
         the game is already over in the first position (`majority`)",
    );
    refused(
        with(list(&["AaBb"]), short),
        "opening 1 of the list cannot be played: \
         the game is already over after move 3 (`ply_limit`)",
    );
    refused(
        with(Openings::RandomPlies(3), short),
        "3 random plies are too many: under these rules none of 64 random games went on after them",
    );
    refused(
        with(Openings::RandomPlies(0), Rules { repetition: 1, ..Rules::AYOAYO }),
        "0 random plies are too many: under these rules none of 64 random games went on after them",
    );
    refused(
        with(Openings::RandomPlies(1_001), Rules::AYOAYO),
        "random openings have at most 1000 plies, not 1001",
    );
    assert!(Schedule::new(with(Openings::RandomPlies(2), short)).is_ok());
    let start = Openings::List { openings: vec![Opening::Moves(vec![])], order: Order::Random };
    assert!(Schedule::new(with(start, Rules::OWARE)).is_ok());
}
