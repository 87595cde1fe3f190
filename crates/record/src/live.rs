//! What a run is doing at this moment.

use ayo_rules::Pit;

use crate::{Bot, GameResult, Opening};

/// How a run stands, as it says itself while it goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// When it said so, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// Games there are to play, finished ones included.
    pub total: u64,
    /// How a sequential test stands, in a few words; empty without one.
    pub test: String,
    /// Why the run stopped; `None` while it goes on.
    pub stopped: Option<String>,
    /// The game of each slot that has one.
    pub games: Vec<LiveGame>,
}

/// A game that is being played, or the last one of its slot.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    /// Slot that plays it, from 1.
    pub worker: u32,
    /// Number of the game in the run, from 1.
    pub number: u64,
    /// Round, from 1.
    pub round: u32,
    /// Who plays each side, South first.
    pub bots: [Bot; 2],
    /// Where the bots took over.
    pub opening: Opening,
    /// Every move so far, those of the opening included.
    pub moves: Vec<Pit>,
    /// When the last of them was made, in milliseconds since 1970-01-01 UTC.
    pub moved_at_ms: u64,
    /// Who won; `None` while it is being played.
    pub result: Option<GameResult>,
}
