//! Whether a bot uses the core while its opponent is to move, as the referee sees it.
//!
//! The stage does the looking and the stopping (`stage/hold.rs`); here is noted what
//! it was asked for, so that the bot goes on before it is told anything.

use std::time::Duration;

/// How long a bot thinks before its opponent is looked at for the first time; the time
/// to the next look doubles.
pub(crate) const FIRST_LOOK: Duration = Duration::from_millis(5);

/// What was asked of the stage of one bot, and found.
#[derive(Debug, Default)]
pub(crate) struct Hold {
    /// A look was asked for since the bot was told something.
    pub(crate) asked: bool,
    /// The share of a core, in percent, with which it was found busy.
    pub(crate) busy: Option<u32>,
    /// That was told.
    told: bool,
}

impl Hold {
    /// Returns the share of a core with which the bot was found busy, once.
    pub(crate) fn news(&mut self) -> Option<u32> {
        if std::mem::replace(&mut self.told, self.busy.is_some()) { None } else { self.busy }
    }
}

/// When to look at the one who is not to move.
#[derive(Debug)]
pub(crate) struct Looks {
    next: Option<Duration>,
    pause: Duration,
}

impl Looks {
    pub(crate) fn new() -> Looks {
        Looks { next: None, pause: FIRST_LOOK }
    }

    /// Begins to count: somebody is to move from now on.
    pub(crate) fn begin(&mut self, now: Duration) {
        *self = Looks { next: Some(now + FIRST_LOOK), pause: FIRST_LOOK };
    }

    /// Returns when it is time to look.
    pub(crate) fn next(&self) -> Option<Duration> {
        self.next
    }

    /// Returns whether it is time to look now, and counts on from there.
    pub(crate) fn is_due(&mut self, now: Duration) -> bool {
        let due = self.next.is_some_and(|next| next <= now);
        if due {
            self.next = Some(now + self.pause);
            self.pause *= 2;
        }
        due
    }
}
