//! Numbers and names as a reader of a page wants them.

use ayo_report::{MISSING, figures, iso_8601, table};

/// Returns the text with a minus where a hyphen stands for one.
pub(crate) fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// Writes Elo with its sign and one decimal.
pub(crate) fn elo(value: Option<f64>) -> String {
    value.and_then(figures::signed_elo).map_or_else(|| MISSING.to_owned(), |text| minus(&text))
}

/// Writes a share of a whole in percent with one decimal; a whole of nothing is missing.
pub(crate) fn share(part: u64, whole: u64) -> String {
    match fraction(part, whole) {
        Some(share) => figures::decimal(100.0 * share, 1)
            .map_or_else(|| MISSING.to_owned(), |text| format!("{text}\u{a0}%")),
        None => MISSING.to_owned(),
    }
}

/// Returns a share of a whole; `None` of nothing.
pub(crate) fn fraction(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Writes a count with a thin blank between thousands.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Writes a time with at most three digits that count; clocks here tell microseconds.
pub(crate) fn time_us(us: u64) -> String {
    let decimal = |value: f64, unit: &str| {
        let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
        format!("{value:.decimals$}\u{a0}{unit}")
    };
    match us {
        0..1_000 => format!("{us}\u{a0}µs"),
        1_000..1_000_000 => decimal(us as f64 / 1e3, "ms"),
        _ => decimal(us as f64 / 1e6, "s"),
    }
}

/// Returns a name or a sentence as it can be shown: nothing in it turns the line round.
pub(crate) fn plain(text: &str) -> String {
    table::printable(text)
}

/// Cuts a text to so many characters, and marks the cut.
pub(crate) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the date of a moment as `2026-11-29`.
pub(crate) fn date(ms: u64) -> String {
    let moment = iso_8601(ms);
    moment.split('T').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(count),
            ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
        let check = |us, text: &str| assert_eq!(time_us(us), text.replace(' ', "\u{a0}"));
        check(0, "0 µs");
        check(7, "7 µs");
        check(1_234, "1.23 ms");
        check(45_678, "45.7 ms");
        check(456_789, "457 ms");
        check(10_610_000, "10.6 s");
        assert_eq!(elo(Some(-51.44)), "\u{2212}51.4");
        assert_eq!(elo(Some(f64::NAN)), MISSING);
        assert_eq!(share(1, 3), "33.3\u{a0}%");
        assert_eq!(share(0, 0), MISSING);
        assert_eq!(cut("ọọọ", 2), "ọọ…");
        assert_eq!(cut("ọọ", 2), "ọọ");
        assert_eq!(date(1_795_988_703_007), "2026-11-29");
    }
}
