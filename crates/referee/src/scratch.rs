//! Removes the scratch folder of a bot, whatever the bot has made of it.
//!
//! `remove_dir_all` is for folders of friends: it holds a descriptor for every level,
//! and stops at a folder that its owner may not read. A bot can nest thousands of
//! levels, and take the right to read a folder from its own user, who may be ours.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Removes a scratch folder. Everything that could still write to it must be gone.
///
/// Folders inside are moved up until they are at the top: no path, no stack and no
/// number of open descriptors grows with the depth.
///
/// # Errors
/// Fails at the first thing that cannot be removed.
pub(crate) fn remove(scratch: &Path) -> io::Result<()> {
    // Without isolation a bot may have put anything in the place of its folder.
    if !scratch.symlink_metadata()?.is_dir() {
        return fs::remove_file(scratch);
    }
    let mut moved = 0;
    loop {
        open_up(scratch)?;
        let mut entries = fs::read_dir(scratch)?.peekable();
        if entries.peek().is_none() {
            return fs::remove_dir(scratch);
        }
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                empty(&entry.path(), scratch, &mut moved)?;
                fs::remove_dir(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
    }
}

/// Removes the files of a folder, and moves the folders in it to the top.
fn empty(folder: &Path, top: &Path, moved: &mut u64) -> io::Result<()> {
    open_up(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            // Its entry `..` changes, for which it must be writable.
            open_up(&entry.path())?;
            move_up(&entry.path(), top, moved)?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Moves a folder to the top, under a number that is free there.
fn move_up(folder: &Path, top: &Path, moved: &mut u64) -> io::Result<()> {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    loop {
        *moved += 1;
        match fs::rename(folder, top.join(moved.to_string())) {
            // The bot has had the same idea for a name.
            Err(error)
                if matches!(error.kind(), AlreadyExists | DirectoryNotEmpty | NotADirectory) => {}
            result => return result,
        }
    }
}

fn open_up(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    use rustix::fs::{CWD, Mode, OFlags};

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let name = format!("ayo-scratch-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        folder
    }

    #[track_caller]
    fn check(name: &str, fill: impl FnOnce(&Path)) {
        let folder = folder(name);
        fill(&folder);
        remove(&folder).unwrap();
        assert!(folder.symlink_metadata().is_err(), "{name}: it is there");
    }

    /// Makes folders inside one another.
    fn nest(folder: &Path, levels: u32, mode: Mode) {
        let open = OFlags::RDONLY | OFlags::DIRECTORY;
        let mut inner = rustix::fs::openat(CWD, folder, open, Mode::empty()).unwrap();
        for _ in 0..levels {
            rustix::fs::mkdirat(&inner, "1", Mode::RWXU).unwrap();
            let next = rustix::fs::openat(&inner, "1", open, Mode::empty()).unwrap();
            rustix::fs::fchmod(&inner, mode).unwrap();
            inner = next;
        }
    }

    #[test]
    fn whatever_is_in_it() {
        check("empty", |_| {});
        check("files", |folder| {
            let long = "\n".repeat(255);
            for name in ["a", "-rf", " ", "\u{1b}[2J", &long] {
                fs::write(folder.join(name), "x").unwrap();
            }
        });
        check("deep", |folder| nest(folder, 5_000, Mode::RWXU));
        check("closed", |folder| nest(folder, 5, Mode::empty()));
        check("names", |folder| {
            // What the folders inside would be called at the top is taken.
            fs::write(folder.join("1"), "").unwrap();
            for name in ["2/x", "3", "a/b/c", "d/e/f", "g/h"] {
                fs::create_dir_all(folder.join(name)).unwrap();
            }
        });
    }

    #[test]
    fn nothing_behind_a_link_is_touched() {
        let other = folder("other");
        fs::write(other.join("kept"), "").unwrap();
        fs::set_permissions(&other, fs::Permissions::from_mode(0o750)).unwrap();
        check("links", |folder| {
            symlink(&other, folder.join("link")).unwrap();
            fs::create_dir(folder.join("inside")).unwrap();
            symlink(&other, folder.join("inside/link")).unwrap();
        });
        check("replaced", |folder| {
            fs::remove_dir(folder).unwrap();
            symlink(&other, folder).unwrap();
        });
        assert_eq!(other.metadata().unwrap().permissions().mode() & 0o777, 0o750);
        assert!(other.join("kept").exists());
        fs::remove_dir_all(&other).unwrap();
    }
}
