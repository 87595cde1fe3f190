//! The ratings as CSV.

use std::io::{self, Write};

use ayo_report::table::printable;
use ayo_report::{CsvRows, figures};

use super::list::{RatingList, bound_word, half_points};

/// Decimals of an Elo number: these files are read by programs.
const ELO_DECIMALS: usize = 6;

/// Writes a line for each bot; what is not known is empty.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write(list: &RatingList, out: &mut impl Write) -> io::Result<()> {
    let mut rows = CsvRows::new(out);
    let header = "bot,elo,se,low,high,games,wins,draws,losses,points,component,bound,\
                  rank_low,rank_high";
    rows.fields(header.split(','))?;
    // A column more, so that nobody takes such ratings for those of the games alone.
    let prior = (list.ratings.prior_games > 0.0).then_some(list.ratings.prior_games);
    rows.fields(prior.map(|_| "prior_games"))?;
    rows.end()?;
    for line in &list.lines {
        let rating = &line.rating;
        rows.field(printable(&line.name))?;
        for elo in [rating.elo, rating.se, rating.low, rating.high] {
            rows.optional(elo.and_then(|elo| figures::decimal(elo, ELO_DECIMALS)))?;
        }
        for count in [rating.games, rating.wins, rating.draws, rating.losses] {
            rows.field(count)?;
        }
        rows.field(figures::points(half_points(rating)))?;
        rows.field(line.island)?;
        rows.field(bound_word(rating.bound))?;
        rows.optional(line.ranks.map(|ranks| ranks.low))?;
        rows.optional(line.ranks.map(|ranks| ranks.high))?;
        if let Some(games) = prior {
            rows.field(games)?;
        }
        rows.end()?;
    }
    rows.finish()
}
