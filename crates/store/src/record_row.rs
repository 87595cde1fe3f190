//! One game as a row, there and back.

use std::fmt::Display;

use ayo_record::{Bot, GameRecord, GameResult, Reason, Verdict};
use ayo_rules::{SEEDS, Side};
use rusqlite::{Row, ToSql, types::FromSql};

use crate::infos;

/// Why a row or a record can be no game: which column, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{column}`: {problem}")]
pub struct Impossible {
    /// Name of the column.
    pub column: &'static str,
    /// What is wrong with its value.
    pub problem: String,
}

impl Impossible {
    pub(crate) fn new(column: &'static str, problem: impl Display) -> Impossible {
        Impossible { column, problem: problem.to_string() }
    }
}

/// Columns of `game`; [`insert`] and [`read`] follow this order.
pub(crate) const COLUMNS: &str = "game_id, round, pair, game, south, north, opening, result, \
     south_score, north_score, reason, loser, detail, south_ms, north_ms, south_max_ms, \
     north_max_ms, moves, move_us, seed, isolation, worker, started_at_ms, duration_ms, stderr_tail";

/// A record whose numbers fit the database and whose fields can be those of a game.
///
/// What is checked here is what [`read`] checks: nothing is written that
/// could not be read back.
pub(crate) struct Checked<'a> {
    pub(crate) record: &'a GameRecord,
    number: i64,
    pub(crate) pair: i64,
    seed: i64,
    used_ms: [i64; 2],
    slowest_ms: [i64; 2],
    started_at_ms: i64,
    duration_ms: i64,
    /// What was said of its moves, as JSON.
    pub(crate) infos: Option<String>,
}

impl<'a> Checked<'a> {
    /// Checks a record of a run with this many bots.
    pub(crate) fn new(record: &'a GameRecord, bots: usize) -> Result<Checked<'a>, Impossible> {
        check(record, bots)?;
        Ok(Checked {
            record,
            number: fit("game_id", record.number)?,
            pair: fit("pair", record.pair)?,
            seed: fit("seed", record.seed)?,
            used_ms: [fit("south_ms", record.used_ms[0])?, fit("north_ms", record.used_ms[1])?],
            slowest_ms: [
                fit("south_max_ms", record.slowest_ms[0])?,
                fit("north_max_ms", record.slowest_ms[1])?,
            ],
            started_at_ms: fit("started_at_ms", record.started_at_ms)?,
            duration_ms: fit("duration_ms", record.duration_ms)?,
            infos: infos::write(&record.infos)?,
        })
    }

    /// Returns whether it is a void game, which never goes into `game`.
    pub(crate) fn is_void(&self) -> bool {
        self.record.result == GameResult::Void
    }
}

fn fit(column: &'static str, value: u64) -> Result<i64, Impossible> {
    i64::try_from(value)
        .map_err(|_| Impossible::new(column, format_args!("{value} is larger than {}", i64::MAX)))
}

/// Writes the game, unless one of this (pair, game) is there; returns how many are new, 0 or 1.
pub(crate) fn insert(
    connection: &rusqlite::Connection,
    checked: &Checked<'_>,
) -> rusqlite::Result<usize> {
    let record = checked.record;
    // Not `INSERT OR IGNORE`: that would swallow every other broken constraint too.
    let mut statement = connection.prepare_cached(&format!(
        "INSERT INTO game ({COLUMNS}) VALUES \
         (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (pair, game) DO NOTHING"
    ))?;
    let values: [&dyn ToSql; 25] = [
        &checked.number,
        &record.round,
        &checked.pair,
        &record.game,
        &record.bots[0].0,
        &record.bots[1].0,
        &record.opening.to_string(),
        &record.result.text(),
        &record.scores[0],
        &record.scores[1],
        &record.verdict.reason.word(),
        &record.verdict.loser.map(side_word),
        &record.verdict.detail,
        &checked.used_ms[0],
        &checked.used_ms[1],
        &checked.slowest_ms[0],
        &checked.slowest_ms[1],
        &ayo_rules::write_moves(&record.moves),
        &write_times(&record.move_us),
        &checked.seed,
        &record.isolation,
        &record.worker,
        &checked.started_at_ms,
        &checked.duration_ms,
        &record.stderr_tail,
    ];
    statement.execute(values)
}

/// Writes a void game; every one is kept.
pub(crate) fn insert_void(
    connection: &rusqlite::Connection,
    checked: &Checked<'_>,
) -> rusqlite::Result<usize> {
    let record = checked.record;
    let mut statement = connection.prepare_cached(
        "INSERT INTO void (game_id, round, pair, game, south, north, detail, moves, isolation, \
         worker, started_at_ms, duration_ms, stderr_tail) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
    )?;
    let values: [&dyn ToSql; 13] = [
        &checked.number,
        &record.round,
        &checked.pair,
        &record.game,
        &record.bots[0].0,
        &record.bots[1].0,
        &record.verdict.detail,
        &ayo_rules::write_moves(&record.moves),
        &record.isolation,
        &record.worker,
        &checked.started_at_ms,
        &checked.duration_ms,
        &record.stderr_tail,
    ];
    statement.execute(values)
}

/// Reads a row with the columns of [`COLUMNS`] of a run with this many bots; what was said of
/// the moves is none of them.
pub(crate) fn read(row: &Row<'_>, bots: usize) -> Result<GameRecord, Impossible> {
    let record = GameRecord {
        number: number(row, 0, "game_id")?,
        round: number(row, 1, "round")?,
        pair: number(row, 2, "pair")?,
        game: number(row, 3, "game")?,
        bots: [Bot(number(row, 4, "south")?), Bot(number(row, 5, "north")?)],
        opening: parse("opening", text(row, 6, "opening")?, str::parse)?,
        result: word("result", text(row, 7, "result")?, GameResult::from_text)?,
        scores: [number(row, 8, "south_score")?, number(row, 9, "north_score")?],
        verdict: Verdict {
            reason: word("reason", text(row, 10, "reason")?, Reason::from_word)?,
            loser: get::<Option<String>>(row, 11, "loser")?
                .map(|loser| word("loser", loser, side_from_word))
                .transpose()?,
            detail: text(row, 12, "detail")?,
        },
        used_ms: [number(row, 13, "south_ms")?, number(row, 14, "north_ms")?],
        slowest_ms: [number(row, 15, "south_max_ms")?, number(row, 16, "north_max_ms")?],
        moves: parse("moves", text(row, 17, "moves")?, ayo_rules::parse_moves)?,
        move_us: read_times(&get::<Vec<u8>>(row, 18, "move_us")?)?,
        infos: Vec::new(),
        seed: number(row, 19, "seed")?,
        isolation: text(row, 20, "isolation")?,
        worker: number(row, 21, "worker")?,
        started_at_ms: number(row, 22, "started_at_ms")?,
        duration_ms: number(row, 23, "duration_ms")?,
        stderr_tail: text(row, 24, "stderr_tail")?,
    };
    check(&record, bots)?;
    if record.result == GameResult::Void {
        return Err(Impossible::new("result", "a void game is no game"));
    }
    Ok(record)
}

/// Checks what no type checks: what must hold between the fields of any record.
fn check(record: &GameRecord, bots: usize) -> Result<(), Impossible> {
    let counted_from_one = [
        ("game_id", record.number),
        ("round", u64::from(record.round)),
        ("pair", record.pair),
        ("worker", u64::from(record.worker)),
    ];
    if let Some((column, _)) = counted_from_one.into_iter().find(|&(_, value)| value == 0) {
        return Err(Impossible::new(column, "0, but counting starts at 1"));
    }
    if !(1..=2).contains(&record.game) {
        return Err(Impossible::new("game", format_args!("{} is neither 1 nor 2", record.game)));
    }
    for (column, bot) in ["south", "north"].into_iter().zip(record.bots) {
        if bot.index() >= bots {
            return Err(Impossible::new(
                column,
                format_args!("there is no bot {}, only {bots} from 0", bot.0),
            ));
        }
    }
    if record.bots[0] == record.bots[1] {
        return Err(Impossible::new("north", "a bot does not play against itself"));
    }
    let seeds = record.scores.iter().map(|&score| u32::from(score)).sum::<u32>();
    if seeds > u32::from(SEEDS) {
        let column = if record.scores[0] > SEEDS { "south_score" } else { "north_score" };
        return Err(Impossible::new(column, format_args!("{seeds} seeds counted of {SEEDS}")));
    }
    check_infos(record)?;
    check_verdict(record)
}

/// Adds to a record what was said of its moves.
pub(crate) fn add_infos(record: &mut GameRecord, text: &str) -> Result<(), Impossible> {
    record.infos = infos::read(text)?;
    check_infos(record)
}

fn check_infos(record: &GameRecord) -> Result<(), Impossible> {
    let (infos, moves) = (record.infos.len(), record.move_us.len());
    if infos != 0 && infos != moves {
        return Err(Impossible::new("info", format_args!("{infos} entries for {moves} moves")));
    }
    Ok(())
}

fn check_verdict(record: &GameRecord) -> Result<(), Impossible> {
    let Verdict { reason, loser, .. } = record.verdict;
    if (reason == Reason::Void) != (record.result == GameResult::Void) {
        return Err(Impossible::new(
            "reason",
            format_args!("`{reason}` with the result `{}`", record.result),
        ));
    }
    let must_lose = reason.is_fault() || reason == Reason::Resigned;
    match loser {
        None if must_lose => {
            Err(Impossible::new("loser", format_args!("nobody lost by `{reason}`")))
        }
        Some(side) if record.result != GameResult::won_by(side.opponent()) => Err(Impossible::new(
            "loser",
            format_args!("`{side}` with the result `{}`", record.result),
        )),
        _ => Ok(()),
    }
}

pub(crate) fn get<T: FromSql>(
    row: &Row<'_>,
    index: usize,
    column: &'static str,
) -> Result<T, Impossible> {
    row.get(index).map_err(|error| Impossible::new(column, error))
}

pub(crate) fn text(
    row: &Row<'_>,
    index: usize,
    column: &'static str,
) -> Result<String, Impossible> {
    get(row, index, column)
}

pub(crate) fn number<T: TryFrom<i64>>(
    row: &Row<'_>,
    index: usize,
    column: &'static str,
) -> Result<T, Impossible> {
    let value = get::<i64>(row, index, column)?;
    T::try_from(value).map_err(|_| Impossible::new(column, format_args!("{value} is out of range")))
}

pub(crate) fn word<T>(
    column: &'static str,
    text: String,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, Impossible> {
    read(&text).ok_or_else(|| {
        Impossible::new(column, format_args!("unknown word `{}`", text.escape_debug()))
    })
}

pub(crate) fn parse<T, E: Display>(
    column: &'static str,
    text: String,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<T, Impossible> {
    read(&text).map_err(|error| Impossible::new(column, error))
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

fn side_from_word(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| side_word(side) == word)
}

/// Little-endian and not packed tighter: `numpy.frombuffer(move_us, "<u4")` reads it.
fn write_times(times_us: &[u32]) -> Vec<u8> {
    times_us.iter().flat_map(|time| time.to_le_bytes()).collect()
}

fn read_times(bytes: &[u8]) -> Result<Vec<u32>, Impossible> {
    let (times, rest) = bytes.as_chunks::<4>();
    if rest.is_empty() {
        Ok(times.iter().map(|&time| u32::from_le_bytes(time)).collect())
    } else {
        Err(Impossible::new("move_us", format_args!("{} bytes, not a multiple of 4", bytes.len())))
    }
}
