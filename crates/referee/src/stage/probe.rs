//! The trial process of a level: it looks whether it is under it.

use crate::isolation::Isolation;

/// What a trial process may miss: the exit code that says so, and what it means.
const MEANINGS: [(i32, &str); 5] = [
    (70, "the trial process kept capabilities"),
    (71, "the trial process may still gain privileges"),
    (72, "the trial process could make a socket"),
    (73, "the trial process stayed root"),
    (74, "the trial process stayed in the process namespace of the host"),
];

/// Returns what an exit code of a trial process means.
pub(crate) fn meaning(code: i32) -> Option<&'static str> {
    MEANINGS.iter().find(|(known, _)| *known == code).map(|(_, meaning)| *meaning)
}

/// Looks at this process; returns its exit code.
pub(super) fn look(level: &str) -> i32 {
    let level = Isolation::ALL.into_iter().find(|it| it.word() == level).unwrap_or_default();
    let capable = rustix::thread::capabilities(None)
        .is_ok_and(|sets| !(sets.effective | sets.permitted).is_empty());
    if capable {
        return 70;
    }
    if !rustix::thread::no_new_privs().unwrap_or(false) {
        return 71;
    }
    if level >= Isolation::Basic {
        use rustix::net::{AddressFamily, SocketType, socket};
        if socket(AddressFamily::UNIX, SocketType::STREAM, None).is_ok() {
            return 72;
        }
        if rustix::process::geteuid().is_root() {
            return 73;
        }
    }
    // Its stub is number 1 there, and it is the first that the stub starts.
    if level >= Isolation::Strong && rustix::process::getpid().as_raw_nonzero().get() != 2 {
        return 74;
    }
    0
}
