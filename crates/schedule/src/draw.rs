//! The draw before a Swiss tournament: pairing numbers and the first side.

use ayo_record::Bot;

use crate::chance::{Chance, Purpose};
use crate::shuffle;
use crate::tournament::Colour;

/// Returns the bots in the order of their pairing numbers: by rating, the highest
/// first, those without one behind them, and bots that are equal by lot.
pub(crate) fn draw(ratings: &[Option<u16>], seed: u64) -> Vec<Bot> {
    let count = ratings.len() as u64;
    let lot = |place| shuffle::card(place, count, Chance::new(seed, Purpose::Draw, 0));
    let mut order: Vec<usize> = (0..count).map(|place| lot(place) as usize).collect();
    order.sort_by_key(|&bot| std::cmp::Reverse(ratings[bot]));
    order.into_iter().map(|bot| Bot(bot as u32)).collect()
}

/// Returns the side of the first bot in the first round.
pub(crate) fn first_side(seed: u64) -> Colour {
    match Chance::new(seed, Purpose::FirstSide, 0).below(2) {
        0 => Colour::White,
        _ => Colour::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_come_first_and_lots_decide_the_rest() {
        let ratings = [None, Some(1500), None, Some(1800), Some(1500), None];
        let mut orders = Vec::new();
        for seed in 0..200 {
            let order: Vec<u32> = draw(&ratings, seed).into_iter().map(|Bot(bot)| bot).collect();
            assert_eq!(order[0], 3, "seed {seed}");
            let mut parts = [order[1..3].to_vec(), order[3..].to_vec()];
            parts.iter_mut().for_each(|part| part.sort_unstable());
            assert_eq!(parts, [vec![1, 4], vec![0, 2, 5]], "seed {seed}");
            orders.push(order);
        }
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 12, "two ways for those of 1500, six for those without");
        let sides: Vec<Colour> = (0..100).map(first_side).collect();
        assert!(sides.contains(&Colour::White) && sides.contains(&Colour::Black));
    }
}
