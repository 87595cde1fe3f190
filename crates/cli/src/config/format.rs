//! Who meets whom, `[format]`.

use ayo_report::figures::counted;
use ayo_schedule::{Acceleration, Format, Points};

use super::defaults;
use super::error::ConfigError;
use super::table::{Entry, Kind, Table};

pub(super) const FORMAT: Kind = Kind {
    place: "in [format]",
    keys: &["kind", "cycles", "rounds", "games", "challengers", "bye_points", "acceleration"],
};

/// The most rounds that are no reason for a warning, for so many bots.
fn comfortable_rounds(bots: usize) -> u32 {
    u32::try_from(bots / 2).unwrap_or(u32::MAX)
}

/// Who meets whom, as the file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FormatChoice {
    /// Known before the first game.
    Table(Format),
    /// By results.
    Swiss {
        /// Rounds, at least 1.
        rounds: u32,
        /// Points for a bye.
        bye_points: Points,
        /// Whether the upper half gets virtual points in the first rounds.
        acceleration: Acceleration,
    },
}

/// What ends a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Everybody has met everybody as often as is asked for.
    Fixed,
    /// A test is decided; how often two bots meet is only a limit.
    UntilDecided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    RoundRobin,
    Swiss,
    Gauntlet,
}

/// The kinds of a format.
pub(super) const NAMES: [(&str, Name); 3] =
    [("round-robin", Name::RoundRobin), ("swiss", Name::Swiss), ("gauntlet", Name::Gauntlet)];

/// The accelerations of a Swiss tournament, and whether there is one.
pub(super) const ACCELERATIONS: [(&str, bool); 2] = [("none", false), ("baku", true)];

/// Reads the format and the games of a meeting.
pub(super) fn read(
    table: Option<&Table<'_>>,
    bots: usize,
    length: Length,
) -> Result<(FormatChoice, u32), ConfigError> {
    let get = |key| table.and_then(|table| table.get(key));
    let kind = get("kind").map(|kind| kind.word("format kind", &NAMES)).transpose()?;
    let name = kind.unwrap_or(Name::RoundRobin);
    refuse_keys_of_others(table, name)?;
    let games = get("games").map(|games| games.count(1..=u32::MAX)).transpose()?;
    let cycles = get("cycles").map(|cycles| cycles.count(1..=u32::MAX)).transpose()?;
    let cycles = cycles.unwrap_or(match length {
        Length::Fixed => defaults::CYCLES,
        Length::UntilDecided => defaults::TEST_CYCLES,
    });
    let format = match name {
        Name::RoundRobin => FormatChoice::Table(Format::RoundRobin { cycles }),
        Name::Gauntlet => {
            // A gauntlet of all bots would leave nobody to meet.
            let most = u32::try_from(bots.saturating_sub(1)).unwrap_or(u32::MAX);
            let given = get("challengers").map(|it| it.count(1..=most)).transpose()?;
            let challengers = given.unwrap_or(defaults::CHALLENGERS);
            FormatChoice::Table(Format::Gauntlet { cycles, challengers })
        }
        Name::Swiss => read_swiss(table, bots)?,
    };
    Ok((format, games.unwrap_or(defaults::GAMES)))
}

/// A key that does nothing in this format is a mistake.
fn refuse_keys_of_others(table: Option<&Table<'_>>, name: Name) -> Result<(), ConfigError> {
    let others: &[(&str, &str, Option<&str>)] = match name {
        Name::Swiss => &[
            ("cycles", "is not for the Swiss system", Some("`rounds` says how many are played")),
            ("challengers", "is for `kind = \"gauntlet\"`", None),
        ],
        Name::RoundRobin | Name::Gauntlet => {
            let cycles = Some("`cycles` says how often every two bots meet");
            &[
                ("rounds", "is for the Swiss system", cycles),
                ("bye_points", "is for the Swiss system", None),
                ("acceleration", "is for the Swiss system", None),
                ("challengers", "is for `kind = \"gauntlet\"`", None),
            ]
        }
    };
    for &(key, problem, hint) in others {
        if (name, key) == (Name::Gauntlet, "challengers") {
            continue;
        }
        if let Some(entry) = table.and_then(|table| table.get(key)) {
            let error = ConfigError::new(format!("`{key}` {problem}"));
            return Err(entry.key_error(error.hint(hint.map(str::to_owned))));
        }
    }
    Ok(())
}

fn read_swiss(table: Option<&Table<'_>>, bots: usize) -> Result<FormatChoice, ConfigError> {
    let get = |key| table.and_then(|table| table.get(key));
    let rounds = get("rounds").map(|rounds| rounds.count(1..=u32::MAX)).transpose()?;
    let bye_points = get("bye_points").map(|it| read_bye_points(&it)).transpose()?;
    let baku = get("acceleration").map(|it| it.word("acceleration", &ACCELERATIONS)).transpose()?;
    Ok(FormatChoice::Swiss {
        rounds: rounds.unwrap_or_else(|| default_rounds(bots)),
        bye_points: bye_points.unwrap_or(defaults::BYE_POINTS),
        acceleration: if baku == Some(true) { Acceleration::Baku } else { Acceleration::Off },
    })
}

fn read_bye_points(entry: &Entry<'_>) -> Result<Points, ConfigError> {
    let given = entry.scalar("0, 0.5 or 1")?;
    let points = given.parse().ok().filter(|points: &Points| [0, 5, 10].contains(&points.tenths()));
    points.ok_or_else(|| {
        let message = format!("`bye_points` takes 0, 0.5 or 1, not `{given}`");
        entry.error(ConfigError::new(message))
    })
}

/// Enough rounds for a single winner, and two more that sort those behind him; at most
/// half as many as there are bots, so that legal pairings do not run out.
fn default_rounds(bots: usize) -> u32 {
    let single_winner = usize::BITS - bots.saturating_sub(1).leading_zeros();
    (single_winner + 2).min(comfortable_rounds(bots)).max(1)
}

/// Warns of so many rounds that there may be no legal pairing of the last ones.
pub(crate) fn rounds_warning(rounds: u32, bots: usize) -> Option<String> {
    let most = comfortable_rounds(bots).max(1);
    (rounds > most).then(|| {
        let most = counted(most.into(), "round");
        format!(
            "note: {rounds} rounds are many for {bots} bots: legal pairings may run out before \
             (up to {most} they hardly ever do)"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_where_none_are_given() {
        let check = |bots, rounds| assert_eq!(default_rounds(bots), rounds, "{bots} bots");
        check(2, 1);
        check(3, 1);
        check(4, 2);
        check(8, 4);
        check(16, 6);
        check(17, 7);
        check(100, 9);
        check(1_000, 12);
        assert_eq!(rounds_warning(50, 100), None);
        let check = |rounds, bots, most: &str| {
            assert!(rounds_warning(rounds, bots).unwrap().contains(most), "{bots} bots");
        };
        check(51, 100, "(up to 50 rounds they hardly ever do)");
        check(2, 3, "(up to 1 round they hardly ever do)");
    }
}
