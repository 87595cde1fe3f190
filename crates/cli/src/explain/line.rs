//! A line that asks about a position, and what may be wrong with it.

use ayo_rules::{InvalidPosition, OptionError, PITS, Position, Rules, Side};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::bulk::MAX_LINE_BYTES;

/// A position, as asked about.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// What the answer is to be marked with, as it stands in the line.
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) rules: Rules,
    pub(crate) position: Position,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error("more than {MAX_LINE_BYTES} bytes")]
    TooLong,
    #[error("not UTF-8")]
    NotUtf8,
    #[error("not an object with `pits`, `stores` and `turn`")]
    NotAnObject,
    #[error("{message} (column {column})")]
    Json { message: String, column: usize },
    #[error("`rules` is the name of a preset or an object, not `{0}`")]
    RulesShape(Value),
    #[error(transparent)]
    Rules(#[from] OptionError),
    #[error("`turn` is 0 (South) or 1 (North), not {0}")]
    Turn(usize),
    #[error(transparent)]
    Seeds(#[from] InvalidPosition),
}

/// The members of the line, as they are written.
#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    rules: Option<Value>,
    pits: [u8; PITS],
    stores: [u8; 2],
    turn: usize,
}

/// Keeps `null`, which an `Option` alone would take for a missing member.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl<'a> Line<'a> {
    /// Reads a line; `None` when it is blank.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(crate) fn parse(
        text: &'a str,
        default_rules: Rules,
    ) -> Result<Option<Line<'a>>, LineError> {
        if text.is_empty() {
            return Ok(None);
        }
        // A list of the members would do for serde, but it is not what we promise.
        if !text.starts_with('{') {
            return Err(LineError::NotAnObject);
        }
        let members: Members = serde_json::from_str(text).map_err(json_error)?;
        let rules = match members.rules {
            Some(value) => read_rules(&value, default_rules)?,
            None => default_rules,
        };
        let turn = Side::from_index(members.turn).ok_or(LineError::Turn(members.turn))?;
        let position = Position::new(members.pits, members.stores, turn)?;
        Ok(Some(Line { id: members.id, rules, position }))
    }
}

/// Reads the text of a rule set, or an object: `preset` and the options that differ.
fn read_rules(value: &Value, default_rules: Rules) -> Result<Rules, LineError> {
    let options = match value {
        Value::String(text) => return Ok(text.parse()?),
        Value::Object(options) => options,
        _ => return Err(LineError::RulesShape(value.clone())),
    };
    let mut rules = match options.get("preset") {
        Some(Value::String(name)) => {
            Rules::preset(name).ok_or_else(|| OptionError::Preset { name: name.clone() })?
        }
        Some(other) => return Err(OptionError::Preset { name: other.to_string() }.into()),
        None => default_rules,
    };
    for (option, value) in options.iter().filter(|(option, _)| *option != "preset") {
        match value {
            Value::String(word) => rules.set(option, word)?,
            other => rules.set(option, &other.to_string())?,
        }
    }
    Ok(rules)
}

fn json_error(error: serde_json::Error) -> LineError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
    LineError::Json { message, column: error.column() }
}
