//! A match of two bots, judged by its pairs.
//!
//! With `n_k` pairs in which bot A scored `k` half points, `a_k = k/4` and
//! `N = sum n_k`, the mean score is `mu = sum n_k a_k / N` and its standard error the
//! square root of `sum n_k (a_k - mu)^2 / N^2`: the two games of a pair may depend on
//! each other. Single games enter as pairs do, with half the weight. Elo of a score is
//! `-400 log10(1/mu - 1)`, with the score kept within 0.001 to 0.999 (1200 Elo), and the
//! likelihood of superiority is `Phi((mu - 1/2) / se)`. This is the statistic of fishtest
//! (its `stat_util`) and of fastchess, so half the width of the interval is what they call
//! the 95 % error.
//!
//! The spread of less than ten pairs, or of pairs that all ended alike, says nothing; the
//! spread of a few single games beside such pairs says nothing either. Then the interval is
//! Wilson's ("Probable inference, the law of succession, and statistical inference", 1927)
//! with a pair, or a single game, as one trial. That is too wide, never too narrow: no
//! score between 0 and 1 spreads more than wins and losses with the same mean. The
//! likelihood of superiority then is `Phi((mu - 1/2) * 2 sqrt(N))`. As `P` pairs weigh twice
//! as much as `S` single games, `N` is `(2P + S)^2 / (4P + S)`.
//!
//! When all games were won, or all lost, the score says no Elo, however many they were: there
//! is only a bound on the other side. With `N` trials won of `N` it is the score at which that
//! has the probability of an error, `(1 - confidence)^(1/N)` (Clopper and Pearson, "The use of
//! confidence or fiducial limits", 1934), as for the bots of a tournament. The 1200 Elo at which
//! the other end stands is where scores are cut, and is not to be shown; neither is an Elo of a
//! score that is cut.

use crate::tally::for_clusters;
use crate::{Game, normal};

/// Scores are kept this far from 0 and 1.
const EDGE: f64 = 0.001;
/// The Elo of a score so far from 1, `400 log10(999)`, rounded down: more is beyond the scale.
pub(crate) const MAX_MATCH_ELO: f64 = 1_199.826;
/// Below this many pairs their spread is not used.
const FEW_PAIRS: f64 = 10.0;

/// Pairs by result for bot A: both lost; one lost, one drawn; one won each or both drawn;
/// one won, one drawn; both won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u64; 5]);

/// Games without a second one, by result for bot A: lost, drawn, won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trinomial(pub [u64; 3]);

/// All games of two bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeadToHead {
    /// Pairs of games.
    pub pairs: Pentanomial,
    /// Games that are not part of a pair.
    pub singles: Trinomial,
}

/// The Elo of a match; every number is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchElo {
    /// Elo of A over B by the score alone; `None` when all games were won, or all lost, and
    /// when it is more than 1200 on either side of 0.
    pub elo: Option<f64>,
    /// Lower end of the interval, at most `elo`; 1200 below zero means no end.
    pub low: f64,
    /// Upper end of the interval, at least `elo`; 1200 means no end.
    pub high: f64,
    /// Likelihood of superiority of A.
    pub los: f64,
    /// What the interval comes from.
    pub interval: MatchInterval,
}

/// What the interval of a match comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchInterval {
    /// The spread of the pairs, or of the games.
    Spread,
    /// Their number alone, as there are less than ten of them.
    Few,
    /// Their number alone, as all ended alike.
    NoSpread,
}

impl MatchElo {
    /// Returns half the width of the interval, the number to print after "±".
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns the lower end of the interval, if it has one: not when all games were lost, and
    /// not where scores are cut.
    #[must_use]
    pub fn lower_end(&self) -> Option<f64> {
        let has_end = match self.elo {
            Some(_) => self.low > -MAX_MATCH_ELO,
            None => self.los >= 0.5,
        };
        has_end.then_some(self.low)
    }

    /// Returns the upper end of the interval, if it has one: not when all games were won, and
    /// not where scores are cut.
    #[must_use]
    pub fn upper_end(&self) -> Option<f64> {
        let has_end = match self.elo {
            Some(_) => self.high < MAX_MATCH_ELO,
            None => self.los < 0.5,
        };
        has_end.then_some(self.high)
    }
}

impl HeadToHead {
    /// Returns the Elo of the match, with a two-sided interval of this confidence.
    #[must_use]
    pub fn elo(&self, confidence: f64) -> MatchElo {
        match_elo(self.pairs, self.singles, confidence)
    }
}

/// Counts the games of two bots from the view of `a`; other games are passed over.
///
/// Games with one pair number are taken by twos; an odd one out is a single game.
#[must_use]
pub fn head_to_head(games: &[Game], a: u32, b: u32) -> HeadToHead {
    let between: Vec<Game> = games
        .iter()
        .filter(|game| a != b && [(a, b), (b, a)].contains(&(game.first, game.second)))
        .copied()
        .collect();
    let half_points = |game: &Game| {
        let score = if game.first == a { game.score } else { game.score.reversed() };
        usize::from(score.half_points())
    };
    let mut counts = HeadToHead::default();
    for_clusters(&between, |cluster| {
        for games in cluster.chunks(2) {
            match games {
                [game] => counts.singles.0[half_points(game)] += 1,
                _ => counts.pairs.0[games.iter().map(half_points).sum::<usize>()] += 1,
            }
        }
    });
    counts
}

/// Returns the Elo of a match, with a two-sided interval of this confidence, or a one-sided
/// bound of it when all games went one way.
///
/// Without games the score is 1/2 and the interval as wide as it gets.
#[must_use]
pub fn match_elo(pairs: Pentanomial, singles: Trinomial, confidence: f64) -> MatchElo {
    match_elo_with_copies(pairs, singles, Copies::default(), confidence)
}

/// Pairs of a match that are copies of each other, game by game.
///
/// A group of `k` copies is one observation of the weight `k`: its part of the variance is
/// `k²` of a pair's instead of `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// Pairs beyond the first of each group.
    pub pairs: u64,
    /// The sum of `k² − k` over the groups, by the result of their pairs as in [`Pentanomial`].
    pub excess: [u64; 5],
}

/// Returns the Elo of a match in which some pairs are copies; see [`match_elo`].
///
/// The Elo is that of all games, the interval and the likelihood count copies once.
#[must_use]
pub fn match_elo_with_copies(
    pairs: Pentanomial,
    singles: Trinomial,
    copies: Copies,
    confidence: f64,
) -> MatchElo {
    let z = normal::quantile(0.5 + confidence.clamp(0.0, 1.0) / 2.0).max(0.0);
    let cells = cells(pairs, singles);
    let trials = trials(pairs, singles);
    if trials == 0.0 {
        let (low, high, interval) = (elo_of(0.0), elo_of(1.0), MatchInterval::Few);
        return MatchElo { elo: Some(0.0), low, high, los: 0.5, interval };
    }
    let weight: f64 = cells.iter().map(|cell| cell.count * cell.games).sum();
    let mean = cells.iter().map(|cell| cell.count * cell.games * cell.score).sum::<f64>() / weight;
    let square = |cell: &Cell| cell.count * (cell.games * (cell.score - mean)).powi(2);
    let excess: f64 = copies
        .excess
        .iter()
        .zip(0_u32..)
        .map(|(&excess, half_points)| {
            excess as f64 * (2.0 * (f64::from(half_points) / 4.0 - mean)).powi(2)
        })
        .sum();
    let error = (cells.iter().map(square).sum::<f64>() + excess).sqrt() / weight;
    // As many trials of equal weight as say the same (L. Kish, Survey Sampling, 1965, 8.2).
    let doubled = copies.excess.iter().map(|&excess| excess as f64).sum::<f64>();
    let trials = trials * trials / (trials + doubled);

    let interval = match trials < FEW_PAIRS {
        true => MatchInterval::Few,
        false if no_spread(pairs, singles) => MatchInterval::NoSpread,
        false => MatchInterval::Spread,
    };
    let (low, high, lead) = if interval == MatchInterval::Spread {
        (mean - z * error, mean + z * error, (mean - 0.5) / error)
    } else {
        let (low, high) = match won_of_all(trials, confidence) {
            bound if mean == 1.0 => (bound, 1.0),
            bound if mean == 0.0 => (0.0, 1.0 - bound),
            _ => wilson(mean, trials, z),
        };
        (low, high, (mean - 0.5) * 2.0 * trials.sqrt())
    };
    let elo = elo_of(mean);
    let (low, high, los) = (elo_of(low).min(elo), elo_of(high).max(elo), normal::cdf(lead));
    let elo = (elo.abs() < MAX_MATCH_ELO).then_some(elo);
    MatchElo { elo, low, high, los, interval }
}

/// Returns how many trials of equal weight say as much as these pairs and single games.
fn trials(pairs: Pentanomial, singles: Trinomial) -> f64 {
    let sum = |counts: &[u64]| counts.iter().map(|&count| count as f64).sum::<f64>();
    let (pairs, singles) = (sum(&pairs.0), sum(&singles.0));
    let weight = 2.0 * pairs + singles;
    if weight == 0.0 { 0.0 } else { weight * weight / (4.0 * pairs + singles) }
}

/// Pairs or single games with one result.
struct Cell {
    count: f64,
    /// Games of each.
    games: f64,
    /// Score of A in them, 0 to 1.
    score: f64,
}

fn cells(pairs: Pentanomial, singles: Trinomial) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(8);
    for (counts, games) in [(&pairs.0[..], 2.0), (&singles.0[..], 1.0)] {
        let last = (counts.len() - 1) as f64;
        cells.extend(counts.iter().enumerate().map(|(k, &count)| Cell {
            count: count as f64,
            games,
            score: k as f64 / last,
        }));
    }
    cells
}

/// Whether all pairs ended with the same score, or without pairs all games.
fn no_spread(pairs: Pentanomial, singles: Trinomial) -> bool {
    let scores = |counts: &[u64]| counts.iter().filter(|&&count| count > 0).count();
    match scores(&pairs.0) {
        0 => scores(&singles.0) < 2,
        scores => scores < 2,
    }
}

/// Returns the score above which it is, with this confidence, when all of so many trials are won.
fn won_of_all(trials: f64, confidence: f64) -> f64 {
    (1.0 - confidence.clamp(0.0, 1.0)).powf(1.0 / trials)
}

/// Returns Wilson's interval of a mean of so many trials between 0 and 1.
fn wilson(mean: f64, trials: f64, z: f64) -> (f64, f64) {
    let square = z * z / trials;
    let middle = (mean + square / 2.0) / (1.0 + square);
    let half = z / (1.0 + square) * (mean * (1.0 - mean) / trials + square / trials / 4.0).sqrt();
    (middle - half, middle + half)
}

/// Returns the Elo difference with this expected score.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(EDGE, 1.0 - EDGE);
    -400.0 * (1.0 / score - 1.0).log10()
}
