//! What can be said where the likelihood has no maximum.
//!
//! A bot that won every game against the main pool is better than any number the games
//! could give it. What they do give is a lower bound: the rating at which such a clean
//! sheet still has the probability `1 - confidence`, the opponents' ratings and the
//! advantage taken as known. The two games of a pair may have as much to do with each
//! other as they like, since both are won with no more than the probability of the
//! harder one: a pair counts as that one game. Bounds from below and above are of the
//! same kind (Clopper and Pearson, "The use of confidence or fiducial limits", 1934).
//!
//! Pools further up are placed by their games against those already bounded, at their
//! bounds. The same with signs changed holds for bots that lost everything.

use crate::model::{Model, Solution, win_surprise};
use crate::pools::Pools;
use crate::tally::{Matchup, Tally};

/// Halvings of an interval that starts some hundred Elo wide.
const HALVINGS: usize = 60;

/// Which way all points went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Better than the main pool.
    Up,
    /// Worse than the main pool.
    Down,
}

impl Direction {
    fn sign(self) -> f64 {
        match self {
            Direction::Up => 1.0,
            Direction::Down => -1.0,
        }
    }
}

/// The bound of one bot, in units of strength on the scale of its main pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limit {
    pub(crate) direction: Direction,
    pub(crate) strength: f64,
}

/// Some clusters of a matchup, all of whose points went to one bot.
struct Sweep {
    clusters: f64,
    /// Lead of the winner in its hardest game, but for the offset that is looked for.
    lead: f64,
}

/// Bounds every bot that is outside a main pool and can be bounded.
///
/// In a component without a pool of two bots there is no scale; there a bot that only won
/// or only lost is bounded with its opponents taken to be at zero.
pub(crate) fn limits(
    pools: &Pools,
    tally: &Tally,
    known: Known,
    log_doubt: f64,
) -> Vec<Option<Limit>> {
    let mut search = Search { pools, known, log_doubt, limits: Vec::new() };
    search.limits = vec![None; known.strengths.len()];
    let mut beside = vec![Vec::new(); pools.members.len()];
    for matchup in tally.matchups.iter().filter(|matchup| pools.of(matchup).is_none()) {
        for bot in matchup.bots {
            beside[pools.pool[bot as usize]].push(matchup);
        }
    }
    let count = pools.members.len();
    (0..count).for_each(|pool| search.place(pool, &beside[pool], Direction::Up));
    (0..count).rev().for_each(|pool| search.place(pool, &beside[pool], Direction::Down));
    search.limits
}

/// What the fit has found, in units of strength.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a> {
    /// Strength of each bot within its pool.
    pub(crate) strengths: &'a [f64],
    pub(crate) advantage: f64,
    /// Davidson's `nu`; 0 in the logistic model.
    pub(crate) nu: f64,
}

struct Search<'a> {
    pools: &'a Pools,
    known: Known<'a>,
    /// Logarithm of the probability that is called unlikely.
    log_doubt: f64,
    limits: Vec<Option<Limit>>,
}

impl Search<'_> {
    /// Bounds a pool from its games with pools that are placed already.
    fn place(&mut self, pool: usize, matchups: &[&Matchup], direction: Direction) {
        let bots = &self.pools.members[pool];
        if self.pools.is_main(pool) {
            return;
        }
        let scaled = self.pools.main[self.pools.component[bots[0]]].is_some();
        if !scaled && matchups.iter().any(|matchup| !self.swept(pool, matchup, direction)) {
            return;
        }
        let sweeps: Vec<Sweep> = matchups
            .iter()
            .filter(|matchup| self.swept(pool, matchup, direction))
            .filter_map(|matchup| self.sweep(pool, matchup, direction, scaled))
            .collect();
        if sweeps.is_empty() {
            return;
        }
        let offset = direction.sign() * smallest_offset(&sweeps, self.known.nu, self.log_doubt);
        for &bot in bots {
            let strength = self.known.strengths[bot] + offset;
            self.limits[bot] = Some(Limit { direction, strength });
        }
    }

    /// Whether the pool won all of the matchup, or lost it, if the direction is down.
    fn swept(&self, pool: usize, matchup: &Matchup, direction: Direction) -> bool {
        let own = self.own(pool, matchup);
        matchup.scored(own) == (direction == Direction::Up)
    }

    /// Which of the two bots of the matchup is in the pool.
    fn own(&self, pool: usize, matchup: &Matchup) -> usize {
        usize::from(self.pools.pool[matchup.bots[0] as usize] != pool)
    }

    /// Returns what a matchup tells; `None` if the opponent has no place.
    fn sweep(
        &self,
        pool: usize,
        matchup: &Matchup,
        direction: Direction,
        scaled: bool,
    ) -> Option<Sweep> {
        let own = self.own(pool, matchup);
        let bot = matchup.bots[own] as usize;
        let opponent = matchup.bots[1 - own] as usize;
        let place = match self.limits[opponent] {
            _ if !scaled => 0.0,
            Some(limit) if limit.direction == direction => limit.strength,
            None if self.pools.is_main(self.pools.pool[opponent]) => self.known.strengths[opponent],
            _ => return None,
        };
        let lead = direction.sign() * (self.known.strengths[bot] - place);
        let winner = if direction == Direction::Up { own } else { 1 - own };
        let moved_first = |who: usize| matchup.results(who).iter().sum::<u32>() > 0;
        let hardest = match (moved_first(winner), moved_first(1 - winner)) {
            (true, true) => -self.known.advantage.abs(),
            (true, false) => self.known.advantage,
            _ => -self.known.advantage,
        };
        Some(Sweep { clusters: f64::from(matchup.clusters), lead: lead + hardest })
    }
}

/// Returns the offset at which the sweeps together have the probability of the doubt.
fn smallest_offset(sweeps: &[Sweep], nu: f64, log_doubt: f64) -> f64 {
    let log_probability = |offset: f64| -> f64 {
        sweeps.iter().map(|sweep| -sweep.clusters * win_surprise(sweep.lead + offset, nu)).sum()
    };
    root(|offset| log_probability(offset) - log_doubt, 0.0)
}

/// Bounds a runaway advantage from the side it came from.
///
/// It is the value at which, strengths unchanged, the games are `1 - confidence` times as
/// likely as at the value it is held at. The log likelihood is scaled from games to
/// clusters, as if the games of a cluster had all told the same.
pub(crate) fn advantage_limit(
    model: &Model,
    solution: &Solution,
    clusters: u64,
    log_doubt: f64,
) -> f64 {
    let games: f64 = model.meetings.iter().flat_map(|meeting| meeting.played).sum();
    let scale = clusters as f64 / games.max(1.0);
    let held = solution.advantage();
    let sign = held.signum();
    let log_likelihood = |advantage: f64| {
        let mut point = solution.point.clone();
        *point.last_mut().expect("the advantage is part of the point") = advantage;
        model.log_likelihood(&point)
    };
    let best = log_likelihood(held);
    sign * root(|x| scale * (log_likelihood(sign * x) - best) - log_doubt, held.abs())
}

/// Returns the root of a growing function, looked for from `start` in wider and wider
/// steps; if there is none, the place where it was last looked for.
fn root(function: impl Fn(f64) -> f64, start: f64) -> f64 {
    let (mut low, mut high) = (start - 1.0, start);
    let mut width = 1.0;
    while width < 1e6 && function(low) > 0.0 {
        high = low;
        width *= 2.0;
        low -= width;
    }
    while width < 1e6 && function(high) < 0.0 {
        low = high;
        width *= 2.0;
        high += width;
    }
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if function(middle) > 0.0 { high = middle } else { low = middle }
    }
    (low + high) / 2.0
}
