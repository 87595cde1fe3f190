//! The bots of a tournament file, `[[bot]]`.

use std::path::PathBuf;

use ayo_engine::{Builtin, OptionError};
use ayo_referee::BotSpec;
use ayo_schedule::MAX_RATING;

use super::command::{self, Presence};
use super::error::ConfigError;
use super::folder::{Base, Surroundings};
use super::names::{self, Named};
use super::table::{Entry, Kind, Table};
use super::{builtin, defaults};

/// The most threads of a bot.
pub(super) const MAX_THREADS: u32 = 1024;
/// The most memory of a bot, in MiB.
pub(super) const MAX_MEMORY_MB: u64 = 1024 * 1024;

pub(super) const BOT: Kind = Kind {
    place: "in [[bot]]",
    keys: &[
        "name",
        "builtin",
        "options",
        "command",
        "dir",
        "env",
        "restart",
        "threads",
        "memory_mb",
        "rating",
        "build",
    ],
};

/// A bot of a tournament: how to start it, and how to build it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotEntry {
    /// How to start it.
    pub spec: BotSpec,
    /// What to do before.
    ///
    /// A bot that is built may lack files until then: words of its command that name one of
    /// them are only known as paths when they have a slash. Read the tournament again after
    /// the build to have the others resolved.
    pub build: Option<Build>,
    /// Its rating before a Swiss tournament.
    pub rating: Option<u16>,
}

/// How to build a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// A line for the shell.
    pub command: String,
    /// The folder it runs in: that of the bot, or that of the tournament file.
    pub dir: PathBuf,
}

/// Reads one table of `[[bot]]`.
pub(super) fn read(
    table: &Table<'_>,
    base: &Base,
    around: &Surroundings,
) -> Result<Named, ConfigError> {
    let Some(entry) = table.either("builtin", "command")? else {
        let error = ConfigError::new("this bot has neither `builtin` nor `command`");
        return Err(table.error(error));
    };
    let mut named = if entry.key == "builtin" {
        read_builtin(table, &entry, around)?
    } else {
        read_command(table, &entry, base, around)?
    };
    if let Some(name) = table.get("name") {
        named.entry.spec.name = names::check(name.string()?).map_err(|error| name.error(error))?;
        named.place = Some(name.place());
    }
    read_limits(table, &mut named.entry.spec)?;
    named.entry.rating = read_rating(table)?;
    Ok(named)
}

/// Returns a bot that no limit has been set for.
pub(super) fn plain(name: String, command: Vec<String>) -> Named {
    let spec = BotSpec {
        name,
        command,
        dir: None,
        env: Vec::new(),
        restart: false,
        threads: defaults::THREADS,
        memory_mb: None,
    };
    Named { entry: BotEntry { spec, build: None, rating: None }, place: None }
}

fn read_limits(table: &Table<'_>, spec: &mut BotSpec) -> Result<(), ConfigError> {
    if let Some(restart) = table.get("restart") {
        spec.restart = restart.flag()?;
    }
    if let Some(threads) = table.get("threads") {
        spec.threads = threads.count(1..=MAX_THREADS)?;
    }
    if let Some(memory_mb) = table.get("memory_mb") {
        spec.memory_mb = Some(memory_mb.whole(1..=MAX_MEMORY_MB)?);
    }
    Ok(())
}

/// Reads the rating that decides where a bot begins in a Swiss tournament.
pub(super) fn read_rating(table: &Table<'_>) -> Result<Option<u16>, ConfigError> {
    let rating = table.get("rating").map(|rating| rating.whole(1..=u64::from(MAX_RATING)));
    Ok(rating.transpose()?.map(|rating| u16::try_from(rating).expect("MAX_RATING has 16 bits")))
}

fn read_builtin(
    table: &Table<'_>,
    entry: &Entry<'_>,
    around: &Surroundings,
) -> Result<Named, ConfigError> {
    if let Some(other) = ["dir", "env", "build"].iter().find_map(|key| table.get(key)) {
        let message = format!("`{}` goes with `command`, but this bot is built in", other.key);
        return Err(other.key_error(ConfigError::new(message)));
    }
    let builtin: Builtin = entry.word("built-in bot", &builtin::words())?;
    let mut options = Vec::new();
    if let Some(given) = table.get("options") {
        for option in given.any_table()?.entries() {
            let value = option.scalar("a number")?;
            builtin::check_option(builtin, option.key, &value).map_err(|error| match error {
                OptionError::Unknown { .. } => option.key_error(builtin::explain(&error)),
                OptionError::Value { .. } => option.error(builtin::explain(&error)),
            })?;
            options.push((option.key.to_owned(), value));
        }
    }
    let command = builtin::command(builtin, &options, around)?;
    Ok(plain(builtin.name().to_owned(), command))
}

fn read_command(
    table: &Table<'_>,
    entry: &Entry<'_>,
    base: &Base,
    around: &Surroundings,
) -> Result<Named, ConfigError> {
    if let Some(options) = table.get("options") {
        let error = ConfigError::new("`options` goes with `builtin`")
            .hint("write them into `command`".to_owned());
        return Err(options.key_error(error));
    }
    let dir = table.get("dir").map(|dir| read_dir(&dir, base)).transpose()?;
    let build = table.get("build").map(|build| non_blank(&build)).transpose()?;
    let presence = if build.is_some() { Presence::Built } else { Presence::Required };
    let words = read_words(entry)?;
    let words = command::resolve(words, dir.as_ref().unwrap_or(base), &around.path, presence)
        .map_err(|error| entry.error(error))?;
    let mut named = plain(command::derived_name(&words), words);
    let build_dir = dir.as_ref().unwrap_or(base).folder.clone();
    named.entry.build = build.map(|command| Build { command, dir: build_dir });
    named.entry.spec.dir = dir.map(|dir| dir.folder);
    named.entry.spec.env =
        table.get("env").map(|env| read_env(&env)).transpose()?.unwrap_or_default();
    Ok(named)
}

fn read_words(entry: &Entry<'_>) -> Result<Vec<String>, ConfigError> {
    if entry.is_string() {
        return command::split(entry.string()?).map_err(|error| entry.error(error));
    }
    let takes = "a string or a list of strings";
    let items = entry.items(takes)?;
    items.iter().map(|item| item.string_of(takes).map(str::to_owned)).collect()
}

fn read_dir(entry: &Entry<'_>, base: &Base) -> Result<Base, ConfigError> {
    let written = entry.string()?;
    let folder = base.join(written);
    if !folder.is_dir() {
        return Err(entry.error(base.missing("folder", written)));
    }
    Ok(Base { folder, name: format!("{written}, the `dir` of this bot") })
}

fn read_env(entry: &Entry<'_>) -> Result<Vec<(String, String)>, ConfigError> {
    let variable = |variable: Entry<'_>| {
        let value = variable.string()?;
        let key = variable.key;
        if key.is_empty() || key.contains(['=', '\0']) || value.contains('\0') {
            let message = format!("`{}` cannot be set in an environment", key);
            return Err(variable.key_error(ConfigError::new(message)));
        }
        Ok((key.to_owned(), value.to_owned()))
    };
    entry.any_table()?.entries().into_iter().map(variable).collect()
}

fn non_blank(entry: &Entry<'_>) -> Result<String, ConfigError> {
    let text = entry.string()?;
    if text.trim().is_empty() || text.contains('\0') {
        let message = format!("`{}` is not a command", text);
        return Err(entry.error(ConfigError::new(message)));
    }
    Ok(text.to_owned())
}
