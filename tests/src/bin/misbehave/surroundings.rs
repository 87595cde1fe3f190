//! What a bot tries with everything around it: peers, network, files, scheduler, clock.
//!
//! Each of these plays on when it was refused, and ends with code 6 when it was not.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Command, Stdio, exit};

use rustix::process::{Pid, Signal, getpid, getppid, kill_process, setpriority_process};
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::resources::NOT_REFUSED;
use crate::{Asked, Bot, write};

/// Does what the script has it do; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, asked: &Asked<'_>) -> bool {
    let refused = match bot.script {
        "attacks-others" => others_are_out_of_reach(),
        "calls-out" => network_is_out_of_reach(),
        "writes-outside" => !writes_outside(&folder(bot)),
        "reads-outside" => fs::read(folder(bot).join("private.py")).is_err(),
        "pushes-itself-forward" => keeps_its_place(),
        "sets-the-clock" => keeps_the_time(),
        "looks-around" => sees_nothing(),
        _ => return false,
    };
    if !refused {
        eprintln!("it was not refused");
        exit(NOT_REFUSED);
    }
    bot.play(asked);
    true
}

/// A folder that is named so that it is not taken for one the bot may read.
fn folder(bot: &Bot<'_>) -> std::path::PathBuf {
    let named = bot.arguments.get(1).and_then(|argument| argument.strip_prefix("at@"));
    Path::new(named.expect("usage: misbehave SCRIPT at@FOLDER")).to_owned()
}

/// Kills every process it sees. Only where it surely sees none but its own.
fn others_are_out_of_reach() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    assert!(status.contains("\nSeccomp:\t2"), "this is for bots that are isolated");
    let own = getpid();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let others: Vec<Pid> = pids.filter_map(Pid::from_raw).filter(|&pid| pid != own).collect();
    let signals = [Signal::STOP, Signal::KILL];
    let signalled = |pid: Pid| signals.iter().any(|&signal| kill_process(pid, signal).is_ok());
    let read = |pid: Pid| {
        let files =
            ["mem", "environ", "fd/0"].map(|file| format!("/proc/{}/{file}", pid.as_raw_nonzero()));
        files.iter().any(|file| File::open(file).is_ok())
    };
    // Number 1 of a process namespace takes no signal from inside, and says so with success.
    let parent = getppid().map_or(0, |pid| pid.as_raw_nonzero().get());
    others
        .into_iter()
        .filter(|pid| pid.as_raw_nonzero().get() != parent || parent != 1)
        .all(|pid| !signalled(pid) && !read(pid))
}

fn network_is_out_of_reach() -> bool {
    let tcp =
        TcpListener::bind("127.0.0.1:0").is_err() && TcpStream::connect("127.0.0.1:9").is_err();
    let unix = std::os::unix::net::UnixListener::bind("socket").is_err();
    tcp && unix && UdpSocket::bind("127.0.0.1:0").is_err()
}

/// Tries to leave a file in each of these places; the test looks whether one is there.
fn writes_outside(folder: &Path) -> bool {
    let places = ["/", "/etc", "/usr", "/dev", "/dev/shm", "/var/tmp", "/home", "/tmp"];
    for place in places.map(Path::new) {
        let _ = fs::write(place.join("ayo-intruder"), "x");
    }
    fs::write(folder.join("ayo-intruder"), "x").is_ok()
}

fn keeps_its_place() -> bool {
    let raised = setpriority_process(None, -10).is_ok();
    let moved = sched_setaffinity(None, &CpuSet::new()) != Err(rustix::io::Errno::PERM);
    !raised && !moved
}

/// Sets the clock to what it shows, so that nothing happens if it may.
fn keeps_the_time() -> bool {
    let mut date = Command::new("date");
    date.args(["-s", "now"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    !date.status().is_ok_and(|status| status.success())
}

fn sees_nothing() -> bool {
    let open = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let secret = std::env::vars().any(|(name, value)| name == "SECRET" || value.contains("hidden"));
    if open > 4 || secret {
        write(format!("open: {open}, secret: {secret}\n"));
    }
    // The fourth is that of the listing.
    open <= 4 && !secret
}
