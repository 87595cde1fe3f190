//! The system calls a bot may not make: a seccomp deny list.
//!
//! A list of what is allowed would be shorter to argue for, but it would have to
//! name what every interpreter of every version calls. What is denied fails with
//! an error and kills nobody: runtimes ask for things they can do without.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare,
    SeccompCondition, SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

/// Whether the files a bot may not change are out of reach of `chmod` and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attributes {
    /// By read-only mounts.
    Mounted,
    /// Not otherwise: Landlock does not cover modes, owners, times and attributes.
    Denied,
}

/// Calls that fail with `EPERM` whatever their arguments.
const DENIED: &[i64] = &[
    // The network; `socketpair` stays. Sockets of files too: the services of the
    // host listen there.
    libc::SYS_socket,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // A fair share of the cores.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_ioprio_set,
    // Ways around this list, and large parts of the kernel that no bot needs.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // Memory that outlives the bot.
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    // Memory that no limit of a process counts.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // The machine.
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

#[cfg(target_arch = "x86_64")]
const DENIED_HERE: &[i64] = &[libc::SYS_iopl, libc::SYS_ioperm];
#[cfg(not(target_arch = "x86_64"))]
const DENIED_HERE: &[i64] = &[];

/// Calls that change a file without writing to it.
const ATTRIBUTES: &[i64] = &[
    libc::SYS_truncate,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];

/// The number is the same on every architecture, as of all calls from 424 on.
const SYS_FCHMODAT2: i64 = 452;

#[cfg(target_arch = "x86_64")]
const ATTRIBUTES_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const ATTRIBUTES_HERE: &[i64] = &[];

/// The flags of `clone` that make a namespace.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// The filters, ready to be applied.
pub(super) struct Filters([BpfProgram; 2]);

impl Filters {
    /// Makes the filters.
    ///
    /// # Errors
    /// Fails on a processor that `seccompiler` does not know.
    pub(super) fn new(attributes: Attributes) -> io::Result<Filters> {
        let mut denied: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        let mut deny = |calls: &[i64]| denied.extend(calls.iter().map(|&call| (call, Vec::new())));
        deny(DENIED);
        deny(DENIED_HERE);
        if attributes == Attributes::Denied {
            deny(ATTRIBUTES);
            deny(ATTRIBUTES_HERE);
        }
        let namespaces = NAMESPACES.map(|flag| {
            let flag = flag as u32 as u64;
            rule(0, Compare::MaskedEq(flag), flag)
        });
        denied.insert(libc::SYS_clone, namespaces.into_iter().collect::<io::Result<_>>()?);
        // The limits and the priority of other processes; 0 is the caller itself.
        denied.insert(libc::SYS_prlimit64, vec![rule(0, Compare::Ne, 0)?]);
        let whose = vec![rule(0, Compare::Ne, 0)?, rule(1, Compare::Ne, 0)?];
        denied.insert(libc::SYS_setpriority, whose);
        let mut denied = program(denied, libc::EPERM)?;
        denied.splice(0..0, NO_X32);
        // The flags of `clone3` are in memory, where a filter cannot look. Without
        // it every C library falls back to `clone`.
        let absent = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
        Ok(Filters([program(absent, libc::ENOSYS)?, denied]))
    }

    /// Applies the filters to this process for good; no new privileges must be set.
    pub(super) fn apply(&self) -> io::Result<()> {
        self.0.iter().try_for_each(|program| seccompiler::apply_filter(program).map_err(other))
    }
}

fn rule(argument: u8, compare: Compare, value: u64) -> io::Result<SeccompRule> {
    let condition =
        SeccompCondition::new(argument, Length::Dword, compare, value).map_err(other)?;
    SeccompRule::new(vec![condition]).map_err(other)
}

fn program(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(other)?;
    let matched = SeccompAction::Errno(errno as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, matched, arch).map_err(other)?;
    filter.try_into().map_err(other)
}

/// Numbers with bit 30 are the same calls once more, in the x32 form of x86-64: a
/// list of numbers would miss them all. They do not exist for a bot.
///
/// In words: load the number; if it is at least 2³⁰, the answer is ENOSYS.
const NO_X32: [sock_filter; 3] = [
    sock_filter { code: (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16, jt: 0, jf: 0, k: 0 },
    sock_filter {
        code: (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16,
        jt: 0,
        jf: 1,
        k: 1 << 30,
    },
    sock_filter {
        code: (libc::BPF_RET | libc::BPF_K) as u16,
        jt: 0,
        jf: 0,
        k: libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32,
    },
];

fn other(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}
