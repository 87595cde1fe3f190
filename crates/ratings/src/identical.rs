//! Games that are copies of each other.
//!
//! Bots without randomness play the same game again and again, and a thousand copies say no
//! more than one of them. So the pairs that copies belong to are made one cluster: its parts
//! then move together, and the sandwich, the bootstrap and the count of pairs take the copies
//! as one observation of so much weight. Ratings and points count every game.
//!
//! Most files have no copies, so games are first looked for in a table of bits (B. Bloom,
//! "Space/time trade-offs in hash coding with allowable errors", 1970), and only those whose
//! bits were set already are compared.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Game;

/// Bits of the table for each game: one game in a hundred meets others by chance.
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
    let mut state = folded(seed ^ text.len() as u64, SPREAD);
    let (blocks, rest) = text.as_chunks::<16>();
    for block in blocks {
        state = folded_block(state, block);
    }
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    folded_block(state, &last)
}

fn folded_block(state: u64, block: &[u8; 16]) -> u64 {
    let both = u128::from_le_bytes(*block);
    folded(state ^ both as u64, SPREAD.rotate_left(32) ^ (both >> 64) as u64)
}

/// Mixes the bits of two numbers by a multiplication whose halves are put together.
pub(crate) fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
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
        let copies = copies(games);
        if copies.is_empty() {
            return None;
        }
        let mut clusters = Clusters::default();
        copies.iter().for_each(|copy| clusters.join(copy.pair_of_first, games[copy.game].pair));
        let mut next_copy = copies.iter().map(|copy| copy.game).peekable();
        let is_first = |&(k, _): &(usize, &Game)| next_copy.next_if_eq(&k).is_none();
        Some(Distinct {
            distinct: games.iter().enumerate().filter(is_first).map(|(_, game)| *game).collect(),
            clustered: games
                .iter()
                .map(|game| Game { pair: clusters.of(game.pair), ..*game })
                .collect(),
            copies: copies.len() as u64,
        })
    }
}

/// A game that repeats an earlier one.
#[derive(Debug)]
struct Copy {
    /// Its index.
    game: usize,
    pair_of_first: u64,
}

/// Finds the games that repeat earlier ones, in their order.
fn copies(games: &[Game]) -> Vec<Copy> {
    let suspects = suspects(games);
    if suspects.count == 0 {
        return Vec::new();
    }
    let mut first_pair: HashMap<Key, u64, BuildHasherDefault<KeyHasher>> =
        HashMap::with_capacity_and_hasher(4 * suspects.count, BuildHasherDefault::default());
    let mut copies = Vec::new();
    for (game, key) in games.iter().enumerate().filter_map(|(k, game)| Some((k, key(game)?))) {
        if !suspects.meets(&key) {
            continue;
        }
        match first_pair.entry(key) {
            Entry::Occupied(first) => copies.push(Copy { game, pair_of_first: *first.get() }),
            Entry::Vacant(place) => {
                place.insert(games[game].pair);
            }
        }
    }
    copies
}

/// Hashes a [`Key`], which has a good hash in it.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = digest(self.0, bytes);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = folded(self.0 ^ number, SPREAD);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Bots, result and moves of a game.
///
/// Indices of bots are far below 2^31.
type Key = (u64, u64);

fn key(game: &Game) -> Option<Key> {
    let bots = u64::from(game.first) << 34 ^ u64::from(game.second) << 2;
    (game.moves != 0).then_some((bots ^ u64::from(game.score.half_points()), game.moves))
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
        let (bots, moves) = *key;
        let hash = (moves ^ bots.wrapping_mul(SPREAD)).wrapping_mul(SPREAD);
        // Two bits of one word: one place in memory, and few meet both by chance.
        let word = (hash >> 40) as usize & (self.words.len() - 1);
        (word, 1 << (hash >> 28 & 63) | 1 << (hash >> 34 & 63))
    }

    fn meets(&self, key: &Key) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }

    /// Sets the bits of a key; returns whether they were set already.
    fn insert(&mut self, key: &Key) -> bool {
        let (word, bits) = self.place(key);
        let was_set = self.words[word] & bits == bits;
        self.words[word] |= bits;
        self.count += usize::from(!was_set);
        was_set
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
    /// Returns the lowest pair of a cluster, and shortens the way to it.
    fn of(&mut self, mut pair: u64) -> u64 {
        while let Some(&lower) = self.lower.get(&pair) {
            if let Some(&lowest) = self.lower.get(&lower) {
                self.lower.insert(pair, lowest);
            }
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
        // A long chain, told from its end.
        let chain: Vec<Game> =
            (0..100_000).rev().flat_map(|k| [game(k, k + 1), game(k, k + 2)]).collect();
        let distinct = Distinct::new(&chain).unwrap();
        assert!(distinct.clustered.iter().all(|game| game.pair == 0));
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
