//! All positions after a number of plies.

use std::collections::HashSet;

use ayo_record::Opening;
use ayo_rules::{Pit, Position, Rules};

use crate::chance::{Chance, Purpose};
use crate::{playable, shuffle};

/// Most plies after which all positions are listed: there are about ten thousand after
/// six, and after each ply some four times as many.
pub const MAX_DISTINCT_PLIES: u32 = 8;

/// Returns an opening to every position after that many plies in which the game goes on.
///
/// Of the openings that lead to one position it is the first by its pits; they stand in
/// that order. The list is empty for more than [`MAX_DISTINCT_PLIES`].
#[must_use]
pub fn distinct_openings(plies: u32, rules: &Rules) -> Vec<Opening> {
    if plies > MAX_DISTINCT_PLIES {
        return Vec::new();
    }
    let mut openings: Vec<(Vec<Pit>, Position)> = vec![(Vec::new(), Position::START)];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut longer = Vec::new();
        for (moves, position) in &openings {
            for pit in rules.legal_moves(position) {
                let played = rules.play(position, pit).expect("the move is one of the legal ones");
                if seen.insert(played.position) {
                    longer.push(([moves.as_slice(), &[pit]].concat(), played.position));
                }
            }
        }
        openings = longer;
    }
    let openings = openings.into_iter().map(|(moves, _)| Opening::Moves(moves));
    openings.filter(|opening| playable::play(opening, *rules).is_ok()).collect()
}

/// Returns openings in a random order that follows from a seed.
#[must_use]
pub fn shuffled(openings: &[Opening], seed: u64) -> Vec<Opening> {
    let count = openings.len() as u64;
    let card = |place| shuffle::card(place, count, Chance::new(seed, Purpose::Suite, 0));
    (0..count).map(|place| openings[card(place) as usize].clone()).collect()
}
