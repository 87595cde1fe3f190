//! A store on its own thread, behind a bounded queue.
//!
//! ```text
//! slots ── Sender::send ──► queue (bounded) ──► thread: take what is there ──► one transaction
//!            waits when full                      waits when empty
//! ```
//! A slow disk makes the queue longer, then the batches larger, then the senders wait.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, JoinHandle};

use ayo_record::{GameRecord, GameResult, Live};

use crate::{Store, StoreError};

/// Games that wait to be written, at most; a sender waits when there are more.
pub const QUEUE_GAMES: usize = 4_096;
/// Games written in one transaction, at most.
const BATCH_GAMES: usize = 1_000;

enum Message {
    Game(Box<GameRecord>),
    Live(Live),
    /// Answered when everything sent before is committed.
    Flush(SyncSender<()>),
    Finish,
}

/// What a writer has written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Games that were not in the database before.
    pub new: u64,
    /// Games that were, and stayed as they are.
    pub repeated: u64,
    /// Void games.
    pub voids: u64,
}

/// Why a game was not taken for writing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WriterError {
    /// The writer has been finished.
    #[error("the writer of the run database has been closed")]
    Closed,
    /// A game before could not be written; nothing is written after that.
    #[error("the run database cannot be written")]
    Failed(#[source] Arc<StoreError>),
}

/// Owns a [`Store`] and writes to it from a thread of its own.
///
/// Dropping it writes what is queued, but only [`Writer::finish`] says whether that worked.
#[derive(Debug)]
pub struct Writer {
    sender: Sender,
    thread: Option<JoinHandle<(Store, Written)>>,
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// Says when the system has no thread to give.
    pub fn start(store: Store) -> Result<Writer, StoreError> {
        let (queue, messages) = sync_channel(QUEUE_GAMES);
        let failure = Arc::new(OnceLock::new());
        let sender = Sender { queue, failure: Arc::clone(&failure) };
        let path = store.path().to_path_buf();
        let thread = Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(store, &messages, &failure))
            .map_err(|source| StoreError::File { action: "start a thread for", path, source })?;
        Ok(Writer { sender, thread: Some(thread) })
    }

    /// Returns a sender for another thread.
    #[must_use]
    pub fn sender(&self) -> Sender {
        self.sender.clone()
    }

    /// Queues a game; see [`Sender::send`].
    ///
    /// # Errors
    /// As [`Sender::send`].
    pub fn send(&self, record: GameRecord) -> Result<(), WriterError> {
        self.sender.send(record)
    }

    /// Waits until every game sent before is committed.
    ///
    /// # Errors
    /// As [`Sender::send`].
    pub fn flush(&self) -> Result<(), WriterError> {
        self.sender.flush()
    }

    /// Writes what is queued, stops the thread and returns the store.
    ///
    /// Games that other senders queue after this call are refused.
    ///
    /// # Errors
    /// Returns the first error of the writer.
    pub fn finish(mut self) -> Result<(Store, Written), WriterError> {
        let ended = self.stop();
        self.sender.stopped_by_failure()?;
        ended.ok_or(WriterError::Closed)
    }

    fn stop(&mut self) -> Option<(Store, Written)> {
        let thread = self.thread.take()?;
        // Refused only when the thread has ended by itself.
        let _ = self.sender.queue.send(Message::Finish);
        thread.join().ok()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Queues games for a [`Writer`]; cheap to clone, one for each slot.
#[derive(Clone, Debug)]
pub struct Sender {
    queue: SyncSender<Message>,
    failure: Arc<OnceLock<Arc<StoreError>>>,
}

impl Sender {
    /// Queues a game; waits while [`QUEUE_GAMES`] are queued.
    ///
    /// The game is not yet safe when this returns; see [`Sender::flush`].
    ///
    /// # Errors
    /// Returns the error of an earlier game, or says that the writer is closed.
    pub fn send(&self, record: GameRecord) -> Result<(), WriterError> {
        self.pass(Message::Game(Box::new(record)))
    }

    /// Has what is being played written, unless there is too much to do: it waits for
    /// nothing.
    pub fn show(&self, live: Live) {
        // Nobody misses what is not true any more a moment later.
        let _ = self.queue.try_send(Message::Live(live));
    }

    /// Waits until every game sent before through this sender is committed.
    ///
    /// # Errors
    /// As [`Sender::send`].
    pub fn flush(&self) -> Result<(), WriterError> {
        let (done, committed) = sync_channel(1);
        self.pass(Message::Flush(done))?;
        committed.recv().or_else(|_| self.stopped())
    }

    fn pass(&self, message: Message) -> Result<(), WriterError> {
        // The queue outlives a failure by a moment; nothing more shall go into it.
        self.stopped_by_failure()?;
        self.queue.send(message).or_else(|_| self.stopped())
    }

    /// Says why nobody takes messages any more.
    fn stopped(&self) -> Result<(), WriterError> {
        self.stopped_by_failure()?;
        Err(WriterError::Closed)
    }

    fn stopped_by_failure(&self) -> Result<(), WriterError> {
        match self.failure.get() {
            Some(error) => Err(WriterError::Failed(Arc::clone(error))),
            None => Ok(()),
        }
    }
}

/// Writes batches until told to finish, or until one cannot be written.
fn write_all(
    mut store: Store,
    messages: &Receiver<Message>,
    failure: &OnceLock<Arc<StoreError>>,
) -> (Store, Written) {
    let mut written = Written::default();
    while let Ok(first) = messages.recv() {
        let batch = Batch::collect(first, messages);
        match batch.write(&mut store) {
            Ok(new) => written.count(&batch.records, new),
            Err(error) => {
                // Set before the queue is dropped: whoever finds it gone finds this.
                let _ = failure.set(Arc::new(error));
                break;
            }
        }
        for waiting in batch.flushes {
            // Who asked may have gone.
            let _ = waiting.send(());
        }
        if batch.last {
            break;
        }
    }
    (store, written)
}

impl Written {
    fn count(&mut self, records: &[GameRecord], new: usize) {
        let voids = records.iter().filter(|record| record.result == GameResult::Void).count();
        self.new += new as u64;
        self.voids += voids as u64;
        self.repeated += (records.len() - voids - new) as u64;
    }
}

/// What goes into one transaction, and who waits for it.
#[derive(Default)]
struct Batch {
    records: Vec<GameRecord>,
    /// The last word about what is being played.
    live: Option<Live>,
    flushes: Vec<SyncSender<()>>,
    last: bool,
}

impl Batch {
    /// Takes what is queued now, without waiting for more.
    fn collect(first: Message, messages: &Receiver<Message>) -> Batch {
        let mut batch = Batch::default();
        let mut next = Some(first);
        while let Some(message) = next {
            match message {
                Message::Game(record) => batch.records.push(*record),
                Message::Live(live) => batch.live = Some(live),
                Message::Flush(done) => batch.flushes.push(done),
                Message::Finish => batch.last = true,
            }
            let full = batch.records.len() >= BATCH_GAMES;
            next = if full || batch.last { None } else { messages.try_recv().ok() };
        }
        batch
    }

    /// Writes games, and what is being played; returns how many games are new.
    fn write(&self, store: &mut Store) -> Result<usize, StoreError> {
        let new = if self.records.is_empty() { 0 } else { store.append(&self.records)? };
        if let Some(live) = &self.live {
            store.show(live)?;
        }
        Ok(new)
    }
}
