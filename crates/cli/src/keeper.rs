//! Plays tasks, keeps their games, and tells what happens.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::Context as _;
use ayo_record::{Bot, GameRecord};
use ayo_referee::{BotSpec, Event, Settings, StartError, Stop, Stopper, Task};
use ayo_report::figures::counted;
use ayo_report::table::printable;
use ayo_store::{MAX_INFO_BYTES, Store, Writer};

use crate::failure::Failure;
use crate::live::Teller;
use crate::terminal::Progress;

/// Why a run stopped that is through.
pub(crate) const ALL_PLAYED: &str = "all games played";

/// What somebody who watches the games says about them.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// How things stand, in a few words.
    pub standing: String,
    /// How a sequential test stands, when there is one.
    pub test: Option<String>,
    /// Why nothing more needs to be played, when that is so.
    pub over: Option<String>,
}

/// How much bots may leave behind in one call: in logs, and as much again as last words.
const KEPT_BYTES: usize = 256 << 20;
/// How much is kept of the stderr of a bot behind that.
const LAST_BYTES: usize = 1 << 10;
/// How much of a line of stderr is shown, in characters.
const SHOWN_CHARACTERS: usize = 400;

/// What is kept of what bots said.
#[derive(Default)]
struct Kept {
    log_bytes: usize,
    stderr_bytes: usize,
    left_out: bool,
}

impl Kept {
    /// Counts a log, when there is room for it.
    fn has_room(&mut self, bytes: usize) -> bool {
        let room = self.log_bytes + bytes <= KEPT_BYTES;
        self.log_bytes += if room { bytes } else { 0 };
        room
    }

    /// Returns whether this is the first log that is left out.
    fn is_first_left_out(&mut self) -> bool {
        !std::mem::replace(&mut self.left_out, true)
    }

    /// Keeps only the last of the last words, when there were too many already.
    fn shorten(&mut self, record: &mut GameRecord) {
        let tail = &mut record.stderr_tail;
        if self.stderr_bytes + tail.len() > KEPT_BYTES && tail.len() > LAST_BYTES {
            let cut = tail.len() - LAST_BYTES;
            let start = (cut..).find(|&at| tail.is_char_boundary(at)).unwrap_or(cut);
            tail.drain(..start);
        }
        self.stderr_bytes += tail.len();
    }
}

/// Takes care of what a run tells: keeps games and logs, and says what people want to know.
pub(crate) struct Keeper<'a> {
    /// Shows how far the run is.
    pub progress: Progress,
    /// The bots of the run.
    pub bots: &'a [BotSpec],
    teller: &'a Teller,
    /// Folder of the logs of games.
    pub logs: PathBuf,
    /// Games that were played.
    pub played: u64,
    /// Games that were not played because a bot is withdrawn.
    pub skipped: u64,
    /// Bots that were withdrawn and not yet taken note of.
    pub withdrawn: Vec<Bot>,
    /// Bots that were found busy out of turn.
    busy: HashSet<Bot>,
    kept: Kept,
    infos_left_out: bool,
    over: Option<String>,
    failure: Option<String>,
}

impl<'a> Keeper<'a> {
    /// Has kept nothing yet.
    pub(crate) fn new(
        progress: Progress,
        bots: &'a [BotSpec],
        teller: &'a Teller,
        logs: PathBuf,
    ) -> Keeper<'a> {
        Keeper {
            progress,
            bots,
            teller,
            logs,
            played: 0,
            skipped: 0,
            withdrawn: Vec::new(),
            busy: HashSet::new(),
            kept: Kept::default(),
            infos_left_out: false,
            over: None,
            failure: None,
        }
    }

    /// Plays tasks until there are none left or the run is stopped; gives the store back.
    ///
    /// # Errors
    /// Says why nothing could be played, or why the games could not be kept.
    pub(crate) fn play(
        &mut self,
        store: Store,
        settings: &Settings,
        tasks: impl Iterator<Item = Task> + Send,
        stopper: &Stopper,
        watch: &mut impl FnMut(&GameRecord) -> Watched,
    ) -> anyhow::Result<Store> {
        let writer = Writer::start(store).context("cannot keep the games")?;
        let (bots, teller) = (self.bots, self.teller);
        std::thread::scope(|scope| {
            let (over, is_over) = std::sync::mpsc::channel();
            let sender = writer.sender();
            scope.spawn(move || teller.tell(&sender, &is_over));
            let played = ayo_referee::run(settings, bots, Box::new(tasks), stopper, |event| {
                self.event(event, &writer, stopper, watch);
            });
            drop(over);
            played
        })
        .context("cannot play")?;
        let (store, _) = writer.finish().context("cannot keep the games")?;
        self.tell_left_out(store.infos_left_out());
        Ok(store)
    }

    fn event(
        &mut self,
        event: Event,
        writer: &Writer,
        stopper: &Stopper,
        watch: &mut impl FnMut(&GameRecord) -> Watched,
    ) {
        match event {
            Event::Game(mut record, log) => {
                self.played += 1;
                self.kept.shorten(&mut record);
                if let Some(log) = log {
                    self.keep_log(&record, &log, stopper);
                }
                let Watched { standing, test, over } = watch(&record);
                test.into_iter().for_each(|test| self.teller.test(test));
                self.progress.step(|| standing);
                if let Some(over) = over
                    && self.over.is_none()
                {
                    self.over = Some(over);
                    stopper.ask(Stop::AfterGames);
                }
                self.keep(*record, writer, stopper);
            }
            Event::Void(record) => {
                let [south, north] = record.bots.map(|bot| &self.bots[bot.index()].name);
                self.progress.say(&format!(
                    "game {} of `{south}` and `{north}` is void and played again: {}",
                    record.number, record.verdict.detail
                ));
                self.keep(*record, writer, stopper);
            }
            Event::Skipped(_) => {
                self.skipped += 1;
                self.progress.skip();
                self.teller.plan(self.progress.total());
            }
            Event::Withdrawn(bot, error) => {
                self.withdrawn.push(bot);
                let name = &self.bots[bot.index()].name;
                let stderr = stderr_lines(&error);
                self.progress.say(&format!(
                    "`{name}` is withdrawn, it failed to start three times in a row: {error}{stderr}"
                ));
            }
            Event::Busy(bot) => self.tell_busy(bot),
            Event::Failed(why) => self.fail(why, stopper),
        }
    }

    /// Says once for each bot that it computes out of turn.
    fn tell_busy(&mut self, bot: Bot) {
        if self.busy.insert(bot) {
            let name = &self.bots[bot.index()].name;
            self.progress.say(&format!(
                "`{name}` computes while its opponent is to move: it is stopped whenever it is \
                 not its turn"
            ));
        }
    }

    /// Says once that what bots said of their moves had no room any more.
    fn tell_left_out(&mut self, games: u64) {
        if games > 0 && !std::mem::replace(&mut self.infos_left_out, true) {
            self.progress.say(&format!(
                "what bots say of their moves is left out from now on: {} MiB are kept of a run",
                MAX_INFO_BYTES >> 20
            ));
        }
    }

    /// Knows how many games are to come from now on.
    pub(crate) fn plan(&mut self, games: u64) {
        self.progress.plan(games);
        self.teller.plan(self.progress.total());
    }

    /// Returns whether what was watched for has come.
    pub(crate) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Says why the run stopped, and whether that is a failure; `over` says why there is
    /// nothing left to play although not all was played.
    pub(crate) fn end(
        &mut self,
        asked: Stop,
        missing: u64,
        over: Option<String>,
    ) -> (String, Option<Failure>) {
        let failed = |why: &str| Some(Failure::Work(anyhow::Error::msg(why.to_owned())));
        if let Some(why) = self.failure.take() {
            return ("the run failed".to_owned(), failed(&why));
        }
        let over = over.or_else(|| self.over.take());
        if over.is_none() && missing > 0 && asked != Stop::No {
            return ("interrupted".to_owned(), Some(Failure::Interrupted));
        }
        if self.skipped > 0 {
            let games = counted(self.skipped, "game");
            let why = format!("{games} not played, a bot was withdrawn");
            let failure = failed(&why);
            return (why, failure);
        }
        (over.unwrap_or_else(|| ALL_PLAYED.to_owned()), None)
    }

    fn keep(&mut self, record: GameRecord, writer: &Writer, stopper: &Stopper) {
        if let Err(error) = writer.send(record) {
            self.fail(format!("{:#}", anyhow::Error::from(error)), stopper);
        }
    }

    /// Writes what was said in a game to a file of its own.
    fn keep_log(&mut self, record: &GameRecord, log: &str, stopper: &Stopper) {
        if !self.kept.has_room(log.len()) {
            if self.kept.is_first_left_out() {
                self.progress.say(&format!(
                    "logs of games are left out from now on: {} MiB are kept of a run at a time",
                    KEPT_BYTES >> 20
                ));
            }
            return;
        }
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

/// What a bot that does not start wrote to its stderr, below a heading.
pub(crate) fn stderr_lines(error: &StartError) -> String {
    let mut text = String::new();
    if let StartError::Bot { stderr, .. } = error
        && !stderr.is_empty()
    {
        text += "\n  the last lines of its stderr:";
        for line in stderr.lines() {
            let shown: String = printable(line).chars().take(SHOWN_CHARACTERS).collect();
            text += &format!("\n    {shown}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_kept_up_to_a_limit() {
        let mut kept = Kept::default();
        let mut logs = 0;
        while kept.has_room(1 << 20) {
            logs += 1;
        }
        assert_eq!(logs, KEPT_BYTES >> 20);
        assert!(kept.is_first_left_out() && !kept.is_first_left_out());
        assert!(kept.has_room(0), "what is small may still fit");
    }
}
