//! The events that a browser follows a run by.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use crate::hub::{Numbered, State};
use crate::places::Following;

/// A browser that has lost the connection tries again after so long.
const RETRY: Duration = Duration::from_secs(1);
/// How often something is sent when nothing has changed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// What a browser has been told.
struct Told {
    state: watch::Receiver<State>,
    games: Option<u64>,
    tables: Option<u64>,
    _following: Following,
}

/// Tells a browser the newest state, and each that follows while it listens.
pub(crate) fn events(
    state: watch::Receiver<State>,
    following: Following,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let told = Told { state, games: None, tables: None, _following: following };
    Sse::new(stream::unfold(told, next)).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE))
}

async fn next(mut told: Told) -> Option<(Result<Event, Infallible>, Told)> {
    loop {
        let State { games, tables, closed, .. } = told.state.borrow_and_update().clone();
        if closed {
            return None;
        }
        if told.games.replace(games.number) != Some(games.number) {
            return Some((Ok(event("games", &games)), told));
        }
        if told.tables.replace(tables.number) != Some(tables.number) {
            let number = Numbered { text: tables.number.to_string().into(), ..tables };
            return Some((Ok(event("tables", &number)), told));
        }
        told.state.changed().await.ok()?;
    }
}

fn event(name: &str, what: &Numbered) -> Event {
    // A text with a line break would be several lines of the event, which is as it should be.
    Event::default().event(name).retry(RETRY).data(String::from_utf8_lossy(&what.text))
}
