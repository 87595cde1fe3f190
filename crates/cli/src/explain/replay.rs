//! Replaying the moves of a game.

use ayo_rules::{IllegalReason, Outcome, Pit, Position, Rules, Scoresheet};

use super::words;

/// Why moves cannot be replayed; move numbers count plies from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The rules forbid a move.
    #[error(
        "move {number} `{pit}` is illegal ({reason}): {}",
        words::illegal(*reason, *pit, position)
    )]
    Illegal {
        /// Number of the move.
        number: usize,
        /// The pit to be sown.
        pit: Pit,
        /// Why not.
        reason: IllegalReason,
        /// The position it was to be played in.
        position: Position,
    },
    /// A move comes after the end of the game.
    #[error("move {number} `{pit}` comes after the end of the game ({})", words::outcome(outcome))]
    AfterEnd {
        /// Number of the move.
        number: usize,
        /// The pit to be sown.
        pit: Pit,
        /// How the game had ended.
        outcome: Outcome,
    },
}

/// Replays a game.
///
/// # Errors
/// Names the first move that cannot be played.
pub(crate) fn replay(
    rules: Rules,
    start: Position,
    moves: &[Pit],
) -> Result<Scoresheet, ReplayError> {
    let mut sheet = Scoresheet::new(rules, start);
    for (number, &pit) in (1..).zip(moves) {
        if let Some(outcome) = sheet.outcome() {
            return Err(ReplayError::AfterEnd { number, pit, outcome });
        }
        let position = *sheet.position();
        sheet.play(pit).map_err(|illegal| ReplayError::Illegal {
            number,
            pit,
            reason: illegal.reason,
            position,
        })?;
    }
    Ok(sheet)
}
