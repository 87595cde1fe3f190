//! The crosstable for people: a row and a column for each bot.

use crate::table::{Align, Cell, Table, printable};
use crate::{Crosstable, Standings, figures};

/// Stands where a bot would meet itself.
const ITSELF: &str = "·";

impl Crosstable {
    /// Returns the table with bots in the order of the standings; a column is called by
    /// the place of its bot there, and says the points that were made of so many games.
    #[must_use]
    pub fn table(&self, standings: &Standings) -> Table {
        let names: Vec<&str> = standings.lines.iter().map(|line| line.bot.as_str()).collect();
        let mut columns = vec![("#".to_owned(), Align::Right), ("bot".to_owned(), Align::Left)];
        columns.extend((1..=names.len()).map(|place| (place.to_string(), Align::Right)));
        columns.push(("points".to_owned(), Align::Right));
        let cells: std::collections::HashMap<(&str, &str), String> = self
            .lines
            .iter()
            .map(|line| {
                let points = figures::points(line.score.half_points());
                let meeting = (line.bot.as_str(), line.opponent.as_str());
                (meeting, format!("{points}/{}", line.score.games()))
            })
            .collect();
        let rows = standings.lines.iter().zip(1..).map(|(line, place)| {
            let met = names.iter().map(|&opponent| match cells.get(&(&*line.bot, opponent)) {
                Some(met) => Cell::new(met),
                None if opponent == line.bot => Cell::new(ITSELF),
                None => Cell::new(crate::MISSING),
            });
            let place: u32 = place;
            let head = [Cell::new(place.to_string()), Cell::new(printable(&line.bot))];
            let points = Cell::new(figures::points(line.half_points));
            head.into_iter().chain(met).chain([points]).collect()
        });
        Table { rows: rows.collect(), columns }
    }
}
