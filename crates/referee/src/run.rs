//! A run: slots that share tasks, and what they tell.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ayo_protocol::{Leaving, TimeControl};
use ayo_record::{Bot as BotNumber, GameRecord, Pair, ScheduledGame};
use ayo_rules::Rules;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::runtime::Runtime;

use crate::boards::Boards;
use crate::bot::Bot;
use crate::events::{Events, Sender};
use crate::isolation::Isolation;
use crate::judge::Proofs;
use crate::log::Logs;
use crate::pin;
use crate::rivals::Rivals;
use crate::slot::{KEPT_BOTS, LEAVINGS, START_FAILURES, Slot};
use crate::spec::BotSpec;
use crate::stage::cgroup;
use crate::start::{StartError, Starter};
use crate::stop::{Stop, Stopper};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules of all games.
    pub rules: Rules,
    /// The time control of all games.
    pub time: TimeControl,
    /// Time a bot has to answer `hello`.
    pub hello_limit: Duration,
    /// Pairs played at the same time, at least 1.
    pub slots: usize,
    /// How far bots are kept from the host.
    pub isolation: Isolation,
    /// Which logs of games are kept.
    pub logs: Logs,
    /// What the scratch folders of the bots are called, before their number.
    pub scratch: PathBuf,
    /// Files and folders of the run that no bot may read, from isolation `basic` on; they
    /// need not be there yet.
    pub private: Vec<PathBuf>,
    /// Whether games end when it is proved who wins.
    pub proofs: Option<Proofs>,
    /// Where games are shown while they are played, a board for each slot.
    pub boards: Option<Arc<Boards>>,
}

/// A pair, and the games of it that are still to be played.
#[derive(Clone, Debug)]
pub struct Task {
    /// The pair.
    pub pair: Pair,
    /// Those of its games that are missing, in order.
    pub games: Vec<ScheduledGame>,
}

impl Task {
    /// Returns what is missing of a pair; nothing when all its games are finished.
    #[must_use]
    pub fn missing(pair: Pair, is_finished: impl Fn(u64, u8) -> bool) -> Option<Task> {
        let missing = |game: &ScheduledGame| !is_finished(pair.number, game.game);
        let games: Vec<_> = pair.scheduled().filter(missing).collect();
        (!games.is_empty()).then_some(Task { pair, games })
    }
}

/// What happens in a run.
#[derive(Debug)]
pub enum Event {
    /// A game was played; with its log, when that is kept.
    Game(Box<GameRecord>, Option<String>),
    /// A game was nobody's fault; it is played again.
    Void(Box<GameRecord>),
    /// A game was not played, because one of its bots is withdrawn.
    Skipped(ScheduledGame),
    /// A bot failed to start three times in a row and plays no more.
    Withdrawn(BotNumber, StartError),
    /// A bot computes while its opponent is to move; from now on it is stopped as soon as
    /// it is not its turn. Told once for each process.
    Busy(BotNumber),
    /// The run cannot go on.
    Failed(String),
}

/// The waits before a bot that the host could not start is tried again, before the first game.
const HOST_PAUSES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(100), Duration::from_millis(200)];

/// What the slots of a run share.
pub(crate) struct Run<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) bots: &'a [BotSpec],
    pub(crate) starter: Starter,
    pub(crate) stopper: &'a Stopper,
    tasks: Mutex<Box<dyn Iterator<Item = Task> + Send + 'a>>,
    /// Failed starts in a row of each bot.
    failures: Mutex<Vec<u32>>,
    /// How often a process of each bot ended between two games.
    leavings: Mutex<Vec<u32>>,
}

/// Plays tasks until there are none left or the run is stopped.
///
/// `on_event` is called on this thread; while it works the slots wait, between games.
///
/// # Errors
/// Fails when the host does not allow as many open files as the run needs, or the
/// isolation level.
pub fn run<'a>(
    settings: &'a Settings,
    bots: &'a [BotSpec],
    tasks: Box<dyn Iterator<Item = Task> + Send + 'a>,
    stopper: &'a Stopper,
    mut on_event: impl FnMut(Event),
) -> io::Result<()> {
    allow_files(settings.slots, bots.len())?;
    let events = Events::new();
    let run = Run {
        settings,
        bots,
        starter: Starter {
            rivals: Rivals::new(&settings.private, bots, &settings.scratch),
            ..starter(settings)?
        },
        stopper,
        tasks: Mutex::new(tasks),
        failures: Mutex::new(vec![0; bots.len()]),
        leavings: Mutex::new(vec![0; bots.len()]),
    };
    let cores = pin::cores();
    let pinned = settings.slots <= cores.len() && bots.iter().all(|bot| bot.threads <= 1);
    std::thread::scope(|scope| {
        let senders: Vec<_> = (0..settings.slots).map(|_| events.sender()).collect();
        for (number, sender) in senders.into_iter().enumerate() {
            let core = cores.get(number).copied().filter(|_| pinned);
            let run = &run;
            let slot = move || slot_thread(number as u32 + 1, core, run, sender);
            let name = format!("slot {}", number + 1);
            let spawned = std::thread::Builder::new().name(name).spawn_scoped(scope, slot);
            if let Err(error) = spawned {
                on_event(Event::Failed(format!("slot {} has no thread: {error}", number + 1)));
                stopper.ask(Stop::AfterGames);
            }
        }
        events.listen(&mut on_event);
    });
    Ok(())
}

fn slot_thread(number: u32, core: Option<usize>, run: &Run<'_>, events: Sender<'_, Event>) {
    if let Some(core) = core {
        pin::pin(core);
    }
    match runtime() {
        Ok(runtime) => runtime.block_on(async { Slot::new(number, run, events).work().await }),
        Err(error) => {
            events.tell(Event::Failed(format!("slot {number} has no event loop: {error}")));
            run.stopper.ask(Stop::AfterGames);
        }
    }
}

/// Starts every bot once, and stops it again. They are no rivals here: none is kept from
/// reading the files of another.
///
/// Returns the bots that do not start, and why. `told` is called before each start.
///
/// # Errors
/// Fails when the host lacks what the referee itself needs.
pub fn preflight(
    settings: &Settings,
    bots: &[BotSpec],
    stopper: &Stopper,
    mut told: impl FnMut(&BotSpec),
) -> io::Result<Vec<(BotNumber, StartError)>> {
    let runtime = runtime()?;
    let starter = starter(settings)?;
    let mut failed = Vec::new();
    runtime.block_on(async {
        for (number, bot) in (0..).zip(bots) {
            if stopper.asked() != Stop::No {
                break;
            }
            told(bot);
            match start_patiently(&starter, bot, stopper).await {
                Ok(bot) => bot.shut_down().await,
                Err(error) => failed.push((BotNumber(number), error)),
            }
        }
    });
    Ok(failed)
}

/// Starts a bot, again when the host cannot.
async fn start_patiently(
    starter: &Starter,
    bot: &BotSpec,
    stopper: &Stopper,
) -> Result<Bot, StartError> {
    for pause in HOST_PAUSES {
        match starter.start(bot, stopper.reaches(Stop::AfterGames)).await {
            Err(StartError::Host { .. }) if stopper.asked() == Stop::No => {
                tokio::time::sleep(pause).await;
            }
            result => return result,
        }
    }
    starter.start(bot, stopper.reaches(Stop::AfterGames)).await
}

pub(crate) fn starter(settings: &Settings) -> io::Result<Starter> {
    let cgroup = match settings.isolation {
        Isolation::Full => Some(cgroup::delegated().map_err(io::Error::other)?.to_owned()),
        _ => None,
    };
    Ok(Starter {
        rules: settings.rules,
        hello_limit: settings.hello_limit,
        scratch: settings.scratch.clone(),
        isolation: settings.isolation,
        cgroup,
        rivals: Rivals::new(&settings.private, &[], &settings.scratch),
    })
}

pub(crate) fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()
}

/// Raises the limit of open files when the run needs more, up to what is allowed.
fn allow_files(slots: usize, bots: usize) -> io::Result<()> {
    // Of each bot the referee holds three pipes and a socket; twice that while one starts.
    let need = (slots * (bots.min(KEPT_BOTS) + 2) * 8 + 64) as u64;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= need) {
        return Ok(());
    }
    if limit.maximum.is_some_and(|maximum| maximum < need) {
        return Err(io::Error::other(format!(
            "{slots} slots need up to {need} open files and this host allows {}: \
             lower `--concurrency` or raise the limit (`ulimit -Hn`)",
            limit.maximum.unwrap_or_default()
        )));
    }
    setrlimit(Resource::Nofile, Rlimit { current: Some(need), maximum: limit.maximum })?;
    Ok(())
}

impl Run<'_> {
    pub(crate) fn next_task(&self) -> Option<Task> {
        self.tasks.lock().expect("a schedule does not panic").next()
    }

    fn failures(&self) -> MutexGuard<'_, Vec<u32>> {
        self.failures.lock().expect("nobody panics while counting")
    }

    fn leavings(&self) -> MutexGuard<'_, Vec<u32>> {
        self.leavings.lock().expect("nobody panics while counting")
    }

    /// Counts that a process of a bot ended between two games.
    pub(crate) fn left(&self, bot: BotNumber) {
        self.leavings()[bot.index()] += 1;
    }

    /// Says what it means when that happens again.
    pub(crate) fn leaving(&self, bot: BotNumber) -> Leaving {
        if self.leavings()[bot.index()] < LEAVINGS { Leaving::Excuse } else { Leaving::Blame }
    }

    pub(crate) fn is_withdrawn(&self, bot: BotNumber) -> bool {
        self.failures()[bot.index()] >= START_FAILURES
    }

    pub(crate) fn started(&self, bot: BotNumber) {
        let mut failures = self.failures();
        if failures[bot.index()] < START_FAILURES {
            failures[bot.index()] = 0;
        }
    }

    /// Counts a failed start; `true` when it is the one that withdraws the bot.
    pub(crate) fn start_failed(&self, bot: BotNumber) -> bool {
        let mut failures = self.failures();
        failures[bot.index()] += 1;
        failures[bot.index()] == START_FAILURES
    }
}
