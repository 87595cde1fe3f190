//! Games to replay: all of a small run, some of a large one.

use crate::game_json::KeptGame;

/// An even sample of the games that were added, within a limit of bytes.
///
/// Pairs stay together. Whenever the limit is passed, every second pair goes; which ones
/// depends on their numbers alone, so the same games give the same sample.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    games: Vec<KeptGame>,
    bytes: usize,
    limit_bytes: usize,
    /// One pair of two to the power of this is kept.
    halvings: u32,
}

impl Sample {
    pub(crate) fn new(limit_bytes: usize) -> Sample {
        Sample { games: Vec::new(), bytes: 0, limit_bytes, halvings: 0 }
    }

    pub(crate) fn wants(&self, pair: u64) -> bool {
        is_kept(pair, self.halvings)
    }

    pub(crate) fn add(&mut self, game: KeptGame) {
        if !self.wants(game.pair) {
            return;
        }
        self.bytes += game.bytes();
        self.games.push(game);
        while self.bytes > self.limit_bytes && self.halvings < u64::BITS - 1 {
            self.halvings += 1;
            let halvings = self.halvings;
            self.games.retain(|game| is_kept(game.pair, halvings));
            self.bytes = self.games.iter().map(KeptGame::bytes).sum();
        }
        if self.bytes > self.limit_bytes {
            self.games.clear();
            self.bytes = 0;
        }
    }

    pub(crate) fn games(&self) -> &[KeptGame] {
        &self.games
    }
}

/// Multiples of the golden ratio fall evenly into any part of the circle. A plain "every
/// 64th" would meet the same two bots each time where a cycle has 64 pairs.
fn is_kept(pair: u64, halvings: u32) -> bool {
    pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) <= u64::MAX >> halvings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_is_kept_is_even() {
        for halvings in 0..8 {
            let kept: Vec<u64> = (1..=10_000).filter(|&pair| is_kept(pair, halvings)).collect();
            let wanted = 10_000 >> halvings;
            assert!(kept.len().abs_diff(wanted) <= 2, "{} of {wanted}", kept.len());
            let longest = kept.windows(2).map(|two| two[1] - two[0]).max().unwrap();
            assert!(longest <= 3 << halvings, "{longest} without a pair at {halvings}");
        }
    }
}
