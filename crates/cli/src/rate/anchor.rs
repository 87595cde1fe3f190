//! The bot whose rating is given: `--anchor BOT=ELO`.

use ayo_ratings::{Anchor, Bound, Ratings};
use ayo_report::{figures, table::printable};

use crate::config::nearest;
use crate::failure::Failure;

/// Largest rating that may be given to an anchor, in Elo, on either side of 0.
pub(super) const MAX_ANCHOR_ELO: f64 = 100_000.0;

/// An anchor as it was typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedAnchor<'a> {
    bot: &'a str,
    elo: f64,
}

/// Reads `BOT=ELO`; the name may hold a `=`.
///
/// # Errors
/// Says what an anchor looks like.
pub(super) fn parse(text: &str) -> Result<NamedAnchor<'_>, Failure> {
    let error = |problem: &str| {
        Failure::usage(format!(
            "`--anchor {}`: {problem}; an anchor is a bot and its rating, such as `greedy=1500`",
            printable(text)
        ))
    };
    let (bot, elo) = text.rsplit_once('=').ok_or_else(|| error("no `=`"))?;
    if bot.is_empty() {
        return Err(error("no bot"));
    }
    let elo: f64 = elo.trim().parse().map_err(|_| error("no number after the `=`"))?;
    if !elo.is_finite() || elo.abs() > MAX_ANCHOR_ELO {
        return Err(error(&format!("the rating is not within ±{MAX_ANCHOR_ELO}")));
    }
    Ok(NamedAnchor { bot, elo })
}

impl NamedAnchor<'_> {
    /// Finds the bot among those that played.
    ///
    /// # Errors
    /// Names the bot that was probably meant.
    pub(super) fn find(self, bots: &[String]) -> Result<Anchor, Failure> {
        if let Some(bot) = bots.iter().position(|name| name == self.bot) {
            return Ok(Anchor { bot: bot as u32, elo: self.elo });
        }
        let hint = nearest(self.bot, bots.iter().map(String::as_str))
            .map(|name| format!("; did you mean `{}`?", printable(name)))
            .unwrap_or_default();
        let bot = printable(self.bot);
        Err(Failure::usage(format!("no games of the anchor `{bot}` in these files{hint}")))
    }
}

/// Returns the error that the games of this bot give it no rating that could be moved.
pub(super) fn unusable(bots: &[String], ratings: &Ratings, anchor: Anchor) -> Failure {
    let bot = anchor.bot as usize;
    let rating = ratings.ratings.get(bot);
    let reason = match rating.map(|rating| rating.bound) {
        Some(Bound::AtLeast) => bounded("≥", rating.and_then(|rating| rating.low)),
        Some(Bound::AtMost) => bounded("≤", rating.and_then(|rating| rating.high)),
        _ => "its games tell nothing about its rating".to_owned(),
    };
    let name = bots.get(bot).map(|name| printable(name)).unwrap_or_default();
    Failure::usage(format!("`{name}` cannot be the anchor: {reason}; take another bot"))
}

fn bounded(sign: &str, elo: Option<f64>) -> String {
    let elo = elo.and_then(figures::signed_elo).unwrap_or_default();
    format!("its games give only a bound, {sign} {elo}")
}
