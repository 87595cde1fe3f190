//! `ayo doctor`: what this host can do for the isolation of bots.

use std::io::{self, Write as _};

use ayo_referee::Isolation;
use ayo_referee::host::{self, Fact, Level};
use serde_json::{Map, Value, json};

use crate::args::DoctorArguments;
use crate::failure::Failure;

/// Tries every isolation level, and shows what it depends on.
///
/// # Errors
/// Fails when the answer cannot be written.
pub(crate) fn run(arguments: &DoctorArguments) -> Result<(), Failure> {
    let (levels, facts) = (host::levels(), host::facts());
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", document(&levels, &facts))?;
    } else {
        write_text(&mut out, &levels, &facts)?;
    }
    Ok(())
}

fn strongest(levels: &[Level]) -> Isolation {
    let works = levels.iter().rev().find(|level| level.missing.is_none());
    works.map(|level| level.isolation).unwrap_or_default()
}

fn document(levels: &[Level], facts: &[Fact]) -> Value {
    let levels_json: Vec<Value> = levels
        .iter()
        .map(|level| {
            json!({
                "level": level.isolation.word(),
                "works": level.missing.is_none(),
                "missing": level.missing.as_ref().map(ToString::to_string),
            })
        })
        .collect();
    let facts: Map<String, Value> = facts
        .iter()
        .map(|fact| (fact.name.replace(' ', "_"), Value::from(fact.value.as_str())))
        .collect();
    json!({"auto": strongest(levels).word(), "levels": levels_json, "host": facts})
}

fn write_text(out: &mut impl io::Write, levels: &[Level], facts: &[Fact]) -> io::Result<()> {
    writeln!(out, "isolation")?;
    for Level { isolation, missing } in levels {
        match missing {
            None => writeln!(out, "  {isolation:<8} works")?,
            Some(missing) => writeln!(out, "  {isolation:<8} no: {missing}")?,
        }
    }
    writeln!(out, "  {:<8} is {}\n\nhost", "auto", strongest(levels))?;
    for Fact { name, value } in facts {
        writeln!(out, "  {name:<16} {value}")?;
    }
    Ok(())
}
