//! `ayo openings`: a file of openings of a known value.

use std::fs;
use std::io::{self, Write as _};

use anyhow::Context as _;
use ayo_report::figures::{counted, counted_plies};
use serde_json::json;

use crate::args::{OpeningValue, OpeningsArguments};
use crate::failure::Failure;
use crate::suite::{Ask, Counts, Suite};
use crate::terminal::say;
use crate::{config, printed};

/// Writes openings, or counts them.
///
/// # Errors
/// Refuses rules that the solver does not know, and a value that no position has.
pub(crate) fn run(arguments: &OpeningsArguments) -> Result<(), Failure> {
    let rules = config::parse_rules(&arguments.rules)?;
    let plies = arguments.plies;
    if arguments.counts {
        let counts = Counts::new(rules, plies, arguments.nodes).map_err(Failure::usage)?;
        return print_counts(&counts, arguments);
    }
    let value = arguments.value.map(OpeningValue::value);
    let OpeningsArguments { count, seed, nodes, .. } = *arguments;
    let ask = Ask { rules, plies, value, count: count as usize, seed, nodes };
    let suite = Suite::new(&ask).map_err(Failure::usage)?;
    let found = suite.openings.len();
    let Suite { distinct, judged, unknown, .. } = suite;
    let positions = counted(distinct as u64, "position");
    if found == 0 {
        let kind = value.map_or(String::new(), |value| format!(" that is a {value}"));
        return Err(Failure::usage(format!(
            "there is no opening{kind} among the {positions} after {}\n  \
             `ayo openings --plies {plies} --counts` shows what there is",
            counted_plies(plies)
        )));
    }
    let text = suite.text(&ask);
    match arguments.out.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => fs::write(path, &text)
            .with_context(|| format!("cannot write `{}`", path.display()))
            .map_err(Failure::Usage)?,
        None => printed::print(text.as_bytes())?,
    }
    let fewer = if found < ask.count { ", all there are" } else { "" };
    let looked = match value {
        Some(_) if judged < distinct => format!("; {judged} were looked at"),
        _ => String::new(),
    };
    let unknown = match unknown {
        0 => String::new(),
        unknown => format!("; the value of {unknown} was not found out"),
    };
    say(&format!(
        "{}{fewer}, of the {positions} after {}{looked}{unknown}",
        counted(found as u64, "opening"),
        counted_plies(plies)
    ));
    Ok(())
}

fn print_counts(counts: &Counts, arguments: &OpeningsArguments) -> Result<(), Failure> {
    let Counts { distinct, win, draw, loss, unknown } = counts;
    let OpeningsArguments { plies, rules, .. } = arguments;
    let mut out = io::stdout().lock();
    if arguments.json {
        let document = json!({
            "plies": plies, "rules": rules, "positions": distinct,
            "win": win, "draw": draw, "loss": loss, "unknown": unknown,
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    writeln!(out, "{}", counted(*distinct as u64, "position"))?;
    let rows = [("win", win), ("draw", draw), ("loss", loss), ("unknown", unknown)];
    for (word, count) in rows.into_iter().filter(|&(word, &count)| word != "unknown" || count > 0) {
        writeln!(out, "{word:<7} {count:>8}")?;
    }
    Ok(())
}
