//! The standings: `standings.csv` and its JSON.
//!
//! `elo` is empty when the games do not decide it. What they do say is then a bound: an
//! unbeaten bot has `elo_low` only (at least that), a winless one `elo_high` only.

use std::io::{self, Write};

use ayo_ratings::{Rating, Ratings};
use ayo_record::{Bot, Reason};
use serde_json::{Value, json};

use crate::csv_row::CsvRows;
use crate::{Ranking, Scores, Tally, figures};

/// The standings of a run, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// Names of the tie-breaks, the most important first.
    pub tie_breaks: Vec<String>,
    /// A line for each bot: by rank, then by name.
    pub lines: Vec<Standing>,
}

/// One bot's line of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Rank from 1; bots equal in everything share one.
    pub rank: u32,
    /// Name of the bot.
    pub bot: String,
    /// Two for each point; byes included, where there are any.
    pub half_points: u64,
    /// Its games; void ones are none.
    pub score: Tally,
    /// Rating in Elo.
    pub elo: Option<f64>,
    /// Lower end of its interval, or a lower bound where there is no rating.
    pub elo_low: Option<f64>,
    /// Upper end of its interval, or an upper bound where there is no rating.
    pub elo_high: Option<f64>,
    /// Likelihood that it is better than the bot on the next line.
    pub los_next: Option<f64>,
    /// Value of each tie-break; `None` where it does not apply.
    pub tie_breaks: Vec<Option<String>>,
    /// Games lost by being late.
    pub timeouts: u64,
    /// Games lost because its process ended or closed a pipe.
    pub crashes: u64,
    /// Games lost by an illegal move, or by anything else that was said.
    pub illegal_moves: u64,
    /// Its blunders in a game, of the games that are known from the opening on.
    pub blunders_per_game: Option<f64>,
    /// Mean number of the move that is its first blunder, of those of them that have one.
    pub first_blunder_ply: Option<f64>,
}

impl Standings {
    /// Puts scores, places and ratings of the same bots together.
    ///
    /// A bot without a place (`ranking` is too short) is left out.
    #[must_use]
    pub fn new(scores: &Scores, ranking: &Ranking, ratings: &Ratings) -> Standings {
        let names = scores.bots();
        let mut order: Vec<usize> = (0..names.len().min(ranking.places.len())).collect();
        order.sort_by_key(|&index| (ranking.places[index].rank, &names[index], index));
        let next = order.iter().skip(1).map(|&index| Some(index)).chain([None]);
        let lines = order
            .iter()
            .zip(next)
            .map(|(&index, next)| {
                let bot = Bot(index as u32);
                let place = &ranking.places[index];
                let analysed = scores.analysed(bot);
                let rating = ratings.ratings.get(index);
                let elo = |part: fn(&Rating) -> Option<f64>| rating.and_then(part);
                Standing {
                    rank: place.rank,
                    bot: names[index].clone(),
                    half_points: place.half_points,
                    score: scores.total(bot).total(),
                    elo: elo(|rating| rating.elo),
                    elo_low: elo(|rating| rating.low),
                    elo_high: elo(|rating| rating.high),
                    los_next: next.and_then(|next| ratings.los(bot.0, next as u32)),
                    tie_breaks: place.tie_breaks.clone(),
                    timeouts: scores.count_faults(bot, Reason::is_timeout),
                    crashes: scores.count_faults(bot, Reason::is_crash),
                    illegal_moves: scores.count_faults(bot, Reason::is_illegal),
                    blunders_per_game: analysed.blunders_per_game(),
                    first_blunder_ply: analysed.first_blunder_ply(),
                }
            })
            .collect();
        Standings { tie_breaks: ranking.tie_breaks.clone(), lines }
    }

    /// Writes `standings.csv`.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut rows = CsvRows::new(out);
        let first = "rank,bot,points,games,wins,draws,losses,elo,elo_low,elo_high,los_next";
        rows.fields(first.split(','))?;
        rows.fields(self.tie_breaks.iter().map(String::as_str))?;
        rows.fields(["timeouts", "crashes", "illegal_moves"])?;
        rows.fields(["blunders_per_game", "first_blunder_ply"])?;
        rows.end()?;
        for line in &self.lines {
            rows.field(line.rank)?;
            rows.field(&line.bot)?;
            rows.field(figures::points(line.half_points))?;
            rows.field(line.score.games())?;
            rows.field(line.score.wins)?;
            rows.field(line.score.draws)?;
            rows.field(line.score.losses)?;
            rows.optional(figures::elo(line.elo))?;
            rows.optional(figures::elo(line.elo_low))?;
            rows.optional(figures::elo(line.elo_high))?;
            rows.optional(figures::likelihood(line.los_next))?;
            for value in &line.tie_breaks {
                rows.optional(value.as_ref())?;
            }
            rows.field(line.timeouts)?;
            rows.field(line.crashes)?;
            rows.field(line.illegal_moves)?;
            rows.optional(figures::per_game(line.blunders_per_game))?;
            rows.optional(figures::mean_ply(line.first_blunder_ply))?;
            rows.end()?;
        }
        rows.finish()
    }

    /// Returns the standings as JSON: a list of objects with the columns of the CSV, a
    /// missing value is `null`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.lines.iter().map(|line| self.line_to_json(line)).collect()
    }

    fn line_to_json(&self, line: &Standing) -> Value {
        let mut object = json!({
            "rank": line.rank,
            "bot": line.bot,
            "points": figures::json(Some(figures::points(line.half_points))),
            "games": line.score.games(),
            "wins": line.score.wins,
            "draws": line.score.draws,
            "losses": line.score.losses,
            "elo": figures::json(figures::elo(line.elo)),
            "elo_low": figures::json(figures::elo(line.elo_low)),
            "elo_high": figures::json(figures::elo(line.elo_high)),
            "los_next": figures::json(figures::likelihood(line.los_next)),
            "timeouts": line.timeouts,
            "crashes": line.crashes,
            "illegal_moves": line.illegal_moves,
            "blunders_per_game": figures::json(figures::per_game(line.blunders_per_game)),
            "first_blunder_ply": figures::json(figures::mean_ply(line.first_blunder_ply)),
        });
        for (name, value) in self.tie_breaks.iter().zip(&line.tie_breaks) {
            object[name] = figures::json(value.clone());
        }
        object
    }
}
