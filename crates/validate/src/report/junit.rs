//! The report as JUnit XML, for continuous integration: a suite a chapter.

use std::io::{self, Write};

use super::{CaseResult, Outcome, Report};
use crate::case::{CaseInfo, chapter_title};

/// Writes the report.
///
/// # Errors
/// Fails when the writer does.
pub fn report(out: &mut impl Write, report: &Report) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="{}"{}>"#, escaped(&report.bot), totals(&report.results))?;
    let rules = escaped(&report.rules.to_string());
    let same = |one: &CaseResult, other: &CaseResult| one.info.id.chapter == other.info.id.chapter;
    for results in report.results.chunk_by(same) {
        let chapter = results[0].info.id.chapter;
        let title = escaped(chapter_title(chapter));
        writeln!(out, r#"  <testsuite name="{chapter} {title}"{}>"#, totals(results))?;
        writeln!(out, r#"    <properties><property name="rules" value="{rules}"/></properties>"#)?;
        for result in results {
            case(out, result)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn totals(results: &[CaseResult]) -> String {
    let count =
        |outcome: Outcome| results.iter().filter(|result| result.outcome == outcome).count();
    let time_ms: u64 = results.iter().map(|result| result.time_ms).sum();
    format!(
        r#" tests="{}" failures="{}" errors="{}" skipped="{}" time="{}""#,
        results.len(),
        count(Outcome::Fail),
        count(Outcome::Error),
        count(Outcome::Skip),
        seconds(time_ms)
    )
}

fn seconds(time_ms: u64) -> String {
    format!("{}.{:03}", time_ms / 1000, time_ms % 1000)
}

fn case(out: &mut impl Write, result: &CaseResult) -> io::Result<()> {
    let CaseInfo { id, level, clause, title } = result.info;
    let (name, time) = (escaped(title), seconds(result.time_ms));
    let start = format!(r#"    <testcase name="{id} {name}" classname="{level}" time="{time}""#);
    let reason = escaped(&result.reason);
    let text = escaped(&text(result));
    match result.outcome {
        Outcome::Pass => writeln!(out, "{start}/>"),
        Outcome::Skip => {
            writeln!(out, "{start}>\n      <skipped message=\"{reason}\"/>\n    </testcase>")
        }
        // A warning does not fail a build.
        Outcome::Warn => {
            writeln!(
                out,
                "{start}>\n      <system-out>{clause}: {text}</system-out>\n    </testcase>"
            )
        }
        Outcome::Fail => writeln!(
            out,
            "{start}>\n      <failure type=\"{clause}\" message=\"{clause}: {reason}\">{text}</failure>\n    </testcase>"
        ),
        Outcome::Error => {
            writeln!(
                out,
                "{start}>\n      <error message=\"{reason}\">{text}</error>\n    </testcase>"
            )
        }
    }
}

/// The reason, the lines both ways and the hint.
fn text(result: &CaseResult) -> String {
    let mut text = format!("{}\n", result.reason);
    for entry in &result.transcript {
        text += &format!("{} {}\n", entry.direction.sign(), entry.text);
    }
    if let Some(hint) = &result.hint {
        text += &format!("hint: {hint}\n");
    }
    text
}

/// Escapes what XML would read, and replaces what it cannot hold even escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter if letter.is_control() => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}
