//! Time controls: what is written, and what was probably meant.

use std::time::Duration;

use ayo_protocol::{GameClock, TimeControl, parse_seconds};

use super::error::ConfigError;
use super::nearest::did_you_mean;
use super::table::Table;

/// The largest `margin_ms`, in milliseconds.
pub(super) const MAX_MARGIN_MS: u64 = 60_000;

/// Reads a clock for the whole game, `10+0.1`.
///
/// # Errors
/// Says what was probably meant: `10s` is `10`, `1:30` is `90`, `10+0,1` is `10+0.1`.
pub fn parse_clock(text: &str) -> Result<GameClock, ConfigError> {
    text.parse().map_err(|error: ayo_protocol::ParseClockError| {
        let meant = || {
            // `40/10` of the chess programs is moves and seconds; here a clock has no moves.
            let (_, text) = text.rsplit_once('/').unwrap_or(("", text));
            let parts: Option<Vec<String>> = text.split('+').map(in_seconds).collect();
            parts.map(|parts| parts.join("+")).filter(|meant| meant.parse::<GameClock>().is_ok())
        };
        ConfigError::new(error.to_string()).hint(did_you_mean(meant().as_deref()))
    })
}

/// Reads the time for each move, in seconds.
///
/// # Errors
/// Says what was probably meant: `100ms` is `0.1`.
pub fn parse_move_limit(text: &str) -> Result<Duration, ConfigError> {
    parse_seconds(text).map_err(|error| {
        let meant = in_seconds(text).filter(|meant| parse_seconds(meant).is_ok());
        ConfigError::new(error.to_string()).hint(did_you_mean(meant.as_deref()))
    })
}

/// Puts a time control together; the default clock holds when neither is given.
#[must_use]
pub fn time_control(clock: Option<GameClock>, move_limit: Option<Duration>) -> TimeControl {
    match (clock, move_limit) {
        (None, None) => TimeControl::default(),
        (game, move_limit) => TimeControl { game, move_limit, ..TimeControl::NONE },
    }
}

/// Reads `tc`, `st` and `margin_ms`.
pub(super) fn read(table: &Table<'_>) -> Result<TimeControl, ConfigError> {
    let clock = read_key(table, "tc", parse_clock)?;
    let mut time = time_control(clock, read_key(table, "st", parse_move_limit)?);
    if let Some(entry) = table.get("margin_ms") {
        time.margin = Duration::from_millis(entry.whole(0..=MAX_MARGIN_MS)?);
    }
    Ok(time)
}

fn read_key<T>(
    table: &Table<'_>,
    key: &str,
    parse: fn(&str) -> Result<T, ConfigError>,
) -> Result<Option<T>, ConfigError> {
    let Some(entry) = table.get(key) else { return Ok(None) };
    let text = entry.scalar("a string or a number")?;
    parse(&text).map(Some).map_err(|error| entry.error(error))
}

/// Turns other ways to write a time (`1:30`, `2m`, `100ms`, `0,1 s`) into seconds.
fn in_seconds(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase().replace(',', ".");
    if let Some((minutes, seconds)) = text.split_once(':') {
        let seconds = minutes.parse::<u32>().ok()? as f64 * 60.0 + seconds.parse::<f64>().ok()?;
        return written(seconds);
    }
    let number = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == ' ');
    let second = match text[number.len()..].trim() {
        "" | "s" | "sec" | "second" | "seconds" => 1.0,
        "ms" => 0.001,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return None,
    };
    written(number.parse::<f64>().ok()? * second)
}

/// Writes seconds with at most three decimals.
fn written(seconds: f64) -> Option<String> {
    let milliseconds = (seconds * 1000.0).round();
    (0.0..1e12).contains(&milliseconds).then(|| format!("{}", milliseconds / 1000.0))
}
