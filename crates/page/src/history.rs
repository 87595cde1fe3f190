//! Ratings as a run went on: the games up to a point, rated anew.

use ayo_ratings::{Game, Options, fit_named};

/// The most points of a curve.
pub const HISTORY_POINTS: usize = 24;
/// With more bots than this no curves are made: each point takes a fit of all of them.
pub const HISTORY_BOTS: usize = 128;
/// Games rated for all points together, at most; larger runs get fewer points.
const RATED_GAMES: usize = 6_000_000;
/// Fewer points are no curve.
const LEAST_POINTS: usize = 4;

/// The ratings of all bots after some of the games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The points, the earliest first.
    pub points: Vec<HistoryPoint>,
}

/// The ratings after so many games.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryPoint {
    /// Games so far, in the order of the schedule.
    pub games: usize,
    /// Rating of each bot in Elo; `None` where those games do not give one.
    pub elo: Vec<Option<f64>>,
}

impl History {
    /// Rates the first games, more of them, and so on to all of them.
    ///
    /// Games are taken in the order they are given in; that of a run database is that of
    /// the schedule, so that the curve is the same whichever games ended first. Gives no
    /// point for more than [`HISTORY_BOTS`] bots.
    #[must_use]
    pub fn new(names: &[String], games: &[Game], options: &Options) -> History {
        if names.len() > HISTORY_BOTS {
            return History::default();
        }
        let point = |games_so_far: usize| HistoryPoint {
            games: games_so_far,
            elo: fit_named(names, &games[..games_so_far], options)
                .ratings
                .iter()
                .map(|rating| rating.elo.filter(|elo| elo.is_finite()))
                .collect(),
        };
        History { points: lengths(games.len()).into_iter().map(point).collect() }
    }
}

/// Returns after how many games ratings are made: evenly, the last after all of them.
fn lengths(games: usize) -> Vec<usize> {
    // The points of a curve rate half of its games each, on average.
    let affordable = 2 * RATED_GAMES / games.max(1);
    let points = HISTORY_POINTS.min(affordable).max(LEAST_POINTS).min(games);
    (1..=points).map(|point| games * point / points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_even_and_bounded() {
        assert_eq!(lengths(0), [0; 0]);
        assert_eq!(lengths(3), [1, 2, 3]);
        assert_eq!(lengths(48).len(), HISTORY_POINTS);
        assert_eq!(lengths(48)[..3], [2, 4, 6]);
        assert_eq!(lengths(1_000_000).len(), 12);
        assert_eq!(lengths(100_000_000).len(), LEAST_POINTS);
        assert_eq!(lengths(100_000_000).last(), Some(&100_000_000));
    }
}
