//! The answer for a person.

use std::io::{self, Write};

use ayo_report::figures::{counted, duration};
use ayo_rules::{Pit, Side};
use ayo_solver::{Proved, Unknown, Value};

use crate::explain::{drawing, words};

use super::document::{Told, UNKNOWN};
use super::solution::Seeds;

/// Writes the board, who wins, by which moves and by how much.
pub(super) fn write(told: &Told<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "rules     {}", told.rules)?;
    match told.moves {
        None => {}
        Some([]) => writeln!(out, "played    no moves")?,
        Some(moves) => {
            let letters = ayo_rules::write_moves(moves);
            writeln!(out, "played    {letters} (plies: {})", moves.len())?;
        }
    }
    writeln!(out, "position  {}\n\n{}", told.position, drawing::board(&told.position))?;
    match &told.outcome {
        Some(outcome) => {
            let ending = words::ending(&told.rules, &told.position, outcome);
            writeln!(out, "game over by {}: {ending}\n", outcome.reason)?;
            writeln!(out, "value     {}", words::result(outcome))?;
        }
        None => {
            writeln!(out, "{} to move\n", words::name(told.position.turn()))?;
            write_value(told, out)?;
            write_moves(told, out)?;
            write_score(told, out)?;
        }
    }
    if let Some(written) = &told.written {
        let bytes = counted(written.bytes as u64, "byte");
        writeln!(out, "proof     {}, {bytes}", written.path.display())?;
        written.certificate.tell(out)?;
    }
    let positions = counted(told.nodes, "position");
    writeln!(out, "searched  {positions} in {}", duration(told.time.as_millis() as u64))
}

fn write_value(told: &Told<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mover = told.position.turn();
    let Some(Proved { value, depends_on_repetition }) = told.solution.proved else {
        return writeln!(out, "value     {UNKNOWN}{}", why(told));
    };
    let value = match value {
        Value::Win => format!("{} wins", words::name(mover)),
        Value::Draw => "draw".to_owned(),
        Value::Loss => format!("{} wins", words::name(mover.opponent())),
    };
    writeln!(out, "value     {value}")?;
    if depends_on_repetition {
        let rule = "it takes the rule for positions that come back: the stores decide";
        writeln!(out, "          {rule}")?;
    }
    Ok(())
}

/// Writes the moves that keep the value, and what the others do.
fn write_moves(told: &Told<'_>, out: &mut dyn Write) -> io::Result<()> {
    let solution = &told.solution;
    let Some(Proved { value, .. }) = solution.proved else { return Ok(()) };
    let Some(keeps) = solution.keeps else {
        return writeln!(out, "keeps     {UNKNOWN}{}", why(told));
    };
    let all = if value == Value::Loss { " (every move loses)" } else { "" };
    writeln!(out, "keeps     {}{all}", letters(keeps))?;
    let Some(moves) = &solution.moves else {
        return writeln!(out, "others    {UNKNOWN}{}", why(told));
    };
    for (word, worse) in [("draws", Value::Draw), ("loses", Value::Loss)] {
        let which = moves.iter().filter(|(_, worth)| *worth == worse && worse < value);
        let which = letters(which.map(|(pit, _)| *pit));
        if !which.is_empty() {
            writeln!(out, "{word:<9} {which}")?;
        }
    }
    Ok(())
}

fn write_score(told: &Told<'_>, out: &mut dyn Write) -> io::Result<()> {
    match told.solution.score {
        _ if !told.wanted.score => Ok(()),
        Some(Seeds::Exact([south, north])) => {
            writeln!(out, "score     {south}-{north} when all seeds are counted")
        }
        Some(Seeds::AtLeast(seeds)) => {
            let range = |side: Side| {
                let least = seeds[side.index()];
                let most = ayo_rules::SEEDS - seeds[side.opponent().index()];
                format!("{} {least} to {most}", words::name(side))
            };
            let [south, north] = Side::BOTH.map(range);
            let rule = "the rule for positions that come back decides";
            writeln!(out, "score     {south}, {north}: {rule}")
        }
        // It was said already where the first thing is missing.
        None if told.solution.moves.is_none() => Ok(()),
        None => writeln!(out, "score     {UNKNOWN}{}", why(told)),
    }
}

fn why(told: &Told<'_>) -> String {
    told.solution.missing.map_or_else(String::new, |missing: Unknown| format!(": {missing}"))
}

fn letters(pits: impl Iterator<Item = Pit>) -> String {
    pits.map(|pit| pit.letter().to_string()).collect::<Vec<_>>().join(" ")
}
