//! What a test is to tell apart, and how sure it shall be.

use std::fmt;
use std::str::FromStr;

/// Largest `elo0` and `elo1`, on either side of 0.
pub const MAX_SPRT_ELO: f64 = 2_000.0;
/// Least distance of `elo0` and `elo1`: closer ones would take a hundred million games.
pub const MIN_SPRT_GAP_ELO: f64 = 0.01;
/// Smallest `alpha` and `beta`.
pub const MIN_ERROR_RATE: f64 = 1e-9;
/// Numbers of more digits are written with their power of ten, where that is shorter.
const MAX_PLAIN_DIGITS: usize = 12;
/// Text quoted in a message is cut after so many characters.
const MAX_QUOTED_CHARS: usize = 40;

/// What `elo0` and `elo1` mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// Normalised Elo: in units of the spread of a game, so that the same bounds need the same
    /// number of games whatever the draw rate.
    #[default]
    Normalized,
    /// Elo by the expected score.
    Logistic,
    /// Elo as BayesElo has it.
    Bayesian,
}

impl EloModel {
    /// All models.
    pub const ALL: [EloModel; 3] = [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian];

    /// Returns the word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
            EloModel::Bayesian => "bayesian",
        }
    }
}

/// What a test is to tell apart, and how sure it shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtSettings {
    /// The null hypothesis: A is better than B by this many Elo.
    pub elo0: f64,
    /// The other one; above `elo0`.
    pub elo1: f64,
    /// Probability of accepting `elo1` though `elo0` is true; 0.05 unless changed.
    pub alpha: f64,
    /// Probability of accepting `elo0` though `elo1` is true; 0.05 unless changed.
    pub beta: f64,
    /// What these Elo mean.
    pub model: EloModel,
}

/// Settings that make no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A number is not one, or too far from 0.
    #[error(
        "`{key}` is {}; it must be a number from -{MAX_SPRT_ELO} to {MAX_SPRT_ELO}",
        typed(*.value)
    )]
    Elo {
        /// `elo0` or `elo1`.
        key: &'static str,
        /// What it is.
        value: f64,
    },
    /// The hypotheses are in the wrong order, or the same.
    #[error(
        "`elo0` is {} and `elo1` is {}; `elo1` must be larger, by {MIN_SPRT_GAP_ELO} at least",
        typed(*.elo0),
        typed(*.elo1)
    )]
    Order {
        /// The null hypothesis.
        elo0: f64,
        /// The other one.
        elo1: f64,
    },
    /// A probability is none.
    #[error(
        "`{key}` is {}; it must be a number from {MIN_ERROR_RATE} to below 1, such as 0.05",
        typed(*.value)
    )]
    ErrorRate {
        /// `alpha` or `beta`.
        key: &'static str,
        /// What it is.
        value: f64,
    },
    /// The two error rates leave no room between the bounds.
    #[error("`alpha` {alpha} and `beta` {beta} must sum to less than 1")]
    ErrorRates {
        /// Rate of accepting `elo1` wrongly.
        alpha: f64,
        /// Rate of accepting `elo0` wrongly.
        beta: f64,
    },
    /// A part of the text is no setting.
    #[error("`{0}` is no setting; they are `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`")]
    Unknown(String),
    /// The value of a setting cannot be read.
    #[error("`{key}={value}`: {expected}")]
    Value {
        /// The setting.
        key: &'static str,
        /// Its value.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A setting is given twice.
    #[error("`{0}` is given twice")]
    Twice(&'static str),
    /// A hypothesis is not given.
    #[error("`{0}` is missing; a test is given as `elo0=0 elo1=5`")]
    Missing(&'static str),
    /// Something else than blanks is between the settings.
    #[error("settings are apart by blanks, not by `{0}`: `elo0=0 elo1=5`")]
    Separator(char),
    /// The word is no model.
    #[error("`{0}` is no model; they are `normalized`, `logistic` and `bayesian`")]
    Model(String),
}

impl Default for SprtSettings {
    fn default() -> SprtSettings {
        SprtSettings { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }
}

impl SprtSettings {
    pub(super) fn check(&self) -> Result<(), SprtError> {
        let SprtSettings { elo0, elo1, alpha, beta, .. } = *self;
        for (key, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_SPRT_ELO..=MAX_SPRT_ELO).contains(&value) {
                return Err(SprtError::Elo { key, value });
            }
        }
        // Written so that the difference of two decimals is not refused for its rounding.
        if elo1 - elo0 < MIN_SPRT_GAP_ELO * (1.0 - 1e-9) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (key, value) in [("alpha", alpha), ("beta", beta)] {
            if !(MIN_ERROR_RATE..1.0).contains(&value) {
                return Err(SprtError::ErrorRate { key, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(())
    }
}

impl FromStr for EloModel {
    type Err = SprtError;

    fn from_str(word: &str) -> Result<EloModel, SprtError> {
        let model = EloModel::ALL.into_iter().find(|model| model.word() == word);
        model.ok_or_else(|| SprtError::Model(quoted(word)))
    }
}

/// Writes all settings as they are read.
impl fmt::Display for SprtSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtSettings { elo0, elo1, alpha, beta, model } = *self;
        let model = model.word();
        write!(formatter, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

/// Reads `elo0=0 elo1=5`, with `alpha`, `beta` and `model` if wished, apart by blanks.
impl FromStr for SprtSettings {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<SprtSettings, SprtError> {
        let mut settings = SprtSettings::default();
        let mut given: Vec<&'static str> = Vec::new();
        if let Some(separator) = text.chars().find(|letter| [',', ';'].contains(letter)) {
            return Err(SprtError::Separator(separator));
        }
        for word in text.split_whitespace() {
            let unknown = || SprtError::Unknown(quoted(word));
            let (key, value) = word.split_once('=').ok_or_else(unknown)?;
            let key = ["elo0", "elo1", "alpha", "beta", "model"].into_iter().find(|it| *it == key);
            let key = key.ok_or_else(unknown)?;
            if given.contains(&key) {
                return Err(SprtError::Twice(key));
            }
            given.push(key);
            match key {
                "elo0" => settings.elo0 = number(key, value)?,
                "elo1" => settings.elo1 = number(key, value)?,
                "alpha" => settings.alpha = number(key, value)?,
                "beta" => settings.beta = number(key, value)?,
                _ => settings.model = value.parse()?,
            }
        }
        match ["elo0", "elo1"].into_iter().find(|key| !given.contains(key)) {
            Some(missing) => Err(SprtError::Missing(missing)),
            None => settings.check().map(|()| settings),
        }
    }
}

fn number(key: &'static str, value: &str) -> Result<f64, SprtError> {
    value.parse().map_err(|_| SprtError::Value {
        key,
        value: quoted(value),
        expected: "a number is expected",
    })
}

/// Writes a number as somebody would type it: `1e300` and not its 301 digits.
#[must_use]
pub fn typed(value: f64) -> String {
    let (plain, scientific) = (value.to_string(), format!("{value:e}"));
    if plain.len() > MAX_PLAIN_DIGITS && scientific.len() < plain.len() {
        scientific
    } else {
        plain
    }
}

/// Returns text for a message: no control characters, and not too much of it.
fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED_CHARS).flat_map(char::escape_debug).collect()
}
