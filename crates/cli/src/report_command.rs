//! `ayo report`: the files of a run, made again.

use std::io::{self, Write};

use ayo_report::table::printable;
use ayo_report::{GamesCsv, GamesJsonl, GamesPgn};
use ayo_store::Reader;
use serde_json::{Value, json};

use crate::args::{GamesFormat, ReportArguments, ReportTable, TableFormat};
use crate::counted::Tables;
use crate::failure::Failure;
use crate::run_command::{notes_text, write_test};
use crate::run_folder::{self, DATABASE, TRF};
use crate::sprt_watch::SprtWatch;
use crate::terminal::{say, stdout_style};

/// Writes the files again and shows a table; or prints all games.
///
/// # Errors
/// Fails when there is no run, and when its files cannot be written: after the table.
pub(crate) fn run(arguments: &ReportArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let reader = Reader::open(&folder.join(DATABASE))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Some(format) = arguments.games {
        print_games(&reader, format, &mut out)?;
        return Ok(out.flush()?);
    }
    let (tables, unwritten) = match run_folder::write_tables(folder, &reader) {
        Ok(tables) => (tables, None),
        // Who cannot write there may still look.
        Err(unwritten) => (run_folder::tables(&reader)?, Some(unwritten)),
    };
    let test = SprtWatch::last_asked(&reader)?;
    if arguments.json {
        let mut document = json!({
            "name": reader.run_info().name,
            "folder": folder,
            "voids": tables.voids,
            "identical": tables.copies,
            "standings": tables.standings.to_json(),
            "crosstable": tables.crosstable.to_json(),
        });
        if let Some(test) = &test {
            document["sprt"] = test.to_json();
        }
        writeln!(out, "{document}")?;
    } else {
        print_table(&tables, arguments, &mut out)?;
        if let (Some(test), TableFormat::Table) = (&test, arguments.format) {
            write_test(test, &mut out)?;
            let decided = test.over().unwrap_or_else(|| "the SPRT is undecided".to_owned());
            writeln!(out, "\n{decided}")?;
        }
    }
    out.flush()?;
    if let Some(error) = unwritten {
        return Err(Failure::Work(error));
    }
    if arguments.json {
        return Ok(());
    }
    let voids = notes_text(&tables);
    let trf = if tables.swiss.is_some() { format!(", {TRF}") } else { String::new() };
    let files = format!("games.csv, games.pgn, standings.csv, crosstable.csv, report.html{trf}");
    let written = format!("written: {files} in {}{voids}", folder.display());
    if arguments.format == TableFormat::Table {
        writeln!(out, "\n{}", printable(&written))?;
    } else {
        // What a program or a page reads is the table alone.
        say(&written);
    }
    Ok(out.flush()?)
}

fn print_table(
    tables: &Tables,
    arguments: &ReportArguments,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Tables { standings, crosstable, .. } = tables;
    let table = || match arguments.table {
        ReportTable::Standings => standings.table(),
        ReportTable::Crosstable => crosstable.table(standings),
    };
    match (arguments.format, arguments.table) {
        (TableFormat::Table, _) => table().write(out, stdout_style())?,
        (TableFormat::Md, _) => table().write_markdown(out)?,
        (TableFormat::Csv, ReportTable::Standings) => standings.write_csv(out)?,
        (TableFormat::Csv, ReportTable::Crosstable) => crosstable.write_csv(out)?,
        (TableFormat::Json, shown) => {
            let lines: Value = match shown {
                ReportTable::Standings => standings.to_json(),
                ReportTable::Crosstable => crosstable.to_json(),
            };
            writeln!(out, "{lines}")?;
        }
    }
    Ok(())
}

/// Prints all games, one after the other: however many there are, few are in memory.
fn print_games(reader: &Reader, format: GamesFormat, out: &mut impl Write) -> Result<(), Failure> {
    let info = reader.run_info();
    let decided_at_pair = || -> anyhow::Result<Option<u64>> {
        let test = SprtWatch::last_asked(reader)?;
        Ok(test.as_ref().and_then(SprtWatch::decided_at_pair))
    };
    match format {
        GamesFormat::Csv => {
            let mut games = GamesCsv::new(out, &info.bots)?;
            for record in reader.stream_without_infos() {
                games.write(&record?)?;
            }
            games.finish()?;
        }
        GamesFormat::Jsonl => {
            let mut games = GamesJsonl::new(out, &info.bots, decided_at_pair()?);
            for record in reader.stream() {
                games.write(&record?)?;
            }
            games.finish()?;
        }
        GamesFormat::Pgn => {
            let mut games = GamesPgn::new(out, run_folder::pgn_run(reader, decided_at_pair()?));
            let mut analyses = reader.analyses();
            for record in reader.stream_without_infos() {
                let record = record?;
                let kept = analyses.of(&record)?;
                games.write(&record, kept.as_ref().map(|kept| &kept.analysis))?;
            }
            games.finish()?;
        }
    }
    Ok(())
}
