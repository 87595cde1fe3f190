//! The exact log likelihood ratio of two hypotheses.
//!
//! With the observed shares `p_k` of `N` trials, values `a_k = k/4` for pairs and `k/2` for
//! games, and `q0`, `q1` the likeliest distributions under either hypothesis,
//! `LLR = N sum p_k ln(q1_k / q0_k)`: the generalised sequential probability ratio test.
//!
//! *Score hypotheses* fix `sum q_k a_k = s`, one call of `tilt`.
//!
//! *Ratio hypotheses* fix `(mu - 1/2) / sigma = r`. Linearised at a distribution with `mu` and
//! `sigma` this is `sum q_k b_k = 0` with
//! `b_k = a_k - 1/2 - (r sigma / 2) (1 + ((a_k - mu) / sigma)^2)`; solving and linearising again
//! settles on the exact answer within a few rounds (M. Van den Bergh, "Normalized Elo:
//! practical", and "The generalized maximum likelihood ratio for the expectation value of a
//! distribution", the sources of fishtest's statistics).

use super::tilt::tilt;

/// What an empty cell counts as: a result that was not seen is rare, not impossible.
const EMPTY_CELL: f64 = 0.001;
/// Rounds of linearising at most; four are usual.
const ROUNDS: u32 = 100;
/// Shares that move less than this have settled.
const SETTLED: f64 = 1e-12;
/// The shortest part of a round's step that is gone.
const SHORTEST_STEP: f64 = 1.0 / 32.0;

/// Trials with `N` possible results, worst first, no cell of them empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<const N: usize> {
    pub(super) shares: [f64; N],
    pub(super) trials: f64,
}

/// What a hypothesis says of the distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Hypothesis {
    /// The mean, above 0 and below 1.
    Score(f64),
    /// How many standard deviations of a trial the mean is above 1/2.
    Ratio(f64),
}

/// Returns the value of the result `k` of `N`.
pub(super) fn value<const N: usize>(k: usize) -> f64 {
    k as f64 / (N - 1) as f64
}

impl<const N: usize> Sample<N> {
    pub(super) fn new(counts: [u64; N]) -> Sample<N> {
        Sample::of(counts.map(|count| count as f64))
    }

    /// Returns the sample of counts that need not be whole.
    pub(super) fn of(counts: [f64; N]) -> Sample<N> {
        let counts = counts.map(|count| count.max(EMPTY_CELL));
        let trials: f64 = counts.iter().sum();
        Sample { shares: counts.map(|count| count / trials), trials }
    }

    /// Returns games per trial: a pair has five results, a game three.
    pub(super) fn games_per_trial() -> f64 {
        (N - 1) as f64 / 2.0
    }

    pub(super) fn moments(&self) -> (f64, f64) {
        moments(&self.shares)
    }

    /// Returns the log likelihood of the second hypothesis over the first.
    pub(super) fn llr(&self, hypotheses: [Hypothesis; 2]) -> f64 {
        match self.steps(hypotheses) {
            Some(steps) => self.trials * mean(&self.shares, &steps),
            None => self.closed_form(hypotheses),
        }
    }

    /// Returns what one more trial adds to the LLR, by its result; `None` where the LLR is that
    /// of a normal distribution.
    ///
    /// As both distributions are the likeliest ones, the LLR changes with a count as if they
    /// stayed as they are.
    pub(super) fn steps(&self, hypotheses: [Hypothesis; 2]) -> Option<[f64; N]> {
        let [null, other] = hypotheses.map(|hypothesis| self.factors(hypothesis));
        let (null, other) = (null?, other?);
        Some(std::array::from_fn(|k| other[k].ln() - null[k].ln()))
    }

    /// Returns the likeliest distribution under a hypothesis; `None` if there is none.
    pub(super) fn likeliest(&self, hypothesis: Hypothesis) -> Option<[f64; N]> {
        match (self.factors(hypothesis), hypothesis) {
            (Some(factors), _) => Some(std::array::from_fn(|k| self.shares[k] * factors[k])),
            (None, Hypothesis::Ratio(ratio)) => Some(slanted(ratio)),
            (None, Hypothesis::Score(_)) => None,
        }
    }

    /// Returns what the likeliest distribution under a hypothesis is, divided by the shares.
    fn factors(&self, hypothesis: Hypothesis) -> Option<[f64; N]> {
        match hypothesis {
            Hypothesis::Score(score) => {
                tilt(&self.shares, &std::array::from_fn(|k| value::<N>(k) - score))
            }
            Hypothesis::Ratio(ratio) => {
                let uniform = [1.0 / N as f64; N];
                self.settle(ratio, uniform).or_else(|| self.settle(ratio, slanted(ratio)))
            }
        }
    }

    /// Linearises again and again, from a first guess on; with shorter steps when they grow.
    fn settle(&self, ratio: f64, mut guess: [f64; N]) -> Option<[f64; N]> {
        let mut length = 1.0_f64;
        let mut last = f64::INFINITY;
        for _ in 0..ROUNDS {
            let (mean, variance) = moments(&guess);
            let deviation = variance.sqrt();
            let values = std::array::from_fn(|k| {
                let away = (value::<N>(k) - mean) / deviation;
                value::<N>(k) - 0.5 - ratio * deviation / 2.0 * (1.0 + away * away)
            });
            let factors = tilt(&self.shares, &values)?;
            let moved: [f64; N] = std::array::from_fn(|k| self.shares[k] * factors[k] - guess[k]);
            let largest = moved.iter().fold(0.0_f64, |largest, step| largest.max(step.abs()));
            if largest < SETTLED {
                return Some(factors);
            }
            if largest >= last {
                length = (length / 2.0).max(SHORTEST_STEP);
            }
            last = largest;
            guess.iter_mut().zip(moved).for_each(|(share, step)| *share += length * step);
        }
        None
    }

    /// Returns the ratio for a normal distribution, which serves where nothing settles: with
    /// hypotheses some hundred Elo from each other and from the results.
    fn closed_form(&self, hypotheses: [Hypothesis; 2]) -> f64 {
        let (mean, variance) = self.moments();
        let deviation = variance.sqrt();
        let distance = |hypothesis| {
            let ratio = match hypothesis {
                Hypothesis::Score(score) => (score - 0.5) / deviation,
                Hypothesis::Ratio(ratio) => ratio,
            };
            ((mean - 0.5) / deviation - ratio).powi(2).ln_1p()
        };
        self.trials / 2.0 * (distance(hypotheses[0]) - distance(hypotheses[1]))
    }
}

/// Returns the mean of what the results are worth.
pub(super) fn mean<const N: usize>(shares: &[f64; N], worth: &[f64; N]) -> f64 {
    shares.iter().zip(worth).map(|(share, worth)| share * worth).sum()
}

fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let mean: f64 = (0..N).map(|k| shares[k] * value::<N>(k)).sum();
    let variance = (0..N).map(|k| shares[k] * (value::<N>(k) - mean).powi(2)).sum();
    (mean, variance)
}

/// Returns a distribution with this ratio, its shares growing geometrically with the result:
/// at a guess that satisfies the constraint the linearised one can be satisfied, too.
fn slanted<const N: usize>(ratio: f64) -> [f64; N] {
    let shares = |slant: f64| {
        let weights: [f64; N] =
            std::array::from_fn(|k| (slant * value::<N>(k) - slant.max(0.0)).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    };
    // exp(-700) is about the smallest weight there is.
    let (mut low, mut high) = (-700.0, 700.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let (mean, variance) = moments(&shares(middle));
        if mean - 0.5 > ratio * variance.sqrt() { high = middle } else { low = middle }
    }
    shares((low + high) / 2.0)
}
