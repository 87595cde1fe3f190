//! Counting colours: how many clashes cannot be avoided.

use super::aim::Aim;
use crate::swiss::Colours;
use crate::swiss::bracket::Bracket;
use crate::swiss::colours::Strength;
use crate::swiss::contender::Contender;
use crate::tournament::Colour;

/// How many players want which colour.
#[derive(Clone, Debug, Default)]
pub(super) struct ColourCount {
    /// Those who want White, Black, and neither.
    wants: [usize; 3],
    /// Those of them with only a mild preference.
    mild: [usize; 3],
    /// Those of them who may float down.
    may_float: [usize; 3],
    has_floater: bool,
    counts: bool,
}

/// Which of the counts of a [`ColourCount`] a player belongs to.
fn kind(player: &Contender) -> usize {
    match player.preference.colour {
        Some(Colour::White) => 0,
        Some(Colour::Black) => 1,
        None => 2,
    }
}

impl ColourCount {
    /// Counts the players of a bracket.
    pub(super) fn of(bracket: &Bracket<'_>, aim: &Aim) -> ColourCount {
        let mut count = ColourCount {
            has_floater: bracket.len() % 2 == 1,
            counts: bracket.field.colours == Colours::Count,
            ..ColourCount::default()
        };
        for player in bracket.players() {
            let may_float = aim.may_float(bracket, player);
            count.change(&bracket.field.players[player], may_float, 1);
        }
        count
    }

    /// Counts one player more or less.
    pub(super) fn change(&mut self, player: &Contender, may_float: bool, by: isize) {
        let kind = kind(player);
        let change = |count: &mut usize| *count = count.saturating_add_signed(by);
        change(&mut self.wants[kind]);
        if player.preference.strength == Strength::Mild {
            change(&mut self.mild[kind]);
        }
        if may_float {
            change(&mut self.may_float[kind]);
        }
    }

    /// Returns the least number of clashes in so many pairs when a player of some
    /// kind, if any, floats down.
    pub(super) fn least_clashes(&self, pairs: usize, floats: Option<usize>) -> usize {
        if !self.counts {
            return 0;
        }
        let wants = |kind| self.wants[kind] - usize::from(floats == Some(kind));
        wants(0).max(wants(1)).saturating_sub(pairs)
    }

    /// Returns the least number of clashes that leave a strong preference unmet,
    /// when so many clashes cannot be avoided: each needs somebody with a mild one.
    pub(super) fn least_strong_clashes(&self, clashes: usize) -> usize {
        let kind = usize::from(self.wants[1] > self.wants[0]);
        clashes.saturating_sub(self.mild[kind])
    }

    /// Says whether the players counted can still be paired with so few clashes.
    pub(super) fn allows(&self, pairs: usize, clashes: usize, strong_clashes: usize) -> bool {
        let least = if self.has_floater {
            let kinds = (0..3).filter(|kind| self.may_float[*kind] > 0);
            kinds.map(|kind| self.least_clashes(pairs, Some(kind))).min()
        } else {
            Some(self.least_clashes(pairs, None))
        };
        least.is_some_and(|least| {
            least <= clashes && self.least_strong_clashes(least) <= strong_clashes
        })
    }
}
