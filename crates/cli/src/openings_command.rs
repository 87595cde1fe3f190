//! `ayo openings`: a file of openings of a known value.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use ayo_report::figures::{counted, counted_plies};
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::args::whole_number;
use crate::failure::Failure;
use crate::suite::{self, Ask, Counts, Suite};
use crate::terminal::say;
use crate::{config, printed};

/// Arguments of `ayo openings`.
#[derive(Debug, Args)]
pub(crate) struct OpeningsArguments {
    /// Plies of each opening
    #[arg(long, value_name = "N", default_value_t = config::defaults::RANDOM_PLIES, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=i64::from(ayo_schedule::MAX_DISTINCT_PLIES)))]
    pub plies: u32,
    /// What each is worth to the side to move when both play their best [default: anything]
    #[arg(long, value_name = "VALUE")]
    pub value: Option<OpeningValue>,
    /// How many at most; no two lead to the same position
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,
    /// What the choice and the order follow from
    #[arg(long, value_name = "N", default_value_t = config::defaults::SEED, allow_negative_numbers = true, value_parser = |text: &str| whole_number(text, config::MAX_SEED))]
    pub seed: u64,
    /// A preset, with changes behind it
    #[arg(long, value_name = "RULES", default_value = "ayoayo")]
    pub rules: String,
    /// Positions to search for the value of one; what is not found out is left out
    #[arg(long, value_name = "N", default_value_t = suite::NODES, allow_negative_numbers = true, value_parser = |text: &str| whole_number(text, 1_000_000_000_000))]
    pub nodes: u64,
    /// The file to write [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Count the positions of each value instead; half a minute for 4 plies, and minutes for more
    #[arg(long, conflicts_with_all = ["value", "count", "seed", "out"])]
    pub counts: bool,
    /// Print the counts as one JSON document
    #[arg(long, requires = "counts")]
    pub json: bool,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpeningValue {
    /// It can win
    Win,
    /// Neither side can win
    Draw,
    /// The other side can win
    Loss,
}

impl OpeningValue {
    /// Returns the value.
    pub(crate) fn value(self) -> ayo_solver::Value {
        match self {
            OpeningValue::Win => ayo_solver::Value::Win,
            OpeningValue::Draw => ayo_solver::Value::Draw,
            OpeningValue::Loss => ayo_solver::Value::Loss,
        }
    }
}

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
