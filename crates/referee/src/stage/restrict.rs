//! What a bot gives up for good just before it begins: user, capabilities, limits,
//! files, system calls.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreated,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets, Gid, Uid};

use super::Spec;
use super::grants::SYSTEM;
use super::shares::{Share, Shares};
use super::syscalls::{Attributes, Filters};
use super::system;
use crate::isolation::Isolation;

/// Writable data of each process without a limit of its own, in MiB. Not the address
/// space: a JVM reserves many times of that and never uses it.
pub(super) const MEMORY_MB: u64 = 1_024;
/// The longest file, in bytes.
const FILE_BYTES: u64 = 16 << 20;
/// Open files of a process: a JVM with a few archives and a Node need some forty.
const OPEN_FILES: u64 = 256;
/// Processor time of a process that is surely not thinking about a move, in seconds.
const CPU_SECONDS: u64 = 7 * 24 * 60 * 60;
/// Processes and threads of a bot: a JVM has a few dozens, more on a large machine.
pub(super) const PROCESSES: u64 = 256;

/// The Landlock rights we know. An older kernel enforces those of them it has.
const KNOWN: ABI = ABI::V6;
/// Devices that may be written to.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];
/// What else of the system may be read; of `/proc/PID` Landlock keeps what matters.
const SOURCES: [&str; 4] = ["/dev/random", "/dev/urandom", "/proc", "/sys/devices/system/cpu"];

/// The user of a bot when the referee is root: unprivileged, and no other bot's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(pub(super) u32);

impl Identity {
    /// First of the numbers that are used: far from those of people and services.
    const FIRST: u32 = 2_000_000_000;
    /// The number of `nobody`, where a user namespace has no large numbers.
    const NOBODY: u32 = 65_534;

    /// Returns the user for the bot of this stage, unless it stays who it is.
    pub(super) fn of(level: Isolation) -> io::Result<Option<Identity>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        // The stage lives as long as its bot, so its number is no other stage's.
        let own = Self::FIRST + rustix::process::getpid().as_raw_nonzero().get() as u32;
        let map = std::fs::read_to_string("/proc/self/uid_map")?;
        let exists = |id: u32| map.lines().any(|line| maps(line, id));
        let id = [own, Self::NOBODY].into_iter().find(|&id| exists(id));
        match id {
            Some(id) => Ok(Some(Identity(id))),
            // Root of a namespace of its own only; there is nobody else to be.
            None if level == Isolation::None => Ok(None),
            None => Err(io::Error::other("this user namespace has no unprivileged user for bots")),
        }
    }

    pub(super) fn uid(self) -> Uid {
        Uid::from_raw(self.0)
    }

    pub(super) fn gid(self) -> Gid {
        Gid::from_raw(self.0)
    }
}

fn maps(line: &str, id: u32) -> bool {
    let mut numbers = line.split_ascii_whitespace().map(str::parse::<u64>);
    match (numbers.next(), numbers.nth(1)) {
        (Some(Ok(first)), Some(Ok(count))) => (first..first + count).contains(&id.into()),
        _ => false,
    }
}

/// What is to be given up, prepared while there is still the right to look.
pub(super) struct Restrictions {
    identity: Option<Identity>,
    enforced: Option<Enforced>,
}

struct Enforced {
    memory_bytes: u64,
    processes: Option<u64>,
    files: RulesetCreated,
    calls: Filters,
}

impl Restrictions {
    /// Prepares the restrictions of a level; `writable` are the folders of the bot.
    ///
    /// # Errors
    /// Says what the kernel lacks.
    pub(super) fn prepare(
        spec: &Spec,
        shares: &Shares,
        identity: Option<Identity>,
        writable: &[&Path],
    ) -> Result<Restrictions, String> {
        if spec.isolation == Isolation::None {
            return Ok(Restrictions { identity, enforced: None });
        }
        let own_namespace = spec.isolation >= Isolation::Strong;
        let attributes = if own_namespace { Attributes::Mounted } else { Attributes::Denied };
        let enforced = Enforced {
            memory_bytes: spec.allowed_mb() << 20,
            // Without a user of its own the processes of all bots, and of the person
            // who runs them, would be counted together.
            processes: (own_namespace || identity.is_some()).then_some(PROCESSES),
            files: ruleset(shares, writable).map_err(|error| format!("Landlock: {error}"))?,
            calls: Filters::new(attributes).map_err(|error| format!("seccomp: {error}"))?,
        };
        Ok(Restrictions { identity, enforced: Some(enforced) })
    }

    /// Gives it all up. The next thing to do is to execute the bot.
    pub(super) fn apply(self) -> Result<(), String> {
        let context = |what: &'static str| move |error| format!("{what}: {error}");
        // First: the right to do it goes with the user.
        system::empty_bounding_set();
        if let Some(identity) = self.identity {
            become_user(identity).map_err(context("cannot change to an unprivileged user"))?;
        }
        drop_capabilities().map_err(context("cannot drop capabilities"))?;
        let privileges = rustix::thread::set_no_new_privs(true).map_err(io::Error::from);
        privileges.map_err(context("cannot set no-new-privs"))?;
        // Only now: a change of user takes it back. It covers a stage that is killed.
        let dies = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
        dies.map_err(io::Error::from).map_err(context("cannot set a parent death signal"))?;
        system::close_on_exec().map_err(context("cannot close descriptors"))?;
        let Some(enforced) = self.enforced else { return Ok(()) };
        limits(&enforced).map_err(context("cannot set limits"))?;
        let status =
            enforced.files.restrict_self().map_err(|error| format!("Landlock: {error}"))?;
        if status.ruleset == RulesetStatus::NotEnforced {
            return Err("this kernel has no Landlock (Linux 5.13, and `landlock` among the \
                        security modules of the boot line `lsm=`)"
                .to_owned());
        }
        enforced.calls.apply().map_err(context("cannot apply seccomp filters"))
    }
}

fn become_user(identity: Identity) -> io::Result<()> {
    let (uid, gid) = (identity.uid(), identity.gid());
    rustix::thread::set_thread_groups(&[])?;
    rustix::thread::set_thread_res_gid(gid, gid, gid)?;
    Ok(rustix::thread::set_thread_res_uid(uid, uid, uid)?)
}

fn drop_capabilities() -> io::Result<()> {
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(rustix::thread::set_capabilities(None, sets)?)
}

fn limits(enforced: &Enforced) -> io::Result<()> {
    set_limit(Resource::Data, enforced.memory_bytes)?;
    set_limit(Resource::Fsize, FILE_BYTES)?;
    set_limit(Resource::Nofile, OPEN_FILES)?;
    set_limit(Resource::Core, 0)?;
    set_limit(Resource::Cpu, CPU_SECONDS)?;
    enforced.processes.map_or(Ok(()), |processes| set_limit(Resource::Nproc, processes))
}

/// Sets a limit, or leaves a lower one that is there already.
fn set_limit(resource: Resource, limit: u64) -> io::Result<()> {
    let maximum = rustix::process::getrlimit(resource).maximum;
    let limit = Some(maximum.map_or(limit, |maximum| maximum.min(limit)));
    Ok(setrlimit(resource, Rlimit { current: limit, maximum: limit })?)
}

fn ruleset(shares: &Shares, writable: &[&Path]) -> Result<RulesetCreated, landlock::RulesetError> {
    let read = AccessFs::from_read(KNOWN);
    let whole = shares.whole.iter().map(|Share { path, .. }| path.as_path());
    let read_only = SYSTEM.iter().chain(&SOURCES).map(Path::new).chain(whole);
    // What does not exist is left out.
    Ruleset::default()
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(read_only, read))?
        .add_rules(path_beneath_rules(&shares.listed, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(SINKS, AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(writable, AccessFs::from_all(KNOWN)))
}
