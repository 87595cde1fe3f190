//! Games that are copies of each other.
//!
//! Bots without randomness play the same game again and again, and a thousand copies say no
//! more than one of them. So the pairs that copies belong to are made one cluster: its parts
//! then move together, and the sandwich, the bootstrap and the count of pairs take the copies
//! as one observation of so much weight. Ratings and points count every game.
//!
//! Most files have no copies, so a game is first looked for in a table of bits, and only those
//! that meet a bit which is set already are compared.

use std::collections::HashMap;

use crate::Game;

/// Bits of the table for each game: one game in sixteen meets another one by chance.
const BITS_PER_GAME: usize = 16;
/// Bits of the table at most; 8 MiB.
const MAX_BITS: usize = 1 << 26;
const WORD: usize = u64::BITS as usize;
/// The fractional part of the golden ratio, whose multiples are spread evenly.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns a number that is the same for the same opening and moves, and not for others but by
/// a chance of 2^-64; 0, which means not known, if there are no moves.
#[must_use]
pub fn fingerprint(opening: &[u8], moves: &[u8]) -> u64 {
    if moves.is_empty() {
        return 0;
    }
    // A length before each text keeps "ab" + "c" and "a" + "bc" apart.
    digest(digest(SPREAD, opening), moves).max(1)
}

/// Returns a number for a text, different for different ones but by chance.
pub(crate) fn digest(seed: u64, text: &[u8]) -> u64 {
    let mut state = folded(seed ^ text.len() as u64);
    let (words, rest) = text.as_chunks::<8>();
    for word in words {
        state = folded(state ^ u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    folded(state ^ u64::from_le_bytes(last))
}

/// Mixes the bits by a multiplication whose halves are put together.
fn folded(word: u64) -> u64 {
    let product = u128::from(word ^ SPREAD) * u128::from(!SPREAD.rotate_left(32) | 1);
    product as u64 ^ (product >> 64) as u64
}

/// Games among which there are copies.
#[derive(Debug)]
pub(crate) struct Distinct {
    /// All games, with the pairs of copies made one.
    pub(crate) clustered: Vec<Game>,
    /// One game of each kind.
    pub(crate) distinct: Vec<Game>,
    /// The other ones.
    pub(crate) copies: u64,
}

impl Distinct {
    /// Looks for copies; `None` if there are none.
    pub(crate) fn new(games: &[Game]) -> Option<Distinct> {
        let suspects = suspects(games);
        if suspects.is_empty() {
            return None;
        }
        let mut first_pair: HashMap<Key, u64> = HashMap::new();
        let mut clusters = Clusters::default();
        let mut distinct = Vec::with_capacity(games.len());
        for game in games {
            let key = key(game).filter(|key| suspects.meets(key));
            match key.map(|key| first_pair.get(&key).copied().ok_or(key)) {
                Some(Ok(pair)) => clusters.join(pair, game.pair),
                Some(Err(key)) => {
                    first_pair.insert(key, game.pair);
                    distinct.push(*game);
                }
                None => distinct.push(*game),
            }
        }
        let copies = (games.len() - distinct.len()) as u64;
        (copies > 0).then(|| {
            let clustered =
                games.iter().map(|game| Game { pair: clusters.of(game.pair), ..*game }).collect();
            Distinct { clustered, distinct, copies }
        })
    }
}

/// Bots, result and moves of a game.
type Key = (u32, u32, u8, u64);

fn key(game: &Game) -> Option<Key> {
    (game.moves != 0).then_some((game.first, game.second, game.score.half_points(), game.moves))
}

/// A table of bits: a game that is not in it has no copy.
#[derive(Debug)]
struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    fn new(games: usize) -> Bits {
        let bits = (games * BITS_PER_GAME).clamp(WORD, MAX_BITS).next_power_of_two();
        Bits { words: vec![0; bits / WORD], count: 0 }
    }

    fn place(&self, key: &Key) -> (usize, u64) {
        let (first, second, score, moves) = *key;
        let bots = u64::from(first) << 34 ^ u64::from(second) << 2 ^ u64::from(score);
        let hash = (moves ^ bots.wrapping_mul(SPREAD)).wrapping_mul(SPREAD);
        let bit = (hash >> 20) as usize & (self.words.len() * WORD - 1);
        (bit / WORD, 1 << (bit % WORD))
    }

    fn meets(&self, key: &Key) -> bool {
        let (word, bit) = self.place(key);
        self.words[word] & bit != 0
    }

    /// Sets the bit of a key; returns whether it was set already.
    fn insert(&mut self, key: &Key) -> bool {
        let (word, bit) = self.place(key);
        let was_set = self.words[word] & bit != 0;
        self.words[word] |= bit;
        self.count += usize::from(!was_set);
        was_set
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Returns a table with the games that may have copies.
fn suspects(games: &[Game]) -> Bits {
    let known = games.iter().any(|game| game.moves != 0);
    let size = if known { games.len() } else { 0 };
    let (mut seen, mut suspects) = (Bits::new(size), Bits::new(size));
    for key in games.iter().filter(|_| known).filter_map(key) {
        if seen.insert(&key) {
            suspects.insert(&key);
        }
    }
    suspects
}

/// Pairs that belong together, by their numbers.
#[derive(Debug, Default)]
struct Clusters {
    /// The lower pair that a pair was joined with.
    lower: HashMap<u64, u64>,
}

impl Clusters {
    /// Returns the lowest pair of a cluster.
    fn of(&self, mut pair: u64) -> u64 {
        while let Some(&lower) = self.lower.get(&pair) {
            pair = lower;
        }
        pair
    }

    fn join(&mut self, one: u64, other: u64) {
        let (one, other) = (self.of(one), self.of(other));
        if one != other {
            self.lower.insert(one.max(other), one.min(other));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Distinct, fingerprint};
    use crate::{Game, Score};

    #[test]
    fn fingerprints() {
        assert_eq!(fingerprint(b"CcAf", b""), 0);
        let all = [
            fingerprint(b"", b"Cc"),
            fingerprint(b"C", b"c"),
            fingerprint(b"", b"cC"),
            fingerprint(b"", b"Cc\0"),
            fingerprint(b"", b"CcCcCcCcCc"),
            fingerprint(b"", b"CcCcCcCcCd"),
            fingerprint(b"Cc", b"CcCcCcCcCc"),
        ];
        for (k, one) in all.iter().enumerate() {
            assert!(*one != 0 && !all[..k].contains(one), "{all:x?}");
        }
        assert_eq!(all[0], fingerprint(b"", b"Cc"));
    }

    #[test]
    fn pairs_of_copies_are_one() {
        let game =
            |pair: u64, moves: u64| Game { first: 0, second: 1, score: Score::Win, pair, moves };
        let games = [game(1, 5), game(2, 6), game(3, 6), game(3, 7), game(4, 7), game(9, 8)];
        let distinct = Distinct::new(&games).unwrap();
        let pairs: Vec<u64> = distinct.clustered.iter().map(|game| game.pair).collect();
        assert_eq!(pairs, [1, 2, 2, 2, 2, 9]);
        assert_eq!((distinct.copies, distinct.distinct.len()), (2, 4));
        // Other bots, sides, results or no moves are no copies.
        let others = [
            game(1, 5),
            Game { first: 2, ..game(2, 5) },
            Game { first: 1, second: 0, ..game(3, 5) },
            Game { score: Score::Draw, ..game(4, 5) },
            game(5, 0),
            game(6, 0),
        ];
        assert!(Distinct::new(&others).is_none());
        let many: Vec<Game> = (1..50_000).map(|k| game(k, k)).collect();
        assert!(Distinct::new(&many).is_none());
    }
}
