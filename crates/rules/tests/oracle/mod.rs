//! The rules once more, as slowly and obviously as they can be put.
//!
//! What the crate packs into one word and looks up in tables is an array and a
//! loop here; an endless relay is one that meets a state in a set of all it met.

// Each test uses its part.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::HashMap;

use ayo_rules::{
    Capture, CapturingSeed, EndReason, GrandSlam, IllegalMove, IllegalReason, Leftovers, PITS, Pit,
    Pits, Played, Position, RepetitionAward, Rules, Side, Sowing,
};

/// A relay, sown until it ends or comes back.
pub(crate) struct Relay {
    pub(crate) pits: [u8; PITS],
    pub(crate) end: Pit,
    pub(crate) laps: u32,
    /// For an endless one: laps until the first state that recurs, laps of the circle.
    pub(crate) circle: Option<(u32, u32)>,
}

pub(crate) fn sow(mut pits: [u8; PITS], origin: Pit, sowing: Sowing) -> Relay {
    let mut met = HashMap::from([((pits, origin), 0)]);
    let mut end = origin;
    let mut laps = 0;
    loop {
        end = sow_lap(&mut pits, end);
        laps += 1;
        if sowing == Sowing::Single || pits[end.index()] == 1 {
            return Relay { pits, end, laps, circle: None };
        }
        if let Some(first) = met.insert((pits, end), laps) {
            return Relay { pits, end, laps, circle: Some((first, laps - first)) };
        }
    }
}

fn sow_lap(pits: &mut [u8; PITS], origin: Pit) -> Pit {
    let mut at = origin.index();
    for _ in 0..std::mem::take(&mut pits[origin.index()]) {
        at = (at + 1) % PITS;
        if at == origin.index() {
            at = (at + 1) % PITS;
        }
        pits[at] += 1;
    }
    Pit::new(at as u8).unwrap()
}

pub(crate) fn play(rules: &Rules, position: &Position, pit: Pit) -> Result<Played, IllegalMove> {
    let illegal = |reason| IllegalMove { pit, reason };
    let mover = position.turn();
    if pit.owner() != mover || position.pits()[pit.index()] == 0 {
        return Err(illegal(IllegalReason::Empty));
    }
    let relay = sow(position.pits(), pit, rules.sowing);
    if relay.circle.is_some() {
        return Err(illegal(IllegalReason::Endless));
    }
    let mut pits = relay.pits;
    let captured = capture(rules, &mut pits, mover, relay.end)
        .ok_or_else(|| illegal(IllegalReason::GrandSlam))?;
    let opponent = mover.opponent();
    if row(&position.pits(), opponent) == 0 && row(&pits, opponent) == 0 {
        return Err(illegal(IllegalReason::Starves));
    }
    let mut stores = position.stores();
    stores[mover.index()] += captured;
    let position = Position::new(pits, stores, opponent).expect("no seed is lost");
    Ok(Played { position, captured, end: relay.end, laps: relay.laps })
}

fn capture(rules: &Rules, pits: &mut [u8; PITS], mover: Side, end: Pit) -> Option<u8> {
    let mut taken = match rules.capture {
        Capture::Opposite => opposite(pits, mover, end),
        Capture::TwoThree => twos_and_threes(pits, mover, end),
    };
    if taken.is_empty() {
        return Some(0);
    }
    let opponents_row = mover.opponent().pits();
    let slam = opponents_row.clone().all(|pit| pits[pit.index()] == 0 || taken.contains(&pit));
    match rules.grand_slam {
        GrandSlam::Forbidden if slam => return None,
        GrandSlam::NoCapture if slam => taken.clear(),
        // The pit of the last seed comes first in the list.
        GrandSlam::LeaveLast if slam => drop(taken.remove(0)),
        _ => {}
    }
    let with_seed = rules.capture == Capture::Opposite
        && rules.capturing_seed == CapturingSeed::Taken
        && !taken.is_empty();
    if with_seed {
        taken.push(end);
    }
    Some(taken.iter().map(|pit| std::mem::take(&mut pits[pit.index()])).sum())
}

fn opposite(pits: &[u8; PITS], mover: Side, end: Pit) -> Vec<Pit> {
    let captures =
        end.owner() == mover && pits[end.index()] == 1 && pits[end.opposite().index()] > 0;
    if captures { vec![end.opposite()] } else { vec![] }
}

fn twos_and_threes(pits: &[u8; PITS], mover: Side, end: Pit) -> Vec<Pit> {
    let backwards = (0..=end.index()).rev().map(|index| Pit::new(index as u8).unwrap());
    backwards.take_while(|pit| pit.owner() != mover && matches!(pits[pit.index()], 2 | 3)).collect()
}

fn row(pits: &[u8; PITS], side: Side) -> u8 {
    pits[6 * side.index()..][..6].iter().sum()
}

pub(crate) fn legal_moves(rules: &Rules, position: &Position) -> Pits {
    if rules.majority && position.stores().iter().any(|&store| store > 24) {
        return Pits::EMPTY;
    }
    Pit::all().filter(|&pit| play(rules, position, pit).is_ok()).collect()
}

pub(crate) fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    legal_moves(rules, position)
        .map(|pit| perft(rules, &play(rules, position, pit).unwrap().position, depth - 1))
        .sum()
}

/// Returns how a game that went through these positions ended, if it did with the last.
pub(crate) fn ending(rules: &Rules, line: &[Position]) -> Option<(EndReason, [u8; 2])> {
    let position = line.last()?;
    let stores = position.stores();
    let rows = Side::BOTH.map(|side| row(&position.pits(), side));
    let own_side = [stores[0] + rows[0], stores[1] + rows[1]];
    if rules.majority && stores.iter().any(|&store| store > 24) {
        return Some((EndReason::Majority, stores));
    }
    if legal_moves(rules, position).is_empty() {
        let counted = match (rules.leftovers, position.turn()) {
            (Leftovers::OwnSide, _) => own_side,
            (Leftovers::Opponent, Side::South) => [stores[0], 48 - stores[0]],
            (Leftovers::Opponent, Side::North) => [48 - stores[1], stores[1]],
        };
        return Some((EndReason::NoMoves, counted));
    }
    let stopped = match rules.repetition_award {
        RepetitionAward::Nobody => stores,
        RepetitionAward::OwnSide => own_side,
    };
    let same = |earlier: &&Position| {
        earlier.pits() == position.pits() && earlier.turn() == position.turn()
    };
    let occurrences = line.iter().filter(same).count();
    if rules.repetition > 0 && occurrences >= rules.repetition as usize {
        return Some((EndReason::Repetition, stopped));
    }
    (line.len() > rules.max_plies as usize).then_some((EndReason::PlyLimit, stopped))
}
