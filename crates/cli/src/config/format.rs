//! Who meets whom, `[format]`.

use ayo_schedule::Format;

use super::defaults;
use super::error::ConfigError;
use super::table::{Kind, Table};

pub(super) const FORMAT: Kind =
    Kind { place: "in [format]", keys: &["kind", "cycles", "rounds", "games", "challengers"] };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    RoundRobin,
    Swiss,
    Gauntlet,
}

const NAMES: [(&str, Name); 3] =
    [("round-robin", Name::RoundRobin), ("swiss", Name::Swiss), ("gauntlet", Name::Gauntlet)];

/// Reads the format and the games of a meeting.
pub(super) fn read(table: Option<&Table<'_>>, bots: usize) -> Result<(Format, u32), ConfigError> {
    let get = |key| table.and_then(|table| table.get(key));
    let kind = get("kind").map(|kind| kind.word("format kind", &NAMES)).transpose()?;
    let name = kind.unwrap_or(Name::RoundRobin);
    if let (Name::Swiss, Some(kind)) = (name, get("kind")) {
        let error = ConfigError::new("format kind `swiss` is not yet available")
            .hint("`round-robin` and `gauntlet` are".to_owned());
        return Err(kind.error(error));
    }
    if let Some(rounds) = get("rounds") {
        let error = ConfigError::new("`rounds` is for the Swiss system")
            .hint("`cycles` says how often every two bots meet".to_owned());
        return Err(rounds.key_error(error));
    }
    let challengers = get("challengers");
    if let (Name::RoundRobin, Some(challengers)) = (name, &challengers) {
        let error = ConfigError::new("`challengers` is for `kind = \"gauntlet\"`");
        return Err(challengers.key_error(error));
    }
    let cycles = get("cycles").map(|cycles| cycles.count(1..=u32::MAX)).transpose()?;
    let cycles = cycles.unwrap_or(defaults::CYCLES);
    let games = get("games").map(|games| games.count(1..=u32::MAX)).transpose()?;
    let format = match name {
        Name::Gauntlet => {
            // A gauntlet of all bots would leave nobody to meet.
            let most = u32::try_from(bots.saturating_sub(1)).unwrap_or(u32::MAX);
            let given = challengers.map(|challengers| challengers.count(1..=most)).transpose()?;
            Format::Gauntlet { cycles, challengers: given.unwrap_or(defaults::CHALLENGERS) }
        }
        Name::RoundRobin | Name::Swiss => Format::RoundRobin { cycles },
    };
    Ok((format, games.unwrap_or(defaults::GAMES)))
}
