//! The standings with error bars, all on one scale.

use askama::Template;
use ayo_report::{MISSING, Standing, Standings, figures};

use crate::axis::Axis;
use crate::budget::STANDINGS_BYTES;
use crate::numbers;
use crate::rows::Rows;

/// How far beyond the ratings the scale goes for the sake of wide intervals, in Elo.
const BEYOND_ELO: f64 = 300.0;

/// A line of the standings.
#[derive(Template)]
#[template(path = "standing_row.html")]
struct StandingRow<'a> {
    rank: u32,
    bot: String,
    points: String,
    line: &'a Standing,
    elo: String,
    /// What unknown ratings are sorted by: their bound.
    elo_order: String,
    low: String,
    high: String,
    bar: Option<Bar>,
    los: String,
    los_order: String,
    tie_breaks: Vec<String>,
    faults: [u64; 3],
}

/// An interval as it is drawn.
struct Bar {
    low: String,
    high: String,
    /// Whether the ends are ends, or the interval goes on.
    low_ends: bool,
    high_ends: bool,
    dot: Option<String>,
}

/// Returns the scale that all intervals are drawn to.
pub(crate) fn elo_axis(standings: &Standings) -> Axis {
    let lines = || standings.lines.iter();
    let ratings: Vec<f64> = lines().filter_map(|line| line.elo).collect();
    let lowest = ratings.iter().copied().fold(f64::INFINITY, f64::min) - BEYOND_ELO;
    let highest = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max) + BEYOND_ELO;
    let ends = lines().flat_map(|line| [line.elo_low, line.elo_high]).flatten();
    let near = ends.map(|end| if lowest < highest { end.clamp(lowest, highest) } else { end });
    Axis::in_rows(ratings.iter().copied().chain(near))
}

/// Returns the rows of the standings.
pub(crate) fn rows(standings: &Standings, axis: &Axis) -> Rows {
    let mut rows = Rows::new(STANDINGS_BYTES);
    for line in &standings.lines {
        rows.push(&StandingRow {
            rank: line.rank,
            bot: numbers::plain(&line.bot),
            points: figures::points(line.half_points),
            elo: elo_text(line),
            elo_order: order(line.elo.or(line.elo_low).or(line.elo_high)),
            low: numbers::elo(line.elo_low),
            high: numbers::elo(line.elo_high),
            bar: bar(line, axis),
            los: line.los_next.and_then(figures::percent).unwrap_or_else(|| MISSING.to_owned()),
            los_order: order(line.los_next),
            tie_breaks: line
                .tie_breaks
                .iter()
                .map(|value| value.clone().unwrap_or_else(|| MISSING.to_owned()))
                .collect(),
            faults: [line.timeouts, line.crashes, line.illegal_moves],
            line,
        });
    }
    rows
}

fn order(value: Option<f64>) -> String {
    value.and_then(|value| figures::decimal(value, 6)).unwrap_or_default()
}

/// Writes the rating, or what is known of it.
fn elo_text(line: &Standing) -> String {
    match (line.elo, line.elo_low, line.elo_high) {
        (None, Some(low), None) => format!("≥\u{a0}{}", numbers::elo(Some(low))),
        (None, None, Some(high)) => format!("≤\u{a0}{}", numbers::elo(Some(high))),
        (elo, _, _) => numbers::elo(elo),
    }
}

fn bar(line: &Standing, axis: &Axis) -> Option<Bar> {
    // Nothing is drawn where nothing is known.
    line.elo.or(line.elo_low).or(line.elo_high)?;
    let (low, high) =
        (line.elo_low.unwrap_or(f64::NEG_INFINITY), line.elo_high.unwrap_or(f64::INFINITY));
    Some(Bar {
        low: axis.place(low),
        high: axis.place(high),
        low_ends: axis.holds(low),
        high_ends: axis.holds(high),
        dot: line.elo.map(|elo| axis.place(elo)),
    })
}
