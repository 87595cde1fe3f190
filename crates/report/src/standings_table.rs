//! The standings on a terminal.

use std::io::{self, Write};

use crate::table::{Align, Cell, Style, Table, printable};
use crate::{MISSING, Standing, Standings, figures};

impl Standings {
    /// Writes the standings as a table for people.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn write_table(&self, out: &mut impl Write, style: Style) -> io::Result<()> {
        self.table().write(out, style)
    }

    /// Returns the standings as a table for people.
    ///
    /// A rating comes with half the width of its interval; what is known only as a bound
    /// is marked `≥` or `≤`. Blunders a game are a column when there are analyses.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut columns: Vec<(String, Align)> = vec![
            ("#".to_owned(), Align::Right),
            ("bot".to_owned(), Align::Left),
            ("points".to_owned(), Align::Right),
            ("games".to_owned(), Align::Right),
            ("W-D-L".to_owned(), Align::Right),
            ("Elo".to_owned(), Align::Right),
            ("±".to_owned(), Align::Right),
            ("LOS next".to_owned(), Align::Right),
        ];
        columns.extend(self.tie_breaks.iter().map(|name| (name.to_uppercase(), Align::Right)));
        for fault in ["late", "crashed", "illegal"] {
            columns.push((fault.to_owned(), Align::Right));
        }
        let is_analysed = self.lines.iter().any(|line| line.blunders_per_game.is_some());
        if is_analysed {
            columns.push(("blunders".to_owned(), Align::Right));
        }
        let row = |line| row(line, is_analysed);
        Table { columns, rows: self.lines.iter().map(row).collect() }
    }
}

fn row(line: &Standing, is_analysed: bool) -> Vec<Cell> {
    let (elo, half_width) = elo(line);
    let mut cells: Vec<Cell> = [
        line.rank.to_string(),
        printable(&line.bot),
        figures::points(line.half_points),
        line.score.games().to_string(),
        format!("{}-{}-{}", line.score.wins, line.score.draws, line.score.losses),
        elo,
        half_width,
        line.los_next.and_then(figures::percent).unwrap_or_else(|| MISSING.to_owned()),
    ]
    .map(Cell::new)
    .into();
    let tie_breaks = line.tie_breaks.iter();
    cells.extend(tie_breaks.map(|value| Cell::new(value.as_deref().unwrap_or(MISSING))));
    cells.extend([line.timeouts, line.crashes, line.illegal_moves].map(Cell::alarm));
    if is_analysed {
        let blunders = line.blunders_per_game.and_then(|blunders| figures::decimal(blunders, 2));
        cells.push(Cell::new(blunders.as_deref().unwrap_or(MISSING)));
    }
    cells
}

/// Returns the rating, or its bound, and half the width of its interval.
fn elo(line: &Standing) -> (String, String) {
    let missing = || MISSING.to_owned();
    let signed = |value: Option<f64>| value.and_then(figures::signed_elo);
    match (signed(line.elo), signed(line.elo_low), signed(line.elo_high)) {
        (Some(elo), ..) => {
            let half_width = line.elo_low.zip(line.elo_high).map(|(low, high)| (high - low) / 2.0);
            (elo, figures::elo(half_width).unwrap_or_else(missing))
        }
        (None, Some(low), None) => (format!("≥ {low}"), missing()),
        (None, None, Some(high)) => (format!("≤ {high}"), missing()),
        _ => (missing(), missing()),
    }
}
