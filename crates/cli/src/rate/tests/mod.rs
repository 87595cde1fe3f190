//! What `ayo rate` answers, as its reader sees it.

mod degenerate;
mod formats;
mod options;
mod output;
mod property;
mod reading;
mod refused;
mod vectors;

use std::io::Read;

use ayo_report::Style;
use clap::Parser as _;
use serde_json::Value;

use crate::args::{Arguments, Command};
use crate::failure::Failure;
use crate::rate::RateArguments;

/// Where the known right answers are.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ratings/tests/data");

/// Five bots on two islands; one of them lost all, two games do not count.
const SMALL: &str = "\
pair,south,north,result
1,greedy,minimax,0-1
1,minimax,greedy,1-0
2,greedy,minimax,1/2-1/2
2,minimax,greedy,0-1
3,first,greedy,0-1
3,greedy,first,1-0
4,first,minimax,0-1
4,minimax,first,*
5,\"odd, one\",even,1-0
5,even,\"odd, one\",1/2-1/2
6,even,even,1-0
";

#[track_caller]
fn arguments(words: &[&str]) -> RateArguments {
    match Arguments::try_parse_from(["ayo", "rate"].iter().chain(words)).unwrap().command {
        Command::Rate(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

fn try_rate(stdin: &mut impl Read, words: &[&str]) -> Result<String, Failure> {
    let mut out = Vec::new();
    super::rate(&arguments(words), stdin, &mut out, Style::Plain)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Returns what is printed for this text on stdin and these arguments.
#[track_caller]
fn rate(stdin: &str, words: &[&str]) -> String {
    try_rate(&mut stdin.as_bytes(), words).unwrap()
}

/// Returns the document for these arguments; every number in it is finite.
#[track_caller]
fn document(stdin: &str, words: &[&str]) -> Value {
    let text = rate(stdin, &[words, &["--format", "json"]].concat());
    check_finite(&text);
    serde_json::from_str(&text).unwrap()
}

/// Panics if a word of the text is no number where one should be.
#[track_caller]
fn check_finite(text: &str) {
    for word in text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()) {
        assert!(!["nan", "inf", "infinity"].contains(&word), "{text}");
    }
}

#[track_caller]
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[track_caller]
fn check_close(what: &str, found: &Value, expected: f64, tolerance: f64) {
    let found = number(found);
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
}
