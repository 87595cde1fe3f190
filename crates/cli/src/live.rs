//! Has `run.db` say what a run does at this moment, for `ayo serve`.
//!
//! It costs a game nothing but writing down its moves: what is told is a copy, a few times
//! a second, and it is left out when there is too much to write.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ayo_record::Live;
use ayo_referee::Boards;
use ayo_store::Sender;

use crate::play::now_ms;

/// How often it is told at most.
const EVERY: Duration = Duration::from_millis(200);
/// How often it is told when nothing has changed.
pub(crate) const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// Knows how the run stands.
#[derive(Debug)]
pub(crate) struct Teller {
    pub(crate) boards: Arc<Boards>,
    /// Games there are to play, finished ones included.
    total: AtomicU64,
    /// How a sequential test stands.
    test: Mutex<String>,
}

impl Teller {
    /// Has nothing to tell yet.
    pub(crate) fn new(slots: usize, total: u64) -> Teller {
        let boards = Arc::new(Boards::new(slots));
        Teller { boards, total: AtomicU64::new(total), test: Mutex::default() }
    }

    /// Takes note of how many games there are to play now, finished ones included.
    pub(crate) fn plan(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Takes note of how a sequential test stands.
    pub(crate) fn test(&self, standing: String) {
        *self.test.lock().expect("nobody panics while noting") = standing;
    }

    /// Returns how the run stands.
    pub(crate) fn live(&self, stopped: Option<&str>) -> Live {
        Live {
            at_ms: now_ms(),
            total: self.total.load(Ordering::Relaxed),
            test: self.test.lock().expect("nobody panics while noting").clone(),
            stopped: stopped.map(str::to_owned),
            games: if stopped.is_some() { Vec::new() } else { self.boards.games() },
        }
    }

    /// Tells until the other end of `over` is gone.
    pub(crate) fn tell(&self, writer: &Sender, over: &Receiver<()>) {
        let mut told = Live::default();
        let mut last = Instant::now();
        while over.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            let live = self.live(None);
            let news = Live { at_ms: told.at_ms, ..live.clone() } != told;
            if news || last.elapsed() >= SIGN_OF_LIFE {
                last = Instant::now();
                told = live.clone();
                writer.show(live);
            }
        }
    }
}
