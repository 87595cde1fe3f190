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

/// A pairing of a bracket and what it is worth.
pub(super) struct Weighed {
    pub(super) split: Split,
    /// What each term adds up to, most important first.
    pub(super) totals: Vec<(Term, i64)>,
}

/// Pairs a bracket.
///
/// # Errors
/// When the points of those who floated down are too many to be weighed.
pub(super) fn pair(bracket: &Bracket<'_>, wish: Wish) -> Result<Weighed, PairingError> {
    let least = bracket.len() % 2;
    for reach in [Reach::Bracket, Reach::Next] {
        if !bracket.has_room(reach, if reach == Reach::Bracket { least } else { 0 }) {
            continue;
        }
        if let Some(weighed) = within(bracket, reach, wish)? {
            return Ok(weighed);
        }
    }
    within(bracket, Reach::All, wish)?.ok_or(PairingError::TooTangled)
}

fn within(
    bracket: &Bracket<'_>,
    reach: Reach,
    wish: Wish,
) -> Result<Option<Weighed>, PairingError> {
    let ground = Ground::new(bracket, reach, wish);
    if ground.vertices() > MAX_WEIGHED_PLAYERS {
        return Err(PairingError::TooTangled);
    }
    match ground.scale.lanes() {
        1 | 2 => Ok(solve::<2>(ground)),
        3 => Ok(solve::<3>(ground)),
        4 => Ok(solve::<4>(ground)),
        5 | 6 => Ok(solve::<6>(ground)),
        7..=10 => Ok(solve::<10>(ground)),
        11..=20 => Ok(solve::<20>(ground)),
        21..=80 => Ok(solve::<80>(ground)),
        _ => Err(PairingError::TooTangled),
    }
}

/// Solves it within a reach; nothing when the reach turns out too short.
fn solve<const L: usize>(mut ground: Ground<'_>) -> Option<Weighed> {
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
    let pairs = movers::settle(&mut ground, matching);
    let pairs = halves::settle::<L>(ground.without(&pairs), pairs);
    Some(Weighed { split: bracket.split(pairs), totals })
}
