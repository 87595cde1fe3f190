//! How far ratings may be off.
//!
//! *Inverse Fisher information*: `inv(H)`. It takes every game for a coin with sides
//! win and loss, so with draws it is too wide, and with games that depend on each other
//! it may be too narrow. It serves where there is too little data for the others.
//!
//! *Pair-clustered sandwich*: `inv(H) * B * inv(H) * G/(G-1)` with `B` the sum of `s s'`
//! over the `G` pairs and `s` the sum of `(y - p) x` over the games of a pair. It holds
//! whatever the two games of a pair have to do with each other (Liang and Zeger,
//! "Longitudinal data analysis using generalized linear models", 1986; the factor as in
//! Cameron and Miller, "A practitioner's guide to cluster-robust inference", 2015).
//!
//! Both are for strengths that sum to zero over each pool. A difference has the variance
//! `V_ii + V_jj - 2 V_ij`; the bars of two single ratings must never be combined instead.

use std::collections::BTreeMap;

use crate::matrix::Matrix;
use crate::model::{Chances, Draws, Model, Solution};
use crate::pools::Pools;
use crate::tally::{Matchup, Played, Tally};

/// Makes a covariance one of strengths that sum to zero over each pool.
pub(crate) fn centre(model: &Model, matrix: &mut Matrix) {
    let size = matrix.size();
    for pool in &model.pools {
        let mean = |sum: f64| -sum / pool.len() as f64;
        for line in 0..size {
            let shift = mean(pool.clone().map(|k| matrix.at(k, line)).sum());
            pool.clone().for_each(|k| matrix.add(k, line, shift));
        }
        for line in 0..size {
            let shift = mean(pool.clone().map(|k| matrix.at(line, k)).sum());
            pool.clone().for_each(|k| matrix.add(line, k, shift));
        }
    }
}

/// Returns the sandwich, in units of strength squared, for at least two clusters; `inverse` is
/// that of `H`.
pub(crate) fn sandwich(
    model: &Model,
    tally: &Tally,
    pools: &Pools,
    solution: &Solution,
    inverse: &Matrix,
    clusters: u64,
) -> Matrix {
    let mut filling = score_products(model, tally, solution, inverse.size());
    filling.scale(clusters as f64 / (clusters as f64 - 1.0));
    let Some(prior) = prior_part(model, solution, inverse) else {
        return inverse.sandwich(&filling);
    };
    // What holds an island is the prior alone, so `inverse` may be large along it. The scores
    // of its games sum to zero there, so that part is taken out before it drowns the rest.
    let mut inverse = inverse.clone();
    islands(model, pools).iter().for_each(|island| centre_rows(island, &mut inverse));
    let mut sandwich = inverse.sandwich(&filling);
    sandwich.add_all(&prior);
    sandwich
}

/// Returns the part of the prior, if there is one: so many games, independent of each other and
/// of all clusters.
pub(crate) fn prior_part(model: &Model, solution: &Solution, inverse: &Matrix) -> Option<Matrix> {
    let prior = model.prior_information(&solution.point, solution.rule);
    let mut filling = Matrix::zero(inverse.size());
    prior.iter().for_each(|&(k, information)| filling.add(k, k, information));
    (!prior.is_empty()).then(|| inverse.sandwich(&filling))
}

/// Returns the parameters of the bots of each component.
fn islands(model: &Model, pools: &Pools) -> Vec<Vec<usize>> {
    let mut islands = vec![Vec::new(); pools.main.len()];
    for (&component, parameter) in pools.component.iter().zip(&model.parameter) {
        islands[component].extend(*parameter);
    }
    islands
}

/// Makes every row sum to zero over these columns.
fn centre_rows(columns: &[usize], matrix: &mut Matrix) {
    for row in 0..matrix.size() {
        let sum: f64 = columns.iter().map(|&column| matrix.at(row, column)).sum();
        let mean = sum / columns.len() as f64;
        columns.iter().for_each(|&column| matrix.add(row, column, -mean));
    }
}

/// Counts the clusters with a game inside a pool: those of each pool, and all.
pub(crate) fn count_clusters(tally: &Tally, pools: &Pools) -> (Vec<u64>, u64) {
    let mut per_pool = vec![0; pools.members.len()];
    let mut all = 0;
    for matchup in &tally.matchups {
        if let Some(pool) = pools.of(matchup) {
            let plain: u32 = matchup.pairs.iter().chain(&matchup.singles).flatten().sum();
            per_pool[pool] += u64::from(plain);
            all += u64::from(plain);
        }
    }
    for cluster in &tally.wide {
        let mut touched: Vec<usize> =
            cluster.iter().filter_map(|game| pools.of(&tally.matchups[game.matchup])).collect();
        touched.sort_unstable();
        touched.dedup();
        all += u64::from(!touched.is_empty());
        touched.into_iter().for_each(|pool| per_pool[pool] += 1);
    }
    (per_pool, all)
}

/// Returns `B`, of this size: with or without the advantage.
fn score_products(model: &Model, tally: &Tally, solution: &Solution, size: usize) -> Matrix {
    let mut products = Matrix::zero(size);
    for (matchup, meeting) in tally.matchups.iter().zip(&model.meeting_of) {
        if let Some(meeting) = meeting {
            let meeting = &model.meetings[*meeting];
            let chances = model.chances(&solution.point, meeting);
            let rows = Rows { bots: meeting.bots, ..Rows::new(model, size) };
            add_matchup(&mut products, matchup, chances, rows);
        }
    }
    for cluster in &tally.wide {
        add_wide(&mut products, cluster, model, &solution.point);
    }
    products
}

/// Rows of what a game is about.
#[derive(Clone, Copy, Debug)]
struct Rows {
    bots: [usize; 2],
    /// That of `ln nu`, if it is fitted.
    draws: Option<usize>,
    /// That of the advantage, if it is fitted.
    advantage: Option<usize>,
}

impl Rows {
    fn new(model: &Model, size: usize) -> Rows {
        let strengths = model.strengths();
        let draws = (model.draws == Draws::Fitted).then_some(strengths);
        let rest = strengths + usize::from(draws.is_some());
        Rows { bots: [0, 0], draws, advantage: (rest < size).then_some(rest) }
    }
}

/// What a cluster adds to the score of its matchup: to the lower bot, the higher one getting
/// the opposite, to the advantage and to `ln nu`.
#[derive(Clone, Copy, Debug)]
struct Parts {
    bots: f64,
    advantage: f64,
    draws: f64,
}

/// Adds the plain pairs and single games of a matchup.
fn add_matchup(products: &mut Matrix, matchup: &Matchup, chances: [Chances; 2], rows: Rows) {
    // The result of a game with the lower bot first, or with the higher one first.
    let part = |first: usize, score: usize| {
        let residual = score as f64 / 2.0 - chances[first].score;
        let draws = f64::from(u8::from(score == 1)) - chances[first].draw;
        let bots = if first == 0 { residual } else { -residual };
        Parts { bots, advantage: residual, draws }
    };
    let mut sums = [[0.0; 3]; 3];
    let mut add = |count: u32, Parts { bots, advantage, draws }: Parts| {
        let parts = [bots, advantage, draws];
        for (row, one) in sums.iter_mut().zip(parts) {
            row.iter_mut()
                .zip(parts)
                .for_each(|(sum, other)| *sum += f64::from(count) * one * other);
        }
    };
    for (low, row) in matchup.pairs.iter().enumerate() {
        for (high, &count) in row.iter().enumerate() {
            let [a, b] = [part(0, low), part(1, high)];
            let bots = a.bots + b.bots;
            add(
                count,
                Parts { bots, advantage: a.advantage + b.advantage, draws: a.draws + b.draws },
            );
        }
    }
    for score in 0..3 {
        (0..2).for_each(|first| add(matchup.singles[first][score], part(first, score)));
    }
    let [low, high] = rows.bots;
    products.add(low, low, sums[0][0]);
    products.add(high, high, sums[0][0]);
    products.add_symmetric(low, high, -sums[0][0]);
    for (row, k) in [(rows.advantage, 1), (rows.draws, 2)] {
        let Some(row) = row else { continue };
        products.add_symmetric(low, row, sums[0][k]);
        products.add_symmetric(high, row, -sums[0][k]);
        products.add(row, row, sums[k][k]);
    }
    if let (Some(advantage), Some(draws)) = (rows.advantage, rows.draws) {
        products.add_symmetric(advantage, draws, sums[1][2]);
    }
}

/// Adds `s s'` of a cluster that is no plain pair.
fn add_wide(products: &mut Matrix, cluster: &[Played], model: &Model, point: &[f64]) {
    let rows = Rows::new(model, products.size());
    let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
    for game in cluster {
        let Some(meeting) = model.meeting_of[game.matchup] else { continue };
        let meeting = &model.meetings[meeting];
        let expected = model.chances(point, meeting)[game.first];
        let score = f64::from(game.half_points) / 2.0 - expected.score;
        *scores.entry(meeting.bots[game.first]).or_default() += score;
        *scores.entry(meeting.bots[1 - game.first]).or_default() -= score;
        if let Some(row) = rows.advantage {
            *scores.entry(row).or_default() += score;
        }
        if let Some(row) = rows.draws {
            let drawn = f64::from(u8::from(game.half_points == 1));
            *scores.entry(row).or_default() += drawn - expected.draw;
        }
    }
    for (&row, a) in &scores {
        scores.iter().for_each(|(&column, b)| products.add(row, column, a * b));
    }
}

#[cfg(test)]
mod tests {
    use super::score_products;
    use crate::model::{AdvantageRule, Model};
    use crate::pools::Pools;
    use crate::tally::Tally;
    use crate::{Game, Score};

    /// Games of four bots, many of them with a pair number that others have too.
    fn games() -> Vec<Game> {
        let scores = [Score::Win, Score::Draw, Score::Loss];
        let mut state = 11_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % limit
        };
        let mut game = || {
            let first = below(4) as u32;
            let second = (first + 1 + below(3) as u32) % 4;
            Game { first, second, score: scores[below(3) as usize], pair: below(200), moves: 0 }
        };
        (0..300).map(|_| game()).collect()
    }

    /// The products as the definition has them: one cluster after the other.
    #[test]
    fn agrees_with_the_definition() {
        let games = games();
        let tally = Tally::new(4, &games);
        assert!(tally.wide.len() > 20 && tally.matchups.iter().any(|m| m.pairs != [[0; 3]; 3]));
        let pools = Pools::new(4, &tally.matchups);
        let model = Model::new(&tally, &pools, 0.0);
        let solution = model.maximise(AdvantageRule::Fitted);
        let products = score_products(&model, &tally, &solution, 5);

        let mut scores = vec![[0.0; 5]; 200];
        for game in &games {
            let bots = [game.first, game.second].map(|bot| model.parameter[bot as usize].unwrap());
            let meeting = model.meetings.iter().find(|m| m.bots.iter().all(|b| bots.contains(b)));
            let meeting = meeting.unwrap();
            let first = usize::from(meeting.bots[0] != bots[0]);
            let expected = model.chances(&solution.point, meeting)[first].score;
            let score = f64::from(game.score.half_points()) / 2.0 - expected;
            let cluster = &mut scores[game.pair as usize];
            cluster[bots[0]] += score;
            cluster[bots[1]] -= score;
            cluster[4] += score;
        }
        for row in 0..5 {
            for column in 0..5 {
                let slow: f64 = scores.iter().map(|score| score[row] * score[column]).sum();
                let quick = products.at(row, column);
                assert!((slow - quick).abs() < 1e-9, "{row} {column}: {slow} {quick}");
            }
        }
    }
}
