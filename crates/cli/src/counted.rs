//! The games of a run, counted: tables, and the page of the run.

use std::io;

use ayo_page::{Contents, Gathered, History, Round, RoundBoard, RunTitle, Test};
use ayo_ratings::{Game, Options, Ratings, fit_named};
use ayo_record::{Board, GameAnalysis, GameRecord};
use ayo_report::{Crosstable, Place, Ranking, Scores, Standings, rated_game};
use ayo_schedule::{PairedBy, Swiss, SwissProgress, TieBreak};
use ayo_store::Reader;

use crate::config::Tournament;
use crate::swiss_run;

/// What is made from the games of a run.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The standings.
    pub standings: Standings,
    /// Every bot against every other.
    pub crosstable: Crosstable,
    /// Games that were void and played again.
    pub voids: u64,
    /// Games that are copies of others and count once for the intervals.
    pub copies: u64,
    /// The Swiss tournament, if it is one, and how far it is.
    pub swiss: Option<(Swiss, SwissProgress)>,
}

/// The games of a run, counted.
pub(crate) struct Counted {
    scores: Scores,
    rated: Vec<Game>,
}

impl Counted {
    pub(crate) fn new(bots: &[String]) -> Counted {
        Counted { scores: Scores::new(bots.to_vec()), rated: Vec::new() }
    }

    /// Counts a game, and what its analysis says where there is one.
    pub(crate) fn add(
        &mut self,
        record: &GameRecord,
        analysis: Option<&GameAnalysis>,
    ) -> anyhow::Result<()> {
        self.scores.add(record)?;
        if let Some(analysis) = analysis {
            self.scores.add_analysis(record, analysis)?;
        }
        self.rated.extend(rated_game(record));
        Ok(())
    }

    pub(crate) fn ratings(&self) -> Ratings {
        fit_named(self.scores.bots(), &self.rated, &Options::default())
    }

    pub(crate) fn tables(&self, ratings: &Ratings, reader: &Reader) -> anyhow::Result<Tables> {
        let scores = &self.scores;
        let swiss = swiss_of(reader)?;
        let ranking = match &swiss {
            Some((swiss, progress)) => swiss_ranking(swiss, progress),
            None => Ranking::round_robin(scores),
        };
        Ok(Tables {
            standings: Standings::new(scores, &ranking, ratings),
            crosstable: Crosstable::new(scores, ratings),
            voids: reader.voids()?,
            copies: ratings.identical,
            swiss,
        })
    }

    /// Has a page of the run written, or several; `test` is how its sequential test stands.
    pub(crate) fn write_pages(
        &self,
        gathered: &Gathered,
        ratings: &Ratings,
        tables: &Tables,
        test: Option<&Test>,
        reader: &Reader,
        write: impl FnOnce(&Contents<'_>) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let info = reader.run_info();
        let rules = info.rules.parse().map_err(|error| anyhow::anyhow!("`rules`: {error}"))?;
        let contents = Contents {
            run: RunTitle {
                name: &info.name,
                rules,
                seed: info.seed,
                created_at_ms: info.created_at_ms,
                ayo_version: &info.ayo_version,
            },
            scores: &self.scores,
            ratings,
            standings: &tables.standings,
            crosstable: &tables.crosstable,
            history: &History::new(self.scores.bots(), &self.rated, &Options::default()),
            rounds: &tables.swiss.as_ref().map_or(Vec::new(), |(_, progress)| rounds(progress)),
            voids: tables.voids,
            test,
            gathered,
        };
        Ok(write(&contents)?)
    }
}

/// Returns the rounds of a Swiss tournament with the points of each meeting.
fn rounds(progress: &SwissProgress) -> Vec<Round> {
    // Scores are those of the meetings, in order; a bye is none.
    let mut scores = progress.scores.iter().copied();
    let mut board = |board: &Board| {
        let score = board.north.and_then(|_| scores.next()).unwrap_or_default();
        let Board { south, north } = *board;
        RoundBoard { south, north, games: score.games, half_points: score.half_points }
    };
    let rounds = progress.rounds.iter();
    rounds.map(|boards| Round { boards: boards.iter().map(&mut board).collect() }).collect()
}

/// Returns how the Swiss tournament of a run goes, if it is one.
fn swiss_of(reader: &Reader) -> anyhow::Result<Option<(Swiss, SwissProgress)>> {
    // No other run has rounds of its own.
    if reader.rounds()?.is_empty() {
        return Ok(None);
    }
    let info = reader.run_info();
    let Some(swiss) = Tournament::swiss_of_run(&info.tournament, &info.name, &info.bots)? else {
        return Ok(None);
    };
    let progress = swiss_run::progress(&swiss, reader)?;
    Ok(Some((swiss, progress)))
}

/// Ranks by the usual tie-breaks of a Swiss tournament; columns are called as in `bh_c1`.
fn swiss_ranking(swiss: &Swiss, progress: &SwissProgress) -> Ranking {
    let tie_breaks = PairedBy::Swiss.default_tie_breaks();
    let standings = swiss.standings(progress, tie_breaks);
    let mut places = vec![None; standings.len()];
    for (bot, standing) in standings {
        let (points, others) = standing.values.split_first().expect("points come first");
        places[bot.index()] = Some(Place {
            rank: u32::try_from(standing.rank).expect("there are at most MAX_BOTS"),
            half_points: 2 * points.numerator() / points.denominator(),
            tie_breaks: others.iter().map(|value| Some(value.to_string())).collect(),
        });
    }
    let column = |tie_break: &TieBreak| tie_break.to_string().to_lowercase().replace('/', "_");
    Ranking {
        tie_breaks: tie_breaks.iter().skip(1).map(column).collect(),
        places: places.into_iter().map(|place| place.expect("every bot is ranked")).collect(),
    }
}
