//! What is in the bot's own folders, before it is examined and afterwards.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ayo_referee::{BotSpec, Settings};

/// The files of a bot as they were.
#[derive(Debug)]
pub(crate) struct OwnFiles {
    /// Folders with the names in them.
    folders: Vec<(PathBuf, BTreeSet<PathBuf>)>,
    /// How names of scratch folders begin, should they be there too.
    scratch: String,
}

/// Entries of a folder that are looked at; a fuller one is not compared.
const ENTRIES: usize = 10_000;

impl OwnFiles {
    /// Takes note of what there is.
    pub(crate) fn note(settings: &Settings, spec: &BotSpec) -> OwnFiles {
        let folders = own_folders(&spec.command, spec.dir.as_deref());
        let scratch = settings.scratch.file_name().unwrap_or_default();
        OwnFiles {
            folders: folders
                .into_iter()
                .filter_map(|folder| entries(&folder).map(|names| (folder, names)))
                .collect(),
            scratch: scratch.to_string_lossy().into_owned(),
        }
    }

    /// Returns a file that was not there.
    pub(crate) fn news(&self) -> Option<PathBuf> {
        self.folders.iter().find_map(|(folder, before)| {
            let after = entries(folder)?;
            let is_scratch = |name: &PathBuf| name.to_string_lossy().starts_with(&self.scratch);
            let new = after.difference(before).find(|name| !is_scratch(name))?;
            Some(folder.join(new))
        })
    }
}

/// Lists the folders of the files a command names, and the one that is set; those of
/// the system are left out.
fn own_folders(command: &[String], dir: Option<&Path>) -> Vec<PathBuf> {
    let files = command.iter().map(Path::new).filter(|word| word.is_absolute() && word.is_file());
    let own = files.filter(|file| {
        !["/usr", "/bin", "/opt", "/lib"].iter().any(|system| file.starts_with(system))
    });
    let folders = own.filter_map(Path::parent).map(Path::to_path_buf);
    folders.chain(dir.map(Path::to_path_buf)).collect::<BTreeSet<_>>().into_iter().collect()
}

fn entries(folder: &Path) -> Option<BTreeSet<PathBuf>> {
    let found = std::fs::read_dir(folder).ok()?.flatten().take(ENTRIES + 1);
    let names: BTreeSet<PathBuf> = found.map(|entry| entry.file_name().into()).collect();
    (names.len() <= ENTRIES).then_some(names)
}
