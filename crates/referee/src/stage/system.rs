//! The few calls of the operating system that have no safe form.
//!
//! `fork` and `unshare` are dangerous in a process with several threads: the child
//! has only the thread that forked, and whatever the others had locked stays
//! locked. The stage has one thread, from its first instruction on.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd};

use rustix::process::Pid;

/// Which of the two processes this is after a fork.
pub(super) enum Forked {
    Child,
    Parent(Pid),
}

/// Doubles this process.
pub(super) fn fork() -> io::Result<Forked> {
    // SAFETY: the stage has a single thread, so the child may do what the parent may.
    match unsafe { libc::fork() } {
        0 => Ok(Forked::Child),
        child => Pid::from_raw(child)
            .filter(|_| child > 0)
            .map(Forked::Parent)
            .ok_or_else(io::Error::last_os_error),
    }
}

/// Leaves the namespaces that `flags` (`CLONE_NEW…`) name for new ones.
pub(super) fn unshare(flags: libc::c_int) -> io::Result<()> {
    // SAFETY: no pointers; nothing in this process depends on the namespaces it leaves.
    done(unsafe { libc::unshare(flags) })
}

/// Ends this process at once: no destructors, nothing flushed.
pub(super) fn exit(code: i32) -> ! {
    // SAFETY: it does not return.
    unsafe { libc::_exit(code) }
}

/// Blocks all signals, since a bot may send them too, and returns a descriptor that is
/// readable when a child has ended.
pub(super) fn child_signals() -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised before use; the new descriptor is ours alone.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGCHLD);
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        done(libc::sigprocmask(libc::SIG_BLOCK, &all, std::ptr::null_mut()))?;
        let fd = libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
        done(fd)?;
        Ok(OwnedFd::from_raw_fd(fd))
    }
}

/// Becomes another program; returns only when that is impossible, with the reason.
pub(super) fn execute(program: &CStr, arguments: &[CString], environment: &[CString]) -> io::Error {
    let pointers = |texts: &[CString]| -> Vec<*const libc::c_char> {
        texts.iter().map(|text| text.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (arguments, environment) = (pointers(arguments), pointers(environment));
    // SAFETY: every pointer is to a text that lives through the call, and each list
    // ends with null. A broken pipe ends a program again, as it does usually.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr());
    }
    io::Error::last_os_error()
}

/// Has this process, number 1 of a process namespace, stop everything in it on SIGUSR1 and
/// let it go on on SIGUSR2: one call, however many processes there are.
///
/// When both wait, the bot goes on.
pub(super) fn stop_all_when_asked() -> io::Result<()> {
    extern "C" fn pass_on(signal: libc::c_int) {
        let signal = if signal == libc::SIGUSR1 { libc::SIGSTOP } else { libc::SIGCONT };
        // SAFETY: async-signal-safe, and no pointers. It spares the caller itself.
        unsafe { libc::kill(-1, signal) };
    }
    handle_in_order([libc::SIGUSR1, libc::SIGUSR2], pass_on)
}

/// Has two signals handled, the one with the lower number first when both wait.
fn handle_in_order(
    signals: [libc::c_int; 2],
    handler: extern "C" fn(libc::c_int),
) -> io::Result<()> {
    // SAFETY: both structs are initialised before use, and the handler may interrupt anything.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        signals.iter().for_each(|&signal| _ = libc::sigaddset(&mut set, signal));
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        // Else the second one interrupts the first before its first instruction.
        action.sa_mask = set;
        for signal in signals {
            done(libc::sigaction(signal, &action, std::ptr::null_mut()))?;
        }
        done(libc::sigprocmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut()))
    }
}

/// Receives all signals again.
pub(super) fn unblock_signals() {
    // SAFETY: the set is initialised before use.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigprocmask(libc::SIG_SETMASK, &set, std::ptr::null_mut());
    }
}

/// Has every descriptor but 0, 1 and 2 closed by the next `exec`.
pub(super) fn close_on_exec() -> io::Result<()> {
    // SAFETY: no descriptor is closed now, so none that is owned becomes invalid.
    done(unsafe {
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) as i32
    })
}

/// Closes every descriptor but `kept`, which becomes descriptor 0.
///
/// Only for a process that ends in [`exit`]: it must drop no descriptor any more.
pub(super) fn keep_only(kept: &OwnedFd) -> BorrowedFd<'static> {
    // SAFETY: the caller uses and drops no other descriptor; 0 stays open for ever.
    unsafe {
        libc::dup2(kept.as_raw_fd(), 0);
        libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0);
        BorrowedFd::borrow_raw(0)
    }
}

/// Takes every capability out of the set that a program can ever get.
pub(super) fn empty_bounding_set() {
    for capability in 0..64 {
        // SAFETY: no pointers. Beyond the last capability the kernel says EINVAL.
        if unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } < 0 {
            break;
        }
    }
}

/// Which mounts a change is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mounts {
    One,
    AndThoseInside,
}

/// Makes a mount read-only and without set-user-id programs.
pub(super) fn read_only(path: &CStr, mounts: Mounts) -> io::Result<()> {
    let flags = if mounts == Mounts::AndThoseInside { libc::AT_RECURSIVE } else { 0 };
    set_attributes(libc::AT_FDCWD, path, flags, 0, 0)
}

/// The same for mounts that are nowhere yet, and shows their files under the owners
/// that a user namespace gives them.
pub(super) fn read_only_as_own(tree: &OwnedFd, user_namespace: &OwnedFd) -> io::Result<()> {
    let flags = libc::AT_RECURSIVE | libc::AT_EMPTY_PATH;
    let owners = user_namespace.as_raw_fd();
    set_attributes(tree.as_raw_fd(), c"", flags, libc::MOUNT_ATTR_IDMAP, owners)
}

fn set_attributes(
    folder: libc::c_int,
    path: &CStr,
    flags: libc::c_int,
    attributes: u64,
    user_namespace: libc::c_int,
) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | attributes,
        attr_clr: 0,
        propagation: 0,
        userns_fd: user_namespace as u64,
    };
    // SAFETY: path and attributes live through the call, and the size is that of the struct.
    done(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            folder,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        ) as i32
    })
}

/// Returns the version of Landlock in this kernel, if it has one and uses it.
pub(super) fn landlock_abi() -> Option<i32> {
    const VERSION: libc::c_uint = 1;
    let null = std::ptr::null::<libc::c_void>();
    // SAFETY: with this flag the kernel reads no memory.
    let abi = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, null, 0, VERSION) };
    i32::try_from(abi).ok().filter(|&abi| abi > 0)
}

fn done(result: i32) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI32, Ordering};

    use super::*;

    /// The signals that were handled, two digits each.
    static HANDLED: AtomicI32 = AtomicI32::new(0);

    extern "C" fn note(signal: libc::c_int) {
        HANDLED.store(100 * HANDLED.load(Ordering::SeqCst) + signal, Ordering::SeqCst);
    }

    /// A stage that gets no core finds a stop and its end at once. The other way round,
    /// the bot would stay stopped and lose on time.
    #[test]
    fn the_bot_goes_on_when_both_signals_wait() {
        let both = [libc::SIGUSR1, libc::SIGUSR2];
        for raised in [both, [both[1], both[0]]] {
            HANDLED.store(0, Ordering::SeqCst);
            handle_in_order(both, note).unwrap();
            // SAFETY: the set is initialised before use; the handler only counts.
            unsafe {
                let mut set: libc::sigset_t = std::mem::zeroed();
                libc::sigemptyset(&mut set);
                both.iter().for_each(|&signal| _ = libc::sigaddset(&mut set, signal));
                libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
                raised.iter().for_each(|&signal| _ = libc::raise(signal));
                libc::pthread_sigmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut());
            }
            assert_eq!(HANDLED.load(Ordering::SeqCst), 100 * both[0] + both[1], "{raised:?}");
        }
    }
}
