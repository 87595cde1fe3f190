//! A folder of its own for each test.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::alone;
use crate::leftovers;
use crate::running::{Done, Running};

/// A fresh folder to run `ayo` in; when it is dropped, nothing may be left of a run.
pub(crate) struct Folder {
    folder: TempDir,
    /// The test that has it.
    test: String,
}

/// For bots that must be seen to write: a stronger level would keep them from it.
pub(crate) const OPEN: &[&str] = &["--isolation", "none"];

impl Folder {
    pub(crate) fn new() -> Folder {
        let test = alone::enter();
        let folder = tempfile::Builder::new().prefix("ayo-e2e-").tempdir().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        // Bots of a referee that is root are somebody else, and some leave a mark here.
        for path in [folder.path().to_owned(), folder.path().join("tmp")] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        }
        Folder { folder, test }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where bots get their scratch folders.
    fn scratch(&self) -> PathBuf {
        self.path("tmp")
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes a file that may be executed.
    pub(crate) fn program(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.write(name, bytes);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Returns `ayo` with these arguments, to be run in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ayo-under-test"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("TMPDIR", self.scratch())
            .env_remove("NO_COLOR");
        command
    }

    /// Starts `ayo` with these arguments.
    pub(crate) fn start(&self, arguments: &[&str]) -> Running {
        Running::start(self.command(arguments), "")
    }

    /// Runs `ayo` to its end.
    pub(crate) fn ayo(&self, arguments: &[&str]) -> Done {
        self.start(arguments).ends()
    }

    /// Runs a command of [`Folder::command`] to its end.
    pub(crate) fn runs(&self, command: Command) -> Done {
        Running::start(command, "").ends()
    }

    /// Returns the strongest level of isolation that this host can do.
    pub(crate) fn level(&self) -> String {
        let host = self.ayo(&["doctor", "--json"]).exits(0).json();
        host["auto"].as_str().unwrap().to_owned()
    }

    /// Runs `ayo` with this text on its stdin.
    pub(crate) fn ayo_reads(&self, arguments: &[&str], stdin: &str) -> Done {
        Running::start(self.command(arguments), stdin).ends()
    }

    /// Checks that no process of this folder is alive and no scratch folder is there.
    #[track_caller]
    pub(crate) fn check_nothing_left(&self) {
        let left = self.left();
        assert!(left.is_ok(), "{left:?}");
    }

    fn left(&self) -> Result<(), String> {
        let left = leftovers::after_a_moment(self.folder.path());
        leftovers::kill(self.folder.path());
        let scratch = names_in(&self.scratch());
        match (left.is_empty(), scratch.is_empty()) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("processes are left: {left:#?}")),
            (_, false) => Err(format!("scratch folders are left: {scratch:?}")),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if std::thread::panicking() {
            leftovers::kill(self.folder.path());
            return alone::leave(&self.test);
        }
        let left = self.left();
        alone::leave(&self.test);
        assert!(left.is_ok(), "{left:?}");
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// Returns the command of the bot that misbehaves by this script, as one argument.
pub(crate) fn misbehave(script: &str) -> String {
    format!("bad='{}' {script}", env!("CARGO_BIN_EXE_misbehave"))
}

/// Returns an entry for a tournament file: a bot that misbehaves by this script.
pub(crate) fn misbehaving_bot(name: &str, script: &str) -> String {
    let program = env!("CARGO_BIN_EXE_misbehave");
    format!("[[bot]]\nname = \"{name}\"\ncommand = \"'{program}' {script}\"\n")
}
