//! Tries the cases one after the other.

use std::time::{Duration, Instant};

use ayo_referee::{BotSpec, Settings, StartError};

use crate::bench::{Bench, NoStart};
use crate::case::{Case, CaseId, CaseInfo, Level, Passed, Selection, Standing, all};
use crate::hint;
use crate::report::{CaseResult, Outcome, Report};
use crate::transcript::Entry;
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
/// A bot that does not come as far as its `hello` breaks 1.2, whichever case found out, and
/// nothing else is tried. `told` is called after each chapter; when it returns `false` the
/// examination ends.
///
/// # Errors
/// The host lacks what it takes to start the bot.
pub fn examine(
    settings: &Settings,
    spec: &BotSpec,
    selection: Selection,
    mut told: impl FnMut(Examined<'_>) -> bool,
) -> Result<Report, StartError> {
    let mut examination = Examination::new(settings, spec, selection);
    examination.all_cases(&mut told)?;
    Ok(examination.report)
}

/// Tries the few cases that tell in a moment whether games make sense.
///
/// # Errors
/// Says why the bot could not be started: then there is nothing to examine.
pub fn quick(settings: &Settings, spec: &BotSpec) -> Result<Report, StartError> {
    let mut examination = Examination::new(settings, spec, Selection::Quick);
    examination.all_cases(&mut |_| true)?;
    examination.no_start.map_or(Ok(examination.report), Err)
}

/// The case about noise; elsewhere it is only in the way.
const NOISE: CaseId = CaseId { chapter: 9, number: 1 };
/// The case that a bot breaks which does not start.
const HELLO: CaseId = CaseId { chapter: 1, number: 2 };

/// A fault that was told, and is not told again.
struct Known {
    id: CaseId,
    kind: Kind,
    standing: Standing,
    /// Whether nothing more can be expected of the bot.
    hopeless: bool,
}

impl Known {
    fn explains(&self, kind: Kind, case: &Case) -> bool {
        let samples = self.standing == Standing::Sample && case.standing == Standing::Sample;
        self.kind == kind && kind != Kind::Other && !samples
    }
}

/// An examination as far as it has come.
struct Examination<'a> {
    bench: Bench<'a>,
    selection: Selection,
    report: Report,
    told_of: Vec<Known>,
    /// Time spent in cases that failed.
    wasted: Duration,
    /// Why the bot does not start.
    no_start: Option<StartError>,
    /// The result of [`HELLO`], found out by the case before it.
    foretold: Option<CaseResult>,
}

type Told<'a> = &'a mut dyn FnMut(Examined<'_>) -> bool;

impl<'a> Examination<'a> {
    fn new(settings: &'a Settings, spec: &'a BotSpec, selection: Selection) -> Examination<'a> {
        let (bot, rules) = (spec.name.clone(), settings.rules);
        Examination {
            bench: Bench::new(settings, spec),
            selection,
            report: Report { bot, rules, results: Vec::new() },
            told_of: Vec::new(),
            wasted: Duration::ZERO,
            no_start: None,
            foretold: None,
        }
    }

    fn all_cases(&mut self, told: Told<'_>) -> Result<(), StartError> {
        let selection = self.selection;
        let selected: Vec<_> = all().filter(|(info, _)| selection.contains(info.id)).collect();
        for cases in selected.chunk_by(|(one, _), (other, _)| one.id.chapter == other.id.chapter) {
            let mut results = Vec::new();
            for (info, case) in cases {
                let result = self.result(*info, case, &mut results)?;
                if matches!(result.outcome, Outcome::Fail | Outcome::Warn) {
                    self.wasted += Duration::from_millis(result.time_ms);
                }
                results.push(result);
            }
            if selection != Selection::Quick {
                self.bench.dismiss();
            }
            let go_on = results
                .chunk_by(|one, other| one.info.id.chapter == other.info.id.chapter)
                .all(|results| told(Examined::Chapter(results[0].info.id.chapter, results)));
            self.report.results.append(&mut results);
            if !go_on {
                break;
            }
        }
        Ok(())
    }

    /// Tries a case, unless there is a reason not to; `before` are the results of its chapter.
    fn result(
        &mut self,
        info: CaseInfo,
        case: &Case,
        before: &mut Vec<CaseResult>,
    ) -> Result<CaseResult, StartError> {
        if info.id == HELLO
            && let Some(result) = self.foretold.take()
        {
            return Ok(result);
        }
        if let Some(reason) = reason_to_skip(&self.told_of, self.wasted) {
            return Ok(skipped(info, reason));
        }
        let began = Instant::now();
        let (tried, transcript) = self.attempt(info, case);
        let no_start = self.bench.no_start.take();
        let (found, tried) = match &no_start {
            Some(NoStart { trouble, .. }) => (hello(), Err(trouble.clone())),
            None => (info, tried),
        };
        let result = CaseResult { transcript, ..result_of(found, tried, began.elapsed()) };
        match no_start.map(|no_start| no_start.error) {
            None => Ok(result),
            Some(error @ StartError::Host { .. }) => Err(error),
            Some(error) => {
                self.no_start = Some(error);
                Ok(self.does_not_start(info, result, before))
            }
        }
    }

    /// Puts the finding that the bot does not start where it belongs.
    fn does_not_start(
        &mut self,
        info: CaseInfo,
        found: CaseResult,
        before: &mut Vec<CaseResult>,
    ) -> CaseResult {
        let (kind, standing) = (Kind::NoStart, Standing::Basic);
        self.told_of.push(Known { id: HELLO, kind, standing, hopeless: true });
        let reason = || format!("not tried: {HELLO} comes first");
        // That it was silent until it crashed speaks for nothing.
        for result in before.iter_mut() {
            *result = skipped(result.info, reason());
        }
        if info.id == HELLO {
            return found;
        }
        if self.selection.contains(HELLO) {
            self.foretold = Some(found);
        } else {
            before.push(found);
        }
        skipped(info, reason())
    }

    fn attempt(&mut self, info: CaseInfo, case: &Case) -> (Result<Passed, Trouble>, Vec<Entry>) {
        let Examination { bench, told_of, .. } = self;
        bench.transcript.borrow_mut().take();
        let mut tried = (case.attempt)(bench);
        bench.note_facts();
        let transcript = bench.transcript.borrow_mut().take();
        if let Err(Trouble::Fault(Fault { kind, .. })) = tried
            && bench.no_start.is_none()
        {
            // What it still has to say would be taken for an answer in the next case.
            bench.dismiss();
            if let Some(reason) = told_elsewhere(bench, info.id, case, kind, told_of) {
                tried = Err(Trouble::Skip(reason));
            } else if case.is_told_of(kind) {
                // One process may crash where the next does not come to.
                let hopeless =
                    kind.is_hopeless() && (kind != Kind::Gone || plain_game_fails(bench, kind));
                told_of.push(Known { id: info.id, kind, standing: case.standing, hopeless });
            }
        }
        (tried, transcript)
    }
}

fn hello() -> CaseInfo {
    let (info, _) = all().find(|(info, _)| info.id == HELLO).expect("chapter 1 has this case");
    info
}

fn skipped(info: CaseInfo, reason: String) -> CaseResult {
    result_of(info, Err(Trouble::Skip(reason)), Duration::ZERO)
}

fn reason_to_skip(told_of: &[Known], wasted: Duration) -> Option<String> {
    if let Some(Known { id, .. }) = told_of.iter().find(|known| known.hopeless) {
        return Some(format!("not tried: {id} comes first"));
    }
    let seconds = WAITING_LIMIT.as_secs();
    (wasted > WAITING_LIMIT).then(|| format!("not tried: {seconds} s were spent on failures"))
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
    let ended = matches!(&tried, Err(Trouble::Fault(fault)) if fault.kind == Kind::Gone);
    let (outcome, reason, hint) = match tried {
        Ok(passed) => (Outcome::Pass, passed.unwrap_or_default(), None),
        Err(Trouble::Fault(Fault { reason, hint, .. })) => {
            let hint = match hint {
                None if ended => Some(hint::CRASH.to_owned()),
                Some(hint) if ended => Some(format!("{}; {hint}", hint::CRASH)),
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
        ended,
        left_out,
        time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        transcript: Vec::new(),
    }
}
