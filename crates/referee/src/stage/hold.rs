//! Stops a bot that keeps the processor busy while its opponent is to move.
//!
//! Both bots of a game share a core, so a bot that computes out of turn takes the time
//! its opponent pays for. The referee asks for a look when the opponent has been
//! thinking for a moment; the first look takes the time, the next one compares. A bot
//! that was found busy once is stopped at every look from then on. It goes on before
//! anything is written to it.
//!
//! SIGSTOP is not enough against a bot that undoes it from a process nobody knows of
//! yet, so stopping goes on until no new process turns up.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::launch::Launched;
use super::{Report, system};
use crate::tree;

/// From this share of the time between two looks on, in percent, a bot is busy.
const BUSY_PERCENT: u128 = 25;
/// Less processor time than this is what a bot needs to come to rest.
const REST: Duration = Duration::from_millis(1);
/// How often the processes of a bot are listed until no new one turns up.
const PASSES: u32 = 20;

/// What is known of a bot that waits for its turn.
#[derive(Debug, Default)]
pub(super) struct Hold {
    /// When it was looked at last since its turn, and its processor time then.
    last: Option<(Instant, Duration)>,
    /// Whether it was found busy once.
    busy: bool,
    /// What was stopped.
    stopped: Vec<Pid>,
}

impl Hold {
    /// Looks at the bot and stops it if it is busy; a report when that is news.
    pub(super) fn look(&mut self, launched: &Launched) -> Option<Report> {
        let mut found = None;
        if !self.busy {
            let (now, used) = (Instant::now(), processor_time(launched));
            let last = self.last.replace((now, used));
            let busy_percent = last.and_then(|(then, before)| {
                share(now.duration_since(then), used.saturating_sub(before))
            })?;
            self.busy = true;
            found = Some(Report::Busy { percent: busy_percent });
        }
        self.stop(launched);
        found
    }

    /// Lets the bot go on.
    pub(super) fn release(&mut self) {
        self.last = None;
        for pid in self.stopped.drain(..) {
            let _ = rustix::process::kill_process(pid, Signal::CONT);
        }
    }

    fn stop(&mut self, launched: &Launched) {
        for _ in 0..PASSES {
            let known = self.stopped.len();
            for pid in processes(launched) {
                if !self.stopped.contains(&pid) {
                    let _ = rustix::process::kill_process(pid, Signal::STOP);
                    self.stopped.push(pid);
                }
            }
            if self.stopped.len() == known {
                return;
            }
        }
    }
}

/// Returns the share of the time in percent, when it is more than a bot at rest uses.
fn share(time: Duration, used: Duration) -> Option<u32> {
    let percent = used.as_nanos() * 100 / time.as_nanos().max(1);
    (used > REST && percent >= BUSY_PERCENT).then_some(u32::try_from(percent).unwrap_or(u32::MAX))
}

fn processor_time(launched: &Launched) -> Duration {
    processes(launched).into_iter().filter_map(system::processor_time).sum()
}

/// Lists the processes of the bot, without the stub: that one has to go on reaping.
pub(super) fn processes(launched: &Launched) -> Vec<Pid> {
    let mut processes = tree::descendants_at_once(rustix::process::getpid());
    processes.retain(|&pid| launched.status.is_none() || pid != launched.child);
    processes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_busy_from_a_quarter_of_the_time_on() {
        let check = |time_us, used_us, percent| {
            let (time, used) = (Duration::from_micros(time_us), Duration::from_micros(used_us));
            assert_eq!(share(time, used), percent, "{used:?} of {time:?}");
        };
        check(5_000, 0, None);
        check(5_000, 1_000, None);
        check(5_000, 1_250, Some(25));
        check(100_000, 20_000, None);
        check(5_000, 5_000, Some(100));
        // Two threads on two cores.
        check(5_000, 10_000, Some(200));
        check(0, 0, None);
    }
}
