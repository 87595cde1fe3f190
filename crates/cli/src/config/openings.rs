//! Where games begin: random plies, or a file of openings.

use std::path::PathBuf;

use ayo_record::Opening;
use ayo_rules::{Position, Rules, Scoresheet, write_moves};
use ayo_schedule::{
    MAX_DISTINCT_PLIES, MAX_RANDOM_PLIES, OpeningFileError, OpeningProblem, Openings, Order,
    Unplayable, read_openings,
};
use ayo_solver::Solver;

use super::defaults;
use super::error::{ConfigError, Source};
use super::folder::{Base, Surroundings};
use super::nearest::nearest;
use super::table::{Entry, Kind, Table};
use crate::suite::{self, Ask};

/// The largest file of openings, in bytes.
pub const MAX_OPENINGS_BYTES: u64 = 16 * 1024 * 1024;

pub(super) const OPENINGS: Kind =
    Kind { place: "in [openings]", keys: &["random_plies", "value", "file", "order"] };

/// The orders in which the openings of a file are taken.
pub(super) const ORDERS: [(&str, Order); 2] =
    [("sequential", Order::Sequential), ("random", Order::Random)];

/// The most openings of one value: pairs beyond that get them again, in another order.
pub(super) const MAX_OPENINGS_OF_A_VALUE: usize = 200;

/// Openings with the text of the file they come from, if they do.
pub(super) struct OpeningsRead {
    pub(super) openings: Openings,
    pub(super) text: Option<String>,
    /// The file they were read from.
    pub(super) file: Option<PathBuf>,
}

/// Reads an argument: `random:4`, or a file of openings that is gone through in its order.
///
/// # Errors
/// The number is out of range, or the file cannot be read or has a line that is no opening
/// under these rules.
pub fn parse_openings(
    argument: &str,
    rules: &Rules,
    around: &Surroundings,
) -> Result<Openings, ConfigError> {
    let base = around.base();
    let (word, plies) = argument.split_once(':').unwrap_or((argument, ""));
    let is_file = base.join(argument).exists();
    if word == "random" && !is_file {
        return random(plies).map(Openings::RandomPlies);
    }
    if !is_file && !word.contains('/') && nearest(word, ["random"]).is_some() {
        let message = format!("no such openings: {}", argument);
        let meant = argument.replacen(word, "random", 1);
        return Err(ConfigError::new(message).hint(format!("did you mean `{meant}`?")));
    }
    read_file(argument, defaults::ORDER, rules, &base).map(|read| read.openings)
}

fn random(plies: &str) -> Result<u32, ConfigError> {
    if plies.is_empty() {
        return Ok(defaults::RANDOM_PLIES);
    }
    plies.parse().ok().filter(|&plies| plies <= MAX_RANDOM_PLIES).ok_or_else(|| {
        ConfigError::new(format!(
            "`random:` takes a whole number from 0 to {MAX_RANDOM_PLIES}, not `{}`",
            plies
        ))
    })
}

/// Finds openings of a value for the tournament of a name, and returns the text of a file of
/// them; that may take a while.
pub(crate) type Find<'a> = dyn Fn(&str, &Ask) -> String + 'a;

/// Reads the table `[openings]` of a tournament; `find` finds openings of a value.
pub(super) fn read(
    table: Option<&Table<'_>>,
    rules: &Rules,
    seed: u64,
    base: &Base,
    find: impl FnOnce(&Ask) -> String,
) -> Result<OpeningsRead, ConfigError> {
    let given = table.map(|table| table.either("random_plies", "file")).transpose()?.flatten();
    let order = table.and_then(|table| table.get("order"));
    let value = table.and_then(|table| table.get("value"));
    let Some(entry) = given.filter(|entry| entry.key == "file") else {
        if let Some(order) = order {
            let error = ConfigError::new("`order` goes with `file`, which is not given");
            return Err(order.key_error(error));
        }
        let plies = table.and_then(|table| table.get("random_plies"));
        let plies = plies.map(|plies| plies.count(0..=MAX_RANDOM_PLIES)).transpose()?;
        let plies = plies.unwrap_or(defaults::RANDOM_PLIES);
        if let Some(value) = value {
            return of_a_value(&value, plies, rules, seed, find)
                .map_err(|error| value.error(error));
        }
        let openings = Openings::RandomPlies(plies);
        return Ok(OpeningsRead { openings, text: None, file: None });
    };
    if let Some(value) = value {
        let error = ConfigError::new("`value` goes with `random_plies`, not with `file`");
        let hint = "`ayo openings` writes a file of openings of one value";
        return Err(value.key_error(error.hint(hint.to_owned())));
    }
    let order = order.map(|order| order.word("order", &ORDERS)).transpose()?;
    read_file(entry.string()?, order.unwrap_or(defaults::ORDER), rules, base)
        .map_err(|error| entry.error(error))
}

/// Reads openings of so many plies that are worth so much to the side to move.
fn of_a_value(
    entry: &Entry<'_>,
    plies: u32,
    rules: &Rules,
    seed: u64,
    find: impl FnOnce(&Ask) -> String,
) -> Result<OpeningsRead, ConfigError> {
    let value = entry.word("value", &suite::VALUES)?;
    if plies > MAX_DISTINCT_PLIES {
        let message = format!("with `value` there are at most {MAX_DISTINCT_PLIES} random plies");
        return Err(ConfigError::new(message));
    }
    Solver::knows(rules).map_err(|error| {
        ConfigError::new(error.to_string()).hint("leave `value` out".to_owned())
    })?;
    let (count, nodes) = (MAX_OPENINGS_OF_A_VALUE, suite::NODES);
    let text = find(&Ask { rules: *rules, plies, value: Some(value), count, seed, nodes });
    let source = Source { file: "the openings that were found", text: &text };
    let openings = read_openings(&text, rules).map_err(|error| explain(&error, source, rules))?;
    if openings.is_empty() {
        let message = format!("no position after {plies} random plies is a {value}");
        let hint = format!("`ayo openings --plies {plies} --counts` shows what there is");
        return Err(ConfigError::new(message).hint(hint));
    }
    let openings = Openings::List { openings, order: Order::Random };
    // Their text is kept with the run like that of a file.
    Ok(OpeningsRead { openings, text: Some(text), file: None })
}

fn read_file(
    written: &str,
    order: Order,
    rules: &Rules,
    base: &Base,
) -> Result<OpeningsRead, ConfigError> {
    let text = base.read("opening file", written, MAX_OPENINGS_BYTES)?;
    let source = Source { file: written, text: &text };
    let openings = read_openings(&text, rules).map_err(|error| explain(&error, source, rules))?;
    if openings.is_empty() {
        return Err(ConfigError::new("there is no opening in this file").at(source.whole()));
    }
    let openings = Openings::List { openings, order };
    Ok(OpeningsRead { openings, text: Some(text), file: Some(base.join(written)) })
}

fn explain(error: &OpeningFileError, source: Source<'_>, rules: &Rules) -> ConfigError {
    let hint = match error.problem {
        OpeningProblem::Unplayable(Unplayable::Illegal { number, .. }) => {
            legal_moves(&error.text, number - 1, *rules)
        }
        _ => None,
    };
    let message = match &error.problem {
        OpeningProblem::Unreadable(problem) => format!("this is no opening: {problem}"),
        OpeningProblem::Unplayable(problem) => format!("this opening cannot be played: {problem}"),
        problem => problem.to_string(),
    };
    ConfigError::new(message).hint(hint).at(source.line(error.line))
}

/// Says what could be played instead after so many moves of an opening.
fn legal_moves(opening: &str, moves: usize, rules: Rules) -> Option<String> {
    let Ok(Opening::Moves(pits)) = opening.parse() else { return None };
    let mut sheet = Scoresheet::new(rules, Position::START);
    for &pit in pits.get(..moves)? {
        sheet.play(pit).ok()?;
    }
    let legal: Vec<_> = rules.legal_moves(sheet.position()).collect();
    Some(format!("legal there: {}", write_moves(&legal)))
}
