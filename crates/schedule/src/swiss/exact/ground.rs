//! The graph of a bracket: who could be paired with whom, and what that weighs.

use std::ops::Range;

use super::Wish;
use crate::swiss::bracket::Bracket;
use crate::swiss::lanes::Lanes;
use crate::swiss::matching::Matching;
use crate::swiss::room::Reach;
use crate::swiss::weighing::{Criteria, Scale, Term};

/// The players within a reach as vertices, best first; in an odd number one more
/// vertex stands for the bye, or for having no partner within the reach.
pub(super) struct Ground<'a> {
    pub(super) bracket: &'a Bracket<'a>,
    pub(super) reach: Reach,
    pub(super) scale: Scale,
    /// The players of the vertices.
    pub(super) players: Vec<usize>,
    criteria: Criteria,
    weighs_bye_games: bool,
    wish: Wish,
    complete: Option<usize>,
    /// Movers that float on.
    limbo: Vec<usize>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(bracket: &'a Bracket<'a>, reach: Reach, wish: Wish) -> Ground<'a> {
        let end = match reach {
            Reach::Bracket => bracket.residents.end,
            Reach::Next => bracket.next.end,
            Reach::All => bracket.field.len(),
        };
        let mut players = bracket.players();
        players.extend(bracket.residents.end..end);
        let mut before = Vec::new();
        if reach == Reach::All {
            before.push((Term::Complete, players.len()));
        }
        if wish.is_some() {
            before.push((Term::Wish, 1));
        }
        let looks_ahead = reach != Reach::Bracket && !bracket.next.is_empty();
        let criteria = Criteria::of(bracket, looks_ahead, &before);
        let mut terms = criteria.terms.clone();
        let (half, all) = (bracket.len() / 2, bracket.len());
        terms.extend([
            (Term::Fixed, half),
            (Term::UpperHalf, half),
            (Term::HigherPlaces, half * all),
            (Term::Trial, all),
        ]);
        let scale = Scale::new(&terms);
        let complete = scale.find(Term::Complete);
        Ground {
            bracket,
            reach,
            scale,
            players,
            criteria,
            weighs_bye_games: false,
            wish,
            complete,
            limbo: Vec::new(),
        }
    }

    /// Lets the number of games of the one who gets the bye count (C9).
    pub(super) fn weigh_bye_games(&mut self) {
        self.weighs_bye_games = true;
    }

    /// Takes the paired movers and their opponents out; the other movers float on.
    pub(super) fn without(mut self, pairs: &[(usize, usize)]) -> Ground<'a> {
        let paired = |player: &usize| pairs.iter().any(|(a, b)| a == player || b == player);
        self.players.retain(|player| !paired(player));
        self.limbo = self.bracket.movers.iter().copied().filter(|p| !paired(p)).collect();
        self
    }

    /// Returns the number of vertices, which is even.
    pub(super) fn vertices(&self) -> usize {
        self.players.len().next_multiple_of(2)
    }

    /// Returns the vertices of the movers.
    pub(super) fn movers(&self) -> Range<usize> {
        0..self.players.partition_point(|player| self.bracket.is_mover(*player))
    }

    /// Returns the vertices of the residents.
    pub(super) fn residents(&self) -> Range<usize> {
        let start = self.movers().end;
        let end = self.bracket.residents.end;
        start..self.players.partition_point(|player| *player < end)
    }

    /// Says whether two vertices, the smaller first, may be a pair of the bracket.
    pub(super) fn is_inner(&self, a: usize, b: usize) -> bool {
        b < self.players.len()
            && self.bracket.is_pair(self.players[a], self.players[b])
            && !self.limbo.contains(&self.players[a])
    }

    pub(super) fn slot(&self, term: Term) -> usize {
        self.scale.find(term).expect("every ground has the terms that order pairings")
    }

    /// Finds the heaviest matching.
    pub(super) fn matching<const L: usize>(&self) -> Matching<L> {
        Matching::new(self.vertices(), |a, b| self.weight(a, b))
    }

    /// Returns the weight of an edge, the smaller vertex first.
    pub(super) fn weight<const L: usize>(&self, a: usize, b: usize) -> Lanes<L> {
        let mut weight = Lanes::ZERO;
        self.tell(a, b, |slot, value| self.scale.add(&mut weight, slot, value));
        weight
    }

    /// Tells what an edge, the smaller vertex first, adds to the terms.
    fn tell(&self, a: usize, b: usize, mut add: impl FnMut(usize, i64)) {
        let Some(&lower) = self.players.get(b) else { return self.tell_odd(a, add) };
        let higher = self.players[a];
        let complete = self.complete;
        let bracket = self.bracket;
        if lower < bracket.residents.end {
            if !self.is_inner(a, b) {
                return;
            }
            self.criteria.pair(bracket, (higher, lower), &mut add);
            if self.wish == Some(higher) || self.wish == Some(lower) {
                add(self.slot(Term::Wish), 1);
            }
        } else if !bracket.field.meets(higher, lower) {
            return;
        } else if bracket.next.contains(&lower) {
            self.criteria.pair_below(bracket, higher, &mut add);
        }
        if let Some(complete) = complete {
            add(complete, 1);
        }
    }

    /// Tells what being the odd one adds.
    fn tell_odd(&self, vertex: usize, mut add: impl FnMut(usize, i64)) {
        let player = self.players[vertex];
        let Some(complete) = self.complete.filter(|_| self.bracket.field.may_have_bye(player))
        else {
            return;
        };
        add(complete, 1);
        if self.weighs_bye_games {
            self.criteria.bye(self.bracket, player, add);
        }
    }

    /// Returns the pairs of the bracket in a matching.
    pub(super) fn inner_pairs<const L: usize>(
        &self,
        matching: &Matching<L>,
    ) -> Vec<(usize, usize)> {
        let pairs = (0..self.players.len()).map(|a| (a, matching.mate(a)));
        pairs.filter(|(a, b)| a < b && self.is_inner(*a, *b)).collect()
    }

    /// Returns the pairs of the bracket in a matching as players.
    pub(super) fn pairs<const L: usize>(&self, matching: &Matching<L>) -> Vec<(usize, usize)> {
        let pairs = self.inner_pairs(matching).into_iter();
        pairs.map(|(a, b)| (self.players[a], self.players[b])).collect()
    }

    /// Counts the players who have no partner within the reach.
    pub(super) fn alone<const L: usize>(&self, matching: &Matching<L>) -> usize {
        let is_alone = |a: &usize| {
            let (a, b) = (*a.min(&matching.mate(*a)), matching.mate(*a).max(*a));
            let mut told = false;
            self.tell(a, b, |_, _| told = true);
            !told
        };
        (0..self.players.len()).filter(is_alone).count()
    }

    /// Adds up the terms of a matching.
    pub(super) fn totals<const L: usize>(&self, matching: &Matching<L>) -> Vec<(Term, i64)> {
        let mut totals: Vec<(Term, i64)> =
            (0..self.scale.terms()).map(|slot| (self.scale.term(slot), 0)).collect();
        for a in 0..self.vertices() {
            if a < matching.mate(a) {
                self.tell(a, matching.mate(a), |slot, value| totals[slot].1 += value);
            }
        }
        totals
    }
}
