//! Starts the bot of a stage under its isolation level.
//!
//! ```text
//!  none, basic:   stage ─ fork ─► restricts itself, executes the bot
//!
//!  strong, full:  stage ─ fork ─► stub: number 1 of a process namespace; makes
//!                                 the file system, then only reaps
//!                                   └─ fork ─► restricts itself, executes the bot
//! ```
//!
//! The processes in front of the bot tell the stage through a pipe that closes when
//! the bot is executed: nothing came through it, so it runs.

use std::convert::Infallible;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

use rustix::fs::{Access, FileType};
use rustix::process::{Pid, Signal, WaitOptions};
use rustix::thread::{CapabilitySet, Gid, Uid};

use super::cgroup::Leaf;
use super::grants::Grants;
use super::mounts::{self, Owner};
use super::reach;
use super::restrict::{Identity, Restrictions};
use super::shares::Shares;
use super::system::{self, Forked};
use super::{Report, Spec};
use crate::isolation::Isolation;

/// A bot that runs.
pub(super) struct Launched {
    /// The bot, or the stub it runs under.
    pub(super) child: Pid,
    /// Through it a stub tells how the bot ended.
    pub(super) status: Option<OwnedFd>,
    /// Its control group.
    pub(super) leaf: Option<Leaf>,
    /// The memory it may use, in MiB.
    pub(super) memory_mb: u64,
}

/// Starts the bot.
///
/// # Errors
/// Returns the report of why there is none.
pub(super) fn launch(spec: &Spec, pipes: [OwnedFd; 3]) -> Result<Launched, Report> {
    let identity = Identity::of(spec.isolation).map_err(|error| no_isolation(&error))?;
    let grants = match (spec.isolation, identity) {
        (Isolation::None, None) => Grants::default(),
        _ => Grants::of(spec),
    };
    let shares = Shares::of(&grants, spec).map_err(|message| Report::Unreachable { message })?;
    if let Some(identity) = identity {
        hand_over(&pipes, identity).map_err(|error| no_isolation(&error))?;
    }
    if spec.isolation >= Isolation::Strong {
        return launch_in_namespaces(spec, pipes, &grants, &shares, identity);
    }
    if identity.is_some()
        && let Some(message) = reach::obstacle(spec, &grants)
    {
        return Err(Report::Unreachable { message });
    }
    make_scratch(&spec.scratch, identity)
        .map_err(|error| Report::NoScratch { message: error.to_string() })?;
    let (failure, told) = channel().map_err(|error| no_isolation(&error))?;
    match system::fork().map_err(|error| failed(&error))? {
        Forked::Child => {
            drop(failure);
            let report = execute(spec, pipes, &shares, identity, &[&spec.scratch], || Ok(()));
            tell_and_exit(told, &report)
        }
        Forked::Parent(child) => {
            drop((pipes, told));
            wait_for_exec(failure)?;
            Ok(Launched { child, status: None, leaf: None, memory_mb: spec.allowed_mb() })
        }
    }
}

fn launch_in_namespaces(
    spec: &Spec,
    pipes: [OwnedFd; 3],
    grants: &Grants,
    shares: &Shares,
    identity: Option<Identity>,
) -> Result<Launched, Report> {
    let leaf = spec.cgroup.as_deref().map(|parent| Leaf::create(parent, spec.memory_mb));
    let leaf = leaf.transpose().map_err(|message| Report::NoIsolation { message })?;
    // Before there is a process namespace: its first process must be the stub.
    let owner = identity
        .map(|identity| roots_files(identity).map(|roots_files| Owner { identity, roots_files }));
    let owner = owner.transpose().map_err(|error| no_isolation(&error))?;
    new_process_namespace(identity).map_err(|message| Report::NoIsolation { message })?;
    let (failure, told) = channel().map_err(|error| no_isolation(&error))?;
    let (status, status_told) = channel().map_err(|error| no_isolation(&error))?;
    match system::fork().map_err(|error| failed(&error))? {
        Forked::Child => {
            drop((failure, status));
            let stub = Stub { spec, grants, shares, owner, leaf: leaf.as_ref() };
            let report = stub.run(pipes, status_told);
            tell_and_exit(told, &report)
        }
        Forked::Parent(child) => {
            drop((pipes, told, status_told));
            wait_for_exec(failure)?;
            Ok(Launched { child, status: Some(status), leaf, memory_mb: spec.allowed_mb() })
        }
    }
}

/// Has the next child begin a process namespace.
///
/// Root makes it, and later the mounts, with its own powers, and gives the bot a user
/// namespace at the end: in one it could not reach what is private on the host. Others
/// have the right to do any of this in a user namespace only.
fn new_process_namespace(identity: Option<Identity>) -> Result<(), String> {
    if identity.is_some() {
        let capable = rustix::thread::capabilities(None)
            .is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN));
        if !capable {
            return Err("`ayo` is root without the capability CAP_SYS_ADMIN, as in most \
                        containers: run it as another user, or the container with \
                        `--cap-add SYS_ADMIN`"
                .to_owned());
        }
        return system::unshare(libc::CLONE_NEWPID)
            .map_err(|error| format!("no process namespace: {error}"));
    }
    let (uid, gid) = (rustix::process::geteuid(), rustix::process::getegid());
    system::unshare(libc::CLONE_NEWUSER).map_err(|error| format!("no user namespace: {error}"))?;
    map_user(Path::new("/proc/self"), uid, gid, Groups::Kept)
        .map_err(|error| format!("cannot map the user into its namespace: {error}"))?;
    system::unshare(libc::CLONE_NEWPID).map_err(|error| format!("no process namespace: {error}"))
}

/// Whether a process may drop its groups in its user namespace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    /// The kernel asks this of others than root: a group may be there to deny something.
    Kept,
    MayBeDropped,
}

/// Gives the user namespace of a process its only user.
fn map_user(process: &Path, uid: Uid, gid: Gid, groups: Groups) -> io::Result<()> {
    let (uid, gid) = (uid.as_raw(), gid.as_raw());
    std::fs::write(process.join("uid_map"), format!("{uid} {uid} 1"))?;
    if groups == Groups::Kept {
        std::fs::write(process.join("setgroups"), "deny")?;
    }
    std::fs::write(process.join("gid_map"), format!("{gid} {gid} 1"))
}

/// Makes a user namespace in which root's files are the bot's, for mounts.
fn roots_files(identity: Identity) -> io::Result<OwnedFd> {
    let ((mut ready, is_ready), (wait, release)) = (io::pipe()?, io::pipe()?);
    match system::fork()? {
        Forked::Child => {
            drop(release);
            if system::unshare(libc::CLONE_NEWUSER).is_ok() {
                let _ = (&is_ready).write_all(b"r");
                let _ = (&wait).read(&mut [0]);
            }
            system::exit(0)
        }
        Forked::Parent(child) => {
            drop(is_ready);
            let process = Path::new("/proc").join(child.as_raw_nonzero().to_string());
            let namespace = ready.read_exact(&mut [0]).and_then(|()| {
                std::fs::write(process.join("uid_map"), format!("0 {} 1", identity.0))?;
                std::fs::write(process.join("gid_map"), format!("0 {} 1", identity.0))?;
                Ok(File::open(process.join("ns/user"))?.into())
            });
            drop(release);
            let _ = rustix::process::waitpid(Some(child), WaitOptions::empty());
            namespace
        }
    }
}

/// Process number 1 of a bot's process namespace. When it ends the kernel kills the rest.
struct Stub<'a> {
    spec: &'a Spec,
    grants: &'a Grants,
    shares: &'a Shares,
    owner: Option<Owner>,
    leaf: Option<&'a Leaf>,
}

impl Stub<'_> {
    /// Starts the bot and reaps until it has ended; returns only when it cannot.
    fn run(&self, pipes: [OwnedFd; 3], status: OwnedFd) -> Report {
        if let Err(report) = self.settle() {
            return report;
        }
        let identity = self.owner.as_ref().map(|owner| owner.identity);
        let forked = io::pipe().and_then(|asks| Ok((asks, io::pipe()?, system::fork()?)));
        let ((asked, asks), (answered, answers), forked) = match forked {
            Ok(forked) => forked,
            Err(error) => return failed(&error),
        };
        match forked {
            Forked::Child => {
                drop((asked, answers));
                let own_user = || self.own_user_namespace(asks, answered);
                let writable = [Path::new(mounts::TEMPORARY), &self.spec.scratch];
                execute(self.spec, pipes, self.shares, identity, &writable, own_user)
            }
            Forked::Parent(bot) => {
                drop((asks, answered, pipes));
                // Only now: the bot is to have no handlers of ours.
                if let Err(error) = system::stop_all_when_asked() {
                    return no_isolation(&error);
                }
                if let Some(identity) = identity
                    && let Err(report) = map_when_asked(bot, identity, asked, answers)
                {
                    return report;
                }
                reap_until_ended(bot, &status)
            }
        }
    }

    /// Enters the control group and the namespaces.
    fn settle(&self) -> Result<(), Report> {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
        if let Some(leaf) = self.leaf {
            leaf.enter().map_err(|error| {
                no_isolation(&format!("cannot enter the control group: {error}"))
            })?;
        }
        // No network namespace: it costs more than all others together, and sockets
        // cannot be made anyway.
        system::unshare(libc::CLONE_NEWNS | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS)
            .map_err(|error| no_isolation(&format!("no mount namespace: {error}")))?;
        rustix::process::umask(rustix::fs::Mode::empty());
        let scratch = &self.spec.scratch;
        let replaced = mounts::replace_root(self.grants, self.shares, scratch, self.owner.as_ref());
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
        replaced
    }

    /// In the bot's process: takes a user namespace, and has the stub fill it.
    fn own_user_namespace(
        &self,
        mut asks: io::PipeWriter,
        mut answered: io::PipeReader,
    ) -> Result<(), String> {
        if self.owner.is_none() {
            return Ok(());
        }
        let said = |error: io::Error| format!("no user namespace: {error}");
        system::unshare(libc::CLONE_NEWUSER).map_err(said)?;
        asks.write_all(b"m").map_err(said)?;
        answered.read_exact(&mut [0]).map_err(said)
    }
}

fn map_when_asked(
    bot: Pid,
    identity: Identity,
    mut asked: io::PipeReader,
    mut answers: io::PipeWriter,
) -> Result<(), Report> {
    if asked.read_exact(&mut [0]).is_err() {
        // The bot's process has told why.
        return Ok(());
    }
    let process = format!("/proc/{}", bot.as_raw_nonzero());
    map_user(Path::new(&process), identity.uid(), identity.gid(), Groups::MayBeDropped)
        .and_then(|()| answers.write_all(b"m"))
        .map_err(|error| no_isolation(&error))
}

/// Takes the status of whatever ends, until the bot does; tells how, and ends too.
fn reap_until_ended(bot: Pid, status: &OwnedFd) -> ! {
    let status = system::keep_only(status);
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((child, how))) if child == bot => {
                let _ = rustix::io::write(status, &how.as_raw().to_ne_bytes());
                system::exit(0)
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => system::exit(1),
        }
    }
}

/// Becomes the bot; returns only when that is impossible, with the report of why.
fn execute(
    spec: &Spec,
    pipes: [OwnedFd; 3],
    shares: &Shares,
    identity: Option<Identity>,
    writable: &[&Path],
    own_user: impl FnOnce() -> Result<(), String>,
) -> Report {
    let restricted = Restrictions::prepare(spec, shares, identity, writable)
        .and_then(|restrictions| own_user().map(|()| restrictions))
        .and_then(Restrictions::apply);
    if let Err(message) = restricted {
        return Report::NoIsolation { message };
    }
    system::unblock_signals();
    // A group of its own, so that one call stops most of what belongs to it.
    let _ = rustix::process::setpgid(None, None);
    match become_bot(spec, &pipes) {
        Ok(never) => match never {},
        Err(error) => failed(&error),
    }
}

/// Not `Command::exec`, which hands what the kernel does not execute to a shell.
fn become_bot(spec: &Spec, [stdin, stdout, stderr]: &[OwnedFd; 3]) -> io::Result<Infallible> {
    rustix::process::chdir(&spec.dir)?;
    let program = find_program(spec)?;
    let text = |text: &str| CString::new(text).map_err(io::Error::from);
    let arguments: Vec<CString> =
        spec.command.iter().map(|word| text(word)).collect::<io::Result<_>>()?;
    let environment: Vec<CString> = spec
        .env
        .iter()
        .map(|(name, value)| text(&format!("{name}={value}")))
        .collect::<io::Result<_>>()?;
    rustix::stdio::dup2_stdin(stdin)?;
    rustix::stdio::dup2_stdout(stdout)?;
    rustix::stdio::dup2_stderr(stderr)?;
    Err(system::execute(&program, &arguments, &environment))
}

/// Looks a program without a slash up in the bot's `PATH`.
fn find_program(spec: &Spec) -> io::Result<CString> {
    let program = spec.command.first().ok_or(io::ErrorKind::InvalidInput)?;
    let path = spec.env.iter().find(|(name, _)| name == "PATH").map(|(_, path)| path);
    let found = path.filter(|_| !program.contains('/')).and_then(|path| {
        let mut files = std::env::split_paths(path).map(|folder| folder.join(program));
        files.find(|file| rustix::fs::access(file, Access::EXEC_OK).is_ok() && file.is_file())
    });
    match found {
        Some(file) => Ok(CString::new(file.into_os_string().into_vec())?),
        None if program.contains('/') => Ok(CString::new(program.as_str())?),
        None => Err(rustix::io::Errno::NOENT.into()),
    }
}

/// Gives the pipes to the bot's user, who could not open `/dev/stderr` otherwise.
fn hand_over(pipes: &[OwnedFd; 3], identity: Identity) -> io::Result<()> {
    for pipe in pipes {
        // The trial process of a level has a device of the host here.
        let kind = FileType::from_raw_mode(rustix::fs::fstat(pipe)?.st_mode);
        if kind == FileType::Fifo {
            rustix::fs::fchown(pipe, Some(identity.uid()), Some(identity.gid()))?;
        }
    }
    Ok(())
}

fn make_scratch(scratch: &Path, identity: Option<Identity>) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new().mode(0o700).create(scratch)?;
    if let Some(identity) = identity {
        rustix::fs::chown(scratch, Some(identity.uid()), Some(identity.gid()))?;
    }
    Ok(())
}

/// Makes a pipe: the end that is read, the end that is written.
fn channel() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    Ok((reader.into(), writer.into()))
}

/// Waits until the bot is executed, or the report comes of why it is not.
fn wait_for_exec(failure: OwnedFd) -> Result<(), Report> {
    let mut bytes = Vec::new();
    let read = File::from(failure).read_to_end(&mut bytes);
    match read {
        Ok(0) => Ok(()),
        Ok(_) => Err(serde_json::from_slice(&bytes).unwrap_or_else(|error| no_isolation(&error))),
        Err(error) => Err(failed(&error)),
    }
}

fn tell_and_exit(told: OwnedFd, report: &Report) -> ! {
    let line = serde_json::to_vec(report).unwrap_or_default();
    let _ = File::from(told).write_all(&line);
    system::exit(1)
}

fn failed(error: &io::Error) -> Report {
    let os_error = error.raw_os_error().unwrap_or_default();
    Report::Failed { os_error, message: error.to_string() }
}

fn no_isolation(error: &dyn std::fmt::Display) -> Report {
    Report::NoIsolation { message: error.to_string() }
}
