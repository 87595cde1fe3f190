//! The built-in bots: `ayo` itself, started as `ayo bot NAME`.

use ayo_engine::{Builtin, OptionError, build};

use super::command;
use super::error::ConfigError;
use super::folder::Surroundings;
use super::nearest::{backticked, did_you_mean, nearest};

/// Returns the names with what they stand for.
pub(super) fn words() -> [(&'static str, Builtin); Builtin::ALL.len()] {
    Builtin::ALL.map(|builtin| (builtin.name(), builtin))
}

/// Returns the command of a built-in bot.
pub(super) fn command(
    builtin: Builtin,
    options: &[(String, String)],
    around: &Surroundings,
) -> Result<Vec<String>, ConfigError> {
    let mut words =
        vec![command::text(around.exe.clone())?, "bot".to_owned(), builtin.name().to_owned()];
    for (option, value) in options {
        words.extend(["--option".to_owned(), format!("{option}={value}")]);
    }
    Ok(words)
}

/// Checks one option by building a bot with it.
pub(super) fn check_option(builtin: Builtin, option: &str, value: &str) -> Result<(), OptionError> {
    build(builtin, &[(option.to_owned(), value.to_owned())]).map(drop)
}

/// Adds the option that was probably meant.
pub(super) fn explain(error: &OptionError) -> ConfigError {
    let message = error.to_string();
    let meant = match error {
        OptionError::Unknown { option, .. } => {
            // After the semicolon it names the options there are.
            let (_, offered) = message.split_once("; ").unwrap_or_default();
            nearest(option, backticked(offered))
        }
        OptionError::Value { .. } => None,
    };
    ConfigError::new(&message).hint(did_you_mean(meant))
}
