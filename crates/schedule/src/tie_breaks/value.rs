//! The value of a tie-break.

use std::fmt;

use crate::tournament::Points;

/// The value of one tie-break for one player, exact.
///
/// Values of the same tie-break compare as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TieBreakValue {
    /// In units of one, a tenth or a hundredth.
    amount: u64,
    decimals: Decimals,
}

/// How many digits stand behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Decimals {
    None,
    One,
    Two,
}

impl TieBreakValue {
    /// Makes a whole number.
    pub(super) fn count(count: usize) -> TieBreakValue {
        TieBreakValue { amount: count as u64, decimals: Decimals::None }
    }

    /// Makes a sum of points from tenths.
    pub(super) fn tenths(tenths: u64) -> TieBreakValue {
        TieBreakValue { amount: tenths, decimals: Decimals::One }
    }

    /// Makes a sum of products of points from hundredths.
    pub(super) fn hundredths(hundredths: u64) -> TieBreakValue {
        TieBreakValue { amount: hundredths, decimals: Decimals::Two }
    }

    /// Returns the value in units of [`Self::denominator`]: 1825 for 18.25.
    pub fn numerator(self) -> u64 {
        self.amount
    }

    /// Returns the number of units in one: 1, 10 or 100.
    pub fn denominator(self) -> u64 {
        match self.decimals {
            Decimals::None => 1,
            Decimals::One => 10,
            Decimals::Two => 100,
        }
    }
}

impl From<Points> for TieBreakValue {
    fn from(points: Points) -> TieBreakValue {
        TieBreakValue::tenths(u64::from(points.tenths()))
    }
}

impl fmt::Display for TieBreakValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.amount / self.denominator(), self.amount % self.denominator());
        match self.decimals {
            Decimals::None => f.pad(&whole.to_string()),
            Decimals::One => f.pad(&format!("{whole}.{rest}")),
            Decimals::Two => f.pad(&format!("{whole}.{rest:02}")),
        }
    }
}
