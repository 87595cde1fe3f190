//! How far ahead a bracket has to look.

use std::ops::Range;

use super::bracket::Bracket;

/// Most players of the next group that are tried as the one who floats on.
const FLOATERS_TRIED: usize = 4;

/// The players that are looked at together to pair a bracket.
///
/// Looking at everybody is always right. Looking at fewer is right when the others
/// are sure to find partners, whoever floats down to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The bracket alone.
    Bracket,
    /// The bracket and the next group.
    Next,
    /// Everybody who is not paired yet.
    All,
}

impl Bracket<'_> {
    /// Says whether a reach is enough when so many of the players in it find no
    /// partner there.
    pub(super) fn has_room(&self, reach: Reach, alone: usize) -> bool {
        match reach {
            Reach::Bracket => self.next_has_room(alone),
            Reach::Next => self.rest_has_room(alone),
            Reach::All => true,
        }
    }

    /// Says whether the next group, and then the rest, can be paired as well as
    /// possible whichever players of the bracket float down.
    fn next_has_room(&self, floaters: usize) -> bool {
        if self.next.is_empty() || self.holds_bye() {
            return false;
        }
        if floaters == 0 {
            let below: Vec<usize> = (self.next.start..self.field.len()).collect();
            return self.field.can_complete(&below);
        }
        let everybody = || self.players().into_iter().chain(self.next.clone());
        self.next_room(floaters, everybody()).is_some()
    }

    /// Finds out whether so many floaters, out of these players, all meet somebody
    /// in the next group while everybody there but one, or nobody, is paired too.
    /// Returns the one who floats on, if any.
    pub(super) fn next_room(
        &self,
        floaters: usize,
        players: impl Iterator<Item = usize> + Clone,
    ) -> Option<Option<usize>> {
        let field = self.field;
        let total = floaters + self.next.len();
        let meets = |player: usize| field.may_meet[player].count_in(self.next.clone());
        let rest: Vec<usize> = self.rest().collect();
        if total.is_multiple_of(2) {
            let mut everybody = players.chain(self.next.clone());
            let room = everybody.all(|player| meets(player) >= total / 2);
            return (room && field.can_complete(&rest)).then_some(None);
        }
        let takes_bye = |player: usize| rest.is_empty() && field.may_have_bye(player);
        let bye_below = self.next.clone().any(|player| field.may_have_bye(player));
        if bye_below && !rest.is_empty() {
            return None;
        }
        let floats_on = |last: usize| {
            let without = |player: usize| meets(player) - usize::from(field.meets(player, last));
            let mut everybody = players.clone().chain(self.next.clone());
            let room = everybody.all(|player| player == last || without(player) >= total / 2);
            let mut below = vec![last];
            below.extend(&rest);
            room && (takes_bye(last) || !rest.is_empty() && field.can_complete(&below))
        };
        let candidates = self.next.clone().rev().filter(|p| !rest.is_empty() || takes_bye(*p));
        candidates.take(FLOATERS_TRIED).find(|last| floats_on(*last)).map(Some)
    }

    /// Says whether the groups below the next one can be paired whichever players
    /// float down to them.
    fn rest_has_room(&self, floaters: usize) -> bool {
        let field = self.field;
        let rest = self.rest();
        let bye_above = (0..rest.start).any(|player| field.may_have_bye(player));
        if rest.is_empty() || self.holds_bye() || bye_above {
            return false;
        }
        if floaters == 0 {
            return field.can_complete(&rest.collect::<Vec<_>>());
        }
        self.rest_takes(floaters, rest)
    }

    fn rest_takes(&self, floaters: usize, rest: Range<usize>) -> bool {
        let field = self.field;
        let total = floaters + rest.len();
        let mut everybody = self.players().into_iter().chain(self.next.start..field.len());
        let meets = |player: usize| field.may_meet[player].count_in(rest.clone());
        if total.is_multiple_of(2) {
            return everybody.all(|player| meets(player) >= total / 2);
        }
        let Some(bye) = rest.clone().rev().find(|player| field.may_have_bye(*player)) else {
            return false;
        };
        let without = |player: usize| meets(player) - usize::from(field.meets(player, bye));
        everybody.all(|player| player == bye || without(player) >= total / 2)
    }
}
