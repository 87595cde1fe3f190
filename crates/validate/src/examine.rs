//! Tries the cases one after the other.

use std::time::{Duration, Instant};

use ayo_referee::{BotSpec, Settings, StartError};

use crate::bench::Bench;
use crate::case::{Case, CaseId, CaseInfo, Level, Passed, Selection, Standing, all};
use crate::hint;
use crate::report::{CaseResult, Outcome, Report};
use crate::trouble::{Fault, Kind, Trouble};

/// What is told while a bot is examined.
#[derive(Debug)]
pub enum Examined<'a> {
    /// The last case of a chapter was tried.
    Chapter(u8, &'a [CaseResult]),
}

/// How long a bot may keep us waiting in cases it fails, before the rest is not tried.
const WAITING_LIMIT: Duration = Duration::from_secs(60);

/// Examines a bot, a chapter after the other; goes on after a failure.
///
/// `told` is called after each chapter; when it returns `false` the examination ends.
///
/// # Errors
/// Says why the bot could not be started: then there is nothing to examine.
pub fn examine(
    settings: &Settings,
    spec: &BotSpec,
    selection: Selection,
    mut told: impl FnMut(Examined<'_>) -> bool,
) -> Result<Report, StartError> {
    let mut bench = Bench::new(settings, spec);
    let mut report = Report { bot: spec.name.clone(), rules: settings.rules, results: Vec::new() };
    let mut basics: Vec<(CaseId, Kind)> = Vec::new();
    let mut wasted = Duration::ZERO;
    let selected: Vec<_> = all().filter(|(info, _)| selection.contains(info.id)).collect();
    for cases in selected.chunk_by(|(one, _), (other, _)| one.id.chapter == other.id.chapter) {
        let first = report.results.len();
        for (info, case) in cases {
            let result = match reason_to_skip(&basics, wasted) {
                Some(reason) => result_of(*info, Err(Trouble::Skip(reason)), Duration::ZERO),
                None => attempt(&mut bench, *info, case, &mut basics),
            };
            if let Some(error) = bench.start_error.take() {
                return Err(error);
            }
            if matches!(result.outcome, Outcome::Fail | Outcome::Warn) {
                wasted += Duration::from_millis(result.time_ms);
            }
            report.results.push(result);
        }
        if selection != Selection::Quick {
            bench.dismiss();
        }
        let chapter = cases[0].0.id.chapter;
        if !told(Examined::Chapter(chapter, &report.results[first..])) {
            break;
        }
    }
    Ok(report)
}

/// Tries the few cases that tell in a moment whether games make sense.
///
/// # Errors
/// As [`examine`].
pub fn quick(settings: &Settings, spec: &BotSpec) -> Result<Report, StartError> {
    examine(settings, spec, Selection::Quick, |_| true)
}

/// The case about noise; elsewhere it is only in the way.
const NOISE: CaseId = CaseId { chapter: 9, number: 1 };

fn reason_to_skip(basics: &[(CaseId, Kind)], wasted: Duration) -> Option<String> {
    if let Some((id, _)) = basics.iter().find(|(_, kind)| kind.is_hopeless()) {
        return Some(format!("not tried: {id} comes first"));
    }
    let seconds = WAITING_LIMIT.as_secs();
    (wasted > WAITING_LIMIT).then(|| format!("not tried: {seconds} s were spent on failures"))
}

fn attempt(
    bench: &mut Bench<'_>,
    info: CaseInfo,
    case: &Case,
    basics: &mut Vec<(CaseId, Kind)>,
) -> CaseResult {
    let began = Instant::now();
    bench.transcript.borrow_mut().take();
    let mut tried = (case.attempt)(bench);
    bench.note_facts();
    let mut failed = None;
    let transcript = bench.transcript.borrow_mut().take();
    if let Err(Trouble::Fault(Fault { kind, .. })) = &tried {
        failed = Some(*kind);
        // What it still has to say would be taken for an answer in the next case.
        bench.dismiss();
    }
    if let Some(kind) = failed {
        let known = basics.iter().find(|(_, known)| *known == kind && kind != Kind::Other);
        if kind == Kind::Flood {
            if info.id != NOISE {
                tried = Err(Trouble::Skip(format!("too much noise: see {NOISE}")));
            }
        } else if let Some((id, _)) = known {
            tried = Err(Trouble::Skip(format!("the same fault as in {id}")));
        } else if case.standing == Standing::Basic {
            basics.push((info.id, kind));
        } else if kind != Kind::Other && plain_game_fails(bench, kind) {
            let reason = "the same goes wrong in any game: a case of its own tells";
            tried = Err(Trouble::skip(reason));
        }
    }
    let mut result = result_of(info, tried, began.elapsed());
    result.transcript = transcript;
    result
}

/// Makes the control experiment: a fault that is not due to what a case does is not its finding.
fn plain_game_fails(bench: &mut Bench<'_>, kind: Kind) -> bool {
    let plain = bench.plain_game();
    bench.dismiss();
    matches!(plain, Err(Trouble::Fault(fault)) if fault.kind == kind)
}

fn result_of(info: CaseInfo, tried: Result<Passed, Trouble>, time: Duration) -> CaseResult {
    let (outcome, reason, hint) = match tried {
        Ok(passed) => (Outcome::Pass, passed.unwrap_or_default(), None),
        Err(Trouble::Fault(Fault { kind, reason, hint })) => {
            let crash = || (kind == Kind::Gone).then(|| hint::CRASH.to_owned());
            let hint = hint.or_else(crash);
            let outcome = match info.level {
                Level::Must => Outcome::Fail,
                Level::Should => Outcome::Warn,
                Level::May => Outcome::Skip,
            };
            (outcome, reason, hint)
        }
        Err(Trouble::Skip(reason)) => (Outcome::Skip, reason, None),
        Err(Trouble::Host(reason)) => (Outcome::Error, reason, None),
    };
    CaseResult {
        info,
        outcome,
        reason,
        hint,
        time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        transcript: Vec::new(),
    }
}
