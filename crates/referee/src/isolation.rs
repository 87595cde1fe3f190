//! How far bots are kept from the host, and from each other.

use std::fmt;
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::bot;
use crate::stage::{self, Report, Spec, cgroup};
use crate::strays;

/// An isolation level; each has what the ones before it have.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// A session of its own, an environment by allow-list, a fresh folder, no
    /// descriptors but its three pipes, no capabilities; everything it started is
    /// killed in the end. The user stays the one of the referee, root too.
    #[default]
    None,
    /// Limits, Landlock and seccomp: no writes outside the scratch folder, no
    /// network, other processes out of reach. When the referee is root, the bot
    /// has an unprivileged user of its own.
    Basic,
    /// Namespaces: it sees no process and no file but its own and the system's, and
    /// what it starts is counted, and killed by the kernel.
    Strong,
    /// A control group: exact limits of memory and processes.
    Full,
}

impl Isolation {
    /// Every level, the weakest first.
    pub const ALL: [Isolation; 4] =
        [Isolation::None, Isolation::Basic, Isolation::Strong, Isolation::Full];

    /// Returns the word for it, as in messages and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Isolation::None => "none",
            Isolation::Basic => "basic",
            Isolation::Strong => "strong",
            Isolation::Full => "full",
        }
    }

    /// Returns the strongest level this host can do.
    #[must_use]
    pub fn strongest() -> Isolation {
        let works = |level: &Isolation| level.probe().is_ok();
        Isolation::ALL.into_iter().rev().find(works).unwrap_or_default()
    }

    /// Finds out whether this host can do the level, by doing it: a process is
    /// started under it.
    ///
    /// For `full` this process may move into a control group of its own.
    ///
    /// # Errors
    /// Says what is missing, and what to do.
    pub fn probe(self) -> Result<(), Missing> {
        let cgroup = match self {
            Isolation::Full => Some(cgroup::delegated().map_err(Missing)?.to_owned()),
            _ => None,
        };
        self.try_a_process(cgroup).map_err(|reason| Missing(self.with_remedy(reason)))
    }

    fn try_a_process(self, cgroup: Option<PathBuf>) -> Result<(), String> {
        let said = |error: io::Error| error.to_string();
        let exe = std::env::current_exe().map_err(said)?;
        let name = format!("ayo-probe-{}-{}", std::process::id(), self.word());
        let scratch = std::env::temp_dir().join(name);
        let spec = Spec {
            command: [&*exe.to_string_lossy(), stage::PROBE, self.word()].map(str::to_owned).into(),
            env: Vec::new(),
            dir: scratch.clone(),
            scratch,
            isolation: self,
            memory_mb: None,
            cgroup,
            hidden: Vec::new(),
        };
        let (ours, theirs) = UnixStream::pair().map_err(said)?;
        let mut process = bot::stage_process(theirs).map_err(said)?;
        let null = || std::fs::File::options().read(true).write(true).open("/dev/null");
        let streams = || Ok([null()?.into(), null()?.into(), null()?.into()]);
        let sent = streams().and_then(|streams| bot::send_spec(&ours, &spec, streams));
        sent.map_err(said)?;
        ours.set_read_timeout(Some(PROBE_LIMIT)).map_err(said)?;
        let result = last_report(&ours);
        let _ = ours.shutdown(std::net::Shutdown::Both);
        strays::end_stage(&mut process);
        match result.map_err(said)? {
            Report::Exited { code: 0 } => Ok(()),
            Report::NoIsolation { message }
            | Report::NoScratch { message }
            | Report::Unreachable { message } => Err(message),
            Report::Failed { message, .. } => {
                Err(format!("`{}` cannot be executed under it: {message}", exe.display()))
            }
            Report::Exited { code } => {
                Err(stage::probe::meaning(code).unwrap_or("the trial process failed").to_owned())
            }
            report => Err(format!("the trial process failed: {report:?}")),
        }
    }

    /// Adds what to do about it, where that is known.
    fn with_remedy(self, reason: String) -> String {
        if self < Isolation::Strong {
            return reason;
        }
        match crate::host::user_namespaces_forbidden() {
            Some(remedy) => format!("{reason}; {remedy}"),
            None => reason,
        }
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Why a level is not to be had on this host, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Missing(pub String);

/// Time for a trial process to start and end.
const PROBE_LIMIT: Duration = Duration::from_secs(10);

/// Reads reports until one says how it ended.
fn last_report(control: &UnixStream) -> io::Result<Report> {
    let mut lines = BufReader::new(control);
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the stage of the trial process ended early"));
        }
        let report = serde_json::from_str(&line)?;
        if !matches!(report, Report::Started) {
            return Ok(report);
        }
    }
}
