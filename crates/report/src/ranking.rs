//! The order of a round robin: `PTS, DE, SB, WON`.
//!
//! Definitions of FIDE's tie-break regulations (handbook C.07), in whole numbers:
//! - **PTS** points, counted in half points.
//! - **DE** direct encounter: points of the games among all bots with the same PTS. It
//!   counts only when all of them have met, and equally often; in a run that goes on it
//!   waits until that is so. Bots it leaves equal are compared once more among
//!   themselves. The column `de` is the place that results, from 1 within the bots of
//!   the same points: points alone would not show the second comparison.
//! - **SB** Sonneborn-Berger: for each opponent its points times the points made
//!   against it, counted in quarter points.
//! - **WON** games won.

use std::cmp::Reverse;

use ayo_record::Bot;

use crate::{Scores, Tally, figures};

/// The places of all bots, and by what they were decided.
///
/// [`Ranking::round_robin`] makes it from the games; a Swiss tournament, with byes and
/// other tie-breaks, fills it in itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Names of the tie-breaks as columns, the most important first: `de`, `sb`.
    pub tie_breaks: Vec<String>,
    /// Place of each bot, in the order of the bots.
    pub places: Vec<Place>,
}

/// The place of one bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Rank from 1; bots equal in everything share one, and the next ones are left out.
    pub rank: u32,
    /// Two for each point.
    pub half_points: u64,
    /// Value of each tie-break as text; `None` where it does not apply.
    pub tie_breaks: Vec<Option<String>>,
}

/// What decides between two bots, the larger the better; `encounter` is a place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Merits {
    half_points: u64,
    encounter: Option<u32>,
    sonneborn_berger: u128,
    won: u64,
}

impl Merits {
    fn key(self) -> impl Ord {
        let Merits { half_points, encounter, sonneborn_berger, won } = self;
        (Reverse(half_points), encounter, Reverse(sonneborn_berger), Reverse(won))
    }
}

impl Ranking {
    /// Ranks the bots of a round robin, or of a gauntlet, by the games so far.
    ///
    /// While it goes on, a bot with more games has had more points to win: the order is
    /// that of the points, as in any table of a league.
    #[must_use]
    pub fn round_robin(scores: &Scores) -> Ranking {
        let merits = merits(scores);
        let mut order: Vec<usize> = (0..merits.len()).collect();
        order.sort_by_cached_key(|&index| merits[index].key());
        let mut ranks = vec![0; merits.len()];
        let mut before = 0;
        for equals in order.chunk_by(|&a, &b| merits[a] == merits[b]) {
            for &index in equals {
                ranks[index] = before + 1;
            }
            before += equals.len() as u32;
        }
        let place = |(&rank, merits): (&u32, &Merits)| Place {
            rank,
            half_points: merits.half_points,
            tie_breaks: vec![
                merits.encounter.map(|place| place.to_string()),
                Some(figures::quarter_points(merits.sonneborn_berger)),
                Some(merits.won.to_string()),
            ],
        };
        Ranking {
            tie_breaks: ["de", "sb", "won"].map(str::to_owned).to_vec(),
            places: ranks.iter().zip(&merits).map(place).collect(),
        }
    }
}

fn merits(scores: &Scores) -> Vec<Merits> {
    let totals: Vec<Tally> =
        (0..scores.bots().len() as u32).map(|bot| scores.total(Bot(bot)).total()).collect();
    let mut encounters = vec![None; totals.len()];
    let mut by_points: Vec<usize> = (0..totals.len()).collect();
    by_points.sort_by_key(|&index| totals[index].half_points());
    for tied in by_points.chunk_by(|&a, &b| totals[a].half_points() == totals[b].half_points()) {
        let tied = tied.iter().map(|&index| Bot(index as u32)).collect();
        for (bot, place) in encounter_places(scores, tied) {
            encounters[bot.index()] = Some(place);
        }
    }
    (0..)
        .map(Bot)
        .zip(totals)
        .zip(encounters)
        .map(|((bot, total), encounter)| Merits {
            half_points: total.half_points(),
            encounter,
            sonneborn_berger: sonneborn_berger(scores, bot),
            won: total.wins,
        })
        .collect()
}

fn sonneborn_berger(scores: &Scores, bot: Bot) -> u128 {
    scores
        .opponents(bot)
        .map(|(opponent, score)| {
            u128::from(scores.total(opponent).total().half_points())
                * u128::from(score.total().half_points())
        })
        .sum()
}

/// Returns the places of tied bots by their direct encounters; nothing if those decide nothing.
fn encounter_places(scores: &Scores, tied: Vec<Bot>) -> Vec<(Bot, u32)> {
    let groups = separate(scores, tied);
    if groups.len() == 1 {
        return Vec::new();
    }
    let mut places = Vec::new();
    for group in groups {
        let place = places.len() as u32 + 1;
        places.extend(group.into_iter().map(|bot| (bot, place)));
    }
    places
}

/// Splits tied bots by the points of their mutual games, the best first, and the parts again.
fn separate(scores: &Scores, tied: Vec<Bot>) -> Vec<Vec<Bot>> {
    if tied.len() == 1 || !met_equally_often(scores, &tied) {
        return vec![tied];
    }
    let mut points: Vec<(u64, Bot)> =
        tied.iter().map(|&bot| (mutual_half_points(scores, bot, &tied), bot)).collect();
    points.sort_by_key(|&(half_points, bot)| (Reverse(half_points), bot));
    let parts: Vec<Vec<Bot>> = points
        .chunk_by(|a, b| a.0 == b.0)
        .map(|part| part.iter().map(|&(_, bot)| bot).collect())
        .collect();
    if parts.len() == 1 {
        return parts;
    }
    parts.into_iter().flat_map(|part| separate(scores, part)).collect()
}

fn met_equally_often(scores: &Scores, tied: &[Bot]) -> bool {
    let mut couples = tied
        .iter()
        .enumerate()
        .flat_map(|(index, &bot)| tied[..index].iter().map(move |&other| (bot, other)))
        .map(|(bot, other)| scores.against(bot, other).total().games());
    let games = couples.next().unwrap_or(0);
    games > 0 && couples.all(|others| others == games)
}

fn mutual_half_points(scores: &Scores, bot: Bot, tied: &[Bot]) -> u64 {
    tied.iter().map(|&other| scores.against(bot, other).total().half_points()).sum()
}
