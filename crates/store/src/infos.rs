//! What bots said of their moves: a table of its own, with rows for those games only in which
//! something was said.

use std::collections::BTreeMap;

use ayo_record::MoveInfo;
use rusqlite::{Connection, params};

use crate::record_row::{Checked, Impossible};

/// Runs from before this table get it when they are opened to be written to.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS info (
    pair INTEGER NOT NULL,
    game INTEGER NOT NULL,
    info TEXT    NOT NULL,  -- JSON: an array with an object or null for each move of the bots
    PRIMARY KEY (pair, game)
) STRICT";

/// The most that is kept of a run, in bytes of JSON: 256 MiB.
pub const MAX_INFO_BYTES: u64 = 256 << 20;

/// How much more may be kept of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Bytes that are kept.
    kept: u64,
    /// Bytes that may be.
    limit: u64,
    /// Games whose infos had no room.
    pub(crate) left_out: u64,
}

impl Room {
    /// Looks how much is kept already.
    pub(crate) fn of(connection: &Connection) -> rusqlite::Result<Room> {
        // Reads no text: its length stands in the head of the row.
        let sum = "SELECT coalesce(sum(octet_length(info)), 0) FROM info";
        let kept: i64 = connection.query_row(sum, [], |row| row.get(0))?;
        Ok(Room { kept: kept.unsigned_abs(), limit: MAX_INFO_BYTES, left_out: 0 })
    }

    pub(crate) fn limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    /// Takes so many bytes, if they are left.
    fn take(&mut self, bytes: u64) -> bool {
        let has_room = self.kept + bytes <= self.limit;
        match has_room {
            true => self.kept += bytes,
            false => self.left_out += 1,
        }
        has_room
    }
}

/// The infos of some games as they are written, by (pair, game).
pub(crate) type Texts = BTreeMap<(i64, i64), String>;

/// Makes the table where it is missing.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLE)
}

/// Writes what was said in a game that is new, if anything was and there is room for it.
pub(crate) fn insert(
    connection: &Connection,
    checked: &Checked<'_>,
    room: &mut Room,
) -> rusqlite::Result<()> {
    let Some(text) = &checked.infos else { return Ok(()) };
    if !room.take(text.len() as u64) {
        return Ok(());
    }
    // A row that is there already belongs to a game that somebody has deleted.
    let mut statement = connection
        .prepare_cached("INSERT OR REPLACE INTO info (pair, game, info) VALUES (?,?,?)")?;
    statement.execute(params![checked.pair, checked.record.game, text])?;
    Ok(())
}

/// Reads what was said in the games behind one of them, up to another; nothing where no ayo
/// has made the table yet.
pub(crate) fn between(
    connection: &Connection,
    after: (i64, i64),
    last: (i64, i64),
) -> rusqlite::Result<Texts> {
    if !has_table(connection, "info")? {
        return Ok(Texts::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT pair, game, info FROM info WHERE (pair, game) > (?, ?) AND (pair, game) <= (?, ?)",
    )?;
    statement
        .query_map(params![after.0, after.1, last.0, last.1], |row| {
            Ok(((row.get(0)?, row.get(1)?), row.get(2)?))
        })?
        .collect()
}

/// Returns whether an ayo has made a table yet that came later than the database.
pub(crate) fn has_table(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")?
        .exists([name])
}

/// Writes infos as JSON; nothing when nothing was said.
pub(crate) fn write(infos: &[Option<MoveInfo>]) -> Result<Option<String>, Impossible> {
    if infos.is_empty() {
        return Ok(None);
    }
    serde_json::to_string(infos).map(Some).map_err(impossible)
}

/// Reads infos that [`write`] has written.
pub(crate) fn read(text: &str) -> Result<Vec<Option<MoveInfo>>, Impossible> {
    serde_json::from_str(text).map_err(impossible)
}

fn impossible(error: serde_json::Error) -> Impossible {
    Impossible { column: "info", problem: error.to_string() }
}
