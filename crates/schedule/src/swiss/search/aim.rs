//! What the best pairing of a bracket could be at most.

use std::cmp::Reverse;

use super::colour_count::ColourCount;
use crate::swiss::bracket::Bracket;
use crate::swiss::contender::Float;
use crate::swiss::room::Reach;

/// The value that no pairing of a bracket can beat. A pairing that reaches it is
/// one of the best.
#[derive(Default)]
pub(super) struct Aim {
    /// How many pairs want the same colour.
    pub(super) clashes: usize,
    /// How many of those leave a strong preference unmet.
    pub(super) strong_clashes: usize,
    /// In an odd bracket, for each resident whether he is best suited to be left.
    may_float: Vec<bool>,
    /// In an odd bracket, for each resident whether he surely finds a partner in the
    /// next group, and everybody there too; in the last bracket everybody does.
    has_room: Vec<bool>,
}

/// How well a player is suited to float down or to get the bye; less is better.
/// The order of the parts is that of the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Suits {
    /// C9: how many games he played, if he gets the bye.
    games: Option<Reverse<usize>>,
    /// C12 and C13: the clashes that cannot be avoided without him.
    clashes: usize,
    strong_clashes: usize,
    /// C14 and C16: whether he floated down in the last round, and before.
    down: [bool; 2],
}

impl Aim {
    /// Finds the aim; nothing when the bracket is not a simple one.
    pub(super) fn of(bracket: &Bracket<'_>) -> Option<Aim> {
        let count = ColourCount::of(bracket, &Aim::default());
        let is_last = bracket.next.is_empty();
        if !is_last && bracket.holds_bye() {
            return None;
        }
        if bracket.len().is_multiple_of(2) {
            let has_room = is_last || bracket.has_room(Reach::Bracket, 0);
            return has_room.then(|| Aim::even(bracket, &count));
        }
        let room = if is_last { vec![true; bracket.residents.len()] } else { room(bracket)? };
        Aim::odd(bracket, &count, room)
    }

    fn even(bracket: &Bracket<'_>, count: &ColourCount) -> Aim {
        let clashes = count.least_clashes(bracket.len() / 2, None);
        let strong_clashes = count.least_strong_clashes(clashes);
        Aim { clashes, strong_clashes, ..Aim::default() }
    }

    fn odd(bracket: &Bracket<'_>, count: &ColourCount, has_room: Vec<bool>) -> Option<Aim> {
        let is_last = bracket.next.is_empty();
        let residents = bracket.residents.clone();
        let suits = residents.map(|player| {
            let candidate = !is_last || bracket.field.may_have_bye(player);
            candidate.then(|| suits(bracket, count, player))
        });
        let suits: Vec<Option<Suits>> = suits.collect();
        let best = suits.iter().flatten().min()?;
        Some(Aim {
            clashes: best.clashes,
            strong_clashes: best.strong_clashes,
            may_float: suits.iter().map(|suits| suits.as_ref() == Some(best)).collect(),
            has_room,
        })
    }

    /// Says whether the best pairing may leave a player out.
    pub(super) fn may_float(&self, bracket: &Bracket<'_>, player: usize) -> bool {
        let resident = player.checked_sub(bracket.residents.start);
        resident.and_then(|resident| self.may_float.get(resident)).is_some_and(|may| *may)
    }

    /// Says whether all is well below when a player floats down.
    pub(super) fn has_room(&self, bracket: &Bracket<'_>, player: usize) -> bool {
        self.has_room[player - bracket.residents.start]
    }
}

fn suits(bracket: &Bracket<'_>, count: &ColourCount, player: usize) -> Suits {
    let contender = &bracket.field.players[player];
    let mut without = count.clone();
    without.change(contender, false, -1);
    let clashes = without.least_clashes(bracket.len() / 2, None);
    Suits {
        games: bracket.next.is_empty().then_some(Reverse(contender.games)),
        clashes,
        strong_clashes: without.least_strong_clashes(clashes),
        down: contender.floats.map(|float| float == Float::Down),
    }
}

/// Returns for each resident whether the next group takes him in.
fn room(bracket: &Bracket<'_>) -> Option<Vec<bool>> {
    let floats_on = bracket.next_room(1, std::iter::empty())?;
    let total = 1 + bracket.next.len();
    let field = bracket.field;
    let takes = |player: usize| {
        let lost = floats_on.is_some_and(|last| field.meets(player, last));
        let meets = field.may_meet[player].count_in(bracket.next.clone());
        meets - usize::from(lost) >= total / 2
    };
    Some(bracket.residents.clone().map(takes).collect())
}
