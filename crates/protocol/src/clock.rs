//! Time controls, and the clock of one side.

use std::fmt;
use std::time::Duration;

/// How much time the bots have; the two kinds may stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the whole game, `tc`.
    pub game: Option<GameClock>,
    /// Time for each move, `st`.
    pub move_limit: Option<Duration>,
    /// How far a limit may be overstepped without losing the game, `margin_ms`.
    pub margin: Duration,
}

/// A clock for the whole game: `10+0.1` is ten seconds and a tenth more for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time at the start.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// The margin where none is set.
    pub const DEFAULT_MARGIN: Duration = Duration::from_millis(50);
    /// The most time a move may take when neither `tc` nor `st` is set.
    pub const CEILING: Duration = Duration::from_secs(60);
    /// The longest time that can be set.
    pub const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);

    /// No clock at all: only the ceiling holds.
    pub const NONE: TimeControl =
        TimeControl { game: None, move_limit: None, margin: TimeControl::DEFAULT_MARGIN };
}

impl Default for TimeControl {
    /// `tc = "10+0.1"`.
    fn default() -> TimeControl {
        let game =
            GameClock { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
        TimeControl { game: Some(game), ..TimeControl::NONE }
    }
}

/// Writes what was set: `tc 10+0.1`, `st 0.1`, both, or `no clock`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.game, self.move_limit) {
            (None, None) => f.write_str("no clock"),
            (Some(game), None) => write!(f, "tc {game}"),
            (None, Some(limit)) => write!(f, "st {}", limit.as_secs_f64()),
            (Some(game), Some(limit)) => write!(f, "tc {game} · st {}", limit.as_secs_f64()),
        }
    }
}

impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl std::str::FromStr for GameClock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<GameClock, ParseClockError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = parse_seconds(base)?;
        if base.is_zero() {
            return Err(ParseClockError(text.to_owned()));
        }
        let increment =
            if increment == "0" { Duration::ZERO } else { parse_seconds_or_zero(increment)? };
        Ok(GameClock { base, increment })
    }
}

/// Reads seconds with up to three decimals, at least 1 ms and at most [`TimeControl::LONGEST`].
///
/// # Errors
/// Returns the text when it is no such number.
pub fn parse_seconds(text: &str) -> Result<Duration, ParseClockError> {
    parse_seconds_or_zero(text)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| ParseClockError(text.to_owned()))
}

fn parse_seconds_or_zero(text: &str) -> Result<Duration, ParseClockError> {
    let error = || ParseClockError(text.to_owned());
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let empty = whole.is_empty() && decimals.is_empty();
    if empty || !digits(whole) || !digits(decimals) || decimals.len() > 3 || whole.len() > 9 {
        return Err(error());
    }
    let seconds: u64 = format!("0{whole}").parse().map_err(|_| error())?;
    let millis: u64 = format!("{decimals:0<3}").parse().map_err(|_| error())?;
    let duration = Duration::from_millis(seconds * 1000 + millis);
    if duration > TimeControl::LONGEST { Err(error()) } else { Ok(duration) }
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseClockError(pub String);

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth \
             more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)",
            self.0
        )
    }
}

impl std::error::Error for ParseClockError {}

/// The time one side has left in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    /// What is left of the game's time; unused without a game clock.
    left: Duration,
    pub(crate) used: Duration,
    pub(crate) slowest: Duration,
}

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Clock {
        let left = control.game.map_or(Duration::ZERO, |game| game.base);
        Clock { control, left, used: Duration::ZERO, slowest: Duration::ZERO }
    }

    /// The time this move may take, without the margin.
    pub(crate) fn allowed(&self) -> Duration {
        let game = self.control.game.map(|_| self.left);
        match (game, self.control.move_limit) {
            (Some(left), Some(limit)) => left.min(limit),
            (Some(limit), None) | (None, Some(limit)) => limit,
            (None, None) => TimeControl::CEILING,
        }
    }

    /// The time this move may take before the game is lost.
    pub(crate) fn last_moment(&self) -> Duration {
        self.allowed() + self.control.margin
    }

    /// What a bot is told: the time left for the game, or for this move without a game clock.
    pub(crate) fn shown_ms(&self) -> u64 {
        let shown = if self.control.game.is_some() { self.left } else { self.allowed() };
        (shown.as_millis() as u64).max(1)
    }

    /// Charges a move that came in time.
    pub(crate) fn charge(&mut self, elapsed: Duration) {
        self.note(elapsed);
        if let Some(game) = self.control.game {
            self.left = self.left.saturating_sub(elapsed) + game.increment;
        }
    }

    /// Notes the time of a move without charging it, when it came too late.
    pub(crate) fn note(&mut self, elapsed: Duration) {
        self.used += elapsed;
        self.slowest = self.slowest.max(elapsed);
    }

    /// Says what was overstepped, with the limit and the measured value.
    pub(crate) fn overrun(&self, elapsed: Duration) -> String {
        let margin = self.control.margin;
        let by_move = self.control.move_limit.is_some_and(|limit| limit <= self.allowed());
        let what = match (self.control.game, by_move) {
            (None, false) => "a move, the ceiling without a clock",
            (_, true) => "a move",
            (Some(_), false) => "left on the clock",
        };
        format!(
            "{} used, {} {what} + {} margin allowed",
            seconds(elapsed),
            seconds(self.allowed()),
            seconds(margin),
        )
    }
}

/// Writes seconds with as many decimals as milliseconds ask for, at least two.
pub(crate) fn seconds(duration: Duration) -> String {
    // Rounded up: a measured value just over its limit must not print as the limit.
    let millis = duration.as_micros().div_ceil(1000);
    match millis % 10 {
        0 => format!("{}.{:02} s", millis / 1000, millis % 1000 / 10),
        _ => format!("{}.{:03} s", millis / 1000, millis % 1000),
    }
}
