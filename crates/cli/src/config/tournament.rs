//! A tournament file as a whole.

use std::path::{Path, PathBuf};

use ayo_protocol::TimeControl;
use ayo_ratings::Sprt;
use ayo_referee::Proofs;
use ayo_rules::Rules;
use ayo_schedule::{Openings, Swiss};
use toml::de::DeTable;

use super::adjudicate::{self, ADJUDICATE};
use super::bot::{self, BOT, BotEntry};
use super::contest::{Contest, ContestError, Field};
use super::error::{ConfigError, Source};
use super::folder::{Base, Surroundings};
use super::format::{self, FORMAT, Length};
use super::openings::{self, Find, OPENINGS};
use super::sprt::{self, SPRT};
use super::table::{Kind, Table};
use super::{defaults, names, rules, time};
use crate::suite::Ask;

/// The largest tournament file, in bytes.
pub const MAX_CONFIG_BYTES: u64 = 1024 * 1024;
/// The most bots of a tournament.
pub const MAX_BOTS: usize = 10_000;
/// The largest seed: 2^53 - 1, so that any JSON reader keeps it.
pub const MAX_SEED: u64 = (1 << 53) - 1;

pub(super) const TOP: Kind = Kind {
    place: "at the top of the file",
    keys: &[
        "name",
        "seed",
        "rules",
        "tc",
        "st",
        "margin_ms",
        "format",
        "openings",
        "sprt",
        "adjudicate",
        "bot",
    ],
};

/// The tables of a file: a key that one does not know may belong in another.
const KINDS: [&Kind; 6] = [&TOP, &FORMAT, &OPENINGS, &SPRT, &ADJUDICATE, &BOT];

/// A tournament, everything resolved: no default is left open and no path relative.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// Its name, fit for the name of a folder.
    pub name: String,
    /// What everything random follows from, at most [`MAX_SEED`].
    pub seed: u64,
    /// The rule set.
    pub rules: Rules,
    /// How much time the bots have.
    pub time: TimeControl,
    /// Games of a meeting, at least 1.
    pub games: u32,
    /// Where games begin.
    pub openings: Openings,
    /// Who plays whom, when.
    pub contest: Contest,
    /// The bots, at least 2 and at most [`MAX_BOTS`], no two of one name.
    pub bots: Vec<BotEntry>,
    /// The test that ends it, if one does.
    pub sprt: Option<Sprt>,
    /// Whether games end when it is proved who wins.
    pub proofs: Option<Proofs>,
    /// The file as it was read, without a byte order mark.
    pub text: String,
    /// The file of openings as it was read, if there is one.
    pub openings_text: Option<String>,
    /// The files that it was read from.
    pub files: Vec<PathBuf>,
}

impl Tournament {
    /// Reads a tournament file; paths in it are relative to its folder. `find` finds openings
    /// of a value, if such are asked for and nothing else is wrong.
    ///
    /// # Errors
    /// Names the file, the line and the nearest right word.
    pub(crate) fn load(
        path: &Path,
        around: &Surroundings,
        find: &Find<'_>,
    ) -> Result<Tournament, ConfigError> {
        let file = path.to_string_lossy();
        let base = around.base();
        let text = base.read("tournament file", &file, MAX_CONFIG_BYTES)?;
        let path = base.join(path);
        let folder = path.parent().unwrap_or(&base.folder).to_owned();
        let around = Surroundings { folder, ..around.clone() };
        let mut tournament = Tournament::parse(&text, &file, &around, find)?;
        tournament.files.push(path);
        Ok(tournament)
    }

    /// Reads the text of a tournament file; `file` is what messages call it, and
    /// `around.folder` the folder it is in.
    ///
    /// # Errors
    /// As [`Tournament::load`].
    pub(crate) fn parse(
        text: &str,
        file: &str,
        around: &Surroundings,
        find: &Find<'_>,
    ) -> Result<Tournament, ConfigError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let source = Source { file, text };
        let document = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(text.len()..text.len());
            ConfigError::new(error.message()).at(source.place(span))
        })?;
        let top = Table::new(source, &document, &TOP, &KINDS)?;
        let base = Base { folder: around.folder.clone(), name: file.to_owned() };
        read(&top, source, &base, around, find)
    }
}

impl Tournament {
    /// Reads from the text kept with a run how its Swiss tournament goes; nothing when it
    /// is none. Neither the programs of the bots nor the openings need be there any more.
    ///
    /// # Errors
    /// Names the place, when the text is not one that was read before.
    pub fn swiss_of_run(
        text: &str,
        name: &str,
        bots: &[String],
    ) -> Result<Option<Swiss>, ConfigError> {
        let source = Source { file: "the tournament of this run", text };
        let document = DeTable::parse(text).map_err(|error| ConfigError::new(error.message()))?;
        let top = Table::new(source, &document, &TOP, &KINDS)?;
        let seed = top.get("seed").map(|seed| seed.whole(0..=MAX_SEED)).transpose()?;
        let format_table = read_table(&top, "format", &FORMAT)?;
        let items = top.get("bot").map(|bots| bots.items("a list of tables")).transpose()?;
        let mut ratings = Vec::with_capacity(bots.len());
        for item in items.unwrap_or_default() {
            ratings.push(bot::read_rating(&item.table(&BOT, &KINDS)?)?);
        }
        ratings.resize(bots.len(), None);
        let (format, games) = format::read(format_table.as_ref(), bots.len(), Length::Fixed)?;
        let field = Field {
            name: name.to_owned(),
            bots: bots.iter().cloned().zip(ratings).collect(),
            games,
            // Nothing is played from here.
            openings: Openings::RandomPlies(0),
            rules: defaults::RULES,
            seed: seed.unwrap_or(defaults::SEED),
        };
        match Contest::new(format, field) {
            Ok(Contest::Swiss(swiss)) => Ok(Some(swiss)),
            Ok(Contest::Table { .. }) => Ok(None),
            Err(error) => Err(ConfigError::new(error.to_string())),
        }
    }
}

/// Returns all keys of a tournament file.
#[cfg(test)]
pub(super) fn all_keys() -> impl Iterator<Item = &'static str> {
    [TOP, FORMAT, OPENINGS, SPRT, ADJUDICATE, BOT, rules::RULES]
        .into_iter()
        .flat_map(|kind| kind.keys)
        .copied()
}

fn read(
    top: &Table<'_>,
    source: Source<'_>,
    base: &Base,
    around: &Surroundings,
    find: &Find<'_>,
) -> Result<Tournament, ConfigError> {
    let name = read_name(top, source.file)?;
    let seed = top.get("seed").map(|seed| seed.whole(0..=MAX_SEED)).transpose()?;
    let rules = top.get("rules").map(|rules| rules::read(&rules)).transpose()?;
    let rules = rules.unwrap_or(defaults::RULES);
    let time = time::read(top)?;
    let format_table = read_table(top, "format", &FORMAT)?;
    let openings_table = read_table(top, "openings", &OPENINGS)?;
    let bots = read_bots(top, source, base, around)?;
    let sprt_table = read_table(top, "sprt", &SPRT)?;
    let length = if sprt_table.is_some() { Length::UntilDecided } else { Length::Fixed };
    let (format, games) = format::read(format_table.as_ref(), bots.len(), length)?;
    let sprt = sprt_table.map(|table| sprt::read(&table, bots.len(), games)).transpose()?;
    let adjudicate_table = read_table(top, "adjudicate", &ADJUDICATE)?;
    let proofs = adjudicate_table.map(|table| adjudicate::read(&table, &rules)).transpose()?;
    let proofs = proofs.flatten();
    let seed = seed.unwrap_or(defaults::SEED);
    let find = |ask: &Ask| find(&name, ask);
    let openings = openings::read(openings_table.as_ref(), &rules, seed, base, find)?;
    let field = Field {
        name: name.clone(),
        bots: bots.iter().map(|bot| (bot.spec.name.clone(), bot.rating)).collect(),
        games,
        openings: openings.openings.clone(),
        rules,
        seed,
    };
    let contest = Contest::new(format, field)
        .map_err(|error| no_contest(&error, source, [&openings_table, &format_table]))?;
    Ok(Tournament {
        name,
        seed,
        rules,
        time,
        games,
        openings: openings.openings,
        contest,
        bots,
        sprt,
        proofs,
        text: source.text.to_owned(),
        openings_text: openings.text,
        files: openings.file.into_iter().collect(),
    })
}

/// Says at which key there is no such contest.
fn no_contest(
    error: &ContestError,
    source: Source<'_>,
    tables: [&Option<Table<'_>>; 2],
) -> ConfigError {
    let tables = tables.into_iter().flatten();
    let mut entries = tables.flat_map(|table| error.keys().iter().filter_map(|key| table.get(key)));
    let place = entries.next().map_or(source.whole(), |entry| entry.place());
    ConfigError::new(error.to_string()).at(place)
}

fn read_table<'a>(
    top: &Table<'a>,
    key: &str,
    kind: &Kind,
) -> Result<Option<Table<'a>>, ConfigError> {
    top.get(key).map(|entry| entry.table(kind, &KINDS)).transpose()
}

/// The name becomes that of a folder, so that it may not lead anywhere else.
fn read_name(top: &Table<'_>, file: &str) -> Result<String, ConfigError> {
    let Some(entry) = top.get("name") else {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        return Ok(check_folder_name(&stem).unwrap_or_else(|_| "tournament".to_owned()));
    };
    check_folder_name(entry.string()?).map_err(|error| entry.error(error))
}

fn check_folder_name(text: &str) -> Result<String, ConfigError> {
    let name = names::check(text)?;
    if name.contains(['/', '\\']) || name.starts_with('.') {
        return Err(ConfigError::new(format!("the name `{name}` cannot be that of a folder"))
            .hint("leave out slashes, and points at the start".to_owned()));
    }
    Ok(name)
}

fn read_bots(
    top: &Table<'_>,
    source: Source<'_>,
    base: &Base,
    around: &Surroundings,
) -> Result<Vec<BotEntry>, ConfigError> {
    let brackets = |error: ConfigError| error.hint("write [[bot]] above each bot".to_owned());
    let items = top.get("bot").map(|bots| bots.items("a list of tables").map_err(brackets));
    let items = items.transpose()?.unwrap_or_default();
    if items.len() < 2 {
        let message = format!("a tournament needs at least 2 bots, not {}", items.len());
        let error = ConfigError::new(message).hint("add a [[bot]]".to_owned());
        return Err(error.at(items.first().map_or(source.whole(), |bot| bot.place())));
    }
    if let Some(bot) = items.get(MAX_BOTS) {
        let message = format!("a tournament has at most {MAX_BOTS} bots, not {}", items.len());
        return Err(bot.error(ConfigError::new(message)));
    }
    let mut bots = Vec::with_capacity(items.len());
    for item in &items {
        let table = item.table(&BOT, &KINDS)?;
        bots.push(bot::read(&table, base, around)?);
    }
    names::settle(bots)
}
