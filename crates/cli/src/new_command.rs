//! `ayo new`: a folder with a bot to start from.
//!
//! What this deliberately does not do: build or start anything, or change a file that
//! is there already.

mod name;
mod template;
#[cfg(test)]
mod tests;

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use self::name::BotName;
use self::template::Template;
use ayo_report::table::printable_lines;

use crate::args::NewArguments;
use crate::failure::Failure;
use crate::play::shell_path;

/// Names of a folder that are shown; the rest is counted.
const NAMES_SHOWN: usize = 3;

/// Writes the files of a new bot, and says what to do next.
///
/// # Errors
/// Refuses a folder that is not empty and a name that no bot can have.
pub(crate) fn run(arguments: &NewArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    check_empty(folder)?;
    let name = match &arguments.name {
        Some(name) => BotName::new(name).map_err(Failure::usage)?,
        None => named_after(folder)?,
    };
    let template = Template::of(arguments.lang);
    for (path, text) in template.files(&name) {
        write(&folder.join(path), &text)?;
    }
    Ok(io::stdout().lock().write_all(next_steps(&template, folder, &name).as_bytes())?)
}

/// Only `.git` may be there: a repository is often made before what goes into it.
fn check_empty(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(Failure::usage(format!(
                "`{shown}` is no folder\n  name a folder that is not there yet"
            )));
        }
        Err(error) => return Err(cannot("read", folder, error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| cannot("read", folder, error))?.file_name();
        if name != ".git" {
            names.push(format!("`{}`", name.to_string_lossy().escape_debug()));
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    names.sort_unstable();
    let more = names.len().saturating_sub(NAMES_SHOWN);
    names.truncate(NAMES_SHOWN);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(Failure::usage(format!(
        "`{shown}` is not empty: it holds {}{rest}\n  name a folder that is not there yet, or an empty one",
        names.join(", ")
    )))
}

fn named_after(folder: &Path) -> Result<BotName, Failure> {
    // `.` and `x/..` have a name only in full.
    let full = std::path::absolute(folder).map_err(|error| cannot("find", folder, error))?;
    let full = if folder.exists() { full.canonicalize().unwrap_or(full) } else { full };
    let name = full.file_name().unwrap_or_default().to_string_lossy();
    BotName::new(&name)
        .map_err(|error| Failure::usage(format!("{error}\n  name the bot yourself with `--name`")))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = (|| {
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o644).open(path)?;
        file.write_all(text.as_bytes())?;
        if text.starts_with("#!") {
            // What the user's mask allows to be read may be executed too.
            let mode = file.metadata()?.permissions().mode();
            file.set_permissions(Permissions::from_mode(mode | (mode & 0o444) >> 2))?;
        }
        io::Result::Ok(())
    })();
    written.map_err(|error| cannot("write", path, error))
}

fn cannot(what: &str, path: &Path, error: io::Error) -> Failure {
    Failure::Work(anyhow::Error::new(error).context(format!("cannot {what} `{}`", path.display())))
}

fn next_steps(template: &Template, folder: &Path, name: &BotName) -> String {
    let here = folder == Path::new(".");
    let cd = if here { String::new() } else { format!("cd {} && ", shell_path(folder)) };
    printable_lines(&format!(
        "{name}: a bot in {} that wins as many seeds as it can with each move\n\nnext:\n  \
         {cd}{}\n  ayo validate {}\n  ayo run tournament.toml\n",
        template.language, template.test, template.bot
    ))
}
