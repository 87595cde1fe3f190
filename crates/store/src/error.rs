//! What can go wrong with a run database.

use std::path::PathBuf;

use rusqlite::ErrorCode;

use crate::Impossible;

/// Why a run database cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("no run database at `{}`", path.display())]
    NotFound {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// A new run was to be made where one is already.
    #[error("`{}` already holds a run", path.display())]
    AlreadyExists {
        /// The file that is there.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("`{}` is not a run database of ayo", path.display())]
    NotARun {
        /// The file.
        path: PathBuf,
    },
    /// The file was made by a version of ayo that this one does not know.
    #[error(
        "`{}` was made by a newer ayo (format {found}, this one reads {known}); update ayo to use it",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        found: i32,
        /// The newest schema version known here.
        known: i32,
    },
    /// Another process is writing to it.
    #[error(
        "`{}` is in use by another running ayo; wait until it is done, or choose another folder",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file is not where it was opened any more.
    #[error(
        "`{}` was deleted or replaced while the run was going on; its games are not kept any more",
        path.display()
    )]
    Gone {
        /// Where the file was.
        path: PathBuf,
    },
    /// A row of the database cannot be what ayo wrote.
    #[error("impossible row in `{}`: pair {pair}, game {game} of table `game`", path.display())]
    BadRow {
        /// The file.
        path: PathBuf,
        /// The `pair` column of the row.
        pair: i64,
        /// The `game` column of the row.
        game: i64,
        /// Which column, and why.
        source: Impossible,
    },
    /// A row of the table of analyses cannot be what ayo wrote; the games are not touched by it.
    #[error("impossible row in `{}`: pair {pair}, game {game} of table `analysis`", path.display())]
    BadAnalysis {
        /// The file.
        path: PathBuf,
        /// The `pair` column of the row.
        pair: i64,
        /// The `game` column of the row.
        game: i64,
        /// Which column, and why.
        source: Impossible,
    },
    /// An entry about the whole run is missing or cannot be what ayo wrote.
    #[error("impossible entry in `{}`: {problem}", path.display())]
    BadEntry {
        /// The file.
        path: PathBuf,
        /// Which entry, and why.
        problem: String,
    },
    /// A record was to be written that no game can have.
    #[error("impossible record of pair {pair}, game {game}, not written to `{}`", path.display())]
    BadRecord {
        /// The file.
        path: PathBuf,
        /// Number of the pair.
        pair: u64,
        /// Which game of the pair.
        game: u8,
        /// Which column, and why.
        source: Impossible,
    },
    /// A bot's name stands twice in the list of bots.
    #[error("two bots are called `{name}`")]
    SameName {
        /// The name.
        name: String,
    },
    /// The system refused something about the files of the run.
    #[error("cannot {action} `{}`", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// SQLite refused something.
    #[error("cannot use the run database `{}`", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Returns whether the database holds what no ayo wrote: it was damaged since. Analyses are
    /// apart: they can be made again, and the run goes on with its games.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        match self {
            StoreError::BadRow { .. } | StoreError::BadEntry { .. } => true,
            StoreError::Database { source, .. } => {
                source.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
            }
            _ => false,
        }
    }

    /// Returns whether the file is not one that this ayo can go on with, whatever is done
    /// with it.
    #[must_use]
    pub fn is_wrong_file(&self) -> bool {
        use StoreError::{BadAnalysis, Newer, NotARun, NotFound};
        matches!(self, NotFound { .. } | NotARun { .. } | Newer { .. } | BadAnalysis { .. })
            || self.is_damaged()
    }
}
