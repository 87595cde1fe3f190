//! Which games of a run are analysed, and in which order.

use std::num::NonZeroU64;

/// Returns the places 0 to `pairs` - 1 in an order of which every beginning is spread evenly.
///
/// Steps of about the golden ratio of the whole fall evenly into it. So a run that is too
/// large, or stopped in the middle, is analysed at places all over it; a larger sample keeps
/// the smaller one, and nothing depends on luck.
pub(super) fn spread(pairs: u64) -> impl Iterator<Item = u64> {
    let step = step(pairs);
    (0..pairs).scan(0_u64, move |place, _| {
        let now = *place;
        *place = (*place + step) % pairs;
        Some(now)
    })
}

/// Returns a step that goes through all places before it comes back to the first.
fn step(pairs: u64) -> u64 {
    /// The golden ratio of a million, less than one.
    const SHARE: u64 = 618_034;
    let near = u128::from(pairs) * u128::from(SHARE) / 1_000_000;
    let near = u64::try_from(near).unwrap_or(u64::MAX).max(1);
    (near..).find(|&step| divisor(step, pairs) == 1).unwrap_or(1)
}

/// Returns the greatest common divisor.
fn divisor(mut one: u64, mut other: u64) -> u64 {
    while let Some(by) = NonZeroU64::new(other) {
        (one, other) = (other, one % by);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_once_and_every_beginning_even() {
        for pairs in [0, 1, 2, 3, 7, 10, 60, 500, 1_001, 4_096] {
            let order: Vec<u64> = spread(pairs).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..pairs).collect::<Vec<_>>(), "{pairs}");
            for taken in [10, 50, 400] {
                let mut beginning = order.iter().copied().take(taken).collect::<Vec<_>>();
                if beginning.len() < taken {
                    continue;
                }
                beginning.sort_unstable();
                let gap = beginning.windows(2).map(|two| two[1] - two[0]).max().unwrap_or(0);
                let mean = pairs / taken as u64 + 1;
                assert!(gap <= 3 * mean, "{taken} of {pairs}: {gap}");
            }
        }
    }
}
