//! The spread of the fit when its pairs are drawn anew, over and over.
//!
//! Below about fifty pairs the sandwich is a little too narrow; the bootstrap over pairs
//! (Efron, "Bootstrap methods: another look at the jackknife", 1979) is not, if one takes
//! its standard error and not its percentiles. But a draw of pairs with replacement may
//! leave a bot unbeaten, and its rating infinite. So every pair keeps a small part of its
//! weight, drawn or not: which way points went does not change then, and every draw has a
//! finite answer if the data have one.
//!
//! The weights `(1 - k) n + k`, where a pair is drawn `n` times and keeps `k`, have the
//! variance `(1 - k)^2 (G-1)/G`, which the covariance is divided by; it then agrees with
//! the sandwich and its factor `G/(G-1)` for everything that is linear in the weights. A prior
//! is not drawn; its part is that of the sandwich.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::covariance;
use crate::matrix::Matrix;
use crate::model::{Model, Solution};
use crate::tally::{Played, Tally};

/// Draws; the standard error is then within about 3 % of what endless draws would give.
const DRAWS: u32 = 500;
/// Part of its weight that a pair keeps in every draw.
const KEPT: f64 = 0.05;

/// Returns the covariance of the strengths and, if it is fitted, the advantage, in units
/// of strength squared; `None` if the arithmetic fails. `inverse` is that of `H`.
pub(crate) fn covariance(
    model: &Model,
    tally: &Tally,
    solution: &Solution,
    inverse: &Matrix,
    seed: u64,
) -> Option<Matrix> {
    let clusters = clusters(model, tally);
    let size = model.free(solution.rule);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut products = Matrix::zero(size);
    let mut sums = vec![0.0; size];
    let mut drawn = model.clone();
    for _ in 0..DRAWS {
        weigh(&mut drawn, &clusters, &mut random);
        let answer = drawn.maximise_from(solution.point.clone(), solution.rule)?;
        let moved: Vec<f64> =
            answer.point.iter().zip(&solution.point).map(|(new, old)| new - old).collect();
        for row in 0..size {
            sums[row] += moved[row];
            (0..size).for_each(|column| products.add(row, column, moved[row] * moved[column]));
        }
    }
    let draws = f64::from(DRAWS);
    for row in 0..size {
        (0..size).for_each(|column| products.add(row, column, -sums[row] * sums[column] / draws));
    }
    let count = clusters.len() as f64;
    let variance = (1.0 - KEPT) * (1.0 - KEPT) * (count - 1.0) / count;
    products.scale(1.0 / variance / (draws - 1.0));
    if let Some(prior) = covariance::prior_part(model, solution, inverse) {
        products.add_all(&prior);
    }
    products.is_finite().then_some(products)
}

/// The games of one cluster in which one bot of a meeting moved first.
#[derive(Clone, Copy, Debug)]
struct Part {
    meeting: usize,
    first: usize,
    played: f64,
    scored: f64,
    drawn: f64,
}

/// Gives every cluster a new weight and fills the meetings accordingly.
fn weigh(drawn: &mut Model, clusters: &[Vec<Part>], random: &mut ChaCha8Rng) {
    for meeting in &mut drawn.meetings {
        meeting.played = [0.0; 2];
        meeting.scored = [0.0; 2];
        meeting.drawn = [0.0; 2];
    }
    let mut weights = vec![KEPT; clusters.len()];
    for _ in clusters {
        weights[(random.next_u64() % clusters.len() as u64) as usize] += 1.0 - KEPT;
    }
    for (cluster, weight) in clusters.iter().zip(&weights) {
        for part in cluster {
            let meeting = &mut drawn.meetings[part.meeting];
            meeting.played[part.first] += weight * part.played;
            meeting.scored[part.first] += weight * part.scored;
            meeting.drawn[part.first] += weight * part.drawn;
        }
    }
}

/// Returns every cluster that has a game inside a pool, with these games.
fn clusters(model: &Model, tally: &Tally) -> Vec<Vec<Part>> {
    let mut clusters = Vec::new();
    // In an order of their own, so that the same games get the same weights in any order.
    let mut matchups: Vec<_> = tally.matchups.iter().enumerate().collect();
    matchups.sort_by_key(|(_, counts)| counts.bots);
    for (matchup, counts) in matchups {
        let game = |first, score| Played { matchup, first, half_points: score as u8 };
        let mut repeat = |count: u32, games: &[Played]| {
            (0..count).for_each(|_| clusters.push(parts(games, model)));
        };
        for low in 0..3 {
            for high in 0..3 {
                repeat(counts.pairs[low][high], &[game(0, low), game(1, high)]);
            }
            (0..2).for_each(|first| repeat(counts.singles[first][low], &[game(first, low)]));
        }
    }
    clusters.extend(tally.wide.iter().map(|games| parts(games, model)));
    clusters.retain(|parts| !parts.is_empty());
    clusters
}

/// Sums up the games of a cluster that are inside a pool.
fn parts(games: &[Played], model: &Model) -> Vec<Part> {
    let inside = games.iter().filter_map(|game| {
        let meeting = model.meeting_of[game.matchup]?;
        let scored = f64::from(game.half_points) / 2.0;
        let drawn = f64::from(u8::from(game.half_points == 1));
        Some(Part { meeting, first: game.first, played: 1.0, scored, drawn })
    });
    let mut parts: Vec<Part> = inside.collect();
    parts.sort_by_key(|part| (part.meeting, part.first));
    parts.dedup_by(|part, sum| {
        let same = (part.meeting, part.first) == (sum.meeting, sum.first);
        if same {
            sum.played += part.played;
            sum.scored += part.scored;
            sum.drawn += part.drawn;
        }
        same
    });
    parts
}
