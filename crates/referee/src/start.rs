//! Starting a bot, and saying in a bot author's words why it does not start.

use std::fmt;
use std::io::{self, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ayo_protocol::StartFault;
use ayo_rules::Rules;

use crate::bot::{Bot, SpawnError};
use crate::isolation::Isolation;
use crate::play::greet;
use crate::rivals::Rivals;
use crate::shebang;
use crate::spec::BotSpec;
use crate::stage::Spec;

/// What every start of a bot needs.
#[derive(Clone, Debug)]
pub(crate) struct Starter {
    pub(crate) rules: Rules,
    pub(crate) hello_limit: Duration,
    /// What the scratch folders of all bots of the run are called, before their number.
    pub(crate) scratch: PathBuf,
    pub(crate) isolation: Isolation,
    /// The control group in which to make those of bots, at `full`.
    pub(crate) cgroup: Option<PathBuf>,
    /// Whose files are to be hidden from each bot.
    pub(crate) rivals: Rivals,
}

/// Why a bot could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// It is the bot's own doing.
    Bot {
        /// A sentence: what is wrong, and what to do.
        detail: String,
        /// The last lines it wrote to its stderr.
        stderr: String,
    },
    /// The host lacks resources; nobody is to blame.
    Host {
        /// What is lacking.
        detail: String,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Bot { detail, .. } => f.write_str(detail),
            StartError::Host { detail } => write!(f, "the host could not start it: {detail}"),
        }
    }
}

impl std::error::Error for StartError {}

/// What is added to the sentence about a bot whose answer came with the end of its input:
/// it kept it to itself, or it waited for that end.
const UNFLUSHED: &str = "; its output came only when its stdin was closed: flush stdout after every line, and read \
     stdin line by line, not to its end";
/// How many of a bot's last lines on stderr are shown.
const STDERR_LINES: usize = 20;
/// The variables of the referee's own environment that a bot gets too.
const INHERITED: [&str; 4] = ["PATH", "JAVA_HOME", "LD_LIBRARY_PATH", "PYENV_VERSION"];

impl Starter {
    /// Starts a bot and says nothing to it yet.
    pub(crate) async fn spawn(&self, bot: &BotSpec) -> Result<Bot, StartError> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        // Side by side, not in a folder of their own: that one nobody would remove
        // when the referee is killed.
        let scratch = PathBuf::from(format!("{}-{number}", self.scratch.display()));
        // With a `/tmp` of its own the bot has its scratch folder there: the host's folder
        // for such things may be inside the bot's own, which is only there to be read.
        let scratch = match scratch.file_name() {
            Some(name) if self.isolation >= Isolation::Strong => Path::new("/tmp").join(name),
            _ => scratch,
        };
        let dir = bot.dir.clone().unwrap_or_else(|| scratch.clone());
        let mut spec = Spec {
            command: bot.command.clone(),
            env: environment(bot, &scratch),
            dir,
            scratch,
            isolation: self.isolation,
            memory_mb: bot.memory_mb,
            cgroup: self.cgroup.clone(),
            hidden: Vec::new(),
        };
        if self.isolation > Isolation::None {
            let hidden = self.rivals.hidden_from(bot, &spec);
            spec.hidden =
                hidden.map_err(|detail| StartError::Bot { detail, stderr: String::new() })?;
        }
        Bot::spawn(spec).await.map_err(|error| spawn_fault(bot, error))
    }

    /// Starts a bot and greets it; gives up when `stopped` comes first.
    pub(crate) async fn start(
        &self,
        bot: &BotSpec,
        stopped: impl Future<Output = ()>,
    ) -> Result<Bot, StartError> {
        let mut process = self.spawn(bot).await?;
        let greeted = tokio::select! {
            greeted = greet(&mut process, &self.rules, self.hello_limit) => greeted,
            () = stopped => Err(StartFault { detail: "the run was stopped".to_owned(), silent: false }),
        };
        match greeted {
            Ok(()) => Ok(process),
            Err(mut fault) => {
                if fault.silent && process.unfinished() == 0 && process.speaks_when_closed().await {
                    fault.detail += UNFLUSHED;
                }
                if fault.silent && process.unfinished() > 0 {
                    let bytes = process.unfinished();
                    fault.detail += &format!("; {bytes} bytes without a newline are waiting");
                }
                if let Some(why) = script_fault(bot) {
                    fault.detail += &format!("; {why}");
                }
                let tail = process.stderr.clone();
                process.destroy().await;
                Err(StartError::Bot { detail: fault.detail, stderr: last_lines(&tail.text()) })
            }
        }
    }
}

fn environment(bot: &BotSpec, scratch: &Path) -> Vec<(String, String)> {
    let scratch = scratch.to_string_lossy();
    let inherited =
        INHERITED.iter().filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)));
    let own = [
        ("HOME", &*scratch),
        ("TMPDIR", &*scratch),
        ("LANG", "C.UTF-8"),
        ("TZ", "UTC"),
        // Python keeps what it prints to a pipe back, else.
        ("PYTHONUNBUFFERED", "1"),
        // A bot's folder stays as it was.
        ("PYTHONDONTWRITEBYTECODE", "1"),
    ];
    inherited
        .chain(own.map(|(name, value)| (name.to_owned(), value.to_owned())))
        .chain(bot.env.iter().cloned())
        .collect()
}

/// Returns what is shown of the stderr of a bot that does not start: its last 20 lines.
#[must_use]
pub fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(STDERR_LINES)..].join("\n")
}

fn spawn_fault(bot: &BotSpec, error: SpawnError) -> StartError {
    let program = &bot.command[0];
    match error {
        SpawnError::Host(error) => StartError::Host { detail: error.to_string() },
        SpawnError::Unreachable(detail) => StartError::Bot { detail, stderr: String::new() },
        SpawnError::Exec { os_error, message } => StartError::Bot {
            detail: exec_fault(program, bot.dir.as_deref(), os_error)
                .unwrap_or_else(|| format!("`{program}` cannot be executed: {message}")),
            stderr: String::new(),
        },
    }
}

/// Looks at the file to say what the number of the error does not.
///
/// `dir` is the folder that was asked for; a scratch folder is gone again by now.
fn exec_fault(program: &str, dir: Option<&Path>, os_error: i32) -> Option<String> {
    use rustix::io::Errno;
    if let Some(dir) = dir.filter(|dir| !dir.is_dir()) {
        return Some(format!("its folder `{}` does not exist", dir.display()));
    }
    let path = match program.contains('/') {
        true => dir.unwrap_or(Path::new("")).join(program),
        false => in_path(program)?,
    };
    let shown = path.display();
    if !path.exists() {
        return Some(format!("no such file: `{shown}`"));
    }
    if path.is_dir() {
        return Some(format!("`{shown}` is a folder, not a program"));
    }
    if os_error == Errno::ACCESS.raw_os_error() {
        let executable = path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
        return Some(match executable {
            false => {
                format!("`{shown}` is not executable: run `chmod +x {}`", shebang::word(&path))
            }
            true => format!("`{shown}` may not be executed here (permission denied)"),
        });
    }
    let start = first_bytes(&path).ok()?;
    if let Some(line) = start.strip_prefix(b"#!") {
        return shebang::interpreter_fault(line, &path);
    }
    if os_error == Errno::NOEXEC.raw_os_error() {
        return Some(format!("`{shown}` {}", no_program(&start)));
    }
    None
}

/// Says why the interpreter of a script that did start cannot be the right one: `env` is
/// always there, and only says on stderr that what it was to find is not.
///
/// It looks at the file, and says nothing about a bot that is not such a script.
#[must_use]
pub fn script_fault(bot: &BotSpec) -> Option<String> {
    let program = &bot.command[0];
    let path = match program.contains('/') {
        true => bot.dir.as_deref().unwrap_or(Path::new("")).join(program),
        false => in_path(program)?,
    };
    let start = first_bytes(&path).ok()?;
    let own = bot.env.iter().rev().find(|(name, _)| name == "PATH");
    let search = own.map(|(_, value)| value.into()).or_else(|| std::env::var_os("PATH"))?;
    shebang::env_fault(start.strip_prefix(b"#!")?, &path, &search)
}

fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(256).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Says what a file is that the kernel does not execute.
fn no_program(start: &[u8]) -> String {
    if start.starts_with(b"\xEF\xBB\xBF#!") {
        return "begins with a byte order mark: save it without one".to_owned();
    }
    if !start.starts_with(b"\x7FELF") {
        return "is no program, and its first line is not `#!` and an interpreter".to_owned();
    }
    let machine = |bytes: &[u8]| match bytes.get(18..20) {
        Some(&[low, high]) => u16::from_le_bytes([low, high]),
        _ => 0,
    };
    let host = first_bytes(Path::new("/proc/self/exe")).map_or(0, |bytes| machine(&bytes));
    format!(
        "is built for another machine: {}, and this is {}",
        machine_name(machine(start)),
        machine_name(host)
    )
}

/// The machines of ELF files that people are likely to mix up.
fn machine_name(machine: u16) -> String {
    match machine {
        3 => "x86 (32 bit)".to_owned(),
        40 => "ARM (32 bit)".to_owned(),
        62 => "x86-64".to_owned(),
        183 => "ARM64".to_owned(),
        243 => "RISC-V".to_owned(),
        other => format!("ELF machine {other}"),
    }
}
