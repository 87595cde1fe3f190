//! One running bot: its pipes, its stage, and what happens to it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use ayo_protocol::{Ended, Session};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use tokio::io::{AsyncRead as _, AsyncWrite as _, ReadBuf};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::task::JoinHandle;

use crate::hold::Hold;
use crate::lines::{Lines, Next};
use crate::scratch;
use crate::stage::{self, Report, Spec};
use crate::stderr::Tail;
use crate::strays;

/// A running bot.
#[derive(Debug)]
pub(crate) struct Bot {
    /// What was agreed with it; `None` until it has said hello, and after a fault.
    pub(crate) session: Option<Session>,
    pub(crate) stderr: Tail,
    stdin: Option<pipe::Sender>,
    outgoing: Vec<u8>,
    stdout: Option<pipe::Receiver>,
    lines: Lines,
    control: UnixStream,
    hold: Hold,
    reports: Vec<u8>,
    ended: Option<Ended>,
    ended_told: bool,
    /// Done when the last byte of stderr has been read.
    stderr_drained: JoinHandle<()>,
    stage: Child,
    /// The stage removes it, unless the stage is killed.
    scratch: PathBuf,
}

/// Something that happened to a bot.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    /// Lines may be read: [`Bot::next_line`].
    Lines,
    /// Everything that was to be written is in its pipe.
    Written,
    /// It closed its stdin.
    StdinClosed,
    /// It closed its stdout; every line was read before.
    StdoutClosed,
    /// It ended; every line was read before.
    Ended(Ended),
}

/// A read that has nothing to bring yet.
struct Pending;

/// Why a bot did not start.
#[derive(Debug)]
pub(crate) enum SpawnError {
    /// The program could not be executed.
    Exec { os_error: i32, message: String },
    /// It does not get at a file without root's powers; a sentence says at which.
    Unreachable(String),
    /// The host lacks resources; the bot has no part in it.
    Host(io::Error),
}

/// Reports longer than this are not from a stage, in bytes.
const REPORT_BYTES: usize = 64 << 10;
/// Time for the stage to say that the program runs.
const SPAWN_LIMIT: Duration = Duration::from_secs(10);
/// Time between `quit` and SIGTERM.
const QUIT_LIMIT: Duration = Duration::from_secs(2);
/// Time between SIGTERM and SIGKILL.
const TERMINATE_LIMIT: Duration = Duration::from_millis(500);
/// Time for output that was kept back to come when stdin is closed.
const UNFLUSHED_LIMIT: Duration = Duration::from_millis(300);
/// Time for the stage to end everything once it is told to.
const TEARDOWN_LIMIT: Duration = Duration::from_secs(5);
/// Time to read the rest of stderr when everything that could write to it is gone.
const DRAIN_LIMIT: Duration = Duration::from_millis(200);

impl Bot {
    /// Starts a bot; its stage makes its scratch folder, and removes it.
    pub(crate) async fn spawn(spec: Spec) -> Result<Bot, SpawnError> {
        let mut bot = Bot::start_stage(&spec).map_err(SpawnError::Host)?;
        let started = tokio::time::timeout(SPAWN_LIMIT, bot.report()).await;
        match started {
            Ok(Ok(Report::Started)) => Ok(bot),
            Ok(Ok(Report::Failed { os_error, message })) => {
                bot.destroy().await;
                Err(spawn_error(os_error, message))
            }
            Ok(Ok(Report::NoScratch { message })) => {
                bot.destroy().await;
                Err(SpawnError::Host(io::Error::other(format!("no scratch folder: {message}"))))
            }
            Ok(Ok(Report::Unreachable { message })) => {
                bot.destroy().await;
                Err(SpawnError::Unreachable(message))
            }
            Ok(Ok(Report::NoIsolation { message })) => {
                bot.destroy().await;
                let message = format!("isolation `{}`: {message}", spec.isolation);
                Err(SpawnError::Host(io::Error::other(message)))
            }
            Ok(Ok(report)) => {
                bot.destroy().await;
                Err(SpawnError::Host(io::Error::other(format!("unexpected report {report:?}"))))
            }
            Ok(Err(error)) => {
                bot.destroy().await;
                Err(SpawnError::Host(error))
            }
            Err(_) => {
                bot.destroy().await;
                Err(SpawnError::Host(io::ErrorKind::TimedOut.into()))
            }
        }
    }

    fn start_stage(spec: &Spec) -> io::Result<Bot> {
        let (ours, theirs) = StdUnixStream::pair()?;
        let (bot_stdin, stdin) = io::pipe()?;
        let (stdout, bot_stdout) = io::pipe()?;
        let (stderr, bot_stderr) = io::pipe()?;
        let stage = stage_process(theirs)?;
        send_spec(&ours, spec, [bot_stdin.into(), bot_stdout.into(), bot_stderr.into()])?;
        ours.set_nonblocking(true)?;
        let (stderr, stderr_drained) = Tail::drain(pipe::Receiver::from_owned_fd(stderr.into())?);
        Ok(Bot {
            session: None,
            stderr,
            stderr_drained,
            stdin: Some(pipe::Sender::from_owned_fd(stdin.into())?),
            outgoing: Vec::new(),
            stdout: Some(pipe::Receiver::from_owned_fd(stdout.into())?),
            lines: Lines::new(),
            control: UnixStream::from_std(ours)?,
            hold: Hold::default(),
            reports: Vec::new(),
            ended: None,
            ended_told: false,
            stage,
            scratch: spec.scratch.clone(),
        })
    }

    /// Puts a line behind what is to be written, and lets the bot go on.
    pub(crate) fn queue(&mut self, line: &[u8]) {
        self.hold.release(&self.control);
        self.outgoing.extend_from_slice(line);
    }

    /// Writes what the pipe takes without waiting; `true` when that is everything.
    pub(crate) fn write_at_once(&mut self) -> bool {
        let Some(stdin) = &self.stdin else { return false };
        let written = stdin.try_write(&self.outgoing).unwrap_or(0);
        if written == self.outgoing.len() {
            self.outgoing.clear();
        } else {
            self.outgoing.drain(..written);
        }
        self.outgoing.is_empty()
    }

    /// Returns whether nothing waits to be written.
    pub(crate) fn has_written(&self) -> bool {
        self.outgoing.is_empty() || self.stdin.is_none()
    }

    /// Returns the next line that was read.
    pub(crate) fn next_line(&mut self) -> Next<'_> {
        self.lines.next()
    }

    /// Returns how many bytes wait for their newline.
    pub(crate) fn unfinished(&self) -> usize {
        self.lines.unfinished()
    }

    /// Returns the process of the stage, from which everything of the bot descends.
    pub(crate) fn stage(&self) -> u32 {
        self.stage.id()
    }

    /// Ends the input of the bot; what waits to be written is dropped.
    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
        self.outgoing.clear();
    }

    /// Has SIGTERM sent to the bot and everything it started.
    pub(crate) fn terminate(&self) {
        let _ = self.control.try_write(&[stage::TERMINATE]);
    }

    /// Has the bot stopped until it is told something.
    pub(crate) fn hold(&mut self) {
        self.hold.stop(&self.control);
    }

    /// Has the bot stopped at once, when it was found to compute out of turn before.
    pub(crate) fn hold_if_busy_before(&mut self) {
        self.hold.stop_if_busy_before(&self.control);
    }

    /// Returns whether it was found to compute out of turn, once.
    pub(crate) fn is_busy_news(&mut self) -> bool {
        self.hold.is_news()
    }

    /// Waits for the next thing that happens to the bot.
    ///
    /// Lines come before the end of the pipe they came through, and both before
    /// the end of the process: what a bot wrote before it died still counts.
    pub(crate) fn poll_happened(&mut self, context: &mut Context<'_>) -> Poll<Happened> {
        if let Poll::Ready(happened) = self.poll_stdout(context) {
            return Poll::Ready(happened);
        }
        let _ = self.hold.poll_release(&self.control, context);
        if !self.outgoing.is_empty()
            && let Poll::Ready(happened) = self.poll_stdin(context)
        {
            return Poll::Ready(happened);
        }
        if self.ended.is_none() {
            let report = loop {
                match ready!(self.poll_report(context)) {
                    Ok(Report::Busy) => self.hold.busy = true,
                    report => break report,
                }
            };
            self.ended = Some(match report {
                Ok(Report::Exited { code }) => Ended::Exited(code),
                Ok(Report::Signaled { signal }) => Ended::Signaled(signal),
                Ok(Report::MemoryLimit { allowed_mb, used_mb }) => {
                    Ended::MemoryLimit { allowed_mb, used_mb }
                }
                Ok(Report::ProcessLimit { allowed }) => Ended::ProcessLimit { allowed },
                // A stage ends before its bot only when the bot kills it.
                Ok(_) | Err(_) => Ended::Signaled(9),
            });
            if let Poll::Ready(happened) = self.poll_stdout(context) {
                return Poll::Ready(happened);
            }
        }
        match self.ended {
            Some(ended) if !self.ended_told => {
                self.ended_told = true;
                Poll::Ready(Happened::Ended(ended))
            }
            _ => Poll::Pending,
        }
    }

    fn poll_stdout(&mut self, context: &mut Context<'_>) -> Poll<Happened> {
        let Some(stdout) = &mut self.stdout else { return Poll::Pending };
        let read = self.lines.read(|room| {
            let mut buffer = ReadBuf::new(room);
            match Pin::new(stdout).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) => Ok(buffer.filled().len()),
                Poll::Ready(Err(_)) => Ok(0),
                Poll::Pending => Err(Pending),
            }
        });
        match read {
            Err(Pending) => Poll::Pending,
            Ok(0) => {
                self.stdout = None;
                Poll::Ready(Happened::StdoutClosed)
            }
            Ok(_) => Poll::Ready(Happened::Lines),
        }
    }

    /// Waits until all that a bot that ended wrote to its stderr has been read.
    pub(crate) async fn drain_stderr(&mut self) {
        // A handle that is done may not be waited for again.
        if !self.stderr_drained.is_finished() {
            let _ = tokio::time::timeout(DRAIN_LIMIT, &mut self.stderr_drained).await;
        }
    }

    /// Reads what is in the pipe already, without asking the event loop.
    ///
    /// On the core it shares with us a quick bot has often answered by the time the
    /// write to it returns; looking first saves the round through the event loop.
    pub(crate) fn read_at_once(&mut self) -> bool {
        let Some(stdout) = &self.stdout else { return false };
        let read = self.lines.read(|room| rustix::io::read(stdout, room));
        // The end of the pipe, and errors, are for the event loop to see.
        read.is_ok_and(|bytes| bytes > 0)
    }

    fn poll_stdin(&mut self, context: &mut Context<'_>) -> Poll<Happened> {
        let Some(stdin) = &mut self.stdin else { return Poll::Pending };
        match ready!(Pin::new(stdin).poll_write(context, &self.outgoing)) {
            Ok(written) if written > 0 => {
                self.outgoing.drain(..written);
                if self.outgoing.is_empty() {
                    return Poll::Ready(Happened::Written);
                }
                context.waker().wake_by_ref();
                Poll::Pending
            }
            _ => {
                self.stdin = None;
                Poll::Ready(Happened::StdinClosed)
            }
        }
    }

    async fn report(&mut self) -> io::Result<Report> {
        std::future::poll_fn(|context| self.poll_report(context)).await
    }

    fn poll_report(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Report>> {
        loop {
            if let Some(newline) = self.reports.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.reports.drain(..=newline).collect();
                return Poll::Ready(serde_json::from_slice(&line).map_err(io::Error::from));
            }
            if self.reports.len() > REPORT_BYTES {
                return Poll::Ready(Err(io::Error::other("a report without an end")));
            }
            let mut chunk = [0; 512];
            let mut buffer = ReadBuf::new(&mut chunk);
            ready!(Pin::new(&mut self.control).poll_read(context, &mut buffer))?;
            if buffer.filled().is_empty() {
                return Poll::Ready(Err(io::ErrorKind::UnexpectedEof.into()));
            }
            self.reports.extend_from_slice(buffer.filled());
        }
    }

    /// Closes the bot's stdin and tells whether that makes it write at last.
    ///
    /// A runtime that keeps output back writes it when the program ends.
    pub(crate) async fn speaks_when_closed(&mut self) -> bool {
        self.stdin = None;
        let speaks = std::future::poll_fn(|context| {
            loop {
                match ready!(self.poll_happened(context)) {
                    Happened::Lines => return Poll::Ready(true),
                    Happened::StdoutClosed | Happened::Ended(_) => return Poll::Ready(false),
                    Happened::Written | Happened::StdinClosed => {}
                }
            }
        });
        tokio::time::timeout(UNFLUSHED_LIMIT, speaks).await.unwrap_or(false)
    }

    /// Asks the bot to leave, then insists; returns when nothing of it is left.
    pub(crate) async fn shut_down(mut self) {
        self.queue(b"{\"type\":\"quit\"}\n");
        self.write_at_once();
        if !self.ends_within(QUIT_LIMIT).await {
            let _ = self.control.try_write(&[stage::TERMINATE]);
            if !self.ends_within(TERMINATE_LIMIT).await {
                let _ = self.control.try_write(&[stage::KILL]);
            }
        }
        self.destroy().await;
    }

    /// Waits for the process to end, while everything it writes is thrown away.
    async fn ends_within(&mut self, limit: Duration) -> bool {
        let ends = std::future::poll_fn(|context| {
            loop {
                match ready!(self.poll_happened(context)) {
                    Happened::Ended(_) => return Poll::Ready(()),
                    Happened::Lines => while self.next_line() != Next::More {},
                    _ => {}
                }
            }
        });
        tokio::time::timeout(limit, ends).await.is_ok() || self.ended.is_some()
    }

    /// Kills the bot and all it started; returns when nothing of it is left.
    pub(crate) async fn destroy(mut self) {
        self.stdin = None;
        // Our end of the control socket still reads when the other direction is
        // shut: its end says that the stage, and so everything else, is gone.
        use tokio::io::AsyncWriteExt as _;
        let _ = self.control.shutdown().await;
        let gone = async { while self.report().await.is_ok() {} };
        if tokio::time::timeout(TEARDOWN_LIMIT, gone).await.is_err() {
            let _ = self.stage.kill();
        }
        if !strays::end_stage(&mut self.stage) {
            let _ = scratch::remove(&self.scratch);
        }
        // Nothing holds the other end any more, so what is left to read is here.
        self.drain_stderr().await;
    }
}

/// Starts a stage, with its end of the control socket.
pub(crate) fn stage_process(control: StdUnixStream) -> io::Result<Child> {
    // None of our variables: a bot of the same user could read them in `/proc`.
    let folders = ["HOME", "TMPDIR"].into_iter();
    let folders = folders.filter_map(|name| Some((name, std::env::var_os(name)?)));
    let mut command = Command::new("/proc/self/exe");
    command.arg(stage::ARGUMENT).env_clear().envs(folders);
    command.stdin(Stdio::from(OwnedFd::from(control))).stdout(Stdio::null());
    strays::start_stage(&mut command)
}

/// Sends the spec, and with its first byte the bot's ends of the three pipes.
pub(crate) fn send_spec(
    control: &StdUnixStream,
    spec: &Spec,
    pipes: [OwnedFd; 3],
) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(spec)?;
    bytes.push(b'\n');
    if bytes.len() > stage::SPEC_BYTES {
        return Err(io::ErrorKind::ArgumentListTooLong.into());
    }
    let fds = [pipes[0].as_fd(), pipes[1].as_fd(), pipes[2].as_fd()];
    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    ancillary.push(SendAncillaryMessage::ScmRights(&fds));
    let slices = [io::IoSlice::new(&bytes)];
    let mut sent = rustix::net::sendmsg(control, &slices, &mut ancillary, SendFlags::NOSIGNAL)?;
    while sent < bytes.len() {
        sent += rustix::net::send(control, &bytes[sent..], SendFlags::NOSIGNAL)?;
    }
    Ok(())
}

/// Tells a fault of the program from a lack of resources on the host.
fn spawn_error(os_error: i32, message: String) -> SpawnError {
    use rustix::io::Errno;
    let lacking = [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE];
    if lacking.iter().any(|errno| errno.raw_os_error() == os_error) {
        SpawnError::Host(io::Error::from_raw_os_error(os_error))
    } else {
        SpawnError::Exec { os_error, message }
    }
}
