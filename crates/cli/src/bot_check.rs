//! Looks at every bot before the first game: does it start, and does it keep the protocol?

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use ayo_referee::{BotSpec, Settings, StartError, Stop, Stopper, preflight};
use ayo_report::figures::counted;
use ayo_rules::Rules;
use ayo_validate::{CaseInfo, CaseResult, Outcome, quick};

use crate::failure::Failure;
use crate::keeper::stderr_lines;
use crate::play::shell_word;
use crate::terminal::say;

/// From so many bots on it is said that they are looked at: it takes a while.
const MANY_BOTS: usize = 20;
/// Broken cases that are shown of a bot; the rest `ayo validate` tells.
const SHOWN_CASES: usize = 3;

/// What was found out about a bot.
enum Found {
    /// It does not start.
    NoStart(StartError),
    /// It starts, and breaks these.
    Broken(Vec<CaseResult>),
}

/// Starts every bot, as many at a time as there are slots, and tries the quick cases.
///
/// Bots that are started in the same way are looked at once. A bot that breaks a rule of
/// the protocol may play all the same, and is warned of: it loses by it.
///
/// # Errors
/// Names all bots that do not start; and says when the run was stopped meanwhile.
pub(crate) fn check_bots(
    settings: &Settings,
    specs: &[BotSpec],
    stopper: &Stopper,
) -> Result<(), Failure> {
    let (distinct, which) = distinct(specs);
    if distinct.len() >= MANY_BOTS {
        say(&format!("trying {}", counted(distinct.len() as u64, "bot")));
    }
    let found = look_at_all(settings, &distinct, stopper)?;
    if stopper.asked() != Stop::No {
        return Err(Failure::Interrupted);
    }
    let mut failed = Vec::new();
    for (spec, &index) in specs.iter().zip(&which) {
        match found.get(&index) {
            Some(Found::NoStart(error)) => failed.push((spec, error)),
            Some(Found::Broken(cases)) => {
                cases.iter().for_each(|case| warn(&settings.rules, spec, case));
            }
            None => {}
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(cannot_start(&failed)) }
}

/// Returns the bots that are started in different ways, and for each bot which it is.
fn distinct(specs: &[BotSpec]) -> (Vec<&BotSpec>, Vec<usize>) {
    let mut distinct: Vec<&BotSpec> = Vec::new();
    let mut known = HashMap::new();
    let mut which = Vec::with_capacity(specs.len());
    for spec in specs {
        let BotSpec { name: _, command, dir, env, restart: _, threads: _, memory_mb } = spec;
        which.push(*known.entry((command, dir, env, memory_mb)).or_insert_with(|| {
            distinct.push(spec);
            distinct.len() - 1
        }));
    }
    (distinct, which)
}

fn look_at_all(
    settings: &Settings,
    bots: &[&BotSpec],
    stopper: &Stopper,
) -> Result<HashMap<usize, Found>, Failure> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(HashMap::new());
    let work = || -> anyhow::Result<()> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(spec) = bots.get(index).filter(|_| stopper.asked() == Stop::No) else {
                return Ok(());
            };
            let look = look_at(settings, spec, stopper)?;
            found.lock().expect("nobody panics while noting").insert(index, look);
        }
    };
    let workers = settings.slots.min(bots.len());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let ended =
            workers.into_iter().map(|worker| worker.join().expect("looking does not panic"));
        ended.collect::<anyhow::Result<()>>()
    })?;
    Ok(found.into_inner().expect("nobody panics while noting"))
}

fn look_at(settings: &Settings, spec: &BotSpec, stopper: &Stopper) -> anyhow::Result<Found> {
    let bots = std::slice::from_ref(spec);
    let mut failed = preflight(settings, bots, stopper, |_| {}).context("cannot start bots")?;
    if let Some((_, error)) = failed.pop() {
        return Ok(Found::NoStart(error));
    }
    if stopper.asked() != Stop::No {
        return Ok(Found::Broken(Vec::new()));
    }
    let mut broken = match quick(settings, spec) {
        Ok(report) => report.results,
        Err(error) => return Ok(Found::NoStart(error)),
    };
    broken.retain(|case| matches!(case.outcome, Outcome::Fail | Outcome::Warn));
    broken.truncate(SHOWN_CASES);
    Ok(Found::Broken(broken))
}

fn warn(rules: &Rules, spec: &BotSpec, case: &CaseResult) {
    let CaseInfo { id, level, clause, title } = case.info;
    let name = &spec.name;
    let reason: String = case.reason.chars().flat_map(char::escape_debug).collect();
    let told = match case.ended {
        // What the case is about is not what is wrong.
        true => format!("`{name}`: {reason} (found by {id} {level}, protocol.md {clause})"),
        false => format!("`{name}` breaks {id} {level} {title} (protocol.md {clause}): {reason}"),
    };
    let folder = std::env::current_dir().unwrap_or_default();
    say(&format!("warning: {told}\n  more: {}", validate_command(rules, spec, &folder)));
}

/// Returns the command that examines a bot, to be pasted in this folder.
fn validate_command(rules: &Rules, spec: &BotSpec, folder: &Path) -> String {
    let mut words: Vec<String> =
        (0..).zip(&spec.command).map(|(place, word)| typed(word, place, folder)).collect();
    if spec.dir.is_some() || !spec.env.is_empty() {
        // A bot on the command line has neither; `env` gives it both.
        let dir = spec.dir.iter().flat_map(|dir| ["-C".to_owned(), dir.display().to_string()]);
        let variables = spec.env.iter().map(|(name, value)| format!("{name}={value}"));
        let before = ["env".to_owned()].into_iter().chain(dir).chain(variables);
        words = before.chain(spec.command.iter().cloned()).collect();
    }
    let bot = match words.as_slice() {
        // A file is taken as a whole.
        [only] if only.contains('/') => only.clone(),
        words => words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" "),
    };
    let rules = match *rules {
        Rules::AYOAYO => String::new(),
        rules => format!("--rules {} ", shell_word(&rules.to_string())),
    };
    format!("ayo validate {rules}{}", shell_word(&bot))
}

/// Returns a word of a command as it is typed in a folder.
fn typed(word: &str, place: usize, folder: &Path) -> String {
    let inside = Path::new(word).strip_prefix(folder).ok().and_then(Path::to_str);
    match inside.filter(|inside| !inside.is_empty() && !inside.starts_with('-')) {
        Some(inside) if place == 0 => format!("./{inside}"),
        Some(inside) => inside.to_owned(),
        None => word.to_owned(),
    }
}

/// Says which bots do not start, and why.
pub(crate) fn cannot_start(failed: &[(&BotSpec, &StartError)]) -> Failure {
    let texts: Vec<String> = failed.iter().map(|(bot, error)| describe(&bot.name, error)).collect();
    Failure::Work(anyhow::Error::msg(texts.join("\nerror: ")))
}

/// Says why a bot does not start, with what it wrote to its stderr.
fn describe(name: &str, error: &StartError) -> String {
    format!("cannot start bot `{name}`\n  caused by: {error}{}", stderr_lines(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_paste() {
        let check = |command: &[&str], dir: Option<&str>, rules: Rules, expected: &str| {
            let spec = BotSpec {
                name: "mine".to_owned(),
                command: command.iter().map(|&word| word.to_owned()).collect(),
                dir: dir.map(Into::into),
                env: dir.map(|_| ("A".to_owned(), "b c".to_owned())).into_iter().collect(),
                restart: false,
                threads: 1,
                memory_mb: None,
            };
            assert_eq!(validate_command(&rules, &spec, Path::new("/home/me")), expected);
        };
        let usual = Rules::AYOAYO;
        check(&["python3", "/home/me/mybot.py"], None, usual, "ayo validate 'python3 mybot.py'");
        check(&["python3", "/srv/mybot.py"], None, usual, "ayo validate 'python3 /srv/mybot.py'");
        check(&["python3", "/home/me/-x.py"], None, usual, "ayo validate 'python3 /home/me/-x.py'");
        check(&["/home/me/my bot"], None, usual, "ayo validate './my bot'");
        check(&["mybot"], None, usual, "ayo validate mybot");
        check(&["sh", "-c", "a b"], None, usual, "ayo validate \"sh -c 'a b'\"");
        check(&["mybot"], None, Rules::OWARE, "ayo validate --rules oware mybot");
        check(
            &["python3", "/home/me/x.py"],
            Some("/home/me"),
            usual,
            "ayo validate \"env -C /home/me 'A=b c' python3 /home/me/x.py\"",
        );
    }
}
