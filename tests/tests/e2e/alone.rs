//! Tests that take a host to its limits, kept apart from those that want something of it.

use std::sync::{Condvar, Mutex, MutexGuard};

/// Who uses the host.
struct Users {
    /// Folders of tests.
    folders: usize,
    /// The test that has it for itself.
    alone: Option<String>,
}

static USERS: Mutex<Users> = Mutex::new(Users { folders: 0, alone: None });
static CHANGED: Condvar = Condvar::new();

/// Has the host for the test that holds it, and for its threads of the same name.
pub(crate) struct Alone(());

/// Waits until no other test has a folder; until this is dropped, none gets one.
pub(crate) fn alone() -> Alone {
    let free = |users: &mut Users| users.folders > 0 || users.alone.is_some();
    let mut users = CHANGED.wait_while(lock(), free).unwrap();
    users.alone = Some(name());
    Alone(())
}

/// Waits until no other test is alone, and counts a folder.
pub(crate) fn enter() {
    let taken = |users: &mut Users| users.alone.as_ref().is_some_and(|test| *test != name());
    CHANGED.wait_while(lock(), taken).unwrap().folders += 1;
}

/// Counts a folder out.
pub(crate) fn leave() {
    lock().folders -= 1;
    CHANGED.notify_all();
}

impl Drop for Alone {
    fn drop(&mut self) {
        lock().alone = None;
        CHANGED.notify_all();
    }
}

fn lock() -> MutexGuard<'static, Users> {
    USERS.lock().unwrap()
}

/// The name of a test is that of its thread.
pub(crate) fn name() -> String {
    std::thread::current().name().unwrap_or_default().to_owned()
}
