//! The rated bots in the order in which they are printed.

use std::cmp::Reverse;
use std::collections::HashMap;

use ayo_ratings::{Bound, GamesFile, IntervalKind, RankRange, Rating, RatingModel, Ratings};

/// Ratings are equal if they are within so many Elo: they are computed, and rounding
/// must not decide who comes first.
const SAME_ELO: f64 = 1e-6;

/// What there is to print.
#[derive(Debug)]
pub(super) struct RatingList {
    /// A line for each bot, island by island.
    pub lines: Vec<Line>,
    /// What was computed; bots have the indices of the lines' `bot`.
    pub ratings: Ratings,
    /// The anchor's name, and its rating in Elo.
    pub anchor: Option<(String, f64)>,
    /// Groups of bots that never met those of another.
    pub islands: usize,
    /// Games that count.
    pub games: u64,
    /// Games with the result `*`, left out.
    pub voids: u64,
    /// Whether games share the number of a pair.
    pub paired: bool,
}

/// One bot.
#[derive(Debug)]
pub(super) struct Line {
    /// Index of the bot in the ratings.
    pub bot: u32,
    /// Its name.
    pub name: String,
    /// Rank in its island, from 1, if it has a rating; equal ratings share one.
    pub rank: Option<usize>,
    /// The ranks it may have, if it has a rating.
    pub ranks: Option<RankRange>,
    /// Its island, from 1.
    pub island: usize,
    /// Its rating.
    pub rating: Rating,
    /// Likelihood that it is better than the bot of the next line.
    pub los_next: Option<f64>,
}

impl RatingList {
    /// Puts the bots of these games in order: larger islands first; in each the higher
    /// rating first, then those without one by points, and equal ones by name.
    pub(super) fn new(games: &GamesFile, ratings: Ratings) -> RatingList {
        let islands = number_islands(&games.bots, &ratings);
        let mut lines: Vec<Line> = (0..)
            .zip(&games.bots)
            .zip(&ratings.ratings)
            .zip(ratings.rank_ranges())
            .map(|(((bot, name), rating), ranks)| Line {
                bot,
                name: name.clone(),
                rank: None,
                ranks,
                island: islands.get(&rating.component).copied().unwrap_or_default(),
                rating: *rating,
                los_next: None,
            })
            .collect();
        lines.sort_by_cached_key(|line| {
            let steps = line.rating.elo.map(elo_steps);
            let points = (Reverse(half_points(&line.rating)), line.name.clone());
            // A missing rating is reversed too, so it comes last.
            (line.island, Reverse(steps), points)
        });
        rank(&mut lines);
        for next in 1..lines.len() {
            lines[next - 1].los_next = ratings.los(lines[next - 1].bot, lines[next].bot);
        }
        let anchor = ratings.anchor.and_then(|anchor| {
            games.bots.get(anchor.bot as usize).map(|name| (name.clone(), anchor.elo))
        });
        RatingList {
            lines,
            anchor,
            islands: islands.len(),
            games: games.games.len() as u64 - ratings.ignored,
            voids: games.voids,
            // Games without a pair have ascending numbers.
            paired: !games.games.is_sorted_by(|one, other| one.pair < other.pair),
            ratings,
        }
    }
}

/// Numbers the islands from 1: first that with the most bots, then with the most games,
/// then with the first name.
fn number_islands(bots: &[String], ratings: &Ratings) -> HashMap<usize, usize> {
    let mut islands: HashMap<usize, (usize, u64, &str)> = HashMap::new();
    for (name, rating) in bots.iter().zip(&ratings.ratings) {
        let (size, games, first) = islands.entry(rating.component).or_insert((0, 0, name));
        *size += 1;
        *games += rating.games;
        *first = name.as_str().min(*first);
    }
    let mut order: Vec<_> = islands.into_iter().collect();
    order.sort_by_key(|&(_, (size, games, first))| (Reverse(size), Reverse(games), first));
    order.into_iter().map(|(component, _)| component).zip(1..).collect()
}

fn rank(lines: &mut [Line]) {
    for island in lines.chunk_by_mut(|one, other| one.island == other.island) {
        let mut last = (None, 0);
        for (place, line) in (1..).zip(island) {
            let Some(steps) = line.rating.elo.map(elo_steps) else { break };
            if last.0 != Some(steps) {
                last = (Some(steps), place);
            }
            line.rank = Some(last.1);
        }
    }
}

fn elo_steps(elo: f64) -> i64 {
    (elo / SAME_ELO).round() as i64
}

/// Returns two for each point.
pub(super) fn half_points(rating: &Rating) -> u64 {
    2 * rating.wins + rating.draws
}

/// Returns the word for a bound in files.
pub(super) fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::AtLeast => "at_least",
        Bound::AtMost => "at_most",
        Bound::Unknown => "unknown",
    }
}

/// Returns the word for a model in files.
pub(super) fn model_word(model: RatingModel) -> &'static str {
    match model {
        RatingModel::Logistic => "logistic",
        RatingModel::Davidson => "davidson",
    }
}

/// Returns the word for a kind of interval in files.
pub(super) fn interval_word(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Sandwich => "sandwich",
        IntervalKind::Bootstrap => "bootstrap",
        IntervalKind::Fisher => "fisher",
    }
}
