//! Games in which one side follows a strategy, played by the rules with all of their
//! history, against an opponent that likes positions to come back.

use std::collections::{HashMap, HashSet};

use ayo_proof::{Claim, Goal, walk};
use ayo_rules::{Pit, Position, Rules, Scoresheet, Side, write_moves};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Returns the strategy that a claim writes down.
pub(crate) fn strategy(rules: &Rules, start: &Position, claim: &Claim) -> HashMap<Position, Pit> {
    let mut strategy = HashMap::new();
    let mut moves = claim.moves.iter();
    walk(rules, start, claim.side, claim.goal, |position| {
        let pit = *moves.next()?;
        assert_eq!(strategy.insert(*position, pit), None, "asked twice for {position}");
        Some(pit)
    })
    .unwrap();
    strategy
}

/// Plays a game to its end; returns the plies after which it could have been stopped
/// at any time and be what was claimed.
#[track_caller]
pub(crate) fn play(
    rules: &Rules,
    start: &Position,
    claim: &Claim,
    strategy: &HashMap<Position, Pit>,
    random: &mut ChaCha8Rng,
) -> u64 {
    let (side, goal) = (claim.side, claim.goal);
    let good = |[south, north]: [u8; 2]| {
        let (own, other) = if side == Side::South { (south, north) } else { (north, south) };
        match goal {
            Goal::Seeds(seeds) => own >= seeds,
            Goal::Wins => own > other,
            Goal::Draws => own >= other,
        }
    };
    let mut sheet = Scoresheet::new(*rules, *start);
    let mut seen = HashSet::new();
    let mut plies = 0;
    while sheet.outcome().is_none() {
        let position = *sheet.position();
        seen.insert(position);
        if !good(position.stores()) {
            plies = sheet.moves().len() as u64 + 1;
        }
        let known = strategy.get(&position).filter(|_| position.turn() == side);
        let reached = position.store(side) >= goal.seeds();
        assert!(known.is_some() || reached || position.turn() != side, "no move in {position}");
        let pit = known.copied().unwrap_or_else(|| any(&sheet, &seen, random));
        sheet.play(pit).unwrap();
    }
    let stores = sheet.outcome().unwrap().stores;
    let moves = write_moves(sheet.moves());
    assert!(good(stores), "{claim} from {start} under {rules} ended {stores:?}: {moves}");
    plies
}

/// Returns a legal move, mostly one that leads back where there is one.
fn any(sheet: &Scoresheet, seen: &HashSet<Position>, random: &mut ChaCha8Rng) -> Pit {
    let leads_back =
        |pit: &Pit| seen.contains(&sheet.rules().play(sheet.position(), *pit).unwrap().position);
    let back = sheet.legal_moves().find(leads_back).filter(|_| random.next_u32() & 7 != 0);
    let legal = sheet.legal_moves();
    back.unwrap_or_else(|| legal.get(random.next_u32() as usize % legal.len()).unwrap())
}
