//! Odd sets of vertices that the tree treats as one vertex.

use super::NONE;
use crate::swiss::lanes::Lanes;

/// An edge, from one end to the other.
pub(super) type Edge = (usize, usize);

/// All blossoms. Numbers below the number of vertices are single vertices, which
/// can do most of what blossoms can.
pub(super) struct Blossoms<const L: usize> {
    vertices: usize,
    /// The outermost blossom around each vertex; the vertex itself when it is in
    /// none.
    pub(super) outer: Vec<usize>,
    /// The next larger blossom around each vertex and blossom.
    parents: Vec<usize>,
    rings: Vec<Ring<L>>,
    free: Vec<usize>,
}

/// The parts of a blossom, in a ring of odd length.
struct Ring<const L: usize> {
    /// The parts; the first one holds the base.
    parts: Vec<usize>,
    /// The edge from each part to the next, the last one's to the first. Parts 1
    /// and 2, 3 and 4, … are matched.
    links: Vec<Edge>,
    /// The one vertex that is not matched inside.
    base: usize,
    dual: Lanes<L>,
}

impl<const L: usize> Blossoms<L> {
    pub(super) fn new(vertices: usize) -> Blossoms<L> {
        let most = vertices / 2;
        let ring = || Ring { parts: vec![], links: vec![], base: NONE, dual: Lanes::ZERO };
        Blossoms {
            vertices,
            outer: (0..vertices).collect(),
            parents: vec![NONE; vertices + most],
            rings: (0..most).map(|_| ring()).collect(),
            free: (vertices..vertices + most).rev().collect(),
        }
    }

    pub(super) fn is_vertex(&self, node: usize) -> bool {
        node < self.vertices
    }

    pub(super) fn base(&self, node: usize) -> usize {
        if self.is_vertex(node) { node } else { self.ring(node).base }
    }

    pub(super) fn dual(&self, blossom: usize) -> Lanes<L> {
        self.ring(blossom).dual
    }

    pub(super) fn dual_mut(&mut self, blossom: usize) -> &mut Lanes<L> {
        &mut self.rings[blossom - self.vertices].dual
    }

    fn ring(&self, blossom: usize) -> &Ring<L> {
        &self.rings[blossom - self.vertices]
    }

    /// Returns the vertices of a blossom.
    pub(super) fn leaves(&self, node: usize) -> Vec<usize> {
        let mut leaves = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.is_vertex(node) {
                leaves.push(node);
            } else {
                open.extend(self.ring(node).parts.iter().rev());
            }
        }
        leaves
    }

    /// Makes one blossom of outermost ones.
    pub(super) fn join(&mut self, parts: Vec<usize>, links: Vec<Edge>) -> usize {
        debug_assert!(parts.len() % 2 == 1 && parts.len() == links.len());
        let blossom = self.free.pop().expect("nested odd sets are fewer than half the vertices");
        for part in &parts {
            self.parents[*part] = blossom;
        }
        let base = self.base(parts[0]);
        self.rings[blossom - self.vertices] = Ring { parts, links, base, dual: Lanes::ZERO };
        for leaf in self.leaves(blossom) {
            self.outer[leaf] = blossom;
        }
        blossom
    }

    /// Makes the parts of an outermost blossom outermost, and returns them in
    /// their ring.
    pub(super) fn dissolve(&mut self, blossom: usize) -> (Vec<usize>, Vec<Edge>) {
        let ring = &mut self.rings[blossom - self.vertices];
        let parts = std::mem::take(&mut ring.parts);
        let links = std::mem::take(&mut ring.links);
        self.free.push(blossom);
        for part in &parts {
            self.parents[*part] = NONE;
            for leaf in self.leaves(*part) {
                self.outer[leaf] = *part;
            }
        }
        (parts, links)
    }

    /// Makes a vertex the base of a blossom around it, and changes the partners
    /// inside to fit.
    pub(super) fn rebase(&mut self, node: usize, vertex: usize, mates: &mut [usize]) {
        if self.is_vertex(node) || self.ring(node).base == vertex {
            return;
        }
        let part = self.part_around(node, vertex);
        let index = node - self.vertices;
        let length = self.rings[index].parts.len();
        let place = self.rings[index].parts.iter().position(|other| *other == part);
        let place = place.expect("the part is one of the ring");
        self.rebase(part, vertex, mates);
        // Between the new base and the old one, on the side with an even number of
        // steps, every second link changes places with its neighbour.
        let changed = if place % 2 == 0 { 0..place } else { place + 1..length };
        for link in changed.step_by(2) {
            let (a, b) = self.rings[index].links[link];
            let parts = &self.rings[index].parts;
            let (part_a, part_b) = (parts[link], parts[(link + 1) % length]);
            self.rebase(part_a, a, mates);
            self.rebase(part_b, b, mates);
            mates[a] = b;
            mates[b] = a;
        }
        let ring = &mut self.rings[index];
        ring.parts.rotate_left(place);
        ring.links.rotate_left(place);
        ring.base = vertex;
    }

    /// Returns the part of a blossom that holds a vertex.
    pub(super) fn part_around(&self, blossom: usize, vertex: usize) -> usize {
        let mut part = vertex;
        while self.parents[part] != blossom {
            part = self.parents[part];
        }
        part
    }
}
