//! How much may go into an answer.

use super::arguments::SolveArguments;

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Positions that may be searched.
    pub(super) nodes: u64,
    /// Memory of a solver.
    pub(super) memory_bytes: usize,
}

impl Limits {
    pub(super) fn named(arguments: &SolveArguments) -> Limits {
        let memory_bytes = usize::try_from(u64::from(arguments.memory) << 20);
        Limits { nodes: arguments.nodes, memory_bytes: memory_bytes.unwrap_or(usize::MAX) }
    }
}
