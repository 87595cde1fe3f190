//! A running `ayo`, its output, and waiting for either without waiting for ever.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};
use serde_json::Value;

/// After this long a test is called hanging.
pub(crate) const HANG: Duration = Duration::from_secs(400);

/// A process that was started, in a process group of its own as from a shell.
pub(crate) struct Running {
    child: Child,
    pid: Pid,
    pidfd: OwnedFd,
    stdout: JoinHandle<String>,
    stderr_lines: Receiver<String>,
    stderr: String,
}

/// What a process left when it ended.
pub(crate) struct Done {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Running {
    pub(crate) fn start(mut command: Command, stdin: &str) -> Running {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let mut pipe = child.stdin.take().unwrap();
        let stdin = stdin.to_owned();
        // Whoever does not read to the end, like `perft`, closes the pipe before.
        spawn(move || pipe.write_all(stdin.as_bytes()));
        let stdout = child.stdout.take().unwrap();
        let stderr = child.stderr.take().unwrap();
        Running {
            pidfd: pidfd_open(pid, PidfdFlags::empty()).unwrap(),
            child,
            pid,
            stdout: spawn(move || read_all(stdout)),
            stderr_lines: lines_of(stderr),
            stderr: String::new(),
        }
    }

    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// Sends a signal to the whole group, as the terminal does for Ctrl-C.
    pub(crate) fn signal_group(&self, signal: Signal) {
        kill_process_group(self.pid, signal).unwrap();
    }

    /// Sends a signal to this process only.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid, signal).unwrap();
    }

    /// Waits until it has written a line with this text to stderr, and returns that line.
    #[track_caller]
    pub(crate) fn says(&mut self, text: &str) -> String {
        let began = Instant::now();
        loop {
            match self.stderr_lines.recv_timeout(HANG.saturating_sub(began.elapsed())) {
                Ok(line) => {
                    self.stderr += &line;
                    if line.contains(text) {
                        return line;
                    }
                }
                Err(_) => panic!("it never said `{text}`, but:\n{}", self.stderr),
            }
        }
    }

    /// Returns the most memory it had so far, in KiB; 0 when it has ended.
    pub(crate) fn peak_memory_kib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.pid.as_raw_nonzero());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or_default()
    }

    /// Returns whether it ends within this time.
    pub(crate) fn ends_within(&self, limit: Duration) -> bool {
        let limit = Timespec::try_from(limit).unwrap();
        let mut fds = [PollFd::new(&self.pidfd, PollFlags::IN)];
        poll(&mut fds, Some(&limit)).unwrap() > 0
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn ends(mut self) -> Done {
        let hangs = !self.ends_within(HANG);
        if hangs {
            self.child.kill().unwrap();
        }
        let status = self.child.wait().unwrap();
        let stdout = self.stdout.join().unwrap();
        self.stderr.extend(self.stderr_lines.iter());
        let done = Done { status, stdout, stderr: self.stderr };
        assert!(!hangs, "killed after {HANG:?}\n{}", done.shown());
        done
    }
}

impl Done {
    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Done {
        assert_eq!(self.status.code(), Some(code), "{}", self.shown());
        self
    }

    /// Checks that a signal ended it.
    #[track_caller]
    pub(crate) fn was_ended_by(self, signal: Signal) -> Done {
        assert_eq!(self.status.signal(), Some(signal.as_raw()), "{}", self.shown());
        self
    }

    /// Checks that this text stands in its stdout.
    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Done {
        assert!(self.stdout.contains(text), "no `{text}` on stdout\n{}", self.shown());
        self
    }

    /// Checks that this text stands in its stderr.
    #[track_caller]
    pub(crate) fn complains(self, text: &str) -> Done {
        assert!(self.stderr.contains(text), "no `{text}` on stderr\n{}", self.shown());
        self
    }

    /// Returns the one JSON document that is its whole stdout, in one line.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "{}", self.shown());
        let document = serde_json::from_str(&self.stdout);
        document.unwrap_or_else(|error| panic!("{error}\n{}", self.shown()))
    }

    /// Returns everything it said, for the message of a failed test.
    pub(crate) fn shown(&self) -> String {
        format!("{}\nstdout:\n{}\nstderr:\n{}", self.status, self.stdout, self.stderr)
    }
}

fn read_all(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while pipe.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}

/// Waits for something in the world that no process of the test can wait for.
#[track_caller]
pub(crate) fn eventually(what: &str, mut happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(began.elapsed() < HANG, "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
