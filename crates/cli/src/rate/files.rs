//! The games of the files that were named.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use ayo_ratings::GamesFile;
use ayo_report::table::printable;

use crate::failure::Failure;

use super::formats::{self, Games};
use super::pieces::{MAX_KEPT_BYTES, read_pieces};

/// Most bytes of all files together: four gibibytes, some 17 million games.
const MAX_FILES_BYTES: u64 = 4 << 30;
/// Most bytes of a row, or a line.
pub(super) const MAX_ROW_BYTES: usize = MAX_KEPT_BYTES;
/// Stands for stdin in the place of a file.
const STDIN: &str = "-";

/// Reads and joins the games of all files: equal names are one bot, pairs stay apart.
///
/// # Errors
/// Names the file and the line that cannot be read, and says what is accepted.
pub(super) fn read(paths: &[PathBuf], stdin: &mut impl Read) -> Result<GamesFile, Failure> {
    let mut seen = HashSet::new();
    let mut left = MAX_FILES_BYTES;
    let mut joined = GamesFile::default();
    for path in paths {
        let read = read_file(path, stdin, &mut seen, &mut left);
        let added = read.and_then(|games| add(&mut joined, games));
        added.with_context(|| format!("cannot rate {}", shown(path))).map_err(Failure::Usage)?;
    }
    joined.sort_bots();
    Ok(joined)
}

fn add(joined: &mut GamesFile, games: GamesFile) -> anyhow::Result<()> {
    if joined.bots.is_empty() {
        // The first file, which is most often the only one, is not copied.
        *joined = games;
    } else {
        joined.join(games)?;
    }
    Ok(())
}

fn read_file(
    path: &Path,
    stdin: &mut impl Read,
    seen: &mut HashSet<PathBuf>,
    left: &mut u64,
) -> anyhow::Result<GamesFile> {
    let is_stdin = path.as_os_str() == STDIN;
    // The games of a file named twice would count twice, and every interval be too narrow.
    let place = if is_stdin { path.to_owned() } else { fs::canonicalize(path)? };
    ensure!(seen.insert(place), "it is named twice");
    if is_stdin {
        return read_text(stdin, 0, left);
    }
    let mut file = File::open(path)?;
    let about = file.metadata()?;
    ensure!(!about.is_dir(), "it is a folder; name the games.csv or the run.db in it");
    if formats::is_database(&mut file)? {
        return formats::read_run(path);
    }
    read_text(&mut file, about.len(), left)
}

/// Reads one file of about this many bytes; `left` is what its bytes are taken from.
pub(super) fn read_text(
    file: &mut impl Read,
    about_bytes: u64,
    left: &mut u64,
) -> anyhow::Result<GamesFile> {
    let mut games: Option<Games> = None;
    let mut bytes = 0;
    let rest = read_pieces(file, |piece| {
        let is_first = games.is_none();
        let games = match &mut games {
            Some(games) => games,
            None => games.insert(Games::of(piece)?),
        };
        let used = games.read(piece)?;
        bytes += used as u64;
        if is_first {
            games.expect(bytes, about_bytes.min(*left));
        }
        let rest = piece.len() - used;
        ensure!(bytes + rest as u64 <= *left, "the files hold more than {MAX_FILES_BYTES} bytes");
        ensure!(
            rest <= MAX_ROW_BYTES,
            "line {}: {} of more than {MAX_ROW_BYTES} bytes{}",
            games.next_line(),
            games.line_name(),
            games.long_line_hint()
        );
        Ok(used)
    })?;
    *left -= bytes + rest.len() as u64;
    Ok(games.unwrap_or_default().finish(&rest)?)
}

fn shown(path: &Path) -> String {
    if path.as_os_str() == STDIN {
        "stdin".to_owned()
    } else {
        format!("`{}`", printable(&path.to_string_lossy()))
    }
}
