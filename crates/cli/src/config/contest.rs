//! Who plays whom: by a table made before, or by results.

use ayo_rules::Rules;
use ayo_schedule::{
    Format, Openings, OpeningsError, Schedule, ScheduleError, Settings, Swiss, SwissError,
    SwissSettings,
};

use super::format::FormatChoice;

/// What a tournament's format comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contest {
    /// All pairs are known.
    Table {
        /// Who meets whom, and how often.
        format: Format,
        /// The pairs.
        schedule: Schedule,
    },
    /// Every round is paired when the one before is over.
    Swiss(Swiss),
}

impl Contest {
    /// Returns the number of pairs, as far as it is known: of a Swiss tournament that
    /// nobody is withdrawn from.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        match self {
            Contest::Table { schedule, .. } => schedule.pairs(),
            Contest::Swiss(swiss) => swiss.pairs(),
        }
    }

    /// Returns the number of games, as far as it is known.
    #[must_use]
    pub fn games(&self) -> u64 {
        match self {
            Contest::Table { schedule, .. } => schedule.games(),
            Contest::Swiss(swiss) => swiss.games(),
        }
    }

    /// Returns the number of rounds.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        match self {
            Contest::Table { schedule, .. } => schedule.rounds(),
            Contest::Swiss(swiss) => swiss.rounds(),
        }
    }

    /// Returns whether the list of openings is too short for every pair to have its own.
    #[must_use]
    pub fn openings_reused(&self) -> bool {
        match self {
            Contest::Table { schedule, .. } => schedule.openings_reused(),
            Contest::Swiss(swiss) => swiss.openings_reused(),
        }
    }
}

/// What a contest is made from besides its format.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The name of the tournament.
    pub(super) name: String,
    /// The names of the bots, and their ratings where known.
    pub(super) bots: Vec<(String, Option<u16>)>,
    /// Games of a meeting.
    pub(super) games: u32,
    pub(super) openings: Openings,
    pub(super) rules: Rules,
    pub(super) seed: u64,
}

/// Why a format and a field make no contest.
#[derive(Debug, thiserror::Error)]
pub(super) enum ContestError {
    #[error(transparent)]
    Table(#[from] ScheduleError),
    #[error(transparent)]
    Swiss(#[from] SwissError),
}

impl ContestError {
    /// Returns the keys of the file that the error may be about, the likeliest first.
    pub(super) fn keys(&self) -> &'static [&'static str] {
        match self {
            ContestError::Table(ScheduleError::Openings(OpeningsError::RandomPlies(_)))
            | ContestError::Swiss(SwissError::Openings(OpeningsError::RandomPlies(_))) => {
                &["random_plies"]
            }
            ContestError::Table(ScheduleError::TooManyRounds) => &["cycles"],
            ContestError::Table(_) => &["games", "cycles"],
            ContestError::Swiss(
                SwissError::Rounds { .. } | SwissError::MoreRoundsThanOpponents { .. },
            ) => &["rounds", "kind"],
            ContestError::Swiss(SwissError::Bots { .. }) => &["kind"],
            ContestError::Swiss(_) => &["games", "rounds"],
        }
    }
}

impl Contest {
    /// Makes the contest.
    pub(super) fn new(format: FormatChoice, field: Field) -> Result<Contest, ContestError> {
        let Field { name, bots, games, openings, rules, seed } = field;
        match format {
            FormatChoice::Table(format) => {
                let bots = u32::try_from(bots.len()).expect("there are at most MAX_BOTS");
                let settings = Settings { bots, format, games, openings, rules, seed };
                Ok(Contest::Table { format, schedule: Schedule::new(settings)? })
            }
            FormatChoice::Swiss { rounds, bye_points, acceleration } => {
                let (bots, ratings) = bots.into_iter().unzip();
                Ok(Contest::Swiss(Swiss::new(SwissSettings {
                    name,
                    bots,
                    ratings,
                    rounds,
                    bye_points,
                    acceleration,
                    games,
                    openings,
                    rules,
                    seed,
                })?))
            }
        }
    }
}
