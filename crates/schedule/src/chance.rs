//! Random numbers that follow from a seed, a purpose and a number.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What random numbers are for; the numbers are part of every schedule and never change.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// The seed of a pair; its number is that of the pair.
    PairSeed = 1,
    /// The random plies of a pair; its number is that of the pair.
    RandomPlies = 2,
    /// The order of a list; its number is that of the pass over the list.
    ListOrder = 3,
    /// Games tried to see whether random plies are possible at all.
    Trial = 4,
    /// The order of bots without a rating; its number is 0.
    Draw = 5,
    /// The side of the first bot in round 1; its number is 0.
    FirstSide = 6,
    /// The order of the positions of which a suite is made; its number is 0.
    Suite = 7,
}

/// A stream of random numbers, independent of all others.
///
/// It is ChaCha with 8 rounds, which gives the same numbers on every machine and
/// in every version. The key is seed, purpose and number, eight bytes each with
/// the lowest first, and eight zeros.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    pub(crate) fn new(seed: u64, purpose: Purpose, number: u64) -> Chance {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&(purpose as u64).to_le_bytes());
        key[16..24].copy_from_slice(&number.to_le_bytes());
        Chance(ChaCha8Rng::from_seed(key))
    }

    /// Returns 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `count`, each with the same probability.
    ///
    /// The high half of `bits · count` is nearly that; drawing again when the low
    /// half is below `2^64 mod count` makes it exact
    /// (<https://arxiv.org/abs/1805.10941>).
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        debug_assert!(count > 0, "no number is below 0");
        let uneven = count.wrapping_neg() % count;
        loop {
            let product = u128::from(self.bits()) * u128::from(count);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }
}
