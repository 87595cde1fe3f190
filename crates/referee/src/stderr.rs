//! The stderr of a bot: always read, so that it never blocks; the last part kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;
use tokio::task::JoinHandle;

/// How much of a bot's stderr is kept, in bytes.
pub(crate) const TAIL_BYTES: usize = 64 << 10;
/// How much is read at a time, in bytes.
const CHUNK_BYTES: usize = 16 << 10;

/// The last bytes a bot wrote to its stderr.
#[derive(Clone, Debug)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Reads the pipe to its end, in the background; the handle is done when it came.
    pub(crate) fn drain(mut pipe: pipe::Receiver) -> (Tail, JoinHandle<()>) {
        let tail = Tail(Arc::default());
        let kept = tail.clone();
        let drained = tokio::spawn(async move {
            let mut chunk = Vec::new();
            while pipe.readable().await.is_ok() {
                chunk.clear();
                chunk.reserve(CHUNK_BYTES);
                match pipe.read_buf(&mut chunk).await {
                    Ok(0) | Err(_) => break,
                    Ok(_) => kept.keep(&chunk),
                }
                // A quiet bot costs no buffer.
                chunk.shrink_to(0);
            }
        });
        (tail, drained)
    }

    /// Forgets what was written so far.
    pub(crate) fn clear(&self) {
        self.0.lock().expect("no thread panics while it holds the tail").clear();
    }

    fn keep(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().expect("no thread panics while it holds the tail");
        kept.extend(bytes);
        let over = kept.len().saturating_sub(TAIL_BYTES);
        kept.drain(..over);
    }

    /// Returns the last bytes as text.
    pub(crate) fn text(&self) -> String {
        let mut kept = self.0.lock().expect("no thread panics while it holds the tail");
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }
}
