//! The bots, and what they try. What came of it they say on stderr, a line each.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::players;

/// The exit code of a bot that has said everything on stderr.
pub(crate) const SAID: i32 = 9;
/// How long those that are to be killed would live.
const LONG: Duration = Duration::from_secs(600);

pub(crate) fn act(role: &str, arguments: &[String]) {
    let argument = |index: usize| arguments.get(index).map_or("", String::as_str);
    match role {
        "__sleep" => std::thread::sleep(LONG),
        "__little" => {
            let taken = std::hint::black_box(vec![1_u8; 8 << 20]);
            std::thread::sleep(LONG);
            drop(taken);
        }
        "__busy" => loop {
            std::hint::black_box(0);
        },
        "__daemon" => {
            rustix::process::setsid().unwrap();
            assert!(spawn("__sleep", arguments).is_ok());
        }
        "__play" => play(),
        "__daemonising" => {
            start("__daemon", arguments).wait().unwrap();
            play();
        }
        "__bombing" => {
            let arguments = arguments.to_vec();
            std::thread::spawn(move || {
                // In its first game, not before it has said hello.
                std::thread::sleep(Duration::from_millis(50));
                while spawn("__busy", &arguments).is_ok() {}
            });
            play();
        }
        "__stopped" => {
            play();
            rustix::process::kill_process(rustix::process::getpid(), Signal::STOP).unwrap();
        }
        "__traced" => {
            trace_me();
            rustix::process::kill_process(rustix::process::getpid(), Signal::STOP).unwrap();
            play();
        }
        "__deaf" => {
            ignore(libc::SIGTERM);
            play();
            std::thread::sleep(LONG);
        }
        "__thinking" => players::thinking(),
        "__burning" => players::burning(argument(0)),
        "__flooding" => players::flooding(argument(0)),
        "__referee" => crate::arena::referee(argument(0), argument(1)),
        "__forks" => say(forks),
        "__threads" => say(threads),
        "__memory" => say(memory),
        "__shared_memory" => say(shared_memory),
        "__many_small" => say(many_small),
        "__sockets" => say(sockets),
        "__calls" => say(calls),
        "__files" => {
            ignore(libc::SIGXFSZ);
            say(|| files(Path::new(argument(0))));
        }
        "__peer" => say(|| peer(argument(0).parse().unwrap())),
        "__descriptors" => say(descriptors),
        "__streams" => say(streams),
        "__orphans" => say(orphans),
        "__user" => say(user),
        _ => panic!("no such role: {role}"),
    }
}

fn say(attack: impl FnOnce()) {
    attack();
    std::process::exit(SAID);
}

fn told(what: &str, result: io::Result<impl Sized>) {
    match result {
        Ok(_) => eprintln!("{what} done"),
        Err(error) => eprintln!("{what} denied: {error}"),
    }
}

/// Plays as the built-in bot `first` until it is told to quit.
fn play() {
    let player = ayo_engine::build(ayo_engine::Builtin::First, &[]).unwrap();
    let stdin = File::from(io::stdin().as_fd().try_clone_to_owned().unwrap());
    let stdout = File::from(io::stdout().as_fd().try_clone_to_owned().unwrap());
    ayo::bot::run("first", player, BufReader::new(stdin), stdout).unwrap();
}

pub(crate) fn spawn(role: &str, arguments: &[String]) -> io::Result<std::process::Child> {
    Command::new(std::env::current_exe()?).arg(role).args(arguments).spawn()
}

fn start(role: &str, arguments: &[String]) -> std::process::Child {
    spawn(role, arguments).unwrap()
}

#[allow(unsafe_code)]
fn ignore(signal: i32) {
    // SAFETY: no handler is installed.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}

fn forks() {
    let exe = std::env::current_exe().unwrap();
    let mut count = 0;
    while count < 2_000 && Command::new(&exe).arg("__sleep").stdin(Stdio::null()).spawn().is_ok() {
        count += 1;
    }
    eprintln!("started {count}");
}

fn threads() {
    let mut count = 0;
    let thread = || std::thread::Builder::new().stack_size(64 << 10);
    while count < 2_000 && thread().spawn(|| std::thread::sleep(LONG)).is_ok() {
        count += 1;
    }
    eprintln!("started {count}");
}

/// Takes memory until there is none, a MiB at a time.
fn memory() {
    let mut taken: Vec<Vec<u8>> = Vec::with_capacity(1 << 16);
    loop {
        let mut chunk = Vec::new();
        if taken.len() > 4_096 || chunk.try_reserve_exact(1 << 20).is_err() {
            eprintln!("took {}", taken.len());
            return;
        }
        chunk.resize(1 << 20, 1);
        taken.push(chunk);
    }
}

/// Takes memory that is shared with nobody, a MiB at a time.
#[allow(unsafe_code)]
fn shared_memory() {
    for taken in 0..4_096 {
        let (protection, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, written to within its length.
        unsafe {
            let mapped = libc::mmap(std::ptr::null_mut(), 1 << 20, protection, flags, -1, 0);
            if mapped == libc::MAP_FAILED {
                eprintln!("took {taken}");
                return;
            }
            std::ptr::write_bytes(mapped.cast::<u8>(), 1, 1 << 20);
        }
    }
    std::thread::sleep(LONG);
}

/// Starts many processes that have a little each.
fn many_small() {
    for _ in 0..40 {
        let _ = spawn("__little", &[]);
    }
    std::thread::sleep(LONG);
}

fn sockets() {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socket, socketpair};
    let families = [
        ("unix", AddressFamily::UNIX, SocketType::STREAM),
        ("tcp", AddressFamily::INET, SocketType::STREAM),
        ("udp", AddressFamily::INET, SocketType::DGRAM),
        ("udp6", AddressFamily::INET6, SocketType::DGRAM),
        ("netlink", AddressFamily::NETLINK, SocketType::RAW),
        ("vsock", AddressFamily::from_raw(libc::AF_VSOCK as _), SocketType::STREAM),
    ];
    for (name, family, kind) in families {
        told(name, socket(family, kind, None).map_err(io::Error::from));
    }
    let pair = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::empty(), None);
    told("socketpair", pair.map_err(io::Error::from));
}

#[allow(unsafe_code)]
fn calls() {
    let call = |name: &str, number: i64, first: i64, second: i64| {
        // SAFETY: all of these fail, at the latest for their null pointers.
        let result = unsafe { libc::syscall(number, first, second, 0, 0, 0) };
        let result = if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) };
        told(name, result);
    };
    call("unshare", libc::SYS_unshare, libc::CLONE_NEWUSER.into(), 0);
    call("clone", libc::SYS_clone, i64::from(libc::CLONE_NEWUSER | libc::SIGCHLD), 0);
    call("clone3", libc::SYS_clone3, 0, 0);
    call("io_uring", libc::SYS_io_uring_setup, 1, 0);
    call("bpf", libc::SYS_bpf, 0, 0);
    call("keyctl", libc::SYS_keyctl, 0, 0);
    call("setaffinity", libc::SYS_sched_setaffinity, 0, 0);
    call("prlimit", libc::SYS_prlimit64, 1, 7);
    call("setpriority", libc::SYS_setpriority, 0, 1);
    #[cfg(target_arch = "x86_64")]
    call("x32", 0x4000_0000 + 41, 2, 1);
}

/// Tries to change a folder that everybody may write to, and the host's temporary one.
fn files(folder: &Path) {
    let file = folder.join("victim");
    told("read", fs::read(&file));
    told("create", File::create(folder.join("intruder")));
    told("append", OpenOptions::new().append(true).open(&file));
    told("truncate", OpenOptions::new().write(true).truncate(true).open(&file));
    told("remove", fs::remove_file(&file));
    told("rename", fs::rename(&file, folder.join("renamed")));
    told("link", fs::hard_link(&file, folder.join("linked")));
    told("symlink", std::os::unix::fs::symlink("x", folder.join("symlink")));
    told("mkdir", fs::create_dir(folder.join("made")));
    told("mode", fs::set_permissions(&file, fs::Permissions::from_mode(0o777)));
    let now = fs::FileTimes::new().set_modified(std::time::SystemTime::UNIX_EPOCH);
    told("time", File::open(&file).and_then(|file| file.set_times(now)));
    for place in ["/", "/etc", "/usr", "/dev", "/dev/shm", "/var/tmp", "/home", "/tmp"] {
        // Where it is let, it must be in a place of its own.
        let _ = fs::write(Path::new(place).join(file_name(folder)), "x");
    }
    let home = std::env::var("HOME").unwrap();
    told("scratch", fs::write(Path::new(&home).join("note"), "x"));
    let big = File::create(Path::new(&home).join("big"));
    told("17 MiB", big.and_then(|mut big| big.write_all(&vec![1; 17 << 20])));
    told("/dev/null", fs::write("/dev/null", "x"));
}

pub(crate) fn file_name(folder: &Path) -> String {
    format!("intruder-{}", folder.file_name().unwrap().to_string_lossy())
}

/// Tries to read and to stop another process.
fn peer(pid: i32) {
    let proc = Path::new("/proc").join(pid.to_string());
    told("environ", fs::read(proc.join("environ")));
    told("mem", File::open(proc.join("mem")));
    told("fd", File::open(proc.join("fd/0")));
    told("cmdline", fs::read(proc.join("cmdline")));
    let pid = Pid::from_raw(pid).unwrap();
    told("kill", rustix::process::kill_process(pid, Signal::CONT).map_err(io::Error::from));
    told("ptrace", attach(pid));
    let parent = rustix::process::getppid();
    let killed = parent.map_or(Err(rustix::io::Errno::SRCH), |parent| {
        rustix::process::kill_process(parent, Signal::CONT)
    });
    told("parent", killed.map_err(io::Error::from));
}

#[allow(unsafe_code)]
fn attach(pid: Pid) -> io::Result<()> {
    // SAFETY: no pointers are followed.
    let result = unsafe { libc::ptrace(libc::PTRACE_ATTACH, pid.as_raw_nonzero().get(), 0, 0) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Has its parent, the stage, told whenever it stops.
#[allow(unsafe_code)]
fn trace_me() {
    // SAFETY: no pointers are followed.
    let result = unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) };
    assert_eq!(result, 0, "{}", io::Error::last_os_error());
}

fn descriptors() {
    let listing = fs::read_dir("/proc/self/fd").unwrap();
    let mut open: Vec<String> =
        listing.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    open.sort_unstable();
    // The last is that of the listing.
    eprintln!("open {}", open.join(" "));
}

/// Opens its streams by name, as `echo >/dev/stderr` does.
fn streams() {
    for name in ["/dev/stdout", "/dev/stderr", "/proc/self/fd/1", "/proc/self/fd/2"] {
        told(name, OpenOptions::new().append(true).open(name));
    }
    told("/dev/stdin", File::open("/dev/stdin"));
}

/// Leaves many short-lived processes to whoever takes orphans.
fn orphans() {
    for _ in 0..20 {
        let script = "for i in 1 2 3 4 5 6 7 8 9 10; do (true &) ; done";
        Command::new("sh").args(["-c", script]).status().unwrap();
    }
    let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get();
    let began = Instant::now();
    let mut left = zombies(parent);
    while left > 0 && began.elapsed() < Duration::from_secs(5) {
        std::thread::yield_now();
        left = zombies(parent);
    }
    eprintln!("zombies {left}");
}

fn zombies(parent: i32) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let stats = processes.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let state = |stat: String| {
        let rest = stat.rsplit_once(')')?.1.split_ascii_whitespace().take(2);
        Some(rest.map(str::to_owned).collect::<Vec<_>>())
    };
    let dead = [String::from("Z"), parent.to_string()];
    stats.filter_map(state).filter(|it| it[..] == dead).count()
}

fn user() {
    let root = rustix::process::getuid().is_root();
    eprintln!("root {root}");
    let sets = rustix::thread::capabilities(None).unwrap();
    eprintln!("capabilities {}", !(sets.effective | sets.permitted).is_empty());
    told("shadow", fs::read("/etc/shadow"));
}
