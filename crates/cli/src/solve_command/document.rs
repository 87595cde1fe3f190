//! The JSON of an answer: one document, or a line of many.

use std::collections::BTreeMap;
use std::time::Duration;

use ayo_rules::{Outcome, PITS, Pit, Position, Rules};
use ayo_solver::Value;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::explain::document::End;

use super::certificate::{CertificateDocument, Written};
use super::solution::{Seeds, Solution, Wanted};

/// Stands for a value that was not found out.
pub(super) const UNKNOWN: &str = "unknown";

/// What was found out, to the side to move; `null` is what was not.
#[derive(Serialize)]
struct Answer {
    value: &'static str,
    keeps: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_values: Option<BTreeMap<usize, &'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Option<[u8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_at_least: Option<[u8; 2]>,
    depends_on_repetition: Option<bool>,
}

impl Answer {
    fn new(solution: &Solution, wanted: Wanted) -> Answer {
        let (score, score_at_least) = match solution.score {
            Some(Seeds::Exact(seeds)) => (Some(seeds), None),
            Some(Seeds::AtLeast(seeds)) => (None, Some(seeds)),
            None => (None, None),
        };
        let index = |(pit, value): &(Pit, Value)| (pit.index(), value.word());
        let moves = solution.moves.as_ref().filter(|_| wanted.others);
        Answer {
            value: solution.proved.map_or(UNKNOWN, |proved| proved.value.word()),
            keeps: solution.keeps.map(|pits| pits.map(Pit::index).collect()),
            move_values: moves.map(|moves| moves.iter().map(index).collect()),
            score: wanted.score.then_some(score),
            score_at_least: score_at_least.filter(|_| wanted.score),
            depends_on_repetition: solution.proved.map(|proved| proved.depends_on_repetition),
        }
    }
}

/// The position that was asked about.
#[derive(Serialize)]
struct Board {
    pits: [u8; PITS],
    stores: [u8; 2],
    turn: usize,
}

impl Board {
    fn new(position: &Position) -> Board {
        Board { pits: position.pits(), stores: position.stores(), turn: position.turn().index() }
    }
}

/// A line of `--jsonl`.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    rules: String,
    #[serde(flatten)]
    board: Board,
    #[serde(flatten)]
    answer: Answer,
}

impl<'a> Line<'a> {
    pub(super) fn new(
        id: Option<&'a RawValue>,
        rules: &Rules,
        position: &Position,
        solution: &Solution,
        wanted: Wanted,
    ) -> Line<'a> {
        Line {
            id,
            rules: rules.to_string(),
            board: Board::new(position),
            answer: Answer::new(solution, wanted),
        }
    }
}

/// The document of `--json`.
#[derive(Serialize)]
pub(super) struct Document {
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    position: String,
    #[serde(flatten)]
    board: Board,
    #[serde(flatten)]
    answer: Answer,
    /// How the game has ended, if it has.
    outcome: Option<End>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofDocument>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ProofDocument {
    file: String,
    bytes: usize,
    #[serde(flatten)]
    certificate: CertificateDocument,
}

/// Everything that is told of a position.
pub(super) struct Told<'a> {
    pub(super) rules: Rules,
    /// The moves that were replayed.
    pub(super) moves: Option<&'a [Pit]>,
    pub(super) position: Position,
    pub(super) outcome: Option<Outcome>,
    pub(super) wanted: Wanted,
    pub(super) solution: Solution,
    /// The certificate, and where it is.
    pub(super) written: Option<Written>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Document {
    pub(super) fn new(told: &Told<'_>) -> Document {
        let proof = told.written.as_ref().map(|written| ProofDocument {
            file: written.path.display().to_string(),
            bytes: written.bytes,
            certificate: CertificateDocument::new(&written.certificate),
        });
        Document {
            rules: told.rules.to_string(),
            moves: told.moves.map(ayo_rules::write_moves),
            position: told.position.to_string(),
            board: Board::new(&told.position),
            answer: Answer::new(&told.solution, told.wanted),
            outcome: told.outcome.as_ref().map(End::new),
            proof,
            nodes: told.nodes,
            seconds: told.time.as_secs_f64(),
        }
    }
}
