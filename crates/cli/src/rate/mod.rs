//! `ayo rate`: ratings of the bots in one or more files of games.
//!
//! All games are rated at once, so the order of files and rows does not matter, but that the
//! draws of the bootstrap, which serves below 50 pairs, follow the numbers of the pairs. Bots
//! that never met, not even through others, are on different *islands*, and each island is
//! rated apart.
//!
//! What this module deliberately does not do: it invents no number. Where the games only
//! give a bound, a bound is printed, and where they give nothing, nothing is. With `--prior`
//! there is a number everywhere, and every output says that a prior is in it.

mod anchor;
mod arguments;
mod csv;
mod files;
mod formats;
mod json;
mod list;
mod notes;
mod pieces;
mod table;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};

use ayo_ratings::{Options, RatingModel, fit_named};
use ayo_report::Style;

use crate::args::TableFormat;
use crate::failure::Failure;
use crate::terminal::stdout_style;

pub(crate) use arguments::RateArguments;
use arguments::RateModel;
use list::RatingList;

/// Rates and prints.
///
/// # Errors
/// Refuses a file that is not as it should be, and an anchor that cannot be one.
pub(crate) fn run(arguments: &RateArguments) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    rate(arguments, &mut io::stdin(), &mut out, stdout_style())?;
    Ok(out.flush()?)
}

fn rate(
    arguments: &RateArguments,
    stdin: &mut impl Read,
    out: &mut impl Write,
    style: Style,
) -> Result<(), Failure> {
    let anchor = arguments.anchor.as_deref().map(anchor::parse).transpose()?;
    let games = files::read(&arguments.files, stdin)?;
    let anchor = anchor.map(|anchor| anchor.find(&games.bots)).transpose()?;
    let options = Options {
        anchor,
        confidence: arguments.confidence,
        model: match arguments.model {
            RateModel::Logistic => RatingModel::Logistic,
            RateModel::Davidson => RatingModel::Davidson,
        },
        prior_games: arguments.prior,
        ..Options::default()
    };
    let ratings = fit_named(&games.bots, &games.games, &options);
    if let Some(wanted) = anchor.filter(|_| ratings.anchor.is_none()) {
        return Err(anchor::unusable(&games.bots, &ratings, wanted));
    }
    let list = RatingList::new(&games, ratings);
    match arguments.format {
        TableFormat::Table => {
            table::table(&list).write(out, style)?;
            writeln!(out)?;
            notes::write(&list, out)?;
        }
        TableFormat::Md => {
            table::table(&list).write_markdown(out)?;
            writeln!(out)?;
            notes::write_markdown(&list, out)?;
        }
        TableFormat::Csv => csv::write(&list, out)?,
        TableFormat::Json => json::write(&list, out)?,
    }
    Ok(())
}
