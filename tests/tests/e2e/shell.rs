//! Command lines as a person would type them, with the binary under test as `ayo`.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;
use crate::running::{Done, Running};

/// Runs lines in `sh`, in a folder; the first that fails is the last.
pub(crate) fn shell(folder: &Folder, current: &Path, lines: &str) -> Done {
    let bin = folder.path("bin");
    if !bin.exists() {
        std::fs::create_dir(&bin).unwrap();
        symlink(env!("CARGO_BIN_EXE_ayo-under-test"), bin.join("ayo")).unwrap();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(bin).chain(std::env::split_paths(&path));
    let mut command = Command::new("sh");
    command
        .args(["-ec", lines])
        .current_dir(current)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("TMPDIR", folder.path("tmp"))
        // Those of the cargo that runs the tests are not for the cargo of a bot.
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("RUSTFLAGS")
        .env_remove("NO_COLOR");
    Running::start(command, "").ends()
}

/// Returns whether these programs are there; says so and returns false when one is not.
/// With `CI=true` nothing may be missing.
pub(crate) fn are_here(test: &str, programs: &[&str]) -> bool {
    use std::io::Write as _;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let in_path = |program: &str| folders.iter().any(|folder| folder.join(program).is_file());
    let missing: Vec<&str> = programs.iter().copied().filter(|program| !in_path(program)).collect();
    if missing.is_empty() {
        return true;
    }
    let in_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!in_ci, "these programs are missing: {}", missing.join(" "));
    // Written past the capture of the test runner: a skipped test is to be seen.
    let _ = writeln!(std::io::stderr(), "{test}: skipped, missing are {}", missing.join(" "));
    false
}
