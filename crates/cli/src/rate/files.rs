//! The games of the files that were named.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use ayo_ratings::{GamesFile, GamesReader};
use ayo_report::table::printable;

use crate::failure::Failure;

use super::pieces::{PIECE_BYTES, read_pieces};

/// Most bytes of all files together: four gibibytes, some 17 million games.
const MAX_FILES_BYTES: u64 = 4 << 30;
/// Most bytes of a row.
pub(super) const MAX_ROW_BYTES: usize = PIECE_BYTES;
/// Stands for stdin in the place of a file.
const STDIN: &str = "-";
/// How an SQLite file begins (<https://www.sqlite.org/fileformat.html>, 1.3.1).
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";

/// Reads and joins the games of all files: equal names are one bot, pairs stay apart.
///
/// # Errors
/// Names the file and the line that cannot be read, and says what is accepted.
pub(super) fn read(
    paths: &[PathBuf],
    stdin: &mut (impl Read + Send),
) -> Result<GamesFile, Failure> {
    let mut seen = HashSet::new();
    let mut left = MAX_FILES_BYTES;
    let mut joined = GamesFile::default();
    for path in paths {
        let read = read_file(path, stdin, &mut seen, &mut left);
        let added = read.and_then(|games| add(&mut joined, games));
        added.with_context(|| format!("cannot rate {}", shown(path))).map_err(Failure::Usage)?;
    }
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
    stdin: &mut (impl Read + Send),
    seen: &mut HashSet<PathBuf>,
    left: &mut u64,
) -> anyhow::Result<GamesFile> {
    let is_stdin = path.as_os_str() == STDIN;
    // The games of a file named twice would count twice, and every interval be too narrow.
    let place = if is_stdin { path.to_owned() } else { fs::canonicalize(path)? };
    ensure!(seen.insert(place), "it is named twice");
    if is_stdin {
        return read_text(stdin, left);
    }
    let mut file = File::open(path)?;
    ensure!(!file.metadata()?.is_dir(), "it is a folder; name the games.csv in it");
    read_text(&mut file, left)
}

/// Reads one file; `left` is what its bytes are taken from.
pub(super) fn read_text(
    file: &mut (impl Read + Send),
    left: &mut u64,
) -> anyhow::Result<GamesFile> {
    let mut reader = GamesReader::default();
    let mut bytes = 0;
    let mut is_first = true;
    let rest = read_pieces(file, |piece| {
        if std::mem::take(&mut is_first) {
            refuse_other_formats(piece)?;
        }
        let used = reader.read(piece)?;
        bytes += used as u64;
        let rest = piece.len() - used;
        ensure!(bytes + rest as u64 <= *left, "the files hold more than {MAX_FILES_BYTES} bytes");
        ensure!(
            rest <= MAX_ROW_BYTES,
            "line {}: a row of more than {MAX_ROW_BYTES} bytes; is there a `\"` too many?",
            reader.next_line()
        );
        Ok(used)
    })?;
    *left -= bytes + rest.len() as u64;
    Ok(reader.finish(&rest)?)
}

/// Refuses what other programs, or other commands of this one, write.
fn refuse_other_formats(text: &[u8]) -> anyhow::Result<()> {
    const ONLY: &str = "only games.csv can be rated so far";
    ensure!(
        !text.starts_with(SQLITE_MAGIC),
        "it is an SQLite database, and {ONLY}; `ayo report DIR` writes the games.csv of a run"
    );
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let is_pgn = matches!(text, [b'[', letter, ..] if letter.is_ascii_alphabetic());
    ensure!(!is_pgn, "it is PGN, and {ONLY}");
    Ok(())
}

fn shown(path: &Path) -> String {
    if path.as_os_str() == STDIN {
        "stdin".to_owned()
    } else {
        format!("`{}`", printable(&path.to_string_lossy()))
    }
}
