//! The report as one JSON document.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{CaseResult, Outcome, Report};
use crate::case::CaseInfo;
use crate::transcript::Entry;

/// The version of the document: it rises when a member changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;

/// Writes the report as one line.
///
/// # Errors
/// Fails when the writer does.
pub fn report(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let document = json!({
        "schema_version": SCHEMA_VERSION,
        "bot": report.bot,
        "rules": report.rules.to_string(),
        "legal": report.is_legal(),
        "summary": report.summary(),
        "musts_broken": report.count(Outcome::Fail),
        "warnings": report.count(Outcome::Warn),
        "errors": report.count(Outcome::Error),
        "cases": report.results.iter().map(case).collect::<Vec<_>>(),
    });
    writeln!(out, "{document}")
}

/// Writes all cases there are as one line.
///
/// # Errors
/// Fails when the writer does.
pub fn list(out: &mut impl Write, cases: impl Iterator<Item = CaseInfo>) -> io::Result<()> {
    let cases: Vec<Value> = cases.map(|info| Value::Object(members(info))).collect();
    writeln!(out, "{}", json!({ "schema_version": SCHEMA_VERSION, "cases": cases }))
}

fn members(info: CaseInfo) -> serde_json::Map<String, Value> {
    let CaseInfo { id, level, clause, title } = info;
    let pairs = [
        ("id", id.to_string()),
        ("level", level.to_string()),
        ("clause", clause.to_owned()),
        ("title", title.to_owned()),
    ];
    pairs.into_iter().map(|(name, text)| (name.to_owned(), Value::String(text))).collect()
}

fn case(result: &CaseResult) -> Value {
    let line = |entry: &Entry| json!({ "direction": entry.direction.sign(), "line": entry.text });
    let mut case = members(result.info);
    case.insert("outcome".to_owned(), json!(result.outcome.word()));
    case.insert("reason".to_owned(), json!(result.reason));
    case.insert("hint".to_owned(), json!(result.hint));
    case.insert("time_ms".to_owned(), json!(result.time_ms));
    case.insert(
        "transcript".to_owned(),
        result.transcript.iter().map(line).collect::<Vec<_>>().into(),
    );
    Value::Object(case)
}
