//! Weights that are compared like words: the first lane that differs decides.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A weight of so many lanes, most important first.
///
/// A matching algorithm needs only an ordered group, and this is one: sums go
/// lane by lane without carries, so a lane cannot spill into a more important
/// one, however large a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lanes<const L: usize>(pub(super) [i64; L]);

impl<const L: usize> Lanes<L> {
    pub(super) const ZERO: Lanes<L> = Lanes([0; L]);

    /// Halves a weight whose lanes are all even.
    pub(super) fn half(self) -> Lanes<L> {
        debug_assert!(self.0.iter().all(|lane| lane % 2 == 0), "{self:?} has an odd lane");
        Lanes(self.0.map(|lane| lane / 2))
    }
}

impl<const L: usize> Add for Lanes<L> {
    type Output = Lanes<L>;

    fn add(mut self, other: Lanes<L>) -> Lanes<L> {
        self += other;
        self
    }
}

impl<const L: usize> AddAssign for Lanes<L> {
    fn add_assign(&mut self, other: Lanes<L>) {
        self.0.iter_mut().zip(other.0).for_each(|(lane, other)| *lane += other);
    }
}

impl<const L: usize> Sub for Lanes<L> {
    type Output = Lanes<L>;

    fn sub(mut self, other: Lanes<L>) -> Lanes<L> {
        self -= other;
        self
    }
}

impl<const L: usize> SubAssign for Lanes<L> {
    fn sub_assign(&mut self, other: Lanes<L>) {
        self.0.iter_mut().zip(other.0).for_each(|(lane, other)| *lane -= other);
    }
}
