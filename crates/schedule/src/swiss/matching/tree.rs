//! Growing a tree from a lonely vertex until it finds a partner.

use super::blossoms::Edge;
use super::{Matching, NONE};
use crate::swiss::lanes::Lanes;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not in the tree.
    Outside,
    /// An even number of edges from the root.
    Even,
    /// An odd number of edges from the root; the edge leads from its parent.
    Odd(Edge),
}

/// The tree, and the best edges out of it and across it.
pub(super) struct Tree {
    labels: Vec<Label>,
    /// Even vertices whose edges were not looked at yet.
    queue: Vec<usize>,
    /// Even vertices whose edges were looked at.
    scanned: Vec<usize>,
    /// For a vertex that is not even: the even vertex with the least slack to it.
    inward: Vec<usize>,
    /// For an even vertex: the even vertex of another blossom with the least slack.
    across: Vec<usize>,
}

impl Tree {
    pub(super) fn new(vertices: usize) -> Tree {
        Tree {
            labels: vec![Label::Outside; vertices + vertices / 2],
            queue: Vec::new(),
            scanned: Vec::new(),
            inward: vec![NONE; vertices],
            across: vec![NONE; vertices],
        }
    }

    fn clear(&mut self) {
        self.labels.fill(Label::Outside);
        self.queue.clear();
        self.scanned.clear();
        self.inward.fill(NONE);
        self.across.fill(NONE);
    }
}

/// What happens next when the duals of the tree change.
enum Event {
    /// An edge to a vertex outside becomes tight.
    Reach(Edge),
    /// An edge between two even blossoms becomes tight.
    Close(Edge),
    /// The dual of an odd blossom becomes zero.
    Open(usize),
}

impl<const L: usize> Matching<L> {
    /// Matches a lonely vertex, changing other partners on the way.
    pub(super) fn grow(&mut self, root: usize) {
        self.tree.clear();
        self.make_even(self.blossoms.outer[root]);
        loop {
            while let Some(vertex) = self.tree.queue.pop() {
                self.scan(vertex);
            }
            let (step, event) = self.next_event();
            self.shift(step);
            match event {
                Event::Reach((u, v)) => {
                    let node = self.blossoms.outer[v];
                    let base = self.blossoms.base(node);
                    if self.mates[base] == NONE {
                        return self.augment(u, v);
                    }
                    self.tree.labels[node] = Label::Odd((u, v));
                    self.make_even(self.blossoms.outer[self.mates[base]]);
                }
                Event::Close((u, v)) => self.close(u, v),
                Event::Open(blossom) => self.open(blossom),
            }
        }
    }

    fn label(&self, vertex: usize) -> Label {
        self.tree.labels[self.blossoms.outer[vertex]]
    }

    fn make_even(&mut self, node: usize) {
        self.tree.labels[node] = Label::Even;
        self.tree.queue.extend(self.blossoms.leaves(node));
    }

    /// Looks at all edges of a vertex that became even.
    fn scan(&mut self, u: usize) {
        self.tree.scanned.push(u);
        for v in 0..self.count {
            if self.label(v) != Label::Even {
                let best = self.tree.inward[v];
                if best == NONE || self.slack(u, v) < self.slack(best, v) {
                    self.tree.inward[v] = u;
                }
            }
        }
        self.find_across(u);
    }

    /// Finds the best edge from an even vertex to an even vertex of another blossom.
    fn find_across(&mut self, u: usize) {
        let outer = self.blossoms.outer[u];
        let mut best: Option<(Lanes<L>, usize)> = None;
        for &v in &self.tree.scanned {
            if self.blossoms.outer[v] != outer {
                let slack = self.slack(u, v);
                if best.is_none_or(|(least, _)| slack < least) {
                    best = Some((slack, v));
                }
            }
        }
        self.tree.across[u] = best.map_or(NONE, |(_, v)| v);
    }

    /// Finds the least change of the duals after which something happens.
    fn next_event(&mut self) -> (Lanes<L>, Event) {
        let mut next: Option<(Lanes<L>, Event)> = None;
        let mut offer = |step: Lanes<L>, event: Event| {
            if next.as_ref().is_none_or(|(least, _)| step < *least) {
                next = Some((step, event));
            }
        };
        for v in 0..self.count {
            let node = self.blossoms.outer[v];
            match self.tree.labels[node] {
                Label::Outside => {
                    let u = self.tree.inward[v];
                    offer(self.slack(u, v), Event::Reach((u, v)));
                }
                Label::Even => {
                    let stale = self.tree.across[v];
                    if stale != NONE && self.blossoms.outer[stale] == node {
                        self.find_across(v);
                    }
                    let u = self.tree.across[v];
                    if u != NONE {
                        offer(self.slack(u, v).half(), Event::Close((u, v)));
                    }
                }
                Label::Odd(_) => {
                    if node != v && self.blossoms.base(node) == v {
                        offer(self.blossoms.dual(node).half(), Event::Open(node));
                    }
                }
            }
        }
        next.expect("in a complete even graph a lonely vertex finds a partner")
    }

    fn shift(&mut self, step: Lanes<L>) {
        if step == Lanes::ZERO {
            return;
        }
        for v in 0..self.count {
            let node = self.blossoms.outer[v];
            let is_blossom = node != v && self.blossoms.base(node) == v;
            match self.tree.labels[node] {
                Label::Outside => {}
                Label::Even => {
                    self.duals[v] -= step;
                    if is_blossom {
                        *self.blossoms.dual_mut(node) += step + step;
                    }
                }
                Label::Odd(_) => {
                    self.duals[v] += step;
                    if is_blossom {
                        *self.blossoms.dual_mut(node) -= step + step;
                    }
                }
            }
        }
    }

    /// Returns the even node above an even node and the edges to it, from above:
    /// the one to the odd node between them, and that one's matched edge.
    fn climb(&self, node: usize) -> Option<(usize, usize, [Edge; 2])> {
        let base = self.blossoms.base(node);
        let mate = self.mates[base];
        if mate == NONE {
            return None;
        }
        let odd = self.blossoms.outer[mate];
        let Label::Odd(edge) = self.tree.labels[odd] else {
            unreachable!("the partner of an even node below the root is odd")
        };
        Some((self.blossoms.outer[edge.0], odd, [edge, (mate, base)]))
    }

    /// Makes a blossom of the ring that a tight edge between even nodes closes.
    fn close(&mut self, u: usize, v: usize) {
        let top = self.common(self.blossoms.outer[u], self.blossoms.outer[v]);
        let (mut parts, mut links) = (vec![], vec![]);
        let mut node = self.blossoms.outer[u];
        while node != top {
            let (above, odd, [entry, matched]) = self.climb(node).expect("the top is above");
            parts.extend([node, odd]);
            links.extend([matched, entry]);
            node = above;
        }
        parts.push(top);
        parts.reverse();
        links.reverse();
        links.push((u, v));
        let turned = |(a, b): Edge| (b, a);
        let mut node = self.blossoms.outer[v];
        while node != top {
            let (above, odd, [entry, matched]) = self.climb(node).expect("the top is above");
            parts.extend([node, odd]);
            links.extend([turned(matched), turned(entry)]);
            node = above;
        }
        let odd: Vec<usize> =
            parts.iter().copied().filter(|part| self.tree.labels[*part] != Label::Even).collect();
        for part in odd {
            self.tree.queue.extend(self.blossoms.leaves(part));
        }
        let blossom = self.blossoms.join(parts, links);
        self.tree.labels[blossom] = Label::Even;
    }

    /// Returns the lowest even node above both.
    fn common(&self, a: usize, b: usize) -> usize {
        let mut above = vec![a];
        let mut node = a;
        while let Some((next, ..)) = self.climb(node) {
            above.push(next);
            node = next;
        }
        let mut node = b;
        while !above.contains(&node) {
            let (next, ..) = self.climb(node).expect("both hang from one root");
            node = next;
        }
        node
    }

    /// Dissolves an odd blossom; the parts on the way through it stay in the tree.
    fn open(&mut self, blossom: usize) {
        let Label::Odd((u, v)) = self.tree.labels[blossom] else {
            unreachable!("only odd blossoms are opened")
        };
        let entered = self.blossoms.part_around(blossom, v);
        let (parts, links) = self.blossoms.dissolve(blossom);
        self.tree.labels[blossom] = Label::Outside;
        for part in &parts {
            self.tree.labels[*part] = Label::Outside;
        }
        let length = parts.len();
        let place = parts.iter().position(|part| *part == entered);
        let mut place = place.expect("the part is one of the ring");
        let down = place % 2 == 0;
        self.tree.labels[entered] = Label::Odd((u, v));
        while place % length != 0 {
            let (even, odd, edge) = if down {
                let (a, b) = links[place - 2];
                (place - 1, place - 2, (b, a))
            } else {
                (place + 1, (place + 2) % length, links[place + 1])
            };
            self.make_even(parts[even]);
            self.tree.labels[parts[odd]] = Label::Odd(edge);
            place = odd;
        }
    }

    /// Flips the path from the root over a tight edge to a lonely vertex's blossom.
    fn augment(&mut self, u: usize, v: usize) {
        self.blossoms.rebase(self.blossoms.outer[v], v, &mut self.mates);
        let (mut u, mut v) = (u, v);
        loop {
            let node = self.blossoms.outer[u];
            let above = self.climb(node);
            self.blossoms.rebase(node, u, &mut self.mates);
            self.mates[u] = v;
            self.mates[v] = u;
            let Some((_, odd, [(x, y), _])) = above else { return };
            self.blossoms.rebase(odd, y, &mut self.mates);
            (u, v) = (x, y);
        }
    }
}
