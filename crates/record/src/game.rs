//! A game that was played.

use std::fmt;

use ayo_rules::{Pit, Side, Winner};

use crate::{Bot, MoveInfo, Opening, Verdict};

/// Who won, in the form of the `result` column: South's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// South won: `1-0`.
    South,
    /// North won: `0-1`.
    North,
    /// A draw: `1/2-1/2`.
    Draw,
    /// A void game: `*`.
    Void,
}

impl GameResult {
    /// Returns the text of the `result` column.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::South => "1-0",
            GameResult::North => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Void => "*",
        }
    }

    /// Returns the result that a text of the `result` column stands for.
    #[must_use]
    pub fn from_text(text: &str) -> Option<GameResult> {
        [GameResult::South, GameResult::North, GameResult::Draw, GameResult::Void]
            .into_iter()
            .find(|result| result.text() == text)
    }

    /// Returns the result of a game that this side won.
    #[must_use]
    pub const fn won_by(side: Side) -> GameResult {
        match side {
            Side::South => GameResult::South,
            Side::North => GameResult::North,
        }
    }

    /// Returns the half points of one side: 2 for a win, 1 for a draw; `None` for a void game.
    #[must_use]
    pub const fn half_points(self, side: Side) -> Option<u32> {
        match (self, side) {
            (GameResult::Void, _) => None,
            (GameResult::Draw, _) => Some(1),
            (GameResult::South, Side::South) | (GameResult::North, Side::North) => Some(2),
            _ => Some(0),
        }
    }
}

impl From<Winner> for GameResult {
    fn from(winner: Winner) -> GameResult {
        match winner {
            Winner::Side(side) => GameResult::won_by(side),
            Winner::Draw => GameResult::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Everything kept of one game; arrays have South's value first.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Number of the game in the run, from 1: the `game_id`.
    pub number: u64,
    /// Round, from 1.
    pub round: u32,
    /// Number of the pair, from 1.
    pub pair: u64,
    /// Which game of the pair, 1 or 2.
    pub game: u8,
    /// Who played each side.
    pub bots: [Bot; 2],
    /// Where the bots took over.
    pub opening: Opening,
    /// Who won.
    pub result: GameResult,
    /// Seeds counted for each side at the end.
    pub scores: [u8; 2],
    /// Why it ended, whose fault, and the sentence about it.
    pub verdict: Verdict,
    /// Time used by each side, in milliseconds.
    pub used_ms: [u64; 2],
    /// Slowest move of each side, in milliseconds.
    pub slowest_ms: [u64; 2],
    /// Every move, those of the opening included.
    pub moves: Vec<Pit>,
    /// Time of each move the bots made, in microseconds; the opening's have none.
    pub move_us: Vec<u32>,
    /// What was said of each move the bots made, as in `move_us`; empty when nothing was said
    /// in the whole game.
    pub infos: Vec<Option<MoveInfo>>,
    /// Seed that both bots were given.
    pub seed: u64,
    /// Isolation level the bots ran under.
    pub isolation: String,
    /// Slot that played it, from 1.
    pub worker: u32,
    /// When it started, in milliseconds since 1970-01-01 UTC.
    pub started_at_ms: u64,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Last output of the offender on stderr, at most 64 KiB; empty without a fault.
    pub stderr_tail: String,
}

impl GameRecord {
    /// Returns the number of plies, those of the opening included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }
}
