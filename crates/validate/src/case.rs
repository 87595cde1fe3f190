//! The cases: their numbers, levels and clauses, as one table.

use std::fmt;
use std::str::FromStr;

use crate::bench::Bench;
use crate::chapters;
use crate::trouble::{Kind, Trouble};

/// What breaking a clause means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It loses games.
    Must,
    /// It is a warning.
    Should,
    /// For information.
    May,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Must => "MUST",
            Level::Should => "SHOULD",
            Level::May => "MAY",
        })
    }
}

/// The number of a case, as in `2.3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseId {
    /// Its chapter, from 1.
    pub chapter: u8,
    /// Its number in the chapter, from 1.
    pub number: u8,
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.chapter, self.number))
    }
}

/// What is known of a case before it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseInfo {
    /// Its number.
    pub id: CaseId,
    /// What breaking it means.
    pub level: Level,
    /// The clause of `protocol.md` it examines.
    pub clause: &'static str,
    /// What a bot does that passes.
    pub title: &'static str,
}

/// What a passed case has to say, if anything.
pub(crate) type Passed = Option<String>;

/// How a case is tried.
pub(crate) type Attempt = fn(&mut Bench<'_>) -> Result<Passed, Trouble>;

/// A case of a chapter; its number follows from its place.
pub(crate) struct Case {
    pub(crate) level: Level,
    pub(crate) clause: &'static str,
    pub(crate) title: &'static str,
    pub(crate) attempt: Attempt,
    pub(crate) standing: Standing,
}

/// What else depends on a case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing: it is a matter of its own.
    Own,
    /// When it fails, the same fault elsewhere is not told again.
    Basic,
    /// A kind of positions: a bad answer in one is told for every kind, and not again
    /// where other things are examined.
    Sample,
}

/// A chapter: cases that share a process until one of them fails.
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    pub(crate) cases: &'static [Case],
}

impl Case {
    /// Returns whether a fault of this kind is told here and nowhere after.
    pub(crate) fn is_told_of(&self, kind: Kind) -> bool {
        match self.standing {
            Standing::Own => false,
            Standing::Basic => true,
            Standing::Sample => !kind.is_hopeless(),
        }
    }
}

pub(crate) const fn must(clause: &'static str, title: &'static str, attempt: Attempt) -> Case {
    Case { level: Level::Must, clause, title, attempt, standing: Standing::Own }
}

pub(crate) const fn basic(clause: &'static str, title: &'static str, attempt: Attempt) -> Case {
    Case { level: Level::Must, clause, title, attempt, standing: Standing::Basic }
}

pub(crate) const fn sample(clause: &'static str, title: &'static str, attempt: Attempt) -> Case {
    Case { level: Level::Must, clause, title, attempt, standing: Standing::Sample }
}

pub(crate) const fn should(clause: &'static str, title: &'static str, attempt: Attempt) -> Case {
    Case { level: Level::Should, clause, title, attempt, standing: Standing::Own }
}

pub(crate) const fn may(clause: &'static str, title: &'static str, attempt: Attempt) -> Case {
    Case { level: Level::May, clause, title, attempt, standing: Standing::Own }
}

/// Goes through all cases with what tries them.
pub(crate) fn all() -> impl Iterator<Item = (CaseInfo, &'static Case)> {
    (1..).zip(&chapters::ALL).flat_map(|(chapter, Chapter { cases, .. })| {
        (1..).zip(cases.iter()).map(move |(number, case)| {
            let Case { level, clause, title, .. } = *case;
            (CaseInfo { id: CaseId { chapter, number }, level, clause, title }, case)
        })
    })
}

/// Lists all cases, in order.
pub fn cases() -> impl Iterator<Item = CaseInfo> {
    all().map(|(info, _)| info)
}

/// Returns the title of a chapter, which counts from 1.
///
/// # Panics
/// There is no such chapter.
#[must_use]
pub fn chapter_title(chapter: u8) -> &'static str {
    chapters::ALL[usize::from(chapter) - 1].title
}

/// Which cases are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// Those of one chapter.
    Chapter(u8),
    /// One.
    Case(CaseId),
    /// The few that find out in a moment whether games make sense.
    Quick,
}

/// What [`Selection::Quick`] tries: the greeting, an answer, and a legal first move.
const QUICK: [(u8, u8); 9] =
    [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (2, 4), (4, 1)];

impl Selection {
    /// Returns whether a case is tried.
    #[must_use]
    pub fn contains(self, id: CaseId) -> bool {
        match self {
            Selection::All => true,
            Selection::Chapter(chapter) => id.chapter == chapter,
            Selection::Case(only) => id == only,
            Selection::Quick => QUICK.contains(&(id.chapter, id.number)),
        }
    }
}

/// A text that names no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCase(pub String);

impl fmt::Display for UnknownCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no case `{}`", self.0)
    }
}

impl std::error::Error for UnknownCase {}

/// Reads `2.3`, a case, or `2`, a chapter.
impl FromStr for Selection {
    type Err = UnknownCase;

    fn from_str(text: &str) -> Result<Selection, UnknownCase> {
        let found = cases().find_map(|CaseInfo { id, .. }| {
            if id.to_string() == text {
                return Some(Selection::Case(id));
            }
            (id.chapter.to_string() == text).then_some(Selection::Chapter(id.chapter))
        });
        found.ok_or_else(|| UnknownCase(text.to_owned()))
    }
}
