//! The games of a run, as `games.csv` has them.

use std::collections::BTreeMap;
use std::ops::Index;

use crate::folder::Folder;

/// The columns of `games.csv`, which other programs rely on.
const COLUMNS: &str = "game_id,round,pair,game,south,north,opening,result,south_score,\
    north_score,plies,reason,loser,detail,south_ms,north_ms,south_max_ms,north_max_ms,moves,\
    seed,isolation,worker,started_at,duration_ms";

/// The columns that may differ between two runs of the same schedule.
const OF_THIS_RUN: [&str; 8] = [
    "south_ms",
    "north_ms",
    "south_max_ms",
    "north_max_ms",
    "isolation",
    "worker",
    "started_at",
    "duration_ms",
];

/// Runs `club.toml` with so many pairs at a time, and returns its games.
pub(crate) fn played(folder: &Folder, out: &str, slots: u32) -> Vec<Game> {
    let slots = slots.to_string();
    folder.ayo(&["run", "club.toml", "--out", out, "--concurrency", &slots]).exits(0);
    games(folder, out)
}

/// A row of `games.csv`; a value is found by its column: `game["reason"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game(BTreeMap<String, String>);

impl Index<&str> for Game {
    type Output = str;

    fn index(&self, column: &str) -> &str {
        &self.0[column]
    }
}

impl Game {
    /// Returns whether a bot played in it.
    pub(crate) fn has(&self, bot: &str) -> bool {
        [&self["south"], &self["north"]].contains(&bot)
    }

    /// Returns the side a bot played, `south` or `north`.
    #[track_caller]
    pub(crate) fn side_of(&self, bot: &str) -> &'static str {
        match (&self["south"] == bot, &self["north"] == bot) {
            (true, false) => "south",
            (false, true) => "north",
            _ => panic!("`{bot}` plays no side of {self:?}"),
        }
    }

    /// Returns the ply at which a bot makes its first move behind an opening of whole rounds.
    pub(crate) fn first_ply_of(&self, bot: &str) -> usize {
        let opening = self["opening"].len();
        opening + if self.side_of(bot) == "south" { 1 } else { 2 }
    }

    /// Checks that this bot lost for this reason, and the other one won.
    #[track_caller]
    pub(crate) fn check_lost(&self, bot: &str, reason: &str) {
        let side = self.side_of(bot);
        let result = if side == "south" { "0-1" } else { "1-0" };
        let found = (&self["reason"], &self["loser"], &self["result"]);
        assert_eq!(found, (reason, side, result), "{self:#?}");
    }

    /// Checks that the rules ended the game and nobody was at fault.
    #[track_caller]
    pub(crate) fn check_normal(&self) {
        let normal = ["majority", "no_moves", "repetition", "ply_limit"];
        assert!(normal.contains(&&self["reason"]), "{self:#?}");
        assert_eq!((&self["loser"], &self["detail"]), ("", ""), "{self:#?}");
    }
}

/// Reads `games.csv` of a run.
#[track_caller]
pub(crate) fn games(folder: &Folder, run: &str) -> Vec<Game> {
    let text = folder.read(&format!("{run}/games.csv"));
    assert_eq!(text.lines().next(), Some(COLUMNS));
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let columns = csv.headers().unwrap().clone();
    let row = |row: csv::Result<csv::StringRecord>| {
        let row = row.unwrap();
        let values = columns.iter().zip(&row);
        Game(values.map(|(column, value)| (column.to_owned(), value.to_owned())).collect())
    };
    csv.records().map(row).collect()
}

/// Returns the games without what depends on the clock and on who played them.
pub(crate) fn timeless(games: Vec<Game>) -> Vec<Game> {
    let stripped = games.into_iter().map(|Game(mut values)| {
        OF_THIS_RUN.iter().for_each(|column| drop(values.remove(*column)));
        Game(values)
    });
    stripped.collect()
}
