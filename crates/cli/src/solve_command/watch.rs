//! How far a search is, for who waits for it, and his Ctrl-C.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ayo_referee::{Stop, Stopper};
use ayo_report::figures::duration;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Searches that are over sooner show nothing.
const QUIET: Duration = Duration::from_secs(1);
/// Time between two redraws.
const REDRAW_EVERY: Duration = Duration::from_millis(200);

/// Watches a search.
pub(super) struct Watch {
    began: Instant,
    /// When it is to be drawn next, by the time since it began.
    next_redraw: Cell<Duration>,
    stopper: Stopper,
    /// Where there is a terminal to show it on.
    bar: Option<ProgressBar>,
}

impl Watch {
    /// Begins, and listens to signals from now on.
    ///
    /// # Errors
    /// Fails when the signals cannot be listened to.
    pub(super) fn begin() -> anyhow::Result<Watch> {
        let stopper = Stopper::default();
        stopper.on_signals(|_| {}).context("cannot listen to signals")?;
        let bar = io::stderr().is_terminal().then(|| {
            let target = ProgressDrawTarget::stderr();
            let style = ProgressStyle::with_template("{msg}");
            ProgressBar::with_draw_target(None, target)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        Ok(Watch { began: Instant::now(), next_redraw: Cell::new(QUIET), stopper, bar })
    }

    /// Shows how far it is; false when it is to end.
    pub(super) fn go_on(&self, nodes: u64) -> bool {
        let elapsed = self.elapsed();
        if let Some(bar) = self.bar.as_ref().filter(|_| elapsed >= self.next_redraw.get()) {
            self.next_redraw.set(elapsed + REDRAW_EVERY);
            let millions = nodes as f64 / 1e6;
            let time = duration(elapsed.as_millis() as u64);
            bar.set_message(format!(
                "searching: {millions:.1} million positions, {time}; Ctrl-C ends it"
            ));
        }
        !self.is_interrupted()
    }

    /// Returns whether somebody wants it to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.stopper.asked() != Stop::No
    }

    /// Returns how long it has lasted.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Takes what it shows off the screen.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
