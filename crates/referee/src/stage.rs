//! The stage: a small process between the referee and each bot.
//!
//! The referee starts its own binary again with [`ARGUMENT`]; that process starts
//! the bot, watches it, and ends everything the bot ever started. It has one
//! thread and nothing else to do, so it may do what is unsafe between `fork` and
//! `exec` of a process with threads. Isolation levels are put into effect here.
//!
//! ```text
//!  referee ── control socket ──► stage ── stdin, stdout, stderr handed on ──► bot
//!             spec and pipes →           becomes the parent of every orphan
//!             ← started / failed         of the bot
//!             `t`, `k`, or the end →     SIGTERM, SIGKILL, SIGKILL
//!             `h`, `c` →                 stopped while it waits, goes on
//!             ← busy
//!             ← ended
//!             ← end of the socket        nothing the bot started is left
//! ```
//!
//! The stage ends, and takes the bot with it, when the control socket closes:
//! so no bot outlives its referee, however that ends.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use rustix::process::{Signal, WaitOptions};
use serde::{Deserialize, Serialize};

use crate::isolation::Isolation;
use crate::scratch;
use crate::tree;
use launch::Launched;

pub(crate) mod cgroup;
mod grants;
mod hold;
mod launch;
mod memory;
mod mounts;
pub(crate) mod probe;
mod reach;
mod restrict;
mod shares;
mod syscalls;
mod system;

/// The argument that makes the binary a stage.
pub const ARGUMENT: &str = "__stage";
/// The argument that makes it the trial process of a level.
pub(crate) const PROBE: &str = "__probe";

/// What the stage is to start.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Spec {
    pub(crate) command: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) dir: PathBuf,
    /// Made for the bot, and removed when it and all it started are gone.
    pub(crate) scratch: PathBuf,
    pub(crate) isolation: Isolation,
    pub(crate) memory_mb: Option<u64>,
    /// The control group in which to make the bot's, at `full`.
    pub(crate) cgroup: Option<PathBuf>,
    /// Others' files and folders in what it may read; canonical paths.
    pub(crate) hidden: Vec<PathBuf>,
}

impl Spec {
    /// The memory at which the watch ends the bot, in bytes; nothing where a control group
    /// does, or nobody.
    fn watched_bytes(&self) -> Option<u64> {
        let watched = matches!(self.isolation, Isolation::Basic | Isolation::Strong);
        watched.then_some(self.allowed_mb() << 20)
    }

    /// The memory the bot may use, in MiB.
    fn allowed_mb(&self) -> u64 {
        self.memory_mb.unwrap_or(restrict::MEMORY_MB)
    }
}

/// What the stage reports, one line each.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Report {
    /// There is no scratch folder for the bot.
    NoScratch { message: String },
    /// The bot runs.
    Started,
    /// The isolation level does not work here.
    NoIsolation { message: String },
    /// A bot without root's powers does not get at a file.
    Unreachable { message: String },
    /// The bot could not be started, for this reason of the operating system.
    Failed { os_error: i32, message: String },
    /// The bot exited.
    Exited { code: i32 },
    /// A signal ended the bot.
    Signaled { signal: i32 },
    /// The bot was ended for its memory.
    MemoryLimit { allowed_mb: u64, used_mb: Option<u64> },
    /// The bot ended when it was refused a process.
    ProcessLimit { allowed: u64 },
    /// The bot computes while its opponent is to move.
    Busy,
}

/// Longest message on the control socket, in bytes.
pub(crate) const SPEC_BYTES: usize = 256 << 10;
/// Asks the stage to send SIGTERM to all that belongs to the bot.
pub(crate) const TERMINATE: u8 = b't';
/// Asks the stage to send SIGKILL to all that belongs to the bot.
pub(crate) const KILL: u8 = b'k';
/// Asks the stage to stop the bot.
pub(crate) const HOLD: u8 = b'h';
/// Requests that are read at once.
const REQUESTS: usize = 64;
/// Asks the stage to let the bot go on.
pub(crate) const RELEASE: u8 = b'c';

/// Returns the version of Landlock in this kernel.
pub(crate) fn landlock_abi() -> Option<i32> {
    system::landlock_abi()
}

/// Returns the files and folders that a command names in a folder.
pub(crate) fn named(command: &[String], dir: &Path) -> Vec<PathBuf> {
    grants::named(command, dir)
}

/// Returns what a bot would get at of others' files and folders, without what it is
/// itself started from; all of them canonical paths.
pub(crate) fn exposed(spec: &Spec, others: impl Iterator<Item = PathBuf>) -> BTreeSet<PathBuf> {
    let exposes = grants::Grants::of(spec).exposes();
    others.filter(|path| exposes(path)).collect()
}

/// Runs the stage when this process was started as one; it does not return then.
///
/// Every binary that uses this crate calls it first thing in `main`.
pub fn run_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    let first = arguments.next();
    if first.as_ref().is_some_and(|argument| argument == PROBE) {
        let level = arguments.next().unwrap_or_default();
        std::process::exit(probe::look(&level.to_string_lossy()));
    }
    if first.is_some_and(|argument| argument == ARGUMENT) {
        let code = match run() {
            Ok(()) => 0,
            Err(error) => {
                let _ = writeln!(io::stderr(), "ayo: the stage of a bot failed: {error}");
                1
            }
        };
        std::process::exit(code);
    }
}

fn run() -> io::Result<()> {
    // The control socket is stdin. The bot gets a stdin of its own.
    let control = io::stdin().as_fd().try_clone_to_owned()?;
    let (spec, pipes) = receive_spec(&control)?;
    rustix::process::setsid()?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let signals = system::child_signals()?;
    // The scratch folder is made in here, where it is removed: a referee that is
    // killed removes nothing. The bot's pipes are gone from here when it runs: the
    // referee sees the end of a pipe as soon as the bot closes it.
    let launched = launch::launch(&spec, pipes);
    let done = match &launched {
        Ok(launched) => report(&control, &Report::Started)
            .and_then(|()| watch(&control, &signals, launched, spec.watched_bytes())),
        Err(failed) => report(&control, failed),
    };
    end_all(launched.as_ref().ok());
    let made_scratch = !matches!(launched, Err(Report::NoScratch { .. }));
    if made_scratch && spec.isolation < Isolation::Strong {
        let _ = scratch::remove(&spec.scratch);
    }
    if let Ok(Launched { leaf: Some(leaf), .. }) = &launched {
        leaf.remove();
    }
    done
}

/// Kills everything that belongs to the bot; returns when nothing of it is left.
fn end_all(launched: Option<&Launched>) {
    if let Some(Launched { child, status: Some(_), .. }) = launched {
        // The stub: with it the kernel kills its whole process namespace.
        let _ = rustix::process::kill_process(*child, Signal::KILL);
    }
    if let Some(Launched { leaf: Some(leaf), .. }) = launched {
        leaf.kill();
    }
    tree::kill_children();
}

/// Reads the spec and the three pipes that come with its first byte.
fn receive_spec(control: &OwnedFd) -> io::Result<(Spec, [OwnedFd; 3])> {
    let mut bytes = Vec::new();
    let mut pipes = Vec::new();
    while bytes.last() != Some(&b'\n') {
        if bytes.len() > SPEC_BYTES {
            return Err(io::Error::other("the spec of the bot is too long"));
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut chunk = [0; 4096];
        let mut slices = [io::IoSliceMut::new(&mut chunk)];
        let flags = RecvFlags::CMSG_CLOEXEC;
        let received = rustix::net::recvmsg(control, &mut slices, &mut ancillary, flags)?;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(fds) = message {
                pipes.extend(fds);
            }
        }
        if received.bytes == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&chunk[..received.bytes]);
    }
    let spec = serde_json::from_slice(&bytes)?;
    let pipes = pipes.try_into().map_err(|_| io::Error::other("three pipes were expected"))?;
    Ok((spec, pipes))
}

/// Waits for the bot to end or the referee to ask; returns when all is to be ended.
///
/// Where no control group does it, `watched_bytes` is the memory the bot may have.
fn watch(
    control: &OwnedFd,
    signals: &OwnedFd,
    launched: &Launched,
    watched_bytes: Option<u64>,
) -> io::Result<()> {
    let mut running = true;
    let mut hold = hold::Hold::default();
    let mut looks = memory::Looks::new();
    let every = watched_bytes.map(|_| Timespec::try_from(memory::EVERY)).transpose();
    let every = every.map_err(io::Error::other)?;
    loop {
        if let Some(bytes) = watched_bytes.filter(|_| running)
            && let Some(used) = looks.look(launched, bytes, hold.is_held(), || has_news(control))
        {
            running = false;
            end_all(Some(launched));
            let (allowed_mb, used_mb) = (bytes >> 20, Some(used >> 20));
            report(control, &Report::MemoryLimit { allowed_mb, used_mb })?;
        }
        let mut fds = [PollFd::new(control, PollFlags::IN), PollFd::new(signals, PollFlags::IN)];
        match poll(&mut fds, every.as_ref()) {
            Err(rustix::io::Errno::INTR) => continue,
            result => result?,
        };
        let [asked, children] = fds.map(|fd| !fd.revents().is_empty());
        if children
            && let Some(ended) = reap_until(launched, signals)
            && running
        {
            running = false;
            // What the bot left behind has no business any more.
            end_all(Some(launched));
            let _ = report(control, &report_of(launched, ended));
        }
        if asked {
            let mut requests = [0; REQUESTS];
            let read = rustix::io::read(control, &mut requests).unwrap_or(0);
            for request in needed(&requests[..read]) {
                match request {
                    TERMINATE => tree::signal_children(Signal::TERM),
                    KILL => tree::signal_children(Signal::KILL),
                    RELEASE => hold.release(launched),
                    HOLD => {
                        if let Some(busy) = hold.stop(launched) {
                            let _ = report(control, &busy);
                        }
                    }
                    _ => return Ok(()),
                }
            }
            if read == 0 {
                // The referee is done with the bot, or gone.
                return Ok(());
            }
        }
    }
}

/// Returns the requests that are left to do: of those to stop and to go on only the last one,
/// so that who comes late does not stay late.
fn needed(requests: &[u8]) -> impl Iterator<Item = u8> {
    let is_hold = |request: &u8| [HOLD, RELEASE].contains(request);
    let last = requests.iter().rposition(is_hold);
    let places = requests.iter().enumerate();
    let needed = places.filter(move |(place, request)| !is_hold(request) || Some(*place) == last);
    needed.map(|(_, &request)| request)
}

/// Returns whether something can be read there at once.
fn has_news(control: &OwnedFd) -> bool {
    let mut fds = [PollFd::new(control, PollFlags::IN)];
    poll(&mut fds, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}

/// Takes the status of all children that have ended; returns the bot's, if it has.
///
/// The others are what the bot's processes left behind: a bot that leaves thousands
/// would fill the table of processes otherwise.
fn reap_until(launched: &Launched, signals: &OwnedFd) -> Option<ExitStatus> {
    let mut signal = [0; 128];
    while rustix::io::read(signals, &mut signal).is_ok() {}
    let mut ended = None;
    while let Ok(Some((child, status))) = rustix::process::wait(WaitOptions::NOHANG) {
        // A bot that has itself traced is told of when it stops, too.
        if child == launched.child && !status.stopped() {
            ended = Some(ExitStatus::from_raw(status.as_raw()));
        }
    }
    ended
}

fn report_of(launched: &Launched, ended: ExitStatus) -> Report {
    use cgroup::Reached;
    let memory = Report::MemoryLimit { allowed_mb: launched.memory_mb, used_mb: None };
    let reached = launched.leaf.as_ref().and_then(cgroup::Leaf::reached);
    let ended = launched.status.as_ref().map_or(Some(ended), told_by_stub);
    // Killed with its stub: whoever did it sent SIGKILL.
    let Some(ended) = ended else {
        return match reached {
            Some(Reached::Memory) => memory,
            _ => Report::Signaled { signal: Signal::KILL.as_raw() },
        };
    };
    match (reached, ended.code(), ended.signal()) {
        (Some(Reached::Memory), None, Some(9)) => memory,
        (Some(Reached::Processes), Some(1..), _) | (Some(Reached::Processes), None, _) => {
            Report::ProcessLimit { allowed: restrict::PROCESSES }
        }
        (_, Some(code), _) => Report::Exited { code },
        (_, None, signal) => Report::Signaled { signal: signal.unwrap_or_default() },
    }
}

fn told_by_stub(status: &OwnedFd) -> Option<ExitStatus> {
    let mut bytes = [0; 4];
    match rustix::io::read(status, &mut bytes) {
        Ok(4) => Some(ExitStatus::from_raw(i32::from_ne_bytes(bytes))),
        _ => None,
    }
}

fn report(control: &OwnedFd, report: &Report) -> io::Result<()> {
    let mut line = serde_json::to_vec(report)?;
    line.push(b'\n');
    let mut rest = &line[..];
    while !rest.is_empty() {
        let written = rustix::io::write(control, rest)?;
        rest = &rest[written..];
    }
    Ok(())
}

/// Takes the exit status of every child that has ended; `false` when no child is left.
pub(crate) fn reap() -> bool {
    loop {
        // Not `waitpid(None)`: that waits for the own process group only, and a bot
        // that has started a session of its own is not in it.
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_stops_and_their_ends_the_last_one_counts() {
        let check = |asked: &[u8], expected: &[u8]| {
            assert_eq!(needed(asked).collect::<Vec<_>>(), expected, "{asked:?}");
        };
        check(&[], &[]);
        check(&[HOLD], &[HOLD]);
        check(&[HOLD, RELEASE, HOLD, HOLD, RELEASE], &[RELEASE]);
        check(&[RELEASE, HOLD], &[HOLD]);
        check(&[HOLD, TERMINATE, RELEASE, KILL], &[TERMINATE, RELEASE, KILL]);
    }
}
