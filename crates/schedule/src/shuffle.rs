//! A random order that is known one place at a time.

use crate::chance::Chance;

/// Shuffle rounds for every bit of the number of cards; the proof asks for six.
const ROUNDS_A_BIT: u32 = 6;
/// Shuffle rounds for the smallest packs.
const LEAST_ROUNDS: u32 = 24;

/// Returns the card at a place, from 0, of a shuffled pack of `count` cards.
///
/// The same chance gives the same pack, and no two places of it hold the same
/// card. This is the swap-or-not shuffle (<https://arxiv.org/abs/1208.1176>): each
/// round draws a sum, which makes partners of the cards that add up to it modulo
/// `count`, and a coin for each two partners that says whether they change places.
/// Time grows with the logarithm of `count`; nothing is stored.
pub(crate) fn card(place: u64, count: u64, mut chance: Chance) -> u64 {
    debug_assert!(place < count, "place {place} of {count}");
    let bits = u64::BITS - count.leading_zeros();
    let mut card = place;
    for _ in 0..(ROUNDS_A_BIT * bits).max(LEAST_ROUNDS) {
        let sum = chance.below(count);
        let coins = chance.bits();
        let partner = if card <= sum { sum - card } else { sum + count - card };
        if coin(coins, card.max(partner)) {
            card = partner;
        }
    }
    card
}

/// Tosses the coin of two partners: the top bit of SplitMix64's output function,
/// which is far cheaper than a block of ChaCha for every coin.
fn coin(coins: u64, partners: u64) -> bool {
    let mut mixed = coins ^ partners;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 63 == 1
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::card;
    use crate::chance::{Chance, Purpose};

    fn pack(seed: u64, count: u64) -> impl Fn(u64) -> u64 {
        move |place| card(place, count, Chance::new(seed, Purpose::ListOrder, 0))
    }

    #[test]
    fn a_pack_holds_every_card_once() {
        for count in (1..=40).chain([64, 127, 128, 129, 1000]) {
            let seed = count ^ 7;
            let cards: BTreeSet<u64> = (0..count).map(pack(seed, count)).collect();
            assert!(cards.into_iter().eq(0..count), "{count} cards, seed {seed}");
        }
    }

    /// Looks at the same places of many packs and measures how uneven the counts are.
    #[track_caller]
    fn check(count: u64, places: &[u64], kinds: usize) {
        const EACH: usize = 100;
        let mut counts: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        for seed in 0..(EACH * kinds) as u64 {
            let cards = places.iter().copied().map(pack(seed, count)).collect();
            *counts.entry(cards).or_default() += 1;
        }
        assert_eq!(counts.len(), kinds, "some never came up");
        let expected = EACH as f64;
        let chi_square: f64 =
            counts.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
        // Chi-square is near its degrees of freedom; six standard deviations off is no accident.
        let freedom = (kinds - 1) as f64;
        let deviation = (chi_square - freedom) / (2.0 * freedom).sqrt();
        assert!(deviation.abs() < 6.0, "chi-square {chi_square}, {freedom} degrees of freedom");
    }

    #[test]
    fn packs_are_evenly_distributed() {
        check(2, &[0, 1], 2);
        check(3, &[0, 1, 2], 6);
        check(4, &[0, 1, 2, 3], 24);
        check(7, &[0, 6], 42);
        check(10, &[4, 5], 90);
        check(33, &[20], 33);
    }
}
