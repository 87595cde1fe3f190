//! Moments as ISO 8601 text.

const MS_PER_DAY: u64 = 86_400_000;
/// Days from 0001-01-01 to 1970-01-01 in the Gregorian calendar.
const DAYS_BEFORE_1970: u64 = 719_162;
const DAYS_IN_400_YEARS: u64 = 146_097;

/// Writes milliseconds since 1970-01-01 UTC like `2026-11-29T21:45:03.007Z`.
#[must_use]
pub fn iso_8601(ms: u64) -> String {
    let (year, month, day) = date(ms / MS_PER_DAY + DAYS_BEFORE_1970);
    let time = ms % MS_PER_DAY;
    let (hour, minute) = (time / 3_600_000, time / 60_000 % 60);
    let (second, millisecond) = (time / 1_000 % 60, time % 1_000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}

/// Returns year, month and day of a day counted from 0001-01-01.
fn date(days: u64) -> (u64, u64, u64) {
    // The mean length of a year gives the year or its neighbour.
    let mut year = days * 400 / DAYS_IN_400_YEARS + 1;
    while days_before(year) > days {
        year -= 1;
    }
    while days_before(year + 1) <= days {
        year += 1;
    }
    let mut day = days - days_before(year);
    let mut month = 1;
    while day >= days_in_month(year, month) {
        day -= days_in_month(year, month);
        month += 1;
    }
    (year, month, day + 1)
}

/// Returns the days from 0001-01-01 to the first of January of a year.
const fn days_before(year: u64) -> u64 {
    let years = year - 1;
    years * 365 + years / 4 - years / 100 + years / 400
}

const fn days_in_month(year: u64, month: u64) -> u64 {
    match month {
        2 => days_before(year + 1) - days_before(year) - 337,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values are those of `date -u -d @SECONDS`.
    #[test]
    fn moments() {
        let check = |ms, text| assert_eq!(iso_8601(ms), text);
        check(0, "1970-01-01T00:00:00.000Z");
        check(951_782_399_999, "2000-02-28T23:59:59.999Z");
        check(951_782_400_000, "2000-02-29T00:00:00.000Z");
        check(951_868_800_000, "2000-03-01T00:00:00.000Z");
        check(1_704_067_199_001, "2023-12-31T23:59:59.001Z");
        check(1_735_689_599_000, "2024-12-31T23:59:59.000Z");
        check(4_107_542_400_000, "2100-03-01T00:00:00.000Z");
        check(1_795_988_703_007, "2026-11-29T21:45:03.007Z");
        check(u64::MAX, "584556019-04-03T14:25:51.615Z");
    }

    #[test]
    fn days_follow_each_other() {
        let mut last = date(0);
        for days in 1..2 * DAYS_IN_400_YEARS {
            let next = date(days);
            let (year, month, day) = last;
            let follows = next == (year, month, day + 1)
                || next == (year, month + 1, 1)
                || next == (year + 1, 1, 1);
            assert!(follows, "{next:?} after {last:?}");
            last = next;
        }
        assert_eq!(last, (800, 12, 31));
    }
}
