//! What is told of bots that do not start, or crash: how it ended, after what, and what to do.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::examination::{Case, Examination, validate};
use crate::{Test, this_binary};

/// A bot, and what is told of it.
struct Row {
    bot: &'static str,
    only: &'static [&'static str],
    /// The case that tells.
    id: &'static str,
    reason: &'static str,
    hint: &'static str,
    /// Whether other cases are tried after it.
    goes_on: bool,
}

const CRASH: &str = "what it wrote to stderr last";
const HELLO: &str = "it crashed: exited with code 1 before it answered `hello`";

const ROWS: &[Row] = &[
    row("dies-at-start", &[], "1.2", HELLO, CRASH),
    row("dies-at-start", &["1.1"], "1.2", HELLO, CRASH),
    row("dies-at-start", &["1.7"], "1.2", HELLO, CRASH),
    row("dies-at-start", &["2.6"], "1.2", HELLO, CRASH),
    row("dies-at-start", &["9"], "1.2", HELLO, CRASH),
    row(
        "#!/no/such/lang\n",
        &[],
        "1.2",
        "it cannot be started: the interpreter of",
        "run the command in a terminal",
    ),
    row("#!/usr/bin/env sh\r\n", &[], "1.2", "has CRLF line endings", CRASH),
    row("#!/usr/bin/env nosuchlang\n", &[], "1.2", "names `nosuchlang`", CRASH),
    row("dies-at-new-game", &[], "2.1", "it crashed: exited with code 1 after `new_game`", CRASH),
    // Whether its end is seen before the next game is announced is a race.
    row("leaves-after-move", &[], "2.2", "it ended: exited with code 0 after ", CRASH),
    row("dies-in-ninth-ply", &[], "2.3", "it crashed: exited with code 1 after `go` (id ", CRASH)
        .and_goes_on(),
    row("no-hello", &[], "1.2", "no answer in 10.0s", "do not wait for the end of input"),
    row("reads-to-the-end", &[], "1.2", "no answer", "do not wait for its end, and flush stdout"),
    row("no-flush", &[], "2.1", "no answer", "do not wait for its end, and flush stdout"),
];

const fn row(
    bot: &'static str,
    only: &'static [&'static str],
    id: &'static str,
    reason: &'static str,
    hint: &'static str,
) -> Row {
    Row { bot, only, id, reason, hint, goes_on: false }
}

impl Row {
    const fn and_goes_on(self) -> Row {
        Row { goes_on: true, ..self }
    }
}

/// Makes a test of each.
pub(crate) fn tests(folder: &Path) -> Vec<Test> {
    let rows = ROWS.iter().zip(0..).map(|(row, number)| {
        let folder = folder.to_owned();
        let name = format!("crash {} {}", row.bot.trim_end().escape_debug(), row.only.concat());
        Test { name, run: Box::new(move || check(&folder, number, row)) }
    });
    let junit = {
        let folder = folder.to_owned();
        let run = Box::new(move || junit_is_written(&folder));
        Test { name: "crash in JUnit's XML".to_owned(), run }
    };
    let nothing = {
        let folder = folder.to_owned();
        let run = Box::new(move || nothing_was_tried(&folder));
        Test { name: "a case these rules do not have".to_owned(), run }
    };
    rows.chain([junit, nothing]).collect()
}

fn check(folder: &Path, number: usize, row: &Row) -> Result<(), String> {
    let command = match row.bot.strip_prefix("#!") {
        Some(_) => vec![script(folder, number, row.bot)],
        None => vec![this_binary(), "mutant".to_owned(), row.bot.to_owned()],
    };
    let found = validate(folder, "bot", &command, "ayoayo", row.only)?;
    told(&found, row).map_err(|why| format!("{why}\n{}", found.shown))
}

fn script(folder: &Path, number: usize, text: &str) -> String {
    let path = folder.join(format!("script-{number}"));
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn told(found: &Examination, row: &Row) -> Result<(), String> {
    if found.exit_code != Some(3) || found.ids("fail") != [row.id] {
        return Err(format!("exit code {:?}, broken {:?}", found.exit_code, found.ids("fail")));
    }
    let at = found.cases.iter().position(|case| case.id == row.id).unwrap();
    let Case { reason, hint, transcript, .. } = &found.cases[at];
    if !reason.contains(row.reason) || row.reason.starts_with("it ") && !reason.starts_with("it ") {
        return Err(format!("it says: {reason}"));
    }
    if !hint.contains(row.hint) {
        return Err(format!("its hint is: {hint}"));
    }
    if ["dies-at-start", "no-hello"].contains(&row.bot) && !transcript.contains("ImportError") {
        return Err(format!("its stderr is not told: {transcript}"));
    }
    let first = format!("not tried: {} comes first", row.id);
    let mut others = found.cases[at + 1..].iter();
    if row.goes_on {
        let tried = others.filter(|case| case.outcome == "pass").count();
        return if tried > 30 { Ok(()) } else { Err(format!("{tried} others tried")) };
    }
    match others.find(|case| case.outcome != "skip" || case.reason != first) {
        Some(Case { id, outcome, reason, .. }) => Err(format!("{id} {outcome}: {reason}")),
        None => Ok(()),
    }
}

fn junit_is_written(folder: &Path) -> Result<(), String> {
    let file = folder.join("crash.xml");
    let output = Command::new(this_binary())
        .args(["validate", "--isolation", "none", "--junit"])
        .arg(&file)
        .arg(format!("'{}' mutant dies-at-start", this_binary()))
        .output()
        .map_err(|error| error.to_string())?;
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let xml = std::fs::read_to_string(&file).map_err(|error| format!("{error}\n{shown}"))?;
    let failure = "<failure type=\"M1\" message=\"M1: it crashed: exited with code 1 before";
    let told = xml.contains(failure)
        && xml.contains("ImportError")
        && shown.contains("FAIL 1.2 MUST")
        && shown.contains("ImportError")
        && output.status.code() == Some(3);
    if told { Ok(()) } else { Err(format!("{shown}\n{xml}")) }
}

fn nothing_was_tried(folder: &Path) -> Result<(), String> {
    let command = [this_binary(), "mutant".to_owned(), "none".to_owned()];
    let found = validate(folder, "none", &command, "ayoayo", &["4.12"])?;
    let told = found.exit_code == Some(0) && found.shown.contains("nothing was tried");
    if told { Ok(()) } else { Err(format!("exit code {:?}\n{}", found.exit_code, found.shown)) }
}
