//! `ayo report`: the files of a run, made again.

use std::io::{self, Write as _};

use ayo_store::Reader;
use serde_json::json;

use crate::args::ReportArguments;
use crate::failure::Failure;
use crate::run_command::notes_text;
use crate::run_folder::{self, DATABASE, TRF};
use crate::terminal::stdout_style;

/// Writes the files again and shows the standings.
///
/// # Errors
/// Fails when there is no run, and when its files cannot be written: after the standings.
pub(crate) fn run(arguments: &ReportArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let reader = Reader::open(&folder.join(DATABASE))?;
    let (tables, unwritten) = match run_folder::write_tables(folder, &reader) {
        Ok(tables) => (tables, None),
        // Who cannot write there may still look.
        Err(unwritten) => (run_folder::tables(&reader)?, Some(unwritten)),
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        let document = json!({
            "name": reader.run_info().name,
            "folder": folder,
            "voids": tables.voids,
            "identical": tables.copies,
            "standings": tables.standings.to_json(),
            "crosstable": tables.crosstable.to_json(),
        });
        writeln!(out, "{document}")?;
    } else {
        tables.standings.write_table(&mut out, stdout_style())?;
    }
    if let Some(error) = unwritten {
        return Err(Failure::Work(error));
    }
    if arguments.json {
        return Ok(());
    }
    let voids = notes_text(&tables);
    let trf = if tables.swiss.is_some() { format!(", {TRF}") } else { String::new() };
    let folder = folder.display();
    writeln!(out, "\nwritten: games.csv, standings.csv, crosstable.csv{trf} in {folder}{voids}")?;
    Ok(())
}
