//! `ayo replay`: a game of a run, move by move.
//!
//! On a terminal it is gone through with keys, or runs by itself; anywhere else, and with
//! `--json`, all of it is printed.
//!
//! What this module deliberately does not do: it judges nothing. Who won and why is what
//! the run says, and who would have with best play what its analysis says; the rules only show
//! what each move did.

mod document;
mod frames;
mod keys;
mod screen;
#[cfg(test)]
mod tests;
mod text;
mod view;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ayo_record::GameRecord;
use ayo_rules::Rules;
use ayo_store::Reader;

use crate::args::ReplayArguments;
use crate::config;
use crate::failure::Failure;
use crate::run_folder::{DATABASE, RUNS};
use crate::terminal::stdout_style;

use frames::StoredGame;
use text::Boards;
use view::View;

/// Shows a game.
///
/// # Errors
/// Names the runs or games that there are when the one that was named is not.
pub(crate) fn run(arguments: &ReplayArguments) -> Result<(), Failure> {
    let (reader, record) = find(&arguments.folder, arguments.game)?;
    let info = reader.run_info();
    let rules: Rules = config::parse_rules(&info.rules)
        .with_context(|| format!("`{}` has rules of its own", reader.path().display()))?;
    let bots = record.bots.map(|bot| info.bots[bot.index()].clone());
    let analysis = reader.analysis(&record)?.map(|kept| kept.analysis);
    let game = StoredGame { analysis, ..StoredGame::new(&info.name, rules, bots, record)? };
    let plies = game.frames.len();
    let from = arguments.from.unwrap_or_default();
    if from > plies {
        let number = game.record.number;
        return Err(Failure::usage(format!(
            "`--from {from}`: game {number} has only {plies} plies"
        )));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        document::write(&game, &mut out)?;
        return Ok(out.flush()?);
    }
    let interactive = !arguments.text && io::stdin().is_terminal() && screen::can_be_drawn_on();
    if interactive {
        drop(out);
        let view = View::new(from, plies, arguments.play, arguments.speed);
        return screen::show(&game, view, stdout_style());
    }
    let wants_all = arguments.step || arguments.play;
    let boards = if wants_all { Boards::EveryMove } else { Boards::FirstAndLast };
    text::write(&game, from, boards, &mut out)?;
    Ok(out.flush()?)
}

/// Most runs that are named when the one that was asked for is not there.
const NAMED_RUNS: usize = 8;

fn find(folder: &Path, number: u64) -> Result<(Reader, GameRecord), Failure> {
    let path = folder.join(DATABASE);
    if !path.is_file() {
        return Err(Failure::usage(format!(
            "no run in `{}`: there is no `{DATABASE}`{}",
            folder.display(),
            runs_here(folder)
        )));
    }
    let reader = Reader::open(&path)?;
    let folder = folder.display();
    if let Some(record) = reader.game(number)? {
        return Ok((reader, record));
    }
    Err(Failure::usage(match reader.game_numbers()? {
        None => format!("no game is finished in `{folder}` yet"),
        Some((low, high)) if (low..=high).contains(&number) => {
            format!("game {number} is not finished in `{folder}`")
        }
        Some((low, high)) => {
            format!("no game {number} in `{folder}`: its games are {low} to {high}")
        }
    }))
}

/// Names the runs that there are, behind the sentence about the one that is not.
fn runs_here(folder: &Path) -> String {
    let beside = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut runs: Vec<PathBuf> = Vec::new();
    for place in [beside, Some(Path::new(RUNS))].into_iter().flatten() {
        let Ok(entries) = std::fs::read_dir(place) else { continue };
        let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
        runs.extend(folders.filter(|path| path.join(DATABASE).is_file()));
    }
    runs.sort();
    runs.dedup();
    let more = runs.len().saturating_sub(NAMED_RUNS);
    let names: Vec<String> =
        runs.iter().take(NAMED_RUNS).map(|path| format!("`{}`", path.display())).collect();
    match (names.as_slice(), more) {
        ([], _) => String::new(),
        (names, 0) => format!("\n  runs there are: {}", names.join(", ")),
        (names, more) => format!("\n  runs there are: {} and {more} more", names.join(", ")),
    }
}
