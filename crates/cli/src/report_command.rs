//! `ayo report`: the files of a run, made again.

use std::io::{self, Write as _};

use ayo_store::Reader;
use serde_json::json;

use crate::args::ReportArguments;
use crate::failure::Failure;
use crate::run_folder::{self, DATABASE};
use crate::terminal::stdout_style;

/// Writes the files again and shows the standings.
///
/// # Errors
/// Fails when there is no run, or its files cannot be written.
pub(crate) fn run(arguments: &ReportArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let reader =
        Reader::open(&folder.join(DATABASE)).map_err(|error| Failure::Usage(error.into()))?;
    let tables = run_folder::write_tables(folder, &reader)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let document = json!({
            "name": reader.run_info().name,
            "folder": folder,
            "standings": tables.standings.to_json(),
            "crosstable": tables.crosstable.to_json(),
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    tables.standings.write_table(&mut out, stdout_style())?;
    writeln!(out, "\nwritten: games.csv, standings.csv, crosstable.csv in {}", folder.display())?;
    Ok(())
}
