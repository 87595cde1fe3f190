//! What a page is made from.

use ayo_ratings::Ratings;
use ayo_record::Bot;
use ayo_report::{Crosstable, Scores, Standings};
use ayo_rules::Rules;

use crate::{Gathered, History, Test};

/// Everything that the page shows; the bots of all parts are places in one list of names.
#[derive(Clone, Debug)]
pub struct Contents<'a> {
    /// What the run is.
    pub run: RunTitle<'a>,
    /// Who scored what.
    pub scores: &'a Scores,
    /// Ratings of the bots and the first-move advantage.
    pub ratings: &'a Ratings,
    /// The standings.
    pub standings: &'a Standings,
    /// Every bot against every other.
    pub crosstable: &'a Crosstable,
    /// Ratings as the run went on.
    pub history: &'a History,
    /// The rounds of a Swiss tournament; none otherwise.
    pub rounds: &'a [Round],
    /// Games that were void and played again.
    pub voids: u64,
    /// How the sequential test between its two bots stands, if it has one.
    pub test: Option<&'a Test>,
    /// What was kept of the games.
    pub gathered: &'a Gathered,
}

/// What a run is, as its heading says it.
#[derive(Clone, Debug)]
pub struct RunTitle<'a> {
    /// Name of the run.
    pub name: &'a str,
    /// Rules it is played by.
    pub rules: Rules,
    /// Seed that everything random follows from.
    pub seed: u64,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    pub created_at_ms: u64,
    /// Version of ayo that made it.
    pub ayo_version: &'a str,
}

/// A round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Its boards, in order.
    pub boards: Vec<RoundBoard>,
}

/// A meeting of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundBoard {
    /// Who plays South in the first game.
    pub south: Bot,
    /// The opponent; `None` for a bye.
    pub north: Option<Bot>,
    /// Games played so far.
    pub games: u32,
    /// Two for each win and one for each draw, South's first.
    pub half_points: [u32; 2],
}
