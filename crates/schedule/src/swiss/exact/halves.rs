//! The residents who do not meet movers: who is in the upper half, and who meets
//! whom.
//!
//! The upper half S1 meets the lower half S2. Players change halves only when
//! nothing else helps: as few as possible, as close to the middle as possible.

use super::ground::Ground;
use crate::swiss::lanes::Lanes;
use crate::swiss::matching::Matching;
use crate::swiss::weighing::Term;

/// Adds the pairs of the residents who are left to the pairs of the movers.
pub(super) fn settle<const L: usize>(
    ground: Ground<'_>,
    mut pairs: Vec<(usize, usize)>,
) -> Vec<(usize, usize)> {
    if ground.residents().is_empty() {
        return pairs;
    }
    let mut halves = Halves::<L>::new(&ground);
    if halves.order.half > 0 {
        halves.leave();
        halves.enter();
        let uppers = halves.uppers();
        let mut opponents = Opponents::<L>::new(&ground, uppers);
        pairs.extend(opponents.choose());
    }
    pairs
}

/// Where a resident has to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Open,
    /// He leaves the upper half.
    Lower,
    /// He enters the upper half.
    Upper,
}

/// The question who is in the upper half.
struct Halves<'a, 'b, const L: usize> {
    order: Order<'a, 'b>,
    matching: Matching<L>,
    exchanges: usize,
}

/// What makes one choice of halves better than another.
struct Order<'a, 'b> {
    ground: &'a Ground<'b>,
    /// The vertex of the first resident.
    start: usize,
    /// The number of pairs.
    half: usize,
    places: Vec<Place>,
}

impl<'a, 'b, const L: usize> Halves<'a, 'b, L> {
    fn new(ground: &'a Ground<'b>) -> Halves<'a, 'b, L> {
        let mut matching = ground.matching::<L>();
        let residents = ground.residents();
        let half = ground.inner_pairs(&matching).len();
        let places = vec![Place::Open; residents.len()];
        let order = Order { ground, start: residents.start, half, places };
        if half > 0 {
            matching = Matching::new(ground.vertices(), |a, b| order.weight(a, b, 0));
        }
        let mut halves = Halves { order, matching, exchanges: 0 };
        halves.exchanges = (0..half).filter(|place| !halves.is_upper(*place)).count();
        halves
    }

    fn is_upper(&self, place: usize) -> bool {
        let vertex = self.order.start + place;
        let mate = self.matching.mate(vertex);
        vertex < mate && self.order.ground.is_inner(vertex, mate)
    }

    fn uppers(&self) -> Vec<usize> {
        let places = (0..self.order.places.len()).filter(|place| self.is_upper(*place));
        places.map(|place| self.order.start + place).collect()
    }

    /// Finds who leaves the upper half: the lowest who can.
    fn leave(&mut self) {
        let mut left = self.exchanges;
        for place in (0..self.order.half).rev() {
            if left == 0 {
                break;
            }
            if self.is_upper(place) {
                self.reweigh(place, -1);
            }
            if !self.is_upper(place) {
                left -= 1;
                self.order.places[place] = Place::Lower;
            }
            self.reweigh(place, 0);
        }
    }

    /// Finds who enters the upper half: the highest who can.
    fn enter(&mut self) {
        let mut left = self.exchanges;
        for place in self.order.half..self.order.places.len() {
            if left == 0 {
                break;
            }
            if !self.is_upper(place) {
                self.reweigh(place, 1);
            }
            if self.is_upper(place) {
                left -= 1;
                self.order.places[place] = Place::Upper;
            }
            self.reweigh(place, 0);
        }
    }

    /// Makes the pairs in which a player is the higher one heavier.
    fn reweigh(&mut self, place: usize, trial: i64) {
        let vertex = self.order.start + place;
        let order = &self.order;
        self.matching.reweigh(vertex, |other| {
            let trial = if other > vertex { trial } else { 0 };
            order.weight(vertex.min(other), vertex.max(other), trial)
        });
    }
}

impl Order<'_, '_> {
    fn weight<const L: usize>(&self, a: usize, b: usize, trial: i64) -> Lanes<L> {
        let mut weight = self.ground.weight(a, b);
        if !self.ground.is_inner(a, b) {
            return weight;
        }
        let place = a - self.start;
        let fixed = match self.places[place] {
            Place::Lower => return Lanes::ZERO,
            Place::Upper => 1,
            Place::Open => 0,
        };
        let mut add = |term, value| {
            self.ground.scale.add(&mut weight, self.ground.slot(term), value);
        };
        add(Term::Fixed, fixed);
        add(Term::UpperHalf, i64::from(place < self.half));
        add(Term::HigherPlaces, -(place as i64));
        add(Term::Trial, trial);
        weight
    }
}

/// The question who meets whom.
struct Opponents<'a, 'b, const L: usize> {
    ground: &'a Ground<'b>,
    matching: Matching<L>,
    uppers: Vec<usize>,
    /// For each vertex, whether it belongs to the upper half.
    in_upper: Vec<bool>,
    /// The opponent of each vertex of the upper half, once settled.
    settled: Vec<Option<usize>>,
}

impl<'a, 'b, const L: usize> Opponents<'a, 'b, L> {
    fn new(ground: &'a Ground<'b>, uppers: Vec<usize>) -> Opponents<'a, 'b, L> {
        let mut in_upper = vec![false; ground.vertices()];
        uppers.iter().for_each(|upper| in_upper[*upper] = true);
        let weight = |a, b| edge(ground, &in_upper, a, b);
        let matching = Matching::new(ground.vertices(), weight);
        let settled = vec![None; ground.vertices()];
        Opponents { ground, matching, uppers, in_upper, settled }
    }

    /// Gives each player of the upper half the highest opponent he can have.
    fn choose(&mut self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let mut taken = vec![false; self.ground.vertices()];
        for upper in self.uppers.clone() {
            let end = self.ground.residents().end;
            let can = |lower: &usize| {
                !taken[*lower] && !self.in_upper[*lower] && self.ground.is_inner(upper, *lower)
            };
            if (upper + 1..end).find(can) != Some(self.matching.mate(upper)) {
                self.reweigh(upper, |lower| -((lower - upper) as i64));
            }
            let lower = self.matching.mate(upper);
            self.settled[upper] = Some(lower);
            taken[lower] = true;
            self.reweigh(upper, |_| 0);
            pairs.push((self.ground.players[upper], self.ground.players[lower]));
        }
        pairs
    }

    fn reweigh(&mut self, upper: usize, trial: impl Fn(usize) -> i64) {
        let (ground, in_upper) = (self.ground, &self.in_upper);
        let settled = self.settled[upper];
        self.matching.reweigh(upper, |other| {
            let (a, b) = (upper.min(other), upper.max(other));
            let mut weight = edge(ground, in_upper, a, b);
            if settled.is_some_and(|settled| settled != other) {
                return Lanes::ZERO;
            }
            if a == upper && weight != Lanes::ZERO && ground.is_inner(a, b) {
                ground.scale.add(&mut weight, ground.slot(Term::Trial), trial(other));
            }
            weight
        });
    }
}

/// Returns the weight of an edge when pairs of the bracket lead from the upper half
/// to the lower one.
fn edge<const L: usize>(ground: &Ground<'_>, in_upper: &[bool], a: usize, b: usize) -> Lanes<L> {
    let crosses = in_upper[a] && !in_upper[b];
    if ground.is_inner(a, b) && !crosses { Lanes::ZERO } else { ground.weight(a, b) }
}
