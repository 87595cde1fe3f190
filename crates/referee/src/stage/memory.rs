//! Watches how much memory all processes of a bot have together.
//!
//! The limit of data holds for one process and for private memory only; what is shared
//! between processes, or belongs to many small ones, is seen here. Where a control
//! group counts, nobody has to look.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::hold::processes;
use super::launch::Launched;

/// How often the memory is looked at.
pub(super) const EVERY: Duration = Duration::from_millis(200);

/// What a bot may have above its limit before it is ended: stacks are not data, and a
/// bot that is refused more data shall be able to go on with less.
const SLACK_BYTES: u64 = 32 << 20;

/// The look was broken off, since there is something else to do.
struct BrokenOff;

/// Returns the memory of a bot, in bytes, when it has more than it may.
///
/// # Errors
/// `goes_on` is asked before each process, and said no.
fn too_much(
    launched: &Launched,
    allowed_bytes: u64,
    goes_on: impl Fn() -> bool,
) -> Result<Option<u64>, BrokenOff> {
    let allowed_bytes = allowed_bytes + SLACK_BYTES;
    let sum = |bytes_of: fn(Pid) -> u64| {
        processes(launched).try_fold(0_u64, |sum, pid| {
            if goes_on() { Ok(sum + bytes_of(pid)) } else { Err(BrokenOff) }
        })
    };
    // Counted in full for each process, so that this is too much rather than too
    // little; only now it is worth the time to count what they share once.
    if sum(resident_bytes)? <= allowed_bytes {
        return Ok(None);
    }
    Ok(Some(sum(own_bytes)?).filter(|&bytes| bytes > allowed_bytes))
}

/// When the memory of a bot was looked at last.
#[derive(Debug)]
pub(super) struct Looks(Instant);

impl Looks {
    /// Has looked now.
    pub(super) fn new() -> Looks {
        Looks(Instant::now())
    }

    /// Looks when it is time to, unless somebody asks for something else meanwhile: the look
    /// takes long where many processes leave the stage little of the core.
    ///
    /// While the bot is stopped it takes as long as it takes. So whoever moves quickly is looked
    /// at, too.
    pub(super) fn look(
        &mut self,
        launched: &Launched,
        allowed_bytes: u64,
        is_held: bool,
        is_asked: impl Fn() -> bool,
    ) -> Option<u64> {
        if self.0.elapsed() < EVERY {
            return None;
        }
        let found = too_much(launched, allowed_bytes, || is_held || !is_asked()).ok()?;
        *self = Looks::new();
        found
    }
}

/// Memory of a process that is not read from files.
fn resident_bytes(pid: Pid) -> u64 {
    sum_of_lines(pid, "status", &["RssAnon:", "RssShmem:"])
}

/// The same, what is shared divided by those who share it.
fn own_bytes(pid: Pid) -> u64 {
    match sum_of_lines(pid, "smaps_rollup", &["Pss_Anon:", "Pss_Shmem:"]) {
        // Some hide it, to their own disadvantage.
        0 => resident_bytes(pid),
        bytes => bytes,
    }
}

/// Adds up lines like `RssAnon:  1234 kB` of a file in `/proc`.
fn sum_of_lines(pid: Pid, file: &str, names: &[&str]) -> u64 {
    let path = format!("/proc/{}/{file}", pid.as_raw_nonzero());
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let kib = |line: &str| {
        let (name, value) = line.split_once(char::is_whitespace)?;
        let number = value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok();
        number.filter(|_| names.contains(&name))
    };
    text.lines().filter_map(kib).sum::<u64>() << 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_this_process_is_found() {
        let pid = rustix::process::getpid();
        let before = resident_bytes(pid);
        let taken = std::hint::black_box(vec![1_u8; 32 << 20]);
        assert!(resident_bytes(pid) >= before + (30 << 20), "{before}");
        assert!(own_bytes(pid) >= 30 << 20);
        drop(taken);
        assert_eq!(sum_of_lines(pid, "no-such-file", &["RssAnon:"]), 0);
    }
}
