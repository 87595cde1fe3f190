//! Which mutant is caught by which case.

use std::path::Path;

use ayo_validate::{Outcome, Report, Selection, examine, human};

use crate::{Test, settings, spec, this_binary};

/// A mutant, the MUST cases it breaks, and the SHOULD cases that warn of it.
///
/// A fault that makes games impossible also keeps later cases from being tried.
const MUTANTS: &[(&str, &[&str], &[&str])] = &[
    ("none", &[], &[]),
    ("speaks-first", &["1.1"], &[]),
    ("no-hello", &["1.2"], &[]),
    ("python-repr", &["1.3"], &[]),
    ("hello-id", &["1.4"], &[]),
    ("protocol-2", &["1.5"], &[]),
    ("no-ping", &[], &["1.6"]),
    ("one-at-a-time", &["1.7"], &[]),
    ("no-newline", &["2.1"], &[]),
    ("no-flush", &["2.1"], &[]),
    ("long-line", &["2.1"], &[]),
    ("one-ping", &["2.1"], &[]),
    ("one-line-a-read", &["2.1"], &[]),
    ("pit-as-text", &["2.2"], &[]),
    ("thinks-aloud", &["2.2"], &[]),
    ("float-id", &["2.3"], &[]),
    ("short-id", &["2.3"], &[]),
    ("twice", &["2.4"], &[]),
    ("answers-new-game", &["2.5"], &[]),
    ("answers-game-over", &["2.5"], &[]),
    ("answers-error", &["2.5"], &[]),
    ("no-id", &[], &["2.6"]),
    ("half-lines", &["2.7"], &[]),
    ("chatty", &[], &["2.9"]),
    ("strict-members", &["3.1"], &[]),
    ("finds-legal-anywhere", &["3.2"], &[]),
    ("knows-rules", &["3.3"], &[]),
    ("dies-at-news", &["3.4"], &[]),
    ("answers-unknown", &["3.4"], &[]),
    ("dies-at-requests", &["3.5"], &[]),
    ("ignores-requests", &[], &["3.6"]),
    ("ascii-only", &["3.7"], &[]),
    ("short-buffer", &["3.8"], &[]),
    ("knows-reasons", &["3.9"], &[]),
    ("opponents-pit", &["4.1"], &[]),
    ("own-numbers", &["4.1"], &[]),
    ("never-feeds", &["4.6"], &[]),
    ("endless", &["4.8"], &[]),
    ("short-games", &["8.1"], &[]),
    ("dies-after-games", &["5.1"], &[]),
    ("needs-a-move", &["5.3"], &[]),
    ("dies-at-error", &["2.5", "5.5"], &[]),
    ("never-in-time", &["6.1"], &[]),
    ("slow-when-short", &[], &["6.6"]),
    ("hasty", &["7.2"], &[]),
    ("busy", &[], &["7.3"]),
    ("ignores-quit", &["7.4"], &[]),
    ("exit-code", &[], &["7.5"]),
    ("quits-after-games", &["7.6"], &[]),
    ("ignores-eof", &["7.7"], &[]),
    ("ignores-term", &[], &["7.8"]),
    ("litters", &[], &["7.9"]),
    ("150-moves", &["8.1"], &[]),
    ("dies-on-garbage", &[], &["8.3", "8.4", "8.5", "8.6"]),
    ("flood", &["9.1"], &["2.9"]),
    ("resigns", &["4.1"], &[]),
    ("same-id", &["2.3"], &[]),
];

/// Makes a test of each.
pub(crate) fn tests(folder: &Path) -> Vec<Test> {
    let test = |&(kind, broken, warned): &'static (&str, &[&str], &[&str])| {
        let folder = folder.to_owned();
        let run = Box::new(move || check(&folder, kind, broken, warned));
        Test { name: format!("mutant {kind}"), run }
    };
    MUTANTS.iter().map(test).collect()
}

fn check(folder: &Path, kind: &str, broken: &[&str], warned: &[&str]) -> Result<(), String> {
    let bot = spec(kind, command(folder, kind));
    let report = examine(&settings(folder), &bot, Selection::All, |_| true)
        .map_err(|error| error.to_string())?;
    let same = ids(&report, Outcome::Fail) == broken
        && wanted_warnings(&report, kind) == warned
        && report.count(Outcome::Error) == 0;
    if same { Ok(()) } else { Err(shown(&report)) }
}

/// Times are not judged here, unless the mutant is about them: the machine may be busy.
fn wanted_warnings(report: &Report, kind: &str) -> Vec<String> {
    let ids = ids(report, Outcome::Warn);
    let timed = |id: &String| id.starts_with("6.") && kind != "slow-when-short" || id == "6.4";
    ids.into_iter().filter(|id| !timed(id)).collect()
}

fn command(folder: &Path, kind: &str) -> Vec<String> {
    let own = [this_binary(), "mutant".to_owned(), kind.to_owned()];
    match kind {
        "one-at-a-time" => own.into_iter().chain([path(folder, "lock")]).collect(),
        "litters" => {
            let own_folder = folder.join("own");
            std::fs::create_dir_all(&own_folder).unwrap();
            let file = path(&own_folder, "file");
            std::fs::write(&file, "").unwrap();
            own.into_iter().chain([file]).collect()
        }
        "ignores-term" => {
            let script = "trap '' TERM; exec \"$0\" mutant none";
            ["/bin/sh", "-c", script, &this_binary()].map(str::to_owned).to_vec()
        }
        _ => own.to_vec(),
    }
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

fn ids(report: &Report, outcome: Outcome) -> Vec<String> {
    let of = report.results.iter().filter(|result| result.outcome == outcome);
    of.map(|result| result.info.id.to_string()).collect()
}

/// Writes the report as people see it.
pub(crate) fn shown(report: &Report) -> String {
    let mut out = Vec::new();
    for results in
        report.results.chunk_by(|one, other| one.info.id.chapter == other.info.id.chapter)
    {
        human::chapter(&mut out, results[0].info.id.chapter, results).unwrap();
    }
    human::summary(&mut out, report).unwrap();
    String::from_utf8(out).unwrap()
}
