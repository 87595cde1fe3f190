//! Plays what is missing of a run, and says how it went.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use ayo_protocol::limits;
use ayo_record::{Bot, GameRecord};
use ayo_referee::{BotSpec, Event, Isolation, Logs, Settings, StartError, Stop, Stopper, Task};
use ayo_schedule::Schedule;
use ayo_store::{Finished, RunInfo, Store, Writer};

use crate::args::{IsolationLevel, PlayArguments};
use crate::build::build_bots;
use crate::config::Tournament;
use crate::failure::Failure;
use crate::run_folder::{self, Tables};
use crate::terminal::{Progress, say};
use crate::validate_command::warn_of_faults;

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
    /// The command that continues the run.
    pub command: String,
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
    mut watch: impl FnMut(&GameRecord) -> String,
) -> Result<Played, Failure> {
    let tournament = campaign.tournament;
    let stopper = Stopper::default();
    stopper.on_signals(tell_stop).context("cannot listen to signals")?;
    let isolation = isolation(campaign.arguments.isolation)?;
    let slots = slots(campaign.arguments)?;
    let schedule = &tournament.schedule;
    let store = open_store(campaign)?;
    let finished = store.finished().context("cannot read the run")?;
    let done = finished_of(schedule, &finished);
    let missing = schedule.games() - done;
    if missing == 0 {
        let tables = run_folder::write_tables(&campaign.folder, &store)?;
        let stopped = ALL_PLAYED.to_owned();
        let elapsed = Duration::ZERO;
        return Ok(Played { tables, stopped, missing, elapsed, slots, isolation, failure: None });
    }
    let specs: Vec<BotSpec> = tournament.bots.iter().map(|bot| bot.spec.clone()).collect();
    let settings = Settings {
        rules: tournament.rules,
        time: tournament.time,
        hello_limit: limits::HELLO,
        slots,
        isolation,
        logs: if campaign.arguments.log.is_some() { Logs::All } else { Logs::Faults },
        scratch: scratch(),
    };
    build_bots(&tournament.bots)?;
    check_bots(&settings, &specs, &stopper).inspect_err(|failure| {
        if matches!(failure, Failure::Interrupted) {
            say(&format!("to go on: {}", campaign.command));
        }
    })?;
    if done > 0 {
        say(&format!("continuing: {done} of {} games are played", schedule.games()));
    }
    let mut keeper = Keeper {
        writer: Writer::start(store).context("cannot keep the games")?,
        progress: Progress::new(schedule.games(), done),
        bots: &specs,
        logs: campaign.arguments.log.clone().unwrap_or_else(|| campaign.folder.join(LOGS)),
        played: 0,
        skipped: 0,
        busy: HashSet::new(),
        failure: None,
    };
    let tasks = Box::new(missing_tasks(schedule, &finished));
    ayo_referee::run(&settings, &specs, tasks, &stopper, |event| {
        keeper.event(event, &stopper, &mut watch);
    })
    .context("cannot play")?;
    let elapsed = keeper.progress.elapsed();
    keeper.progress.finish();
    let missing = missing - keeper.played;
    let (stopped, failure) = keeper.end(stopper.asked(), missing);
    let (store, _) = keeper.writer.finish().context("cannot keep the games")?;
    let tables = run_folder::write_tables(&campaign.folder, &store)?;
    if failure.is_some() {
        say(&format!("to go on: {}", campaign.command));
    }
    Ok(Played { tables, stopped, missing, elapsed, slots, isolation, failure })
}

/// Folder of the logs in the folder of a run.
const LOGS: &str = "logs";
const ALL_PLAYED: &str = "all games played";

/// Counts the finished games that are in the schedule: a match may have been longer once.
fn finished_of(schedule: &Schedule, finished: &Finished) -> u64 {
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

/// Takes care of what a run tells.
struct Keeper<'a> {
    writer: Writer,
    progress: Progress,
    bots: &'a [BotSpec],
    /// Folder of the logs of games.
    logs: PathBuf,
    played: u64,
    skipped: u64,
    /// Bots that were found busy out of turn.
    busy: HashSet<Bot>,
    failure: Option<String>,
}

impl Keeper<'_> {
    fn event(
        &mut self,
        event: Event,
        stopper: &Stopper,
        watch: &mut impl FnMut(&GameRecord) -> String,
    ) {
        match event {
            Event::Game(record, log) => {
                self.played += 1;
                if let Some(log) = log {
                    self.keep_log(&record, &log, stopper);
                }
                let message = watch(&record);
                self.progress.game(|| message);
                self.keep(*record, stopper);
            }
            Event::Void(record) => {
                let [south, north] = record.bots.map(|bot| &self.bots[bot.index()].name);
                self.progress.say(&format!(
                    "game {} of `{south}` and `{north}` is void and played again: {}",
                    record.number, record.verdict.detail
                ));
                self.keep(*record, stopper);
            }
            Event::Skipped(_) => self.skipped += 1,
            Event::Withdrawn(bot, error) => {
                let name = &self.bots[bot.index()].name;
                let stderr = stderr_lines(&error);
                self.progress.say(&format!(
                    "`{name}` is withdrawn, it failed to start three times in a row: {error}{stderr}"
                ));
            }
            Event::Busy(bot, percent) => self.tell_busy(bot, percent),
            Event::Failed(why) => self.fail(why, stopper),
        }
    }

    /// Says once for each bot that it computes out of turn.
    fn tell_busy(&mut self, bot: Bot, percent: u32) {
        if self.busy.insert(bot) {
            let name = &self.bots[bot.index()].name;
            self.progress.say(&format!(
                "`{name}` used {percent} % of a core while its opponent was to move: its \
                 process is stopped from now on when it is not its turn"
            ));
        }
    }

    /// Says why the run stopped, and whether that is a failure.
    fn end(&mut self, asked: Stop, missing: u64) -> (String, Option<Failure>) {
        let failed = |why: &str| Some(Failure::Work(anyhow::Error::msg(why.to_owned())));
        if let Some(why) = self.failure.take() {
            return ("the run failed".to_owned(), failed(&why));
        }
        if missing > 0 && asked != Stop::No {
            return ("interrupted".to_owned(), Some(Failure::Interrupted));
        }
        if self.skipped > 0 {
            let why = format!("{} games were not played, a bot was withdrawn", self.skipped);
            let failure = failed(&why);
            return (why, failure);
        }
        (ALL_PLAYED.to_owned(), None)
    }

    fn keep(&mut self, record: GameRecord, stopper: &Stopper) {
        if let Err(error) = self.writer.send(record) {
            self.fail(format!("{:#}", anyhow::Error::from(error)), stopper);
        }
    }

    /// Writes what was said in a game to a file of its own.
    fn keep_log(&mut self, record: &GameRecord, log: &str, stopper: &Stopper) {
        let path = self.logs.join(format!("game-{}.log", record.number));
        let [south, north] = record.bots.map(|bot| &self.bots[bot.index()].name);
        let reason = record.verdict.reason;
        let head = format!(
            "game {}: {south} (south) - {north} (north), {} {reason}\n{}\n\n",
            record.number, record.result, record.verdict.detail
        );
        let written =
            std::fs::create_dir_all(&self.logs).and_then(|()| std::fs::write(&path, head + log));
        if let Err(error) = written {
            self.fail(format!("cannot write `{}`: {error}", path.display()), stopper);
        }
    }

    /// Notes the first reason why the run cannot go on.
    fn fail(&mut self, why: String, stopper: &Stopper) {
        self.failure.get_or_insert(why);
        stopper.ask(Stop::AfterGames);
    }
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
        let pair = schedule.pair(number);
        let games: Vec<_> =
            pair.scheduled().filter(|game| !finished.contains(number, game.game)).collect();
        (!games.is_empty()).then_some(Task { pair, games })
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

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// Starts every bot once, before anything is played, and asks it for one move.
fn check_bots(settings: &Settings, specs: &[BotSpec], stopper: &Stopper) -> Result<(), Failure> {
    let failed =
        ayo_referee::preflight(settings, specs, stopper, |_| {}).context("cannot start bots")?;
    if stopper.asked() != Stop::No {
        return Err(Failure::Interrupted);
    }
    let failed: Vec<_> = failed.iter().map(|(bot, error)| (&specs[bot.index()], error)).collect();
    if !failed.is_empty() {
        return Err(cannot_start(&failed));
    }
    let stopped = || stopper.asked() != Stop::No;
    warn_of_faults(settings, specs, stopped)?;
    if stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Says which bots do not start, and why.
pub(crate) fn cannot_start(failed: &[(&BotSpec, &StartError)]) -> Failure {
    let texts: Vec<String> = failed.iter().map(|(bot, error)| describe(&bot.name, error)).collect();
    Failure::Work(anyhow::Error::msg(texts.join("\nerror: ")))
}

/// Says why a bot does not start, with what it wrote to its stderr.
fn describe(name: &str, error: &StartError) -> String {
    format!("cannot start bot `{name}`\n  caused by: {error}{}", stderr_lines(error))
}

/// What a bot that does not start wrote to its stderr, below a heading.
fn stderr_lines(error: &StartError) -> String {
    let mut text = String::new();
    if let StartError::Bot { stderr, .. } = error
        && !stderr.is_empty()
    {
        text += "\n  the last lines of its stderr:";
        for line in stderr.lines() {
            let shown: String = line.chars().flat_map(shown_character).take(400).collect();
            text += &format!("\n    {shown}");
        }
    }
    text
}

/// Control characters of a bot do nothing to our terminal.
fn shown_character(letter: char) -> Vec<char> {
    if letter.is_control() { letter.escape_default().collect() } else { vec![letter] }
}

pub(crate) fn isolation(level: IsolationLevel) -> Result<Isolation, Failure> {
    let named = match level {
        IsolationLevel::Auto => {
            let strongest = Isolation::strongest();
            say(&format!("isolation {strongest}"));
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
        None => Ok(std::thread::available_parallelism().map_or(1, |cores| cores.get())),
    }
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
