//! Sequential tests: is A better than B by `elo1` rather than by `elo0`?
//!
//! [`Sprt::judge`] judges counts, [`SprtStream`] judges pairs as they end, in any order.
//!
//! The test is the generalised sequential probability ratio test: it goes on until the log
//! likelihood ratio (LLR) of the two hypotheses, with the likeliest distribution of results
//! under each, reaches a bound. The bounds are Wald's, `ln(beta / (1 - alpha))` and
//! `ln((1 - beta) / alpha)` ("Sequential analysis", 1947). The LLR jumps a little over them,
//! so that the true error rates are somewhat below `alpha` and `beta`; they are not corrected
//! for that.
//!
//! | model | what `elo0` and `elo1` are | hypothesis |
//! |---|---|---|
//! | [`Normalized`](EloModel::Normalized) | `800/ln 10` times (score - 1/2) / standard deviation of a game | ratio of mean and deviation |
//! | [`Logistic`](EloModel::Logistic) | Elo: score `1 / (1 + 10^(-elo/400))` | mean |
//! | [`Bayesian`](EloModel::Bayesian) | Elo of BayesElo, with the draw rate in it | mean |
//!
//! Pairs (pentanomial) are the rule, as the two games of an opening depend on each other;
//! single games (trinomial) are for those who have no pairs. Formulas: `likelihood` for the
//! LLR, `brownian` for the Elo after a stop, `ahead` for the games still to play, `estimate` for
//! the others. BayesElo's draw Elo is `200 log10((1-l)/l (1-w)/w)` with the shares `w` of games
//! won and `l` lost, and a bot is expected to win `1 / (1 + 10^((draw_elo - elo)/400))` and
//! to lose `1 / (1 + 10^((draw_elo + elo)/400))` (R. Coulom, BayesElo).
//!
//! What this module deliberately does not do: it stops no match, and it knows no clock.

mod ahead;
mod brownian;
mod estimate;
mod likelihood;
mod settings;
mod stream;
mod tilt;

use crate::{HeadToHead, MatchElo, MatchInterval, Pentanomial, Trinomial, match_elo};

pub use ahead::ExpectedGames;
pub use estimate::{NoUnbiasedElo, NormalizedElo, UnbiasedElo};
pub use settings::{
    EloModel, MAX_SPRT_ELO, MIN_ERROR_RATE, MIN_SPRT_GAP_ELO, SprtError, SprtSettings, typed,
};
pub use stream::{SprtDecision, SprtStream};

use ahead::Ahead;
use likelihood::{Hypothesis, Sample};

/// Elo of one standard deviation of a game, `800 / ln 10`.
const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;
/// Halvings that find a part of the results: to 1e-12.
const PART_HALVINGS: u32 = 40;
/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// A sequential test with settings that make sense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    settings: SprtSettings,
}

/// The results a test is to judge, from the view of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtCounts {
    /// Pairs of games: pentanomial.
    Pairs(Pentanomial),
    /// Games that are not paired: trinomial.
    Games(Trinomial),
    /// Pairs, and the results of their games, which the bayesian model needs for draws.
    PairsAndGames(Pentanomial, Trinomial),
}

/// What the LLR says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtState {
    /// Neither hypothesis is accepted yet.
    Continue,
    /// The Elo is `elo0` rather than `elo1`.
    AcceptH0,
    /// The Elo is `elo1` rather than `elo0`.
    AcceptH1,
}

impl SprtState {
    /// Returns the word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SprtState::Continue => "continue",
            SprtState::AcceptH0 => "accept H0",
            SprtState::AcceptH1 => "accept H1",
        }
    }
}

/// All that can be said of the results; every number is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtJudgement {
    /// Log likelihood ratio; 0 without results.
    pub llr: f64,
    /// `elo0` is accepted at this LLR, which is below 0.
    pub lower: f64,
    /// `elo1` is accepted at this LLR, which is above 0.
    pub upper: f64,
    /// What the LLR says.
    pub state: SprtState,
    /// The Elo by the score alone with its 95 % interval, as if the number of games had been
    /// fixed, and the likelihood of superiority.
    pub elo: MatchElo,
    /// The Elo in units of the spread; `None` if the results have no spread.
    pub nelo: Option<NormalizedElo>,
    /// The Elo that allows for the stop, or why there is none.
    pub unbiased: Result<UnbiasedElo, NoUnbiasedElo>,
    /// Games still to be expected; `None` if they would be more than 1e15, and without results
    /// but for the normalized model: there the spread of the games, which only they could tell,
    /// is of no matter.
    pub expected: Option<ExpectedGames>,
}

impl Sprt {
    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// Says which of them makes no sense.
    pub fn new(settings: SprtSettings) -> Result<Sprt, SprtError> {
        settings.check()?;
        Ok(Sprt { settings })
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &SprtSettings {
        &self.settings
    }

    /// Returns the LLR at which H0 is accepted, below 0.
    #[must_use]
    pub fn lower(&self) -> f64 {
        (self.settings.beta / (1.0 - self.settings.alpha)).ln()
    }

    /// Returns the LLR at which H1 is accepted, above 0.
    #[must_use]
    pub fn upper(&self) -> f64 {
        ((1.0 - self.settings.beta) / self.settings.alpha).ln()
    }

    /// Returns what an LLR says.
    #[must_use]
    pub fn state(&self, llr: f64) -> SprtState {
        if llr >= self.upper() {
            SprtState::AcceptH1
        } else if llr <= self.lower() {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        }
    }

    /// Returns the log likelihood ratio; `None` where [`judge`](Sprt::judge) is.
    #[must_use]
    pub fn llr(&self, counts: SprtCounts) -> Option<f64> {
        let draw_elo = self.draw_elo(counts, 1.0)?;
        if counts.is_empty() {
            return Some(0.0);
        }
        Some(match counts {
            SprtCounts::Games(games) => Sample::new(games.0).llr(self.hypotheses::<3>(draw_elo)),
            SprtCounts::Pairs(pairs) | SprtCounts::PairsAndGames(pairs, _) => {
                Sample::new(pairs.0).llr(self.hypotheses::<5>(draw_elo))
            }
        })
    }

    /// Judges results.
    ///
    /// `None` only for the bayesian model without the results of the games, as pairs alone do
    /// not tell draws from a game won each.
    #[must_use]
    pub fn judge(&self, counts: SprtCounts) -> Option<SprtJudgement> {
        let llr = self.llr(counts)?;
        match counts {
            SprtCounts::Games(games) => self.judge_cells(counts, games.0, llr),
            SprtCounts::Pairs(pairs) | SprtCounts::PairsAndGames(pairs, _) => {
                self.judge_cells(counts, pairs.0, llr)
            }
        }
    }

    fn judge_cells<const N: usize>(
        &self,
        counts: SprtCounts,
        cells: [u64; N],
        llr: f64,
    ) -> Option<SprtJudgement> {
        let state = self.state(llr);
        let sample = Sample::new(cells);
        let path = estimate::Path {
            scores: self.scores(&sample, self.draw_elo(counts, 1.0)?),
            sample,
            walls: brownian::Walls { lower: self.lower(), upper: self.upper() },
        };
        let HeadToHead { pairs, singles } = counts.head_to_head();
        let elo = match_elo(pairs, singles, CONFIDENCE);
        let unbiased = match (state, elo.interval) {
            (SprtState::Continue, _) => Err(NoUnbiasedElo::Undecided),
            _ if counts.are_one_way() => Err(NoUnbiasedElo::OneWay),
            (_, MatchInterval::Few) => Err(NoUnbiasedElo::Few),
            (_, MatchInterval::NoSpread) => Err(NoUnbiasedElo::NoSpread),
            (_, MatchInterval::Spread) => {
                Ok(path.unbiased_elo(self.part_until_decided(counts, cells)?, CONFIDENCE))
            }
        };
        Some(SprtJudgement {
            llr,
            lower: self.lower(),
            upper: self.upper(),
            state,
            elo,
            nelo: estimate::normalized_elo(counts, CONFIDENCE),
            unbiased,
            expected: self.expected(counts, cells, llr),
        })
    }

    /// Returns the part of the results with which the LLR reached its bound, had they come
    /// evenly; 1 if it needed all.
    fn part_until_decided<const N: usize>(
        &self,
        counts: SprtCounts,
        cells: [u64; N],
    ) -> Option<f64> {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..PART_HALVINGS {
            let part = (low + high) / 2.0;
            let hypotheses = self.hypotheses::<N>(self.draw_elo(counts, part)?);
            let llr = Sample::of(cells.map(|count| count as f64 * part)).llr(hypotheses);
            if self.state(llr) == SprtState::Continue { low = part } else { high = part }
        }
        Some(high)
    }

    fn expected<const N: usize>(
        &self,
        counts: SprtCounts,
        cells: [u64; N],
        llr: f64,
    ) -> Option<ExpectedGames> {
        // Only of the normalized model it is known without results how they scatter.
        if counts.is_empty() && self.settings.model != EloModel::Normalized {
            return None;
        }
        Ahead { sprt: self, counts, cells, llr }.expected_games()
    }

    /// Returns what the two hypotheses say of a trial with `N` results.
    fn hypotheses<const N: usize>(&self, draw_elo: f64) -> [Hypothesis; 2] {
        // A pair varies less than a game: its mean has half the variance.
        let scale = Sample::<N>::games_per_trial().sqrt() / NORMALIZED_ELO;
        let SprtSettings { elo0, elo1, model, .. } = self.settings;
        [elo0, elo1].map(|elo| match model {
            EloModel::Normalized => Hypothesis::Ratio(elo * scale),
            EloModel::Logistic | EloModel::Bayesian => Hypothesis::Score(score(elo, draw_elo)),
        })
    }

    /// Returns the mean of a trial under each hypothesis.
    fn scores<const N: usize>(&self, sample: &Sample<N>, draw_elo: f64) -> [f64; 2] {
        let SprtSettings { elo0, elo1, model, .. } = self.settings;
        let deviation = (sample.moments().1 * Sample::<N>::games_per_trial()).sqrt();
        [elo0, elo1].map(|elo| match model {
            EloModel::Normalized => 0.5 + elo / NORMALIZED_ELO * deviation,
            EloModel::Logistic | EloModel::Bayesian => score(elo, draw_elo),
        })
    }

    /// Returns the draw Elo of so many times the counts; 0, which makes BayesElo logistic, for
    /// models without one, and `None` if it is needed and not known.
    fn draw_elo(&self, counts: SprtCounts, times: f64) -> Option<f64> {
        match (self.settings.model, counts) {
            (EloModel::Normalized | EloModel::Logistic, _) => Some(0.0),
            (EloModel::Bayesian, SprtCounts::Pairs(_)) => None,
            (_, SprtCounts::Games(games) | SprtCounts::PairsAndGames(_, games)) => {
                Some(draw_elo(games.0.map(|count| count as f64 * times)))
            }
        }
    }
}

impl SprtCounts {
    fn head_to_head(self) -> HeadToHead {
        match self {
            SprtCounts::Games(singles) => HeadToHead { singles, ..HeadToHead::default() },
            SprtCounts::Pairs(pairs) | SprtCounts::PairsAndGames(pairs, _) => {
                HeadToHead { pairs, ..HeadToHead::default() }
            }
        }
    }

    /// Whether all games were won, or all lost.
    fn are_one_way(self) -> bool {
        let HeadToHead { pairs, singles } = self.head_to_head();
        matches!((pairs.0, singles.0), ([0, 0, 0, 0, _], [0, 0, _]) | ([_, 0, 0, 0, 0], [_, 0, 0]))
    }

    /// Whether there are no results at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.head_to_head() == HeadToHead::default()
    }
}

/// Returns the score expected with a lead of so many Elo.
fn score(elo: f64, draw_elo: f64) -> f64 {
    let logistic = |elo: f64| 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
    let (win, loss) = (logistic(elo - draw_elo), logistic(-elo - draw_elo));
    0.5 + (win - loss) / 2.0
}

fn draw_elo(games: [f64; 3]) -> f64 {
    let [loss, draw, win] = Sample::of(games).shares;
    // 1 - l is w + d, written so that nothing cancels.
    200.0 * ((win + draw) / loss * ((loss + draw) / win)).log10()
}
