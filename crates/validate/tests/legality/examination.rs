//! One run of `ayo validate`, as from a shell.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::this_binary;

/// What a run of the command came to.
pub(crate) struct Examination {
    pub(crate) exit_code: Option<i32>,
    /// Each case, and how it went.
    pub(crate) cases: Vec<Case>,
    /// What people see.
    pub(crate) shown: String,
}

/// A case of the report.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) outcome: String,
    pub(crate) reason: String,
    pub(crate) hint: String,
    /// The lines both ways.
    pub(crate) transcript: String,
}

/// Examines a bot by these rules; `only` is a case, a chapter, or nothing.
pub(crate) fn validate(
    folder: &Path,
    name: &str,
    command: &[String],
    rules: &str,
    only: &[&str],
) -> Result<Examination, String> {
    let words: Vec<String> =
        command.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
    let bot = format!("{name}={}", words.join(" "));
    let only = only.iter().flat_map(|id| ["--only", id]);
    let output = Command::new(this_binary())
        .args(["validate", "--json", "--isolation", "none", "--rules", rules])
        .args(only)
        .arg(&bot)
        .current_dir(folder)
        .output()
        .map_err(|error| error.to_string())?;
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("no report: {error}\n{shown}"))?;
    if report["rules"] != rules {
        return Err(format!("it says that the rules are {}", report["rules"]));
    }
    let cases = report["cases"].as_array().ok_or("the report has no cases")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(Examination {
        exit_code: output.status.code(),
        cases: cases
            .iter()
            .map(|case| Case {
                id: text(&case["id"]),
                outcome: text(&case["outcome"]),
                reason: text(&case["reason"]),
                hint: text(&case["hint"]),
                transcript: case["transcript"].to_string(),
            })
            .collect(),
        shown,
    })
}

impl Examination {
    /// Lists the cases that went like this.
    pub(crate) fn ids(&self, outcome: &str) -> Vec<&str> {
        let of = self.cases.iter().filter(|case| case.outcome == outcome);
        of.map(|case| &*case.id).collect()
    }
}
