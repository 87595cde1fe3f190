//! What is known of a run before its first game.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use rusqlite::{Connection, params};
use sha2::{Digest as _, Sha256};

/// What a run is: written when it is made, never changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInfo {
    /// Version of ayo that made the run.
    pub ayo_version: String,
    /// Name of the run.
    pub name: String,
    /// Seed that everything random follows from.
    pub seed: u64,
    /// The rules, as text.
    pub rules: String,
    /// Names of the bots, each once; a record's [`ayo_record::Bot`] is a place in this list.
    pub bots: Vec<String>,
    /// Full text of the tournament file.
    pub tournament: String,
    /// When the run was made, in milliseconds since 1970-01-01 UTC.
    pub created_at_ms: u64,
}

impl RunInfo {
    /// Returns the SHA-256 of the tournament file, in 64 hexadecimal digits.
    #[must_use]
    pub fn tournament_sha256(&self) -> String {
        let mut digits = String::with_capacity(64);
        for byte in Sha256::digest(&self.tournament) {
            write!(digits, "{byte:02x}").expect("writing to a string cannot fail");
        }
        digits
    }

    /// Returns a name that stands twice in the list of bots.
    pub(crate) fn repeated_name(&self) -> Option<&str> {
        let mut seen = HashSet::new();
        self.bots.iter().find(|name| !seen.insert(name.as_str())).map(String::as_str)
    }

    /// Writes all of it into an empty database.
    pub(crate) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        let entries = [
            ("ayo_version", self.ayo_version.clone()),
            ("name", self.name.clone()),
            ("seed", self.seed.to_string()),
            ("rules", self.rules.clone()),
            ("tournament", self.tournament.clone()),
            ("tournament_sha256", self.tournament_sha256()),
            ("created_at_ms", self.created_at_ms.to_string()),
        ];
        for (key, value) in entries {
            connection.execute("INSERT INTO meta (key, value) VALUES (?, ?)", [key, &value])?;
        }
        let mut statement = connection.prepare("INSERT INTO bot (bot, name) VALUES (?, ?)")?;
        for (bot, name) in (0_u32..).zip(&self.bots) {
            statement.execute(params![bot, name])?;
        }
        Ok(())
    }

    /// Reads what [`RunInfo::write`] wrote; the inner error says which entry is impossible.
    pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Result<RunInfo, String>> {
        let meta = connection
            .prepare("SELECT key, value FROM meta")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let bots: Vec<(i64, String)> = connection
            .prepare("SELECT bot, name FROM bot ORDER BY bot")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(RunInfo::from_entries(meta, bots))
    }

    /// Returns a text that holds what would move the cursor of whoever prints it.
    fn text_with_control(&self) -> Option<&str> {
        let texts = [&self.ayo_version, &self.name, &self.rules];
        let mut texts = texts.into_iter().chain(&self.bots).map(String::as_str);
        texts.find(|text| text.contains(char::is_control))
    }

    fn from_entries(
        mut meta: BTreeMap<String, String>,
        bots: Vec<(i64, String)>,
    ) -> Result<RunInfo, String> {
        if let Some(place) =
            (0..).zip(&bots).find_map(|(place, (bot, _))| (*bot != place).then_some(place))
        {
            return Err(format!("bot {place} has no name"));
        }
        let mut entry = |key: &str| meta.remove(key).ok_or_else(|| format!("`{key}` is missing"));
        let sha256 = entry("tournament_sha256")?;
        let info = RunInfo {
            ayo_version: entry("ayo_version")?,
            name: entry("name")?,
            seed: read_number("seed", &entry("seed")?)?,
            rules: entry("rules")?,
            bots: bots.into_iter().map(|(_, name)| name).collect(),
            tournament: entry("tournament")?,
            created_at_ms: read_number("created_at_ms", &entry("created_at_ms")?)?,
        };
        if sha256 != info.tournament_sha256() {
            return Err("`tournament_sha256` is not that of `tournament`".to_owned());
        }
        // Nobody can give such a name, and a terminal would do what it says.
        match info.text_with_control() {
            Some(text) => Err(format!("`{}` has a control character", text.escape_debug())),
            None => Ok(info),
        }
    }
}

fn read_number(key: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("`{key}` is `{}`, not a number", value.escape_debug()))
}
