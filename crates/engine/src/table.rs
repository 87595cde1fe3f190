//! What the search knows about positions it has seen.

use ayo_rules::{Pit, Position, SEEDS, Side};

/// What is known of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// From -32,768 to 32,767.
    pub score: i32,
    pub bound: Bound,
    /// Plies searched, at most [`MAX_DEPTH`].
    pub depth: u8,
    /// The move that reached the score.
    pub best: Pit,
}

/// Plies a search may look ahead.
pub(crate) const MAX_DEPTH: u8 = 64;

/// A table of findings with a fixed size; a new finding replaces what is in its slot.
///
/// A slot is one word of 128 bits, from the low end:
///
/// ```text
///   79  the whole position, so that no other is ever taken for it
///   20  the generation in which it was written, from 1
///   16  score
///    7  depth
///    2  bound
///    4  best pit
/// ```
///
/// A slot of another generation counts as empty. So forgetting everything costs
/// nothing, and a used table behaves exactly as a new one.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<u128>,
    size: usize,
    generation: u32,
}

const KEY_BITS: u32 = 79;
const GENERATION_BITS: u32 = 20;
const TAG_BITS: u32 = KEY_BITS + GENERATION_BITS;

impl Table {
    /// Returns a table of that many mebibytes, which are asked for by [`Table::reserve`].
    pub(crate) fn new(size_mb: u32) -> Table {
        let size = ((size_mb as usize) << 20) / size_of::<u128>();
        Table { slots: Vec::new(), size, generation: 1 }
    }

    /// Takes the memory, unless it is taken already.
    pub(crate) fn reserve(&mut self) {
        if self.slots.is_empty() {
            // Zeroed memory comes from the system page by page when it is used.
            self.slots = vec![0; self.size];
        }
    }

    /// Forgets all findings.
    pub(crate) fn forget(&mut self) {
        self.generation += 1;
        if self.generation >> GENERATION_BITS != 0 {
            self.slots.fill(0);
            self.generation = 1;
        }
    }

    pub(crate) fn get(&self, position: &Position) -> Option<Finding> {
        let key = key(position);
        let slot = self.slots[self.slot_of(key)];
        let mine = slot & ((1 << TAG_BITS) - 1) == self.tag(key);
        mine.then(|| unpack((slot >> TAG_BITS) as u32))
    }

    pub(crate) fn set(&mut self, position: &Position, finding: &Finding) {
        let key = key(position);
        let index = self.slot_of(key);
        self.slots[index] = self.tag(key) | u128::from(pack(finding)) << TAG_BITS;
    }

    fn tag(&self, key: u128) -> u128 {
        key | u128::from(self.generation) << KEY_BITS
    }

    fn slot_of(&self, key: u128) -> usize {
        let (high, low) = ((key >> 64) as u64, key as u64);
        // Odd constants: 2^64 over the golden ratio, and the one of Steele and Vigna.
        let mixed =
            (low ^ high.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD134_2543_DE82_EF95);
        let spread = mixed ^ mixed >> 32;
        let spread = spread.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(spread) * self.slots.len() as u128) >> 64) as usize
    }
}

/// Six bits a pit, six for South's store, one for the turn; North's store is the rest of the seeds.
fn key(position: &Position) -> u128 {
    let pits = position.pits().into_iter().fold(0, |key, seeds| key << 6 | u128::from(seeds));
    debug_assert!(position.store(Side::South) <= SEEDS);
    pits << 7 | u128::from(position.store(Side::South)) << 1 | position.turn().index() as u128
}

fn pack(finding: &Finding) -> u32 {
    debug_assert_eq!(i32::from(finding.score as i16), finding.score);
    debug_assert!(finding.depth <= MAX_DEPTH);
    u32::from(finding.score as i16 as u16)
        | u32::from(finding.depth) << 16
        | (finding.bound as u32) << 23
        | (finding.best.index() as u32) << 25
}

fn unpack(word: u32) -> Finding {
    Finding {
        score: i32::from(word as u16 as i16),
        depth: (word >> 16) as u8 & 127,
        bound: match word >> 23 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
        best: Pit::new((word >> 25) as u8 & 15).expect("a pit was packed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(score: i32, bound: Bound, depth: u8, pit: u8) -> Finding {
        Finding { score, bound, depth, best: Pit::new(pit).unwrap() }
    }

    #[test]
    fn findings_are_read_back() {
        for finding in [
            finding(0, Bound::Exact, 0, 0),
            finding(-32_768, Bound::AtLeast, 64, 11),
            finding(32_767, Bound::AtMost, 63, 6),
            finding(-1, Bound::Exact, 1, 5),
        ] {
            let mut table = Table::new(1);
            table.reserve();
            table.set(&Position::START, &finding);
            assert_eq!(table.get(&Position::START), Some(finding));
        }
    }

    /// Positions that share their slot must not answer for each other.
    #[test]
    fn no_position_is_taken_for_another() {
        let mut table = Table { slots: vec![0], size: 1, generation: 1 };
        table.set(&Position::START, &finding(4, Bound::Exact, 3, 2));
        let mut pits = Position::START.pits();
        for (pits, stores, turn) in [
            (pits, [0, 0], Side::North),
            (
                {
                    pits[0] = 3;
                    pits
                },
                [1, 0],
                Side::South,
            ),
            (pits, [0, 1], Side::South),
        ] {
            let other = Position::new(pits, stores, turn).unwrap();
            assert_eq!(table.get(&other), None, "{other}");
        }
    }

    #[test]
    fn forgotten_for_good() {
        let mut table = Table::new(1);
        table.reserve();
        let old = finding(4, Bound::Exact, 3, 2);
        table.set(&Position::START, &old);
        for _ in 0..(1 << GENERATION_BITS) + 1 {
            table.forget();
            assert_eq!(table.get(&Position::START), None);
        }
        table.set(&Position::START, &old);
        assert_eq!(table.get(&Position::START), Some(old));
    }
}
