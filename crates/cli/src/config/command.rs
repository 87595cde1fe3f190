//! Commands: words as a shell would split them, and paths made absolute.
//!
//! A bot runs in a scratch folder, so that every word that names a file beside
//! the tournament file has to say so in full.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::error::ConfigError;
use super::folder::Base;
use super::nearest::{did_you_mean, names_in, nearest};
use crate::play::shell_word;

/// Whether the program has to be there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    /// A build will make it.
    Built,
}

/// Splits a command like a POSIX shell: quotes and backslashes, but nothing is expanded.
///
/// # Errors
/// A quotation does not end, or there is no word.
pub(super) fn split(command: &str) -> Result<Vec<String>, ConfigError> {
    let words = shlex::split(command).ok_or_else(|| {
        ConfigError::new("the command ends inside a quotation or after a backslash")
    })?;
    if words.is_empty() { Err(ConfigError::new("the command is empty")) } else { Ok(words) }
}

/// Makes the words that name files absolute:
///
/// - the first, when it has a slash or names a file; otherwise it is looked up in `search`,
///   the value of `PATH`, and stays as it is;
/// - any other that names a file or a folder, but for those that start with `-` and the
///   plain word after `-m`, which is a module to Python even where a folder has its name.
///
/// # Errors
/// The program is missing or cannot be executed, or a script among the arguments is missing.
pub(super) fn resolve(
    mut words: Vec<String>,
    base: &Base,
    search: &OsStr,
    presence: Presence,
) -> Result<Vec<String>, ConfigError> {
    if let Some(word) = words.iter().find(|word| word.contains('\0')) {
        let message = format!("`{}` has a NUL character", word);
        return Err(ConfigError::new(message));
    }
    let Some((program, arguments)) = words.split_first_mut() else {
        return Err(ConfigError::new("the command is empty"));
    };
    if program.is_empty() {
        return Err(ConfigError::new("the command is empty"));
    }
    *program = resolve_program(program, base, search, presence)?;
    let mut before = String::new();
    for word in arguments {
        let given = word.clone();
        if names_path(word, &before, base, presence) {
            *word = text(base.join(&*word))?;
        } else if presence == Presence::Required && interpreter(word).is_some() {
            return Err(base.missing("file", word));
        }
        before = given;
    }
    Ok(words)
}

fn names_path(word: &str, before: &str, base: &Base, presence: Presence) -> bool {
    let module = before == "-m" && !word.contains('/');
    let option = word.starts_with('-');
    if word.is_empty() || option || module {
        return false;
    }
    let to_be_built = presence == Presence::Built && word.contains('/');
    to_be_built || base.join(word).exists()
}

fn resolve_program(
    program: &str,
    base: &Base,
    search: &OsStr,
    presence: Presence,
) -> Result<String, ConfigError> {
    let path = base.join(program);
    let plain = !program.contains('/');
    if plain && !is_executable(&path) && in_path(program, search) {
        return Ok(program.to_owned());
    }
    if is_executable(&path) || presence == Presence::Built {
        return text(path);
    }
    if path.is_dir() && !plain {
        return Err(ConfigError::new(format!("`{program}` is a folder, not a program")));
    }
    if path.is_file() {
        return Err(not_executable(program));
    }
    Err(if plain { not_in_path(program, search) } else { base.missing("file", program) })
}

fn not_executable(program: &str) -> ConfigError {
    let word = shell_word(program);
    let hint = match interpreter(program) {
        Some(interpreter) => format!("try `{interpreter} {word}`, or `chmod +x {word}`"),
        None => format!("try `chmod +x {word}`"),
    };
    ConfigError::new(format!("`{program}` is not executable")).hint(hint)
}

/// Returns what runs a file, when the word is the name of a script.
fn interpreter(word: &str) -> Option<&'static str> {
    if word.starts_with('-') || word.contains(char::is_whitespace) {
        return None;
    }
    match Path::new(word).extension()?.to_str()? {
        "py" => Some("python3"),
        "js" | "mjs" => Some("node"),
        "sh" => Some("sh"),
        "rb" => Some("ruby"),
        "pl" => Some("perl"),
        "lua" => Some("lua"),
        "jar" => Some("java -jar"),
        _ => None,
    }
}

fn not_in_path(program: &str, search: &OsStr) -> ConfigError {
    let folders = std::env::split_paths(search);
    let names: Vec<String> = folders.flat_map(|folder| names_in(&folder)).collect();
    let meant = nearest(program, names.iter().map(String::as_str));
    ConfigError::new(format!("no program `{}` in PATH", program)).hint(did_you_mean(meant))
}

/// Says whether a program is found in the folders of `search`, the value of `PATH`.
pub(super) fn in_path(program: &str, search: &OsStr) -> bool {
    std::env::split_paths(search).any(|folder| is_executable(&folder.join(program)))
}

fn is_executable(path: &Path) -> bool {
    let executable = |mode: u32| mode & 0o111 != 0;
    path.metadata().is_ok_and(|found| found.is_file() && executable(found.permissions().mode()))
}

/// Returns a path as text.
pub(super) fn text(path: PathBuf) -> Result<String, ConfigError> {
    path.into_os_string()
        .into_string()
        .map_err(|path| ConfigError::new(format!("the path {} is not UTF-8", path.display())))
}

/// Returns a name for a bot without one: that of the first file among the arguments, such as
/// the script of an interpreter, or that of the program.
pub(super) fn derived_name(command: &[String]) -> String {
    let is_file = |word: &&String| word.starts_with('/') && Path::new(word).is_file();
    let named = command.iter().skip(1).find(is_file).or(command.first());
    let stem = named.and_then(|word| Path::new(word).file_stem()).unwrap_or_default();
    let stem = stem.to_string_lossy();
    let clean: String =
        stem.trim().chars().filter(|character| !character.is_control()).take(60).collect();
    if clean.is_empty() { "bot".to_owned() } else { clean }
}
