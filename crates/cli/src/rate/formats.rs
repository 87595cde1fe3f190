//! What a file of games may be: games.csv, PGN, or the database of a run.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;

use anyhow::ensure;
use ayo_ratings::{GamesFile, GamesReader, PgnReader, ReadError};
use ayo_report::rated_game;
use ayo_store::Reader;

/// How an SQLite file begins (<https://www.sqlite.org/fileformat.html>, 1.3.1).
const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Games from a text whose format is known.
pub(super) enum Games {
    /// `games.csv`.
    Csv(GamesReader),
    /// PGN.
    Pgn(PgnReader),
}

impl Default for Games {
    fn default() -> Games {
        Games::Csv(GamesReader::default())
    }
}

impl Games {
    /// Finds out the format of a text by how it begins.
    ///
    /// # Errors
    /// Refuses a database: it is no text.
    pub(super) fn of(text: &[u8]) -> anyhow::Result<Games> {
        ensure!(
            !text.starts_with(SQLITE_MAGIC),
            "it is an SQLite database, which cannot be read from a stream; name the file itself"
        );
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
        let is_pgn = matches!(text, [b'[', letter, ..] if letter.is_ascii_alphabetic())
            || text.starts_with(b"%");
        Ok(if is_pgn { Games::Pgn(PgnReader::default()) } else { Games::default() })
    }

    /// Reads what ends in this piece, and returns how many bytes that takes.
    pub(super) fn read(&mut self, piece: &[u8]) -> Result<usize, ReadError> {
        match self {
            Games::Csv(reader) => reader.read(piece),
            Games::Pgn(reader) => reader.read(piece),
        }
    }

    /// Makes room for the games of so many bytes.
    pub(super) fn expect(&mut self, bytes_read: u64, bytes: u64) {
        if let Games::Csv(reader) = self {
            reader.expect(bytes_read, bytes);
        }
    }

    /// Reads the last piece.
    pub(super) fn finish(self, piece: &[u8]) -> Result<GamesFile, ReadError> {
        match self {
            Games::Csv(reader) => reader.finish(piece),
            Games::Pgn(reader) => reader.finish(piece),
        }
    }

    /// Returns the number of the line that the next piece begins with.
    pub(super) fn next_line(&self) -> u64 {
        match self {
            Games::Csv(reader) => reader.next_line(),
            Games::Pgn(reader) => reader.next_line(),
        }
    }

    /// Returns what a line is called.
    pub(super) fn line_name(&self) -> &'static str {
        match self {
            Games::Csv(_) => "a row",
            Games::Pgn(_) => "a line",
        }
    }

    /// Returns what a line that is too long may come from.
    pub(super) fn long_line_hint(&self) -> &'static str {
        match self {
            Games::Csv(_) => "; is there a `\"` too many?",
            Games::Pgn(_) => "",
        }
    }
}

/// Whether a file is a database; it is read from its beginning afterwards.
pub(super) fn is_database(file: &mut File) -> io::Result<bool> {
    if !file.metadata()?.is_file() {
        // A pipe cannot be rewound, and is no database.
        return Ok(false);
    }
    let mut begin = Vec::new();
    file.take(SQLITE_MAGIC.len() as u64).read_to_end(&mut begin)?;
    file.rewind()?;
    Ok(begin == SQLITE_MAGIC)
}

/// Reads the games of a run.
///
/// # Errors
/// Says why it is no run, or what is wrong with it.
pub(super) fn read_run(path: &Path) -> anyhow::Result<GamesFile> {
    let reader = Reader::open(path)?;
    let mut games = GamesFile {
        bots: reader.run_info().bots.clone(),
        games: Vec::new(),
        voids: reader.voids()?,
    };
    for record in reader.stream_without_infos() {
        let record = record?;
        match rated_game(&record) {
            Some(game) => games.games.push(game),
            None => games.voids += 1,
        }
    }
    Ok(games)
}
