//! What may be typed after `ayo rate`.

use std::path::PathBuf;

use ayo_ratings::{CONFIDENCES, PRIORS};
use clap::{Args, ValueEnum};

use crate::args::TableFormat;

/// Arguments of `ayo rate`.
#[derive(Debug, Args)]
pub(crate) struct RateArguments {
    /// Files of games: games.csv, PGN or run.db; `-` is stdin
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How to print the ratings
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: TableFormat,
    /// Give this bot this rating; without an anchor the mean is 0
    #[arg(long, value_name = "BOT=ELO")]
    pub anchor: Option<String>,
    /// Probability that an interval holds the rating
    #[arg(long, value_name = "P", default_value_t = 0.95, allow_negative_numbers = true, value_parser = parse_confidence)]
    pub confidence: f64,
    /// How results follow from ratings
    #[arg(long, value_name = "MODEL", default_value = "logistic")]
    pub model: RateModel,
    /// Take each bot to have drawn this many games besides; every bot then has a rating
    #[arg(long, value_name = "GAMES", default_value_t = 0.0, allow_negative_numbers = true, value_parser = parse_prior)]
    pub prior: f64,
}

fn parse_prior(text: &str) -> Result<f64, String> {
    let games = text.parse().ok().filter(|games| *games == 0.0 || PRIORS.contains(games));
    games.ok_or_else(|| {
        format!(
            "a prior is a number of games from {} to {}, such as 1, or 0 for none",
            PRIORS.start(),
            PRIORS.end()
        )
    })
}

/// How results follow from ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RateModel {
    /// A draw is half a win
    Logistic,
    /// Draws have a chance of their own
    Davidson,
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    let confidence = text.parse().ok().filter(|confidence| CONFIDENCES.contains(confidence));
    let (least, most) = (CONFIDENCES.start(), CONFIDENCES.end());
    confidence.ok_or_else(|| format!("a confidence is a number from {least} to {most}"))
}
