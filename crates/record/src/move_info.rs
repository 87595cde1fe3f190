//! What a bot says of its move.

use ayo_rules::Pit;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a bot said of a move it made: `info` of its `move`, for people and never judged.
///
/// As JSON it has the same members, and none that was not said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveInfo {
    /// What the move is worth to the mover, finite, in a unit of the bot's own.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "write_score")]
    pub score: Option<f64>,
    /// Plies looked ahead, below 2^53.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Positions searched, below 2^53.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The moves it expects, this one first; empty when it does not say.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "write_pits",
        deserialize_with = "read_pits"
    )]
    pub pv: Vec<Pit>,
    /// Anything else, with any character in it; empty when it does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl MoveInfo {
    /// Returns whether it says nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == MoveInfo::default()
    }

    /// Returns the moves it expects behind this one.
    ///
    /// No side moves twice, so a first move of the mover's own pit is this very move.
    #[must_use]
    pub fn expected_after(&self, pit: Pit) -> &[Pit] {
        match self.pv.split_first() {
            Some((&first, rest)) if first == pit => rest,
            _ => &self.pv,
        }
    }
}

/// Writes a whole number without `.0`, as most bots send it.
fn write_score<S: Serializer>(score: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *score {
        Some(score) if score.fract() == 0.0 && score.abs() < 2_f64.powi(53) => {
            serializer.serialize_i64(score as i64)
        }
        score => score.serialize(serializer),
    }
}

fn write_pits<S: Serializer>(pits: &[Pit], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pits.iter().map(|pit| pit.index()))
}

fn read_pits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pit>, D::Error> {
    let numbers = Vec::<u8>::deserialize(deserializer)?;
    let pit = |number| {
        Pit::new(number).ok_or_else(|| D::Error::custom(format_args!("{number} is not a pit")))
    };
    numbers.into_iter().map(pit).collect()
}
