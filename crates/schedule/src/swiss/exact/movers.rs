//! Which movers are paired, and with whom: the first choice in the order of the
//! rules.

use super::ground::Ground;
use crate::swiss::lanes::Lanes;
use crate::swiss::matching::Matching;
use crate::swiss::weighing::Term;

/// Returns the pairs of the movers, as players.
pub(super) fn settle<const L: usize>(
    ground: &Ground<'_>,
    matching: Matching<L>,
) -> Vec<(usize, usize)> {
    let movers = ground.movers().len();
    let mut choice =
        Choice { ground, matching, kept: vec![false; movers], opponents: vec![None; movers] };
    choice.choose_movers();
    choice.choose_opponents()
}

struct Choice<'a, 'b, const L: usize> {
    ground: &'a Ground<'b>,
    matching: Matching<L>,
    /// The movers that have to be paired.
    kept: Vec<bool>,
    /// The opponents that are settled.
    opponents: Vec<Option<usize>>,
}

impl<const L: usize> Choice<'_, '_, L> {
    fn is_paired(&self, mover: usize) -> bool {
        self.ground.is_inner(mover, self.matching.mate(mover))
    }

    /// Takes the highest movers of equal points that can be paired.
    fn choose_movers(&mut self) {
        if (0..self.kept.len()).all(|mover| self.is_paired(mover)) {
            return;
        }
        for mover in 0..self.kept.len() {
            if !self.is_paired(mover) {
                self.reweigh(mover, |_| 1);
            }
            self.kept[mover] = self.is_paired(mover);
            self.reweigh(mover, |_| 0);
        }
    }

    /// Gives each mover that is paired the highest opponent he can have.
    fn choose_opponents(&mut self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for mover in 0..self.kept.len() {
            if !self.is_paired(mover) {
                continue;
            }
            let residents = self.ground.residents();
            let free = |resident: &usize| {
                self.ground.is_inner(mover, *resident) && !self.opponents.contains(&Some(*resident))
            };
            if residents.clone().find(free) != Some(self.matching.mate(mover)) {
                let start = residents.start;
                self.reweigh(mover, |resident| -((resident - start) as i64));
            }
            let opponent = self.matching.mate(mover);
            self.opponents[mover] = Some(opponent);
            self.reweigh(mover, |_| 0);
            pairs.push((self.ground.players[mover], self.ground.players[opponent]));
        }
        pairs
    }

    /// Makes the pairs of a mover heavier by a trial value for each opponent.
    fn reweigh(&mut self, mover: usize, trial: impl Fn(usize) -> i64) {
        let ground = self.ground;
        let (kept, opponent) = (self.kept[mover], self.opponents[mover]);
        self.matching.reweigh(mover, |other| {
            let (a, b) = (mover.min(other), mover.max(other));
            let mut weight = ground.weight(a, b);
            if opponent.is_some_and(|opponent| opponent != other) {
                return Lanes::ZERO;
            }
            if ground.is_inner(a, b) {
                ground.scale.add(&mut weight, ground.slot(Term::Fixed), i64::from(kept));
                ground.scale.add(&mut weight, ground.slot(Term::Trial), trial(other));
            }
            weight
        });
    }
}
