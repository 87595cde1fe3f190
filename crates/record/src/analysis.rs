//! What a game would have been with best play, move by move.

use std::fmt;
use std::str::FromStr;

use ayo_rules::{Pit, Pits, Side, Winner};

/// What best play makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BestPlay {
    /// Who wins then.
    pub winner: Winner,
    /// Whether it takes the rule for positions that come back to settle it.
    pub by_repetition: bool,
}

/// A move that made the result worse for who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blunder {
    /// Number of the move, from 1, those of the opening included.
    pub ply: u32,
    /// The pit that was sown.
    pub pit: Pit,
    /// The moves that would have kept the result; `None` when that was not found out.
    pub keeps: Option<Pits>,
}

impl Blunder {
    /// Returns who played it.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.pit.owner()
    }
}

/// What best play makes of every position of a game, and the blunders of its bots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameAnalysis {
    /// The value of each position, the start and the last one included; `None` when it was
    /// not found out.
    pub values: Vec<Option<BestPlay>>,
    /// The blunders in their order; moves of the opening are none.
    pub blunders: Vec<Blunder>,
}

impl GameAnalysis {
    /// Raised whenever the same game may get another analysis; older ones are made again.
    pub const VERSION: u32 = 1;

    /// Returns who wins with best play after this many plies, if that is known.
    #[must_use]
    pub fn winner_after(&self, plies: usize) -> Option<Winner> {
        self.values.get(plies).copied().flatten().map(|best| best.winner)
    }

    /// Returns how many positions have no value.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.values.iter().filter(|value| value.is_none()).count()
    }

    /// Returns whether every position after so many plies of an opening has a value, so that no
    /// blunder is missing.
    #[must_use]
    pub fn is_known_after(&self, plies: usize) -> bool {
        self.values.iter().skip(plies).all(Option::is_some)
    }

    /// Writes the values, a letter for each position: `s` when South wins with best play,
    /// `n` when North does, `d` for a draw, `?` when it is not known. They are capitals where
    /// it takes the rule for positions that come back.
    #[must_use]
    pub fn values_text(&self) -> String {
        self.values.iter().copied().map(letter).collect()
    }

    /// Writes the blunders: `14A:DE 21c:b`, the number and letter of the move and those that
    /// would have kept the result, `?` when they are not known.
    #[must_use]
    pub fn blunders_text(&self) -> String {
        let texts: Vec<String> = self.blunders.iter().map(Blunder::to_string).collect();
        texts.join(" ")
    }

    /// Reads what [`GameAnalysis::values_text`] and [`GameAnalysis::blunders_text`] wrote.
    ///
    /// # Errors
    /// Says which part is none of theirs.
    pub fn from_texts(values: &str, blunders: &str) -> Result<GameAnalysis, ParseAnalysisError> {
        let values = values.chars().map(value).collect::<Result<Vec<_>, _>>()?;
        let blunders: Vec<Blunder> = blunders
            .split_ascii_whitespace()
            .map(|text| text.parse().map_err(|()| ParseAnalysisError::Blunder(text.to_owned())))
            .collect::<Result<_, _>>()?;
        let moves = values.len().saturating_sub(1);
        match blunders.iter().find(|blunder| blunder.ply == 0 || blunder.ply as usize > moves) {
            Some(blunder) => Err(ParseAnalysisError::Blunder(blunder.to_string())),
            None => Ok(GameAnalysis { values, blunders }),
        }
    }
}

fn letter(value: Option<BestPlay>) -> char {
    let Some(BestPlay { winner, by_repetition }) = value else { return '?' };
    let letter = match winner {
        Winner::Side(Side::South) => 's',
        Winner::Side(Side::North) => 'n',
        Winner::Draw => 'd',
    };
    if by_repetition { letter.to_ascii_uppercase() } else { letter }
}

fn value(letter: char) -> Result<Option<BestPlay>, ParseAnalysisError> {
    let winner = match letter.to_ascii_lowercase() {
        's' => Winner::Side(Side::South),
        'n' => Winner::Side(Side::North),
        'd' => Winner::Draw,
        '?' => return Ok(None),
        _ => return Err(ParseAnalysisError::Value(letter)),
    };
    Ok(Some(BestPlay { winner, by_repetition: letter.is_ascii_uppercase() }))
}

impl fmt::Display for Blunder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:", self.ply, self.pit)?;
        match self.keeps {
            None => f.write_str("?"),
            Some(keeps) => keeps.into_iter().try_for_each(|pit| pit.fmt(f)),
        }
    }
}

/// Reads what its `Display` writes.
impl FromStr for Blunder {
    type Err = ();

    fn from_str(text: &str) -> Result<Blunder, ()> {
        let (played, keeps) = text.split_once(':').ok_or(())?;
        let pit = played.chars().last().and_then(Pit::from_letter).ok_or(())?;
        let ply = played[..played.len() - 1].parse().map_err(|_| ())?;
        let keeps = match keeps {
            "?" => None,
            letters => Some(keeping(pit.owner(), letters)?),
        };
        Ok(Blunder { ply, pit, keeps })
    }
}

fn keeping(side: Side, letters: &str) -> Result<Pits, ()> {
    let mut keeps = Pits::EMPTY;
    for letter in letters.chars() {
        keeps.insert(Pit::from_letter(letter).filter(|pit| pit.owner() == side).ok_or(())?);
    }
    Ok(keeps)
}

/// Why texts are no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseAnalysisError {
    /// A letter that stands for no value.
    Value(char),
    /// A text that is no blunder of this game.
    Blunder(String),
}

impl fmt::Display for ParseAnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseAnalysisError::Value(letter) => {
                write!(f, "`{}` stands for no value", letter.escape_debug())
            }
            ParseAnalysisError::Blunder(text) => {
                write!(f, "`{}` is no blunder of this game", text.escape_debug())
            }
        }
    }
}

impl std::error::Error for ParseAnalysisError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_there_and_back() {
        let check = |values: &str, blunders: &str| {
            let analysis = GameAnalysis::from_texts(values, blunders).unwrap();
            assert_eq!(analysis.values_text(), values);
            assert_eq!(analysis.blunders_text(), blunders);
        };
        check("", "");
        check("s", "");
        check("ssndNSD?", "1A:C 4c:bd 7F:?");
    }

    #[test]
    fn what_is_no_analysis() {
        let check = |values: &str, blunders: &str| {
            let refused = GameAnalysis::from_texts(values, blunders);
            assert!(refused.is_err(), "{values} {blunders}: {refused:?}");
        };
        check("sw", "");
        check("ssé", "");
        for blunder in ["1A", "A:C", "0A:C", "3A:C", "1G:C", "1A:c", "1A:?C", "-1A:C", "1é:C", ":"]
        {
            check("sss", blunder);
        }
        check("", "1A:C");
    }
}
