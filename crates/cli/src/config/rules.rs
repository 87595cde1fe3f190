//! Rule sets: a preset, or a preset with changes.

use ayo_rules::{OptionError, Rules};

use super::defaults;
use super::error::ConfigError;
use super::nearest::{backticked, did_you_mean, nearest, suggest};
use super::table::{Entry, Kind};

pub(super) const RULES: Kind = Kind { place: "in `rules`", keys: &KEYS };

/// A preset, and every option there is.
const KEYS: [&str; 1 + Rules::OPTION_NAMES.len()] = {
    let mut keys = ["preset"; 1 + Rules::OPTION_NAMES.len()];
    let mut option = 0;
    while option < Rules::OPTION_NAMES.len() {
        keys[1 + option] = Rules::OPTION_NAMES[option];
        option += 1;
    }
    keys
};

/// Reads a preset, or a preset with changes: `ayoayo capturing_seed=stays`.
///
/// # Errors
/// Names the nearest preset, option or value.
pub fn parse_rules(text: &str) -> Result<Rules, ConfigError> {
    text.parse().map_err(explain)
}

/// Reads the value of `rules`, a string or a table.
pub(super) fn read(entry: &Entry<'_>) -> Result<Rules, ConfigError> {
    if entry.is_string() {
        return parse_rules(entry.string()?).map_err(|error| entry.error(error));
    }
    if !entry.is_table() {
        return Err(entry.wrong_type("the name of a preset, or a table"));
    }
    let table = entry.table(&RULES, &[])?;
    let mut rules = defaults::RULES;
    if let Some(preset) = table.get("preset") {
        rules = preset.word("preset", &Rules::PRESETS)?;
    }
    for option in table.entries().into_iter().filter(|option| option.key != "preset") {
        let value = option.scalar("a string, a number or a flag")?;
        rules.set(option.key, &value).map_err(|error| option.error(explain(error)))?;
    }
    Ok(rules)
}

fn explain(error: OptionError) -> ConfigError {
    match &error {
        OptionError::Preset { name } => {
            let presets = Rules::PRESETS.map(|(name, _)| name);
            ConfigError::new(format!("unknown rules `{}`", name)).hint(suggest(name, &presets))
        }
        OptionError::Unknown { option } => {
            ConfigError::new(format!("unknown rule option `{}`", option))
                .hint(suggest(option, &Rules::OPTION_NAMES))
        }
        OptionError::Value { value, takes, .. } => {
            let meant = did_you_mean(nearest(value, backticked(takes)));
            ConfigError::new(error.to_string()).hint(meant)
        }
    }
}
