//! What analyses of games with the exact solver say of a bot.

use ayo_record::{GameAnalysis, GameRecord};
use ayo_rules::{Side, Winner};

use crate::Tally;

/// What the analysed games of one bot say of it.
///
/// Where the value of a position was not found out, a blunder there is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Analysed {
    /// Its games that were analysed; void ones are none.
    pub games: u64,
    /// Its blunders in them.
    pub blunders: u64,
    /// Games with at least one of its blunders.
    pub games_with_blunders: u64,
    /// The numbers of its first blunders in these, added up.
    first_plies: u64,
    /// Its results where the opening was won, drawn and lost for it with best play; games
    /// with an opening of unknown value are missing.
    pub openings: [Tally; 3],
}

impl Analysed {
    /// Returns its blunders in a game; `None` when no game was analysed.
    #[must_use]
    pub fn blunders_per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.blunders as f64 / self.games as f64)
    }

    /// Returns the mean number of the move that is its first blunder, counted from 1 with those
    /// of the opening, over games with one; `None` when there is none.
    #[must_use]
    pub fn first_blunder_ply(&self) -> Option<f64> {
        let games = self.games_with_blunders;
        (games > 0).then(|| self.first_plies as f64 / games as f64)
    }

    pub(crate) fn add(&mut self, record: &GameRecord, side: Side, analysis: &GameAnalysis) {
        let Some(half_points) = record.result.half_points(side) else { return };
        self.games += 1;
        let mut own = analysis.blunders.iter().filter(|blunder| blunder.side() == side);
        if let Some(first) = own.next() {
            self.blunders += 1 + own.count() as u64;
            self.games_with_blunders += 1;
            self.first_plies += u64::from(first.ply);
        }
        if let Some(winner) = analysis.winner_after(record.opening.plies()) {
            self.openings[place(side, winner)].add(half_points);
        }
    }
}

/// Returns which of won, drawn and lost a position is for a side.
fn place(side: Side, winner: Winner) -> usize {
    match winner {
        Winner::Side(winner) if winner == side => 0,
        Winner::Draw => 1,
        Winner::Side(_) => 2,
    }
}
