//! Numbers as text: never `NaN`, `inf` or `-0.0`.

use serde_json::Value;

/// Writes half points as points with one decimal: 25 is `12.5`.
#[must_use]
pub fn points(half_points: u64) -> String {
    let half = if half_points.is_multiple_of(2) { 0 } else { 5 };
    format!("{}.{half}", half_points / 2)
}

/// Writes quarter points as points with two decimals: 19 is `4.75`.
#[must_use]
pub fn quarter_points(quarters: u128) -> String {
    format!("{}.{:02}", quarters / 4, quarters % 4 * 25)
}

/// Writes a number with its noun, `s` added to it for any number but one.
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns a number of plies in words.
#[must_use]
pub fn counted_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// Returns the number, a zero without its sign.
#[must_use]
pub fn positive_zero(value: f64) -> f64 {
    value + 0.0
}

/// Writes a number with so many decimals; a number that is not finite is missing.
#[must_use]
pub fn decimal(value: f64, decimals: usize) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let text = format!("{value:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    Some(if is_zero { text.replace('-', "") } else { text })
}

/// Writes Elo with one decimal, as in files.
#[must_use]
pub fn elo(value: Option<f64>) -> Option<String> {
    decimal(value?, 1)
}

/// Writes Elo with its sign, as on the terminal.
#[must_use]
pub fn signed_elo(value: f64) -> Option<String> {
    let text = decimal(value, 1)?;
    let positive = !text.starts_with('-') && text != "0.0";
    Some(if positive { format!("+{text}") } else { text })
}

/// Writes how often something happens in a game, with three decimals.
#[must_use]
pub fn per_game(value: Option<f64>) -> Option<String> {
    decimal(value?, 3)
}

/// Writes the mean of numbers of moves, with one decimal.
#[must_use]
pub fn mean_ply(value: Option<f64>) -> Option<String> {
    decimal(value?, 1)
}

/// Writes a likelihood with four decimals, as in files.
#[must_use]
pub fn likelihood(value: Option<f64>) -> Option<String> {
    decimal(value?, 4)
}

/// Writes a likelihood in percent, as on the terminal; it never claims to be sure.
#[must_use]
pub fn percent(likelihood: f64) -> Option<String> {
    Some(match likelihood * 100.0 {
        percent if percent >= 99.95 => ">99.9 %".to_owned(),
        percent if percent < 0.05 => "<0.1 %".to_owned(),
        percent => format!("{} %", decimal(percent, 1)?),
    })
}

/// Turns a number as text into a JSON number, a missing one into `null`.
#[must_use]
pub fn json(text: Option<String>) -> Value {
    let number = |text: String| match text.parse::<i64>() {
        Ok(whole) => Some(Value::from(whole)),
        Err(_) => text.parse::<f64>().ok().map(Value::from),
    };
    text.and_then(number).unwrap_or(Value::Null)
}

/// Writes how long something took: `4.2 s`, `41 s`, `3 min 20 s`, `2 h 5 min`.
#[must_use]
pub fn duration(ms: u64) -> String {
    let seconds = ms / 1_000;
    match seconds {
        0..10 => format!("{seconds}.{} s", ms % 1_000 / 100),
        10..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_finite() {
        assert_eq!([0, 1, 2, 225].map(points), ["0.0", "0.5", "1.0", "112.5"]);
        assert_eq!([0, 9, 19].map(quarter_points), ["0.00", "2.25", "4.75"]);
        let check = |value: f64, file: &str, terminal: &str| {
            assert_eq!(elo(Some(value)).unwrap_or_default(), file);
            assert_eq!(signed_elo(value).unwrap_or_default(), terminal);
        };
        check(43.68, "43.7", "+43.7");
        check(-0.04, "0.0", "0.0");
        check(-0.0, "0.0", "0.0");
        check(-1234.56, "-1234.6", "-1234.6");
        check(f64::NAN, "", "");
        check(f64::INFINITY, "", "");
    }

    #[test]
    fn likelihoods_are_never_certain() {
        let check = |value: f64, file: &str, terminal: &str| {
            assert_eq!(likelihood(Some(value)).unwrap(), file);
            assert_eq!(percent(value).unwrap(), terminal);
        };
        check(0.9861, "0.9861", "98.6 %");
        check(0.99949, "0.9995", "99.9 %");
        check(0.99951, "0.9995", ">99.9 %");
        check(1.0, "1.0000", ">99.9 %");
        check(0.0, "0.0000", "<0.1 %");
        assert_eq!(percent(f64::NAN), None);
    }

    #[test]
    fn durations() {
        let check = |ms, text| assert_eq!(duration(ms), text);
        check(0, "0.0 s");
        check(4_260, "4.2 s");
        check(41_900, "41 s");
        check(200_000, "3 min 20 s");
        check(7_500_000, "2 h 5 min");
    }
}
