//! Names: what may be one, and that no two bots share one.

use std::collections::HashMap;

use unicode_width::UnicodeWidthStr as _;

use super::bot::BotEntry;
use super::error::{ConfigError, Place};

/// The longest name, in characters.
pub const MAX_NAME_CHARACTERS: usize = 64;

/// A bot with the place of its name, when it was given one.
pub(super) struct Named {
    pub(super) entry: BotEntry,
    pub(super) place: Option<Place>,
}

/// Returns a name without the blanks around it.
pub(super) fn check(text: &str) -> Result<String, ConfigError> {
    let name = text.trim();
    let characters = name.chars().count();
    if name.is_empty() {
        return Err(ConfigError::new("the name is empty"));
    }
    if characters > MAX_NAME_CHARACTERS {
        return Err(ConfigError::new(format!(
            "the name has {characters} characters, more than {MAX_NAME_CHARACTERS}"
        )));
    }
    if let Some(control) = name.chars().find(|character| character.is_control()) {
        return Err(ConfigError::new(format!(
            "the name has a control character, `{}`",
            control.escape_default()
        )));
    }
    if name.width() == 0 {
        return Err(ConfigError::new("the name shows nothing, all its characters are invisible"));
    }
    Ok(name.to_owned())
}

/// Tells bots apart whose names were not given: the second `greedy` becomes `greedy#2`.
///
/// # Errors
/// Two bots were given the same name.
pub(super) fn settle(bots: Vec<Named>) -> Result<Vec<BotEntry>, ConfigError> {
    let mut taken = given_names(&bots)?;
    let entries = bots.into_iter().map(|Named { mut entry, place }| {
        if place.is_none() {
            entry.spec.name = free_name(&entry.spec.name, &mut taken);
        }
        entry
    });
    Ok(entries.collect())
}

/// Returns the names given, each with how often it is in use.
fn given_names(bots: &[Named]) -> Result<HashMap<String, usize>, ConfigError> {
    let mut places: HashMap<&str, &Place> = HashMap::new();
    for Named { entry, place } in bots {
        let Some(place) = place else { continue };
        if let Some(first) = places.insert(&entry.spec.name, place) {
            return Err(ConfigError::new(format!("two bots are named `{}`", entry.spec.name))
                .hint(format!("the first is in line {}", first.line()))
                .at(place.clone()));
        }
    }
    Ok(places.into_keys().map(|name| (name.to_owned(), 1)).collect())
}

/// Returns the name, or the first free one of `name#2`, `name#3`, …
fn free_name(name: &str, taken: &mut HashMap<String, usize>) -> String {
    let mut number = taken.get(name).copied().unwrap_or(0);
    let mut free = name.to_owned();
    while taken.contains_key(&free) {
        number += 1;
        free = format!("{name}#{number}");
    }
    // The next of the same name starts here: ten thousand equal names take no longer than others.
    taken.insert(free.clone(), 1);
    taken.insert(name.to_owned(), number.max(1));
    free
}
