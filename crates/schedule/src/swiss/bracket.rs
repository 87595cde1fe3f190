//! A bracket: the players with equal points and those who floated down to them.

use std::ops::Range;

use super::field::Field;

/// The players to be paired next, and everybody who comes after them.
pub(super) struct Bracket<'a> {
    pub(super) field: &'a Field,
    /// Those who floated down from above, best first.
    pub(super) movers: Vec<usize>,
    /// Those who have the points of the bracket.
    pub(super) residents: Range<usize>,
    /// The next group; empty below the last one.
    pub(super) next: Range<usize>,
}

/// Which pairs a bracket has, and who floats down from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Split {
    /// The pairs, the higher ranked player first, sorted.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Those who float down or get the bye, best first.
    pub(super) floaters: Vec<usize>,
}

impl Bracket<'_> {
    /// Returns the players of the bracket, best first.
    pub(super) fn players(&self) -> Vec<usize> {
        self.movers.iter().copied().chain(self.residents.clone()).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.movers.len() + self.residents.len()
    }

    /// Returns the groups below the next one.
    pub(super) fn rest(&self) -> Range<usize> {
        self.next.end..self.field.len()
    }

    pub(super) fn is_mover(&self, player: usize) -> bool {
        player < self.residents.start
    }

    /// Says whether two players, the higher ranked one first, may be a pair of
    /// this bracket. Movers do not meet one another: had they been able to, they
    /// would have met above.
    pub(super) fn is_pair(&self, higher: usize, lower: usize) -> bool {
        self.residents.contains(&lower)
            && (higher >= self.residents.start || self.movers.contains(&higher))
            && self.field.meets(higher, lower)
    }

    /// Says whether the player who gets the bye must come from this bracket.
    pub(super) fn holds_bye(&self) -> bool {
        let score = self.field.players[self.residents.start].score;
        self.field.bye_score.is_some_and(|bye_score| bye_score >= score)
    }

    pub(super) fn split(&self, mut pairs: Vec<(usize, usize)>) -> Split {
        pairs.sort_unstable();
        let paired = |player: &usize| pairs.iter().any(|(a, b)| a == player || b == player);
        let floaters = self.players().into_iter().filter(|player| !paired(player)).collect();
        Split { pairs, floaters }
    }
}
