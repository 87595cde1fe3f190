//! `ayo explain`: what each move of a position does, and why others are illegal.
//!
//! A bare position has no history, so there only its seeds can end the game; when
//! moves are replayed, repetition and the ply limit count too.
//!
//! What this module deliberately does not do: it judges no move; it says what the
//! rules say.

pub(crate) mod bulk;
pub(crate) mod choices;
pub(crate) mod document;
pub(crate) mod drawing;
pub(crate) mod line;
pub(crate) mod replay;
pub(crate) mod text;
pub(crate) mod words;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use ayo_rules::{Pit, Position, Rules};

use choices::Explanation;
use document::{GameDocument, PositionDocument};

pub use bulk::{MAX_LINE_BYTES, Tally, bulk};
pub use replay::ReplayError;

/// What is to be explained, and how.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The rules to go by.
    pub rules: Rules,
    /// A position, or a game.
    pub subject: Subject,
    /// Who reads the answer.
    pub format: Format,
}

/// What is to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A position without history.
    Position(Position),
    /// The position that these moves lead to.
    Game {
        /// Where the game starts.
        start: Position,
        /// The moves to replay.
        moves: Vec<Pit>,
    },
}

impl Subject {
    /// Returns what the arguments of the command ask for; without any, the start position.
    #[must_use]
    pub fn given(position: Option<Position>, moves: Option<Vec<Pit>>) -> Subject {
        let start = position.unwrap_or(Position::START);
        match moves {
            Some(moves) => Subject::Game { start, moves },
            None => Subject::Position(start),
        }
    }
}

/// Who reads the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A person.
    Text,
    /// A program: one JSON document on one line.
    Json,
}

/// Explains a position or a game.
///
/// # Errors
/// A [`ReplayError`] when the moves cannot be replayed, else what the writer says;
/// a closed pipe is no error.
pub fn run(ask: &Ask, out: &mut dyn Write) -> anyhow::Result<()> {
    let written = match &ask.subject {
        Subject::Position(position) => {
            let explanation = Explanation::of_position(ask.rules, *position);
            match ask.format {
                Format::Text => text::write_position(&explanation, out),
                Format::Json => document::write(&PositionDocument::new(&explanation), out),
            }
        }
        Subject::Game { start, moves } => {
            let sheet = replay::replay(ask.rules, *start, moves)?;
            let explanation = Explanation::of_game(&sheet);
            match ask.format {
                Format::Text => text::write_game(&explanation, start, moves, out),
                Format::Json => document::write(&GameDocument::new(&explanation, moves), out),
            }
        }
    };
    Ok(quiet_when_closed(written.and_then(|()| out.flush()))?)
}

/// Takes a closed pipe for a reader that has seen enough.
pub(crate) fn quiet_when_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
