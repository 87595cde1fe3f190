//! What a bot and everything it started use, from `/proc`.

use std::time::Duration;

use rustix::process::Pid;

use crate::tree;

/// What a bot and everything it started have used so far; what cannot be read counts as nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time, that of children that were waited for included.
    pub cpu: Duration,
    /// The most memory each process had, added up, in bytes.
    pub peak_memory_bytes: u64,
    /// Processes that live.
    pub processes: usize,
    /// Threads of these.
    pub threads: usize,
}

/// The kernel counts processor time in hundredths of a second, on every machine we run on.
const TICK: Duration = Duration::from_millis(10);

impl Usage {
    /// Adds up what the descendants of a process use.
    pub(crate) fn of_descendants(root: u32) -> Usage {
        let root = i32::try_from(root).ok().and_then(Pid::from_raw);
        let mut usage = Usage::default();
        for pid in root.into_iter().flat_map(tree::descendants_of) {
            usage.add(pid);
        }
        usage
    }

    fn add(&mut self, pid: Pid) {
        let pid = pid.as_raw_nonzero();
        let read = |file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
        let stat = read("stat");
        // The name in front of the numbers may hold anything, even `)`.
        let Some(name_end) = stat.iter().rposition(|&byte| byte == b')') else { return };
        let numbers = String::from_utf8_lossy(&stat[name_end + 1..]).into_owned();
        let numbers: Vec<u64> =
            numbers.split_ascii_whitespace().map(|word| word.parse().unwrap_or(0)).collect();
        // Fields 14 to 17 of `stat`, counted as in proc(5): user and system time of
        // the process and of its children; field 20 is the number of threads.
        let field = |number: usize| numbers.get(number - 3).copied().unwrap_or(0);
        let ticks: u64 = (14..=17).map(field).sum();
        self.cpu += TICK * u32::try_from(ticks).unwrap_or(u32::MAX);
        self.threads += field(20) as usize;
        self.processes += 1;
        let status = String::from_utf8_lossy(&read("status")).into_owned();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak_kib = peak.and_then(|text| text.trim().strip_suffix("kB")?.trim().parse().ok());
        self.peak_memory_bytes += peak_kib.unwrap_or(0_u64) << 10;
    }
}
