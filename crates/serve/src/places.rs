//! Places for connections. There is always one for who comes: when all are taken, the connection
//! that has asked for nothing for longest makes room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;

/// Connections at the same time.
pub const MOST_CONNECTIONS: usize = 256;
/// Connections on which browsers follow the run; they keep their places, and the others are for
/// who asks for a page.
pub const MOST_FOLLOWERS: usize = 192;

const _: () = assert!(MOST_FOLLOWERS < MOST_CONNECTIONS);

/// The connections there are.
#[derive(Debug, Default)]
pub(crate) struct Places(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    taken: HashMap<u64, Taken>,
    /// Counts what happens; a clock that never stands still.
    now: u64,
    followers: usize,
}

#[derive(Debug)]
struct Taken {
    /// When it asked for something, or came.
    asked_at: u64,
    /// It stays whoever comes.
    follows: bool,
    leave: Arc<Notify>,
}

/// The place of a connection, given up when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    number: u64,
    leave: Arc<Notify>,
}

/// The right of a connection to stay, given up when it is dropped.
#[derive(Debug)]
pub(crate) struct Following(Arc<Place>);

impl Places {
    /// Gives a place to a new connection.
    pub(crate) fn take(self: &Arc<Places>) -> Arc<Place> {
        let mut table = self.table();
        if table.taken.len() >= MOST_CONNECTIONS {
            table.make_room();
        }
        table.now += 1;
        let (number, leave) = (table.now, Arc::new(Notify::new()));
        let taken = Taken { asked_at: number, follows: false, leave: Arc::clone(&leave) };
        table.taken.insert(number, taken);
        drop(table);
        Arc::new(Place { places: Arc::clone(self), number, leave })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().expect("nobody panics while counting")
    }
}

impl Table {
    fn make_room(&mut self) {
        let others = self.taken.iter().filter(|(_, taken)| !taken.follows);
        let quietest = others.min_by_key(|(_, taken)| taken.asked_at).map(|(&number, _)| number);
        if let Some(taken) = quietest.and_then(|number| self.taken.remove(&number)) {
            taken.leave.notify_one();
        }
    }
}

impl Place {
    /// Takes note that something is asked for.
    pub(crate) fn asks(&self) {
        let mut table = self.places.table();
        table.now += 1;
        let now = table.now;
        if let Some(taken) = table.taken.get_mut(&self.number) {
            taken.asked_at = now;
        }
    }

    /// Lets the connection stay, unless too many do.
    pub(crate) fn follow(self: &Arc<Place>) -> Option<Following> {
        let mut table = self.places.table();
        if table.followers >= MOST_FOLLOWERS {
            return None;
        }
        let taken = table.taken.get_mut(&self.number).filter(|taken| !taken.follows)?;
        taken.follows = true;
        table.followers += 1;
        Some(Following(Arc::clone(self)))
    }

    /// Returns when somebody else needs the place.
    pub(crate) async fn is_needed(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.table().taken.remove(&self.number);
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let mut table = self.0.places.table();
        table.followers -= 1;
        if let Some(taken) = table.taken.get_mut(&self.0.number) {
            taken.follows = false;
        }
    }
}
