//! Tests that take a host to its limits, kept apart from those that want something of it.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard};

/// Who uses the host. The name of a test is that of its threads.
struct Users {
    /// Folders of each test that has some.
    folders: BTreeMap<String, usize>,
    /// Tests that want it for themselves and wait for the others.
    waiting: usize,
    /// The test that has it for itself.
    alone: Option<String>,
}

static USERS: Mutex<Users> =
    Mutex::new(Users { folders: BTreeMap::new(), waiting: 0, alone: None });
static CHANGED: Condvar = Condvar::new();

impl Users {
    /// Returns whether a test may have one more folder. One that has none yet waits behind
    /// those that want to be alone: otherwise there would always be one with a folder.
    fn may_enter(&self, test: &str) -> bool {
        match &self.alone {
            Some(alone) => alone == test,
            None => self.waiting == 0 || self.folders.contains_key(test),
        }
    }
}

/// Has the host for the test that holds it, and for its threads of the same name.
pub(crate) struct Alone(());

/// Waits until no other test has a folder; until this is dropped, none gets one.
pub(crate) fn alone() -> Alone {
    let mut users = lock();
    users.waiting += 1;
    let taken = |users: &mut Users| !users.folders.is_empty() || users.alone.is_some();
    let mut users = CHANGED.wait_while(users, taken).unwrap();
    users.waiting -= 1;
    users.alone = Some(name());
    Alone(())
}

/// Waits until the test may have one more folder, and counts it; returns the name for [`leave`].
pub(crate) fn enter() -> String {
    let test = name();
    let mut users =
        CHANGED.wait_while(lock(), |users: &mut Users| !users.may_enter(&test)).unwrap();
    *users.folders.entry(test.clone()).or_default() += 1;
    test
}

/// Counts a folder of a test out.
pub(crate) fn leave(test: &str) {
    let mut users = lock();
    let left = users.folders.get_mut(test).expect("the folder was counted");
    *left -= 1;
    if *left == 0 {
        users.folders.remove(test);
    }
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
