//! Which games of a run are analysed, and in which order.

use std::num::NonZeroU64;

/// Returns the places of the pairs that are chosen when so many games may be, and how many games
/// these are; `sizes` are the games of each pair.
///
/// Pairs stay together: what does not fit any more is left out, but for the first one, since no
/// games at all would say nothing. With more games the same pairs are chosen, and others.
pub(super) fn choose(sizes: &[u64], games: u64) -> (Vec<usize>, u64) {
    let mut places = Vec::new();
    let mut chosen = 0;
    for place in spread(sizes.len() as u64) {
        let place = usize::try_from(place).expect("a place in a list");
        let with_it = chosen + sizes[place];
        if with_it > games && !places.is_empty() {
            break;
        }
        chosen = with_it;
        places.push(place);
    }
    (places, chosen)
}

/// Returns the places 0 to `pairs` - 1 in an order of which every beginning is spread evenly.
///
/// Steps of about the golden ratio of the whole fall evenly into it. So a run that is too
/// large, or stopped in the middle, is analysed at places all over it; a larger sample keeps
/// the smaller one, and nothing depends on luck.
fn spread(pairs: u64) -> impl Iterator<Item = u64> {
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
    fn no_more_games_than_asked_for() {
        let check = |sizes: &[u64], games, expected: u64| {
            let (places, chosen) = choose(sizes, games);
            assert_eq!(chosen, expected, "{games} of {sizes:?}");
            assert_eq!(places.iter().map(|&place| sizes[place]).sum::<u64>(), chosen);
            let (more, _) = choose(sizes, games + 1);
            assert!(more.starts_with(&places), "{games} of {sizes:?}: {places:?}, then {more:?}");
        };
        check(&[], 5, 0);
        check(&[2; 10], 2, 2);
        check(&[2; 10], 3, 2);
        check(&[2; 10], 19, 18);
        check(&[2; 10], 20, 20);
        check(&[2; 10], 5_000, 20);
        // A whole pair rather than nothing.
        check(&[2; 10], 1, 2);
        // Of some pairs a game is missing, and some schedules have single games.
        check(&[2, 1, 2], 5, 5);
        check(&[1; 7], 3, 3);
    }

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
