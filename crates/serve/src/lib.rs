//! Serves the page of a run that goes on.
//!
//! ```text
//! whoever watches the run ──► Hub (the newest state) ──► browsers
//!     page, tables, games         /  /tables  /events  /games/NUMBER
//! ```
//! | address | answer |
//! |---|---|
//! | `/` | the page, HTML |
//! | `/tables` | the parts of it that change, HTML |
//! | `/events` | server-sent events: `games` with what is being played, JSON; `tables` when there are new ones |
//! | `/games/NUMBER` | a finished game for the replayer, JSON |
//!
//! **No browser slows anything.** The [`Hub`] holds the newest state and nothing else. A
//! browser that is slow misses what was between; there is no queue. One that is dead is
//! dropped when it has not taken anything for [`DEAD_AFTER`]. Who comes when there are
//! [`MOST_CONNECTIONS`] is answered all the same: of those that follow no run, the one that
//! has asked for nothing for longest is closed. At most [`MOST_FOLLOWERS`] follow. The server is in a process of
//! its own, which plays no games.
//!
//! **Who may ask.** There is nothing to be changed: all requests but `GET` and `HEAD` are
//! refused. Where the server listens to this host only, a request must name this host, so
//! that a page from elsewhere that has its name point here reads nothing.
//!
//! What this crate deliberately does not do: it knows no database, makes no page and keeps
//! no history.
#![allow(clippy::disallowed_methods)]

mod events;
mod hub;
mod places;
mod routes;
mod server;

pub use hub::Hub;
pub use places::{MOST_CONNECTIONS, MOST_FOLLOWERS};
pub use server::{DEAD_AFTER, HEADERS_WITHIN, serve};
