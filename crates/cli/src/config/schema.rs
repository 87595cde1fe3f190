//! The JSON schema of tournament files, for editors: made from the words and limits that the
//! reader itself goes by.
//!
//! What it deliberately does not do: it says what each key takes, not which keys go with each
//! other, nor which files there are. Whoever runs the file is told all of that.

use ayo_engine::Builtin;
use ayo_protocol::TimeControl;
use ayo_ratings::sprt::{MAX_SPRT_ELO, MIN_ERROR_RATE};
use ayo_ratings::{EloModel, SprtSettings};
use ayo_rules::{OptionError, Rules};
use ayo_schedule::{MAX_RANDOM_PLIES, MAX_RATING};
use serde_json::{Map, Value, json};

use super::nearest::backticked;
use super::{MAX_BOTS, MAX_NAME_CHARACTERS, MAX_SEED, bot, defaults, format, openings, time};
use crate::suite;

/// Returns the text of `tournament.schema.json`.
pub(crate) fn schema_text() -> String {
    format!("{:#}\n", schema())
}

/// Returns the schema of a whole file.
pub(super) fn schema() -> Value {
    let mut schema = table(top_keys());
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "Tournament of ayo".into();
    schema["required"] = json!(["bot"]);
    schema
}

/// The schema of the value of each key.
type Keys = Vec<(&'static str, Value)>;

/// Returns a table that has these keys and no others.
fn table(keys: Keys) -> Value {
    let properties: Map<String, Value> =
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// Adds what an editor shows.
fn told(mut schema: Value, description: &str) -> Value {
    schema["description"] = description.into();
    schema
}

fn whole(least: u64, most: u64) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

fn text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

fn words<T>(words: &[(&str, T)]) -> Value {
    json!({ "enum": words.iter().map(|(word, _)| *word).collect::<Vec<_>>() })
}

fn default(mut schema: Value, value: impl Into<Value>) -> Value {
    schema["default"] = value.into();
    schema
}

pub(super) fn top_keys() -> Keys {
    let name = json!({ "type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS });
    let seconds = || json!({ "type": ["string", "number"] });
    let margin_ms = TimeControl::DEFAULT_MARGIN.as_millis() as u64;
    let bots = json!({
        "type": "array",
        "minItems": 2,
        "maxItems": MAX_BOTS,
        "items": bot_table(),
    });
    vec![
        ("name", told(name, "name of the run and of its folder; default: that of the file")),
        (
            "seed",
            told(default(whole(0, MAX_SEED), defaults::SEED), "everything random follows from it"),
        ),
        ("rules", told(rules(), "a preset, or a table with a preset and changes")),
        ("tc", told(seconds(), "seconds for the game, and for each move: `10+0.1`")),
        ("st", told(seconds(), "seconds for each move")),
        (
            "margin_ms",
            told(
                default(whole(0, time::MAX_MARGIN_MS), margin_ms),
                "by how many milliseconds a limit may be overstepped",
            ),
        ),
        ("format", told(table(format_keys()), "who meets whom")),
        ("openings", told(table(opening_keys()), "where games begin")),
        ("sprt", told(sprt_table(), "a test that ends a tournament of two bots")),
        ("bot", told(bots, "the bots")),
    ]
}

fn rules() -> Value {
    json!({ "anyOf": [{ "type": "string" }, table(rule_keys())] })
}

pub(super) fn rule_keys() -> Keys {
    let option = |name: &'static str| (name, rule_option(name));
    let presets = words(&Rules::PRESETS);
    [("preset", presets)].into_iter().chain(Rules::OPTION_NAMES.into_iter().map(option)).collect()
}

/// Returns what an option takes, as the rules themselves say when it is something else.
fn rule_option(name: &str) -> Value {
    let Err(OptionError::Value { takes, .. }) = defaults::RULES.clone().set(name, "") else {
        return json!({});
    };
    let words: Vec<&str> = backticked(&takes).collect();
    let numbers: Vec<u64> = takes.split(' ').filter_map(|word| word.parse().ok()).collect();
    match (words.as_slice(), numbers.as_slice()) {
        (["true", "false"], _) => json!({ "type": "boolean" }),
        ([], [least, most]) => whole(*least, *most),
        (words, _) => json!({ "enum": words }),
    }
}

pub(super) fn format_keys() -> Keys {
    let count = || whole(1, u32::MAX.into());
    vec![
        ("kind", told(default(words(&format::NAMES), "round-robin"), "who meets whom")),
        (
            "cycles",
            told(
                default(count(), defaults::CYCLES),
                "round robin, gauntlet: how often every two bots meet",
            ),
        ),
        ("rounds", told(count(), "Swiss: rounds; default: two more than a single winner takes")),
        ("games", told(default(count(), defaults::GAMES), "games of a meeting; 2 swap sides")),
        (
            "challengers",
            told(
                default(count(), defaults::CHALLENGERS),
                "gauntlet: how many of the first bots meet the rest",
            ),
        ),
        (
            "bye_points",
            told(json!({ "enum": [0, 0.5, 1], "default": 1 }), "Swiss: points for a bye"),
        ),
        (
            "acceleration",
            told(
                default(words(&format::ACCELERATIONS), "none"),
                "Swiss: virtual points for the upper half in the first rounds",
            ),
        ),
    ]
}

pub(super) fn opening_keys() -> Keys {
    let plies = default(whole(0, MAX_RANDOM_PLIES.into()), defaults::RANDOM_PLIES);
    vec![
        ("random_plies", told(plies, "random moves before the bots take over")),
        ("value", told(words(&suite::VALUES), "only openings worth that to the side to move")),
        ("file", told(text(), "a file with an opening a line")),
        (
            "order",
            told(default(words(&openings::ORDERS), "sequential"), "the order of the file's lines"),
        ),
    ]
}

fn sprt_table() -> Value {
    let mut sprt = table(sprt_keys());
    sprt["required"] = json!(["elo0", "elo1"]);
    sprt
}

pub(super) fn sprt_keys() -> Keys {
    let SprtSettings { alpha, beta, model, .. } = SprtSettings::default();
    let elo = || json!({ "type": "number", "minimum": -MAX_SPRT_ELO, "maximum": MAX_SPRT_ELO });
    let rate = |usual: f64| json!({ "type": "number", "minimum": MIN_ERROR_RATE, "exclusiveMaximum": 1, "default": usual });
    let models = words(&EloModel::ALL.map(|model| (model.word(), model)));
    vec![
        ("elo0", told(elo(), "the first bot is better by so much, or")),
        ("elo1", told(elo(), "by so much: larger than elo0")),
        ("alpha", told(rate(alpha), "probability of accepting elo1 though elo0 is true")),
        ("beta", told(rate(beta), "probability of accepting elo0 though elo1 is true")),
        ("model", told(default(models, model.word()), "what elo0 and elo1 mean")),
    ]
}

fn bot_table() -> Value {
    let mut bot = table(bot_keys());
    bot["oneOf"] = json!([{ "required": ["builtin"] }, { "required": ["command"] }]);
    bot
}

pub(super) fn bot_keys() -> Keys {
    let name = json!({ "type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS });
    let number = json!({ "type": ["integer", "string"], "minimum": 0 });
    let options = json!({ "type": "object", "additionalProperties": number });
    let env = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let command = json!({ "anyOf": [
        text(),
        { "type": "array", "items": { "type": "string" }, "minItems": 1 },
    ]});
    let flag = json!({ "type": "boolean", "default": false });
    let threads = default(whole(1, bot::MAX_THREADS.into()), defaults::THREADS);
    vec![
        ("name", told(name, "default: the built-in bot, or the file that the command names")),
        ("builtin", told(json!({ "enum": Builtin::NAMES }), "a built-in bot")),
        (
            "options",
            told(
                options,
                "minimax: depth, nodes, table_mb; perfect: nodes, memory; random, greedy: seed",
            ),
        ),
        ("command", told(command, "a line that is split as by a shell, or its words")),
        ("dir", told(text(), "folder that the bot runs in")),
        ("env", told(env, "variables added to its environment")),
        ("restart", told(flag, "a new process for each game")),
        ("threads", told(threads, "threads it uses")),
        ("memory_mb", told(whole(1, bot::MAX_MEMORY_MB), "memory limit in MiB")),
        ("rating", told(whole(1, MAX_RATING.into()), "Swiss: its rating before")),
        ("build", told(text(), "a line for the shell, before anything is played")),
    ]
}
