//! The folder of a run: its database, and the files made from it.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ayo_page::{Contents, Gathered};
use ayo_report::{GamesCsv, GamesPgn, PgnRun};
use ayo_schedule::{Swiss, SwissProgress, TrfFile};
use ayo_store::{Reader, RunInfo, Store};

use crate::counted::{Counted, Tables};
use crate::failure::Failure;
use crate::sprt_watch::SprtWatch;

/// The database of a run.
pub(crate) const DATABASE: &str = "run.db";
/// The files made from it.
const FILES: [&str; 4] = ["games.csv", "standings.csv", "crosstable.csv", REPORT];
/// The page of a run, for people.
pub(crate) const REPORT: &str = "report.html";
/// All games for programs that rate them.
const PGN: &str = "games.pgn";
/// The file for other programs of a Swiss tournament.
pub(crate) const TRF: &str = "tournament.trf";
/// Where runs go when nothing else is said.
pub(crate) const RUNS: &str = "runs";

/// Opens the database of a folder, or makes it.
///
/// `difference` says how the run that is there differs from the one to be played.
///
/// # Errors
/// Refuses a folder that holds another run, or is not to be written.
pub(crate) fn open(
    folder: &Path,
    info: &RunInfo,
    fresh: bool,
    difference: impl FnOnce(&RunInfo) -> Option<String>,
) -> Result<Store, Failure> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))
        .map_err(Failure::Usage)?;
    let path = folder.join(DATABASE);
    if fresh && path.exists() {
        // Opened first: a run that is going on is not thrown away.
        match Store::open(&path) {
            Ok(store) => drop(store),
            // A damaged run may go; a file of somebody else's may not.
            Err(error) if error.is_damaged() => {}
            Err(error) => return Err(error.into()),
        }
        remove(folder);
    }
    if !path.exists() {
        if !fresh {
            refuse_foreign_files(folder)?;
        }
        return Ok(Store::create(&path, info)?);
    }
    let store = Store::open(&path)?;
    match difference(store.run_info()) {
        None => Ok(store),
        // A run that never got to its first game, as when a bot did not start, is not
        // in the way of one that does.
        Some(_) if store.finished().is_ok_and(|games| games.is_empty()) => {
            drop(store);
            remove(folder);
            Ok(Store::create(&path, info)?)
        }
        Some(difference) => Err(Failure::usage(format!(
            "`{}` holds another run: {difference}\n  \
             name another folder with `--out`, or throw that run away with `--fresh`",
            folder.display()
        ))),
    }
}

/// Refuses a folder with files of our names that no run of ours has made.
fn refuse_foreign_files(folder: &Path) -> Result<(), Failure> {
    match FILES.into_iter().chain([PGN]).map(|name| folder.join(name)).find(|path| path.exists()) {
        None => Ok(()),
        Some(path) => Err(Failure::usage(format!(
            "`{}` is there, and no `{DATABASE}` that it was made from\n  \
             name another folder with `--out`, or have it overwritten with `--fresh`",
            path.display()
        ))),
    }
}

fn remove(folder: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(folder.join(format!("{DATABASE}{end}")));
    }
}

/// Returns the names of the files of a run.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let database = ["", "-wal", "-shm"].map(|end| format!("{DATABASE}{end}"));
    let written = FILES.into_iter().chain([PGN, TRF]).map(str::to_owned);
    database.into_iter().chain(written)
}

/// Writes `games.csv`, `games.pgn`, `standings.csv`, `crosstable.csv` and `report.html` from
/// the database.
///
/// # Errors
/// Says what could not be read or written.
pub(crate) fn write_tables(folder: &Path, reader: &Reader) -> anyhow::Result<Tables> {
    let bots = &reader.run_info().bots;
    let mut counted = Counted::new(bots);
    let test = SprtWatch::last_asked(reader)?;
    let decided_at_pair = test.as_ref().and_then(SprtWatch::decided_at_pair);
    let mut gathered = Gathered::new(bots).judged_until(decided_at_pair);
    let [games, standings, crosstable, report] = FILES;
    replace(folder, games, |out| {
        replace(folder, PGN, |pgn_out| {
            let mut csv = GamesCsv::new(out, bots)?;
            let mut pgn = GamesPgn::new(pgn_out, pgn_run(reader, decided_at_pair));
            let mut analyses = reader.analyses();
            for record in reader.stream() {
                let record = record?;
                let analysis = analyses.of(&record)?.map(|kept| kept.analysis);
                csv.write(&record)?;
                pgn.write(&record, analysis.as_ref())?;
                counted.add(&record, analysis.as_ref())?;
                gathered.add(&record, analysis.as_ref());
            }
            pgn.finish()?;
            Ok(csv.finish()?)
        })
    })?;
    let ratings = counted.ratings();
    let tables = counted.tables(&ratings, reader)?;
    replace(folder, standings, |out| Ok(tables.standings.write_csv(out)?))?;
    replace(folder, crosstable, |out| Ok(tables.crosstable.write_csv(out)?))?;
    if let Some((swiss, progress)) = &tables.swiss {
        write_trf(folder, swiss, progress)?;
    }
    replace(folder, report, |out| {
        let write = |contents: &Contents<'_>| ayo_page::write(out, contents);
        let test = test.as_ref().map(SprtWatch::test);
        counted.write_pages(&gathered, &ratings, &tables, test.as_ref(), reader, write)
    })?;
    Ok(tables)
}

/// Returns what every game of a run says of it in PGN; `decided_at_pair` is the pair that decided
/// its sequential test.
pub(crate) fn pgn_run(reader: &Reader, decided_at_pair: Option<u64>) -> PgnRun<'_> {
    let RunInfo { name, rules, bots, .. } = reader.run_info();
    PgnRun { name, rules, bots, decided_at_pair }
}

/// Returns the tables and writes nothing.
///
/// # Errors
/// Says what could not be read.
pub(crate) fn tables(reader: &Reader) -> anyhow::Result<Tables> {
    let mut counted = Counted::new(&reader.run_info().bots);
    let mut analyses = reader.analyses();
    for record in reader.stream_without_infos() {
        let record = record?;
        let analysis = analyses.of(&record)?.map(|kept| kept.analysis);
        counted.add(&record, analysis.as_ref())?;
    }
    counted.tables(&counted.ratings(), reader)
}

/// Writes `tournament.trf`, for other programs that know the Swiss system: the rounds that
/// are over.
///
/// # Errors
/// Says what could not be written.
pub(crate) fn write_trf(
    folder: &Path,
    swiss: &Swiss,
    progress: &SwissProgress,
) -> anyhow::Result<()> {
    // Blanks of a round that goes on would say that nobody is to be paired in it.
    let file = TrfFile::new(&swiss.tournament(&swiss.completed(progress)))?;
    replace(folder, TRF, |out| Ok(write!(out, "{file}")?))
}

/// Writes a file whole or not at all: under another name first, then renamed.
fn replace(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let path = folder.join(name);
    let new = folder.join(format!(".{name}.new"));
    let replaced = || -> anyhow::Result<()> {
        let mut out = BufWriter::new(File::create(&new)?);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&new, &path)?;
        Ok(())
    };
    replaced().with_context(|| format!("cannot write `{}`", path.display()))
}

/// The longest part of a name that a folder gets, in bytes.
const NAME_BYTES: usize = 100;

/// Returns where a run of this name goes.
pub(crate) fn default_folder(name: &str) -> PathBuf {
    // A name of a match may hold anything a bot may be called.
    let safe: String = name
        .chars()
        .map(
            |letter| if letter.is_alphanumeric() || "-_.#".contains(letter) { letter } else { '_' },
        )
        .collect();
    let safe = safe.trim_start_matches('.');
    let cut = (0..=safe.len().min(NAME_BYTES)).rev().find(|&end| safe.is_char_boundary(end));
    Path::new(RUNS).join(&safe[..cut.unwrap_or_default()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_folders() {
        let check = |name: &str, folder: &str| {
            assert_eq!(default_folder(name), Path::new(RUNS).join(folder));
        };
        check("greedy-mine", "greedy-mine");
        check("greedy-my bot/../x", "greedy-my_bot_.._x");
        check("..hidden", "hidden");
        // Most file systems take names of 255 bytes, and this one may get a number.
        check(&"ọ".repeat(64), &"ọ".repeat(33));
        check(&"a".repeat(200), &"a".repeat(100));
        check(&"a".repeat(100), &"a".repeat(100));
    }
}
