//! Reading a run, while it goes on or afterwards.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::vec;

use ayo_record::GameRecord;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, params};

use crate::store::{APPLICATION_ID, SCHEMA_VERSION};
use crate::{RunInfo, StoreError, infos, record_row};

/// How long SQLite waits for a lock that is held for moments only (checkpoint, recovery).
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Games fetched at once by [`Games`]; about a megabyte.
const PAGE_GAMES: usize = 1_000;

/// A run database, to read only; it may be written by another process meanwhile.
///
/// Each call sees the games that were committed when it began.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: FileId,
    pub(crate) connection: Connection,
    info: RunInfo,
}

/// Which file a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    fn of(path: &Path) -> Option<FileId> {
        let found = path.metadata().ok()?;
        Some(FileId { device: found.dev(), inode: found.ino() })
    }
}

impl Reader {
    /// Opens the database of a run to read it, whether or not the run is going on.
    ///
    /// # Errors
    /// Says when there is no file, it is no run database, or a newer ayo made it.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        Reader::open_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    pub(crate) fn open_with(path: &Path, flags: OpenFlags) -> Result<Reader, StoreError> {
        // Looked at before it is opened: one that is replaced in between counts as replaced.
        let file = FileId::of(path).filter(|_| path.is_file());
        let path = path.to_path_buf();
        let Some(file) = file else { return Err(StoreError::NotFound { path }) };
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = || {
            let connection = Connection::open_with_flags(&path, flags)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            let application: i32 = pragma(&connection, "application_id")?;
            Ok((application, pragma(&connection, "user_version")?, connection))
        };
        let (application, version, connection) = match connect() {
            Ok(opened) => opened,
            Err(error) => return Err(not_opened(path, error)),
        };
        if application != APPLICATION_ID || version < 1 {
            return Err(StoreError::NotARun { path });
        }
        if version > SCHEMA_VERSION {
            return Err(StoreError::Newer { path, found: version, known: SCHEMA_VERSION });
        }
        match RunInfo::read(&connection) {
            Ok(Ok(info)) => Ok(Reader { path, file, connection, info }),
            Ok(Err(problem)) => Err(StoreError::BadEntry { path, problem }),
            Err(source) => Err(StoreError::Database { path, source }),
        }
    }

    /// Returns where the database is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the file was deleted or replaced since it was opened.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        FileId::of(&self.path) != Some(self.file)
    }

    /// Returns what the run is.
    #[must_use]
    pub fn run_info(&self) -> &RunInfo {
        &self.info
    }

    /// Returns which games are finished; reads an index only, a few bytes a game.
    ///
    /// # Errors
    /// Says what SQLite refused, or which row is impossible.
    pub fn finished(&self) -> Result<Finished, StoreError> {
        let rows = || {
            self.connection
                .prepare("SELECT pair, game FROM game ORDER BY pair, game")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<Vec<(i64, i64)>>>()
        };
        let games = rows()
            .map_err(|source| self.refused(source))?
            .into_iter()
            .map(|(pair, game)| match (u64::try_from(pair), u8::try_from(game)) {
                (Ok(pair_number), Ok(game_number)) => Ok((pair_number, game_number)),
                (Err(_), _) => Err(self.bad_row(pair, game, out_of_range("pair", pair))),
                (_, Err(_)) => Err(self.bad_row(pair, game, out_of_range("game", game))),
            })
            .collect::<Result<_, _>>()?;
        Ok(Finished { games })
    }

    /// Returns every game, in the order of (pair, game).
    ///
    /// # Errors
    /// Says what SQLite refused, or which row is impossible.
    pub fn games(&self) -> Result<Vec<GameRecord>, StoreError> {
        self.stream().collect()
    }

    /// Returns the game with this number in the run, if it is finished.
    ///
    /// # Errors
    /// Says what SQLite refused, or that the row is impossible.
    pub fn game(&self, number: u64) -> Result<Option<GameRecord>, StoreError> {
        let Ok(number) = i64::try_from(number) else { return Ok(None) };
        let fetch = || {
            let columns = record_row::COLUMNS;
            let query = format!("SELECT {columns} FROM game WHERE game_id = ? LIMIT 1");
            let mut statement = self.connection.prepare(&query)?;
            let mut rows = statement.query([number])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let (pair, game) = (row.get("pair")?, row.get("game")?);
            let read = self.read_row(pair, game, row);
            let mut page = vec![read];
            self.add_infos(&mut page, (pair, game - 1), (pair, game))?;
            Ok(page.pop())
        };
        fetch().map_err(|source| self.refused(source))?.transpose()
    }

    /// Returns the lowest and the highest number of a finished game; nothing without games.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn game_numbers(&self) -> Result<Option<(u64, u64)>, StoreError> {
        let ends = "SELECT min(game_id), max(game_id) FROM game";
        let found = self.connection.query_row(ends, [], |row| {
            let (low, high): (Option<i64>, Option<i64>) = (row.get(0)?, row.get(1)?);
            Ok(low.zip(high))
        });
        let found = found.map_err(|source| self.refused(source))?;
        Ok(found.map(|(low, high)| (low.unsigned_abs(), high.unsigned_abs())))
    }

    /// Returns every game, in the order of (pair, game), without holding them all.
    ///
    /// Fetches some games at a time and locks nothing in between: of games that are
    /// added meanwhile, those further on in the order are seen. Ends after an error.
    pub fn stream(&self) -> Games<'_> {
        self.games_with(Infos::Read)
    }

    /// Returns every game as [`Reader::stream`] does, but without what bots said of their moves,
    /// which may be more than all the rest.
    pub fn stream_without_infos(&self) -> Games<'_> {
        self.games_with(Infos::LeaveOut)
    }

    fn games_with(&self, infos: Infos) -> Games<'_> {
        Games { reader: self, infos, page: Vec::new().into_iter(), after: Some((0, 0)) }
    }

    /// Returns how many void games were replayed.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn voids(&self) -> Result<u64, StoreError> {
        self.connection
            .query_row("SELECT count(*) FROM void", [], |row| row.get::<_, i64>(0))
            .map(i64::unsigned_abs)
            .map_err(|source| self.refused(source))
    }

    pub(crate) fn refused(&self, source: rusqlite::Error) -> StoreError {
        StoreError::Database { path: self.path.clone(), source }
    }

    fn bad_row(&self, pair: i64, game: i64, source: record_row::Impossible) -> StoreError {
        StoreError::BadRow { path: self.path.clone(), pair, game, source }
    }

    /// Reads the games after this one, a page of them at most.
    ///
    /// The inner results are about single rows, so that those before a bad one are not lost.
    fn page(
        &self,
        after: (i64, i64),
        infos: Infos,
    ) -> Result<Vec<Result<GameRecord, StoreError>>, StoreError> {
        let fetch = || {
            let mut statement = self.connection.prepare_cached(&format!(
                "SELECT {} FROM game WHERE (pair, game) > (?, ?) ORDER BY pair, game LIMIT ?",
                record_row::COLUMNS
            ))?;
            let mut rows = statement.query(params![after.0, after.1, PAGE_GAMES as i64])?;
            let mut page = Vec::with_capacity(PAGE_GAMES);
            let mut last = after;
            while let Some(row) = rows.next()? {
                last = (row.get("pair")?, row.get("game")?);
                page.push(self.read_row(last.0, last.1, row));
            }
            if infos == Infos::Read {
                self.add_infos(&mut page, after, last)?;
            }
            Ok(page)
        };
        fetch().map_err(|source| self.refused(source))
    }

    pub(crate) fn read_row(
        &self,
        pair: i64,
        game: i64,
        row: &Row<'_>,
    ) -> Result<GameRecord, StoreError> {
        record_row::read(row, self.info.bots.len())
            .map_err(|source| self.bad_row(pair, game, source))
    }

    /// Adds to these games, some of those behind one and up to another, what was said of their
    /// moves; read by itself, so that runs without it are read as quickly as ever.
    pub(crate) fn add_infos(
        &self,
        page: &mut [Result<GameRecord, StoreError>],
        after: (i64, i64),
        last: (i64, i64),
    ) -> rusqlite::Result<()> {
        let texts = infos::between(&self.connection, after, last)?;
        if texts.is_empty() {
            return Ok(());
        }
        for entry in page {
            let Ok(record) = entry else { continue };
            let (pair, game) = (record.pair.cast_signed(), i64::from(record.game));
            if let Some(text) = texts.get(&(pair, game)) {
                let added = record_row::add_infos(record, text);
                if let Err(source) = added {
                    *entry = Err(self.bad_row(pair, game, source));
                }
            }
        }
        Ok(())
    }
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

fn not_opened(path: PathBuf, source: rusqlite::Error) -> StoreError {
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotARun { path },
        _ => StoreError::Database { path, source },
    }
}

fn out_of_range(column: &'static str, value: i64) -> record_row::Impossible {
    record_row::Impossible { column, problem: format!("{value} is out of range") }
}

/// Which games of a run are finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Sorted; 16 bytes a game, a third of a hash set.
    games: Vec<(u64, u8)>,
}

impl Finished {
    /// Returns whether this game of this pair is finished.
    #[must_use]
    pub fn contains(&self, pair: u64, game: u8) -> bool {
        self.games.binary_search(&(pair, game)).is_ok()
    }

    /// Returns how many games are finished.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether no game is finished.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the finished games as (pair, game), in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.games.iter().copied()
    }
}

/// Whether what bots said of their moves is read with the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Infos {
    Read,
    LeaveOut,
}

/// The games of a run one by one; made by [`Reader::stream`].
#[derive(Debug)]
pub struct Games<'a> {
    reader: &'a Reader,
    infos: Infos,
    page: vec::IntoIter<Result<GameRecord, StoreError>>,
    /// The last game given out; `None` when there are no more.
    after: Option<(i64, i64)>,
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, StoreError>;

    fn next(&mut self) -> Option<Result<GameRecord, StoreError>> {
        if self.page.as_slice().is_empty() {
            match self.reader.page(self.after?, self.infos) {
                Ok(page) => self.page = page.into_iter(),
                Err(error) => {
                    self.after = None;
                    return Some(Err(error));
                }
            }
        }
        let next = self.page.next();
        self.after = match &next {
            // A record that was read had a pair that fits.
            Some(Ok(record)) => Some((record.pair.cast_signed(), i64::from(record.game))),
            Some(Err(_)) | None => None,
        };
        if self.after.is_none() {
            self.page = Vec::new().into_iter();
        }
        next
    }
}
