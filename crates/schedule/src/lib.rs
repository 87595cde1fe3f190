//! Who plays whom next, with which opening and seed.
//!
//! A [`Schedule`] is arithmetic, not a table: any pair of any round is computed
//! when it is asked for, so ten million rounds cost nothing until they are
//! played, and a run continues in the middle without counting from the start.
//!
//! - **Round robin**: Berger tables, the sides swapped in every second cycle.
//! - **Gauntlet**: the first bots against all the rest.
//! - **Swiss**: the Dutch system of FIDE, one round at a time, in [`swiss`].
//! - **Openings**: random plies, or a list in order or shuffled.
//!   [`read_openings`] reads such a list, [`distinct_openings`] makes one.
//!
//! What was played so far is a [`Tournament`], whoever paired it. [`read_trf`] and
//! [`TrfFile`] exchange it with the programs of chess, and [`standings`] ranks its
//! players.
//!
//! Everything random follows from one seed, the purpose and the number of the
//! pair: which opening and seed a pair gets never depends on other pairs, nor on
//! the order in which games end.
//!
//! What this crate deliberately does not do: no IO, no clock, no games. A
//! format that pairs by results, like Swiss, makes its rounds one by one and is
//! no [`Format`]; the openings and seeds of its pairs follow from their numbers
//! in the same way.
//!
//! ```
//! use ayo_record::Bot;
//! use ayo_rules::Rules;
//! use ayo_schedule::{Format, Openings, Schedule, Settings};
//!
//! let schedule = Schedule::new(Settings {
//!     bots: 6,
//!     format: Format::RoundRobin { cycles: 2_000_000 },
//!     games: 2,
//!     openings: Openings::RandomPlies(4),
//!     rules: Rules::AYOAYO,
//!     seed: 7,
//! })?;
//! assert_eq!(schedule.rounds(), 10_000_000);
//! assert_eq!(schedule.pair(1).bots, [Bot(0), Bot(5)]);
//! assert_eq!(schedule.pair(schedule.pairs()).first_game, schedule.games() - 1);
//! # Ok::<(), ayo_schedule::ScheduleError>(())
//! ```

mod berger;
mod chance;
mod distinct;
mod draw;
mod format;
mod gauntlet;
mod meetings;
mod opening_file;
mod openings;
mod playable;
mod random_plies;
mod schedule;
mod shuffle;
pub mod swiss;
mod swiss_event;
mod tie_breaks;
mod tournament;
mod trf;

pub use distinct::{MAX_DISTINCT_PLIES, distinct_openings, shuffled};
pub use format::{Format, FormatError};
pub use meetings::Meetings;
pub use opening_file::{
    MAX_LINE_BYTES, MAX_OPENINGS, OpeningFileError, OpeningProblem, read_openings,
};
pub use openings::{Openings, OpeningsError, Order};
pub use playable::Unplayable;
pub use random_plies::{MAX_RANDOM_PLIES, RandomPliesError};
pub use schedule::{MAX_GAMES, Schedule, ScheduleError, Settings};
pub use swiss_event::{MeetingScore, Swiss, SwissError, SwissProgress, SwissSettings};
pub use tie_breaks::{
    Cut, MAX_CUT, MAX_TIE_BREAKS, PairedBy, ParseTieBreakError, Standing, TieBreak, TieBreakValue,
    parse_tie_breaks, standings,
};
pub use tournament::{
    Acceleration, Bye, Colour, Entry, Forbidden, Forfeit, Game, MAX_PLAYERS, MAX_POINTS,
    MAX_RATING, MAX_ROUNDS, Outcome, ParsePointsError, Player, PlayerNumber, PointSystem, Points,
    Round, Scoring, Tournament, TournamentDraft, TournamentError, TournamentProblem,
};
pub use trf::{
    AskedTieBreaks, MAX_TRF_BYTES, MAX_TRF_LINE_BYTES, MAX_TRF_LINES, Trf, TrfError, TrfFile,
    TrfProblem, TrfWarning, TrfWriteError, pairing_list, read_trf,
};
