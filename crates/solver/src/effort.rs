//! How much may go into an answer.

use std::fmt;

use crate::search::LONGEST_LINE;

/// Limits of a search, and who is told how far it is.
///
/// A search that reaches a limit has no answer, and what it learned is kept: asked
/// again with more, it goes on from there.
pub struct Effort<'a> {
    /// Positions that may still be searched.
    pub nodes: u64,
    /// Told how many positions were searched after every [`Effort::STEP`] of them;
    /// `false` ends the search.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Effort<'_> {
    /// Positions searched between two calls of `go_on`: about a millisecond's work.
    pub const STEP: u64 = 1_024;

    /// Lets a search use so many of the positions that are left, at most.
    pub fn share<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Effort<'_>) -> T) -> T {
        let nodes = nodes.min(self.nodes);
        let mut part = Effort { nodes, go_on: &mut *self.go_on };
        let found = search(&mut part);
        self.nodes -= nodes - part.nodes;
        found
    }
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effort").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// A limit was reached before the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// The positions of the [`Effort`] are used up.
    #[error("not found out within the positions that may be searched")]
    Nodes,
    /// `go_on` said no.
    #[error("the search was interrupted")]
    Interrupted,
    /// The only lines left are longer than [`LONGEST_LINE`](crate::LONGEST_LINE).
    #[error("the only lines of play left are longer than {LONGEST_LINE} plies")]
    Line,
}
