//! The names of tie-breaks.

use std::fmt;
use std::str::FromStr;

/// Most results that a tie-break can leave out at one end.
pub const MAX_CUT: u8 = 99;
/// Most tie-breaks in a list.
pub const MAX_TIE_BREAKS: usize = 32;

/// Results left out of a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cut {
    /// How many of the lowest, at most [`MAX_CUT`].
    pub lowest: u8,
    /// How many of the highest, at most [`MAX_CUT`].
    pub highest: u8,
}

/// One criterion of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// `PTS`: points.
    Points,
    /// `DE`: the games of the tied players among themselves. The value is the
    /// place among them, or 0 when it separates nobody.
    DirectEncounter,
    /// `BH`, `BH/C1`, `BH/M1`…: the points of the opponents.
    Buchholz(Cut),
    /// `FB`, `FB/C1`…: the same, as if all games of the last round were drawn.
    ForeBuchholz(Cut),
    /// `SB`, `SB/C1`…: the points of each opponent times those won from him.
    SonnebornBerger(Cut),
    /// `PS`, `PS/C1`…: the points after each round added up, but for the first ones.
    Progressive {
        /// How many of the first rounds are left out.
        cut: u8,
    },
    /// `WIN`: rounds worth a win, played or not.
    Wins,
    /// `WON`: games won on the board.
    GamesWon,
    /// `BPG`: games played with Black.
    BlackGames,
    /// `BWG`: games won on the board with Black.
    BlackGamesWon,
    /// `KS`: Koya, the points against opponents with at least half of the points,
    /// forfeits included.
    Koya,
    /// `ARO`: the mean rating of the opponents met that have one, rounded; 0
    /// without one.
    AverageRating,
    /// `REP`: rounds in which the player was ready to play.
    RoundsElected,
    /// `TPN`: the smaller pairing number.
    PairingNumber,
    /// `RTNG`: the rating, 0 without one.
    Rating,
}

/// The names without what may follow them.
const NAMES: [(&str, TieBreak); 15] = [
    ("PTS", TieBreak::Points),
    ("DE", TieBreak::DirectEncounter),
    ("BH", TieBreak::Buchholz(Cut { lowest: 0, highest: 0 })),
    ("FB", TieBreak::ForeBuchholz(Cut { lowest: 0, highest: 0 })),
    ("SB", TieBreak::SonnebornBerger(Cut { lowest: 0, highest: 0 })),
    ("PS", TieBreak::Progressive { cut: 0 }),
    ("WIN", TieBreak::Wins),
    ("WON", TieBreak::GamesWon),
    ("BPG", TieBreak::BlackGames),
    ("BWG", TieBreak::BlackGamesWon),
    ("KS", TieBreak::Koya),
    ("ARO", TieBreak::AverageRating),
    ("REP", TieBreak::RoundsElected),
    ("TPN", TieBreak::PairingNumber),
    ("RTNG", TieBreak::Rating),
];

impl TieBreak {
    /// Says whether the smallest value ranks first.
    pub fn least_is_best(self) -> bool {
        matches!(self, TieBreak::DirectEncounter | TieBreak::PairingNumber)
    }

    fn name(self) -> &'static str {
        let same =
            |other: &TieBreak| std::mem::discriminant(other) == std::mem::discriminant(&self);
        NAMES.iter().find(|(_, other)| same(other)).map_or("", |(name, _)| name)
    }

    fn cut(self) -> Cut {
        match self {
            TieBreak::Buchholz(cut)
            | TieBreak::ForeBuchholz(cut)
            | TieBreak::SonnebornBerger(cut) => cut,
            TieBreak::Progressive { cut } => Cut { lowest: cut, highest: 0 },
            _ => Cut::default(),
        }
    }

    fn with_cut(self, cut: Cut) -> Option<TieBreak> {
        match self {
            TieBreak::Buchholz(_) => Some(TieBreak::Buchholz(cut)),
            TieBreak::ForeBuchholz(_) => Some(TieBreak::ForeBuchholz(cut)),
            TieBreak::SonnebornBerger(_) => Some(TieBreak::SonnebornBerger(cut)),
            TieBreak::Progressive { .. } if cut.highest == 0 => {
                Some(TieBreak::Progressive { cut: cut.lowest })
            }
            _ => None,
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self.cut() {
            Cut { lowest: 0, highest: 0 } => f.pad(name),
            Cut { lowest, highest: 0 } => f.pad(&format!("{name}/C{lowest}")),
            Cut { lowest, .. } => f.pad(&format!("{name}/M{lowest}")),
        }
    }
}

/// Why a text is no tie-break or no list of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTieBreakError {
    /// The name does not exist.
    #[error("`{}` is no tie-break; do you mean `{nearest}`?", name.escape_debug())]
    Unknown {
        /// The name given, cut at 20 characters.
        name: String,
        /// The most similar one.
        nearest: &'static str,
    },
    /// The name cannot be followed by this.
    #[error("`{name}` cannot have `/{}`: a cut looks like `BH/C1`, `BH/M1` or `PS/C1`", suffix.escape_debug())]
    Suffix {
        /// The name.
        name: &'static str,
        /// What follows its slash, cut at 20 characters.
        suffix: String,
    },
    /// The list names one twice.
    #[error("`{0}` is in the list twice")]
    Twice(TieBreak),
    /// The list is too long.
    #[error("a list holds at most {MAX_TIE_BREAKS} tie-breaks")]
    TooMany,
}

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;

    /// Reads a name like `BH/C1`, in capital or small letters.
    fn from_str(text: &str) -> Result<TieBreak, ParseTieBreakError> {
        let (name, suffix) = text
            .trim()
            .split_once('/')
            .map_or((text.trim(), None), |(name, suffix)| (name, Some(suffix)));
        let shown = |text: &str| text.chars().take(20).collect::<String>();
        let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some(&(name, tie_break)) = known else {
            let name = shown(name);
            return Err(ParseTieBreakError::Unknown { nearest: nearest(&name), name });
        };
        let Some(suffix) = suffix else { return Ok(tie_break) };
        let cut = parse_cut(suffix).and_then(|cut| tie_break.with_cut(cut));
        cut.ok_or_else(|| ParseTieBreakError::Suffix { name, suffix: shown(suffix) })
    }
}

fn parse_cut(suffix: &str) -> Option<Cut> {
    let digits = suffix.get(1..)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let lowest = digits.parse().ok().filter(|count| (1..=MAX_CUT).contains(count))?;
    match suffix.as_bytes()[0] {
        b'C' | b'c' => Some(Cut { lowest, highest: 0 }),
        b'M' | b'm' => Some(Cut { lowest, highest: lowest }),
        _ => None,
    }
}

fn nearest(name: &str) -> &'static str {
    let upper = name.to_ascii_uppercase();
    let names = NAMES.iter().map(|(known, _)| *known);
    names.min_by_key(|known| strsim::osa_distance(known, &upper)).unwrap_or("PTS")
}

/// Reads a list like `PTS,DE,BH/C1`.
///
/// # Errors
/// Names the first that does not exist or comes twice, or says that there are
/// more than [`MAX_TIE_BREAKS`].
pub fn parse_tie_breaks(list: &str) -> Result<Vec<TieBreak>, ParseTieBreakError> {
    let mut tie_breaks = Vec::new();
    for text in list.split(',') {
        let tie_break = next_tie_break(text, &tie_breaks)?;
        tie_breaks.push(tie_break);
    }
    Ok(tie_breaks)
}

/// Reads one that comes after others in a list.
pub(crate) fn next_tie_break(
    text: &str,
    before: &[TieBreak],
) -> Result<TieBreak, ParseTieBreakError> {
    let tie_break = text.parse()?;
    match before {
        _ if before.contains(&tie_break) => Err(ParseTieBreakError::Twice(tie_break)),
        _ if before.len() == MAX_TIE_BREAKS => Err(ParseTieBreakError::TooMany),
        _ => Ok(tie_break),
    }
}
