//! Cycle 1 of a round robin against the Berger tables for 3 to 40 players.

#![allow(clippy::unwrap_used)]

use ayo_record::{Bot, Pair};
use ayo_rules::Rules;
use ayo_schedule::{Format, Openings, Schedule, Settings};

fn cycle(bots: u32) -> Schedule {
    Schedule::new(Settings {
        bots,
        format: Format::RoundRobin { cycles: 1 },
        games: 2,
        openings: Openings::RandomPlies(0),
        rules: Rules::AYOAYO,
        seed: 7,
    })
    .unwrap()
}

/// Writes the rounds as the tables have them.
fn lines(bots: u32) -> Vec<String> {
    let schedule = cycle(bots);
    let number = |bot: Bot| bot.0 + 1;
    let pairs: Vec<Pair> = schedule.iter().collect();
    let line = |round: &[Pair]| {
        let boards: String = round
            .iter()
            .map(|pair| format!(" {}-{}", number(pair.bots[0]), number(pair.bots[1])))
            .collect();
        let round = round[0].round;
        let bye = schedule.bye(round).map(|bot| format!(" bye {}", number(bot)));
        format!("{bots} {round}{boards}{}", bye.unwrap_or_default())
    };
    pairs.chunk_by(|a, b| a.round == b.round).map(line).collect()
}

#[test]
fn rounds_are_those_of_the_tables() {
    let tables = include_str!("data/berger.txt").lines().filter(|line| !line.starts_with('#'));
    let tables: Vec<&str> = tables.collect();
    let ours: Vec<String> = (3..=40).flat_map(lines).collect();
    for (ours, table) in ours.iter().zip(&tables) {
        assert_eq!(ours, table);
    }
    assert_eq!(ours.len(), tables.len());
}

#[test]
fn two_bots_meet_once_a_round() {
    let schedule = cycle(2);
    assert_eq!(schedule.rounds(), 1);
    assert_eq!(schedule.pair(1).bots, [Bot(0), Bot(1)]);
    assert_eq!(schedule.bye(1), None);
}

#[test]
fn byes_exist_in_rounds_of_odd_round_robins_only() {
    let schedule = cycle(5);
    assert_eq!(schedule.bye(0), None);
    assert_eq!(schedule.bye(1), Some(Bot(0)));
    assert_eq!(schedule.bye(6), None);
    assert_eq!(cycle(6).bye(1), None);
}
