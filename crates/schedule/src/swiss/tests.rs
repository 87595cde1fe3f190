//! Random tournaments: search and weighing agree, and for a few players both agree
//! with trying everything.

mod oracle;
mod random;

use super::*;
use oracle::{Oracle, Verdict};
use random::Simulation;

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
fn check_methods(seeds: std::ops::Range<u64>, players: std::ops::RangeInclusive<usize>) {
    for seed in seeds {
        for colours in [Colours::Count, Colours::Ignore] {
            let mut simulation = Simulation::new(seed, players.clone());
            while let Some(tournament) = simulation.next_round() {
                let which = format!("seed {seed}, {colours:?}, {}", random::describe(&tournament));
                match pair_twice(&tournament, &settings(colours), &which) {
                    Ok(pairing) => simulation.play(&pairing),
                    Err(_) => break,
                }
            }
        }
    }
}

#[test]
fn search_equals_weighing() {
    check_methods(0..60, 2..=16);
    check_methods(100..130, 17..=60);
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

#[test]
fn equals_trying_everything() {
    let (mut rounds, mut refused) = (0, 0);
    for seed in 0..400 {
        for colours in [Colours::Count, Colours::Ignore] {
            let mut simulation = Simulation::new(seed, 2..=8);
            while let Some(tournament) = simulation.next_round() {
                let which = format!("seed {seed}, {colours:?}, {}", random::describe(&tournament));
                let oracle = Oracle::new(&tournament, colours == Colours::Count);
                let right = oracle.pair();
                rounds += 1;
                match pair_twice(&tournament, &settings(colours), &which) {
                    Ok(pairing) => {
                        let explained = explain(&tournament, &settings(colours)).unwrap();
                        assert_eq!(explained.0, pairing, "{which}");
                        let found = verdict(&oracle, &pairing, &explained.1);
                        assert_eq!(Some(found), right, "{which}");
                        simulation.play(&pairing);
                    }
                    Err(PairingError::TooFewPlayers { .. }) => break,
                    Err(error) => {
                        assert_eq!(right, None, "{which}: {error}");
                        refused += 1;
                        break;
                    }
                }
            }
        }
    }
    assert!(rounds > 2_000 && refused > 100, "{rounds} rounds, {refused} refused");
}
