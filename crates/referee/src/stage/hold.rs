//! Stops a bot while its opponent is to move.
//!
//! Both bots of a game share a core, so a bot that computes out of turn takes the time
//! its opponent pays for. When the opponent has been thinking for a moment the referee
//! asks for a stop, and everything of the bot is stopped, whether it computes or waits:
//! who only waits notices nothing, and who computes in ever new short-lived processes is
//! not to be told from who does not. It goes on before anything is written to it.
//!
//! SIGSTOP is not enough against a bot that undoes it from a process nobody knows of
//! yet, so stopping goes on until no new process turns up.

use rustix::process::{Pid, Signal};

use super::Report;
use super::launch::Launched;
use crate::tree;

/// Stops in a row that found the bot computing, before that is told: on a busy machine a
/// bot that has just answered may still wait for a core to go to sleep on.
const BUSY_IN_A_ROW: u32 = 16;
/// How often the processes of a bot are listed until no new one turns up.
const PASSES: u32 = 50;
/// Processes of a bot that are looked at to see whether it computes.
const LOOKED_AT: usize = 64;

/// What is known of a bot that waits for its turn.
#[derive(Debug, Default)]
pub(super) struct Hold {
    /// Stops in a row that found it computing.
    busy: u32,
    /// It was stopped and has not gone on since.
    held: bool,
    /// What was stopped one by one, where no call reaches all of it.
    stopped: Vec<Pid>,
}

impl Hold {
    /// Stops the bot; a report when it is news that it computes out of turn.
    pub(super) fn stop(&mut self, launched: &Launched) -> Option<Report> {
        // Asked again before the bot went on: what has turned up since is stopped too.
        let first = !std::mem::replace(&mut self.held, true);
        let told = self.busy >= BUSY_IN_A_ROW;
        let busy = first && !told && computes(processes(launched));
        signal_at_once(launched, Signal::STOP);
        // In a process namespace that reached everything.
        let passes = if launched.status.is_some() { 0 } else { PASSES };
        for _ in 0..passes {
            let known = self.stopped.len();
            for pid in processes(launched) {
                if !self.stopped.contains(&pid) {
                    let _ = rustix::process::kill_process(pid, Signal::STOP);
                    self.stopped.push(pid);
                }
            }
            if self.stopped.len() == known {
                break;
            }
        }
        if !first || told {
            return None;
        }
        self.busy = if busy { self.busy + 1 } else { 0 };
        (self.busy == BUSY_IN_A_ROW).then_some(Report::Busy)
    }

    /// Returns whether the bot was stopped and has not gone on since.
    pub(super) fn is_held(&self) -> bool {
        self.held
    }

    /// Lets the bot go on.
    pub(super) fn release(&mut self, launched: &Launched) {
        self.held = false;
        for pid in self.stopped.drain(..) {
            let _ = rustix::process::kill_process(pid, Signal::CONT);
        }
        signal_at_once(launched, Signal::CONT);
    }
}

/// Sends a signal to everything of the bot that one call reaches: in a process namespace
/// all of it, elsewhere its process group.
fn signal_at_once(launched: &Launched, signal: Signal) {
    let _ = match launched.status {
        Some(_) => {
            let asked = if signal == Signal::STOP { Signal::USR1 } else { Signal::USR2 };
            rustix::process::kill_process(launched.child, asked)
        }
        None => rustix::process::kill_process_group(launched.child, signal),
    };
}

/// Says whether some thread of these processes runs, or would if it got a core.
///
/// It ends with the first one: a bot of many busy processes leaves little time to look at them.
fn computes(processes: impl Iterator<Item = Pid>) -> bool {
    let threads = processes.take(LOOKED_AT).flat_map(|pid| {
        std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())).into_iter().flatten()
    });
    threads.flatten().any(|thread| {
        let stat = std::fs::read(thread.path().join("stat")).unwrap_or_default();
        // The name in front of the state may hold anything, even `)`.
        let name_end = stat.iter().rposition(|&byte| byte == b')');
        name_end.is_some_and(|end| stat.get(end + 2) == Some(&b'R'))
    })
}

/// Lists the processes of the bot, without the stub: that one has to go on reaping.
pub(super) fn processes(launched: &Launched) -> impl Iterator<Item = Pid> {
    let stub = launched.status.as_ref().map(|_| launched.child);
    tree::descendants_at_once(rustix::process::getpid()).filter(move |&pid| Some(pid) != stub)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_computes_is_seen() {
        // This thread does.
        let this = std::iter::once(rustix::process::getpid());
        // What comes behind it is not looked at.
        let behind = std::iter::once_with(|| panic!("one that computes is enough"));
        assert!(computes(this.chain(behind)));
        assert!(!computes(std::iter::empty()));
    }
}
