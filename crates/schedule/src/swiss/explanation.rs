//! Why somebody floats down or has the bye.
//!
//! The reason is found by trying the opposite: the bracket is paired again with
//! the wish that this player be paired in it, and the first criterion that gets
//! worse is the one that decided.

use std::fmt;

use super::bracket::Bracket;
use super::criteria::Criterion;
use super::exact::{self, Totals};
use super::field::Field;
use super::weighing::Term;
use super::{Method, Pairing, PairingError, Settings, brackets};
use crate::tournament::{PlayerNumber, Points, Tournament};

/// What happened to a player who was not paired in his group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// He is paired, or left again, in a group with fewer points.
    FloatsDown,
    /// He has the bye.
    HasBye,
}

/// Why a player was not paired in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The player.
    pub player: PlayerNumber,
    /// What happened to him.
    pub left: Left,
    /// The points of the group, virtual ones included.
    pub group: Points,
    /// How many players were to be paired in the group, with those from above.
    pub group_size: usize,
    /// The first criterion that is worse in the best pairing of the group in which
    /// the player is paired.
    pub criterion: Criterion,
}

impl fmt::Display for Decision {
    /// Writes a sentence for players, without a period.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decision { player, group, group_size, criterion, .. } = self;
        match self.left {
            Left::FloatsDown => write!(f, "player {player} floats down from {group} points")?,
            Left::HasBye => write!(f, "player {player} has the bye")?,
        }
        if group_size % 2 == 1 {
            write!(f, ", because the group of {group_size} is odd and otherwise {criterion}")
        } else {
            write!(f, ", because otherwise {criterion}")
        }
    }
}

/// Pairs the next round like [`super::pair`], and says why players float down and
/// who has the bye.
///
/// The decisions are in the order in which they were made, from the top.
///
/// # Errors
/// As for [`super::pair`].
pub fn explain(
    tournament: &Tournament,
    settings: &Settings,
) -> Result<(Pairing, Vec<Decision>), PairingError> {
    let field = Field::new(tournament, settings)?;
    let mut decisions = Vec::new();
    let places = brackets(&field, Method::SearchFirst, |bracket, split| {
        if split.floaters.is_empty() {
            return Ok(());
        }
        let chosen = exact::value(bracket, None)?;
        for floater in &split.floaters {
            let criterion = criterion(bracket, &chosen, *floater)?;
            decisions.push(Decision {
                player: tournament.players()[field.players[*floater].index].number,
                left: if bracket.next.is_empty() { Left::HasBye } else { Left::FloatsDown },
                group: Points::from_tenths(field.players[bracket.residents.start].score),
                group_size: bracket.len(),
                criterion,
            });
        }
        Ok(())
    })?;
    Ok((places.into_pairing(tournament, &field), decisions))
}

/// Finds the criterion that decided that a player is left.
fn criterion(
    bracket: &Bracket<'_>,
    chosen: &Totals,
    floater: usize,
) -> Result<Criterion, PairingError> {
    let other = exact::value(bracket, Some(floater))?;
    let granted = other.contains(&(Term::Wish, 1));
    if !granted {
        let may_spare = bracket.next.is_empty() && bracket.field.could_give_bye_above(floater);
        return Ok(if may_spare { Criterion::ByeScore } else { Criterion::Legality });
    }
    Ok(first_difference(chosen, &other))
}

/// Returns the first criterion in which two pairings of a bracket differ.
fn first_difference(best: &Totals, other: &Totals) -> Criterion {
    // Where one of them was found without looking ahead, with as many floaters, any
    // floaters are as good for the next group.
    let looks_ahead = |(term, _): &(Term, i64)| term.criterion() == Some(Criterion::NextGroup);
    let looked_ahead = best.iter().any(looks_ahead) && other.iter().any(looks_ahead);
    let criteria = |totals: &Totals| -> Vec<(Criterion, i64)> {
        let criteria = totals.iter().filter_map(|(term, sum)| Some((term.criterion()?, *sum)));
        criteria.filter(|(c, _)| looked_ahead || *c != Criterion::NextGroup).collect()
    };
    let (best, other) = (criteria(best), criteria(other));
    let differs = best.iter().zip(&other).find(|(best, other)| best != other);
    debug_assert!(differs.is_none_or(|(best, other)| best.0 == other.0 && best.1 > other.1));
    differs.map_or(Criterion::Order, |(best, _)| best.0)
}
