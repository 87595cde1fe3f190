//! Whether an unprivileged user gets at a file, and which folder is in the way.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::Spec;
use super::grants::{Grants, candidates};

/// Says which file or folder keeps a bot that lost root's powers from starting.
pub(super) fn obstacle(spec: &Spec, grants: &Grants) -> Option<String> {
    let named = grants.named.iter().find_map(|path| closed(path));
    named.or_else(|| program_obstacle(spec)).map(|closed| {
        let shown = closed.display();
        let mode = if closed.is_dir() { "o+rx" } else { "o+r" };
        format!(
            "bots do not run as root, and other users may not read `{shown}`: \
             run `chmod {mode} {shown}`, use `--isolation strong`, or do not run `ayo` as root"
        )
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
    let mode = |path: &Path| path.metadata().map_or(0, |it| it.permissions().mode());
    let mut folders: Vec<&Path> = real.ancestors().skip(1).collect();
    folders.reverse();
    if let Some(folder) = folders.into_iter().find(|folder| mode(folder) & 0o001 == 0) {
        return Some(folder.to_owned());
    }
    let need = if real.is_dir() { 0o005 } else { 0o004 };
    (mode(&real) & need != need).then_some(real)
}
