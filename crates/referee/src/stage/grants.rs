//! The files a bot may read, from the words that start it.
//!
//! The folders of the system, the bot's own folder, what its command names, and
//! where its interpreter is installed. A file comes with the folder it is in: a
//! script reads its modules from there. That is not so in folders that hold all
//! sorts of things, as a home or `/tmp`.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::Spec;

/// The folders of the system, where they exist.
pub(super) const SYSTEM: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
];

/// Folders that nobody means as a whole when he names a file in one.
const BROAD: [&str; 13] = [
    "/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/dev", "/proc", "/sys", "/run", "/mnt",
    "/media", "/srv",
];
/// Folders of programs; what belongs to the programs is beside such a folder.
const PROGRAMS: [&str; 5] = ["bin", "sbin", "shims", "libexec", "condabin"];
/// Folders that hold programs of all sorts, and secrets beside them.
const MIXED: [&str; 2] = [".local", ".cargo"];
/// Links, or interpreters of interpreters, that are followed.
const HOPS: usize = 8;
/// Folders and files that are granted at most.
const GRANTS: usize = 256;

/// What a bot may read beyond the folders of the system.
#[derive(Debug, Default)]
pub(super) struct Grants {
    /// Folders and files, no one inside another.
    pub(super) paths: Vec<PathBuf>,
    /// What the command names, as it names it: the bot does not run without it.
    pub(super) named: Vec<PathBuf>,
    /// Files it is started from: programs, their interpreters, and where links lead.
    started_from: Vec<PathBuf>,
}

impl Grants {
    /// Finds out what a bot needs.
    pub(super) fn of(spec: &Spec) -> Grants {
        let mut grants = Grants::default();
        if spec.dir != spec.scratch {
            grants.named.push(spec.dir.clone());
            grants.folder(&spec.dir);
        }
        let variable = |name: &str| {
            let found = spec.env.iter().rev().find(|(key, _)| key == name);
            found.map(|(_, value)| value.as_str()).unwrap_or_default()
        };
        let path = variable("PATH");
        for folder in [variable("JAVA_HOME"), variable("LD_LIBRARY_PATH")] {
            folder.split(':').filter(|it| it.starts_with('/')).for_each(|it| grants.folder(it));
        }
        for (number, word) in spec.command.iter().enumerate() {
            // A whole word first: file names have spaces, too.
            if grants.word(word, number == 0, &spec.dir, path) {
                continue;
            }
            for piece in pieces(word) {
                grants.word(piece, false, &spec.dir, path);
            }
        }
        grants
    }

    /// Returns whether a path lies in what is granted, and the bot can do without it: it
    /// is not, and does not hold, what the bot itself is started from.
    pub(super) fn exposes(&self) -> impl Fn(&Path) -> bool + use<> {
        let real = |paths: &[PathBuf]| -> Vec<PathBuf> {
            paths.iter().filter_map(|path| path.canonicalize().ok()).collect()
        };
        let (granted, named, files) =
            (real(&self.paths), real(&self.named), real(&self.started_from));
        move |path| {
            let needed = named.iter().chain(&files).any(|own| own.starts_with(path));
            !needed && granted.iter().any(|folder| path.starts_with(folder))
        }
    }

    /// Grants what a word means, if it is the name of something.
    fn word(&mut self, word: &str, program: bool, dir: &Path, path: &str) -> bool {
        if let Some(file) = named_by(word, program, dir) {
            self.named.push(file.clone());
            if file.is_dir() {
                self.folder(&file);
            } else {
                self.program(file, path, 0);
            }
            return true;
        }
        if word.contains('/') {
            return false;
        }
        let found = candidates(word, path).next();
        found.is_some_and(|found| {
            self.program(found, path, 0);
            true
        })
    }

    fn folder(&mut self, folder: impl AsRef<Path>) {
        if !is_broad(folder.as_ref()) {
            self.add_with_target(folder.as_ref().to_owned());
        }
    }

    /// Grants a file and what belongs to it: along its links, and its interpreter.
    fn program(&mut self, file: PathBuf, path: &str, depth: usize) {
        let mut hop = file;
        for _ in 0..HOPS {
            self.started_from.push(hop.clone());
            self.with_its_folder(&hop);
            let Ok(target) = std::fs::read_link(&hop) else { break };
            hop = hop.parent().unwrap_or(Path::new("/")).join(target);
        }
        if let Ok(target) = hop.canonicalize() {
            self.with_its_folder(&target);
            self.started_from.push(target);
        }
        if depth < HOPS
            && let Some(interpreter) = interpreter(&hop, path)
        {
            self.program(interpreter, path, depth + 1);
        }
    }

    fn with_its_folder(&mut self, file: &Path) {
        let Some(folder) = file.parent() else { return };
        let named = |folder: &Path, names: &[&str]| {
            folder.file_name().is_some_and(|name| names.iter().any(|it| name == *it))
        };
        let prefix = folder.parent().filter(|prefix| {
            named(folder, &PROGRAMS) && !is_broad(prefix) && !named(prefix, &MIXED)
        });
        match prefix {
            Some(prefix) => self.add_with_target(prefix.to_owned()),
            None if is_broad(folder) => self.add_with_target(file.to_owned()),
            None => self.add_with_target(folder.to_owned()),
        }
    }

    fn add_with_target(&mut self, path: PathBuf) {
        if let Ok(target) = path.canonicalize()
            && target != path
        {
            self.add(target);
        }
        self.add(path);
    }

    fn add(&mut self, path: PathBuf) {
        let known = SYSTEM.iter().any(|folder| path.starts_with(folder))
            || self.paths.iter().any(|granted| path.starts_with(granted));
        if !known && self.paths.len() < GRANTS && path.exists() {
            self.paths.retain(|granted| !granted.starts_with(&path));
            self.paths.push(path);
        }
    }
}

/// Returns the files and folders that a command names in a folder.
pub(super) fn named(command: &[String], dir: &Path) -> Vec<PathBuf> {
    let mut named = Vec::new();
    for (number, word) in command.iter().enumerate() {
        match named_by(word, number == 0, dir) {
            Some(file) => named.push(file),
            None => named.extend(pieces(word).filter_map(|piece| named_by(piece, false, dir))),
        }
    }
    named
}

/// A program without a slash is looked up in `PATH`.
fn named_by(word: &str, program: bool, dir: &Path) -> Option<PathBuf> {
    let file = dir.join(word);
    ((word.contains('/') || !program) && file.exists()).then_some(file)
}

/// Splits a word that is no name of a file but may have some in it.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let between = |letter: char| letter.is_whitespace() || "=:;,'\"()&|<>".contains(letter);
    word.split(between).filter(|piece| !piece.is_empty())
}

/// Returns whether a folder holds all sorts of things.
fn is_broad(folder: &Path) -> bool {
    BROAD.iter().any(|broad| folder == Path::new(broad))
        || folder.parent() == Some(Path::new("/home"))
        || folder == std::env::temp_dir()
        || std::env::var_os("HOME").is_some_and(|home| folder == Path::new(&home))
}

/// Lists the programs of a name, in the order of `PATH`.
pub(super) fn candidates<'a>(
    program: &'a str,
    path: &'a str,
) -> impl Iterator<Item = PathBuf> + 'a {
    let files = std::env::split_paths(path).map(move |folder| folder.join(program));
    files.filter(|file| file.is_absolute() && file.is_file())
}

/// Returns the interpreter that the first line of a script names.
fn interpreter(script: &Path, path: &str) -> Option<PathBuf> {
    let mut start = Vec::new();
    std::fs::File::open(script).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_ascii_whitespace();
    let interpreter = Path::new(words.next()?);
    if interpreter.file_name()? != "env" {
        return Some(interpreter.to_owned());
    }
    let program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    candidates(program, path).next()
}
