//! Every game: `games.csv`.
//!
//! `result` is South's view (`1-0`, `0-1`, `1/2-1/2`); `loser` is the side at fault,
//! `south` or `north`, whose name stands in the column of that name, and empty when the
//! seeds decided. `opening` is empty for the start position. Names are written as they
//! are, quoted where CSV asks for it; a program that takes `=1+1` for a formula must be
//! told that the columns are text.

use std::io::{self, Write};

use ayo_record::GameRecord;

use crate::csv_row::CsvRows;
use crate::scores::check_bots;
use crate::timestamp::iso_8601;

const COLUMNS: &str = "game_id,round,pair,game,south,north,opening,result,south_score,\
     north_score,plies,reason,loser,detail,south_ms,north_ms,south_max_ms,north_max_ms,moves,\
     seed,isolation,worker,started_at,duration_ms";

/// Writes `games.csv` game by game, for runs that need not be held in memory.
///
/// The same games in the same order give the same bytes: hand them over in the order of
/// (pair, game), as a run database does.
pub struct GamesCsv<'a, W: Write> {
    rows: CsvRows<W>,
    bots: &'a [String],
}

impl<'a, W: Write> GamesCsv<'a, W> {
    /// Writes the first line; a record's bots are places in this list of names.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn new(out: W, bots: &'a [String]) -> io::Result<GamesCsv<'a, W>> {
        let mut rows = CsvRows::new(out);
        rows.fields(COLUMNS.split(','))?;
        rows.end()?;
        Ok(GamesCsv { rows, bots })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Passes on what the writer says; [`io::ErrorKind::InvalidData`] for a bot that is
    /// not in the list.
    pub fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        check_bots(record, self.bots.len())
            .map_err(|unknown| io::Error::new(io::ErrorKind::InvalidData, unknown))?;
        let rows = &mut self.rows;
        rows.field(record.number)?;
        rows.field(record.round)?;
        rows.field(record.pair)?;
        rows.field(record.game)?;
        for bot in record.bots {
            rows.field(&self.bots[bot.index()])?;
        }
        rows.field(&record.opening)?;
        rows.field(record.result)?;
        for score in record.scores {
            rows.field(score)?;
        }
        rows.field(record.plies())?;
        rows.field(record.verdict.reason)?;
        rows.optional(record.verdict.loser)?;
        rows.field(&record.verdict.detail)?;
        for ms in record.used_ms.into_iter().chain(record.slowest_ms) {
            rows.field(ms)?;
        }
        rows.field(ayo_rules::write_moves(&record.moves))?;
        rows.field(record.seed)?;
        rows.field(&record.isolation)?;
        rows.field(record.worker)?;
        rows.field(iso_8601(record.started_at_ms))?;
        rows.field(record.duration_ms)?;
        rows.end()
    }

    /// Hands everything written to the writer.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn finish(self) -> io::Result<()> {
        self.rows.finish()
    }
}

/// Writes `games.csv` of these games: the same bytes in whatever order they come.
///
/// # Errors
/// As [`GamesCsv::write`].
pub fn write_games_csv(out: impl Write, bots: &[String], records: &[GameRecord]) -> io::Result<()> {
    let mut ordered: Vec<&GameRecord> = records.iter().collect();
    ordered.sort_by_key(|record| (record.pair, record.game));
    let mut csv = GamesCsv::new(out, bots)?;
    for record in ordered {
        csv.write(record)?;
    }
    csv.finish()
}
