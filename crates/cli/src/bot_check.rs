//! Looks at every bot before the first game: does it start, and does it keep the protocol?

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use ayo_referee::{BotSpec, Settings, StartError, Stop, Stopper, preflight};
use ayo_validate::{CaseInfo, CaseResult, Outcome, quick};

use crate::failure::Failure;
use crate::keeper::stderr_lines;
use crate::run_command::counted;
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
            Some(Found::Broken(cases)) => cases.iter().for_each(|case| warn(spec, case)),
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

fn warn(spec: &BotSpec, case: &CaseResult) {
    let CaseInfo { id, level, clause, title } = case.info;
    let name = &spec.name;
    let reason: String = case.reason.chars().flat_map(char::escape_debug).collect();
    say(&format!(
        "warning: `{name}` breaks {id} {level} {title} (protocol.md {clause}): {reason}\n  \
         see `ayo validate`"
    ));
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
