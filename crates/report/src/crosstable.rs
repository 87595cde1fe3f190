//! Who did how against whom: `crosstable.csv` and its JSON.

use std::io::{self, Write};

use ayo_ratings::{Difference, Ratings};
use serde_json::{Value, json};

use crate::csv_row::CsvRows;
use crate::{Scores, Tally, figures};

/// A line for each (bot, opponent) that met, in the order of the bots.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// The lines; each meeting is there twice, seen from either bot.
    pub lines: Vec<Encounter>,
}

/// How one bot did against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// Name of the bot.
    pub bot: String,
    /// Name of its opponent.
    pub opponent: String,
    /// The games of the two, as the bot sees them.
    pub score: Tally,
    /// Rating of the bot minus that of its opponent: from all games of the run, not
    /// only theirs. `None` where the games do not say it.
    pub difference: Option<Difference>,
    /// Likelihood that the bot is better than its opponent.
    pub los: Option<f64>,
}

impl Crosstable {
    /// Puts scores and ratings of the same bots together.
    #[must_use]
    pub fn new(scores: &Scores, ratings: &Ratings) -> Crosstable {
        let lines = scores
            .meetings()
            .map(|(bot, opponent, score)| Encounter {
                bot: scores.bots()[bot.index()].clone(),
                opponent: scores.bots()[opponent.index()].clone(),
                score: score.total(),
                difference: ratings.difference(bot.0, opponent.0),
                los: ratings.los(bot.0, opponent.0),
            })
            .collect();
        Crosstable { lines }
    }

    /// Writes `crosstable.csv`.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut rows = CsvRows::new(out);
        let columns = "bot,opponent,games,wins,draws,losses,points,elo_diff,elo_diff_low,\
                       elo_diff_high,los";
        rows.fields(columns.split(','))?;
        rows.end()?;
        for line in &self.lines {
            rows.field(&line.bot)?;
            rows.field(&line.opponent)?;
            rows.field(line.score.games())?;
            rows.field(line.score.wins)?;
            rows.field(line.score.draws)?;
            rows.field(line.score.losses)?;
            rows.field(figures::points(line.score.half_points()))?;
            for value in line.elo() {
                rows.optional(value)?;
            }
            rows.optional(figures::likelihood(line.los))?;
            rows.end()?;
        }
        rows.finish()
    }

    /// Returns the table as JSON: a list of objects with the columns of the CSV, a
    /// missing value is `null`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.lines.iter().map(Encounter::to_json).collect()
    }
}

impl Encounter {
    /// Returns the difference and the ends of its interval as text.
    fn elo(&self) -> [Option<String>; 3] {
        let difference = self.difference;
        [
            figures::elo(difference.map(|difference| difference.elo)),
            figures::elo(difference.map(|difference| difference.low)),
            figures::elo(difference.map(|difference| difference.high)),
        ]
    }

    fn to_json(&self) -> Value {
        let [elo, low, high] = self.elo().map(figures::json);
        json!({
            "bot": self.bot,
            "opponent": self.opponent,
            "games": self.score.games(),
            "wins": self.score.wins,
            "draws": self.score.draws,
            "losses": self.score.losses,
            "points": figures::json(Some(figures::points(self.score.half_points()))),
            "elo_diff": elo,
            "elo_diff_low": low,
            "elo_diff_high": high,
            "los": figures::json(figures::likelihood(self.los)),
        })
    }
}
