//! Every game as a line of JSON: the columns of `games.csv`, the time of each move, and what
//! the bots said of them. Games after the decision of a sequential test have
//! `"after_decision": true`, others nothing of the kind.

use std::io::{self, Write};

use ayo_record::GameRecord;
use serde_json::json;

use crate::scores::check_bots;
use crate::timestamp::iso_8601;

/// Writes games as JSON one by one; what is missing is `null`.
///
/// `move_us` and `info` have an entry for each move the bots made; `info` is there only where
/// something was said.
pub struct GamesJsonl<'a, W: Write> {
    out: W,
    bots: &'a [String],
    decided_at_pair: Option<u64>,
}

impl<'a, W: Write> GamesJsonl<'a, W> {
    /// Begins; a record's bots are places in this list of names, and pairs after this one were
    /// not judged any more.
    pub fn new(out: W, bots: &'a [String], decided_at_pair: Option<u64>) -> GamesJsonl<'a, W> {
        GamesJsonl { out, bots, decided_at_pair }
    }

    /// Writes a game on a line of its own.
    ///
    /// # Errors
    /// Passes on what the writer says; [`io::ErrorKind::InvalidData`] for a bot that is
    /// not in the list.
    pub fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        check_bots(record, self.bots.len())
            .map_err(|unknown| io::Error::new(io::ErrorKind::InvalidData, unknown))?;
        let [south, north] = record.bots.map(|bot| &self.bots[bot.index()]);
        let mut game = json!({
            "game_id": record.number,
            "round": record.round,
            "pair": record.pair,
            "game": record.game,
            "south": south,
            "north": north,
            "opening": record.opening.to_string(),
            "result": record.result.text(),
            "south_score": record.scores[0],
            "north_score": record.scores[1],
            "plies": record.plies(),
            "reason": record.verdict.reason.word(),
            "loser": record.verdict.loser.map(|side| side.to_string()),
            "detail": record.verdict.detail,
            "south_ms": record.used_ms[0],
            "north_ms": record.used_ms[1],
            "south_max_ms": record.slowest_ms[0],
            "north_max_ms": record.slowest_ms[1],
            "moves": ayo_rules::write_moves(&record.moves),
            "move_us": record.move_us,
            "seed": record.seed,
            "isolation": record.isolation,
            "worker": record.worker,
            "started_at": iso_8601(record.started_at_ms),
            "duration_ms": record.duration_ms,
        });
        if !record.infos.is_empty() {
            game["info"] = json!(record.infos);
        }
        if self.decided_at_pair.is_some_and(|last| record.pair > last) {
            game["after_decision"] = json!(true);
        }
        writeln!(self.out, "{game}")
    }

    /// Hands everything written to the writer.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
