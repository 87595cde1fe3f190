//! What moving first is worth.

use askama::Template;
use ayo_ratings::{Bound, Ratings};
use ayo_record::Bot;
use ayo_report::{MISSING, Scores, Tally, figures};

use crate::axis::{Axis, WIDTH};
use crate::budget::ADVANTAGE_BYTES;
use crate::numbers;
use crate::rows::Rows;

/// South's games: all of the run.
pub(crate) struct FirstMove {
    pub(crate) games: u64,
    /// South won, nobody, North won.
    pub(crate) shares: [Share; 3],
    /// South's points in percent.
    pub(crate) score: String,
    /// What it is worth in Elo, as a sentence.
    pub(crate) worth: String,
}

/// A part of the games.
pub(crate) struct Share {
    /// `won`, `drawn` or `lost`, as South sees it.
    pub(crate) class: &'static str,
    pub(crate) words: &'static str,
    pub(crate) count: String,
    pub(crate) percent: String,
    /// Where it begins in the bar, and how wide it is.
    pub(crate) from: String,
    pub(crate) width: String,
}

impl FirstMove {
    pub(crate) fn new(scores: &Scores, ratings: &Ratings) -> FirstMove {
        let mut south = Tally::default();
        for bot in 0..scores.bots().len() as u32 {
            let Tally { wins, draws, losses } = scores.total(Bot(bot)).as_south;
            south.wins += wins;
            south.draws += draws;
            south.losses += losses;
        }
        let games = south.games();
        let share = |class, words, before: u64, count: u64| {
            let units = |count| numbers::fraction(count, games).unwrap_or_default() * 1_000.0;
            Share {
                class,
                words,
                count: numbers::count(count),
                percent: numbers::share(count, games),
                from: crate::axis::place(units(before)),
                width: crate::axis::place(units(count)),
            }
        };
        FirstMove {
            games,
            shares: [
                share("won", "South won", 0, south.wins),
                share("drawn", "drawn", south.wins, south.draws),
                share("lost", "North won", south.wins + south.draws, south.losses),
            ],
            score: numbers::share(south.half_points(), 2 * games),
            worth: worth(ratings),
        }
    }
}

/// Writes what the rating model makes of it.
fn worth(ratings: &Ratings) -> String {
    let advantage = &ratings.advantage;
    let confidence =
        figures::decimal(100.0 * ratings.confidence, 0).unwrap_or_else(|| MISSING.to_owned());
    let bound = |value| numbers::elo(value);
    match (advantage.bound, advantage.low, advantage.high) {
        (Bound::Exact, Some(low), Some(high)) => format!(
            "Strength apart, the first move is worth {} Elo ({confidence}\u{a0}% interval {} to {}).",
            numbers::elo(advantage.elo),
            numbers::elo(Some(low)),
            numbers::elo(Some(high))
        ),
        (Bound::AtLeast, low, _) => format!("The first move is worth at least {} Elo.", bound(low)),
        (Bound::AtMost, _, high) => format!("The first move is worth at most {} Elo.", bound(high)),
        _ => "The games do not tell what the first move is worth in Elo.".to_owned(),
    }
}

/// One bot on either side.
#[derive(Template)]
#[template(path = "advantage_row.html")]
struct SidesRow<'a> {
    bot: &'a str,
    south: Scored,
    north: Scored,
    difference: String,
}

struct Scored {
    percent: String,
    results: String,
    place: Option<String>,
}

impl Scored {
    fn new(tally: Tally, axis: &Axis) -> Scored {
        let part = numbers::fraction(tally.half_points(), 2 * tally.games());
        Scored {
            percent: numbers::share(tally.half_points(), 2 * tally.games()),
            results: format!("{}\u{2013}{}\u{2013}{}", tally.wins, tally.draws, tally.losses),
            place: part.map(|part| axis.place(100.0 * part)),
        }
    }
}

/// Returns the scale of the rows: percent.
pub(crate) fn percent_axis() -> Axis {
    Axis::new([0.0, 100.0], 14.0, WIDTH - 14.0, 2.0)
}

/// Returns a row for each bot.
pub(crate) fn rows(scores: &Scores, order: &[Bot], names: &[String]) -> Rows {
    let mut rows = Rows::new(ADVANTAGE_BYTES);
    let axis = percent_axis();
    for &bot in order {
        let both = scores.total(bot);
        let part = |tally: Tally| numbers::fraction(tally.half_points(), 2 * tally.games());
        let difference = part(both.as_south).zip(part(both.as_north));
        rows.push(&SidesRow {
            bot: &names[bot.index()],
            south: Scored::new(both.as_south, &axis),
            north: Scored::new(both.as_north, &axis),
            difference: difference
                .and_then(|(south, north)| figures::signed_elo(100.0 * (south - north)))
                .map_or_else(|| MISSING.to_owned(), |text| numbers::minus(&text)),
        });
    }
    rows
}
