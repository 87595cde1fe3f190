//! When a bot is stopped because its opponent is to move, as the referee sees it.
//!
//! The stage does the stopping (`stage/hold.rs`); here is noted what it was asked for, so
//! that the bot goes on before it is told anything.

use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::net::UnixStream;

use crate::stage;

/// How long a bot thinks before its opponent is stopped. Quick moves cost nothing.
const STOPPED_AFTER: Duration = Duration::from_millis(5);
/// How long after that the stop is made sure of; that time doubles.
const AGAIN_AFTER: Duration = Duration::from_millis(50);

/// What was asked of the stage of one bot, and found.
#[derive(Debug, Default)]
pub(crate) struct Hold {
    asked: Asked,
    /// It was found to compute out of turn.
    pub(crate) busy: bool,
    /// That was told.
    told: bool,
}

/// What the stage was last asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asked {
    /// To let the bot go on, or nothing yet.
    #[default]
    GoOn,
    /// To stop it.
    Stop,
    /// To stop it, and the socket is too full to say that it may go on.
    StopStill,
}

impl Hold {
    /// Has the bot stopped until it may go on; makes sure of it when it is already.
    ///
    /// A stage that has not read what it was asked before is not asked.
    pub(crate) fn stop(&mut self, control: &UnixStream) {
        if self.asked != Asked::StopStill && control.try_write(&[stage::HOLD]).is_ok() {
            self.asked = Asked::Stop;
        }
    }

    /// Has the bot stopped at once, when it was found to compute out of turn before.
    pub(crate) fn stop_if_busy_before(&mut self, control: &UnixStream) {
        if self.busy && self.asked == Asked::GoOn {
            self.stop(control);
        }
    }

    /// Lets the bot go on, as soon as [`Hold::poll_release`] can say so.
    pub(crate) fn release(&mut self, control: &UnixStream) {
        if self.asked != Asked::GoOn {
            let said = control.try_write(&[stage::RELEASE]).is_ok();
            self.asked = if said { Asked::GoOn } else { Asked::StopStill };
        }
    }

    /// Says what could not be said before; ready when nothing of the kind is left.
    pub(crate) fn poll_release(
        &mut self,
        control: &UnixStream,
        context: &mut Context<'_>,
    ) -> Poll<()> {
        while self.asked == Asked::StopStill {
            if ready!(control.poll_write_ready(context)).is_err() {
                // The stage is gone, and the bot with it.
                self.asked = Asked::GoOn;
            }
            self.release(control);
        }
        Poll::Ready(())
    }

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

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// A stage that gets no core does not read, and its socket runs full.
    #[tokio::test]
    async fn the_bot_goes_on_when_its_stage_reads_late() {
        let (control, mut stage) = UnixStream::pair().unwrap();
        let mut hold = Hold::default();
        hold.stop(&control);
        while control.try_write(&[stage::HOLD]).is_ok() {}
        hold.release(&control);
        // Neither says more now.
        hold.stop(&control);
        hold.release(&control);
        assert_eq!(hold.asked, Asked::StopStill);
        let (mut read, mut chunk) = (Vec::new(), [0; 64]);
        let say = std::future::poll_fn(|context| hold.poll_release(&control, context));
        tokio::pin!(say);
        loop {
            tokio::select! {
                biased;
                () = &mut say => break,
                bytes = stage.read(&mut chunk) => read.extend_from_slice(&chunk[..bytes.unwrap()]),
            }
        }
        drop(control);
        stage.read_to_end(&mut read).await.unwrap();
        assert!(read.ends_with(&[stage::RELEASE]));
    }
}
