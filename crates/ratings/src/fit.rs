//! From games to ratings.

use crate::bounds::{self, Direction, Known, Limit};
use crate::covariance;
use crate::identical::Distinct;
use crate::matrix::Matrix;
use crate::model::{AdvantageRule, Draws, ELO, Model, Solution};
use crate::pools::Pools;
use crate::ratings::Scale;
use crate::tally::{Matchup, Tally};
use crate::{
    Advantage, Bound, Game, IntervalKind, Rating, RatingModel, Ratings, bootstrap, normal,
};

/// An advantage beyond this many Elo is not a number any more but a bound.
pub const MAX_ADVANTAGE_ELO: f64 = 800.0;

/// Below this many pairs no spread can be estimated from them.
pub const FEW_PAIRS: u64 = 10;
/// Below this many pairs the bootstrap covers better than the sandwich.
pub const MANY_PAIRS: u64 = 50;
/// A variance this small against the Fisher one is zero but for rounding.
const NO_SPREAD: f64 = 1e-9;
/// Confidence that is taken when none is given.
const CONFIDENCE: f64 = 0.95;
/// Confidences are moved into this range.
pub const CONFIDENCES: std::ops::RangeInclusive<f64> = 0.01..=0.999_999;

/// Priors but 0 are moved into this range, in games. A smaller one would hold bots that won
/// everything at ratings that only the rounding of numbers decides.
pub const PRIORS: std::ops::RangeInclusive<f64> = 0.01..=1_000.0;
/// Davidson's parameter outside this range has no maximum, or none that matters.
const NUS: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// A bot whose rating is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Index of the bot.
    pub bot: u32,
    /// Its rating in Elo; must be finite.
    pub elo: f64,
}

/// How to rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Probability of intervals and bounds, 0.95 unless changed; moved into
    /// [`CONFIDENCES`] if it is outside.
    pub confidence: f64,
    /// A bot whose rating is given, instead of a mean of 0. Only its component moves; it
    /// has no effect if the bot has no exact rating.
    pub anchor: Option<Anchor>,
    /// How results follow from ratings.
    pub model: RatingModel,
    /// Half-point games against an opponent at 0 that each bot is taken to have played besides,
    /// and as many between equals for the first move; 0 unless changed, else moved into
    /// [`PRIORS`], and 0 where there is no bot. With a prior every bot has a rating, also one that won everything, and all
    /// have one scale, with mean 0; bots that never met are still not compared.
    pub prior_games: f64,
    /// Seed of the bootstrap; the same seed gives the same answer.
    pub bootstrap_seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            confidence: CONFIDENCE,
            anchor: None,
            model: RatingModel::default(),
            prior_games: 0.0,
            bootstrap_seed: 0,
        }
    }
}

/// Rates `bots` bots by all their games at once; the order of the games does not matter.
///
/// Bots without games are part of the answer, with nothing known about them. Games of a
/// bot with itself and of bots from `bots` or [`MAX_BOTS`](crate::MAX_BOTS) on are
/// ignored and counted.
#[must_use]
pub fn fit(bots: usize, games: &[Game], options: &Options) -> Ratings {
    let distinct = Distinct::new(games);
    let tally = Tally::new(bots, distinct.as_ref().map_or(games, |distinct| &distinct.clustered));
    // Where there is no bot there is nothing to be added to.
    let prior_games = if bots == 0 { 0.0 } else { checked_prior(options.prior_games) };
    let pools = match prior_games > 0.0 {
        true => Pools::joined(bots, &tally.matchups),
        false => Pools::new(bots, &tally.matchups),
    };
    let mut model = Model::new(&tally, &pools, prior_games);
    let confidence = checked_confidence(options.confidence);
    let log_doubt = (1.0 - confidence).ln();

    let (per_pool, pairs) = covariance::count_clusters(&tally, &pools);
    let Solved { solution, bound, limit } = solve(&mut model, options.model, pairs, log_doubt);
    let strengths: Vec<f64> = centred_strengths(&model, &solution);
    let (advantage, nu) = (solution.advantage(), model.nu(&solution.point));
    let known = Known { strengths: &strengths, advantage, nu };
    let limits = bounds::limits(&pools, &tally, known, log_doubt);

    let unit = elo_per_strength(nu);
    let (mut fisher, mut robust, kind) =
        covariances(&model, &tally, &pools, &solution, pairs, options);
    if let Some(distinct) = &distinct {
        // Copies add nothing to what is known.
        let tally = Tally::new(bots, &distinct.distinct);
        let once = Model { draws: model.draws, ..Model::new(&tally, &pools, prior_games) };
        fisher = once.inverse_at(&solution.point, solution.rule).unwrap_or(fisher);
    }
    for covariance in [Some(&mut fisher), robust.as_mut()].into_iter().flatten() {
        covariance::centre(&model, covariance);
        covariance.scale(unit * unit);
    }
    let mut scale = Scale {
        places: places(&pools, &model),
        components: pools.component.clone(),
        elo: strengths.iter().map(|strength| strength * unit).collect(),
        intervals: Vec::new(),
        fisher,
        robust,
        quantile: normal::quantile(0.5 + confidence / 2.0),
    };
    scale.intervals = intervals(&pools, &model, &scale, &per_pool, kind);

    let anchor = options.anchor.filter(|anchor| usable(anchor, &pools, &scale));
    let mut ratings: Vec<Rating> =
        (0..bots).map(|bot| rating(bot, &pools, &scale, limits[bot], unit, anchor)).collect();
    add_points(&mut ratings, &tally.matchups);
    let advantage =
        self::advantage(&scale, advantage * unit, bound, limit.map(|it| it * unit), kind);
    let largest = largest_pool(&pools, &per_pool);
    let davidson = model.draws == Draws::Fitted || model.games_and_draws().1 == 0.0;
    Ratings {
        interval: largest.map_or(IntervalKind::Fisher, |pool| scale.intervals[pool]),
        interval_pairs: largest.map_or(0, |pool| per_pool[pool]),
        ratings,
        advantage,
        confidence,
        anchor,
        pairs,
        identical: distinct.map_or(0, |distinct| distinct.copies),
        model: options.model,
        nu: (options.model == RatingModel::Davidson && davidson).then_some(nu),
        prior_games,
        ignored: tally.ignored,
        converged: solution.converged,
        scale,
    }
}

/// Returns Elo per unit of strength, on the scale of the logistic model.
fn elo_per_strength(nu: f64) -> f64 {
    ELO * 2.0 / (2.0 + nu)
}

/// Returns the strength of every bot, summing to zero over each pool; 0 for those without.
fn centred_strengths(model: &Model, solution: &Solution) -> Vec<f64> {
    let mut point = solution.point.clone();
    for pool in &model.pools {
        let mean = point[pool.clone()].iter().sum::<f64>() / pool.len() as f64;
        point[pool.clone()].iter_mut().for_each(|strength| *strength -= mean);
    }
    model.parameter.iter().map(|parameter| parameter.map_or(0.0, |k| point[k])).collect()
}

fn checked_confidence(confidence: f64) -> f64 {
    if confidence.is_finite() {
        confidence.clamp(*CONFIDENCES.start(), *CONFIDENCES.end())
    } else {
        CONFIDENCE
    }
}

fn checked_prior(games: f64) -> f64 {
    if games.is_finite() && games > 0.0 { games.clamp(*PRIORS.start(), *PRIORS.end()) } else { 0.0 }
}

/// A fit, and what is known of its advantage.
struct Solved {
    solution: Solution,
    bound: Bound,
    /// The bound, in units of strength, if there is one.
    limit: Option<f64>,
}

/// Fits by the model that is wanted, or by the logistic one if the other has no fit.
fn solve(model: &mut Model, wanted: RatingModel, pairs: u64, log_doubt: f64) -> Solved {
    let (games, draws) = model.games_and_draws();
    // Without draws the models are the same, and with nothing else there is no fit.
    if wanted == RatingModel::Davidson && 0.0 < draws && draws < games && model.tells_advantage() {
        model.draws = Draws::Fitted;
        let solution = model.maximise(AdvantageRule::Fitted);
        let nu = model.nu(&solution.point);
        let elo = solution.advantage() * elo_per_strength(nu);
        if solution.converged && NUS.contains(&nu) && elo.abs() <= MAX_ADVANTAGE_ELO {
            return Solved { solution, bound: Bound::Exact, limit: None };
        }
        model.draws = Draws::Half;
    }
    solve_logistic(model, pairs, log_doubt)
}

/// Fits strengths and advantage, or holds the advantage where there is no fit.
///
/// A runaway advantage is held at the bound that the games give for it, or at 0 if they
/// would even allow the other sign: one pair must not make its winner 800 Elo better.
fn solve_logistic(model: &Model, pairs: u64, log_doubt: f64) -> Solved {
    let largest = MAX_ADVANTAGE_ELO / ELO;
    let held = |advantage| model.maximise(AdvantageRule::Held(advantage));
    let unknown = || Solved { solution: held(0.0), bound: Bound::Unknown, limit: None };
    if !model.tells_advantage() {
        return unknown();
    }
    let solution = model.maximise(AdvantageRule::Fitted);
    if solution.advantage().abs() > largest {
        let sign = solution.advantage().signum();
        let limit = bounds::advantage_limit(model, &held(sign * largest), pairs, log_doubt);
        let bound = if sign > 0.0 { Bound::AtLeast } else { Bound::AtMost };
        let solution = held(sign * (sign * limit).clamp(0.0, largest));
        Solved { solution, bound, limit: Some(limit) }
    } else if solution.converged {
        Solved { solution, bound: Bound::Exact, limit: None }
    } else {
        unknown()
    }
}

/// Returns the inverse Fisher information and, where there are pairs enough, what is
/// better, both in units of strength squared, and which it is.
fn covariances(
    model: &Model,
    tally: &Tally,
    pools: &Pools,
    solution: &Solution,
    pairs: u64,
    options: &Options,
) -> (Matrix, Option<Matrix>, IntervalKind) {
    let inverse = solution.information.inverse();
    let (robust, kind) = if pairs < FEW_PAIRS {
        (None, IntervalKind::Fisher)
    } else if pairs < MANY_PAIRS {
        let seed = options.bootstrap_seed;
        (bootstrap::covariance(model, tally, solution, &inverse, seed), IntervalKind::Bootstrap)
    } else {
        let sandwich = covariance::sandwich(model, tally, pools, solution, &inverse, pairs);
        (Some(sandwich).filter(Matrix::is_finite), IntervalKind::Sandwich)
    };
    let kind = if robust.is_some() { kind } else { IntervalKind::Fisher };
    (inverse, robust, kind)
}

/// Returns pool and parameter of each bot that has a strength.
fn places(pools: &Pools, model: &Model) -> Vec<Option<(usize, usize)>> {
    let pairs = pools.pool.iter().zip(&model.parameter);
    pairs.map(|(&pool, parameter)| parameter.map(|parameter| (pool, parameter))).collect()
}

/// Chooses the interval of each pool: the usual one, unless the pool has too few pairs or
/// all of them went just as expected, which would make an interval without width.
fn intervals(
    pools: &Pools,
    model: &Model,
    scale: &Scale,
    per_pool: &[u64],
    usual: IntervalKind,
) -> Vec<IntervalKind> {
    let usual_covariance = scale.covariance(usual);
    let no_spread = |a: usize, b: usize| {
        let usual = usual_covariance.difference_variance(a, b);
        usual <= NO_SPREAD * scale.fisher.difference_variance(a, b)
    };
    let choose = |(members, &pairs): (&Vec<usize>, &u64)| {
        let parameters: Vec<usize> =
            members.iter().filter_map(|&bot| model.parameter[bot]).collect();
        let flat = |(k, &a): (usize, &usize)| parameters[..k].iter().any(|&b| no_spread(a, b));
        if pairs < FEW_PAIRS || parameters.iter().enumerate().any(flat) {
            IntervalKind::Fisher
        } else {
            usual
        }
    };
    pools.members.iter().zip(per_pool).map(choose).collect()
}

/// Whether the bot of an anchor has a rating that can be moved to its value.
fn usable(anchor: &Anchor, pools: &Pools, scale: &Scale) -> bool {
    let place = scale.places.get(anchor.bot as usize).copied().flatten();
    anchor.elo.is_finite() && place.is_some_and(|(pool, _)| pools.is_main(pool))
}

/// Rates one bot, but for its points.
fn rating(
    bot: usize,
    pools: &Pools,
    scale: &Scale,
    limit: Option<Limit>,
    unit: f64,
    anchor: Option<Anchor>,
) -> Rating {
    let component = pools.component[bot];
    let anchor = anchor.filter(|anchor| pools.component[anchor.bot as usize] == component);
    let shift = anchor.map_or(0.0, |anchor| anchor.elo - scale.elo[anchor.bot as usize]);
    let mut rating = Rating {
        elo: None,
        se: None,
        low: None,
        high: None,
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        points: 0.0,
        component,
        bound: Bound::Unknown,
        interval: None,
    };
    if let Some((pool, parameter)) = scale.places[bot].filter(|&(pool, _)| pools.is_main(pool)) {
        let kind = scale.intervals[pool];
        let covariance = scale.covariance(kind);
        let anchor = anchor.and_then(|anchor| scale.places[anchor.bot as usize]);
        let variance = match anchor {
            Some((_, anchor)) => covariance.difference_variance(parameter, anchor),
            None => covariance.at(parameter, parameter).max(0.0),
        };
        let elo = scale.elo[bot] + shift;
        let half = scale.quantile * variance.sqrt();
        rating.elo = Some(elo);
        rating.se = Some(variance.sqrt());
        (rating.low, rating.high) = (Some(elo - half), Some(elo + half));
        (rating.bound, rating.interval) = (Bound::Exact, Some(kind));
    } else if let Some(limit) = limit {
        let end = Some(limit.strength * unit + shift);
        match limit.direction {
            Direction::Up => (rating.bound, rating.low) = (Bound::AtLeast, end),
            Direction::Down => (rating.bound, rating.high) = (Bound::AtMost, end),
        }
    }
    rating
}

/// Adds games, results and points of every bot.
fn add_points(ratings: &mut [Rating], matchups: &[Matchup]) {
    for matchup in matchups {
        for first in 0..2 {
            let [losses, draws, wins] = matchup.results(first).map(u64::from);
            for (bot, wins, losses) in [(first, wins, losses), (1 - first, losses, wins)] {
                let rating = &mut ratings[matchup.bots[bot] as usize];
                rating.games += wins + draws + losses;
                rating.wins += wins;
                rating.draws += draws;
                rating.losses += losses;
                rating.points += wins as f64 + draws as f64 / 2.0;
            }
        }
    }
}

/// Describes the advantage.
fn advantage(
    scale: &Scale,
    used: f64,
    bound: Bound,
    limit: Option<f64>,
    usual: IntervalKind,
) -> Advantage {
    let mut advantage =
        Advantage { elo: None, se: None, low: None, high: None, bound, used, interval: None };
    match bound {
        Bound::Exact => {
            let last = scale.fisher.size() - 1;
            let fisher = scale.fisher.at(last, last);
            let robust = scale.covariance(usual).at(last, last);
            let flat = robust <= NO_SPREAD * fisher;
            let (kind, variance) =
                if flat { (IntervalKind::Fisher, fisher) } else { (usual, robust) };
            let half = scale.quantile * variance.sqrt();
            (advantage.elo, advantage.se) = (Some(used), Some(variance.sqrt()));
            (advantage.low, advantage.high) = (Some(used - half), Some(used + half));
            advantage.interval = Some(kind);
        }
        Bound::AtLeast => advantage.low = limit,
        Bound::AtMost => advantage.high = limit,
        Bound::Unknown => {}
    }
    advantage
}

/// Returns the pool with the most bots, of these the one with the most pairs.
fn largest_pool(pools: &Pools, per_pool: &[u64]) -> Option<usize> {
    let size = |pool: &usize| (pools.members[*pool].len(), per_pool[*pool]);
    (0..pools.members.len()).rev().max_by_key(size)
}
