//! Every game that was lost by a fault.

use askama::Template;
use ayo_record::{GameRecord, Reason};
use ayo_rules::Side;

use crate::budget::{DETAIL_CHARACTERS, INCIDENT_BYTES};
use crate::numbers;
use crate::rows::Rows;

/// The rows of the faults.
#[derive(Clone, Debug)]
pub(crate) struct Incidents {
    rows: Rows,
}

impl Incidents {
    pub(crate) fn new() -> Incidents {
        Incidents { rows: Rows::new(INCIDENT_BYTES) }
    }

    pub(crate) fn add(&mut self, incident: &Incident<'_>) {
        self.rows.push(incident);
    }

    pub(crate) fn rows(&self) -> &Rows {
        &self.rows
    }
}

/// One fault.
#[derive(Template)]
#[template(path = "incident_row.html")]
pub(crate) struct Incident<'a> {
    game: u64,
    round: u32,
    bot: &'a str,
    opponent: &'a str,
    side: Side,
    reason: Reason,
    /// The move that was due, from 1 with those of the opening.
    due: usize,
    /// The last move that was played.
    played: usize,
    detail: String,
    replayed: bool,
    /// After the decision of a sequential test.
    is_after: bool,
}

impl<'a> Incident<'a> {
    pub(crate) fn new(
        record: &GameRecord,
        side: Side,
        names: &'a [String],
        replayed: bool,
        is_after: bool,
    ) -> Incident<'a> {
        let detail = numbers::cut(&record.verdict.detail, DETAIL_CHARACTERS);
        Incident {
            game: record.number,
            round: record.round,
            bot: &names[record.bots[side.index()].index()],
            opponent: &names[record.bots[side.opponent().index()].index()],
            side,
            reason: record.verdict.reason,
            due: record.plies() + 1,
            played: record.plies(),
            detail: numbers::plain(&detail),
            replayed,
            is_after,
        }
    }
}
