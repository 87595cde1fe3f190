//! Chance that follows from the seed of a game.

use ayo_rules::{Pit, Pits, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The dice of one game, a separate sequence of throws for each side.
///
/// Both bots of a game get the same seed. With one sequence for both, `random`
/// would answer every move of `random` with the pit of the same rank.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    throws: [ChaCha8Rng; 2],
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice {
            throws: Side::BOTH.map(|side| {
                let mut throws = ChaCha8Rng::seed_from_u64(seed);
                // Stream 0 is left to whoever else uses the seed of the game.
                throws.set_stream(1 + side.index() as u64);
                throws
            }),
        }
    }

    /// Returns one of the pits, each as likely as the others to within 2⁻²⁹.
    pub(crate) fn pick(&mut self, side: Side, pits: Pits) -> Option<Pit> {
        let throw = u64::from(self.throws[side.index()].next_u32());
        let rank = (throw * pits.len() as u64) >> 32;
        pits.into_iter().nth(rank as usize)
    }
}
