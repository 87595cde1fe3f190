//! The ratings as one JSON document.
//!
//! Numbers have all their digits. The tables of pairs are computed while they are
//! written: those of 4,096 bots would not fit in memory as a document.

use std::io::{self, Write};

use ayo_ratings::{Advantage, Rating};
use ayo_report::figures::positive_zero;
use serde::ser::{Serialize, SerializeSeq as _, Serializer};

use super::list::{Line, RatingList, bound_word, interval_word, model_word};

/// Writes the document on one line.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write(list: &RatingList, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Document::new(list))?;
    writeln!(out)
}

#[derive(serde::Serialize)]
struct Document<'a> {
    model: &'static str,
    /// Davidson's parameter of draws; `null` with the logistic model, and where it has no fit.
    nu: Option<f64>,
    /// Half-point games that were added for each bot; 0 means that there is no prior.
    prior: f64,
    advantage: AdvantageDocument,
    anchor: Option<AnchorDocument<'a>>,
    confidence: f64,
    interval: &'static str,
    /// Pairs, and games without a second one, that the intervals rest on.
    pairs: u64,
    games: u64,
    /// Games that repeat another one; the intervals take them as one with it.
    identical: u64,
    voids: u64,
    /// Games of a bot with itself.
    ignored: u64,
    converged: bool,
    components: usize,
    ratings: Vec<RatingDocument<'a>>,
    los: Los<'a>,
    differences: Differences<'a>,
}

impl<'a> Document<'a> {
    fn new(list: &'a RatingList) -> Document<'a> {
        let ratings = &list.ratings;
        Document {
            model: model_word(ratings.model),
            nu: ratings.nu,
            prior: ratings.prior_games,
            advantage: AdvantageDocument::new(&ratings.advantage),
            anchor: list
                .anchor
                .as_ref()
                .map(|(bot, elo)| AnchorDocument { bot, elo: positive_zero(*elo) }),
            confidence: ratings.confidence,
            interval: interval_word(ratings.interval),
            pairs: ratings.pairs,
            games: list.games,
            identical: ratings.identical,
            voids: list.voids,
            ignored: ratings.ignored,
            converged: ratings.converged,
            components: list.islands,
            ratings: list.lines.iter().map(RatingDocument::new).collect(),
            los: Los(list),
            differences: Differences(list),
        }
    }
}

#[derive(serde::Serialize)]
struct AdvantageDocument {
    elo: Option<f64>,
    se: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    bound: &'static str,
    /// The advantage that the ratings are computed with.
    used: f64,
    interval: Option<&'static str>,
}

impl AdvantageDocument {
    fn new(advantage: &Advantage) -> AdvantageDocument {
        let Advantage { elo, se, low, high, bound, used, interval } = *advantage;
        let (bound, interval) = (bound_word(bound), interval.map(interval_word));
        let [elo, se, low, high] = [elo, se, low, high].map(|it| it.map(positive_zero));
        let used = positive_zero(used);
        AdvantageDocument { elo, se, low, high, bound, used, interval }
    }
}

#[derive(serde::Serialize)]
struct AnchorDocument<'a> {
    bot: &'a str,
    elo: f64,
}

#[derive(serde::Serialize)]
struct RatingDocument<'a> {
    bot: &'a str,
    elo: Option<f64>,
    se: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    component: usize,
    bound: &'static str,
    interval: Option<&'static str>,
    /// The ranks that it may have in its component.
    rank_low: Option<usize>,
    rank_high: Option<usize>,
}

impl<'a> RatingDocument<'a> {
    fn new(line: &'a Line) -> RatingDocument<'a> {
        let Rating { elo, se, low, high, games, wins, draws, losses, points, .. } = line.rating;
        let [elo, se, low, high] = [elo, se, low, high].map(|it| it.map(positive_zero));
        RatingDocument {
            bot: &line.name,
            elo,
            se,
            low,
            high,
            games,
            wins,
            draws,
            losses,
            points,
            component: line.island,
            bound: bound_word(line.rating.bound),
            interval: line.rating.interval.map(interval_word),
            rank_low: line.ranks.map(|ranks| ranks.low),
            rank_high: line.ranks.map(|ranks| ranks.high),
        }
    }
}

/// Rows and columns in the order of the ratings: how likely the bot of the row is better
/// than that of the column.
struct Los<'a>(&'a RatingList);

impl Serialize for Los<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.lines.iter().map(|line| LosRow(self.0, line.bot)))
    }
}

struct LosRow<'a>(&'a RatingList, u32);

impl Serialize for LosRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LosRow(list, bot) = *self;
        serializer.collect_seq(list.lines.iter().map(|other| list.ratings.los(bot, other.bot)))
    }
}

/// One entry for two bots that can be compared, the one that is listed first as `a`.
struct Differences<'a>(&'a RatingList);

#[derive(serde::Serialize)]
struct DifferenceDocument<'a> {
    a: &'a str,
    b: &'a str,
    elo: f64,
    se: f64,
    low: f64,
    high: f64,
}

impl Serialize for Differences<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RatingList { lines, ratings, .. } = self.0;
        let mut list = serializer.serialize_seq(None)?;
        for (place, one) in lines.iter().enumerate() {
            for other in &lines[place + 1..] {
                let Some(difference) = ratings.difference(one.bot, other.bot) else { continue };
                list.serialize_element(&DifferenceDocument {
                    a: &one.name,
                    b: &other.name,
                    elo: positive_zero(difference.elo),
                    se: difference.se,
                    low: positive_zero(difference.low),
                    high: positive_zero(difference.high),
                })?;
            }
        }
        list.end()
    }
}
