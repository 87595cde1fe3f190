//! Sets of players as bits.

use std::ops::Range;

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// Makes an empty set for numbers below a limit.
    pub(super) fn new(limit: usize) -> Set {
        Set { words: vec![0; limit.div_ceil(64)] }
    }

    pub(super) fn of(limit: usize, members: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::new(limit);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    pub(super) fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
    }

    pub(super) fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
    }

    pub(super) fn contains(&self, member: usize) -> bool {
        self.words[member / 64] >> (member % 64) & 1 == 1
    }

    pub(super) fn remove_all(&mut self, other: &Set) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// Returns the members, smallest first.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * index + bit)
            })
        })
    }

    /// Counts the members in a range.
    pub(super) fn count_in(&self, range: Range<usize>) -> usize {
        if range.is_empty() {
            return 0;
        }
        let (first, last) = (range.start / 64, (range.end - 1) / 64);
        let count = |index: usize| {
            let mut word = self.words[index];
            if index == first {
                word &= u64::MAX << (range.start % 64);
            }
            if index == last {
                word &= u64::MAX >> (63 - (range.end - 1) % 64);
            }
            word.count_ones() as usize
        };
        (first..=last).map(count).sum()
    }

    /// Counts the members that two sets share.
    pub(super) fn count_shared(&self, other: &Set) -> usize {
        let shared = self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones());
        shared.sum::<u32>() as usize
    }
}
