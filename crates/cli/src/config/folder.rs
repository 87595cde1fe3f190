//! Where paths start, and reading a text file whole, up to a limit.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::error::ConfigError;
use super::nearest::{did_you_mean, nearest_path};

/// What a file or an argument means besides its text depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// The `ayo` program, which plays the built-in bots.
    pub exe: PathBuf,
    /// The folder that relative paths start from; an absolute path.
    pub folder: PathBuf,
    /// The value of `PATH`, where programs are looked up.
    pub path: OsString,
}

impl Surroundings {
    /// Returns those of this process.
    ///
    /// # Errors
    /// The system does not tell the program or the current folder.
    pub fn current() -> std::io::Result<Surroundings> {
        Ok(Surroundings {
            exe: std::env::current_exe()?,
            folder: std::env::current_dir()?,
            path: std::env::var_os("PATH").unwrap_or_default(),
        })
    }

    /// Returns the base of arguments.
    pub(super) fn base(&self) -> Base {
        Base { folder: self.folder.clone(), name: "the current folder".to_owned() }
    }
}

/// The folder that relative paths start from, and how to say so.
#[derive(Clone, Debug)]
pub(super) struct Base {
    /// An absolute path.
    pub(super) folder: PathBuf,
    /// What paths are relative to, as the user knows it: a file, or `the current folder`.
    pub(super) name: String,
}

impl Base {
    /// Returns the full path of a relative one, without `.` on the way.
    pub(super) fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.join(path).components().collect()
    }

    /// The error for a path where nothing is.
    pub(super) fn missing(&self, what: &str, written: &str) -> ConfigError {
        let from = if Path::new(written).is_absolute() {
            String::new()
        } else {
            format!(" (paths are relative to {})", self.name)
        };
        ConfigError::new(format!("no such {what}: {}{from}", written))
            .hint(did_you_mean(nearest_path(written, &self.folder).as_deref()))
    }

    /// Reads the text of a file of at most `limit_bytes`.
    pub(super) fn read(
        &self,
        what: &str,
        written: &str,
        limit_bytes: u64,
    ) -> Result<String, ConfigError> {
        let path = self.join(written);
        let cannot =
            |why: String| ConfigError::new(format!("cannot read {what} {}: {why}", written));
        // A pipe that nobody writes to would be waited for without end.
        match path.metadata() {
            Ok(kind) if kind.is_dir() => return Err(cannot("it is a folder".to_owned())),
            Ok(kind) if !kind.is_file() => {
                return Err(cannot("it is no regular file".to_owned()));
            }
            _ => {}
        }
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(self.missing(what, written));
            }
            Err(error) => return Err(cannot(error.to_string())),
        };
        let mut bytes = Vec::new();
        // One byte more than allowed tells a file that is too large from one that just fits.
        file.take(limit_bytes + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| cannot(error.to_string()))?;
        if bytes.len() as u64 > limit_bytes {
            return Err(cannot(format!("it is larger than {limit_bytes} bytes")));
        }
        String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count() + 1;
            cannot(format!("line {line} is not UTF-8"))
        })
    }
}
