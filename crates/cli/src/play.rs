//! Plays what is missing of a run, and says how it went.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use ayo_protocol::limits;
use ayo_record::{GameRecord, Live, Withdrawal};
use ayo_referee::{BotSpec, Isolation, Logs, Settings, Stop, Stopper, Task};
use ayo_report::figures::counted;
use ayo_schedule::Schedule;
use ayo_store::{Finished, RunInfo, Store, StoreError};

use crate::args::{IsolationLevel, PlayArguments};
use crate::bot_check::check_bots;
use crate::build::build_bots;
use crate::config::{Contest, Tournament};
use crate::counted::Tables;
use crate::failure::Failure;
use crate::keeper::{ALL_PLAYED, Keeper, Watched};
use crate::live::Teller;
use crate::run_folder;
use crate::swiss_run;
use crate::terminal::{Progress, say};

/// Says how the text kept with a run differs from that of this one, if it does.
pub(crate) type Difference<'a> = Box<dyn Fn(&str) -> Option<String> + 'a>;

/// A run that is to be played or continued.
pub(crate) struct Campaign<'a> {
    /// What is played.
    pub tournament: &'a Tournament,
    /// Text kept with the run: another text is another run.
    pub run_text: String,
    /// How the kept text differs from this one, if it does.
    pub(crate) difference: Difference<'a>,
    /// Folder of the run.
    pub folder: PathBuf,
    /// The files that say what is played.
    pub files: Vec<PathBuf>,
    /// The command that continues the run.
    pub command: String,
    /// Why nothing needs to be played any more, if the games that are there say so.
    pub over: Option<String>,
    /// How to play.
    pub arguments: &'a PlayArguments,
}

/// How a run went.
#[derive(Debug)]
pub(crate) struct Played {
    /// The tables, made from all games of the run.
    pub tables: Tables,
    /// Why it stopped, in a few words.
    pub stopped: String,
    /// Games that are still to be played.
    pub missing: u64,
    /// How long the games of this call took.
    pub elapsed: Duration,
    /// Pairs played at the same time.
    pub slots: usize,
    /// The isolation level.
    pub isolation: Isolation,
    /// Why the command fails although games were played, if it does.
    pub failure: Option<Failure>,
}

/// Plays what is missing.
///
/// `watch` is called for each game that is played; it returns how things stand.
///
/// # Errors
/// Says what is wrong before the first game, or why the games cannot be kept.
pub(crate) fn play(
    campaign: &Campaign<'_>,
    mut watch: impl FnMut(&GameRecord) -> Watched,
) -> Result<Played, Failure> {
    let tournament = campaign.tournament;
    let stopper = Stopper::default();
    stopper.on_signals(tell_stop).context("cannot listen to signals")?;
    let isolation = isolation(campaign.arguments.isolation)?;
    let slots = slots(campaign.arguments)?;
    let total = tournament.contest.games();
    let mut store = open_store(campaign)?;
    let test = tournament.sprt.map(|sprt| sprt.settings().to_string());
    store.ask_test(test.as_deref()).context("cannot keep the test")?;
    let finished = store.finished().context("cannot read the run")?;
    let done = finished_of(&tournament.contest, &finished);
    let over = match &tournament.contest {
        Contest::Table { .. } => (done == total).then(|| ALL_PLAYED.to_owned()),
        Contest::Swiss(swiss) => swiss_run::is_over(swiss, &store)?,
    };
    if let Some(over) = over.or_else(|| campaign.over.clone()) {
        let (stopped, failure) = ended(over, tournament, &store)?;
        say_stopped(&mut store, total, &stopped).context("cannot keep how the run ended")?;
        let tables = run_folder::write_tables(&campaign.folder, &store)?;
        let (elapsed, missing) = (Duration::ZERO, 0);
        return Ok(Played { tables, stopped, missing, elapsed, slots, isolation, failure });
    }
    let teller = Teller::new(slots, total);
    let settings = settings(campaign, slots, isolation, &teller);
    let specs: Vec<BotSpec> = tournament.bots.iter().map(|bot| bot.spec.clone()).collect();
    build_bots(&tournament.bots)?;
    check_bots(&settings, &specs, &stopper).inspect_err(|failure| {
        if matches!(failure, Failure::Interrupted) {
            say(&format!("to go on: {}", campaign.command));
        }
    })?;
    if done > 0 {
        say(&format!("continuing: {done} of {total} games are played"));
    }
    let progress = Progress::new("games", total, done);
    let logs = campaign.arguments.log.clone().unwrap_or_else(|| campaign.folder.join(LOGS));
    let mut keeper = Keeper::new(progress, &specs, &teller, logs);
    let (mut store, over) = match &tournament.contest {
        Contest::Table { schedule, .. } => {
            let tasks = missing_tasks(schedule, &finished);
            (keeper.play(store, &settings, tasks, &stopper, &mut watch)?, None)
        }
        Contest::Swiss(swiss) => {
            let table = swiss_run::Table {
                settings: &settings,
                stopper: &stopper,
                folder: &campaign.folder,
            };
            swiss_run::play(swiss, store, &mut keeper, &table, &mut watch)?
        }
    };
    let elapsed = keeper.progress.elapsed();
    keeper.progress.finish();
    let missing = match &tournament.contest {
        _ if over.is_some() || keeper.is_over() => 0,
        Contest::Table { .. } => total - done - keeper.played,
        Contest::Swiss(swiss) => swiss.games_left(&swiss_run::progress(swiss, &store)?),
    };
    if missing > 0 {
        // Who goes on plays what withdrawn bots have not played.
        teller.plan(done + keeper.played + missing);
    }
    let (mut stopped, mut failure) = keeper.end(stopper.asked(), missing, over);
    if missing == 0 && failure.is_none() {
        (stopped, failure) = ended(stopped, tournament, &store)?;
    }
    store.show(&teller.live(Some(&stopped))).context("cannot keep how the run ended")?;
    let tables = run_folder::write_tables(&campaign.folder, &store)?;
    if failure.is_some() && missing > 0 {
        say(&format!("to go on: {}", campaign.command));
    }
    Ok(Played { tables, stopped, missing, elapsed, slots, isolation, failure })
}

/// Returns how the games of a run are played.
fn settings(
    campaign: &Campaign<'_>,
    slots: usize,
    isolation: Isolation,
    teller: &Teller,
) -> Settings {
    let tournament = campaign.tournament;
    Settings {
        rules: tournament.rules,
        time: tournament.time,
        hello_limit: limits::HELLO,
        slots,
        isolation,
        logs: if campaign.arguments.log.is_some() { Logs::All } else { Logs::Faults },
        scratch: scratch(),
        private: private(campaign),
        proofs: tournament.proofs,
        boards: Some(Arc::clone(&teller.boards)),
    }
}

/// Says why a run is over, and of a Swiss tournament which bots were withdrawn, if any: what
/// they did not play is lost, and nothing of it is left to be played.
fn ended(
    over: String,
    tournament: &Tournament,
    store: &Store,
) -> anyhow::Result<(String, Option<Failure>)> {
    let told = |withdrawal: &Withdrawal| {
        let name = &tournament.bots[withdrawal.bot.index()].spec.name;
        format!(
            "`{name}` was withdrawn in round {}, and lost what it did not play",
            withdrawal.round
        )
    };
    let told: Vec<String> = store.withdrawals()?.iter().map(told).collect();
    if told.is_empty() {
        return Ok((over, None));
    }
    let over = if over == ALL_PLAYED { "all rounds played" } else { &over };
    let stopped = format!("{over}, {} withdrawn", counted(told.len() as u64, "bot"));
    Ok((stopped, Some(Failure::Work(anyhow::Error::msg(told.join("\nerror: "))))))
}

/// Has `run.db` say why a run stopped in which nothing is left to play: the call that played the
/// last game may have been killed, or asked another test of the same games.
fn say_stopped(store: &mut Store, total: u64, stopped: &str) -> Result<(), StoreError> {
    let said = store.live()?.unwrap_or_else(|| Live { total, ..Live::default() });
    if said.stopped.as_deref() == Some(stopped) {
        return Ok(());
    }
    let stopped = Some(stopped.to_owned());
    store.show(&Live { at_ms: now_ms(), stopped, games: Vec::new(), ..said })
}

/// Folder of the logs in the folder of a run.
const LOGS: &str = "logs";

/// Returns what no bot may read: the files that say what is played, and what came of it.
fn private(campaign: &Campaign<'_>) -> Vec<PathBuf> {
    let files = campaign.files.iter().chain(&campaign.arguments.log).cloned();
    let made = run_folder::names().chain([LOGS.to_owned()]);
    // One by one, too: the folder of the run may be that of a bot.
    let made = made.map(|name| campaign.folder.join(name));
    files.chain([campaign.folder.clone()]).chain(made).collect()
}

/// Counts the finished games that are in the schedule: a match may have been longer once.
fn finished_of(contest: &Contest, finished: &Finished) -> u64 {
    let Contest::Table { schedule, .. } = contest else { return finished.len() as u64 };
    let last = schedule.pair(schedule.pairs());
    let scheduled = |&(pair, game): &(u64, u8)| {
        pair < last.number || (pair == last.number && game <= last.games)
    };
    finished.iter().filter(scheduled).count() as u64
}

fn tell_stop(stop: Stop) {
    say(match stop {
        Stop::AfterGames => "\nfinishing the games that are running; Ctrl-C again kills them",
        _ => "\nstopping now; what is finished is kept",
    });
}

/// Goes through the schedule and leaves out what is finished.
fn missing_tasks<'a>(
    schedule: &'a Schedule,
    finished: &'a Finished,
) -> impl Iterator<Item = Task> + Send + 'a {
    (1..=schedule.pairs()).filter_map(|number| {
        // The pair is computed only when some of it is missing.
        if (1..=2).all(|game| finished.contains(number, game)) {
            return None;
        }
        Task::missing(schedule.pair(number), |pair, game| finished.contains(pair, game))
    })
}

fn open_store(campaign: &Campaign<'_>) -> Result<Store, Failure> {
    let tournament = campaign.tournament;
    let info = RunInfo {
        ayo_version: env!("CARGO_PKG_VERSION").to_owned(),
        name: tournament.name.clone(),
        seed: tournament.seed,
        rules: tournament.rules.to_string(),
        bots: tournament.bots.iter().map(|bot| bot.spec.name.clone()).collect(),
        tournament: campaign.run_text.clone(),
        created_at_ms: now_ms(),
    };
    let fresh = campaign.arguments.fresh;
    run_folder::open(&campaign.folder, &info, fresh, |kept| (campaign.difference)(&kept.tournament))
}

/// The time, in milliseconds since 1970-01-01 UTC.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

pub(crate) fn isolation(level: IsolationLevel) -> Result<Isolation, Failure> {
    let named = match level {
        IsolationLevel::Auto => {
            let strongest = Isolation::strongest();
            say(&format!("isolation {strongest}"));
            if strongest < Isolation::Strong
                && let Err(missing) = Isolation::Strong.probe()
            {
                say(&format!(
                    "warning: bots are not kept in as well as could be: `strong` is not available here: {missing}"
                ));
            }
            return Ok(strongest);
        }
        IsolationLevel::None => Isolation::None,
        IsolationLevel::Basic => Isolation::Basic,
        IsolationLevel::Strong => Isolation::Strong,
        IsolationLevel::Full => Isolation::Full,
    };
    match named.probe() {
        Ok(()) => {
            say(&format!("isolation {named}"));
            Ok(named)
        }
        Err(missing) => Err(Failure::usage(format!(
            "isolation `{named}` is not available here: {missing} (`ayo doctor` shows which \
             levels are)"
        ))),
    }
}

fn slots(arguments: &PlayArguments) -> Result<usize, Failure> {
    match arguments.concurrency {
        Some(slots) => Ok(slots as usize),
        None => Ok(cores()),
    }
}

/// Returns how many cores this process may use; 1 where the system does not say.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

pub(crate) fn scratch() -> PathBuf {
    // The time keeps a process of the same id from meeting what is left of an older one.
    let name = format!("ayo-{}-{}", std::process::id(), now_ms());
    std::env::temp_dir().join(name)
}

/// Quotes a word for the shell, where it needs it.
pub(crate) fn shell_word(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), |word| word.into_owned())
}

/// Quotes a path for the shell.
pub(crate) fn shell_path(path: &Path) -> String {
    shell_word(&path.to_string_lossy())
}
