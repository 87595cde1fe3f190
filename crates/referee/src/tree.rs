//! Everything a bot ever started: the descendants of its stage.
//!
//! A process group is not enough: a bot that starts a session of its own, and
//! forks twice, is in no group of ours and has another parent. The stage is the
//! subreaper of all of it, so whoever loses his parent becomes a child of the
//! stage. When the stage has no child left, nothing is left.

use std::collections::HashMap;

use rustix::process::{Pid, Signal};

/// Sends a signal to all descendants of this process.
pub(crate) fn signal_children(signal: Signal) {
    for pid in descendants_of(rustix::process::getpid()) {
        let _ = rustix::process::kill_process(pid, signal);
    }
}

/// Kills all descendants of this process and returns when none is left.
pub(crate) fn kill_children() {
    while crate::stage::reap() {
        // Stopped first, they cannot fork away while the others are killed.
        signal_children(Signal::STOP);
        signal_children(Signal::KILL);
        wait_for_a_child();
    }
}

/// Blocks until a child has ended. All have been killed, so one will.
fn wait_for_a_child() {
    let _ = rustix::process::wait(rustix::process::WaitOptions::empty());
}

/// Lists the descendants of a process, from `/proc`.
pub(crate) fn descendants_of(root: Pid) -> Vec<Pid> {
    let mut children = children();
    let mut found = Vec::new();
    let mut queue = vec![root.as_raw_nonzero().get()];
    while let Some(pid) = queue.pop() {
        for child in children.remove(&pid).unwrap_or_default() {
            queue.push(child);
            found.extend(Pid::from_raw(child));
        }
    }
    found
}

/// Lists the descendants of a process without looking at every process there is, and no
/// further than somebody asks.
///
/// While they fork it may miss some. Where the kernel keeps no lists of children it
/// looks at all processes after all.
pub(crate) fn descendants_at_once(root: Pid) -> impl Iterator<Item = Pid> {
    let mut queue = listed_children(root).unwrap_or_else(|| descendants_of(root));
    std::iter::from_fn(move || {
        let pid = queue.pop()?;
        queue.extend(listed_children(pid).unwrap_or_default());
        Some(pid)
    })
}

/// Reads the children of a process from the kernel's own lists, one for each thread.
fn listed_children(parent: Pid) -> Option<Vec<Pid>> {
    let threads = std::fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero())).ok()?;
    let mut children = Vec::new();
    for thread in threads.flatten() {
        let list = std::fs::read_to_string(thread.path().join("children")).ok()?;
        let pids = list.split_ascii_whitespace().filter_map(|word| word.parse().ok());
        children.extend(pids.filter_map(Pid::from_raw));
    }
    Some(children)
}

/// Lists the children of a process, from `/proc`.
pub(crate) fn children_of(parent: Pid) -> Vec<Pid> {
    let children = children().remove(&parent.as_raw_nonzero().get()).unwrap_or_default();
    children.into_iter().filter_map(Pid::from_raw).collect()
}

/// Every process there is, by its parent.
fn children() -> HashMap<i32, Vec<i32>> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    for pid in processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok()) {
        if let Some(parent) = parent(pid) {
            children.entry(parent).or_default().push(pid);
        }
    }
    children
}

/// Reads the parent of a process; the name in front of it may hold anything, even `)`.
fn parent(pid: i32) -> Option<i32> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    rest.split_ascii_whitespace().nth(1)?.parse().ok()
}
