//! Points in tenths.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

/// Most points one result may give.
pub const MAX_POINTS: Points = Points(999);

/// Points, counted in tenths so that sums are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Makes points from tenths: 15 are one and a half.
    pub const fn from_tenths(tenths: u32) -> Points {
        Points(tenths)
    }

    /// Returns the number of tenths.
    pub const fn tenths(self) -> u32 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Points::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

/// Why a text is not a number of points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points look like `1`, `0.5` or `12.0`")]
pub struct ParsePointsError;

impl FromStr for Points {
    type Err = ParsePointsError;

    /// Reads up to five digits and at most one behind a point or a comma.
    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        let (whole, tenths) = text.split_once(['.', ',']).unwrap_or((text, "0"));
        let digits =
            |text: &str, most| text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole, 5) || !digits(tenths, 1) || tenths.is_empty() {
            return Err(ParsePointsError);
        }
        let number = |text: &str| if text.is_empty() { Ok(0) } else { text.parse::<u32>() };
        if whole.is_empty() && text.len() < 2 {
            return Err(ParsePointsError);
        }
        let whole = number(whole).map_err(|_| ParsePointsError)?;
        Ok(Points(whole * 10 + number(tenths).map_err(|_| ParsePointsError)?))
    }
}
