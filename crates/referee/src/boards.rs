//! The boards of the slots, move by move, for whoever looks.
//!
//! A slot writes down each move as it is made. Who looks gets a copy, so that no slot waits
//! longer than a copy takes.

use std::sync::{Mutex, MutexGuard};

use ayo_record::{GameResult, LiveGame};
use ayo_rules::Pit;

/// A board for each slot.
#[derive(Debug)]
pub struct Boards(Box<[Board]>);

impl Boards {
    /// Makes empty boards for so many slots.
    #[must_use]
    pub fn new(slots: usize) -> Boards {
        Boards((0..slots).map(|_| Board::default()).collect())
    }

    /// Returns what stands on them: games that are being played, and of a slot that is
    /// between two games the one before.
    #[must_use]
    pub fn games(&self) -> Vec<LiveGame> {
        self.0.iter().filter_map(|board| board.lock().clone()).collect()
    }

    /// Returns the board of a slot, the first of which is 1.
    pub(crate) fn of(&self, slot: u32) -> Option<&Board> {
        self.0.get(slot as usize - 1)
    }
}

/// The board of one slot.
#[derive(Debug, Default)]
pub(crate) struct Board(Mutex<Option<LiveGame>>);

impl Board {
    fn lock(&self) -> MutexGuard<'_, Option<LiveGame>> {
        self.0.lock().expect("nobody panics at a board")
    }

    /// Sets up a game.
    pub(crate) fn begin(&self, game: LiveGame) {
        *self.lock() = Some(game);
    }

    /// Makes the moves that are new.
    pub(crate) fn moved(&self, moves: &[Pit], now_ms: u64) {
        if let Some(game) = &mut *self.lock() {
            game.moves.extend_from_slice(moves.get(game.moves.len()..).unwrap_or_default());
            game.moved_at_ms = now_ms;
        }
    }

    /// Writes down how the game ended, after its last move.
    pub(crate) fn ended(&self, result: GameResult, moves: &[Pit], now_ms: u64) {
        self.moved(moves, now_ms);
        if let Some(game) = &mut *self.lock() {
            game.result = Some(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use ayo_record::{Bot, Opening};

    use super::*;

    #[test]
    fn a_game_move_by_move() {
        let boards = Boards::new(2);
        assert_eq!(boards.games(), []);
        let moves = ayo_rules::parse_moves("CcAf").unwrap();
        let game = |moves: &[Pit], moved_at_ms, result| LiveGame {
            worker: 2,
            number: 5,
            round: 1,
            bots: [Bot(0), Bot(1)],
            opening: Opening::Moves(moves[..1].to_vec()),
            moves: moves.to_vec(),
            moved_at_ms,
            result,
        };
        let second = boards.of(2).unwrap();
        second.begin(game(&moves[..1], 10, None));
        assert_eq!(boards.games(), [game(&moves[..1], 10, None)]);
        second.moved(&moves[..3], 20);
        assert_eq!(boards.games(), [game(&moves[..3], 20, None)]);
        second.ended(GameResult::Draw, &moves, 30);
        assert_eq!(boards.games(), [game(&moves, 30, Some(GameResult::Draw))]);
        assert!(boards.of(3).is_none());
    }
}
