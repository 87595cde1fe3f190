//! How games ended.

use std::collections::BTreeMap;

use ayo_record::Reason;

use crate::axis::{self, WIDTH};
use crate::numbers;

/// One way in which games ended.
pub(crate) struct Ending {
    pub(crate) reason: Reason,
    pub(crate) meaning: &'static str,
    pub(crate) is_fault: bool,
    pub(crate) count: u64,
    pub(crate) percent: String,
    /// Length of its bar, in units of SVG.
    pub(crate) length: String,
}

/// Returns the endings that occurred, normal ones first, and of each kind the most frequent.
pub(crate) fn endings(counts: &BTreeMap<Reason, u64>) -> Vec<Ending> {
    let games: u64 = counts.values().sum();
    let most = counts.values().copied().max().unwrap_or(1).max(1);
    let mut endings: Vec<Ending> = counts
        .iter()
        .map(|(&reason, &count)| Ending {
            reason,
            meaning: meaning(reason),
            is_fault: reason.is_fault(),
            count,
            percent: numbers::share(count, games),
            length: axis::place(WIDTH * count as f64 / most as f64),
        })
        .collect();
    endings.sort_by_key(|ending| {
        (!ending.reason.is_normal(), ending.is_fault, u64::MAX - ending.count)
    });
    endings
}

/// Says in a few words what a reason means.
pub(crate) const fn meaning(reason: Reason) -> &'static str {
    match reason {
        Reason::Majority => "a store reached 25 seeds",
        Reason::NoMoves => "the player to move had no legal move",
        Reason::Repetition => "a position came back too often",
        Reason::PlyLimit => "the game reached the limit of moves",
        Reason::Proved => "it was proved who wins",
        Reason::IllegalMove => "a move that is not legal",
        Reason::Timeout => "too late with a move",
        Reason::BadMessage => "a line that breaks the protocol",
        Reason::Exited => "the process exited",
        Reason::Signaled => "the process was ended by a signal",
        Reason::StdoutClosed => "stdout was closed",
        Reason::StdinBlocked => "stdin was not read",
        Reason::StdoutFlood => "too much on stdout",
        Reason::MemoryLimit => "more memory than allowed",
        Reason::ProcessLimit => "more processes than allowed",
        Reason::Resigned => "a player resigned",
        Reason::Stalled => "a ping was not answered",
        Reason::Void => "nobody's fault: played again",
    }
}
