//! How a process ended.

use std::fmt;
use std::time::Duration;

/// How long a closed pipe may be ahead of the exit status of its process.
pub(crate) const EXIT_GRACE: Duration = Duration::from_millis(200);

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this code.
    Exited(i32),
    /// This signal ended it.
    Signaled(i32),
    /// It was ended for its memory.
    MemoryLimit,
    /// It ended when it was refused a process.
    ProcessLimit,
}

/// Writes `exited with code 3`, `was ended by SIGSEGV (signal 11)`.
impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ended::Exited(code) => write!(f, "exited with code {code}"),
            Ended::MemoryLimit => f.write_str("used more memory than allowed"),
            Ended::ProcessLimit => f.write_str("started more processes than allowed"),
            Ended::Signaled(signal) => match signal_name(signal) {
                Some(name) => write!(f, "was ended by {name} (signal {signal})"),
                None => write!(f, "was ended by signal {signal}"),
            },
        }
    }
}

/// The signals a bot is likely to die of, by their numbers on Linux.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}
