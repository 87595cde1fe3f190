//! Counts of move sequences, the standard check of a rules implementation.

use crate::{Position, Rules};

/// Counts the move sequences of exactly `depth` plies; a finished game has no continuation.
///
/// The time grows about fivefold with each ply (a second for 11 in Ayoayo), the
/// stack by a few hundred bytes: who passes on a depth from outside limits it.
/// Repetition and the ply limit are not looked at.
#[must_use]
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // The last ply needs no positions, only how many moves there are.
        1 => rules.legal_moves(position).len() as u64,
        _ if rules.has_majority(position) => 0,
        _ => position
            .candidates()
            .filter_map(|pit| rules.play(position, pit).ok())
            .map(|played| perft(rules, &played.position, depth - 1))
            .sum(),
    }
}
