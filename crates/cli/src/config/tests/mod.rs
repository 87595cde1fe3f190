//! Tests of the whole module: a folder with files goes in, structs or messages come out.

mod arguments;
mod bad_bots;
mod bad_settings;
mod bad_toml;
mod commands;
mod good_files;
mod limits;
mod message;
mod schema;
mod schema_and_reader;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{ConfigError, Surroundings, Tournament};
use crate::suite::{Ask, Suite};

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("ayo-config-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder.canonicalize().unwrap())
    }

    /// The files that most tests need: two bots, programs to find in PATH, and openings.
    fn usual() -> Folder {
        let folder = Folder::new();
        folder.program("path/python3").program("path/java");
        folder.program("bots/swift/run.sh").program("own");
        folder
            .file("bots/slow.py", "")
            .file("mybot.py", "")
            .file("openings.txt", "CcA\n\n4.4.4.4.4.4/4.4.4.4.4.4 0-0 S\n")
    }

    fn file(self, name: &str, text: &str) -> Folder {
        self.write(name, text.as_bytes());
        self
    }

    fn program(&self, name: &str) -> &Folder {
        let path = self.write(name, b"");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn around(&self) -> Surroundings {
        Surroundings {
            exe: "/opt/ayo".into(),
            folder: self.0.clone(),
            path: self.0.join("path").into_os_string(),
        }
    }

    fn parse(&self, text: &str) -> Result<Tournament, ConfigError> {
        Tournament::parse(text, "club.toml", &self.around(), &found)
    }

    /// Returns a text in which this folder is written `~`.
    fn redact(&self, text: &str) -> String {
        text.replace(self.0.to_str().unwrap(), "~")
    }
}

/// Finds openings of a value, as for a run that begins.
fn found(_: &str, ask: &Ask) -> String {
    Suite::new(ask).unwrap().text(ask)
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(Path::new(&self.0));
    }
}
