//! The yes-or-no question that is searched, and what answers it at once.

use ayo_rules::{Leftovers, MAJORITY, PITS, Position, Rules, SEEDS, Side};

use crate::solver::Aim;

/// What a position that comes back on a line of play is to the prover.
///
/// Captured seeds never come back, so the stores do not change on a cycle, and by
/// the referee's rule they decide the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cycles {
    /// A failure, whatever the stores: what is proved holds under any rule.
    Fail,
    /// What he wants, when his store holds more.
    MustLead,
    /// What he wants, when his store does not hold less.
    MustNotTrail,
}

/// "Does South get that many seeds, whatever North plays?"
///
/// South is always the prover: positions are turned to make him so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// Seeds wanted, his store included.
    pub target: u8,
    /// What he makes of a cycle.
    pub cycles: Cycles,
}

impl Question {
    /// Returns the question whether South can reach an aim.
    pub(crate) const fn of(aim: Aim) -> Question {
        match aim {
            Aim::Seeds(target) => Question { target, cycles: Cycles::Fail },
            Aim::Win => Question { target: MAJORITY, cycles: Cycles::MustLead },
            Aim::Draw => Question { target: SEEDS / 2, cycles: Cycles::MustNotTrail },
        }
    }

    /// Returns the seeds that South still needs; only for positions in which he needs some.
    #[inline]
    pub(crate) const fn need(&self, position: &Position) -> u8 {
        self.target - position.store(Side::South)
    }

    /// Returns the answer where no search is needed for it.
    #[inline]
    pub(crate) fn settled(&self, rules: &Rules, position: &Position) -> Option<bool> {
        let store = position.store(Side::South);
        if store >= self.target {
            return Some(true);
        }
        if store + position.on_board() < self.target {
            return Some(false);
        }
        position.candidates().is_empty().then(|| self.stuck(rules, position))
    }

    /// Returns the answer in a position without a legal move.
    pub(crate) fn stuck(&self, rules: &Rules, position: &Position) -> bool {
        let gets = match (rules.leftovers, position.turn()) {
            (Leftovers::OwnSide, _) => position.row(Side::South),
            (Leftovers::Opponent, Side::South) => 0,
            (Leftovers::Opponent, Side::North) => position.on_board(),
        };
        position.store(Side::South) + gets >= self.target
    }

    /// Returns the answer where play comes back to a position of the same line.
    pub(crate) fn repeated(&self, position: &Position) -> bool {
        let [south, north] = position.stores();
        match self.cycles {
            Cycles::Fail => false,
            Cycles::MustLead => south > north,
            Cycles::MustNotTrail => south >= north,
        }
    }
}

/// A question about a position, in 81 bits: two are the same exactly when they are equal.
///
/// ```text
///   72  pits, six bits each
///    1  turn
///    6  seeds needed
///    2  cycles
/// ```
///
/// Stores are left out, because the seeds needed are what matters of them: with the
/// seeds on the board they also say by how much South leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u128);

const BOARD_BITS: u32 = 6 * PITS as u32 + 1;
const NEED_BITS: u32 = 6;

impl Key {
    /// Stands where a question needs no key, since it is answered at once.
    pub(crate) const SETTLED: Key = Key(0);

    /// Bits in use.
    pub(crate) const BITS: u32 = BOARD_BITS + NEED_BITS + 2;

    /// Returns the key of an open question; never 0, as seeds are needed.
    #[inline]
    pub(crate) fn new(question: &Question, position: &Position) -> Key {
        let pits = position.pits();
        let low = u64::from_le_bytes(pits[..8].try_into().expect("a slice of eight"));
        let high = u32::from_le_bytes(pits[8..].try_into().expect("a slice of four"));
        let rest = position.turn() as u64
            | u64::from(question.need(position)) << 1
            | (question.cycles as u64) << (1 + NEED_BITS);
        let pits = u128::from(squeeze(low)) | u128::from(squeeze(u64::from(high))) << 48;
        Key(pits | u128::from(rest) << (6 * PITS))
    }

    /// Returns the key with these bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u128) -> Key {
        Key(bits & ((1 << Key::BITS) - 1))
    }

    /// Returns the bits.
    #[inline]
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// Returns what all questions about one board have in common: pits and turn.
    #[inline]
    pub(crate) const fn board(self) -> u128 {
        self.0 & ((1 << BOARD_BITS) - 1)
    }

    /// Returns the seeds needed.
    #[inline]
    pub(crate) const fn need(self) -> u8 {
        (self.0 >> BOARD_BITS) as u8 & ((1 << NEED_BITS) - 1)
    }

    /// Returns whether cycles are looked at in the same way.
    #[inline]
    pub(crate) const fn has_cycles_of(self, other: Key) -> bool {
        (self.0 ^ other.0) >> (BOARD_BITS + NEED_BITS) == 0
    }
}

/// Returns the low six bits of each byte, without gaps.
#[inline]
const fn squeeze(bytes: u64) -> u64 {
    let pairs = bytes & 0x003f_003f_003f_003f | (bytes & 0x3f00_3f00_3f00_3f00) >> 2;
    let fours = pairs & 0x0000_0fff_0000_0fff | (pairs & 0x0fff_0000_0fff_0000) >> 4;
    fours & 0x00ff_ffff | (fours & 0x00ff_ffff_0000_0000) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_bits_of_each_byte_are_kept() {
        assert_eq!(squeeze(0x0102_0304_0506_0730), 0o0102_0304_0506_0760);
        assert_eq!(squeeze(0x3030_3030_3030_3030), 0o6060_6060_6060_6060);
    }
}
