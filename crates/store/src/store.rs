//! The one writer of a run database.

use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use ayo_record::{GameRecord, GameResult};
use rusqlite::{Connection, OpenFlags};

use crate::infos::Room;
use crate::lock::{WriteLock, beside};
use crate::record_row::{self, Checked};
use crate::{Reader, RunInfo, StoreError, analyses, infos, live};

/// "AYOR": tells `file` and us that this SQLite file is a run of ayo.
pub(crate) const APPLICATION_ID: i32 = 0x4159_4F52;
/// Raised whenever a table changes its shape or its meaning; not for a new one, which older
/// versions of ayo need not know.
pub(crate) const SCHEMA_VERSION: i32 = 1;

/// A run database that this process, and no other, writes to.
///
/// Everything a [`Reader`] can do, a store can.
#[derive(Debug)]
pub struct Store {
    reader: Reader,
    info_room: Room,
    // Last: released after the connection, so that the next writer finds it closed.
    _lock: WriteLock,
}

impl Store {
    /// Makes the database of a new run; `path` is where `run.db` shall be.
    ///
    /// The file appears whole: it is made under another name and then renamed.
    ///
    /// # Errors
    /// Says when there is a run already, another ayo is at work here, two bots share
    /// a name, or the system refuses the file.
    pub fn create(path: &Path, info: &RunInfo) -> Result<Store, StoreError> {
        if let Some(name) = info.repeated_name() {
            return Err(StoreError::SameName { name: name.to_owned() });
        }
        let lock = WriteLock::take(path)?;
        if path.exists() {
            return Err(StoreError::AlreadyExists { path: path.to_path_buf() });
        }
        let unfinished = beside(path, ".new");
        // Left over from a creation that was killed.
        if unfinished.exists() {
            fs::remove_file(&unfinished).map_err(|source| StoreError::File {
                action: "remove",
                path: unfinished.clone(),
                source,
            })?;
        }
        write_new(&unfinished, info)
            .map_err(|source| StoreError::Database { path: unfinished.clone(), source })?;
        fs::rename(&unfinished, path).map_err(|source| StoreError::File {
            action: "rename",
            path: unfinished,
            source,
        })?;
        Store::open_locked(path, lock)
    }

    /// Opens the database of a run to go on with it.
    ///
    /// # Errors
    /// Says when there is no file, it is no run database, a newer ayo made it, or
    /// another running ayo writes to it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        // Before the lock, which leaves a file behind: a wrong path gets none.
        if !path.is_file() {
            return Err(StoreError::NotFound { path: path.to_path_buf() });
        }
        let lock = WriteLock::take(path)?;
        Store::open_locked(path, lock)
    }

    fn open_locked(path: &Path, lock: WriteLock) -> Result<Store, StoreError> {
        let reader = Reader::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        set_up(&reader.connection).map_err(|source| reader.refused(source))?;
        let room = Room::of(&reader.connection).map_err(|source| reader.refused(source))?;
        Ok(Store { reader, info_room: room, _lock: lock })
    }

    /// Writes games in one transaction; returns how many are new.
    ///
    /// A game that is there already stays as it is. Void games go to their own table,
    /// every one of them, and never count as new.
    ///
    /// # Errors
    /// Says what SQLite refused, or which record no game can have; nothing of the
    /// batch is written then. Says when the file was deleted meanwhile: SQLite would go
    /// on writing to what nobody can open any more.
    pub fn append(&mut self, records: &[GameRecord]) -> Result<usize, StoreError> {
        let bots = self.run_info().bots.len();
        let checked = records
            .iter()
            .map(|record| {
                Checked::new(record, bots).map_err(|source| StoreError::BadRecord {
                    path: self.path().to_path_buf(),
                    pair: record.pair,
                    game: record.game,
                    source,
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let new = self.write(&checked).map_err(|source| self.refused(source));
        // Looked at first: without the file SQLite's own complaint says less.
        if self.is_replaced() {
            return Err(StoreError::Gone { path: self.path().to_path_buf() });
        }
        new
    }

    /// Keeps no more of what bots say of their moves than so many bytes of JSON in a run;
    /// [`crate::MAX_INFO_BYTES`] unless changed. What a game says is kept as a whole or not.
    pub fn limit_infos(&mut self, bytes: u64) {
        self.info_room.limit(bytes);
    }

    /// Returns in how many games this store has left out what was said, for want of room.
    #[must_use]
    pub fn infos_left_out(&self) -> u64 {
        self.info_room.left_out
    }

    /// Notes a game that is void and is played again; returns the void games so far.
    ///
    /// # Errors
    /// As [`Store::append`], and when the game is not void.
    pub fn record_void(&mut self, record: &GameRecord) -> Result<u64, StoreError> {
        if record.result != GameResult::Void {
            return Err(StoreError::BadRecord {
                path: self.path().to_path_buf(),
                pair: record.pair,
                game: record.game,
                source: record_row::Impossible {
                    column: "result",
                    problem: format!("`{}` is not that of a void game", record.result),
                },
            });
        }
        self.append(std::slice::from_ref(record))?;
        self.voids()
    }

    fn write(&mut self, records: &[Checked<'_>]) -> rusqlite::Result<usize> {
        // Taken over when it is written.
        let mut room = self.info_room;
        let transaction = self.connection.unchecked_transaction()?;
        let mut new = 0;
        for record in records {
            if record.is_void() {
                record_row::insert_void(&transaction, record)?;
            } else if record_row::insert(&transaction, record)? == 1 {
                infos::insert(&transaction, record, &mut room)?;
                new += 1;
            }
        }
        transaction.commit()?;
        self.info_room = room;
        Ok(new)
    }
}

/// Leaves one plain file: a database in WAL mode cannot be read where nothing can be written.
impl Drop for Store {
    fn drop(&mut self) {
        // Refused while somebody reads. That does no harm, so there is nothing to wait for.
        let _ = self.connection.busy_timeout(Duration::ZERO);
        let _ = self.connection.pragma_update(None, "journal_mode", "DELETE");
    }
}

impl Deref for Store {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

fn write_new(path: &Path, info: &RunInfo) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(include_str!("schema.sql"))?;
    live::create_tables(&transaction)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    info.write(&transaction)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // See the crate's documentation for what this does and does not survive.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // 16 MB instead of 4: fewer waits for the disk in a fast match.
    connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
    infos::create(connection)?;
    analyses::create(connection)?;
    live::create_tables(connection)
}
