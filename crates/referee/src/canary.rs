//! A canary: notices when the host does not run the referee when it asks to be run.
//!
//! A task that sleeps for a moment, again and again, on the thread of a slot and so on
//! the core of its bots. When it wakes late, a bot had no time either.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the canary sleeps.
const NAP: Duration = Duration::from_millis(10);

/// The longest stall since somebody asked last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canary(Arc<AtomicU64>);

impl Canary {
    /// Lets a canary live on the event loop of this thread, as long as that runs.
    pub(crate) fn watch() -> Canary {
        let canary = Canary::default();
        let noted = canary.clone();
        tokio::spawn(async move {
            loop {
                let began = Instant::now();
                tokio::time::sleep(NAP).await;
                let stall = began.elapsed().saturating_sub(NAP);
                noted.0.fetch_max(stall.as_micros() as u64, Ordering::Relaxed);
            }
        });
        canary
    }

    /// Returns the longest stall since the last call.
    pub(crate) fn longest(&self) -> Duration {
        Duration::from_micros(self.0.swap(0, Ordering::Relaxed))
    }
}
