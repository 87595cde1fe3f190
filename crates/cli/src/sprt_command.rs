//! `ayo sprt`: the calculator of sequential tests.
//!
//! What this module deliberately does not do: it plays nothing. A match that is to stop by
//! itself judges its pairs one by one; here only counts are known, and not when they were
//! reached.

mod counts;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use ayo_ratings::sprt::{ExpectedGames, NoUnbiasedElo, NormalizedElo, UnbiasedElo, typed};
use ayo_ratings::{EloModel, Sprt, SprtCounts, SprtError, SprtJudgement, SprtSettings, SprtState};
use ayo_report::figures::{counted, positive_zero};
use ayo_report::{MISSING, PAIR_NAMES, elo_text, figures, interval_kind, interval_text};
use serde_json::{Value, json};

use crate::args::SprtArguments;
use crate::config::nearest;
use crate::failure::Failure;

/// A test that stopped at a later part of the results stopped at their end.
const JUST_STOPPED: f64 = 0.95;
/// Width of the labels.
const LABEL_WIDTH: usize = 7;

/// Judges and prints.
///
/// # Errors
/// Refuses counts and settings that make no sense.
pub(crate) fn run(arguments: &SprtArguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    print(arguments, &mut out)?;
    Ok(out.flush()?)
}

fn print(arguments: &SprtArguments, out: &mut impl Write) -> Result<(), Failure> {
    let counts = counts::parse(arguments.pairs.as_deref(), arguments.games.as_deref())?;
    let sprt = sprt(arguments)?;
    let judgement = sprt.judge(counts).ok_or_else(|| {
        Failure::usage(
            "`--model bayesian` needs to know how many games were drawn, which pairs do not tell; \
             give the games as well, `--games W,D,L`",
        )
    })?;
    if arguments.json {
        writeln!(out, "{}", document(&sprt, counts, &judgement))?;
    } else {
        write_text(&sprt, counts, &judgement, out)?;
    }
    Ok(())
}

fn sprt(arguments: &SprtArguments) -> Result<Sprt, Failure> {
    let SprtArguments { elo0, elo1, alpha, beta, ref model, .. } = *arguments;
    let model = model.parse().map_err(|error: SprtError| {
        let words = EloModel::ALL.map(EloModel::word);
        let hint = nearest(model, words).map(|word| format!("; did you mean `{word}`?"));
        Failure::usage(format!("`--model`: {error}{}", hint.unwrap_or_default()))
    })?;
    let [elo0, elo1] = [elo0, elo1].map(positive_zero);
    Sprt::new(SprtSettings { elo0, elo1, alpha, beta, model }).map_err(|error| {
        let flags = match error {
            SprtError::ErrorRate { .. } | SprtError::ErrorRates { .. } => {
                format!("--alpha {} --beta {}", typed(alpha), typed(beta))
            }
            _ => format!("--elo0 {} --elo1 {}", typed(elo0), typed(elo1)),
        };
        Failure::usage(format!("`{flags}`: {error}"))
    })
}

fn write_text(
    sprt: &Sprt,
    counts: SprtCounts,
    judgement: &SprtJudgement,
    out: &mut impl Write,
) -> io::Result<()> {
    let SprtSettings { elo0, elo1, alpha, beta, model } = *sprt.settings();
    let [elo0, elo1] = [elo0, elo1].map(typed);
    let kind = match counts {
        SprtCounts::Games(_) => "games",
        SprtCounts::Pairs(_) | SprtCounts::PairsAndGames(..) => "pairs",
    };
    let model = model.word();
    writeln!(
        out,
        "{kind} · {model} Elo · elo0 {elo0} · elo1 {elo1} · alpha {alpha} · beta {beta}\n"
    )?;
    let mut line = |label: &str, text: &str| writeln!(out, "  {label}{}   {text}", padding(label));
    line("LLR", &llr_text(judgement))?;
    line("state", &state_text(judgement.state, sprt.settings()))?;
    line(kind, &counts_text(counts))?;
    line("Elo", &match_elo_text(judgement, counts))?;
    line("nElo", &nelo_text(judgement.nelo, kind).unwrap_or_else(|| MISSING.to_owned()))?;
    if let Some(text) = stopped_text(judgement.unbiased) {
        line("stopped", &text)?;
    }
    if judgement.state == SprtState::Continue {
        let text = judgement.expected.and_then(expected_text);
        line("to play", &text.unwrap_or_else(|| MISSING.to_owned()))?;
    }
    Ok(())
}

fn padding(label: &str) -> String {
    " ".repeat(LABEL_WIDTH.saturating_sub(label.len()))
}

pub(crate) fn llr_text(judgement: &SprtJudgement) -> String {
    let SprtJudgement { llr, lower, upper, .. } = *judgement;
    let text = |value: f64| figures::decimal(value, 2).unwrap_or_else(|| MISSING.to_owned());
    let (bound, name) = if llr < 0.0 { (lower, "H0") } else { (upper, "H1") };
    let way = figures::decimal((llr / bound * 100.0).min(999.0), 0);
    let way = way.unwrap_or_else(|| MISSING.to_owned());
    format!(
        "{}   bounds {} and {}, {way} % of the way to {name}",
        text(llr),
        text(lower),
        text(upper)
    )
}

fn state_text(state: SprtState, settings: &SprtSettings) -> String {
    let [elo0, elo1] = [settings.elo0, settings.elo1].map(typed);
    match state {
        SprtState::Continue => state.word().to_owned(),
        SprtState::AcceptH0 => format!("{}: {elo0} Elo rather than {elo1}", state.word()),
        SprtState::AcceptH1 => format!("{}: {elo1} Elo rather than {elo0}", state.word()),
    }
}

fn counts_text(counts: SprtCounts) -> String {
    match counts {
        SprtCounts::Games(games) => {
            let [losses, draws, wins] = games.0;
            format!("W-D-L {wins}-{draws}-{losses}")
        }
        SprtCounts::Pairs(pairs) | SprtCounts::PairsAndGames(pairs, _) => {
            let cells = PAIR_NAMES.iter().zip(pairs.0);
            cells.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join("   ")
        }
    }
}

fn match_elo_text(judgement: &SprtJudgement, counts: SprtCounts) -> String {
    if counts.is_empty() {
        return MISSING.to_owned();
    }
    let text = || {
        let kind = interval_kind(&judgement.elo, !matches!(counts, SprtCounts::Games(_)));
        let los = figures::percent(judgement.elo.los)?;
        Some(format!("{} ({kind})     LOS {los}", interval_text(&judgement.elo)?))
    };
    text().unwrap_or_else(|| MISSING.to_owned())
}

fn nelo_text(nelo: Option<NormalizedElo>, kind: &str) -> Option<String> {
    let nelo = nelo?;
    let paired = if kind == "pairs" { ", paired" } else { "" };
    let half = match figures::decimal((nelo.high - nelo.low) / 2.0, 1)? {
        zero if zero == "0.0" => "<0.1".to_owned(),
        half => half,
    };
    Some(format!("{} ± {half} (95 %{paired})", figures::signed_elo(nelo.elo)?))
}

/// Says the Elo of results that ended with a stop, whose place is not known.
fn stopped_text(unbiased: Result<UnbiasedElo, NoUnbiasedElo>) -> Option<String> {
    let stop = match unbiased {
        Ok(UnbiasedElo { stopped_at, .. }) if stopped_at < JUST_STOPPED => {
            let percent = figures::decimal(stopped_at * 100.0, 1)?;
            format!("a stop after {percent} % of these results, at the bound")
        }
        _ => "a stop here".to_owned(),
    };
    unbiased_text(unbiased, &stop)
}

/// Says the Elo of a test that stopped, or why there is none: the plain one is too large for a
/// winner, since a lucky streak stops the test. Says nothing of a test that goes on.
pub(crate) fn unbiased_text(
    unbiased: Result<UnbiasedElo, NoUnbiasedElo>,
    stop: &str,
) -> Option<String> {
    let why = match unbiased {
        Ok(UnbiasedElo { elo, low, high, los, .. }) => {
            let (elo, los) = (elo_text(elo, [low, high])?, figures::percent(los)?);
            return Some(format!(
                "Elo {elo} (95 %, median-unbiased: allows for {stop})     LOS {los}"
            ));
        }
        Err(NoUnbiasedElo::Undecided) => return None,
        Err(NoUnbiasedElo::OneWay) => "all games went one way",
        Err(NoUnbiasedElo::Few) => "fewer than ten results do not tell how they scatter",
        Err(NoUnbiasedElo::NoSpread) => "the results have no spread",
    };
    Some(format!("no Elo that allows for {stop}: {why}"))
}

pub(crate) fn expected_text(expected: ExpectedGames) -> Option<String> {
    let text = |games: f64| figures::decimal(games, 0);
    let [at_elo0, at_elo1] = [expected.at_elo0, expected.at_elo1];
    // The noun stands behind the first number.
    let first = counted(expected.as_observed.unwrap_or(at_elo0) as u64, "game");
    let at_elo0 = match expected.as_observed {
        Some(_) => format!("{first} as it goes, {}", text(at_elo0)?),
        None => first,
    };
    Some(format!("about {at_elo0} if elo0 is true, {} if elo1 is", text(at_elo1)?))
}

pub(crate) fn document(sprt: &Sprt, counts: SprtCounts, judgement: &SprtJudgement) -> Value {
    let SprtSettings { elo0, elo1, alpha, beta, model } = *sprt.settings();
    let SprtJudgement { llr, lower, upper, state, elo, nelo, unbiased, expected } = *judgement;
    let (pairs, games) = match counts {
        SprtCounts::Pairs(pairs) => (Some(pairs.0), None),
        SprtCounts::Games(games) => (None, Some(games.0)),
        SprtCounts::PairsAndGames(pairs, games) => (Some(pairs.0), Some(games.0)),
    };
    let known = |value: Option<f64>| value.filter(|_| !counts.is_empty()).map(positive_zero);
    json!({
        "model": model.word(),
        "elo0": elo0,
        "elo1": elo1,
        "alpha": alpha,
        "beta": beta,
        "pairs": pairs,
        // Wins first, as they are typed.
        "games": games.map(|[losses, draws, wins]| [wins, draws, losses]),
        "llr": positive_zero(llr),
        "lower": lower,
        "upper": upper,
        "state": state.word(),
        "elo": known(elo.elo),
        "elo_low": known(elo.lower_end()),
        "elo_high": known(elo.upper_end()),
        "los": elo.los,
        "nelo": known(nelo.map(|nelo| nelo.elo)),
        "nelo_low": known(nelo.map(|nelo| nelo.low)),
        "nelo_high": known(nelo.map(|nelo| nelo.high)),
        // What is beyond the scale is `null`; the end that is left is a bound.
        "unbiased": unbiased.ok().map(|unbiased| json!({
            "elo": unbiased.elo.map(positive_zero),
            "elo_low": unbiased.low.map(positive_zero),
            "elo_high": unbiased.high.map(positive_zero),
            "los": unbiased.los,
            "stopped_at": unbiased.stopped_at,
        })),
        "expected_games": expected.and_then(|expected| expected.as_observed),
        "expected_games_elo0": expected.map(|expected| expected.at_elo0),
        "expected_games_elo1": expected.map(|expected| expected.at_elo1),
    })
}
