//! How a run is asked to stop: by a signal, by the user, or by a decision.

use std::io;
use std::sync::Arc;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// How urgently a run is asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// Not at all.
    No,
    /// Finish the games that are running, start no more.
    AfterGames,
    /// Kill everything; what is finished is kept.
    Now,
}

/// Asks the slots of a run to stop; clones ask the same run.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<watch::Sender<Stop>>);

impl Default for Stopper {
    fn default() -> Stopper {
        Stopper(Arc::new(watch::Sender::new(Stop::No)))
    }
}

impl Stopper {
    /// Asks for a stop; a weaker wish than the last one changes nothing.
    pub fn ask(&self, stop: Stop) {
        self.0.send_if_modified(|asked| {
            let more = stop > *asked;
            *asked = stop.max(*asked);
            more
        });
    }

    /// Returns what was asked for.
    #[must_use]
    pub fn asked(&self) -> Stop {
        *self.0.borrow()
    }

    /// Waits until a stop is asked for that is at least as urgent.
    pub(crate) async fn reaches(&self, urgency: Stop) {
        let mut asked = self.subscribe();
        // It fails only when nobody can ask any more.
        let _ = asked.wait_for(|asked| *asked >= urgency).await;
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<Stop> {
        self.0.subscribe()
    }

    /// Listens to signals from now on, on a thread of its own: SIGINT asks to stop
    /// after the running games, a second one to stop now, as do SIGTERM and SIGHUP.
    /// `told` is called with what is asked for.
    ///
    /// # Errors
    /// Fails when the signals cannot be listened to.
    pub fn on_signals(&self, told: impl Fn(Stop) + Send + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let entered = runtime.enter();
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        // `nohup` has it ignored, and means that.
        let listens = !is_ignored(rustix::process::Signal::HUP);
        let mut hangup = listens.then(|| signal(SignalKind::hangup())).transpose()?;
        drop(entered);
        let stopper = self.clone();
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            runtime.block_on(async {
                loop {
                    let wish = tokio::select! {
                        _ = interrupt.recv() => match stopper.asked() {
                            Stop::No => Stop::AfterGames,
                            _ => Stop::Now,
                        },
                        _ = terminate.recv() => Stop::Now,
                        _ = hung_up(&mut hangup) => Stop::Now,
                    };
                    stopper.ask(wish);
                    told(wish);
                }
            });
        })?;
        Ok(())
    }
}

/// Waits until the terminal is closed, where that is listened to.
async fn hung_up(hangup: &mut Option<Signal>) {
    match hangup {
        Some(hangup) => _ = hangup.recv().await,
        None => std::future::pending().await,
    }
}

/// Says whether whoever started this process had it ignore a signal.
fn is_ignored(signal: rustix::process::Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}
