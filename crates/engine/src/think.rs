//! How long to think about a move.

/// Milliseconds that are never planned for thinking: starting to think, noticing
/// that time is up and sending the move take some.
pub const RESERVE_MS: u64 = 20;

/// A game lasts about 24 plies and seldom more than 50, so there are seldom more
/// own moves to come than this.
const MOVES_TO_GO: u64 = 20;

/// A move that decides the game may take half of what is left.
const DECISIVE_MOVES_TO_GO: u64 = 2;

/// Returns how long to think about a move, in milliseconds.
///
/// `clock_ms` is what is left for the rest of the game (`u64::MAX` when only single
/// moves are timed), `increment_ms` what each move adds to it, `move_ms` the limit
/// of a single move. The answer stays at least [`RESERVE_MS`] below both limits,
/// and is 0 where there is less than that: then the move must come at once.
#[must_use]
pub fn think_ms(clock_ms: u64, increment_ms: u64, move_ms: Option<u64>) -> u64 {
    share_ms(MOVES_TO_GO, clock_ms, increment_ms, move_ms)
}

/// Returns how long to think at most about a move that decides the game, in milliseconds:
/// half of the clock.
///
/// All else is as in [`think_ms`], and this is never less.
#[must_use]
pub fn most_think_ms(clock_ms: u64, increment_ms: u64, move_ms: Option<u64>) -> u64 {
    share_ms(DECISIVE_MOVES_TO_GO, clock_ms, increment_ms, move_ms)
}

fn share_ms(moves_to_go: u64, clock_ms: u64, increment_ms: u64, move_ms: Option<u64>) -> u64 {
    let usable_ms = clock_ms.saturating_sub(RESERVE_MS);
    // A quarter of the increment is saved, so that a clock near zero recovers.
    let share_ms = (usable_ms / moves_to_go).saturating_add(increment_ms - increment_ms / 4);
    let move_limit_ms = move_ms.map_or(u64::MAX, |limit_ms| limit_ms.saturating_sub(RESERVE_MS));
    share_ms.min(usable_ms).min(move_limit_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(clock_ms: u64, increment_ms: u64, move_ms: Option<u64>, expected_ms: u64) {
        assert_eq!(think_ms(clock_ms, increment_ms, move_ms), expected_ms);
        assert!(most_think_ms(clock_ms, increment_ms, move_ms) >= expected_ms);
    }

    #[test]
    fn usual_time_controls() {
        check(10_000, 100, None, 574);
        check(60_000, 0, None, 2_999);
        check(u64::MAX, 0, Some(100), 80);
        check(10_000, 100, Some(100), 80);
        check(10_000, 100, Some(5_000), 574);
        assert_eq!(most_think_ms(10_000, 100, None), 5_065);
        assert_eq!(most_think_ms(10_000, 100, Some(5_000)), 4_980);
        assert_eq!(most_think_ms(u64::MAX, 0, Some(100)), 80);
    }

    #[test]
    fn little_time() {
        check(0, 0, None, 0);
        check(19, 0, None, 0);
        check(21, 1_000, None, 1);
        check(100, 1_000, None, 80);
        check(u64::MAX, 0, Some(20), 0);
        check(u64::MAX, 0, Some(25), 5);
    }

    #[test]
    fn extremes_do_not_overflow() {
        check(u64::MAX, u64::MAX, Some(60_000), 59_980);
        assert!(think_ms(u64::MAX, u64::MAX, None) <= u64::MAX - RESERVE_MS);
        check(0, u64::MAX, Some(u64::MAX), 0);
    }

    #[test]
    fn the_reserve_is_never_touched() {
        let times_ms = [0, 1, 19, 20, 21, 39, 40, 100, 999, 10_000, 3_600_000];
        for clock_ms in times_ms {
            for increment_ms in times_ms {
                for move_ms in times_ms {
                    let think_ms = most_think_ms(clock_ms, increment_ms, Some(move_ms));
                    let safe_ms = clock_ms.min(move_ms).saturating_sub(RESERVE_MS);
                    assert!(think_ms <= safe_ms, "{clock_ms}+{increment_ms}, {move_ms} a move");
                }
            }
        }
    }

    /// Whatever is left, a whole game of moves that each use what they may is not lost on time.
    #[test]
    fn a_game_lasts() {
        for (base_ms, increment_ms) in [(1_000, 0), (10_000, 100), (50, 10), (0, 100)] {
            let mut clock_ms: u64 = base_ms + increment_ms;
            for ply in 0..500 {
                let used_ms = most_think_ms(clock_ms, increment_ms, None);
                assert!(used_ms <= clock_ms, "move {ply} of {base_ms}+{increment_ms}");
                clock_ms = clock_ms - used_ms + increment_ms;
            }
        }
    }
}
