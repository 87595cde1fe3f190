//! Watches how much memory all processes of a bot have together.
//!
//! The limit of data holds for one process and for private memory only; what is shared
//! between processes, or belongs to many small ones, is seen here. Where a control
//! group counts, nobody has to look.

use std::time::Duration;

use rustix::process::Pid;

use super::hold::processes;
use super::launch::Launched;

/// How often the memory is looked at.
pub(super) const EVERY: Duration = Duration::from_millis(200);

/// What a bot may have above its limit before it is ended: stacks are not data, and a
/// bot that is refused more data shall be able to go on with less.
const SLACK_BYTES: u64 = 32 << 20;

/// Returns the memory of a bot, in bytes, when it has more than it may.
pub(super) fn too_much(launched: &Launched, allowed_bytes: u64) -> Option<u64> {
    let allowed_bytes = allowed_bytes + SLACK_BYTES;
    let processes = processes(launched);
    let resident: u64 = processes.iter().map(|&pid| resident_bytes(pid)).sum();
    // Counted in full for each process, so that this is too much rather than too
    // little; only now it is worth the time to count what they share once.
    let own = || processes.iter().map(|&pid| own_bytes(pid)).sum();
    (resident > allowed_bytes).then(own).filter(|&bytes| bytes > allowed_bytes)
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
