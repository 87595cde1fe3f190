//! `ayo solve`: who wins a position, by which moves, and by how much; certificates of it,
//! and their check.
//!
//! What this module deliberately does not do: search (the solver does that) and judge
//! certificates (`ayo-proof` does, without the solver).

mod arguments;
mod bulk;
mod certificate;
mod check;
mod document;
mod limits;
mod packed;
mod prove;
mod solution;
mod subject;
mod text;
mod watch;

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use ayo_report::figures::{counted, duration};
use ayo_rules::Rules;
use ayo_solver::{Effort, Solver, Unknown};

use crate::config;
use crate::explain::{self, Format};
use crate::failure::Failure;
use crate::terminal::say;

pub(crate) use arguments::{EXIT_CODES, SolveArguments};
use certificate::{Certificate, Written};
use document::{Document, Told};
use limits::Limits;
use prove::Unproved;
use solution::{Solution, Wanted};
use subject::Subject;
use watch::Watch;

/// Solves a position, or every line of stdin, or checks a certificate.
///
/// # Errors
/// Refuses what is no position, no move, no certificate, and rules that cannot be solved;
/// fails when a limit is reached or a certificate proves nothing.
pub(crate) fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let format = if arguments.json { Format::Json } else { Format::Text };
    if arguments.check.is_some() {
        return check::run(arguments, format, &mut out);
    }
    let rules = arguments.rules.as_deref().map(config::parse_rules).transpose()?;
    let rules = rules.unwrap_or(Rules::AYOAYO);
    let limits = Limits::named(arguments);
    if arguments.jsonl {
        let wanted = Wanted { score: arguments.score, others: false };
        let tally = bulk::run(rules, wanted, limits, &mut io::stdin().lock(), &mut out)?;
        return match tally.bad_lines {
            0 => Ok(()),
            bad => Err(Failure::usage(format!("{bad} of {} lines have no answer", tally.lines))),
        };
    }
    let ask = Ask {
        rules,
        subject: Subject::named(arguments, rules)?,
        wanted: Wanted { score: arguments.score, others: true },
        limits,
        prove: arguments.prove.as_deref(),
        format,
    };
    let watch = Watch::begin()?;
    let found = search(&ask, &mut |nodes| watch.go_on(nodes));
    let time = watch.elapsed();
    watch.end();
    if let Err(Failure::Interrupted) = &found {
        say(&format!("interrupted after {}", duration(time.as_millis() as u64)));
    }
    tell(&ask, found?, time, &mut out)
}

/// A position that is to be solved.
struct Ask<'a> {
    rules: Rules,
    subject: Subject,
    wanted: Wanted,
    limits: Limits,
    /// Where the certificate goes.
    prove: Option<&'a Path>,
    format: Format,
}

/// What the search has found.
struct Found {
    solution: Solution,
    /// What is asked for and was proved.
    certificate: Option<Certificate>,
    /// The limit that was reached first.
    missing: Option<Unknown>,
    nodes: u64,
}

/// Solves one position; `go_on` is told how far it is, and may end it.
fn search(ask: &Ask<'_>, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Found, Failure> {
    let mut solver =
        Solver::new(ask.rules, ask.limits.memory_bytes).map_err(|e| Failure::Usage(e.into()))?;
    let position = ask.subject.position;
    let mut effort = Effort { nodes: ask.limits.nodes, go_on };
    let solution = match &ask.subject.outcome {
        Some(outcome) => Solution::of_finished(&position, outcome),
        None => Solution::find(&mut solver, &position, ask.wanted, &mut effort),
    };
    let mut missing = solution.missing;
    let certificate = match certificate(ask, &mut solver, &solution, &mut effort) {
        Ok(certificate) => certificate,
        Err(Failed::Unknown(unknown)) => {
            missing = Some(unknown);
            None
        }
        Err(Failed::Other(failure)) => return Err(failure),
    };
    let nodes = solver.nodes();
    // The check of a certificate asks nobody whether to go on.
    if missing == Some(Unknown::Interrupted) || !(effort.go_on)(nodes) {
        return Err(Failure::Interrupted);
    }
    Ok(Found { solution, certificate, missing, nodes })
}

/// Why there is no certificate.
enum Failed {
    Unknown(Unknown),
    Other(Failure),
}

/// Returns the certificate that is asked for, if one is.
fn certificate(
    ask: &Ask<'_>,
    solver: &mut Solver,
    solution: &Solution,
    effort: &mut Effort<'_>,
) -> Result<Option<Certificate>, Failed> {
    let (Some(_), Some(proved)) = (ask.prove, solution.proved) else { return Ok(None) };
    if ask.subject.outcome.is_some() {
        let why = "the game is over in this position, so there is nothing to prove";
        return Err(Failed::Other(Failure::usage(why)));
    }
    if let Some(missing) = solution.missing {
        return Err(Failed::Unknown(missing));
    }
    match prove::prove(solver, &ask.subject.position, proved, solution, effort) {
        Ok(certificate) => Ok(Some(certificate)),
        Err(Unproved::Unknown(unknown)) => Err(Failed::Unknown(unknown)),
        Err(wrong) => Err(Failed::Other(Failure::Work(anyhow!(wrong)))),
    }
}

/// Writes the certificate into its file, and the answer.
fn tell(ask: &Ask<'_>, found: Found, time: Duration, out: &mut dyn Write) -> Result<(), Failure> {
    let Found { solution, certificate, missing, nodes } = found;
    let write = |certificate| Some(prove::write(certificate, ask.prove?));
    let written: Option<Written> = certificate.and_then(write).transpose()?;
    let told = Told {
        rules: ask.rules,
        moves: ask.subject.moves.as_deref(),
        position: ask.subject.position,
        outcome: ask.subject.outcome,
        wanted: ask.wanted,
        solution,
        written,
        nodes,
        time,
    };
    match ask.format {
        Format::Text => text::write(&told, out)?,
        Format::Json => explain::document::write(&Document::new(&told), out)?,
    }
    out.flush()?;
    missing.map_or(Ok(()), |missing| Err(not_found(ask, missing)))
}

fn not_found(ask: &Ask<'_>, missing: Unknown) -> Failure {
    Failure::Work(match missing {
        Unknown::Nodes => {
            let searched = counted(ask.limits.nodes, "position");
            anyhow!("not found out within {searched}; `--nodes` allows more")
        }
        other => anyhow!(other),
    })
}
