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
    let mut told_of: Vec<Known> = Vec::new();
    let mut wasted = Duration::ZERO;
    let selected: Vec<_> = all().filter(|(info, _)| selection.contains(info.id)).collect();
    for cases in selected.chunk_by(|(one, _), (other, _)| one.id.chapter == other.id.chapter) {
        let first = report.results.len();
        for (info, case) in cases {
            let result = match reason_to_skip(&told_of, wasted) {
                Some(reason) => result_of(*info, Err(Trouble::Skip(reason)), Duration::ZERO),
                None => attempt(&mut bench, *info, case, &mut told_of),
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

/// A fault that was told, and is not told again.
struct Known {
    id: CaseId,
    kind: Kind,
    standing: Standing,
}

impl Known {
    fn explains(&self, kind: Kind, case: &Case) -> bool {
        let samples = self.standing == Standing::Sample && case.standing == Standing::Sample;
        self.kind == kind && kind != Kind::Other && !samples
    }
}

fn reason_to_skip(told_of: &[Known], wasted: Duration) -> Option<String> {
    if let Some(Known { id, .. }) = told_of.iter().find(|known| known.kind.is_hopeless()) {
        return Some(format!("not tried: {id} comes first"));
    }
    let seconds = WAITING_LIMIT.as_secs();
    (wasted > WAITING_LIMIT).then(|| format!("not tried: {seconds} s were spent on failures"))
}

fn attempt(
    bench: &mut Bench<'_>,
    info: CaseInfo,
    case: &Case,
    told_of: &mut Vec<Known>,
) -> CaseResult {
    let began = Instant::now();
    bench.transcript.borrow_mut().take();
    let mut tried = (case.attempt)(bench);
    bench.note_facts();
    let transcript = bench.transcript.borrow_mut().take();
    if let Err(Trouble::Fault(Fault { kind, .. })) = tried {
        // What it still has to say would be taken for an answer in the next case.
        bench.dismiss();
        if let Some(reason) = told_elsewhere(bench, info.id, case, kind, told_of) {
            tried = Err(Trouble::Skip(reason));
        } else if case.is_told_of(kind) {
            told_of.push(Known { id: info.id, kind, standing: case.standing });
        }
    }
    let mut result = result_of(info, tried, began.elapsed());
    result.transcript = transcript;
    result
}

/// Returns why a fault is not the finding of this case, if another tells of it.
fn told_elsewhere(
    bench: &mut Bench<'_>,
    id: CaseId,
    case: &Case,
    kind: Kind,
    told_of: &[Known],
) -> Option<String> {
    if kind == Kind::Flood {
        return (id != NOISE).then(|| format!("too much noise: see {NOISE}"));
    }
    if let Some(Known { id, .. }) = told_of.iter().find(|known| known.explains(kind, case)) {
        return Some(format!("the same fault as in {id}"));
    }
    let anywhere =
        case.standing != Standing::Basic && kind != Kind::Other && plain_game_fails(bench, kind);
    anywhere.then(|| "the same goes wrong in any game: a case of its own tells".to_owned())
}

/// Makes the control experiment: a fault that is not due to what a case does is not its finding.
fn plain_game_fails(bench: &mut Bench<'_>, kind: Kind) -> bool {
    let plain = bench.control(Bench::plain_game);
    matches!(plain, Err(Trouble::Fault(fault)) if fault.kind == kind)
}

fn result_of(info: CaseInfo, tried: Result<Passed, Trouble>, time: Duration) -> CaseResult {
    let left_out = matches!(tried, Err(Trouble::Skip(_)));
    let (outcome, reason, hint) = match tried {
        Ok(passed) => (Outcome::Pass, passed.unwrap_or_default(), None),
        Err(Trouble::Fault(Fault { kind, reason, hint })) => {
            let hint = match hint {
                None if kind == Kind::Gone => Some(hint::CRASH.to_owned()),
                Some(hint) if kind == Kind::Gone => Some(format!("{hint}; {}", hint::CRASH)),
                hint => hint,
            };
            let outcome = match info.level {
                Level::Must => Outcome::Fail,
                Level::Should => Outcome::Warn,
                Level::May => Outcome::Skip,
            };
            (outcome, reason, hint)
        }
        Err(Trouble::Skip(reason) | Trouble::Absent(reason)) => (Outcome::Skip, reason, None),
        Err(Trouble::Host(reason)) => (Outcome::Error, reason, None),
    };
    CaseResult {
        info,
        outcome,
        reason,
        hint,
        left_out,
        time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        transcript: Vec::new(),
    }
}
