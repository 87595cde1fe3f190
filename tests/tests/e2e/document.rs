//! Documents whose commands are run as a reader would run them.
//!
//! - A block in `sh`, or one that begins with `$ `, is run. All blocks run in order, each
//!   where the one before has ended, and each must succeed.
//! - A block in `text` shows what the commands above it print, and so do the lines below
//!   `$ `. Every line must be printed, in this order; numbers may be others, blanks more or
//!   fewer, and `…` stands for lines that are left out.
//! - A block after a paragraph with "Save this as `NAME`" is saved as this file.
//! - A block after `<!-- not run: why -->` is passed over.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::Folder;
use crate::shell::shell;

/// One thing a document has its reader do.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Save { name: String, text: String },
    Run { line: usize, commands: String },
    Shown { line: usize, text: String },
}

/// Follows a document in the root of the repository, in a folder of its own.
///
/// Blocks that begin with a text of `passed_over` are not run.
#[track_caller]
pub(crate) fn follow(document: &str, passed_over: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(document)).unwrap();
    let folder = Folder::new();
    // What a reader in the root of the repository has before his eyes.
    fs::create_dir(folder.path("tournaments")).unwrap();
    let quickstart = "tournaments/quickstart.toml";
    fs::copy(root.join(quickstart), folder.path(quickstart)).unwrap();
    let mut reader = Reader { folder: &folder, document, current: folder.path("."), printed: None };
    let steps = steps(&text, passed_over);
    assert!(
        steps.iter().any(|step| matches!(step, Step::Run { .. })),
        "{document} has no commands"
    );
    steps.into_iter().for_each(|step| reader.takes(step));
}

/// Someone who does what a document says.
struct Reader<'a> {
    folder: &'a Folder,
    document: &'a str,
    current: PathBuf,
    printed: Option<String>,
}

impl Reader<'_> {
    fn takes(&mut self, step: Step) {
        match step {
            Step::Save { name, text } => fs::write(self.current.join(name), text).unwrap(),
            Step::Run { line, commands } => self.runs(line, &commands),
            Step::Shown { line, text } => {
                let printed = self.printed.as_deref().unwrap_or_default();
                if let Err(missing) = has_shape(printed, &text) {
                    panic!("{}:{line}: no `{missing}` in\n{printed}", self.document);
                }
            }
        }
    }

    fn runs(&mut self, line: usize, commands: &str) {
        println!("{}:{line}:\n{commands}", self.document);
        let ended_in = self.folder.path("current");
        let lines = format!("{commands}\npwd > '{}'", ended_in.display());
        let done = shell(self.folder, &self.current, &lines).exits(0);
        self.current = PathBuf::from(fs::read_to_string(ended_in).unwrap().trim());
        self.printed = Some(done.stdout);
    }
}

fn steps(text: &str, passed_over: &[&str]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = text.lines().enumerate();
    // The last words before a block.
    let mut before = String::new();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            match line.trim() {
                "" => {}
                line => before = line.to_owned(),
            }
            continue;
        };
        let block = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let block: String = block.map(|line| format!("{line}\n")).collect();
        let words = std::mem::take(&mut before);
        if is_marker(&words) || passed_over.iter().any(|start| block.starts_with(start)) {
            continue;
        }
        steps.extend(block_steps(number + 2, language, block, &words));
    }
    steps
}

/// Returns whether a line says that the next block is not run, and why.
fn is_marker(line: &str) -> bool {
    let reason = line.strip_prefix("<!-- not run:").and_then(|rest| rest.strip_suffix("-->"));
    reason.is_some_and(|reason| !reason.trim().is_empty())
}

fn block_steps(line: usize, language: &str, block: String, before: &str) -> Vec<Step> {
    if let Some(name) = saved_as(before) {
        return vec![Step::Save { name, text: block }];
    }
    if let Some(session) = block.strip_prefix("$ ") {
        let (commands, text) = session.split_once('\n').unwrap_or((session, ""));
        let shown = Step::Shown { line: line + 1, text: text.to_owned() };
        return vec![Step::Run { line, commands: commands.to_owned() }, shown];
    }
    match language {
        "sh" => vec![Step::Run { line, commands: block }],
        "text" => vec![Step::Shown { line, text: block }],
        _ => vec![],
    }
}

fn saved_as(before: &str) -> Option<String> {
    let (_, rest) = before.split_once("Save this as `")?;
    Some(rest.split_once('`')?.0.to_owned())
}

/// Checks that every line of `shown` is printed, in this order.
///
/// # Errors
/// Returns the first line that is not.
fn has_shape<'a>(printed: &str, shown: &'a str) -> Result<(), &'a str> {
    let mut printed = printed.lines().map(shape);
    for line in shown.lines().filter(|line| !["", "…"].contains(&line.trim())) {
        let wanted = shape(line);
        if !printed.any(|line| line == wanted) {
            return Err(line);
        }
    }
    Ok(())
}

/// Returns the words of a line, with `0` for every number and bound, and without what
/// depends on the host.
fn shape(line: &str) -> String {
    let line = line.replace("slots", "slot");
    let mut words: Vec<String> = line.split_whitespace().map(word_shape).collect();
    // `≥ +307` where others have a number with an interval.
    words.retain(|word| !["≥", "≤", "±"].contains(&word.as_str()));
    words.dedup_by(|word, before| word == "0" && before == "0");
    if let Some(at) = words.iter().position(|word| word == "isolation")
        && let Some(level) = words.get_mut(at + 1)
    {
        "LEVEL".clone_into(level);
    }
    words.join(" ")
}

fn word_shape(word: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || "+-–−.,<>".contains(c);
    let bare = word.trim_matches(['(', ')', ':']);
    if bare.chars().all(is_number) { "0".to_owned() } else { word.to_owned() }
}

#[test]
fn blocks() {
    let text = "\
Text.\n\n```sh\ncd x\n```\n\n```text\nseen 7\n```\n\n<!-- not run: too long -->\n```sh\nsleep 9\n```\n
Save this as `a.py`:\n\n```python\nb\n```\n```python\nc\n```\n```\n$ ayo x\n…\n```\n```sh\nmake y\n```\n";
    let run = |line, commands: &str| Step::Run { line, commands: commands.to_owned() };
    let shown = |line, text: &str| Step::Shown { line, text: text.to_owned() };
    let save = Step::Save { name: "a.py".to_owned(), text: "b\n".to_owned() };
    let expected =
        [run(4, "cd x\n"), shown(8, "seen 7\n"), save, run(25, "ayo x"), shown(26, "…\n")];
    assert_eq!(steps(text, &["make"]), expected);
}

#[test]
fn shapes() {
    #[track_caller]
    fn check(printed: &str, shown: &str, missing: Option<&str>) {
        assert_eq!(has_shape(printed, shown).err(), missing, "{printed}");
    }
    check("a\nElo +1.5 ± 2 (95 %)\nb", "Elo   -10.25 ± 30 (99 %)", None);
    check("Elo ≥ +307 (95 %)", "Elo -10.25 ± 30 (99 %)", None);
    check("1 slot · isolation none", "8 slots · isolation strong", None);
    check("LOS >99.9 %\nW-D-L 1-2-3", "LOS 5 %\nW-D-L 10-20-30", None);
    check("a\nb\nc", "a\n…\nc", None);
    check("a\nb", "b\na", Some("a"));
    check("5 games", "5 rounds", Some("5 rounds"));
    check("faults none", "faults mine: 1 timeout", Some("faults mine: 1 timeout"));
    check("", "a", Some("a"));
}
