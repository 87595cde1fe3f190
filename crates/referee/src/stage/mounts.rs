//! The file system a bot sees at `strong`: what it was granted, and nothing else.
//!
//! A new root is put together on an empty tmpfs. What is private on the host is
//! reached there without a change of any mode: `/root` is then an empty folder of
//! that tmpfs that anybody may enter, with the granted folder mounted inside. And
//! where the granted folder itself is root's alone, it is mounted with root's files
//! shown as the bot's own; it stays read-only.

use std::ffi::CString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};

use std::os::fd::OwnedFd;

use rustix::fs::CWD;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags,
};

use super::Report;
use super::grants::{Grants, SYSTEM};
use super::reach;
use super::restrict::Identity;
use super::shares::{Share, Shares};
use super::system;

/// The user of the bot, when it is another than the referee's.
pub(super) struct Owner {
    pub(super) identity: Identity,
    /// A user namespace that says: what is root's is the bot's.
    pub(super) roots_files: OwnedFd,
}

/// What may lie in `/tmp` and the scratch folder together, in MiB and in files.
const SCRATCH: &str = "size=64m,nr_inodes=16k";
/// The new root holds only folders and links.
const ROOT: &str = "size=1m,mode=0755";
/// Where the new root is put together; the bot never sees this place.
const BASE: &str = "/tmp";
/// Where the host's root is while the new one is put together.
const HOST: &str = "/.host";

const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
const LINKS: [(&str, &str); 5] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
    ("/tmp", "/dev/shm"),
];
/// How many processors there are: runtimes look there.
const PROCESSORS: &str = "/sys/devices/system/cpu";

/// Folders the bot may write to.
pub(super) const TEMPORARY: &str = "/tmp";

/// Replaces the root of this process, which must have a mount namespace of its own.
///
/// # Errors
/// Returns the report of the step that failed.
pub(super) fn replace_root(
    grants: &Grants,
    shares: &Shares,
    scratch: &Path,
    owner: Option<&Owner>,
) -> Result<(), Report> {
    let failed =
        |what: &str, error: io::Error| Report::NoIsolation { message: format!("{what}: {error}") };
    let sources = sources(grants, shares, owner);
    enter_empty_root().map_err(|error| failed("cannot make a root of its own", error))?;
    for folder in SYSTEM {
        show_system(Path::new(folder))
            .map_err(|error| failed(&format!("cannot show {folder}"), error))?;
    }
    devices().map_err(|error| failed("cannot show /dev", error))?;
    own_proc().map_err(|error| failed("cannot mount a /proc of its own", error))?;
    temporary(scratch, owner).map_err(|error| failed("cannot make a scratch folder", error))?;
    for source in &sources {
        match &source.closed {
            Some((owner, closed)) => source.show_as_own(owner).map_err(|error| {
                Report::Unreachable { message: reach::unreadable(closed, Some(&error)) }
            })?,
            None => show(&source.real, source.target).map_err(|error| {
                failed(&format!("cannot show {}", source.target.display()), error)
            })?,
        }
    }
    split_folders(shares).map_err(|error| failed("cannot show what is granted", error))?;
    forget_host().map_err(|error| failed("cannot leave the root of the host", error))
}

/// Something granted.
struct Source<'a> {
    real: PathBuf,
    target: &'a Path,
    /// What in it the bot's user may not read, although it has to.
    closed: Option<(&'a Owner, PathBuf)>,
}

/// Looks at what is granted, while the host's files are still where they are.
fn sources<'a>(grants: &Grants, shares: &'a Shares, owner: Option<&'a Owner>) -> Vec<Source<'a>> {
    let source = |Share { path, granted }: &'a Share| {
        let closed = owner.and_then(|owner| Some((owner, reach::closed_inside(granted, grants)?)));
        Some(Source { real: path.canonicalize().ok()?, target: path, closed })
    };
    shares.whole.iter().filter_map(source).collect()
}

impl Source<'_> {
    fn show_as_own(&self, owner: &Owner) -> io::Result<()> {
        let real = on_host(&self.real);
        make_target(&real, self.target)?;
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_RECURSIVE;
        let tree = rustix::mount::open_tree(CWD, &real, flags)?;
        system::read_only_as_own(&tree, &owner.roots_files)?;
        let from_tree = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
        Ok(rustix::mount::move_mount(&tree, "", CWD, self.target, from_tree)?)
    }
}

/// Makes what else there is in folders that are not shown as a whole.
fn split_folders(shares: &Shares) -> io::Result<()> {
    shares.listed.iter().try_for_each(|folder| make_folder(folder))?;
    shares.links.iter().try_for_each(|link| match fs::read_link(on_host(link)) {
        Ok(target) if link.symlink_metadata().is_err() => symlink(target, link),
        _ => Ok(()),
    })
}

fn own_proc() -> io::Result<()> {
    make_folder(Path::new("/proc"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(rustix::mount::mount("proc", "/proc", "proc", flags, None)?)
}

/// Makes an empty tmpfs the root, with the host's root inside.
fn enter_empty_root() -> io::Result<()> {
    // Nothing that is mounted here goes back to the host.
    rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    rustix::mount::mount("ayo", BASE, "tmpfs", flags, Some(&*c_string(Path::new(ROOT))?))?;
    std::env::set_current_dir(BASE)?;
    DirBuilder::new().mode(0o700).create(&HOST[1..])?;
    rustix::process::pivot_root(".", &HOST[1..])?;
    std::env::set_current_dir("/")
}

fn forget_host() -> io::Result<()> {
    rustix::mount::unmount(HOST, UnmountFlags::DETACH)?;
    fs::remove_dir(HOST)?;
    system::read_only(c"/", system::Mounts::One)
}

/// Shows a folder of the system; on many hosts some are links to others.
fn show_system(folder: &Path) -> io::Result<()> {
    let source = on_host(folder);
    match source.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(kind) if kind.is_symlink() && folder.parent() == Some(Path::new("/")) => {
            symlink(fs::read_link(&source)?, folder)
        }
        Ok(kind) if kind.is_symlink() => {
            make_folder(folder.parent().unwrap_or(Path::new("/")))?;
            symlink(fs::read_link(&source)?, folder)
        }
        Ok(_) => show(folder, folder),
    }
}

fn devices() -> io::Result<()> {
    make_folder(Path::new("/dev"))?;
    for device in DEVICES {
        fs::write(device, [])?;
        rustix::mount::mount_bind(on_host(Path::new(device)), device)?;
    }
    LINKS.iter().try_for_each(|(target, link)| symlink(target, link))?;
    let processors = Path::new(PROCESSORS);
    if on_host(processors).is_dir() { show(processors, processors) } else { Ok(()) }
}

fn temporary(scratch: &Path, owner: Option<&Owner>) -> io::Result<()> {
    mount_temporary(Path::new(TEMPORARY), "1777")?;
    if scratch.starts_with(TEMPORARY) {
        make_folder(scratch.parent().unwrap_or(scratch))?;
        DirBuilder::new().mode(0o700).create(scratch)?;
    } else {
        make_folder(scratch)?;
        mount_temporary(scratch, "0700")?;
    }
    if let Some(Owner { identity, .. }) = owner {
        rustix::fs::chown(scratch, Some(identity.uid()), Some(identity.gid()))?;
    }
    Ok(())
}

fn mount_temporary(folder: &Path, mode: &str) -> io::Result<()> {
    make_folder(folder)?;
    let options = c_string(Path::new(&format!("{SCRATCH},mode={mode}")))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(rustix::mount::mount("ayo", folder, "tmpfs", flags, Some(&*options))?)
}

/// Shows a folder or file of the host, for reading.
fn show(source: &Path, target: &Path) -> io::Result<()> {
    let source = on_host(source);
    make_target(&source, target)?;
    // With what is mounted inside: a user namespace may not take a mount apart.
    rustix::mount::mount_bind_recursive(&source, target)?;
    system::read_only(&c_string(target)?, system::Mounts::AndThoseInside)
}

/// Makes what something can be mounted on; it may be there, in a folder that is shown.
fn make_target(source: &Path, target: &Path) -> io::Result<()> {
    if source.is_dir() {
        return make_folder(target);
    }
    make_folder(target.parent().unwrap_or(target))?;
    if target.exists() { Ok(()) } else { fs::write(target, []) }
}

fn on_host(path: &Path) -> PathBuf {
    Path::new(HOST).join(path.strip_prefix("/").unwrap_or(path))
}

fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(folder)
}

fn c_string(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}
