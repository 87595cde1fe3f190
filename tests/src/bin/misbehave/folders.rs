//! What a bot does with the folder it may write to.

use std::env::set_current_dir;
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::process::exit;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::umask;

use crate::resources::{NOT_REFUSED, REFUSED};
use crate::{Asked, Bot};

/// More than a folder with a limit holds, in MiB.
const MUCH_MB: usize = 128;
/// Folders inside one another: more than most processes may have open files.
const LEVELS: usize = 2_000;

/// Does what the script has it do; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, asked: &Asked<'_>) -> bool {
    match bot.script {
        "writes-a-long-file" => write_a_long_file(),
        "fills-its-folder" => fill(),
        "clutters-its-folder" | "nests-folders" | "closes-folders" => {
            if asked.is_early() {
                let made = match bot.script {
                    "clutters-its-folder" => clutter(),
                    "nests-folders" => nest(),
                    _ => close(),
                };
                made.expect("a bot may make what it likes of its folder");
            }
            bot.play(asked);
        }
        _ => return false,
    }
    true
}

pub(crate) fn home() -> PathBuf {
    PathBuf::from(std::env::var_os("HOME").expect("a bot has a home"))
}

/// The kernel ends a process whose file grows over the limit.
fn write_a_long_file() {
    let chunk = vec![1; 1 << 20];
    // Not truncated: some file systems write such a file out when it is closed, and a
    // process that waits for a busy disk has not ended.
    let written = File::create_new(home().join("long"))
        .and_then(|mut file| (0..32).try_for_each(|_| file.write_all(&chunk)));
    exit(if written.is_err() { REFUSED } else { NOT_REFUSED });
}

fn fill() {
    let chunk = vec![1; 1 << 20];
    let full =
        (0..MUCH_MB).any(|number| fs::write(home().join(number.to_string()), &chunk).is_err());
    exit(if full { REFUSED } else { NOT_REFUSED });
}

/// Names that are long, or not for reading; links to everywhere; files full of nothing.
fn clutter() -> io::Result<()> {
    let home = home();
    let long = "\n".repeat(255);
    for name in ["-rf", " ", "\u{1b}[2J", &long] {
        File::create(home.join(name))?;
    }
    for (number, target) in ["/", "..", "/etc", "/proc/self/root", "link-4"].iter().enumerate() {
        let _ = symlink(target, home.join(format!("link-{number}")));
    }
    for number in 0..100 {
        let _ = fs::hard_link(home.join(" "), home.join(format!("again-{number}")));
    }
    let _ = mknodat(CWD, home.join("fifo"), FileType::Fifo, Mode::RWXU, 0);
    let _ = File::create(home.join("sparse"))?.set_len(8 << 20);
    Ok(())
}

fn nest() -> io::Result<()> {
    set_current_dir(home())?;
    for _ in 0..LEVELS {
        // What an earlier game has made is there already.
        let _ = fs::create_dir("inside");
        set_current_dir("inside")?;
    }
    Ok(())
}

/// Folders that not even their owner may look into.
fn close() -> io::Result<()> {
    let closed = home().join("closed");
    // The second time it is closed already.
    if fs::create_dir(&closed).is_ok() {
        fs::write(closed.join("file"), "x")?;
        let before = umask(Mode::RWXU | Mode::RWXG | Mode::RWXO);
        fs::create_dir(closed.join("born-closed"))?;
        umask(before);
        // Where modes cannot be changed there is the other one.
        let _ = fs::set_permissions(&closed, Permissions::from_mode(0o000));
        let _ = fs::set_permissions(home(), Permissions::from_mode(0o000));
    }
    Ok(())
}
