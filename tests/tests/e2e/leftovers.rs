//! Processes that a test has started and that should be gone.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How long the end of `ayo` may be ahead of the end of its last bot.
const GONE_WITHIN: Duration = Duration::from_secs(1);

/// Returns the processes of a folder that are still there after [`GONE_WITHIN`].
pub(crate) fn after_a_moment(folder: &Path) -> Vec<String> {
    let began = Instant::now();
    loop {
        let left = of_folder(folder);
        if left.is_empty() || began.elapsed() > GONE_WITHIN {
            return left.into_iter().map(|(pid, command)| format!("{pid}: {command}")).collect();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills the processes of a folder, so that a failed test leaves nothing behind.
pub(crate) fn kill(folder: &Path) {
    for (pid, _) in of_folder(folder) {
        let _ = Pid::from_raw(pid).map(|pid| kill_process(pid, Signal::KILL));
    }
}

/// Lists the living processes with the path of the folder among their arguments or in
/// their environment, where every bot and every stage has it as a part of `TMPDIR`.
fn of_folder(folder: &Path) -> Vec<(i32, String)> {
    let marker = folder.as_os_str().as_bytes();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let marked = pids.filter_map(|pid| {
        let read = |name| fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let command = read("cmdline");
        let belongs = contains(&command, marker) || contains(&read("environ"), marker);
        belongs.then(|| (pid, String::from_utf8_lossy(&command).replace('\0', " ")))
    });
    marked.collect()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
