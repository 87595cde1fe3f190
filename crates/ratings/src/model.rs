//! The likelihood of the games and its maximum.
//!
//! With `c = ln 10 / 400`, strengths `s = c * rating` and advantage `a = c * advantage`,
//! the first player is expected to score `p = 1 / (1 + exp(-(s_first - s_second + a)))`,
//! and a game with `y` points for it adds `y ln p + (1 - y) ln(1 - p)` to the log
//! likelihood. This is the model of Bradley and Terry ("Rank analysis of incomplete
//! block designs", 1952) with an order effect and half wins for draws.
//!
//! *Davidson's model* ("On extending the Bradley-Terry model to accommodate ties in paired
//! comparison experiments", 1970) gives a draw a chance of its own: win, draw and loss are as
//! likely as `e^(x/2) : nu : e^(-x/2)`, and `nu` is fitted with the rest, as `d = ln nu`. Near
//! equality its expected score grows by `1 / (2 (2 + nu))` a unit of `x`, the logistic one by
//! `1/4`; so strengths times `2 / (2 + nu)` are on the same scale. Without draws `nu` is 0 and
//! the two models are one.
//!
//! *Prior*: each bot has played so many games of half a point against an opponent at 0, and so
//! has the first player against the second; that adds `w/2 (ln p + ln(1 - p))` for each. It is
//! the only thing that holds bots together which have no game in common.
//!
//! The sum is concave; Newton's method finds its maximum, each step solving
//! `H * step = gradient` with `H = sum of v x x'`, `v` the variance of the score, `p (1 - p)`
//! for the logistic one, and `x = (+1, -1, +1)` at the two bots and the advantage. Davidson's
//! `d` adds `P (1 - P)` for itself and `P (1/2 - p)` with each of the others, `P` being the
//! chance of a draw. Strengths are only defined up to a constant a pool, which
//! is fixed by adding `11'` to the block of the pool in `H`: as the gradient sums to zero
//! over a pool, so does the step.

use std::collections::VecDeque;
use std::ops::Range;

use crate::matrix::{Cholesky, Matrix};
use crate::pools::Pools;
use crate::tally::Tally;

/// Elo of one unit of strength, `400 / ln 10`.
pub(crate) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A Newton step below this, in units of strength, is the last one; the error left is
/// about its square.
const LAST_STEP: f64 = 1e-7;
/// A step below this cannot overshoot: the curvature hardly changes on the way.
const SAFE_STEP: f64 = 1e-2;
/// No step is longer, in units of strength (700 Elo): where the games say little, one may lead
/// to where they say nothing, and no step leads back.
const LONGEST_STEP: f64 = 4.0;
/// Six steps are usual; many more mean that there is no maximum.
const MAX_STEPS: usize = 100;
/// An advantage beyond this, in units of strength (2000 Elo), has no maximum.
const RUNAWAY: f64 = 2_000.0 / ELO;
/// Relative error of a log likelihood.
const ROUNDING: f64 = 1e-13;
/// Overshooting steps are halved this often at most.
const MAX_HALVINGS: usize = 30;

/// The games of two bots of one pool.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// Parameters of the two bots.
    pub(crate) bots: [usize; 2],
    /// Games, by which of them moved first.
    pub(crate) played: [f64; 2],
    /// Points of the first player of these.
    pub(crate) scored: [f64; 2],
    /// Draws of these.
    pub(crate) drawn: [f64; 2],
}

/// What is expected of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chances {
    /// Expected score of the first player.
    pub(crate) score: f64,
    /// Variance of the score: half wins count as wins and losses in the logistic model.
    pub(crate) spread: f64,
    /// Chance of a draw; 0 in the logistic model, which has none.
    pub(crate) draw: f64,
}

/// What is done about draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draws {
    /// They are half wins.
    Half,
    /// They have a parameter of their own.
    Fitted,
}

/// The likelihood of all games inside pools, as a function of strengths and advantage.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) meetings: Vec<Meeting>,
    /// Meeting of each matchup of the tally; `None` between pools.
    pub(crate) meeting_of: Vec<Option<usize>>,
    /// Parameter of each bot; `None` if it is alone in its pool.
    pub(crate) parameter: Vec<Option<usize>>,
    /// Parameters of each pool with two bots or more.
    pub(crate) pools: Vec<Range<usize>>,
    pub(crate) draws: Draws,
    /// Half-point games that each bot, and the first move, is taken to have played besides.
    pub(crate) prior_games: f64,
}

/// What is done about the first-move advantage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AdvantageRule {
    /// It is fitted with the strengths.
    Fitted,
    /// It is known, in units of strength.
    Held(f64),
}

/// The maximum of a likelihood.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// Strengths in the order of the parameters, then `ln nu` if it is fitted, then the
    /// advantage.
    pub(crate) point: Vec<f64>,
    pub(crate) rule: AdvantageRule,
    /// `H` at the maximum, with the gauge in it and without a held advantage.
    pub(crate) information: Cholesky,
    /// Whether the last step was as small as it should be.
    pub(crate) converged: bool,
}

impl Solution {
    pub(crate) fn advantage(&self) -> f64 {
        self.point[self.point.len() - 1]
    }
}

impl Model {
    /// Keeps the games inside pools: the others say nothing about finite differences.
    pub(crate) fn new(tally: &Tally, pools: &Pools, prior_games: f64) -> Model {
        let mut parameter = vec![None; pools.pool.len()];
        let mut ranges = Vec::new();
        let mut count = 0;
        let least = if prior_games > 0.0 { 1 } else { 2 };
        for members in pools.members.iter().filter(|members| members.len() >= least) {
            members.iter().zip(count..).for_each(|(&bot, k)| parameter[bot] = Some(k));
            ranges.push(count..count + members.len());
            count += members.len();
        }
        let mut meetings = Vec::new();
        let meeting_of = tally.matchups.iter().map(|matchup| {
            pools.of(matchup)?;
            let [Some(low), Some(high)] = matchup.bots.map(|bot| parameter[bot as usize]) else {
                return None;
            };
            let results = [0, 1].map(|first| matchup.results(first).map(f64::from));
            meetings.push(Meeting {
                bots: [low, high],
                played: results.map(|[losses, draws, wins]| losses + draws + wins),
                scored: results.map(|[_, draws, wins]| draws / 2.0 + wins),
                drawn: results.map(|[_, draws, _]| draws),
            });
            Some(meetings.len() - 1)
        });
        let meeting_of = meeting_of.collect();
        Model { meetings, meeting_of, parameter, pools: ranges, draws: Draws::Half, prior_games }
    }

    /// Returns the games, and how many of them were drawn.
    pub(crate) fn games_and_draws(&self) -> (f64, f64) {
        let sum =
            |part: fn(&Meeting) -> [f64; 2]| -> f64 { self.meetings.iter().flat_map(part).sum() };
        (sum(|meeting| meeting.played), sum(|meeting| meeting.drawn))
    }

    /// Returns how many parameters there are, with or without a held advantage.
    pub(crate) fn free(&self, rule: AdvantageRule) -> usize {
        let draws = usize::from(self.draws == Draws::Fitted);
        self.strengths() + draws + usize::from(rule == AdvantageRule::Fitted)
    }

    /// Returns `nu` at a point; 0 in the logistic model.
    pub(crate) fn nu(&self, point: &[f64]) -> f64 {
        match self.draws {
            Draws::Half => 0.0,
            Draws::Fitted => point[self.strengths()].exp(),
        }
    }

    /// Returns what is expected of the games of a meeting, by who moves first.
    pub(crate) fn chances(&self, point: &[f64], meeting: &Meeting) -> [Chances; 2] {
        let nu = self.nu(point);
        [0, 1].map(|first| {
            let lead = lead(point, meeting, first);
            match self.draws {
                Draws::Half => {
                    let score = expected_score(lead);
                    Chances { score, spread: score * (1.0 - score), draw: 0.0 }
                }
                Draws::Fitted => davidson(lead, nu),
            }
        })
    }

    /// Returns how many strengths there are; the advantage comes after them.
    pub(crate) fn strengths(&self) -> usize {
        self.pools.last().map_or(0, |pool| pool.end)
    }

    /// Whether the games tell an advantage from a difference of strength.
    ///
    /// They do not if one strength could be added to each bot that makes up for the first
    /// move in every game, as when one bot of two always moves first.
    pub(crate) fn tells_advantage(&self) -> bool {
        if self.prior_games > 0.0 {
            return true;
        }
        let mut neighbours = vec![Vec::new(); self.strengths()];
        for meeting in &self.meetings {
            let [low, high] = meeting.bots;
            if meeting.played.iter().all(|&games| games > 0.0) {
                return true;
            }
            let sign = if meeting.played[0] > 0.0 { 1_i64 } else { -1 };
            neighbours[low].push((high, sign));
            neighbours[high].push((low, -sign));
        }
        let mut height: Vec<Option<i64>> = vec![None; self.strengths()];
        for pool in &self.pools {
            height[pool.start] = Some(0);
            let mut queue = VecDeque::from([(pool.start, 0)]);
            while let Some((bot, own)) = queue.pop_front() {
                for &(other, sign) in &neighbours[bot] {
                    match height[other] {
                        Some(known) if known != own + sign => return true,
                        Some(_) => {}
                        None => {
                            height[other] = Some(own + sign);
                            queue.push_back((other, own + sign));
                        }
                    }
                }
            }
        }
        false
    }

    /// Finds the maximum, from all bots equal.
    pub(crate) fn maximise(&self, rule: AdvantageRule) -> Solution {
        let mut start = vec![0.0; self.free(AdvantageRule::Fitted)];
        if let AdvantageRule::Held(advantage) = rule {
            *start.last_mut().expect("the advantage is part of the point") = advantage;
        }
        if self.draws == Draws::Fitted {
            // As if all were equal.
            let (games, draws) = self.games_and_draws();
            start[self.strengths()] = (2.0 * draws / (games - draws)).ln();
        }
        self.maximise_from(start, rule)
            .expect("no game is certain at the start, so the first step is defined")
    }

    /// Finds the maximum from a point that holds the advantage, if that is held; the best
    /// point so far if the arithmetic fails, `None` if it does at once.
    pub(crate) fn maximise_from(
        &self,
        mut point: Vec<f64>,
        rule: AdvantageRule,
    ) -> Option<Solution> {
        let mut last = None;
        for _ in 0..MAX_STEPS {
            let slope = self.slope(&point, rule);
            let Some(information) = self.factor(&point, rule) else { break };
            let step = information.solve(&slope);
            if !step.iter().all(|step| step.is_finite()) {
                break;
            }
            let largest = step.iter().fold(0.0_f64, |largest, step| largest.max(step.abs()));
            let length = match largest < SAFE_STEP {
                true => 1.0,
                false => {
                    let longest = (LONGEST_STEP / largest).min(1.0);
                    self.step_length(&point, rule, &step, longest)
                }
            };
            point.iter_mut().zip(&step).for_each(|(value, step)| *value += length * step);
            let converged = largest < LAST_STEP;
            let solution = Solution { point: point.clone(), rule, information, converged };
            if converged || solution.advantage().abs() > RUNAWAY {
                return Some(solution);
            }
            last = Some(solution);
        }
        last
    }

    /// Returns the length, at most the longest one, at which the step does not overshoot.
    ///
    /// The likelihood is concave, so it has grown if it still grows at the end of the step.
    /// Only where it does not must the values themselves be compared, which costs more.
    fn step_length(&self, point: &[f64], rule: AdvantageRule, step: &[f64], longest: f64) -> f64 {
        let mut length = longest;
        let mut next = point.to_vec();
        let mut before = None;
        for _ in 0..MAX_HALVINGS {
            let moved = point.iter().zip(step).map(|(value, step)| value + length * step);
            next.iter_mut().zip(moved).for_each(|(next, value)| *next = value);
            let slope = self.slope(&next, rule);
            if slope.iter().zip(step).map(|(a, b)| a * b).sum::<f64>() >= 0.0 {
                break;
            }
            let before = *before.get_or_insert_with(|| self.log_likelihood(point));
            if self.log_likelihood(&next) >= before - ROUNDING * before.abs() {
                break;
            }
            length /= 2.0;
        }
        length
    }

    /// Returns the gradient of the log likelihood.
    fn slope(&self, point: &[f64], rule: AdvantageRule) -> Vec<f64> {
        let (draws, advantage) = (self.strengths(), point.len() - 1);
        let mut slope = vec![0.0; point.len()];
        for meeting in &self.meetings {
            let [low, high] = meeting.bots;
            let chances = self.chances(point, meeting);
            let [a, b] = [0, 1].map(|k| meeting.scored[k] - meeting.played[k] * chances[k].score);
            slope[low] += a - b;
            slope[high] -= a - b;
            slope[advantage] += a + b;
            if self.draws == Draws::Fitted {
                let expected = |k: usize| meeting.played[k] * chances[k].draw;
                slope[draws] += meeting.drawn[0] - expected(0) + meeting.drawn[1] - expected(1);
            }
        }
        for (k, games) in self.prior() {
            slope[k] += games * (0.5 - expected_score(point[k]));
        }
        if let AdvantageRule::Held(_) = rule {
            slope.truncate(advantage);
        }
        slope
    }

    /// Returns `H`, the negative second derivatives, with the gauge in it.
    fn information(&self, point: &[f64], rule: AdvantageRule) -> Matrix {
        let (draws, advantage) = (self.strengths(), point.len() - 1);
        let fitted = rule == AdvantageRule::Fitted;
        let mut matrix = Matrix::zero(self.free(rule));
        for meeting in &self.meetings {
            let [low, high] = meeting.bots;
            let chances = self.chances(point, meeting);
            let [a, b] = [0, 1].map(|k| meeting.played[k] * chances[k].spread);
            matrix.add(low, low, a + b);
            matrix.add(high, high, a + b);
            matrix.add_symmetric(low, high, -a - b);
            if fitted {
                matrix.add_symmetric(low, advantage, a - b);
                matrix.add_symmetric(high, advantage, b - a);
                matrix.add(advantage, advantage, a + b);
            }
            if self.draws == Draws::Fitted {
                let both = |k: usize| chances[k].draw * (0.5 - chances[k].score);
                let [a, b] = [0, 1].map(|k| meeting.played[k] * both(k));
                matrix.add_symmetric(low, draws, a - b);
                matrix.add_symmetric(high, draws, b - a);
                if fitted {
                    matrix.add_symmetric(draws, advantage, a + b);
                }
                let own = |k: usize| chances[k].draw * (1.0 - chances[k].draw);
                matrix.add(draws, draws, meeting.played[0] * own(0) + meeting.played[1] * own(1));
            }
        }
        let prior = self.prior_information(point, rule);
        prior.iter().for_each(|&(k, information)| matrix.add(k, k, information));
        for pool in self.pools.iter().filter(|_| prior.is_empty()) {
            let gauge = gauge(&matrix, pool);
            for row in pool.clone() {
                pool.clone().for_each(|column| matrix.add(row, column, gauge));
            }
        }
        matrix
    }

    /// Returns the parameters that the prior is about, each with its games.
    fn prior(&self) -> impl Iterator<Item = (usize, f64)> {
        let count = if self.prior_games > 0.0 { self.strengths() } else { 0 };
        let advantage = self.free(AdvantageRule::Fitted) - 1;
        let last = (count > 0).then_some(advantage);
        let games = self.prior_games;
        (0..count).chain(last).map(move |k| (k, games))
    }

    /// Returns what the prior adds to the diagonal of `H`.
    pub(crate) fn prior_information(
        &self,
        point: &[f64],
        rule: AdvantageRule,
    ) -> Vec<(usize, f64)> {
        let size = self.free(rule);
        let information = |(k, games): (usize, f64)| {
            let score = expected_score(point[k]);
            (k, games * score * (1.0 - score))
        };
        self.prior().filter(|&(k, _)| k < size).map(information).collect()
    }

    /// Returns the inverse of `H` at a point, with the gauge in it; `None` if it has none.
    pub(crate) fn inverse_at(&self, point: &[f64], rule: AdvantageRule) -> Option<Matrix> {
        self.factor(point, rule).map(|factor| factor.inverse())
    }

    /// Factors `H`; with a little added to its diagonal where rounding made it indefinite.
    fn factor(&self, point: &[f64], rule: AdvantageRule) -> Option<Cholesky> {
        let mut ridge = 0.0;
        loop {
            let mut matrix = self.information(point, rule);
            let largest = (0..matrix.size()).map(|k| matrix.at(k, k)).fold(0.0, f64::max);
            (0..matrix.size()).for_each(|k| matrix.add(k, k, ridge));
            match Cholesky::factor(matrix) {
                None if ridge < largest => ridge = (ridge * 100.0).max(largest * 1e-13),
                factor => return factor,
            }
        }
    }

    /// Returns the log likelihood.
    pub(crate) fn log_likelihood(&self, point: &[f64]) -> f64 {
        let nu = self.nu(point);
        let mut sum = 0.0;
        for meeting in &self.meetings {
            for k in 0..2 {
                let x = lead(point, meeting, k);
                let lost = meeting.played[k] - meeting.scored[k];
                match self.draws {
                    Draws::Half => sum -= meeting.scored[k] * softplus(-x) + lost * softplus(x),
                    Draws::Fitted => {
                        let drawn = meeting.drawn[k];
                        sum -= meeting.played[k] * win_surprise(x, nu);
                        sum -= lost * x;
                        // A game that is not drawn has no part in this, whatever `nu` is.
                        sum += if drawn > 0.0 { drawn * nu.ln() } else { 0.0 };
                    }
                }
            }
        }
        for (k, games) in self.prior() {
            sum -= games / 2.0 * (softplus(point[k]) + softplus(-point[k]));
        }
        sum
    }
}

/// The gauge of a pool: any positive number does, one of the size of the other cells
/// keeps the precision.
fn gauge(matrix: &Matrix, pool: &Range<usize>) -> f64 {
    let trace: f64 = pool.clone().map(|k| matrix.at(k, k)).sum();
    (trace / (pool.len() * pool.len()) as f64).max(f64::MIN_POSITIVE)
}

/// Strength of the first player over the second, the advantage included.
fn lead(point: &[f64], meeting: &Meeting, first: usize) -> f64 {
    point[meeting.bots[first]] - point[meeting.bots[1 - first]] + point[point.len() - 1]
}

/// Returns what Davidson's model expects.
fn davidson(lead: f64, nu: f64) -> Chances {
    // Turned so that the stronger player moves first, which keeps the powers below 1.
    let half = (-lead.abs() / 2.0).exp();
    let sum = 1.0 + nu * half + half * half;
    let [better, draw] = [1.0 / sum, nu * half / sum];
    let win = if lead >= 0.0 { better } else { half * half / sum };
    let score = win + draw / 2.0;
    Chances { score, spread: win + draw / 4.0 - score * score, draw }
}

/// Returns minus the logarithm of the chance to win; `nu` is 0 in the logistic model.
pub(crate) fn win_surprise(lead: f64, nu: f64) -> f64 {
    if nu == 0.0 {
        return softplus(-lead);
    }
    let half = (-lead.abs() / 2.0).exp();
    (nu * half + half * half).ln_1p() + (-lead).max(0.0)
}

/// Returns `1 / (1 + exp(-lead))`.
fn expected_score(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns `ln(1 + exp(x))`.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
