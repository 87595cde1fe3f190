//! How a bot is started.

use std::path::PathBuf;

/// How to start a bot, everything resolved: nothing in here depends on where `ayo` was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// The name in all tables and files.
    pub name: String,
    /// Program and arguments. A program without a slash is looked up in `PATH`.
    pub command: Vec<String>,
    /// Working directory; without one each process gets a fresh scratch folder.
    pub dir: Option<PathBuf>,
    /// Variables added to the allow-list of the environment.
    pub env: Vec<(String, String)>,
    /// Start a new process for each game.
    pub restart: bool,
    /// Threads the bot uses; more than one turns pinning off.
    pub threads: u32,
    /// Memory limit in MiB, where the isolation level can hold it.
    pub memory_mb: Option<u64>,
}
