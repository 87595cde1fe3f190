//! Whether a game can start with an opening.

use ayo_record::Opening;
use ayo_rules::{EndReason, IllegalMove, Position, Rules, Scoresheet};

/// Why no game can start with an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// One of its moves is illegal.
    #[error("move {number} is illegal: {illegal}")]
    Illegal {
        /// Which move, from 1.
        number: usize,
        /// The move, and why it is illegal.
        illegal: IllegalMove,
    },
    /// Nothing is left to play.
    #[error("the game is already over {} (`{reason}`)", place(*.moves))]
    Over {
        /// After how many moves of the opening; 0 is before the first.
        moves: usize,
        /// Why it is over.
        reason: EndReason,
    },
}

fn place(moves: usize) -> String {
    if moves == 0 { "in the first position".to_owned() } else { format!("after move {moves}") }
}

/// Plays an opening to its end, where the game must go on.
pub(crate) fn play(opening: &Opening, rules: Rules) -> Result<(), Unplayable> {
    let (start, moves) = match opening {
        Opening::Moves(moves) => (Position::START, moves.as_slice()),
        Opening::Position(position) => (*position, [].as_slice()),
    };
    let mut sheet = Scoresheet::new(rules, start);
    for (played, &pit) in moves.iter().enumerate() {
        going_on(&sheet)?;
        sheet.play(pit).map_err(|illegal| Unplayable::Illegal { number: played + 1, illegal })?;
    }
    going_on(&sheet)
}

fn going_on(sheet: &Scoresheet) -> Result<(), Unplayable> {
    match sheet.outcome() {
        None => Ok(()),
        Some(outcome) => {
            Err(Unplayable::Over { moves: sheet.moves().len(), reason: outcome.reason })
        }
    }
}
