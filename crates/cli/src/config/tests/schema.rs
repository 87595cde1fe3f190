//! The JSON schema: every key is in it, the examples keep it, and the stored file is this one.

use std::path::PathBuf;

use regex::Regex;
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

use super::super::{bot, format, openings, rules, schema, sprt, tournament};

fn tournaments() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tournaments"))
}

#[test]
fn every_key_is_in_it() {
    let check = |kind: &super::super::table::Kind, keys: Vec<(&str, Value)>| {
        let keys: Vec<&str> = keys.into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, kind.keys, "{}", kind.place);
    };
    check(&tournament::TOP, schema::top_keys());
    check(&format::FORMAT, schema::format_keys());
    check(&openings::OPENINGS, schema::opening_keys());
    check(&sprt::SPRT, schema::sprt_keys());
    check(&bot::BOT, schema::bot_keys());
    check(&rules::RULES, schema::rule_keys());
}

#[test]
fn the_stored_file_is_this_one() {
    let path = tournaments().join("tournament.schema.json");
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let told = "stale: write it again with `ayo schema > tournaments/tournament.schema.json`";
    assert!(stored == schema::schema_text(), "{told}");
}

/// Returns the value as JSON.
fn to_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(integer) => {
            json!(i64::from_str_radix(integer.as_str(), integer.radix()).unwrap())
        }
        DeValue::Float(float) => json!(float.as_str().parse::<f64>().unwrap()),
        DeValue::Boolean(flag) => json!(flag),
        DeValue::Datetime(moment) => json!(moment.to_string()),
        DeValue::Array(items) => items.iter().map(|item| to_json(item.get_ref())).collect(),
        DeValue::Table(table) => table_to_json(table),
    }
}

fn table_to_json(table: &DeTable<'_>) -> Value {
    let members =
        table.iter().map(|(key, value)| (key.get_ref().to_string(), to_json(value.get_ref())));
    Value::Object(members.collect::<Map<_, _>>())
}

pub(super) fn document(text: &str) -> Value {
    table_to_json(DeTable::parse(text).unwrap().get_ref())
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        other => panic!("unknown type `{other}`"),
    }
}

/// Returns what in a value is against a schema; a word that is not understood is a panic, so
/// that nothing goes unchecked.
pub(super) fn faults(value: &Value, schema: &Value, place: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("{place}: {what}"));
        }
    };
    let number = value.as_f64();
    let length = value.as_str().map(|text| text.chars().count() as f64);
    let size = value.as_array().map(|items| items.len() as f64);
    for (word, wanted) in schema.as_object().unwrap() {
        let limit = wanted.as_f64();
        let keeps_schema = |schema: &Value| self::faults(value, schema, place).is_empty();
        let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
        let keeps = |found: Option<f64>, holds: fn(f64, f64) -> bool| {
            found.is_none_or(|found| holds(found, limit.unwrap()))
        };
        match word.as_str() {
            "$schema" | "title" | "description" | "default" | "properties" | "then" => {}
            "const" => must(value == wanted, word),
            "not" => must(!keeps_schema(wanted), word),
            "if" if keeps_schema(wanted) => must(keeps_schema(&schema["then"]), "then"),
            "if" => {}
            "allOf" => must(wanted.as_array().unwrap().iter().all(keeps_schema), word),
            "pattern" => {
                let pattern = Regex::new(wanted.as_str().unwrap()).unwrap();
                must(value.as_str().is_none_or(|text| pattern.is_match(text)), word);
            }
            "multipleOf" => must(keeps(number, |found, limit| found % limit == 0.0), word),
            "dependentSchemas" | "dependentRequired" => {
                for (key, wanted) in wanted.as_object().unwrap() {
                    let kept = match wanted.as_array() {
                        Some(keys) => keys.iter().all(has),
                        None => keeps_schema(wanted),
                    };
                    must(value.get(key).is_none() || kept, &format!("{word} of {key}"));
                }
            }
            "propertyNames" => {
                let names = value.as_object().into_iter().flatten().map(|(name, _)| json!(name));
                let holds = |name: Value| self::faults(&name, wanted, place).is_empty();
                must(names.into_iter().all(holds), word);
            }
            "type" => {
                let one = wanted.as_str().map(|name| vec![name]);
                let names = one.unwrap_or_else(|| {
                    wanted.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
                });
                must(names.iter().any(|name| is_of_type(value, name)), "type");
            }
            "enum" => {
                let is_in =
                    wanted.as_array().unwrap().iter().any(|known| {
                        known == value || (known.is_number() && known.as_f64() == number)
                    });
                must(is_in, "enum");
            }
            "minimum" => must(keeps(number, |found, limit| found >= limit), word),
            "maximum" => must(keeps(number, |found, limit| found <= limit), word),
            "exclusiveMaximum" => must(keeps(number, |found, limit| found < limit), word),
            "minLength" => must(keeps(length, |found, limit| found >= limit), word),
            "maxLength" => must(keeps(length, |found, limit| found <= limit), word),
            "minItems" => must(keeps(size, |found, limit| found >= limit), word),
            "maxItems" => must(keeps(size, |found, limit| found <= limit), word),
            "required" => {
                let keys = wanted.as_array().unwrap();
                must(!value.is_object() || keys.iter().all(has), word);
            }
            "anyOf" | "oneOf" => {
                let parts = wanted.as_array().unwrap().iter();
                let kept = parts.filter(|part| self::faults(value, part, place).is_empty()).count();
                must(if word == "oneOf" { kept == 1 } else { kept > 0 }, word);
            }
            "items" | "prefixItems" | "additionalProperties" => {}
            other => panic!("`{other}` is not understood here"),
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        let first = schema.get("prefixItems").and_then(|first| first.get(index));
        if let Some(items) = first.or(schema.get("items")) {
            faults.extend(self::faults(item, items, &format!("{place}[{index}]")));
        }
    }
    for (key, member) in value.as_object().into_iter().flatten() {
        let place = format!("{place}.{key}");
        let known = schema.get("properties").and_then(|known| known.get(key));
        match known.or(schema.get("additionalProperties")) {
            Some(Value::Bool(false)) => faults.push(format!("{place}: unknown key")),
            Some(schema) => faults.extend(self::faults(member, schema, &place)),
            None => {}
        }
    }
    faults
}

#[test]
fn the_example_files_keep_it() {
    let schema = schema::schema();
    let mut files = 0;
    for entry in std::fs::read_dir(tournaments()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        files += 1;
        let document = document(&std::fs::read_to_string(&path).unwrap());
        assert_eq!(faults(&document, &schema, ""), [""; 0], "{}", path.display());
    }
    assert!(files >= 3, "only {files} files");
}

const BOTS: &str = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\ncommand = [\"a\"]\n";

#[test]
fn good_and_bad_files() {
    let check = |text: &str, expected: &[&str]| {
        let found = faults(&document(&format!("{text}\n{BOTS}")), &schema::schema(), "");
        assert_eq!(found, expected, "{text}");
    };
    check("", &[]);
    check("seed = 0\ntc = 10\nst = \"0.5\"\nrules = \"ayoayo max_plies=7\"", &[]);
    check("[format]\nkind = \"swiss\"\nbye_points = 0.5\nacceleration = \"baku\"", &[]);
    check("rules = { sowing = \"single\", majority = false, max_plies = 200 }", &[]);
    check("sed = 1", &[".sed: unknown key"]);
    check("seed = -1", &[".seed: minimum"]);
    check("seed = 9007199254740992", &[".seed: maximum"]);
    check("seed = \"1\"", &[".seed: type"]);
    check("name = \"\"", &[".name: pattern"]);
    check("rules = { sowing = \"double\" }", &[".rules: anyOf"]);
    check("rules = { max_plies = 0 }", &[".rules: anyOf"]);
    check("[format]\nkind = \"league\"", &[".format.kind: enum"]);
    check("[format]\ncycels = 1", &[".format.cycels: unknown key"]);
    check("[openings]\nrandom_plies = 1000000", &[".openings.random_plies: maximum"]);
    check("[[bot]]\nname = \"x\"", &[".bot[0]: oneOf"]);
    check("[[bot]]\nbuiltin = \"first\"\ncommand = \"x\"", &[".bot[0]: oneOf"]);
    check("[[bot]]\nbuiltin = \"gredy\"", &[".bot[0].builtin: enum"]);
    check("[[bot]]\ncommand = \"x\"\nenv = { A = 1 }", &[".bot[0].env.A: type"]);
}

#[test]
fn a_file_without_bots() {
    let found = faults(&document("seed = 1"), &schema::schema(), "");
    assert_eq!(found, [": required"]);
}
