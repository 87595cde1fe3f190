//! Every bot that comes with the project is legal.

use std::path::{Path, PathBuf};
use std::process::Command;

use ayo_rules::Rules;

use crate::examination::validate;
use crate::{Test, this_binary};

/// A bot of `bots/`: its folder, what builds it, and what runs it; `BOTS` and `BUILT`
/// stand for folders.
struct Entry {
    folder: &'static str,
    build: &'static [&'static str],
    run: &'static [&'static str],
}

const BOTS: &[Entry] = &[
    Entry { folder: "python", build: &[], run: &["python3", "BOTS/python/bot.py"] },
    Entry { folder: "javascript", build: &[], run: &["node", "BOTS/javascript/bot.js"] },
    Entry { folder: "bash", build: &[], run: &["bash", "BOTS/bash/bot.sh"] },
    Entry { folder: "lua", build: &[], run: &["lua5.4", "BOTS/lua/bot.lua"] },
    Entry { folder: "perl", build: &[], run: &["perl", "BOTS/perl/bot.pl"] },
    Entry {
        folder: "c",
        build: &["cc", "-O2", "-o", "BUILT/c-bot", "BOTS/c/bot.c"],
        run: &["BUILT/c-bot"],
    },
    Entry {
        folder: "java",
        build: &["javac", "-d", "BUILT/java", "BOTS/java/Bot.java"],
        run: &["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", "BUILT/java", "Bot"],
    },
    Entry {
        folder: "rust",
        build: &["rustc", "--edition", "2021", "-O", "-o", "BUILT/rust-bot", "BOTS/rust/bot.rs"],
        run: &["BUILT/rust-bot"],
    },
];

const BUILTIN: [&[&str]; 4] =
    [&["first"], &["random"], &["greedy"], &["minimax", "--option", "depth=4"]];

/// Makes a test of each.
pub(crate) fn tests(folder: &Path) -> Vec<Test> {
    let of_folder = BOTS.iter().map(|entry| {
        let folder = folder.to_owned();
        let run = Box::new(move || check_entry(&folder, entry));
        Test { name: format!("bots/{}", entry.folder), run }
    });
    // Each built-in bot by the usual rules, and one of them by each of the others.
    let usual = BUILTIN.into_iter().map(|words| (words, "ayoayo"));
    let presets = Rules::PRESETS.into_iter().map(|(name, _)| name).filter(|name| *name != "ayoayo");
    let other = BUILTIN.into_iter().cycle().zip(presets);
    let builtin = usual.chain(other).map(|(words, rules)| {
        let folder = folder.to_owned();
        let own = [this_binary(), "bot".to_owned()].into_iter();
        let command: Vec<String> = own.chain(words.iter().map(|&word| word.to_owned())).collect();
        let run = Box::new(move || check(&folder, words[0], &command, rules));
        Test { name: format!("built-in {} under {rules}", words[0]), run }
    });
    of_folder.chain(builtin).collect()
}

fn check_entry(folder: &Path, entry: &Entry) -> Result<(), String> {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots").canonicalize().unwrap();
    // Each its own, so that what one build leaves is not taken for another bot's litter.
    let built = folder.join(entry.folder);
    std::fs::create_dir_all(&built).unwrap();
    let resolved = |words: &[&str]| -> Vec<String> {
        let (bots, built) = (bots.to_str().unwrap(), built.to_str().unwrap());
        words.iter().map(|word| word.replace("BOTS", bots).replace("BUILT", built)).collect()
    };
    let (build, run) = (resolved(entry.build), resolved(entry.run));
    for program in build.first().into_iter().chain(run.first()) {
        if !program.starts_with('/') && !is_in_path(program) {
            return missing(entry.folder, program);
        }
    }
    if let Some((program, arguments)) = build.split_first() {
        let built = Command::new(program).args(arguments).output().map_err(|it| it.to_string())?;
        if !built.status.success() {
            return Err(String::from_utf8_lossy(&built.stderr).into_owned());
        }
    }
    check(folder, entry.folder, &run, "ayoayo")
}

/// Where nothing may be skipped, a missing language is a failure.
fn missing(folder: &str, program: &str) -> Result<(), String> {
    let why = format!("bots/{folder} needs `{program}`, which is not installed");
    if std::env::var("CI").is_ok_and(|value| value == "true") {
        return Err(why);
    }
    println!("skipped: {why}");
    Ok(())
}

fn is_in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = |folder: PathBuf| folder.join(program).is_file();
    std::env::split_paths(&path).any(found)
}

fn check(folder: &Path, name: &str, command: &[String], rules: &str) -> Result<(), String> {
    let found = validate(folder, name, command, rules, &[])?;
    // How quick it is depends on what else this machine does.
    let warned = found.ids("warn").into_iter().any(|id| !id.starts_with("6.") && id != "7.3");
    if found.exit_code == Some(0) && !warned { Ok(()) } else { Err(found.shown) }
}
