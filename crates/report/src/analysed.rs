//! What analyses of games with the exact solver say of a bot.

use ayo_record::{GameAnalysis, GameRecord};
use ayo_rules::{Side, Winner};

use crate::Tally;

/// What the analysed games of one bot say of it.
///
/// Where the value of a position was not found out, nobody knows whether there was a blunder.
/// So averages are of those games in which every position after the opening has a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Analysed {
    /// Its games that were analysed; void ones are none.
    pub games: u64,
    /// Of these, the ones in which every position after the opening has a value.
    pub known_games: u64,
    /// Its blunders that were found, in all of its games.
    pub blunders: u64,
    /// Its results where the opening was won, drawn and lost for it with best play; games
    /// with an opening of unknown value are missing.
    pub openings: [Tally; 3],
    /// Its blunders in the games that are known.
    known_blunders: u64,
    /// Of the games that are known, those with at least one of its blunders.
    games_with_blunders: u64,
    /// The numbers of its first blunders in these, added up.
    first_plies: u64,
}

impl Analysed {
    /// Returns its blunders in a game, of the games that are known; `None` when there is none.
    #[must_use]
    pub fn blunders_per_game(&self) -> Option<f64> {
        let games = self.known_games;
        (games > 0).then(|| self.known_blunders as f64 / games as f64)
    }

    /// Returns the mean number of the move that is its first blunder, counted from 1 with those
    /// of the opening, over those games with one that are known; `None` when there is none.
    #[must_use]
    pub fn first_blunder_ply(&self) -> Option<f64> {
        let games = self.games_with_blunders;
        (games > 0).then(|| self.first_plies as f64 / games as f64)
    }

    pub(crate) fn add(&mut self, record: &GameRecord, side: Side, analysis: &GameAnalysis) {
        let Some(half_points) = record.result.half_points(side) else { return };
        self.games += 1;
        if let Some(winner) = analysis.winner_after(record.opening.plies()) {
            self.openings[place(side, winner)].add(half_points);
        }
        let mut own = analysis.blunders.iter().filter(|blunder| blunder.side() == side);
        let blunders = own.clone().count() as u64;
        self.blunders += blunders;
        if !analysis.is_known_after(record.opening.plies()) {
            return;
        }
        self.known_games += 1;
        self.known_blunders += blunders;
        if let Some(first) = own.next() {
            self.games_with_blunders += 1;
            self.first_plies += u64::from(first.ply);
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
