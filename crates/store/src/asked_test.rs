//! The sequential test that was asked of a run last.
//!
//! It is no part of what the run is: another one may be asked of the same games.

use rusqlite::{OptionalExtension as _, params};

use crate::{Reader, Store, StoreError};

/// Its key in the table `meta`.
const KEY: &str = "sprt";

impl Store {
    /// Keeps the settings of the test that is asked of this run now, as text, in place of those
    /// before; `None` when none is asked.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn ask_test(&mut self, settings: Option<&str>) -> Result<(), StoreError> {
        let done = match settings {
            Some(settings) => self
                .connection
                .execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [KEY, settings]),
            None => self.connection.execute("DELETE FROM meta WHERE key = ?", [KEY]),
        };
        done.map(|_| ()).map_err(|source| self.refused(source))
    }
}

impl Reader {
    /// Returns the settings of the test that was asked last, if one was.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn asked_test(&self) -> Result<Option<String>, StoreError> {
        self.connection
            .query_row("SELECT value FROM meta WHERE key = ?", params![KEY], |row| row.get(0))
            .optional()
            .map_err(|source| self.refused(source))
    }
}
