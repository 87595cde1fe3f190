//! Analyses of games: a table of its own, with rows for those games only that were analysed.
//!
//! A row whose game was deleted by hand and played again is not that of the new game: it has
//! another number of positions, most likely, and counts for nothing then.

use std::iter::Peekable;
use std::vec;

use ayo_record::{GameAnalysis, GameRecord};
use rusqlite::{Connection, params};

use crate::infos::has_table;
use crate::live::Mark;
use crate::record_row::Impossible;
use crate::{Reader, Store, StoreError};

/// Runs from before this table get it when they are opened to be written to.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS analysis (
    pair     INTEGER NOT NULL,
    game     INTEGER NOT NULL,
    version  INTEGER NOT NULL,  -- of the way to analyse
    nodes    INTEGER NOT NULL,  -- positions that could be searched for each of the game
    position_values TEXT NOT NULL,  -- s, d, n or ? for each position of the game, the start first
    blunders TEXT    NOT NULL,  -- `14A:DE`: move 14 was A, and D or E would have kept the result
    PRIMARY KEY (pair, game)
) STRICT";

/// Analyses fetched at once by [`Analyses`].
const PAGE_ANALYSES: i64 = 1_000;

/// Makes the table where it is missing.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLE)
}

/// An analysis as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnalysis {
    /// Number of the pair.
    pub pair: u64,
    /// Which game of the pair.
    pub game: u8,
    /// Positions that could be searched for each position of the game.
    pub nodes: u64,
    /// What was found out.
    pub analysis: GameAnalysis,
}

impl Store {
    /// Writes the analysis of a game, in place of an older one.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn keep_analysis(&mut self, kept: &KeptAnalysis) -> Result<(), StoreError> {
        let KeptAnalysis { pair, game, nodes, analysis } = kept;
        let write = || {
            let mut statement = self
                .connection
                .prepare_cached("INSERT OR REPLACE INTO analysis VALUES (?, ?, ?, ?, ?, ?)")?;
            statement.execute(params![
                pair.cast_signed(),
                game,
                GameAnalysis::VERSION,
                i64::try_from(*nodes).unwrap_or(i64::MAX),
                analysis.values_text(),
                analysis.blunders_text(),
            ])
        };
        write().map(drop).map_err(|source| self.refused(source))
    }

    /// Throws away all analyses.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn forget_analyses(&mut self) -> Result<(), StoreError> {
        let deleted = self.connection.execute("DELETE FROM analysis", []);
        deleted.map(drop).map_err(|source| self.refused(source))
    }
}

impl KeptAnalysis {
    /// Returns whether it is of this game, with as many moves.
    fn is_of(&self, record: &GameRecord) -> bool {
        (self.pair, self.game) == (record.pair, record.game)
            && self.analysis.values.len() == record.plies() + 1
    }
}

impl Reader {
    /// Returns the analyses that are kept, in the order of (pair, game); those of another
    /// version are left out.
    pub fn analyses(&self) -> Analyses<'_> {
        Analyses { reader: self, page: Vec::new().into_iter().peekable(), after: Some((0, 0)) }
    }

    /// Returns the mark behind the analysis that was kept last.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn last_analysis(&self) -> Result<Mark, StoreError> {
        let last = || {
            if !has_table(&self.connection, "analysis")? {
                return Ok(0);
            }
            let query = "SELECT coalesce(max(rowid), 0) FROM analysis";
            self.connection.prepare_cached(query)?.query_row([], |row| row.get(0))
        };
        last().map(Mark).map_err(|source| self.refused(source))
    }

    /// Returns the analysis of a game, if it is one of these moves.
    ///
    /// # Errors
    /// Says what SQLite refused, or that the row is impossible.
    pub fn analysis(&self, record: &GameRecord) -> Result<Option<KeptAnalysis>, StoreError> {
        let before = (record.pair.cast_signed(), i64::from(record.game) - 1);
        let next = self.some_analyses(before, 1)?.pop();
        Ok(next.filter(|next| next.is_of(record)))
    }

    /// Returns so many analyses at most, those right after a game.
    fn some_analyses(&self, after: (i64, i64), most: i64) -> Result<Vec<KeptAnalysis>, StoreError> {
        let rows = rows(&self.connection, after, most).map_err(|source| self.refused(source))?;
        let read = |row: AnalysisRow| {
            let AnalysisRow { pair, game, .. } = row;
            let path = self.path().to_path_buf();
            read(&row).map_err(|source| StoreError::BadAnalysis { path, pair, game, source })
        };
        rows.into_iter().map(read).collect()
    }
}

/// The analyses of a run one by one; made by [`Reader::analyses`].
#[derive(Debug)]
pub struct Analyses<'a> {
    reader: &'a Reader,
    page: Peekable<vec::IntoIter<KeptAnalysis>>,
    /// The last one fetched; `None` when there are no more.
    after: Option<(i64, i64)>,
}

impl Analyses<'_> {
    /// Returns the analysis of a game, if it is one of these moves; games are to be asked for
    /// in the order of (pair, game).
    ///
    /// # Errors
    /// Says what SQLite refused, or which row is impossible.
    pub fn of(&mut self, record: &GameRecord) -> Result<Option<KeptAnalysis>, StoreError> {
        let place = (record.pair, record.game);
        loop {
            self.fetch()?;
            match self.page.next_if(|next| (next.pair, next.game) <= place) {
                Some(next) if (next.pair, next.game) == place => {
                    return Ok(Some(next).filter(|next| next.is_of(record)));
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// Makes sure that the next one is there, if there is one.
    fn fetch(&mut self) -> Result<(), StoreError> {
        let (None, Some(after)) = (self.page.peek(), self.after) else { return Ok(()) };
        // Ends after an error, too.
        self.after = None;
        let page = self.reader.some_analyses(after, PAGE_ANALYSES)?;
        self.after = page.last().map(|last| (last.pair.cast_signed(), i64::from(last.game)));
        self.page = page.into_iter().peekable();
        Ok(())
    }
}

struct AnalysisRow {
    pair: i64,
    game: i64,
    nodes: i64,
    values: String,
    blunders: String,
}

/// Reads some rows; none where no ayo has made the table yet.
fn rows(
    connection: &Connection,
    after: (i64, i64),
    most: i64,
) -> rusqlite::Result<Vec<AnalysisRow>> {
    if !has_table(connection, "analysis")? {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT pair, game, nodes, position_values, blunders FROM analysis \
         WHERE (pair, game) > (?, ?) AND version = ? ORDER BY pair, game LIMIT ?",
    )?;
    let asked = params![after.0, after.1, GameAnalysis::VERSION, most];
    let rows = statement.query_map(asked, |row| {
        Ok(AnalysisRow {
            pair: row.get(0)?,
            game: row.get(1)?,
            nodes: row.get(2)?,
            values: row.get(3)?,
            blunders: row.get(4)?,
        })
    })?;
    rows.collect()
}

fn read(row: &AnalysisRow) -> Result<KeptAnalysis, Impossible> {
    let number = |column, value: i64| {
        u64::try_from(value).map_err(|_| Impossible::new(column, format!("{value} is negative")))
    };
    Ok(KeptAnalysis {
        pair: number("pair", row.pair)?,
        game: u8::try_from(row.game)
            .map_err(|_| Impossible::new("game", format!("{} is out of range", row.game)))?,
        nodes: number("nodes", row.nodes)?,
        analysis: GameAnalysis::from_texts(&row.values, &row.blunders)
            .map_err(|error| Impossible::new("position_values, blunders", error))?,
    })
}
