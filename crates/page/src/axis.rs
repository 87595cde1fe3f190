//! Scales of charts: from a value to a place, with marks at round numbers.

use ayo_report::figures;

use crate::numbers;

/// Width of the charts that stand in rows, in units of SVG.
pub(crate) const WIDTH: f64 = 240.0;
/// What is left free on either end of it.
const MARGIN: f64 = 14.0;

/// A mark of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    /// Where it stands, in units of SVG.
    pub(crate) place: String,
    /// What it says.
    pub(crate) text: String,
}

/// Writes a place: a tenth of a unit is finer than any screen.
pub(crate) fn place(units: f64) -> String {
    figures::decimal(units, 1).unwrap_or_else(|| "0.0".to_owned())
}

/// An axis of equal steps.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// Spans these values, from `from` to `to` on the drawing, with about so many steps.
    ///
    /// Values that are not finite have no say; none at all gives an axis from -100 to 100.
    pub(crate) fn new(
        values: impl IntoIterator<Item = f64>,
        from: f64,
        to: f64,
        steps: f64,
    ) -> Axis {
        let finite = || values.into_iter().filter(|value| value.is_finite());
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in finite() {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (-100.0, 100.0);
        }
        if high - low < 1.0 {
            (low, high) = (low - 50.0, high + 50.0);
        }
        Axis { low, high, from, to, step: round_step((high - low) / steps) }
    }

    /// Spans these values in the charts that stand in rows.
    pub(crate) fn in_rows(values: impl IntoIterator<Item = f64>) -> Axis {
        Axis::new(values, MARGIN, WIDTH - MARGIN, 4.0)
    }

    /// Returns where a value stands; one beyond the axis stands at its end.
    pub(crate) fn units(&self, value: f64) -> f64 {
        let part = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + part * (self.to - self.from)
    }

    pub(crate) fn place(&self, value: f64) -> String {
        place(self.units(value))
    }

    pub(crate) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns the marks, at multiples of a round number; `text` writes the value.
    pub(crate) fn marks(&self, text: impl Fn(f64) -> String) -> Vec<Mark> {
        let first = (self.low / self.step).ceil() as i64;
        let last = (self.high / self.step).floor() as i64;
        let mark = |number: i64| {
            let value = number as f64 * self.step;
            Mark { place: self.place(value), text: text(value) }
        };
        (first..=last).map(mark).collect()
    }
}

/// Returns 1, 2 or 5 times a power of ten, at least this much.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.map(|step| step * power).into_iter().find(|&step| step >= least).unwrap_or(10.0 * power)
}

/// Writes Elo without decimals.
pub(crate) fn elo_mark(value: f64) -> String {
    figures::decimal(value, 0).map_or_else(String::new, |text| {
        let sign = if value > 0.5 { "+" } else { "" };
        format!("{sign}{}", numbers::minus(&text))
    })
}

/// An axis of times: each step is ten times the one before.
#[derive(Clone, Debug)]
pub(crate) struct LogAxis {
    /// Exponents of ten, of microseconds.
    low: i32,
    high: i32,
}

impl LogAxis {
    /// Spans times in microseconds.
    pub(crate) fn new(
        fastest: impl Iterator<Item = f64>,
        slowest: impl Iterator<Item = f64>,
    ) -> LogAxis {
        let low = fastest.fold(f64::INFINITY, f64::min).clamp(1.0, 1e9).log10().floor();
        let high = slowest.fold(1.0, f64::max).min(1e12).log10().ceil();
        let (low, high) = (low as i32, high as i32);
        let low = low.min(high - 1).max(0);
        LogAxis { low, high: high.max(low + 1) }
    }

    /// Returns where a time in microseconds stands.
    pub(crate) fn place(&self, us: f64) -> String {
        let exponent = us.max(1.0).log10().clamp(f64::from(self.low), f64::from(self.high));
        self.at(exponent)
    }

    fn at(&self, exponent: f64) -> String {
        let part = (exponent - f64::from(self.low)) / f64::from(self.high - self.low);
        place(MARGIN + part * (WIDTH - 2.0 * MARGIN))
    }

    /// Returns the marks: every power of ten, or every second one if they are many.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        let every = if self.high - self.low > 4 { 2 } else { 1 };
        (self.low..=self.high)
            .step_by(every)
            .map(|exponent| Mark {
                place: self.at(f64::from(exponent)),
                text: power_text(exponent),
            })
            .collect()
    }
}

/// Writes a power of ten of microseconds.
fn power_text(exponent: i32) -> String {
    let (unit, exponent) = match exponent {
        ..3 => ("µs", exponent),
        3..6 => ("ms", exponent - 3),
        _ => ("s", exponent - 6),
    };
    let power = 10_u64.saturating_pow(exponent.max(0).unsigned_abs());
    format!("{}\u{a0}{unit}", numbers::count(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], texts: &str) {
        let axis = Axis::in_rows(values.iter().copied());
        let marks: Vec<String> = axis.marks(elo_mark).into_iter().map(|mark| mark.text).collect();
        assert_eq!(marks.join(" ").replace('\u{2212}', "-"), texts, "{values:?}");
        for value in values {
            let units = axis.units(*value);
            assert!((0.0..=WIDTH).contains(&units) || value.is_nan(), "{value} at {units}");
        }
    }

    #[test]
    fn marks_are_round() {
        check(&[-285.0, 321.6], "-200 0 +200");
        check(&[0.0], "-50 0 +50");
        check(&[], "-100 -50 0 +50 +100");
        check(&[f64::NAN, f64::INFINITY], "-100 -50 0 +50 +100");
        check(&[5.0, 5.2], "0 +50");
        check(&[-3_000.0, 3_000.0], "-2000 0 +2000");
    }

    #[test]
    fn times_have_powers_of_ten() {
        let check = |fastest: &[f64], slowest: &[f64], texts: &str| {
            let axis = LogAxis::new(fastest.iter().copied(), slowest.iter().copied());
            let marks: Vec<String> = axis.marks().into_iter().map(|mark| mark.text).collect();
            assert_eq!(marks.join(", ").replace('\u{a0}', " "), texts);
        };
        check(&[12.0], &[900.0], "10 µs, 100 µs, 1 ms");
        check(&[12.0], &[9e6], "10 µs, 1 ms, 100 ms, 10 s");
        check(&[], &[], "1 µs, 10 µs");
        check(&[1.0], &[1.0], "1 µs, 10 µs");
    }
}
