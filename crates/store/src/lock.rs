//! The lock that keeps a second writer away.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// Holds `run.db.lock` until it is dropped, or the process ends in whatever way.
///
/// A file of its own: closing a second descriptor of `run.db` would drop the locks
/// SQLite holds in this process, and SQLite's own exclusive mode shuts out readers.
#[derive(Debug)]
pub(crate) struct WriteLock(#[expect(dead_code, reason = "closing it unlocks")] File);

impl WriteLock {
    /// Takes the lock of a database.
    ///
    /// # Errors
    /// Says when another process has it, or the file cannot be made.
    pub(crate) fn take(database: &Path) -> Result<WriteLock, StoreError> {
        let path = beside(database, ".lock");
        // Never deleted: between deleting and making it again two writers could
        // each hold the lock of a different file of this name.
        #[expect(clippy::disallowed_methods, reason = "the store owns the files of the run")]
        let file =
            File::options().create(true).truncate(false).write(true).open(&path).map_err(
                |source| StoreError::File { action: "create", path: path.clone(), source },
            )?;
        match file.try_lock() {
            Ok(()) => Ok(WriteLock(file)),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::InUse { path: database.to_path_buf() })
            }
            Err(TryLockError::Error(source)) => {
                Err(StoreError::File { action: "lock", path, source })
            }
        }
    }
}

/// Returns the path of a file that belongs to the database and stands beside it.
pub(crate) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
