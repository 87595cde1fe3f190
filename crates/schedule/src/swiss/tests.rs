//! Random tournaments: search and weighing agree, and for a few players both agree
//! with trying everything.

mod oracle;
mod random;

use super::*;
use oracle::{Oracle, Verdict};
use random::Simulation;

/// Percents of the pairs that may not meet: of none in most tournaments.
const MIXED: [u64; 5] = [0, 0, 0, 10, 30];

fn settings(colours: Colours) -> Settings {
    Settings { colours, ..Settings::default() }
}

/// Pairs a round by search and by weighing, checks that they agree, and returns it.
fn pair_twice(
    tournament: &Tournament,
    settings: &Settings,
    which: &str,
) -> Result<Pairing, PairingError> {
    let field = Field::new(tournament, settings)?;
    let searched = pair_field(&field, Method::SearchFirst).unwrap();
    let weighed = pair_field(&field, Method::WeighAll).unwrap();
    let pairing = searched.into_pairing(tournament, &field);
    assert_eq!(pairing, weighed.into_pairing(tournament, &field), "{which}");
    Ok(pairing)
}

/// Plays tournaments of so many players and checks every round.
///
/// Explaining a round checks itself: no other pairing may be better.
fn check_methods(seeds: std::ops::Range<u64>, players: std::ops::RangeInclusive<usize>) {
    for seed in seeds {
        for colours in [Colours::Count, Colours::Ignore] {
            let mut simulation = Simulation::new(seed, players.clone(), &MIXED);
            while let Some(tournament) = simulation.next_round() {
                let which = format!("seed {seed}, {colours:?}, {}", random::describe(&tournament));
                match pair_twice(&tournament, &settings(colours), &which) {
                    Ok(pairing) => {
                        let explained = explain(&tournament, &settings(colours)).unwrap();
                        assert_eq!(explained.0, pairing, "{which}");
                        simulation.play(&pairing);
                    }
                    Err(_) => break,
                }
            }
        }
    }
}

#[test]
fn search_equals_weighing() {
    check_methods(0..60, 2..=16);
    check_methods(100..120, 17..=60);
}

/// Says what the engine says in the words of the oracle.
fn verdict(oracle: &Oracle, pairing: &Pairing, decisions: &[Decision]) -> Verdict {
    let index = |number: PlayerNumber| {
        let mut people = 0..;
        people.find(|person| oracle.number(*person) == number.get()).unwrap()
    };
    let reason = |decision: &Decision| {
        let place = match decision.criterion {
            Criterion::Legality | Criterion::ByeScore => None,
            criterion => Some(criterion as usize - Criterion::Pairs as usize),
        };
        (index(decision.player), place)
    };
    Verdict {
        pairs: pairing.pairs.iter().map(|pair| (index(pair.white), index(pair.black))).collect(),
        bye: pairing.bye.map(index),
        reasons: decisions.iter().map(reason).collect(),
    }
}

/// Returns the tournament with the next round as its last one.
fn with_last_round_next(tournament: &Tournament) -> Tournament {
    let mut draft = tournament.clone().into_draft();
    draft.total_rounds = Round::new(tournament.rounds_paired() + 1);
    Tournament::new(draft).unwrap()
}

/// Pairs a round in all ways; nothing when that is impossible.
fn check_round(tournament: &Tournament, colours: Colours, seed: u64) -> Option<Pairing> {
    let which = format!("seed {seed}, {colours:?}, {}", random::describe(tournament));
    let settings = settings(colours);
    let oracle = Oracle::new(tournament, colours == Colours::Count);
    match pair_twice(tournament, &settings, &which) {
        Ok(pairing) => {
            let (explained, decisions) = explain(tournament, &settings).unwrap();
            assert_eq!(explained, pairing, "{which}");
            let found = verdict(&oracle, &pairing, &decisions);
            assert_eq!(Some(&found), oracle.pair().as_ref(), "{which}");
            for (decision, (person, reason)) in decisions.iter().zip(&found.reasons) {
                let is_bye = decision.left == Left::HasBye && reason.is_none();
                let up = is_bye && oracle.would_go_up(*person);
                assert_eq!(decision.criterion == Criterion::ByeScore, up, "{which}");
            }
            Some(pairing)
        }
        Err(PairingError::TooFewPlayers { .. }) => None,
        Err(error) => {
            assert_eq!(oracle.pair(), None, "{which}: {error}");
            None
        }
    }
}

/// Plays tournaments of so many players; returns how many rounds were paired.
fn check_oracle(
    seeds: std::ops::Range<u64>,
    players: std::ops::RangeInclusive<usize>,
    forbidden_percent: &[u64],
) -> usize {
    let mut rounds = 0;
    for (seed, colours) in seeds.flat_map(|seed| {
        [Colours::Count, Colours::Ignore].into_iter().map(move |colours| (seed, colours))
    }) {
        let mut simulation = Simulation::new(seed, players.clone(), forbidden_percent);
        while let Some(tournament) = simulation.next_round() {
            check_round(&with_last_round_next(&tournament), colours, seed);
            let Some(pairing) = check_round(&tournament, colours, seed) else { break };
            simulation.play(&pairing);
            rounds += 1;
        }
    }
    rounds
}

#[test]
fn equals_trying_everything() {
    let rounds = check_oracle(0..300, 2..=8, &MIXED);
    assert!(rounds > 1_000, "{rounds} rounds");
    // Where few may meet, halves exchange players and groups depend on the next one.
    let rounds = check_oracle(1_000..1_150, 7..=8, &[40, 55]);
    assert!(rounds > 100, "{rounds} rounds");
    let rounds = check_oracle(2_000..2_015, 9..=10, &[35, 50]);
    assert!(rounds > 15, "{rounds} rounds");
}
