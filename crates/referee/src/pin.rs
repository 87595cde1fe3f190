//! Cores: which there are, and how a slot is bound to one.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Lists the cores this process may use.
pub(crate) fn cores() -> Vec<usize> {
    let allowed = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect()
}

/// Binds this thread, and every process it will start, to one core.
///
/// A referee and two bots that take turns are quickest on one core: a line there
/// and back takes a few microseconds then, and several times that across cores.
pub(crate) fn pin(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    // Without the right to it the slot is only slower.
    let _ = sched_setaffinity(None, &set);
}
