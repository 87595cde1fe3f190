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
use crate::model::{Meeting, Model, Solution, expectations};
use crate::pools::Pools;
use crate::tally::{Matchup, Played, Tally};

/// Returns the inverse Fisher information, in units of strength squared.
pub(crate) fn fisher(model: &Model, solution: &Solution) -> Matrix {
    let mut inverse = solution.information.inverse();
    for pool in &model.pools {
        // The gauge has added the same number to the whole block, which sums to zero
        // without it.
        let cells = || pool.clone().flat_map(|row| pool.clone().map(move |column| (row, column)));
        let mean = cells().map(|(row, column)| inverse.at(row, column)).sum::<f64>()
            / (pool.len() * pool.len()) as f64;
        cells().for_each(|(row, column)| inverse.add(row, column, -mean));
    }
    inverse
}

/// Returns the sandwich, in units of strength squared, for at least two clusters.
pub(crate) fn sandwich(
    model: &Model,
    tally: &Tally,
    solution: &Solution,
    fisher: &Matrix,
    clusters: u64,
) -> Matrix {
    let mut covariance = fisher.sandwich(&score_products(model, tally, solution, fisher.size()));
    covariance.scale(clusters as f64 / (clusters as f64 - 1.0));
    covariance
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
            add_matchup(&mut products, matchup, meeting, &solution.point);
        }
    }
    for cluster in &tally.wide {
        add_wide(&mut products, cluster, model, &solution.point);
    }
    products
}

/// Adds the plain pairs and single games of a matchup.
fn add_matchup(products: &mut Matrix, matchup: &Matchup, meeting: &Meeting, point: &[f64]) {
    let expected = expectations(point, meeting);
    let residual = |first: usize, score: usize| score as f64 / 2.0 - expected[first];
    // The sums of squares and products of what a cluster adds to the lower bot and to
    // the advantage; the higher bot gets the opposite of the lower one.
    let [mut bots, mut both, mut advantage] = [0.0; 3];
    let mut add = |count: u32, bot: f64, first: f64| {
        let count = f64::from(count);
        bots += count * bot * bot;
        both += count * bot * first;
        advantage += count * first * first;
    };
    for (low, row) in matchup.pairs.iter().enumerate() {
        for (high, &count) in row.iter().enumerate() {
            let [a, b] = [residual(0, low), residual(1, high)];
            add(count, a - b, a + b);
        }
    }
    for score in 0..3 {
        let [a, b] = [0, 1].map(|first| residual(first, score));
        add(matchup.singles[0][score], a, a);
        add(matchup.singles[1][score], -b, b);
    }
    let [low, high] = meeting.bots;
    products.add(low, low, bots);
    products.add(high, high, bots);
    products.add_symmetric(low, high, -bots);
    let last = point.len() - 1;
    if last < products.size() {
        products.add_symmetric(low, last, both);
        products.add_symmetric(high, last, -both);
        products.add(last, last, advantage);
    }
}

/// Adds `s s'` of a cluster that is no plain pair.
fn add_wide(products: &mut Matrix, cluster: &[Played], model: &Model, point: &[f64]) {
    let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
    for game in cluster {
        let Some(meeting) = model.meeting_of[game.matchup] else { continue };
        let meeting = &model.meetings[meeting];
        let expected = expectations(point, meeting)[game.first];
        let score = f64::from(game.half_points) / 2.0 - expected;
        *scores.entry(meeting.bots[game.first]).or_default() += score;
        *scores.entry(meeting.bots[1 - game.first]).or_default() -= score;
        *scores.entry(point.len() - 1).or_default() += score;
    }
    // A held advantage has no row.
    scores.retain(|&parameter, _| parameter < products.size());
    for (&row, a) in &scores {
        scores.iter().for_each(|(&column, b)| products.add(row, column, a * b));
    }
}

#[cfg(test)]
mod tests {
    use super::score_products;
    use crate::model::{AdvantageRule, Model, expectations};
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
            Game { first, second, score: scores[below(3) as usize], pair: below(200) }
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
        let model = Model::new(&tally, &pools);
        let solution = model.maximise(AdvantageRule::Fitted);
        let products = score_products(&model, &tally, &solution, 5);

        let mut scores = vec![[0.0; 5]; 200];
        for game in &games {
            let bots = [game.first, game.second].map(|bot| model.parameter[bot as usize].unwrap());
            let meeting = model.meetings.iter().find(|m| m.bots.iter().all(|b| bots.contains(b)));
            let meeting = meeting.unwrap();
            let first = usize::from(meeting.bots[0] != bots[0]);
            let expected = expectations(&solution.point, meeting)[first];
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
