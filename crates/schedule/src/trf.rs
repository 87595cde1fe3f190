//! TRF, the text format in which Swiss programs exchange tournaments.
//!
//! [`read_trf`] understands TRF16 with the extensions of JaVaFo (`XX…`) and
//! bbpPairings (`BB…`), and the records of TRF-2026 that concern one player each.
//! [`TrfFile::new`] writes a tournament so that bbpPairings, JaVaFo and other
//! checkers accept it.
//!
//! What it deliberately does not do: no teams. Their records are kept as text and
//! reported, as is everything it does not know; nothing of a file gets lost when
//! it is written again.

mod columns;
mod error;
mod pairing_list;
mod player_record;
mod points_column;
mod record;
mod settings;
mod tie_break_records;
mod write;

use std::fmt;

use crate::tournament::{Acceleration, Player, Tournament, TournamentDraft};

pub use error::{TrfError, TrfProblem};
pub use pairing_list::pairing_list;
pub use record::TrfWarning;
pub use tie_break_records::AskedTieBreaks;
pub use write::TrfWriteError;

use columns::Line;
use player_record::PlayerRecord;
use settings::Settings;

/// Longest TRF file, in bytes (16 MiB).
pub const MAX_TRF_BYTES: usize = 16 << 20;
/// Most lines of a TRF file.
pub const MAX_TRF_LINES: usize = 100_000;
/// Longest line of a TRF file, in bytes without its end.
pub const MAX_TRF_LINE_BYTES: usize = 65_536;

/// The records of a TRF file in their order. Its text ends every line with `\n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfFile {
    records: Vec<Record>,
}

/// One line of a TRF file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Record {
    /// Record 001.
    Player(PlayerRecord),
    /// Any other, as it stands.
    Text(String),
}

impl fmt::Display for TrfFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for record in &self.records {
            match record {
                Record::Player(player) => writeln!(f, "{player}")?,
                Record::Text(text) => writeln!(f, "{text}")?,
            }
        }
        Ok(())
    }
}

/// What a TRF file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trf {
    /// The file itself, to be written again.
    pub file: TrfFile,
    /// The tournament in it.
    pub tournament: Tournament,
    /// What was kept but not understood.
    pub warnings: Vec<TrfWarning>,
}

/// Reads a TRF file whose lines end in LF, CRLF or CR.
///
/// Columns are counted in characters. A byte order mark and blanks at the end of
/// a line are dropped; everything else is kept.
///
/// # Errors
/// Names the first line, and the columns, of what is no TRF, exceeds a limit
/// ([`MAX_TRF_BYTES`], [`MAX_TRF_LINES`], [`MAX_TRF_LINE_BYTES`]) or contradicts
/// another line.
pub fn read_trf(bytes: &[u8]) -> Result<Trf, TrfError> {
    let lines = lines(bytes)?;
    let mut records = Vec::with_capacity(lines.len());
    let mut players = Vec::new();
    for line in &lines {
        record::begins_in_first_column(line)?;
        records.push(match line.tag().as_str() {
            "001" => {
                let player = PlayerRecord::read(line)?;
                players.push((line, player.clone()));
                Record::Player(player)
            }
            _ => Record::Text(line.text().to_string()),
        });
    }
    let tournament = tournament(&lines, &players)?;
    let warnings = record::warnings(&lines);
    Ok(Trf { file: TrfFile { records }, tournament, warnings })
}

fn tournament(
    lines: &[Line<'_>],
    records: &[(&Line<'_>, PlayerRecord)],
) -> Result<Tournament, TrfError> {
    let mut players = player_record::players(records)?;
    let settings = Settings::read(lines, &mut players)?;
    let players = players.into_values().map(|(_, player)| player).collect();
    let tournament = Tournament::new(draft(settings, players))
        .map_err(|problem| error::contradiction(lines, records, problem))?;
    points_column::check(&tournament, records)?;
    Ok(tournament)
}

fn draft(settings: Settings, players: Vec<Player>) -> TournamentDraft {
    let code = settings.system;
    let baku = code.as_deref().and_then(|code| code.strip_suffix("_BAKU")).map(str::to_string);
    let acceleration = match settings.virtual_points {
        Some(points) => Acceleration::Explicit(points),
        None if baku.is_some() => Acceleration::Baku,
        None => Acceleration::Off,
    };
    TournamentDraft {
        name: settings.name,
        players,
        points: settings.points,
        total_rounds: settings.total_rounds,
        initial_colour: settings.initial_colour,
        acceleration,
        forbidden: settings.forbidden,
        system: baku.or(code),
        ignores_sides: settings.ignores_sides,
    }
}

/// Cuts a file into lines without their ends.
fn lines(bytes: &[u8]) -> Result<Vec<Line<'_>>, TrfError> {
    let too_long = |line| TrfError { line, columns: None, problem: TrfProblem::TooLong };
    if bytes.len() > MAX_TRF_BYTES {
        return Err(too_long(1));
    }
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = &rest[..end.unwrap_or(rest.len())];
        let ends_in_crlf = rest[line.len()..].starts_with(b"\r\n");
        let end_bytes = usize::from(end.is_some()) + usize::from(ends_in_crlf);
        rest = &rest[line.len() + end_bytes..];
        let number = lines.len() + 1;
        let problem = |problem| TrfError { line: number, columns: None, problem };
        if line.len() > MAX_TRF_LINE_BYTES {
            return Err(problem(TrfProblem::LongLine { bytes: line.len() }));
        }
        if number > MAX_TRF_LINES {
            return Err(too_long(number));
        }
        let text = std::str::from_utf8(line).map_err(|_| problem(TrfProblem::NotUtf8))?;
        lines.push(Line::new(number, text.trim_end()));
    }
    Ok(lines)
}
