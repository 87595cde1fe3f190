//! Which mutant is caught by which case.

use std::collections::BTreeSet;
use std::path::Path;

use ayo_validate::{Level, cases};

use crate::examination::validate;
use crate::{Test, make_open, this_binary};

/// A mutant, the MUST cases it breaks, and the SHOULD cases that warn of it.
///
/// A fault that makes games impossible also keeps later cases from being tried.
type Mutant = (&'static str, &'static [&'static str], &'static [&'static str]);

const MUTANTS: &[Mutant] = &[
    ("none", &[], &[]),
    ("ayoayo-only", &[], &[]),
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
    ("four-lines-a-read", &["2.8"], &[]),
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
    ("book", &["4.2"], &[]),
    ("short-search", &["4.3"], &[]),
    ("endgame-table", &["4.4"], &[]),
    ("list-of-one", &["4.5"], &[]),
    ("never-feeds", &["4.6"], &[]),
    ("sixty-laps", &["4.7"], &[]),
    ("endless", &["4.8"], &[]),
    ("drops-a-seed", &["4.9"], &[]),
    ("own-board", &[], &["4.11"]),
    ("short-games", &["8.1"], &[]),
    ("dies-after-games", &["5.1"], &[]),
    ("counts-results", &["5.2"], &[]),
    ("resumes", &["5.2"], &[]),
    ("needs-a-move", &["5.3"], &[]),
    ("thinks-alone", &["5.4"], &[]),
    ("ashamed", &["5.5"], &[]),
    ("dies-at-error", &["2.5"], &[]),
    ("never-in-time", &["6.1"], &[]),
    ("a-second-and-a-bit", &[], &["6.2"]),
    ("one-gear", &[], &["6.3"]),
    ("careful", &[], &["6.4"]),
    ("counts-on-the-margin", &[], &["6.5"]),
    ("slow-when-short", &[], &["6.6"]),
    ("short-pong-id", &["7.1"], &[]),
    ("hasty", &["7.2"], &[]),
    ("busy", &[], &["7.3"]),
    ("ignores-quit", &["7.4"], &[]),
    ("exit-code", &[], &["7.5"]),
    ("quits-after-games", &["7.6"], &[]),
    ("ignores-eof", &["7.7"], &[]),
    ("ignores-term", &[], &["7.8"]),
    ("litters", &[], &["7.9"]),
    ("150-moves", &["8.1"], &[]),
    ("dies-at-empty-lines", &[], &["8.3"]),
    ("dies-at-bad-json", &[], &["8.4"]),
    ("dies-at-bad-utf8", &[], &["8.5"]),
    ("dies-at-lists", &[], &["8.6"]),
    ("dies-on-garbage", &[], &["8.3", "8.4", "8.5", "8.6"]),
    ("flood", &["9.1"], &["2.9"]),
    ("logs-a-lot", &["9.1"], &[]),
    ("resigns", &["4.1"], &[]),
    ("same-id", &["2.3"], &[]),
    ("dies-in-ninth-ply", &["2.3"], &[]),
    ("dies-at-start", &["1.2"], &[]),
    ("dies-at-new-game", &["2.1"], &[]),
    ("leaves-after-move", &["2.2"], &[]),
    ("reads-to-the-end", &["1.2"], &[]),
];

/// Mutants of which only other rules than those of Ayoayo find out.
const UNDER_OTHER_RULES: &[(&str, Mutant)] = &[
    ("oware", ("none", &[], &[])),
    ("oware", ("ayoayo-only", &["4.5", "4.6"], &[])),
    ("oware-slam-forbidden", ("slams", &["4.12"], &[])),
];

/// Those that keep the examiner waiting longest; they go first, the others fit in beside.
const SLOW: [&str; 8] = [
    "one-line-a-read",
    "one-ping",
    "careful",
    "no-flush",
    "no-newline",
    "one-at-a-time",
    "long-line",
    "four-lines-a-read",
];

/// Makes a test of each, and one of what they find together.
pub(crate) fn tests(folder: &Path) -> Vec<Test> {
    let (slow, quick): (Vec<_>, Vec<_>) =
        MUTANTS.iter().partition(|(kind, ..)| SLOW.contains(kind));
    let usual = slow.into_iter().chain(quick).map(|mutant| ("ayoayo", mutant));
    let other = UNDER_OTHER_RULES.iter().map(|(rules, mutant)| (*rules, mutant));
    let test = |(rules, mutant): (&'static str, &'static Mutant)| {
        let folder = folder.to_owned();
        let run = Box::new(move || check(&folder, rules, mutant));
        let name = match rules {
            "ayoayo" => format!("mutant {}", mutant.0),
            rules => format!("mutant {} under {rules}", mutant.0),
        };
        Test { name, run }
    };
    let counted = {
        let folder = folder.to_owned();
        let run = Box::new(move || positions_are_many(&folder));
        Test { name: "positions of chapter 4".to_owned(), run }
    };
    let each = Test {
        name: "every case has a mutant of its own".to_owned(),
        run: Box::new(every_case_has_a_mutant),
    };
    usual.chain(other).map(test).chain([counted, each]).collect()
}

fn check(folder: &Path, rules: &str, mutant: &Mutant) -> Result<(), String> {
    let &(kind, broken, warned) = mutant;
    let found = validate(folder, kind, &command(folder, kind), rules, &[])?;
    let exit_code = if broken.is_empty() { 0 } else { 3 };
    let same = found.ids("fail") == broken
        && wanted(&found.ids("warn"), warned) == warned
        && found.ids("error").is_empty()
        && found.exit_code == Some(exit_code);
    if same {
        return Ok(());
    }
    Err(format!("exit code {:?}, {exit_code} expected\n{}", found.exit_code, found.shown))
}

/// Times are not judged here, unless the mutant is about them: the machine may be busy.
fn wanted<'a>(found: &[&'a str], expected: &[&str]) -> Vec<&'a str> {
    let wanted = |id: &&&str| !id.starts_with("6.") || expected.contains(id);
    found.iter().filter(wanted).copied().collect()
}

/// A case that is never the one to find a fault could go.
fn every_case_has_a_mutant() -> Result<(), String> {
    let all = || MUTANTS.iter().chain(UNDER_OTHER_RULES.iter().map(|(_, mutant)| mutant));
    let without: Vec<String> = cases()
        .filter(|case| case.level != Level::May)
        .map(|case| case.id.to_string())
        .filter(|id| !all().any(|(_, broken, warned)| [*broken, *warned].concat() == [id]))
        .collect();
    if without.is_empty() {
        Ok(())
    } else {
        Err(format!("no mutant is caught by {without:?} alone"))
    }
}

/// Counts the positions in which a bot was asked for a move, whatever the rules.
fn positions_are_many(folder: &Path) -> Result<(), String> {
    for rules in ["ayoayo", "oware"] {
        let file = path(folder, &format!("positions-{rules}"));
        let words = [this_binary(), "mutant".to_owned(), "counts".to_owned(), file.clone()];
        validate(folder, "counts", &words, rules, &["4"])?;
        let text = std::fs::read_to_string(&file).unwrap();
        let positions: BTreeSet<&str> = text.lines().collect();
        if positions.len() < 200 {
            return Err(format!("{} positions under {rules}", positions.len()));
        }
    }
    Ok(())
}

fn command(folder: &Path, kind: &str) -> Vec<String> {
    let own = [this_binary(), "mutant".to_owned(), kind.to_owned()];
    match kind {
        "one-at-a-time" => own.into_iter().chain([path(folder, "lock")]).collect(),
        "litters" => {
            let own_folder = folder.join("own");
            make_open(&own_folder);
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
