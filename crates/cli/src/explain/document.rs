//! The JSON documents: a position, a game, and what both say about moves.

use std::collections::BTreeMap;
use std::io::{self, Write};

use ayo_rules::{Outcome, PITS, Pit};
use serde::Serialize;

use super::choices::{Choice, Effect, Explanation};

/// What the rules say about the moves of a position.
#[derive(Serialize)]
pub(super) struct Moves {
    pub(super) legal: Vec<usize>,
    pub(super) illegal: BTreeMap<usize, &'static str>,
    pub(super) moves: BTreeMap<usize, Move>,
    pub(super) outcome: Option<End>,
}

/// What a legal move does.
#[derive(Serialize)]
pub(super) struct Move {
    pits: [u8; PITS],
    stores: [u8; 2],
    captured: u8,
    end: usize,
    laps: u32,
    outcome: Option<End>,
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct End {
    reason: &'static str,
    stores: [u8; 2],
    winner: String,
}

/// The document of a position.
#[derive(Serialize)]
pub(super) struct PositionDocument {
    rules: String,
    position: String,
    pits: [u8; PITS],
    stores: [u8; 2],
    turn: usize,
    #[serde(flatten)]
    moves: Moves,
}

/// The document of a game: how it stands, and the position it has reached.
///
/// `moves` are the moves played and `stores` the final count, as in a record of a
/// game; so what the next move may do is in `next_moves`, and the stores of the
/// position, without any leftovers, stand in the text of `position`.
#[derive(Serialize)]
pub(super) struct GameDocument {
    rules: String,
    moves: String,
    plies: usize,
    reason: Option<&'static str>,
    stores: [u8; 2],
    winner: Option<String>,
    position: String,
    pits: [u8; PITS],
    turn: usize,
    legal: Vec<usize>,
    illegal: BTreeMap<usize, &'static str>,
    next_moves: BTreeMap<usize, Move>,
    outcome: Option<End>,
}

impl Moves {
    pub(super) fn new(explanation: &Explanation) -> Moves {
        let mut moves = Moves {
            legal: Vec::new(),
            illegal: BTreeMap::new(),
            moves: BTreeMap::new(),
            outcome: explanation.outcome.as_ref().map(End::new),
        };
        if explanation.outcome.is_some() {
            return moves;
        }
        for Choice { pit, effect } in &explanation.choices {
            let pit = pit.index();
            match effect {
                Ok(effect) => {
                    moves.legal.push(pit);
                    moves.moves.insert(pit, Move::new(effect));
                }
                Err(reason) => {
                    moves.illegal.insert(pit, reason.word());
                }
            }
        }
        moves
    }
}

impl Move {
    fn new(effect: &Effect) -> Move {
        let played = &effect.played;
        Move {
            pits: played.position.pits(),
            stores: played.position.stores(),
            captured: played.captured,
            end: played.end.index(),
            laps: played.laps,
            outcome: effect.outcome.as_ref().map(End::new),
        }
    }
}

impl End {
    pub(crate) fn new(outcome: &Outcome) -> End {
        End {
            reason: outcome.reason.word(),
            stores: outcome.stores,
            winner: outcome.winner().to_string(),
        }
    }
}

impl PositionDocument {
    pub(super) fn new(explanation: &Explanation) -> PositionDocument {
        let position = &explanation.position;
        PositionDocument {
            rules: explanation.rules.to_string(),
            position: position.to_string(),
            pits: position.pits(),
            stores: position.stores(),
            turn: position.turn().index(),
            moves: Moves::new(explanation),
        }
    }
}

impl GameDocument {
    pub(super) fn new(explanation: &Explanation, played: &[Pit]) -> GameDocument {
        let position = &explanation.position;
        let Moves { legal, illegal, moves, outcome } = Moves::new(explanation);
        GameDocument {
            rules: explanation.rules.to_string(),
            moves: ayo_rules::write_moves(played),
            plies: played.len(),
            reason: outcome.as_ref().map(|end| end.reason),
            stores: outcome.as_ref().map_or(position.stores(), |end| end.stores),
            winner: outcome.as_ref().map(|end| end.winner.clone()),
            position: position.to_string(),
            pits: position.pits(),
            turn: position.turn().index(),
            legal,
            illegal,
            next_moves: moves,
            outcome,
        }
    }
}

/// Writes a document on one line.
pub(crate) fn write(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    out.write_all(b"\n")
}
