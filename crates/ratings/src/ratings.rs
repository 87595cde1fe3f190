//! What a fit has to say.

use std::collections::BTreeMap;

use crate::Anchor;
use crate::matrix::Matrix;
use crate::normal;

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The number and its interval.
    Exact,
    /// Only that it is at least `low`: an unbeaten bot, say.
    AtLeast,
    /// Only that it is at most `high`: a winless bot, say.
    AtMost,
    /// Nothing.
    Unknown,
}

/// How results follow from ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RatingModel {
    /// Expected scores follow the logistic curve, and a draw is half a win.
    #[default]
    Logistic,
    /// Draws have a chance of their own, fitted with the ratings; Elo are on the same scale.
    Davidson,
}

/// Where a standard error comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntervalKind {
    /// Pair-clustered sandwich: the rule.
    Sandwich,
    /// Bootstrap over pairs: for fewer than 50 pairs.
    Bootstrap,
    /// Inverse Fisher information, which does not know that games of a pair belong
    /// together: for fewer than 10 pairs, and for results without any spread.
    Fisher,
}

/// The rating of one bot, and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Rating in Elo, only if the bound is [`Bound::Exact`]. The exact ratings of a
    /// component have mean 0, or the anchor has its value.
    pub elo: Option<f64>,
    /// Standard error in Elo, only with `elo`; 0 for the anchor.
    pub se: Option<f64>,
    /// Lower end of the interval, or the bound if that is [`Bound::AtLeast`].
    pub low: Option<f64>,
    /// Upper end of the interval, or the bound if that is [`Bound::AtMost`].
    pub high: Option<f64>,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points: one a win, a half a draw.
    pub points: f64,
    /// Bots in different components never met, not even through others: their ratings
    /// have nothing to do with each other.
    pub component: usize,
    /// What is known of the rating.
    pub bound: Bound,
    /// Where the standard error comes from, only with `elo`.
    pub interval: Option<IntervalKind>,
}

/// What moving first is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advantage {
    /// Advantage in Elo, only if the bound is [`Bound::Exact`].
    pub elo: Option<f64>,
    /// Standard error in Elo, only with `elo`.
    pub se: Option<f64>,
    /// Lower end of the interval, or the bound if that is [`Bound::AtLeast`].
    pub low: Option<f64>,
    /// Upper end of the interval, or the bound if that is [`Bound::AtMost`].
    pub high: Option<f64>,
    /// [`Bound::AtLeast`] or [`Bound::AtMost`] if it is beyond
    /// [`MAX_ADVANTAGE_ELO`](crate::MAX_ADVANTAGE_ELO), as when the first player always
    /// wins; [`Bound::Unknown`] if nobody played both sides.
    pub bound: Bound,
    /// The advantage that the ratings are computed with, in Elo: `elo` if there is one,
    /// else the value within the bound that is nearest to 0, at most
    /// [`MAX_ADVANTAGE_ELO`](crate::MAX_ADVANTAGE_ELO).
    pub used: f64,
    /// Where the standard error comes from, only with `elo`.
    pub interval: Option<IntervalKind>,
}

/// How much better one bot is than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Rating of the one minus that of the other, in Elo.
    pub elo: f64,
    /// Standard error of the difference, in Elo, above 0.
    pub se: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The ranks that a bot may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankRange {
    /// One more than the bots that are better.
    pub low: usize,
    /// All bots but those that are worse.
    pub high: usize,
}

/// The answer of [`fit`](crate::fit). Every number in it is finite.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// Ratings, in the order of the bots.
    pub ratings: Vec<Rating>,
    /// The first-move advantage.
    pub advantage: Advantage,
    /// Probability of the two-sided intervals and of the one-sided bounds, such as 0.95.
    pub confidence: f64,
    /// Where the standard errors of most bots come from; see [`Rating::interval`].
    pub interval: IntervalKind,
    /// Pairs, and games without a second one, that those standard errors rest on.
    pub interval_pairs: u64,
    /// The anchor; `None` too if its bot has no exact rating, which leaves the mean at 0.
    pub anchor: Option<Anchor>,
    /// Clusters the standard errors rest on: pairs, and games without a second one.
    pub pairs: u64,
    /// Games that are copies of another one, with the same bots, sides, result, opening and
    /// moves. They count for points and ratings, and for the intervals once with it.
    pub identical: u64,
    /// The model that was asked for.
    pub model: RatingModel,
    /// Davidson's `nu`, how often equals draw: `nu / (2 + nu)`; 0 without draws. `None` with
    /// the logistic model, and where Davidson's has no fit, as when all games were drawn or
    /// the advantage runs away: then the ratings are logistic.
    pub nu: Option<f64>,
    /// Half-point games that were added for each bot; 0 means no prior.
    pub prior_games: f64,
    /// Games left out: of a bot with itself, or with an index out of range.
    pub ignored: u64,
    /// False if the numbers are the best that could be found and not the maximum.
    pub converged: bool,
    pub(crate) scale: Scale,
}

/// What differences are computed from.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    /// Pool and parameter of each bot that has a rating within its pool.
    pub(crate) places: Vec<Option<(usize, usize)>>,
    /// Component of each bot.
    pub(crate) components: Vec<usize>,
    /// Rating of each bot with the mean of its pool at 0, in Elo.
    pub(crate) elo: Vec<f64>,
    /// Where the standard errors of each pool come from.
    pub(crate) intervals: Vec<IntervalKind>,
    /// Inverse Fisher information, in Elo squared.
    pub(crate) fisher: Matrix,
    /// Sandwich or bootstrap, in Elo squared.
    pub(crate) robust: Option<Matrix>,
    /// Standard errors from the middle of an interval to its ends.
    pub(crate) quantile: f64,
}

impl Scale {
    /// Returns the covariance that counts for a kind of interval.
    pub(crate) fn covariance(&self, kind: IntervalKind) -> &Matrix {
        match (kind, &self.robust) {
            (IntervalKind::Sandwich | IntervalKind::Bootstrap, Some(robust)) => robust,
            _ => &self.fisher,
        }
    }

    fn place(&self, bot: u32) -> Option<(usize, usize)> {
        self.places.get(bot as usize).copied().flatten()
    }
}

impl Ratings {
    /// Returns how much better bot `a` is than bot `b`.
    ///
    /// `None` if the games do not say it: the bots are in different components, all
    /// points between them went one way, or they are the same bot. It can exist without
    /// two exact ratings: two bots that lost to all others may have played each other.
    #[must_use]
    pub fn difference(&self, a: u32, b: u32) -> Option<Difference> {
        let (pool, row) = self.scale.place(a)?;
        let (other, column) = self.scale.place(b)?;
        // A prior puts bots of different components on one scale, and says nothing of them.
        let components = &self.scale.components;
        if a == b || pool != other || components[a as usize] != components[b as usize] {
            return None;
        }
        let covariance = self.scale.covariance(self.scale.intervals[pool]);
        let se = covariance.difference_variance(row, column).sqrt();
        let elo = self.scale.elo[a as usize] - self.scale.elo[b as usize];
        let half = self.scale.quantile * se;
        Some(Difference { elo, se, low: elo - half, high: elo + half })
    }

    /// Returns the likelihood of superiority, the probability that bot `a` is better than
    /// bot `b` given the games; `None` where [`difference`](Ratings::difference) is.
    #[must_use]
    pub fn los(&self, a: u32, b: u32) -> Option<f64> {
        self.difference(a, b).map(|difference| normal::cdf(difference.elo / difference.se))
    }

    /// Returns for each bot with an exact rating the ranks that it may have in its component.
    ///
    /// A bot counts as better than another if the interval of their difference is above 0; so
    /// each of these says as much as one comparison, and nothing is corrected for making many.
    #[must_use]
    pub fn rank_ranges(&self) -> Vec<Option<RankRange>> {
        let exact = |bot: usize| self.ratings[bot].bound == Bound::Exact;
        let mut islands: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for bot in (0..self.ratings.len()).filter(|&bot| exact(bot)) {
            islands.entry(self.ratings[bot].component).or_default().push(bot);
        }
        let mut ranges = vec![None; self.ratings.len()];
        for bots in islands.values() {
            for &bot in bots {
                ranges[bot] = Some(RankRange { low: 1, high: bots.len() });
            }
            for (k, &a) in bots.iter().enumerate() {
                for &b in &bots[k + 1..] {
                    let Some(difference) = self.difference(a as u32, b as u32) else { continue };
                    let (better, worse) = match difference {
                        Difference { low, .. } if low > 0.0 => (a, b),
                        Difference { high, .. } if high < 0.0 => (b, a),
                        _ => continue,
                    };
                    ranges[better].iter_mut().for_each(|range| range.high -= 1);
                    ranges[worse].iter_mut().for_each(|range| range.low += 1);
                }
            }
        }
        ranges
    }

    /// Returns the same for bots in another order: `place[k]` says where bot `k` is here.
    pub(crate) fn reordered(self, place: &[usize]) -> Ratings {
        let Scale { places, components, elo, .. } = &self.scale;
        let scale = Scale {
            places: place.iter().map(|&k| places[k]).collect(),
            components: place.iter().map(|&k| components[k]).collect(),
            elo: place.iter().map(|&k| elo[k]).collect(),
            ..self.scale.clone()
        };
        let bot = |bot: u32| place.iter().position(|&k| k == bot as usize).unwrap_or_default();
        Ratings {
            ratings: place.iter().map(|&k| self.ratings[k]).collect(),
            anchor: self.anchor.map(|anchor| Anchor { bot: bot(anchor.bot) as u32, ..anchor }),
            scale,
            ..self
        }
    }
}
