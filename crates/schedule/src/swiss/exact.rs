//! Pairing a bracket by weighing: always right, for hard brackets.
//!
//! The heaviest matching meets all criteria as well as possible. Among the
//! matchings of that weight the first one in the order of the rules is found by
//! asking one question after the other: each makes the pairs of one player a
//! little heavier and sees whether the matching changes.

mod ground;
mod halves;
mod movers;

use super::bracket::{Bracket, Split};
use super::room::Reach;
use super::weighing::Term;
use super::{MAX_WEIGHED_PLAYERS, PairingError};
use ground::Ground;

/// A wish that a player be paired in the bracket, before all criteria.
pub(super) type Wish = Option<usize>;

/// What each term of a pairing adds up to, most important first.
pub(super) type Totals = Vec<(Term, i64)>;

/// How much has to be found out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// What the best pairings are worth.
    Value,
    /// The first of the best pairings.
    First,
}

/// One of the best pairings of a bracket and what it is worth.
struct Weighed {
    split: Split,
    totals: Totals,
}

/// Pairs a bracket.
///
/// # Errors
/// When there is too much to be weighed.
pub(super) fn pair(bracket: &Bracket<'_>) -> Result<Split, PairingError> {
    Ok(weigh(bracket, None, Depth::First)?.split)
}

/// Returns what the best pairing of a bracket is worth.
///
/// # Errors
/// When there is too much to be weighed.
pub(super) fn value(bracket: &Bracket<'_>, wish: Wish) -> Result<Totals, PairingError> {
    Ok(weigh(bracket, wish, Depth::Value)?.totals)
}

fn weigh(bracket: &Bracket<'_>, wish: Wish, depth: Depth) -> Result<Weighed, PairingError> {
    let least = bracket.len() % 2;
    for (reach, alone) in [(Reach::Bracket, least), (Reach::Next, 0)] {
        if bracket.has_room(reach, alone)
            && let Some(weighed) = within(Ground::new(bracket, reach, wish), depth)?
        {
            return Ok(weighed);
        }
    }
    within(Ground::new(bracket, Reach::All, wish), depth)?.ok_or(PairingError::TooTangled)
}

fn within(ground: Ground<'_>, depth: Depth) -> Result<Option<Weighed>, PairingError> {
    if ground.vertices() > MAX_WEIGHED_PLAYERS {
        return Err(PairingError::TooTangled);
    }
    match ground.scale.lanes() {
        1 | 2 => Ok(solve::<2>(ground, depth)),
        3 => Ok(solve::<3>(ground, depth)),
        4 => Ok(solve::<4>(ground, depth)),
        5 | 6 => Ok(solve::<6>(ground, depth)),
        7..=10 => Ok(solve::<10>(ground, depth)),
        11..=20 => Ok(solve::<20>(ground, depth)),
        21..=80 => Ok(solve::<80>(ground, depth)),
        _ => Err(PairingError::TooTangled),
    }
}

/// Solves it within a reach; nothing when the reach turns out too short.
fn solve<const L: usize>(mut ground: Ground<'_>, depth: Depth) -> Option<Weighed> {
    let bracket = ground.bracket;
    let mut matching = ground.matching::<L>();
    let alone = ground.alone(&matching);
    if !bracket.has_room(ground.reach, alone) {
        return None;
    }
    let floaters = bracket.len() - 2 * ground.inner_pairs(&matching).len();
    if bracket.holds_bye() && floaters == 1 {
        ground.weigh_bye_games();
        matching = ground.matching::<L>();
    }
    let totals = ground.totals(&matching);
    let pairs = match depth {
        Depth::Value => ground.pairs(&matching),
        Depth::First => {
            let pairs = movers::settle(&ground, matching);
            halves::settle::<L>(ground.without(&pairs), pairs)
        }
    };
    Some(Weighed { split: bracket.split(pairs), totals })
}
