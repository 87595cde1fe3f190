//! Records 202 and 212: the tie-breaks that a file asks for.

use super::columns::Line;
use super::{Record, TrfFile, TrfWarning};
use crate::tie_breaks::{TieBreak, next_tie_break};

/// The tie-breaks that a file asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedTieBreaks {
    /// Those that are known, in their order; none when the file asks for none.
    pub known: Vec<TieBreak>,
    /// What was left out, and why.
    pub unknown: Vec<TrfWarning>,
}

impl TrfFile {
    /// Returns the tie-breaks of record 212, or those of record 202 behind the points.
    #[must_use]
    pub fn tie_breaks(&self) -> AskedTieBreaks {
        let list = |tag: &'static str| self.lists(tag).find(|(_, list)| !list.is_empty());
        let Some((line, list)) = list("212").or_else(|| list("202")) else {
            return AskedTieBreaks::default();
        };
        let names = list.split([',', ';', ' ']).filter(|name| !name.is_empty());
        // Record 202 says what breaks ties, so the points go without saying.
        let is_points = |name: &str| name.parse() == Ok(TieBreak::Points);
        let unsaid = if names.clone().any(is_points) { Vec::new() } else { vec![TieBreak::Points] };
        let mut asked = AskedTieBreaks { known: unsaid.clone(), unknown: Vec::new() };
        for name in names {
            match next_tie_break(name, &asked.known) {
                Ok(tie_break) => asked.known.push(tie_break),
                Err(error) => asked.unknown.push(TrfWarning::TieBreak { line, error }),
            }
        }
        if asked.known == unsaid {
            asked.known.clear();
        }
        asked
    }

    /// Returns what follows a tag, each with the number of its line from 1.
    fn lists(&self, tag: &'static str) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(&self.records).filter_map(move |(number, record)| {
            let Record::Text(text) = record else { return None };
            let line = Line::new(number, text);
            (line.record() == Some(tag)).then(|| (number, line.body()))
        })
    }
}
