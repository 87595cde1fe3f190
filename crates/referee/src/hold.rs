//! When a bot is stopped because its opponent is to move, as the referee sees it.
//!
//! The stage does the stopping (`stage/hold.rs`); here is noted what it was asked for, so
//! that the bot goes on before it is told anything.

use std::time::Duration;

/// How long a bot thinks before its opponent is stopped. Quick moves cost nothing.
const STOPPED_AFTER: Duration = Duration::from_millis(5);
/// How long after that the stop is made sure of; that time doubles.
const AGAIN_AFTER: Duration = Duration::from_millis(50);

/// What was asked of the stage of one bot, and found.
#[derive(Debug, Default)]
pub(crate) struct Hold {
    /// A stop was asked for since the bot was told something.
    pub(crate) asked: bool,
    /// It was found to compute out of turn.
    pub(crate) busy: bool,
    /// That was told.
    told: bool,
}

impl Hold {
    /// Returns whether the bot was found to compute out of turn, once.
    pub(crate) fn is_news(&mut self) -> bool {
        self.busy && !std::mem::replace(&mut self.told, true)
    }
}

/// When to have the one who is not to move stopped.
#[derive(Debug)]
pub(crate) struct Holds {
    next: Option<Duration>,
    pause: Duration,
}

impl Holds {
    pub(crate) fn new() -> Holds {
        Holds { next: None, pause: AGAIN_AFTER }
    }

    /// Begins to count: somebody is to move from now on.
    pub(crate) fn begin(&mut self, now: Duration) {
        *self = Holds { next: Some(now + STOPPED_AFTER), pause: AGAIN_AFTER };
    }

    /// Returns when it is time.
    pub(crate) fn next(&self) -> Option<Duration> {
        self.next
    }

    /// Returns whether it is time now, and counts on from there.
    pub(crate) fn is_due(&mut self, now: Duration) -> bool {
        let due = self.next.is_some_and(|next| next <= now);
        if due {
            self.next = Some(now + self.pause);
            self.pause *= 2;
        }
        due
    }
}
