//! The way from the slots to whoever listens: a queue that wakes seldom.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Events that may wait to be looked at; then the slots wait too.
const QUEUED: usize = 4_096;
/// How long the listener looks away after it has taken what was there. To wake a
/// thread on another core costs a slot as much as a whole ply, so quick games
/// share a wake-up.
const REST: Duration = Duration::from_millis(2);

/// A queue with several senders and one listener.
#[derive(Debug)]
pub(crate) struct Events<T> {
    queue: Mutex<Queue<T>>,
    filled: Condvar,
    emptied: Condvar,
}

#[derive(Debug)]
struct Queue<T> {
    events: VecDeque<T>,
    senders: usize,
}

/// Tells events; when the last sender is gone, the listener is done.
#[derive(Debug)]
pub(crate) struct Sender<'a, T>(&'a Events<T>);

impl<T> Events<T> {
    pub(crate) fn new() -> Events<T> {
        let queue = Queue { events: VecDeque::new(), senders: 0 };
        Events { queue: Mutex::new(queue), filled: Condvar::new(), emptied: Condvar::new() }
    }

    /// Returns a sender; all must be made before the first is dropped.
    pub(crate) fn sender(&self) -> Sender<'_, T> {
        self.lock().senders += 1;
        Sender(self)
    }

    /// Calls `on_event` for each event until every sender is gone.
    pub(crate) fn listen(&self, mut on_event: impl FnMut(T)) {
        loop {
            let idle = |queue: &mut Queue<T>| queue.events.is_empty() && queue.senders > 0;
            let mut queue = self.filled.wait_while(self.lock(), idle).expect(UNPOISONED);
            let events = std::mem::take(&mut queue.events);
            drop(queue);
            self.emptied.notify_all();
            if events.is_empty() {
                return;
            }
            events.into_iter().for_each(&mut on_event);
            std::thread::sleep(REST);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().expect(UNPOISONED)
    }
}

const UNPOISONED: &str = "nobody panics while holding the queue";

impl<T> Sender<'_, T> {
    /// Tells an event; waits while too many wait to be looked at.
    pub(crate) fn tell(&self, event: T) {
        let full = |queue: &mut Queue<T>| queue.events.len() >= QUEUED;
        let mut queue = self.0.emptied.wait_while(self.0.lock(), full).expect(UNPOISONED);
        queue.events.push_back(event);
        if queue.events.len() == 1 {
            self.0.filled.notify_one();
        }
    }
}

impl<T> Drop for Sender<'_, T> {
    fn drop(&mut self) {
        self.0.lock().senders -= 1;
        self.0.filled.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_arrives_and_the_end_is_seen() {
        let events = Events::new();
        let mut heard = Vec::new();
        std::thread::scope(|scope| {
            let senders = [events.sender(), events.sender()];
            for (sender, from) in senders.into_iter().zip([0, 100_000]) {
                scope.spawn(move || (from..from + 20_000).for_each(|number| sender.tell(number)));
            }
            events.listen(|number| heard.push(number));
        });
        heard.sort_unstable();
        assert_eq!(heard.len(), 40_000);
        assert_eq!((heard[0], heard[39_999]), (0, 119_999));
    }
}
