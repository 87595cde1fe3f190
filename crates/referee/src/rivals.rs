//! What a bot must not read: the files of other bots of the run, and those of the run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::spec::BotSpec;
use crate::stage::{self, Spec};

/// The longest list of what is hidden from one bot, in bytes: some 2,000 bots in one folder.
const HIDDEN_BYTES: usize = 128 << 10;

/// What belongs to whom in a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rivals {
    /// What belongs to the run itself; some of it is made only later.
    private: Vec<PathBuf>,
    /// Files and folders that commands name, with the bots that are started from them.
    named: Vec<(PathBuf, String)>,
}

impl Rivals {
    /// Looks at what the bots are started from.
    ///
    /// `scratch` is what their scratch folders are called, before their number: nothing has
    /// that name, and what is in the same folder is not for bots.
    pub(crate) fn new(private: &[PathBuf], bots: &[BotSpec], scratch: &Path) -> Rivals {
        // Built-in bots are this program, which is nobody's secret.
        let own = std::env::current_exe().and_then(|it| it.canonicalize()).unwrap_or_default();
        let named_by = |bot: &BotSpec| {
            let named = stage::named(&bot.command, bot.dir.as_deref().unwrap_or(scratch));
            let all = named.into_iter().chain(bot.dir.clone());
            let real: BTreeSet<PathBuf> = all.filter_map(|it| it.canonicalize().ok()).collect();
            real.into_iter().map(|path| (path, bot.name.clone())).collect::<Vec<_>>()
        };
        let mut named: Vec<_> = bots.iter().flat_map(named_by).collect();
        named.retain(|(path, _)| *path != own);
        let scratches = scratch.parent().map(Path::to_owned);
        Rivals { private: private.iter().cloned().chain(scratches).collect(), named }
    }

    /// Returns what to hide from a bot that would get at it, as canonical paths.
    ///
    /// # Errors
    /// Says what to do when that is too much.
    pub(crate) fn hidden_from(&self, bot: &BotSpec, spec: &Spec) -> Result<Vec<PathBuf>, String> {
        let private = self.private.iter().filter_map(|path| path.canonicalize().ok());
        let others = self.named.iter().filter(|(_, name)| *name != bot.name);
        let all = others.map(|(path, _)| path.clone()).chain(private);
        let hidden = stage::exposed(spec, all);
        let bytes: usize = hidden.iter().map(|path| path.as_os_str().len()).sum();
        if bytes > HIDDEN_BYTES {
            return Err("the files of too many bots are in one folder: put each bot into a \
                        folder of its own"
                .to_owned());
        }
        Ok(hidden.into_iter().collect())
    }
}
