//! Bots given as arguments: `greedy`, `minimax?depth=6`, `./mybot`, `'mine=python3 mybot.py'`.

use ayo_engine::Builtin;

use super::bot::{self, BotEntry};
use super::builtin;
use super::command::{self, Presence};
use super::error::ConfigError;
use super::folder::Surroundings;
use super::names::{self, Named};
use super::nearest::{did_you_mean, nearest, quoted};

/// Reads one argument that says which bot is meant.
///
/// 1. What stands before a first `=` is the name, when it is one word of letters, digits, `_`,
///    `-` and `.`; the rest is read as if it stood alone.
/// 2. The name of a built-in bot, alone or with options, `minimax?depth=6&table_mb=32`, is that
///    bot, even where a file has the same name: write `./first` for that.
/// 3. Text that names a file as a whole is that program, blanks and all.
/// 4. Anything else is a command, split and resolved as in a tournament file; its first word
///    must be a program.
///
/// # Errors
/// Says what was looked for, and which name was probably meant.
pub fn parse_bot(argument: &str, around: &Surroundings) -> Result<BotEntry, ConfigError> {
    let (name, rest) = split_name(argument);
    let name = name.map(names::check).transpose()?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Err(ConfigError::new(format!("no bot in `{}`", argument)));
    }
    let read = read(rest, around).map_err(|error| misnamed(argument, around).unwrap_or(error));
    let mut entry = read?.entry;
    if let Some(name) = name {
        entry.spec.name = name;
    }
    Ok(entry)
}

/// Reads several arguments; the second bot of a name gets `#2`, and so on.
///
/// # Errors
/// As [`parse_bot`].
pub fn parse_bots<T: AsRef<str>>(
    arguments: &[T],
    around: &Surroundings,
) -> Result<Vec<BotEntry>, ConfigError> {
    let bot = |argument: &T| {
        let entry = parse_bot(argument.as_ref(), around)?;
        Ok(Named { entry, place: None })
    };
    names::settle(arguments.iter().map(bot).collect::<Result<_, _>>()?)
}

fn split_name(argument: &str) -> (Option<&str>, &str) {
    let plain = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    match argument.split_once('=') {
        Some((name, rest)) if !name.is_empty() && name.chars().all(plain) => (Some(name), rest),
        _ => (None, argument),
    }
}

/// The error for an argument that would be a bot without what stands before its first `=`.
fn misnamed(argument: &str, around: &Surroundings) -> Option<ConfigError> {
    let (name, rest) = argument.split_once('=')?;
    read(rest.trim(), around).ok()?;
    let message = format!("`{name}` cannot be a name before `=`");
    let hint = "a name there is one word of letters, digits, `_`, `-` and `.`";
    Some(ConfigError::new(message).hint(hint.to_owned()))
}

fn read(text: &str, around: &Surroundings) -> Result<Named, ConfigError> {
    let (word, options) = text.split_once('?').map_or((text, None), |(a, b)| (a, Some(b)));
    if let Ok(builtin) = word.parse::<Builtin>() {
        return read_builtin(builtin, options, around);
    }
    let base = around.base();
    let words = if base.join(text).is_file() {
        // `./` keeps a file of the current folder from being looked up in PATH.
        let own = if text.contains('/') { text.to_owned() } else { format!("./{text}") };
        vec![own]
    } else {
        command::split(text)?
    };
    if let [only] = words.as_slice()
        && !only.contains('/')
        && !command::in_path(only, &around.path)
    {
        return Err(unknown(word));
    }
    let words = command::resolve(words, &base, &around.path, Presence::Required)?;
    Ok(bot::plain(command::derived_name(&words), words))
}

fn read_builtin(
    builtin: Builtin,
    options: Option<&str>,
    around: &Surroundings,
) -> Result<Named, ConfigError> {
    let mut given = Vec::new();
    for option in options.into_iter().flat_map(|options| options.split('&')) {
        let (option, value) = option.split_once('=').ok_or_else(|| {
            ConfigError::new(format!("option `{}` has no value", option))
                .hint(format!("write `{builtin}?OPTION=VALUE`"))
        })?;
        builtin::check_option(builtin, option, value).map_err(|error| builtin::explain(&error))?;
        given.push((option.to_owned(), value.to_owned()));
    }
    let command = builtin::command(builtin, &given, around)?;
    Ok(bot::plain(builtin.name().to_owned(), command))
}

fn unknown(word: &str) -> ConfigError {
    let known = || format!("built in are {}", quoted(&Builtin::NAMES));
    let meant = did_you_mean(nearest(word, Builtin::NAMES)).unwrap_or_else(known);
    ConfigError::new(format!(
        "no bot `{}`: it is not built in, no file here and no program in PATH",
        word
    ))
    .hint(meant)
}
