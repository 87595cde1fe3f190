//! Counts of move sequences, the standard check of a rules implementation.

use crate::{Position, Rules};

/// Counts the move sequences of exactly `depth` plies; a finished game has no continuation.
///
/// The time grows about fivefold with each ply.
#[must_use]
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let moves = rules.legal_moves(position);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves
            .map(|pit| {
                let played = rules.play(position, pit).expect("the move is legal");
                perft(rules, &played.position, depth - 1)
            })
            .sum(),
    }
}
