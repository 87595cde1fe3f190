//! Whether an unprivileged user gets at a file, and which folder is in the way.

use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::Spec;
use super::grants::{Grants, candidates};

/// Says which file or folder keeps a bot that lost root's powers from starting.
pub(super) fn obstacle(spec: &Spec, grants: &Grants) -> Option<String> {
    let named = grants.named.iter().find_map(|path| closed(path));
    named.or_else(|| program_obstacle(spec)).map(|closed| unreadable(&closed, None))
}

/// Says that a file or folder is in the way, and what to do.
pub(super) fn unreadable(closed: &Path, error: Option<&io::Error>) -> String {
    let shown = closed.display();
    let mode = if closed.is_dir() { "o+rx" } else { "o+r" };
    let instead = match error {
        None => "use `--isolation strong`".to_owned(),
        // Told at `strong`, where it would have been shown to the bot.
        Some(error) => format!("move it to another file system ({error} on this one)"),
    };
    format!(
        "bots do not run as root, and other users may not read `{shown}`: \
         run `chmod {mode} {shown}`, {instead}, or do not run `ayo` as root"
    )
}

/// Returns what in a granted folder other users may not read, although the command
/// names it or the folder itself is meant.
pub(super) fn closed_inside(granted: &Path, grants: &Grants) -> Option<PathBuf> {
    let granted = granted.canonicalize().ok()?;
    let named = grants.named.iter().filter_map(|named| named.canonicalize().ok());
    let inside = named.filter(|named| named.starts_with(&granted));
    std::iter::once(granted.clone()).chain(inside).find_map(|path| {
        let parts = path.ancestors().take_while(|part| part.starts_with(&granted));
        parts.filter(|part| !is_open(part)).last().map(Path::to_owned)
    })
}

/// A program without a slash may be found further down in `PATH`.
fn program_obstacle(spec: &Spec) -> Option<PathBuf> {
    let program = spec.command.first().filter(|program| !program.contains('/'))?;
    let path = spec.env.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value)?;
    let mut obstacle = None;
    for candidate in candidates(program, path) {
        match closed(&candidate) {
            None => return None,
            Some(closed) => obstacle = obstacle.or(Some(closed)),
        }
    }
    obstacle
}

/// Returns the first part of a path that other users may not enter, or not read.
fn closed(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    let folders = real.ancestors().skip(1).filter(|folder| mode(folder) & 0o001 == 0);
    let folder = folders.last().map(Path::to_owned);
    folder.or_else(|| (!is_open(&real)).then_some(real))
}

/// Returns whether other users may read a file, or enter and read a folder.
fn is_open(path: &Path) -> bool {
    let need = if path.is_dir() { 0o005 } else { 0o004 };
    mode(path) & need == need
}

fn mode(path: &Path) -> u32 {
    path.metadata().map_or(0, |it| it.permissions().mode())
}
