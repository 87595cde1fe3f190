//! The stage: a small process between the referee and each bot.
//!
//! The referee starts its own binary again with [`ARGUMENT`]; that process starts
//! the bot, watches it, and ends everything the bot ever started. It has one
//! thread and nothing else to do, so it may do what is unsafe between `fork` and
//! `exec` of a process with threads. Isolation levels belong here.
//!
//! ```text
//!  referee ── control socket ──► stage ── stdin, stdout, stderr handed on ──► bot
//!             spec and pipes →           becomes the parent of every orphan
//!             ← started / failed         of the bot
//!             `t`, `k`, or the end →     SIGTERM, SIGKILL, SIGKILL
//!             ← ended
//!             ← end of the socket        nothing the bot started is left
//! ```
//!
//! The stage ends, and takes the bot with it, when the control socket closes:
//! so no bot outlives its referee, however that ends.

use std::io::{self, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions};
use serde::{Deserialize, Serialize};

use crate::tree;

/// The argument that makes the binary a stage.
pub const ARGUMENT: &str = "__stage";

/// What the stage is to start.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Spec {
    pub(crate) command: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) dir: PathBuf,
    /// Made for the bot, and removed when it and all it started are gone.
    pub(crate) scratch: PathBuf,
}

/// What the stage reports, one line each.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Report {
    /// There is no scratch folder for the bot.
    NoScratch { message: String },
    /// The bot runs.
    Started { pid: u32 },
    /// The bot could not be started, for this reason of the operating system.
    Failed { os_error: i32, message: String },
    /// The bot exited.
    Exited { code: i32 },
    /// A signal ended the bot.
    Signaled { signal: i32 },
}

/// Longest message on the control socket, in bytes.
pub(crate) const SPEC_BYTES: usize = 256 << 10;
/// Asks the stage to send SIGTERM to all that belongs to the bot.
pub(crate) const TERMINATE: &[u8] = b"t";
/// Asks the stage to send SIGKILL to all that belongs to the bot.
pub(crate) const KILL: &[u8] = b"k";

/// Runs the stage when this process was started as one; it does not return then.
///
/// Every binary that uses this crate calls it first thing in `main`.
pub fn run_if_asked() {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT) {
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
    let (spec, [stdin, stdout, stderr]) = receive_spec(&control)?;
    rustix::process::setsid()?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let command = spec.command.split_first();
    let (program, arguments) = command.ok_or(io::ErrorKind::InvalidInput)?;
    // Made here, where it is removed: a referee that is killed removes nothing.
    if let Err(error) = std::fs::create_dir(&spec.scratch) {
        return report(&control, &Report::NoScratch { message: error.to_string() });
    }
    let started = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(spec.env)
        .current_dir(&spec.dir)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn();
    // The command, and with it our copies of the bot's pipes, is gone by now:
    // the referee sees the end of a pipe as soon as the bot closes it.
    match started {
        Ok(child) => {
            // Without a referee to hear it, the bot has to be ended all the same.
            let started = report(&control, &Report::Started { pid: child.id() });
            let watched = started.and_then(|()| watch(&control, child));
            tree::kill_children();
            let _ = std::fs::remove_dir_all(&spec.scratch);
            watched
        }
        Err(error) => {
            let _ = std::fs::remove_dir_all(&spec.scratch);
            let os_error = error.raw_os_error().unwrap_or_default();
            report(&control, &Report::Failed { os_error, message: error.to_string() })
        }
    }
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
fn watch(control: &OwnedFd, mut bot: Child) -> io::Result<()> {
    let pid = Pid::from_child(&bot);
    let pidfd = rustix::process::pidfd_open(pid, PidfdFlags::empty())?;
    let mut running = true;
    loop {
        let mut fds = vec![PollFd::new(control, PollFlags::IN)];
        if running {
            fds.push(PollFd::new(&pidfd, PollFlags::IN));
        }
        match poll(&mut fds, None) {
            Err(rustix::io::Errno::INTR) => continue,
            result => result?,
        };
        let asked = !fds[0].revents().is_empty();
        let ended = fds.get(1).is_some_and(|fd| !fd.revents().is_empty());
        if ended {
            running = false;
            // What the bot left behind has no business any more.
            let status = bot.wait()?;
            tree::kill_children();
            let _ = report(control, &report_of(status));
        }
        if asked {
            let mut request = [0; 1];
            match rustix::io::read(control, &mut request) {
                Ok(1) if request == TERMINATE => tree::signal_children(Signal::TERM),
                Ok(1) if request == KILL => tree::signal_children(Signal::KILL),
                // The referee is done with the bot, or gone.
                _ => return Ok(()),
            }
        }
    }
}

fn report_of(status: ExitStatus) -> Report {
    match (status.code(), status.signal()) {
        (Some(code), _) => Report::Exited { code },
        (None, signal) => Report::Signaled { signal: signal.unwrap_or_default() },
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
