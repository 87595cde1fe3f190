//! How many games a test is expected to go on.
//!
//! If the trials to come have the shares `q`, then `m` of them turn the counts `n` into
//! `n + m q`, whose exact LLR can be computed. It leaves the bounds with some `m = M`: so long a
//! test goes on if nothing but this happens. Luck may end it sooner, so the LLR is taken for a
//! Brownian motion with the drift `(LLR(n + M q) - LLR(n)) / M` and the variance that one trial
//! adds under `q` at `n + M q`, and the expectation is Wald's for it (see `brownian`). Where all
//! results are alike there is no luck, and it is `M`.
//!
//! `q` are the observed shares, or the likeliest distribution under a hypothesis with what was
//! observed. For many different results this is the normal approximation, as `LLR(n + m q)` then
//! grows in proportion to `m`. That one is of no use when nearly all were won: its drift
//! `(mu - (s0 + s1)/2) (s1 - s0) / v` grows without limit as the variance `v` goes to 0, and the
//! exact LLR does not.
//!
//! Limits. The step that goes over the bound is not in it, so that a test of few games takes a
//! little longer. The number is an average: without drift half of the tests take less than 4/5
//! of it and one of ten takes twice as many; with much drift all take about as many. Ten games
//! that were won say little of how many will be, and this takes it for all.

use super::brownian::{Motion, Walls};
use super::likelihood::{Hypothesis, Sample, mean};
use super::{EloModel, Sprt, SprtCounts, SprtState, draw_elo};

/// More trials than this are never.
const MAX_TRIALS: f64 = 1e15;
/// The trials to a bound are known to this part of them.
const PRECISION: f64 = 1e-9;

/// How many games a test is expected to go on, by what is true: whole pairs, where there are
/// pairs, and never fewer than could decide; 0 when it is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedGames {
    /// If the bots go on to score as they did; `None` if they did not score yet, or this can
    /// never decide.
    pub as_observed: Option<f64>,
    /// If A is better by `elo0`.
    pub at_elo0: f64,
    /// If A is better by `elo1`.
    pub at_elo1: f64,
}

/// What may come after the results of a test, whose LLR is known.
pub(super) struct Ahead<'a, const N: usize> {
    pub(super) sprt: &'a Sprt,
    pub(super) counts: SprtCounts,
    /// The same as trials.
    pub(super) cells: [u64; N],
    pub(super) llr: f64,
}

impl<const N: usize> Ahead<'_, N> {
    /// Returns `None` if this can never be decided, or only by more than [`MAX_TRIALS`].
    pub(super) fn expected_games(&self) -> Option<ExpectedGames> {
        if !self.inside(self.llr) {
            return Some(ExpectedGames { as_observed: Some(0.0), at_elo0: 0.0, at_elo1: 0.0 });
        }
        let games = |shares| Some(self.expected(&shares)? * Sample::<N>::games_per_trial());
        let mut as_observed = None;
        let sample = Sample::new(self.cells);
        if !self.counts.is_empty() {
            let trials: f64 = self.cells.iter().map(|&count| count as f64).sum();
            as_observed = games(self.cells.map(|count| count as f64 / trials));
        }
        let hypotheses = self.hypotheses(&sample.shares, 0.0);
        let [null, other] = hypotheses.map(|hypothesis| sample.likeliest(hypothesis));
        Some(ExpectedGames { as_observed, at_elo0: games(null?)?, at_elo1: games(other?)? })
    }

    /// Returns the trials that are expected if they have these shares.
    fn expected(&self, shares: &[f64; N]) -> Option<f64> {
        let most = self.until_decided(shares).unwrap_or(MAX_TRIALS);
        let steps = self.after(shares, most).steps(self.hypotheses(shares, most));
        let variance = steps.map_or(0.0, |steps| {
            let middle = mean(shares, &steps);
            mean(shares, &steps.map(|step| (step - middle).powi(2)))
        });
        let drift = (self.llr_after(shares, most) - self.llr) / most;
        let trials = self.walls().expected_time(Motion { drift, variance }, self.llr);
        // Whole ones, but not one more for a rounding error.
        let trials = (trials * (1.0 - 2.0 * PRECISION)).ceil();
        (trials <= MAX_TRIALS).then(|| self.at_least_possible(trials))
    }

    /// Raises a number of trials that decide nothing, whatever their results, to one that may.
    fn at_least_possible(&self, trials: f64) -> f64 {
        let only = |k| std::array::from_fn(|j| if j == k { 1.0 } else { 0.0 });
        if (0..N).any(|k| !self.inside(self.llr_after(&only(k), trials))) {
            return trials;
        }
        let needed = (0..N).filter_map(|k| self.until_decided(&only(k)));
        trials.max(needed.fold(MAX_TRIALS, f64::min).ceil())
    }

    /// Returns after how many trials of these shares the LLR reaches a bound; `None` if that
    /// is more than [`MAX_TRIALS`].
    fn until_decided(&self, shares: &[f64; N]) -> Option<f64> {
        let (mut low, mut high) = (0.0, 1.0);
        while self.inside(self.llr_after(shares, high)) {
            if high > MAX_TRIALS {
                return None;
            }
            (low, high) = (high, 2.0 * high);
        }
        while high - low > PRECISION * high {
            let middle = (low + high) / 2.0;
            let inside = self.inside(self.llr_after(shares, middle));
            if inside { low = middle } else { high = middle }
        }
        Some(high)
    }

    fn walls(&self) -> Walls {
        Walls { lower: self.sprt.lower(), upper: self.sprt.upper() }
    }

    fn inside(&self, llr: f64) -> bool {
        self.sprt.state(llr) == SprtState::Continue
    }

    fn llr_after(&self, shares: &[f64; N], more: f64) -> f64 {
        self.after(shares, more).llr(self.hypotheses(shares, more))
    }

    fn after(&self, shares: &[f64; N], more: f64) -> Sample<N> {
        Sample::of(std::array::from_fn(|k| self.cells[k] as f64 + more * shares[k]))
    }

    /// Returns the hypotheses after these trials; those of BayesElo depend on the draws.
    fn hypotheses(&self, shares: &[f64; N], more: f64) -> [Hypothesis; 2] {
        let draw_elo = match (self.sprt.settings.model, self.counts) {
            (EloModel::Normalized | EloModel::Logistic, _) | (_, SprtCounts::Pairs(_)) => 0.0,
            (_, SprtCounts::Games(games) | SprtCounts::PairsAndGames(_, games)) => {
                let added = self.games_of_a_trial(shares);
                draw_elo(std::array::from_fn(|k| games.0[k] as f64 + more * added[k]))
            }
        };
        self.sprt.hypotheses::<N>(draw_elo)
    }

    /// Returns lost, drawn and won games in a trial, on average.
    fn games_of_a_trial(&self, shares: &[f64; N]) -> [f64; 3] {
        let [ll, ld, even, wd, ww] = match shares[..] {
            [ll, ld, even, wd, ww] => [ll, ld, even, wd, ww],
            _ => return std::array::from_fn(|k| shares[k]),
        };
        // Of pairs with a point each, as many were drawn twice as in the games so far.
        let drawn = match self.counts {
            SprtCounts::PairsAndGames(pairs, games) if pairs.0[2] > 0 => {
                let draws = games.0[1] as f64 - pairs.0[1] as f64 - pairs.0[3] as f64;
                (draws / 2.0 / pairs.0[2] as f64).clamp(0.0, 1.0)
            }
            _ => 0.0,
        };
        let shared = (1.0 - drawn) * even;
        [2.0 * ll + ld + shared, ld + 2.0 * drawn * even + wd, shared + wd + 2.0 * ww]
    }
}
