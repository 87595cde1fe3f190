//! A sequential test between two bots, `[sprt]` or `--sprt`.

use ayo_ratings::{EloModel, Sprt, SprtError, SprtSettings};

use super::error::ConfigError;
use super::table::{Entry, Kind, Table};

pub(super) const SPRT: Kind =
    Kind { place: "in [sprt]", keys: &["elo0", "elo1", "alpha", "beta", "model"] };

/// Reads a test as it is written on the command line: `elo0=0 elo1=10`.
///
/// # Errors
/// Names the setting that is wrong or missing.
pub fn parse_sprt(text: &str) -> Result<Sprt, ConfigError> {
    let sprt = text.parse().and_then(Sprt::new);
    sprt.map_err(|error: SprtError| ConfigError::new(format!("`--sprt`: {error}")))
}

/// Reads `[sprt]` of a tournament of so many bots with so many games in a meeting.
pub(super) fn read(table: &Table<'_>, bots: usize, games: u32) -> Result<Sprt, ConfigError> {
    let refused =
        |message: &str, hint: &str| table.error(ConfigError::new(message).hint(hint.to_owned()));
    if bots != 2 {
        let hint = "leave [sprt] out, or all bots but two";
        return Err(refused(&format!("[sprt] tests two bots, and there are {bots}"), hint));
    }
    if !games.is_multiple_of(2) {
        let hint = "write `games = 2` in [format]";
        return Err(refused("[sprt] judges pairs of games with the sides swapped", hint));
    }
    let number = |key: &str| table.get(key).map(|entry| decimal(&entry)).transpose();
    let required = |key: &str| {
        let missing = || refused(&format!("[sprt] needs `{key}`"), "as in `elo0 = 0`, `elo1 = 5`");
        number(key)?.ok_or_else(missing)
    };
    let model = |entry: Entry<'_>| entry.word("model", &EloModel::ALL.map(|it| (it.word(), it)));
    let defaults = SprtSettings::default();
    let settings = SprtSettings {
        elo0: required("elo0")?,
        elo1: required("elo1")?,
        alpha: number("alpha")?.unwrap_or(defaults.alpha),
        beta: number("beta")?.unwrap_or(defaults.beta),
        model: table.get("model").map(model).transpose()?.unwrap_or(defaults.model),
    };
    Sprt::new(settings).map_err(|error| table.error(ConfigError::new(error.to_string())))
}

fn decimal(entry: &Entry<'_>) -> Result<f64, ConfigError> {
    if entry.is_string() {
        return Err(entry.wrong_type("a number").hint("write it without quotes".to_owned()));
    }
    let text = entry.scalar("a number")?;
    text.parse().map_err(|_| entry.wrong_type("a number"))
}
