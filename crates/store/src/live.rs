//! What a run does at this moment, and the games it has finished since somebody looked.

use ayo_record::{Bot, GameRecord, GameResult, Live, LiveGame};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::record_row::{self, Impossible, number, parse, text, word};
use crate::{Reader, Store, StoreError};

/// Games read at once by [`Reader::games_since`].
const SINCE_GAMES: usize = 1_000;

/// How far somebody has read, in the order in which games, or analyses, were kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark(pub(crate) i64);

impl Store {
    /// Writes what the run does at this moment, in place of what was there.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn show(&mut self, live: &Live) -> Result<(), StoreError> {
        write(&self.connection, live).map_err(|source| self.refused(source))
    }
}

impl Reader {
    /// Returns what the run says it is doing; nothing when it has never said.
    ///
    /// # Errors
    /// Says what SQLite refused, or which entry is impossible.
    pub fn live(&self) -> Result<Option<Live>, StoreError> {
        let bots = self.run_info().bots.len();
        let read = read(&self.connection, bots).map_err(|source| self.refused(source))?;
        read.map_err(|impossible| StoreError::BadEntry {
            path: self.path().to_path_buf(),
            problem: format!("table `live_game`: {impossible}"),
        })
    }

    /// Returns the mark behind the game that was kept last.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn last_mark(&self) -> Result<Mark, StoreError> {
        let query = "SELECT coalesce(max(rowid), 0) FROM game";
        let last = self.connection.query_row(query, [], |row| row.get(0));
        Ok(Mark(last.map_err(|source| self.refused(source))?))
    }

    /// Returns the games that were kept after a mark, a thousand at most, and the new mark.
    ///
    /// They come in the order in which they were kept, not that of the schedule.
    ///
    /// # Errors
    /// Says what SQLite refused, or which row is impossible.
    pub fn games_since(&self, mark: Mark) -> Result<(Vec<GameRecord>, Mark), StoreError> {
        let fetch = || {
            let mut statement = self.connection.prepare_cached(&format!(
                "SELECT {}, rowid FROM game WHERE rowid > ? ORDER BY rowid LIMIT ?",
                record_row::COLUMNS
            ))?;
            let mut rows = statement.query(params![mark.0, SINCE_GAMES as i64])?;
            let (mut last, mut keys, mut games) = (mark, Vec::new(), Vec::new());
            while let Some(row) = rows.next()? {
                last = Mark(row.get("rowid")?);
                let (pair, game) = (row.get("pair")?, row.get("game")?);
                keys.push((pair, game));
                games.push(self.read_row(pair, game, row));
            }
            if let (Some(&(pair, game)), Some(&highest)) = (keys.iter().min(), keys.iter().max()) {
                self.add_infos(&mut games, (pair, game - 1), highest)?;
            }
            Ok((games, last))
        };
        let (games, last) = fetch().map_err(|source| self.refused(source))?;
        Ok((games.into_iter().collect::<Result<_, _>>()?, last))
    }
}

/// Makes the tables where they are not there yet.
pub(crate) fn create_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(include_str!("live.sql"))
}

fn write(connection: &Connection, live: &Live) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let Live { at_ms, total, test, stopped, games } = live;
    transaction
        .prepare_cached("INSERT OR REPLACE INTO live VALUES (1, ?, ?, ?, ?)")?
        .execute(params![at_ms.cast_signed(), total.cast_signed(), test, stopped])?;
    transaction.prepare_cached("DELETE FROM live_game")?.execute([])?;
    let mut insert =
        transaction.prepare_cached("INSERT INTO live_game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    for game in games {
        insert.execute(params![
            game.worker,
            game.number.cast_signed(),
            game.round,
            game.bots[0].0,
            game.bots[1].0,
            game.opening.to_string(),
            ayo_rules::write_moves(&game.moves),
            game.moved_at_ms.cast_signed(),
            game.result.map(GameResult::text),
        ])?;
    }
    drop(insert);
    transaction.commit()
}

fn read(
    connection: &Connection,
    bots: usize,
) -> rusqlite::Result<Result<Option<Live>, Impossible>> {
    // Both tables as they were at one moment.
    let transaction = connection.unchecked_transaction()?;
    if !transaction.table_exists(None, "live")? {
        return Ok(Ok(None));
    }
    let query = "SELECT at_ms, total, test, stopped FROM live";
    let run = transaction.query_row(query, [], |row| Ok(read_run(row))).optional()?;
    let Some(run) = run else { return Ok(Ok(None)) };
    let mut statement = transaction.prepare_cached(
        "SELECT worker, game_id, round, south, north, opening, moves, moved_at_ms, result \
         FROM live_game ORDER BY worker",
    )?;
    let games = statement
        .query_map([], |row| Ok(read_game(row, bots)))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let games = games.into_iter().collect::<Result<_, _>>();
    Ok(run.and_then(|run| Ok(Some(Live { games: games?, ..run }))))
}

fn read_run(row: &Row<'_>) -> Result<Live, Impossible> {
    Ok(Live {
        at_ms: number(row, 0, "at_ms")?,
        total: number(row, 1, "total")?,
        test: text(row, 2, "test")?,
        stopped: record_row::get(row, 3, "stopped")?,
        games: Vec::new(),
    })
}

fn read_game(row: &Row<'_>, bots: usize) -> Result<LiveGame, Impossible> {
    let bot = |index, column| match number(row, index, column)? {
        bot if (bot as usize) < bots => Ok(Bot(bot)),
        bot => Err(Impossible::new(column, format_args!("there is no bot {bot}"))),
    };
    Ok(LiveGame {
        worker: number(row, 0, "worker")?,
        number: number(row, 1, "game_id")?,
        round: number(row, 2, "round")?,
        bots: [bot(3, "south")?, bot(4, "north")?],
        opening: parse("opening", text(row, 5, "opening")?, str::parse)?,
        moves: parse("moves", text(row, 6, "moves")?, ayo_rules::parse_moves)?,
        moved_at_ms: number(row, 7, "moved_at_ms")?,
        result: record_row::get::<Option<String>>(row, 8, "result")?
            .map(|result| word("result", result, GameResult::from_text))
            .transpose()?,
    })
}
