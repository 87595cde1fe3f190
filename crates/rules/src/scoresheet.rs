//! The moves of one game, with what needs its history.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{EndReason, IllegalMove, IllegalReason, Outcome, Pit, Pits, Played, Position, Rules};

/// A game so far: its moves, how often each position occurred, whether it is over.
///
/// Cheap enough to keep one for each of hundreds of thousands of plies a second:
/// the legal moves are found once a ply, and positions that can no longer recur
/// are forgotten.
#[derive(Clone, Debug)]
pub struct Scoresheet {
    rules: Rules,
    position: Position,
    legal_moves: Pits,
    moves: Vec<Pit>,
    occurrences: HashMap<Position, u32, BuildHasherDefault<PositionHasher>>,
    outcome: Option<Outcome>,
}

impl Scoresheet {
    /// Starts a game from a position, which counts as its first occurrence.
    #[must_use]
    pub fn new(rules: Rules, start: Position) -> Scoresheet {
        let mut sheet = Scoresheet {
            rules,
            position: start,
            legal_moves: Pits::EMPTY,
            moves: Vec::new(),
            occurrences: HashMap::default(),
            outcome: None,
        };
        sheet.arrive(start);
        sheet
    }

    /// Plays a move and notes it.
    ///
    /// # Errors
    /// Says why the move is illegal; the sheet is unchanged then. After the end of
    /// the game every move is illegal, as if its pit were empty.
    pub fn play(&mut self, pit: Pit) -> Result<Played, IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove { pit, reason: IllegalReason::Empty });
        }
        let played = self.rules.play(&self.position, pit)?;
        if played.captured > 0 {
            // Captured seeds never come back, so no earlier position does.
            self.occurrences.clear();
        }
        self.moves.push(pit);
        self.arrive(played.position);
        Ok(played)
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position on the board; leftovers are not yet counted in it.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the pits that may be sown now; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Pits {
        self.legal_moves
    }

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[Pit] {
        &self.moves
    }

    /// Returns how the game ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns how many plies may still be made before the ply limit.
    #[must_use]
    pub fn plies_left(&self) -> u32 {
        self.rules.max_plies.saturating_sub(self.moves.len() as u32)
    }

    /// Returns whether one more occurrence of an earlier position would end the game.
    ///
    /// If not, a line of play from here on that meets no position twice does not end by
    /// repetition.
    #[must_use]
    pub fn may_end_by_repetition(&self) -> bool {
        let last = self.rules.repetition.saturating_sub(1);
        last > 0
            && self
                .occurrences
                .iter()
                .any(|(position, &count)| count >= last && *position != self.position)
    }

    fn arrive(&mut self, position: Position) {
        self.position = position;
        self.legal_moves = self.rules.legal_moves(&position);
        self.outcome = self.ending();
        if self.outcome.is_some() {
            self.legal_moves = Pits::EMPTY;
        }
    }

    /// Notes the position and returns how it ends the game, if it does.
    fn ending(&mut self) -> Option<Outcome> {
        if self.legal_moves.is_empty() {
            return Some(self.rules.without_moves(&self.position));
        }
        if self.rules.repetition > 0 {
            // The rule speaks of pits and turn. Where those are equal the stores
            // are too, because seeds once captured stay where they are.
            let count = self.occurrences.entry(self.position).or_default();
            *count += 1;
            if *count >= self.rules.repetition {
                return Some(self.rules.stopped(&self.position, EndReason::Repetition));
            }
        }
        let full = self.moves.len() >= self.rules.max_plies as usize;
        full.then(|| self.rules.stopped(&self.position, EndReason::PlyLimit))
    }
}

/// Hashes the one word that a position is with one multiplication.
///
/// The standard hasher pays for a defence against chosen keys, which is not missed
/// here: bots choose among a few moves, not keys.
#[derive(Clone, Copy, Debug, Default)]
struct PositionHasher(u64);

/// An odd number without pattern: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for PositionHasher {
    fn write_u128(&mut self, word: u128) {
        // A multiplication carries upwards only; folding the product brings its
        // good bits down to where the table looks.
        let mixed = word as u64 ^ ((word >> 64) as u64).rotate_left(29);
        let product = u128::from(mixed) * u128::from(MULTIPLIER);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(MULTIPLIER);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
