//! Whether everybody can be paired at all.
//!
//! Edmonds' blossom algorithm without weights ("Paths, trees, and flowers", 1965):
//! one lonely player after the other looks for a way to change partners that ends
//! at another lonely one. Who finds none once never will, so an impossible round
//! is seen at the first of them.

use super::set::Set;

/// No player.
const NONE: usize = usize::MAX;

/// Says whether an even number of players, from 0, can all be paired, when each may
/// meet those of his set.
pub(super) fn can_pair_all(may_meet: &[Set]) -> bool {
    let mut search = Search {
        may_meet,
        mates: vec![NONE; may_meet.len()],
        parents: Vec::new(),
        bases: Vec::new(),
        even: Vec::new(),
        queue: Vec::new(),
    };
    search.marry_greedily();
    (0..may_meet.len()).all(|player| search.mates[player] != NONE || search.find_mate(player))
}

struct Search<'a> {
    may_meet: &'a [Set],
    mates: Vec<usize>,
    /// For players an odd number of steps from the root, where they were seen from.
    parents: Vec<usize>,
    /// The first player of the odd ring, or of the rings in it, around each player.
    bases: Vec<usize>,
    even: Vec<bool>,
    queue: Vec<usize>,
}

impl Search<'_> {
    /// Marries those with the fewest possible partners first, to one another where
    /// that can be: this leaves few lonely.
    fn marry_greedily(&mut self) {
        let count = self.mates.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_cached_key(|player| self.may_meet[*player].count_in(0..count));
        for &player in &order {
            let set = &self.may_meet[player];
            let free = |other: &&usize| self.mates[**other] == NONE && set.contains(**other);
            if self.mates[player] == NONE
                && let Some(&other) = order.iter().find(free)
            {
                self.mates[player] = other;
                self.mates[other] = player;
            }
        }
    }

    /// Finds a partner for a lonely player.
    fn find_mate(&mut self, root: usize) -> bool {
        let count = self.mates.len();
        self.parents = vec![NONE; count];
        self.bases = (0..count).collect();
        self.even = vec![false; count];
        self.even[root] = true;
        self.queue = vec![root];
        let mut next = 0;
        while next < self.queue.len() {
            let player = self.queue[next];
            next += 1;
            for other in self.may_meet[player].members() {
                if self.bases[player] == self.bases[other] || self.mates[player] == other {
                    continue;
                }
                let mate = self.mates[other];
                if other == root || mate != NONE && self.parents[mate] != NONE {
                    self.close(player, other);
                } else if self.parents[other] == NONE {
                    self.parents[other] = player;
                    if mate == NONE {
                        self.flip(other);
                        return true;
                    }
                    self.even[mate] = true;
                    self.queue.push(mate);
                }
            }
        }
        false
    }

    /// Changes the partners on the way from a lonely player back to the root.
    fn flip(&mut self, mut player: usize) {
        while player != NONE {
            let parent = self.parents[player];
            let left = self.mates[parent];
            self.mates[player] = parent;
            self.mates[parent] = player;
            player = left;
        }
    }

    /// Makes one node of the odd ring that two even players close.
    fn close(&mut self, a: usize, b: usize) {
        let top = self.common(a, b);
        let mut ring = vec![false; self.mates.len()];
        self.mark(&mut ring, a, top, b);
        self.mark(&mut ring, b, top, a);
        for player in 0..self.mates.len() {
            if ring[self.bases[player]] {
                self.bases[player] = top;
                if !self.even[player] {
                    self.even[player] = true;
                    self.queue.push(player);
                }
            }
        }
    }

    fn mark(&mut self, ring: &mut [bool], mut player: usize, top: usize, mut child: usize) {
        while self.bases[player] != top {
            let mate = self.mates[player];
            ring[self.bases[player]] = true;
            ring[self.bases[mate]] = true;
            self.parents[player] = child;
            child = mate;
            player = self.parents[mate];
        }
    }

    /// Returns the base where the ways to the root of two even players meet.
    fn common(&self, a: usize, b: usize) -> usize {
        let mut above_a = vec![false; self.mates.len()];
        let mut player = self.bases[a];
        loop {
            above_a[player] = true;
            let mate = self.mates[player];
            if mate == NONE {
                break;
            }
            player = self.bases[self.parents[mate]];
        }
        let mut player = self.bases[b];
        while !above_a[player] {
            player = self.bases[self.parents[self.mates[player]]];
        }
        player
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    fn by_trying(may_meet: &[Set], free: &[usize]) -> bool {
        let Some((first, others)) = free.split_first() else { return true };
        others.iter().filter(|other| may_meet[*first].contains(**other)).any(|other| {
            let rest: Vec<usize> = others.iter().copied().filter(|p| p != other).collect();
            by_trying(may_meet, &rest)
        })
    }

    #[test]
    fn equals_trying_everything() {
        let mut possible = 0;
        for seed in 0..3_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let count = 2 * (1 + random.next_u64() % 5) as usize;
            let percent = 15 + random.next_u64() % 40;
            let mut may_meet = vec![Set::new(count); count];
            for (a, b) in (0..count).flat_map(|b| (0..b).map(move |a| (a, b))) {
                if random.next_u64() % 100 < percent {
                    may_meet[a].insert(b);
                    may_meet[b].insert(a);
                }
            }
            let all: Vec<usize> = (0..count).collect();
            let right = by_trying(&may_meet, &all);
            assert_eq!(can_pair_all(&may_meet), right, "seed {seed}");
            possible += usize::from(right);
        }
        assert!((500..2_500).contains(&possible), "{possible} of 3000");
    }
}
