//! The heaviest perfect matching of a complete graph, kept up to date.
//!
//! Edmonds' primal-dual method: every vertex and every odd set ("blossom") has a
//! dual, no edge weighs more than the duals over it, and the matching uses only
//! edges that weigh exactly as much. One vertex after the other gets a partner by
//! growing a tree of such edges from it (time n² each, n³ for all). The duals of
//! a perfect matching may have any sign, so a vertex whose weights change is
//! simply let go and matched again: time n², not n³.
//!
//! ```text
//!      even ──matched── odd ──tight── even          the tree grows from its root
//!       │  tight                                    (even) along tight edges:
//!      root            even ─ even: a new blossom   odd: away, even: back
//! ```
//! Sources: "Maximum matching and a polyhedron with 0,1-vertices" (1965);
//! "Efficient algorithms for finding maximum matching in graphs" (1986).

mod blossoms;
mod tree;

use super::lanes::Lanes;
use blossoms::Blossoms;

/// No vertex, no blossom.
const NONE: usize = usize::MAX;

/// A complete graph of an even number of vertices and its heaviest matching.
pub(super) struct Matching<const L: usize> {
    count: usize,
    /// Twice the weights, so that halves stay whole; row by row.
    weights: Vec<Lanes<L>>,
    duals: Vec<Lanes<L>>,
    /// The partner of each vertex.
    mates: Vec<usize>,
    blossoms: Blossoms<L>,
    tree: tree::Tree,
}

impl<const L: usize> Matching<L> {
    /// Finds the heaviest perfect matching of an even number of vertices.
    pub(super) fn new(count: usize, weight: impl Fn(usize, usize) -> Lanes<L>) -> Matching<L> {
        debug_assert!(count.is_multiple_of(2), "{count} vertices");
        let mut weights = vec![Lanes::ZERO; count * count];
        for u in 0..count {
            for v in u + 1..count {
                let weight = weight(u, v);
                weights[u * count + v] = weight + weight;
                weights[v * count + u] = weight + weight;
            }
        }
        let mut matching = Matching {
            count,
            weights,
            duals: Vec::with_capacity(count),
            mates: vec![NONE; count],
            blossoms: Blossoms::new(count),
            tree: tree::Tree::new(count),
        };
        matching.start();
        matching.complete();
        matching
    }

    /// Returns the partner of a vertex.
    pub(super) fn mate(&self, vertex: usize) -> usize {
        self.mates[vertex]
    }

    /// Gives the edges of one vertex new weights and finds the heaviest matching
    /// again.
    pub(super) fn reweigh(&mut self, vertex: usize, weight: impl Fn(usize) -> Lanes<L>) {
        self.release(vertex);
        for other in (0..self.count).filter(|other| *other != vertex) {
            let weight = weight(other);
            self.weights[vertex * self.count + other] = weight + weight;
            self.weights[other * self.count + vertex] = weight + weight;
        }
        let least = (0..self.count).filter(|other| *other != vertex);
        let least = least.map(|other| self.weight(vertex, other) - self.duals[other]).max();
        self.duals[vertex] = least.unwrap_or(Lanes::ZERO);
        if self.mates[vertex] != NONE && self.slack(vertex, self.mates[vertex]) != Lanes::ZERO {
            self.part(vertex);
        }
        self.complete();
    }

    /// Gives every vertex the least dual its heaviest edge asks for, and marries
    /// greedily.
    fn start(&mut self) {
        for u in 0..self.count {
            let others = (0..self.count).filter(|v| *v != u);
            let heaviest = others.map(|v| self.weight(u, v)).max().unwrap_or(Lanes::ZERO);
            self.duals.push(heaviest.half());
        }
        for u in 0..self.count {
            if self.mates[u] != NONE {
                continue;
            }
            // Lowering the dual as far as its edges allow makes one of them tight.
            let others = (0..self.count).filter(|v| *v != u);
            let least = others.map(|v| self.weight(u, v) - self.duals[v]).max();
            self.duals[u] = least.unwrap_or(Lanes::ZERO);
            let free =
                |v: &usize| *v != u && self.mates[*v] == NONE && self.slack(u, *v) == Lanes::ZERO;
            if let Some(v) = (0..self.count).find(free) {
                self.mates[u] = v;
                self.mates[v] = u;
            }
        }
    }

    /// Matches every vertex that is alone.
    fn complete(&mut self) {
        for vertex in 0..self.count {
            if self.mates[vertex] == NONE {
                self.grow(vertex);
            }
        }
    }

    fn weight(&self, u: usize, v: usize) -> Lanes<L> {
        self.weights[u * self.count + v]
    }

    /// How much the duals of two vertices outweigh the edge between them.
    fn slack(&self, u: usize, v: usize) -> Lanes<L> {
        self.duals[u] + self.duals[v] - self.weight(u, v)
    }

    fn part(&mut self, vertex: usize) {
        let mate = std::mem::replace(&mut self.mates[vertex], NONE);
        if mate != NONE {
            self.mates[mate] = NONE;
        }
    }

    /// Dissolves every blossom around a vertex.
    ///
    /// Half the dual of a blossom goes to each of its vertices: nothing changes
    /// for the edges inside, and those that leave it get slack.
    fn release(&mut self, vertex: usize) {
        while self.blossoms.outer[vertex] != vertex {
            let blossom = self.blossoms.outer[vertex];
            let dual = self.blossoms.dual(blossom);
            if dual != Lanes::ZERO {
                for leaf in self.blossoms.leaves(blossom) {
                    self.duals[leaf] += dual.half();
                }
                self.part(self.blossoms.base(blossom));
            }
            self.blossoms.dissolve(blossom);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    type Weights = Vec<Vec<Lanes<2>>>;

    fn heaviest(weights: &Weights, free: &mut Vec<usize>) -> Lanes<2> {
        let Some(u) = free.pop() else { return Lanes::ZERO };
        let mut best = None;
        for place in 0..free.len() {
            let v = free.remove(place);
            best = best.max(Some(weights[u][v] + heaviest(weights, free)));
            free.insert(place, v);
        }
        free.push(u);
        best.expect("the number of vertices is even")
    }

    fn value(matching: &Matching<2>, weights: &Weights) -> Lanes<2> {
        let count = weights.len();
        assert!((0..count).all(|u| matching.mate(matching.mate(u)) == u));
        let pairs = weights.iter().enumerate().map(|(u, row)| (u, row[matching.mate(u)]));
        let pairs = pairs.filter(|(u, _)| *u < matching.mate(*u));
        pairs.fold(Lanes::ZERO, |sum, (_, weight)| sum + weight)
    }

    fn check(seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut below = |limit: i64| (random.next_u64() % limit as u64) as i64;
        let count = 2 * (1 + below(5) as usize);
        let range = 1 + below(12);
        let mut weights = vec![vec![Lanes::ZERO; count]; count];
        let edges = (0..count).flat_map(|v| (0..v).map(move |u| (u, v)));
        for (u, v) in edges {
            weights[u][v] = Lanes([below(range), below(9) - 4]);
            weights[v][u] = weights[u][v];
        }
        let mut matching = Matching::new(count, |u, v| weights[u][v]);
        let all: Vec<usize> = (0..count).collect();
        assert_eq!(value(&matching, &weights), heaviest(&weights, &mut all.clone()), "seed {seed}");
        for change in 0..12 {
            let u = below(count as i64) as usize;
            let others: Vec<usize> = (0..count).filter(|v| *v != u).collect();
            for v in others {
                weights[u][v] = Lanes([below(range), below(9) - 4]);
                weights[v][u] = weights[u][v];
            }
            matching.reweigh(u, |v| weights[u][v]);
            let best = heaviest(&weights, &mut all.clone());
            assert_eq!(value(&matching, &weights), best, "seed {seed}, change {change}");
        }
    }

    #[test]
    fn equals_trying_everything() {
        (0..400).for_each(check);
    }
}
