//! The JSON schema of tournament files, for editors: made from the words and limits that the
//! reader itself goes by.
//!
//! What it deliberately does not do: it knows neither which files and programs there are, nor
//! what takes arithmetic: how many games a format comes to, or whether two names are equal.
//! Whoever runs the file is told all of that.

use ayo_engine::Builtin;
use ayo_protocol::TimeControl;
use ayo_ratings::sprt::{MAX_SPRT_ELO, MIN_ERROR_RATE};
use ayo_ratings::{EloModel, SprtSettings};
use ayo_rules::{OptionError, Rules};
use ayo_schedule::{MAX_DISTINCT_PLIES, MAX_RANDOM_PLIES, MAX_RATING, MAX_ROUNDS};
use serde_json::{Map, Value, json};

use super::nearest::backticked;
use super::{MAX_BOTS, MAX_SEED, adjudicate, bot, defaults, format, openings, pattern, time};
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
    // A test is one of two bots, by pairs of games.
    let even = json!({ "properties": { "games": { "multipleOf": 2 } } });
    schema["dependentSchemas"] = json!({
        "sprt": { "properties": { "bot": { "maxItems": 2 }, "format": even } },
    });
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

fn text(pattern: impl Into<String>) -> Value {
    json!({ "type": "string", "pattern": pattern.into() })
}

/// Seconds: a number, or a text in which more may stand.
fn seconds(pattern: String) -> Value {
    let longest = TimeControl::LONGEST.as_secs();
    let number = json!({ "type": "number", "minimum": 0.001, "maximum": longest });
    json!({ "anyOf": [number, text(pattern)] })
}

/// A whole number, also in quotes.
fn whole_or_text(least: u64, most: u64) -> Value {
    json!({ "anyOf": [whole(least, most), text(pattern::whole(least, most))] })
}

fn words<T>(words: &[(&str, T)]) -> Value {
    json!({ "enum": words.iter().map(|(word, _)| *word).collect::<Vec<_>>() })
}

fn default(mut schema: Value, value: impl Into<Value>) -> Value {
    schema["default"] = value.into();
    schema
}

pub(super) fn top_keys() -> Keys {
    let name = text(pattern::folder_name());
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
        (
            "tc",
            told(seconds(pattern::clock()), "seconds for the game, and for each move: `10+0.1`"),
        ),
        ("st", told(seconds(pattern::move_limit()), "seconds for each move")),
        (
            "margin_ms",
            told(
                default(whole(0, time::MAX_MARGIN_MS), margin_ms),
                "by how many milliseconds a limit may be overstepped",
            ),
        ),
        ("format", told(format_table(), "who meets whom")),
        ("openings", told(opening_table(), "where games begin")),
        ("sprt", told(sprt_table(), "a test that ends a tournament of two bots")),
        ("adjudicate", told(adjudicate_table(), "games that end when it is proved who wins")),
        ("bot", told(bots, "the bots")),
    ]
}

fn rules() -> Value {
    let takes = |name: &str| {
        let (words, numbers) = rule_option(name);
        pattern::takes(&words.iter().map(String::as_str).collect::<Vec<_>>(), &numbers)
    };
    // The presets are offered by name; a text may go on with changes.
    let text = text(pattern::rules(takes));
    json!({ "anyOf": [words(&Rules::PRESETS), text, table(rule_keys())] })
}

pub(super) fn rule_keys() -> Keys {
    let option = |name: &'static str| (name, rule_value(name));
    let presets = words(&Rules::PRESETS);
    [("preset", presets)].into_iter().chain(Rules::OPTION_NAMES.into_iter().map(option)).collect()
}

/// Returns the words or the range that an option takes, as the rules themselves say when it is
/// something else.
fn rule_option(name: &str) -> (Vec<String>, Vec<u64>) {
    let Err(OptionError::Value { takes, .. }) = defaults::RULES.clone().set(name, "") else {
        return (Vec::new(), Vec::new());
    };
    let words = backticked(&takes).map(str::to_owned).collect();
    (words, takes.split(' ').filter_map(|word| word.parse().ok()).collect())
}

fn rule_value(name: &str) -> Value {
    let (words, numbers) = rule_option(name);
    match (words.as_slice(), numbers.as_slice()) {
        ([], [least, most]) => whole_or_text(*least, *most),
        ([yes, no], _) if [yes, no] == ["true", "false"] => {
            json!({ "enum": [true, false, yes, no] })
        }
        (words, _) => json!({ "enum": words }),
    }
}

/// Keys that are for one kind only go with that.
fn format_table() -> Value {
    let mut format = table(format_keys());
    let only =
        |kind: &str| json!({ "required": ["kind"], "properties": { "kind": { "const": kind } } });
    let not_swiss = json!({ "properties": { "kind": { "not": { "const": "swiss" } } } });
    format["dependentSchemas"] = json!({
        "cycles": not_swiss,
        "rounds": only("swiss"),
        "bye_points": only("swiss"),
        "acceleration": only("swiss"),
        "challengers": only("gauntlet"),
    });
    format
}

fn opening_table() -> Value {
    let mut openings = table(opening_keys());
    openings["not"] = json!({ "required": ["random_plies", "file"] });
    openings["dependentRequired"] = json!({ "order": ["file"] });
    let few_plies = json!({ "random_plies": { "maximum": MAX_DISTINCT_PLIES } });
    openings["dependentSchemas"] =
        json!({ "value": { "not": { "required": ["file"] }, "properties": few_plies } });
    openings
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
        (
            "rounds",
            told(
                whole(1, MAX_ROUNDS as u64),
                "Swiss: rounds; default: two more than a single winner takes",
            ),
        ),
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
            told(
                json!({ "enum": [0, 0.5, 1, "0", "0.5", "1"], "default": 1 }),
                "Swiss: points for a bye",
            ),
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
        ("file", told(text(pattern::not_blank()), "a file with an opening a line")),
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

fn adjudicate_table() -> Value {
    let mut adjudicate = table(adjudicate_keys());
    adjudicate["required"] = json!(["proof"]);
    adjudicate
}

pub(super) fn adjudicate_keys() -> Keys {
    let nodes = default(whole(1, adjudicate::MAX_NODES.into()), defaults::PROOF_NODES);
    vec![
        ("proof", told(json!({ "type": "boolean" }), "end games whose winner is proved")),
        ("nodes", told(nodes, "positions that may be searched between two moves, for each side")),
    ]
}

fn bot_table() -> Value {
    let mut bot = table(bot_keys());
    bot["oneOf"] = json!([{ "required": ["builtin"] }, { "required": ["command"] }]);
    bot["dependentRequired"] = json!({
        "options": ["builtin"],
        "dir": ["command"],
        "env": ["command"],
        "build": ["command"],
    });
    let options_of = |builtin: Builtin| {
        let is_this = json!({ "required": ["builtin"], "properties": { "builtin": { "const": builtin.name() } } });
        let names: Vec<&str> = ayo_engine::options(builtin).map(|(name, _)| name).collect();
        let only = json!({ "properties": { "options": { "propertyNames": { "enum": names } } } });
        json!({ "if": is_this, "then": only })
    };
    bot["allOf"] = Builtin::ALL.map(options_of).into_iter().collect();
    bot
}

pub(super) fn bot_keys() -> Keys {
    let name = text(pattern::name());
    let known = Builtin::ALL.into_iter().flat_map(ayo_engine::options);
    let options = table(
        known.map(|(name, range)| (name, whole_or_text(*range.start(), *range.end()))).collect(),
    );
    let env = json!({
        "type": "object",
        "propertyNames": { "pattern": pattern::variable() },
        "additionalProperties": text(pattern::argument()),
    });
    let command = json!({ "anyOf": [
        text(pattern::not_blank()),
        {
            "type": "array",
            "minItems": 1,
            "prefixItems": [{ "minLength": 1 }],
            "items": text(pattern::argument()),
        },
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
        ("dir", told(json!({ "type": "string" }), "folder that the bot runs in")),
        ("env", told(env, "variables added to its environment")),
        ("restart", told(flag, "a new process for each game")),
        ("threads", told(threads, "threads it uses")),
        ("memory_mb", told(whole(1, bot::MAX_MEMORY_MB), "memory limit in MiB")),
        ("rating", told(whole(1, MAX_RATING.into()), "Swiss: its rating before")),
        (
            "build",
            told(text(pattern::not_blank()), "a line for the shell, before anything is played"),
        ),
    ]
}
