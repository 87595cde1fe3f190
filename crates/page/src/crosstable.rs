//! Who did how against whom: a table whose cells are as dark as the score is high.

use std::collections::HashMap;

use askama::Template;
use ayo_report::{Crosstable, MISSING, Standings, Tally, figures};

use crate::budget::{CROSSTABLE_BOTS, CROSSTABLE_BYTES, DENSE_COLUMNS, PAPER_COLUMNS};
use crate::numbers;
use crate::rows::Rows;

/// Steps of the heat map, from 0 % to 100 %.
pub(crate) const HEAT_STEPS: u64 = 10;

/// The crosstable of the bots that are highest in the standings.
pub(crate) struct Grid {
    /// Heads of the columns: rank and name.
    pub(crate) opponents: Vec<(u32, String)>,
    pub(crate) rows: Rows,
    /// Bots that are not in it.
    pub(crate) left_out: usize,
}

#[derive(Template)]
#[template(path = "crosstable_row.html")]
struct GridRow {
    rank: u32,
    bot: String,
    cells: Vec<Cell>,
}

enum Cell {
    /// The bot itself.
    Itself,
    /// They have not met.
    Empty,
    Met {
        score: String,
        heat: u64,
        points: String,
        games: u64,
        results: String,
    },
}

impl Grid {
    /// Returns how it fits on paper.
    pub(crate) fn paper(&self) -> Paper {
        let columns = self.opponents.len();
        if columns <= PAPER_COLUMNS {
            Paper::Usual
        } else if columns <= DENSE_COLUMNS {
            Paper::Dense
        } else {
            Paper::Listed
        }
    }

    pub(crate) fn new(standings: &Standings, crosstable: &Crosstable) -> Grid {
        let shown = &standings.lines[..standings.lines.len().min(CROSSTABLE_BOTS)];
        let places: HashMap<&str, usize> =
            shown.iter().enumerate().map(|(place, line)| (line.bot.as_str(), place)).collect();
        let mut met: HashMap<(usize, usize), Tally> = HashMap::new();
        for line in &crosstable.lines {
            let couple = (places.get(line.bot.as_str()), places.get(line.opponent.as_str()));
            if let (Some(&bot), Some(&opponent)) = couple {
                met.insert((bot, opponent), line.score);
            }
        }
        let mut rows = Rows::new(CROSSTABLE_BYTES);
        for (row, line) in shown.iter().enumerate() {
            let cells = (0..shown.len())
                .map(|column| match met.get(&(row, column)) {
                    _ if row == column => Cell::Itself,
                    Some(score) => Cell::met(*score),
                    None => Cell::Empty,
                })
                .collect();
            rows.push(&GridRow { rank: line.rank, bot: numbers::plain(&line.bot), cells });
        }
        Grid {
            opponents: shown.iter().map(|line| (line.rank, numbers::plain(&line.bot))).collect(),
            left_out: standings.lines.len() - shown.len(),
            rows,
        }
    }
}

/// How a crosstable fits on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paper {
    /// As on a screen.
    Usual,
    /// In small type.
    Dense,
    /// The cells of a row one after the other, each with the place of its column.
    Listed,
}

impl Paper {
    /// Returns the class of such a table.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Paper::Usual => "",
            Paper::Dense => " dense",
            Paper::Listed => " listed",
        }
    }
}

impl Cell {
    fn met(score: Tally) -> Cell {
        let (points, games) = (score.half_points(), score.games());
        let part = numbers::fraction(points, 2 * games);
        Cell::Met {
            score: part
                .and_then(|part| figures::decimal(100.0 * part, 0))
                .unwrap_or_else(|| MISSING.to_owned()),
            heat: (points * HEAT_STEPS + games) / (2 * games.max(1)),
            points: figures::points(points),
            games,
            results: format!("{}\u{2013}{}\u{2013}{}", score.wins, score.draws, score.losses),
        }
    }
}
