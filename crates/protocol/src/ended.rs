//! How a process ended.

use std::fmt;

use crate::clock::seconds;
use crate::limits;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this code.
    Exited(i32),
    /// This signal ended it.
    Signaled(i32),
    /// It was ended for its memory.
    MemoryLimit {
        /// What it was allowed, in MiB.
        allowed_mb: u64,
        /// What it had, in MiB, where somebody looked.
        used_mb: Option<u64>,
    },
    /// It ended when it was refused a process.
    ProcessLimit {
        /// How many processes and threads it was allowed.
        allowed: u64,
    },
}

/// Writes `exited with code 3`, `was ended by SIGSEGV (signal 11)`.
impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ended::Exited(code) => write!(f, "exited with code {code}"),
            Ended::MemoryLimit { allowed_mb, used_mb } => {
                write!(f, "used more memory than the {allowed_mb} MiB allowed")?;
                used_mb.map_or(Ok(()), |used_mb| write!(f, ": {used_mb} MiB"))
            }
            Ended::ProcessLimit { allowed } => {
                write!(f, "started more processes than the {allowed} allowed")
            }
            Ended::Signaled(signal) => match signal_name(signal) {
                Some(name) => write!(f, "was ended by {name} (signal {signal}){}", hint(signal)),
                None => write!(f, "was ended by signal {signal}"),
            },
        }
    }
}

/// What a signal most often means, where its name does not say it.
fn hint(signal: i32) -> &'static str {
    match signal {
        4 => ": it may be built for another processor",
        25 => ": a file grew longer than allowed",
        _ => "",
    }
}

/// Says that a pipe was closed, but the process not ended.
pub(crate) fn lives_on(pipe: &str) -> String {
    format!("closed its {pipe}, but did not exit within {}", seconds(limits::EXIT))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let check = |ended: Ended, sentence: &str| assert_eq!(ended.to_string(), sentence);
        check(Ended::Exited(3), "exited with code 3");
        check(Ended::Signaled(11), "was ended by SIGSEGV (signal 11)");
        check(
            Ended::Signaled(4),
            "was ended by SIGILL (signal 4): it may be built for another processor",
        );
        check(
            Ended::Signaled(25),
            "was ended by SIGXFSZ (signal 25): a file grew longer than allowed",
        );
        check(Ended::Signaled(40), "was ended by signal 40");
        let memory = |used_mb| Ended::MemoryLimit { allowed_mb: 64, used_mb };
        check(memory(None), "used more memory than the 64 MiB allowed");
        check(memory(Some(120)), "used more memory than the 64 MiB allowed: 120 MiB");
        check(Ended::ProcessLimit { allowed: 256 }, "started more processes than the 256 allowed");
    }
}
