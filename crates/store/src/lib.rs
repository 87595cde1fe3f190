//! The run database `run.db`: the only truth of a run, everything else is derived.
//!
//! SQLite in WAL mode with one writer at a time and any number of readers.
//! [`Store`] writes, [`Reader`] only reads (a [`Store`] can do all a reader can),
//! [`Writer`] puts a store on its own thread behind a bounded queue.
//!
//! **What survives what.** A game is safe once [`Store::append`] has returned, or
//! [`Writer::flush`] has. Safe means against the death of the process, `kill -9`
//! included: the bytes are with the kernel then. A power cut may lose the
//! transactions since the last checkpoint (`synchronous = NORMAL`), never the order
//! or the shape of what is left; those games are simply not finished and are played
//! again. An fsync per commit would buy only that, and cost every fast match.
//! Closing a [`Store`] checkpoints, and that does wait for the disk.
//!
//! **Nothing is counted twice.** The primary key of a game is (pair, game): the
//! first record of a game stays, a second one is ignored and reported as not new.
//!
//! What this crate deliberately does not do: no clock (times are in the records), no
//! schedule, no ratings, no reports; it does not replay moves to check a result.

mod analyses;
mod asked_test;
mod error;
mod infos;
mod live;
mod lock;
mod reader;
mod record_row;
mod rounds;
mod run_info;
mod store;
mod writer;

pub use analyses::{Analyses, KeptAnalysis};
pub use error::StoreError;
pub use infos::MAX_INFO_BYTES;
pub use live::Mark;
pub use reader::{Finished, Games, Reader};
pub use record_row::Impossible;
pub use run_info::RunInfo;
pub use store::Store;
pub use writer::{QUEUE_GAMES, Sender, Writer, WriterError, Written};
