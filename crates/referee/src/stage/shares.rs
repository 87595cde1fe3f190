//! What a bot is shown of the folders it was granted, when something in them is hidden.
//!
//! A folder with nothing hidden in it is shown as a whole. Of others the entries are
//! shown one by one, as deep as it takes to leave the hidden ones out.
//!
//! At `basic` the names of hidden files can still be seen, as a listing of a folder is
//! allowed together with those of all folders in it. It is needed: Python finds no
//! module in a folder that it cannot list.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::Spec;
use super::grants::Grants;

/// Entries that are shown one by one at most: each is a rule, or a mount, at every start.
const ENTRIES: usize = 1_024;

/// Something that is shown with all that is in it.
#[derive(Debug)]
pub(super) struct Share {
    pub(super) path: PathBuf,
    /// The granted folder it is in, or itself.
    pub(super) granted: PathBuf,
}

/// What a bot is shown beyond the folders of the system.
#[derive(Debug, Default)]
pub(super) struct Shares {
    pub(super) whole: Vec<Share>,
    /// Folders of which the entries are shown one by one.
    pub(super) listed: Vec<PathBuf>,
    /// Symbolic links in such folders: they open nothing that is not shown.
    pub(super) links: Vec<PathBuf>,
    entries: usize,
}

impl Shares {
    /// Leaves what is hidden out of what was granted.
    ///
    /// # Errors
    /// Says what to do when a folder has too many entries.
    pub(super) fn of(grants: &Grants, spec: &Spec) -> Result<Shares, String> {
        let hidden: BTreeSet<&Path> = spec.hidden.iter().map(PathBuf::as_path).collect();
        let mut shares = Shares::default();
        for path in &grants.paths {
            // What is gone by now cannot be shown either.
            let Ok(real) = path.canonicalize() else { continue };
            shares.add(path.clone(), &real, path, &hidden)?;
        }
        Ok(shares)
    }

    fn add(
        &mut self,
        path: PathBuf,
        real: &Path,
        granted: &Path,
        hidden: &BTreeSet<&Path>,
    ) -> Result<(), String> {
        if real.ancestors().any(|part| hidden.contains(part)) {
            return Ok(());
        }
        // Paths are in the order of their parts: what is inside follows at once.
        if !hidden.range(real..).next().is_some_and(|next| next.starts_with(real)) {
            self.whole.push(Share { path, granted: granted.to_owned() });
            return Ok(());
        }
        let failed = |error: io::Error| format!("cannot list `{}`: {error}", real.display());
        for entry in real.read_dir().map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            self.entries += 1;
            if self.entries > ENTRIES {
                return Err(format!(
                    "files of other bots or of the run are in `{}`, together with more than \
                     {ENTRIES} other entries: put each bot into a folder of its own",
                    granted.display()
                ));
            }
            let path = path.join(entry.file_name());
            if kind.is_symlink() {
                self.links.push(path);
            } else if kind.is_dir() || kind.is_file() {
                self.add(path, &real.join(entry.file_name()), granted, hidden)?;
            }
        }
        self.listed.push(path);
        Ok(())
    }
}
