//! What browsers are shown.

use axum::body::Bytes;
use tokio::sync::watch;

/// The newest state of a run, for any number of browsers.
#[derive(Debug)]
pub struct Hub {
    state: watch::Sender<State>,
}

/// A state; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) page: Bytes,
    pub(crate) tables: Numbered,
    pub(crate) games: Numbered,
    pub(crate) closed: bool,
}

/// A text, and how often it was another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbered {
    pub(crate) number: u64,
    pub(crate) text: Bytes,
}

impl Numbered {
    fn renew(&mut self, text: Bytes) -> bool {
        let is_new = self.text != text;
        if is_new {
            self.number += 1;
            self.text = text;
        }
        is_new
    }
}

impl Hub {
    /// Shows nothing yet.
    #[must_use]
    pub fn new() -> Hub {
        Hub { state: watch::Sender::default() }
    }

    /// Shows another page, and other parts of it to who has it already; both HTML.
    pub fn show_page(&self, page: Vec<u8>, tables: Vec<u8>) {
        self.state.send_if_modified(|state| {
            state.page = page.into();
            state.tables.renew(tables.into())
        });
    }

    /// Shows what is being played, JSON on one line.
    pub fn show_games(&self, games: String) {
        self.state.send_if_modified(|state| state.games.renew(games.into()));
    }

    /// Ends [`serve`](crate::serve()).
    pub fn close(&self) {
        self.state.send_modify(|state| state.closed = true);
    }

    pub(crate) fn follow(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    pub(crate) fn state(&self) -> State {
        self.state.borrow().clone()
    }
}

impl Default for Hub {
    fn default() -> Hub {
        Hub::new()
    }
}
