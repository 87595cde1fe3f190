//! What a test says besides its LLR.
//!
//! *Normalised Elo* is `(800 / ln 10) (mu - 1/2) / sigma`, with `sigma` the standard deviation of
//! one game; for pairs that is `sqrt(2)` times the deviation of a pair. Its interval takes
//! `sigma` as known, so its half width is `z (800 / ln 10) / sqrt(games)`.
//!
//! *The Elo after a stop.* A test stops when the results look good, so their score is too good
//! on average. The LLR is taken for a Brownian motion (see `brownian`) with, if the score is
//! `s`, the drift `(s - (s0 + s1)/2) (s1 - s0) / v` a trial and the variance
//! `(s1 - s0)^2 / v`; `s0` and `s1` are the scores of the hypotheses, `v` is the variance of a
//! trial. The place it ended at is its drift for the observed score times the trials. The Elo
//! is the one at which a worse outcome has the probability 1/2, the ends of its interval those
//! at which it has 97.5 % and 2.5 %. If the place is beyond its bound, as when a whole match is
//! judged at once, the stop is taken to have been at the same part of the games as the bound is
//! of the place. This is how fishtest does it (its `sprt` and `brownian`).

use super::brownian::{Motion, Walls};
use super::likelihood::Sample;
use super::{NORMALIZED_ELO, SprtCounts, score};
use crate::head_to_head::MAX_MATCH_ELO;
use crate::normal;

/// Halvings of the range of Elo, 1200 on either side of 0: to 1e-9 Elo.
const HALVINGS: u32 = 41;

/// Elo in units of the spread of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalizedElo {
    /// Normalised Elo of A over B.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

/// The median-unbiased Elo after a stop, on the logistic scale.
///
/// What is more than 1200 Elo from 0 is beyond the scale, as in a match; an Elo that is has one
/// end of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnbiasedElo {
    /// Too large as often as too small; `None` beyond the scale.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval; `None` beyond the scale.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` beyond the scale.
    pub high: Option<f64>,
    /// Likelihood that A is better than B.
    pub los: f64,
    /// Part of the results at which the test is taken to have stopped, from 0 to 1; 1 but for
    /// counts far beyond the bound, which went on after it. By the exact LLR; that of the motion
    /// is less for one-sided results, and makes the interval too wide for them.
    pub stopped_at: f64,
}

/// Why there is no median-unbiased Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoUnbiasedElo {
    /// The test goes on.
    Undecided,
    /// All games were won, or all lost.
    OneWay,
    /// Less than ten pairs, or single games, do not tell their spread.
    Few,
    /// All pairs, or single games, ended with the same score.
    NoSpread,
}

/// Returns the normalised Elo; `None` if the results have no spread.
pub(super) fn normalized_elo(counts: SprtCounts, confidence: f64) -> Option<NormalizedElo> {
    match counts {
        SprtCounts::Games(games) => normalized(games.0, confidence),
        SprtCounts::Pairs(pairs) | SprtCounts::PairsAndGames(pairs, _) => {
            normalized(pairs.0, confidence)
        }
    }
}

fn normalized<const N: usize>(counts: [u64; N], confidence: f64) -> Option<NormalizedElo> {
    if counts.iter().filter(|&&count| count > 0).count() < 2 {
        return None;
    }
    // The shares as they are: here an empty cell is empty.
    let trials: f64 = counts.iter().map(|&count| count as f64).sum();
    let sample = Sample { shares: counts.map(|count| count as f64 / trials), trials };
    let (mean, variance) = sample.moments();
    let games = Sample::<N>::games_per_trial();
    let elo = NORMALIZED_ELO * (mean - 0.5) / (variance * games).sqrt();
    let z = normal::quantile(0.5 + confidence / 2.0);
    let half = NORMALIZED_ELO * z / (trials * games).sqrt();
    elo.is_finite().then_some(NormalizedElo { elo, low: elo - half, high: elo + half })
}

/// The path that the LLR has taken.
pub(super) struct Path<const N: usize> {
    pub(super) sample: Sample<N>,
    /// Means of a trial under the two hypotheses.
    pub(super) scores: [f64; 2],
    pub(super) walls: Walls,
}

impl<const N: usize> Path<N> {
    /// Returns how the LLR moves in a trial if its mean is this.
    fn motion(&self, mean: f64) -> Motion {
        let [null, other] = self.scores;
        let gap = other - null;
        let variance = self.sample.moments().1;
        Motion {
            drift: (mean - (null + other) / 2.0) * gap / variance,
            variance: gap * gap / variance,
        }
    }

    fn observed(&self) -> Motion {
        self.motion(self.sample.moments().0)
    }

    pub(super) fn unbiased_elo(&self, stopped_at: f64, confidence: f64) -> UnbiasedElo {
        let Walls { lower, upper } = self.walls;
        let drift = self.observed().drift;
        let place = (self.sample.trials * drift).clamp(lower, upper);
        let time = if drift == 0.0 { self.sample.trials } else { place / drift };
        let worse =
            |elo: f64| self.walls.probability_of_worse(self.motion(score(elo, 0.0)), time, place);
        let elo_with = |probability: f64| {
            let (mut low, mut high) = (-MAX_MATCH_ELO, MAX_MATCH_ELO);
            for _ in 0..HALVINGS {
                let middle = (low + high) / 2.0;
                if worse(middle) > probability { low = middle } else { high = middle }
            }
            (low + high) / 2.0
        };
        let doubt = (1.0 - confidence) / 2.0;
        let all @ [elo, low, high] = [0.5, 1.0 - doubt, doubt].map(elo_with);
        let on_scale = all.map(|elo| Some(elo).filter(|elo| elo.abs() < MAX_MATCH_ELO - 1e-6));
        let [elo, low, high] = match on_scale {
            // The end that is left is a bound, be it where the scale ends.
            [None, _, _] if elo > 0.0 => [None, Some(low), None],
            [None, _, _] => [None, None, Some(high)],
            on_scale => on_scale,
        };
        UnbiasedElo { elo, low, high, los: worse(0.0), stopped_at }
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Sample, UnbiasedElo};
    use crate::sprt::brownian::Walls;
    use crate::sprt::{EloModel, Sprt, SprtSettings};

    /// Compares with fishtest, which gives these numbers for tests that go on, too.
    #[track_caller]
    fn check(counts: [u64; 5], elos: [f64; 2], model: EloModel, expected: [f64; 4]) {
        let [elo0, elo1] = elos;
        let settings = SprtSettings { elo0, elo1, model, ..SprtSettings::default() };
        let sprt = Sprt::new(settings).unwrap();
        let sample = Sample::new(counts);
        let path = Path {
            sample,
            scores: sprt.scores(&sample, 0.0),
            walls: Walls { lower: sprt.lower(), upper: sprt.upper() },
        };
        let UnbiasedElo { elo, low, high, los, .. } = path.unbiased_elo(1.0, 0.95);
        for (found, expected) in [elo, low, high, Some(los)].into_iter().flatten().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-5 * expected.abs().max(1.0),
                "{counts:?} {found} {expected}"
            );
        }
    }

    #[test]
    fn agrees_with_fishtest() {
        check(
            [10, 100, 300, 110, 12],
            [0.0, 5.0],
            EloModel::Logistic,
            [4.5717847097063595, -6.4705285318131756, 15.623344334339443, 0.791460707351022],
        );
        check(
            [10789, 19328, 33806, 19402, 10543],
            [-3.0, 1.0],
            EloModel::Logistic,
            [-0.9925365594552716, -3.488492131294004, 1.4885858954857965, 0.18803479310880994],
        );
        check(
            [93, 18711, 58877, 18739, 100],
            [-1.75, 0.25],
            EloModel::Normalized,
            [-0.06778185554057023, -0.8466439730878556, 0.6600873468629241, 0.42879332434711326],
        );
    }
}
