//! A slot: one thread that plays pairs one after the other, with its own bots.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ayo_protocol::{Adjudicate, Finished, Setup, Stalls};
use ayo_record::{Bot as BotNumber, GameRecord, LiveGame, Reason, ScheduledGame};
use ayo_rules::Side;
use tokio::sync::watch;

use crate::boards::Board;
use crate::bot::Bot;
use crate::canary::Canary;
use crate::events::Sender;
use crate::judge::Judge;
use crate::log::{Log, Logs, barred};
use crate::play::{Shown, play};
use crate::run::{Event, Run, Task};
use crate::start::StartError;
use crate::stderr::Tail;
use crate::stop::Stop;

/// Processes a slot keeps alive for later games.
pub(crate) const KEPT_BOTS: usize = 16;
/// How often a void game is played again before the run gives up on it.
const REPLAYS: u32 = 3;
/// How often a stall of the host makes a game void; after that who is late has lost.
const EXCUSES: u32 = 2;
/// How often in a run a process of a bot may end between two games; after that it has lost
/// the next one.
pub(crate) const LEAVINGS: u32 = 3;
/// Failed starts in a row that withdraw a bot.
pub(crate) const START_FAILURES: u32 = 3;
/// How often a game is void because the host lacks what a bot needs to start; after
/// that the run gives up.
const HOST_TRIES: u32 = 8;
/// The wait after the first such game; it doubles each time.
const HOST_BACKOFF: Duration = Duration::from_millis(50);
/// The event loop reads what is in the pipes of stderr before such a wait is over.
const LAST_WORDS: Duration = Duration::from_millis(1);

/// One slot of a run.
pub(crate) struct Slot<'s, 'r> {
    number: u32,
    run: &'s Run<'r>,
    events: Sender<'s, Event>,
    stop: watch::Receiver<Stop>,
    canary: Canary,
    judge: Option<Judge>,
    /// Bots that can play on, the one that waits longest first.
    stable: Vec<(BotNumber, Bot)>,
}

/// Why a game was not played.
enum Unplayed {
    /// A bot could not be started for want of something on this host: a sentence says what.
    Host(String),
    /// One of the bots is withdrawn.
    Withdrawn,
    /// The run ends.
    Stopped,
}

impl<'s, 'r> Slot<'s, 'r> {
    /// Opens a slot; inside its event loop, where the canary lives too.
    pub(crate) fn new(number: u32, run: &'s Run<'r>, events: Sender<'s, Event>) -> Slot<'s, 'r> {
        Slot {
            number,
            run,
            events,
            stop: run.stopper.subscribe(),
            canary: Canary::watch(),
            judge: run.settings.proofs.map(|proofs| Judge::new(proofs, run.settings.rules)),
            stable: Vec::new(),
        }
    }

    /// Plays until there is nothing left to play, or the run is stopped.
    pub(crate) async fn work(mut self) {
        'pairs: while !self.stopped() {
            let Some(task) = self.run.next_task() else { break };
            for &game in &task.games {
                if self.stopped() {
                    break 'pairs;
                }
                match self.play_until_valid(&task, game).await {
                    Ok((record, log)) => self.events.tell(Event::Game(Box::new(record), log)),
                    Err(Unplayed::Withdrawn) => self.events.tell(Event::Skipped(game)),
                    Err(Unplayed::Host(why)) => {
                        self.fail(why);
                        break 'pairs;
                    }
                    Err(Unplayed::Stopped) => break 'pairs,
                }
            }
        }
        let stable = std::mem::take(&mut self.stable);
        let leaving = stable.into_iter().map(|(_, bot)| tokio::spawn(bot.shut_down()));
        for bot in leaving.collect::<Vec<_>>() {
            let _ = bot.await;
        }
    }

    /// Ends the run: it cannot go on.
    fn fail(&self, why: String) {
        self.events.tell(Event::Failed(why));
        self.run.stopper.ask(Stop::AfterGames);
    }

    fn stopped(&self) -> bool {
        *self.stop.borrow() >= Stop::AfterGames
    }

    /// Plays a game, again when it was void.
    async fn play_until_valid(
        &mut self,
        task: &Task,
        game: ScheduledGame,
    ) -> Result<(GameRecord, Option<String>), Unplayed> {
        let (mut replays, mut host_tries) = (0, 0);
        while replays <= REPLAYS {
            // A bot may make a host stall on purpose; it does not get away with it twice.
            let stalls = if replays < EXCUSES { Stalls::Excuse } else { Stalls::Ignore };
            let void = match self.play_once(task, game, stalls).await {
                Ok((record, log)) if record.verdict.reason != Reason::Void => {
                    return Ok((record, log));
                }
                Ok((record, _)) => {
                    replays += 1;
                    record
                }
                Err(Unplayed::Host(why)) if host_tries < HOST_TRIES => {
                    self.wait(HOST_BACKOFF * 2_u32.pow(host_tries)).await;
                    host_tries += 1;
                    let finished = self.setup(task, game, stalls).unplayed(why);
                    self.record(task, game, finished, String::new(), Times::now())
                }
                Err(unplayed) => return Err(unplayed),
            };
            if *self.stop.borrow() == Stop::Now {
                return Err(Unplayed::Stopped);
            }
            self.events.tell(Event::Void(Box::new(void)));
        }
        self.fail(format!("game {} was void {} times", game.number, REPLAYS + 1));
        Err(Unplayed::Stopped)
    }

    /// Lets some time pass, less when the run is stopped.
    async fn wait(&self, pause: Duration) {
        let _ = tokio::time::timeout(pause, self.run.stopper.reaches(Stop::Now)).await;
    }

    async fn play_once(
        &mut self,
        task: &Task,
        game: ScheduledGame,
        stalls: Stalls,
    ) -> Result<(GameRecord, Option<String>), Unplayed> {
        let mut south = self.ready(game.south).await?;
        if !self.is_there(game.north) {
            south.hold();
        }
        let north = match self.ready(game.north).await {
            Ok(north) => north,
            Err(unplayed) => {
                self.keep(game.south, south).await;
                return Err(unplayed);
            }
        };
        let mut bots = [south, north];
        bots.iter().for_each(|bot| bot.stderr.clear());
        let mut times = Times::now();
        let began = std::time::Instant::now();
        let setup = self.setup(task, game, stalls);
        let shown = self.show(task, game, &setup, &times);
        if let Some(judge) = &mut self.judge {
            judge.new_game();
        }
        let judge = self.judge.as_mut();
        let (finished, log) =
            play(setup, &mut bots, shown, judge, &self.canary, &mut self.stop).await;
        times.duration = began.elapsed();
        if let Some(board) = self.board() {
            let now_ms = millis(times.started_at + times.duration);
            board.ended(finished.result, &finished.moves, now_ms);
        }
        let loser = finished.verdict.offender();
        let log_kept = loser.is_some() || self.run.settings.logs == Logs::All;
        if log_kept {
            tokio::time::sleep(LAST_WORDS).await;
        }
        let tails = bots.each_ref().map(|bot| bot.stderr.clone());
        self.hold_who_stays(game, &mut bots);
        for (side, mut bot) in Side::BOTH.into_iter().zip(bots) {
            if bot.is_busy_news() {
                self.events.tell(Event::Busy(game.bot(side)));
            }
            self.keep(game.bot(side), bot).await;
        }
        // Read only now: what a bot wrote last has arrived when it is gone.
        let stderr_tail = loser.map(|side| tails[side.index()].text()).unwrap_or_default();
        let log = log_kept.then(|| log_text(&log, &tails));
        Ok((self.record(task, game, finished, stderr_tail, times), log))
    }

    fn setup(&self, task: &Task, game: ScheduledGame, stalls: Stalls) -> Setup {
        let settings = self.run.settings;
        let name = |bot: BotNumber| self.run.bots[bot.index()].name.clone();
        Setup {
            game_id: game.number.to_string(),
            names: [name(game.south), name(game.north)],
            sheet: task
                .pair
                .opening
                .start(settings.rules)
                .expect("the schedule has played its openings"),
            time: settings.time,
            seed: task.pair.seed,
            stalls,
            leaving: [game.south, game.north].map(|bot| self.run.leaving(bot)),
            adjudicate: if self.judge.is_some() { Adjudicate::Proved } else { Adjudicate::Never },
        }
    }

    fn record(
        &self,
        task: &Task,
        game: ScheduledGame,
        finished: Finished,
        stderr_tail: String,
        times: Times,
    ) -> GameRecord {
        let Finished { verdict, result, left, scores, used, slowest, moves, move_us, infos } =
            finished;
        if let Some(side) = left {
            self.run.left(game.bot(side));
        }
        GameRecord {
            number: game.number,
            round: task.pair.round,
            pair: task.pair.number,
            game: game.game,
            bots: [game.south, game.north],
            opening: task.pair.opening.clone(),
            result,
            scores,
            verdict,
            used_ms: used.map(millis),
            slowest_ms: slowest.map(millis),
            moves,
            move_us,
            infos,
            seed: task.pair.seed,
            isolation: self.run.settings.isolation.word().to_owned(),
            worker: self.number,
            started_at_ms: millis(times.started_at),
            duration_ms: millis(times.duration),
            stderr_tail,
        }
    }

    fn board(&self) -> Option<&'r Board> {
        self.run.settings.boards.as_ref()?.of(self.number)
    }

    /// Sets up a game on the board of the slot, if there is one.
    fn show(
        &self,
        task: &Task,
        game: ScheduledGame,
        setup: &Setup,
        times: &Times,
    ) -> Option<Shown<'r>> {
        let board = self.board()?;
        let began_ms = millis(times.started_at);
        board.begin(LiveGame {
            worker: self.number,
            number: game.number,
            round: task.pair.round,
            bots: [game.south, game.north],
            opening: task.pair.opening.clone(),
            moves: setup.sheet.moves().to_vec(),
            moved_at_ms: began_ms,
            result: None,
        });
        Some(Shown { board, began_ms })
    }

    /// Returns a bot that is ready to play, started if need be.
    async fn ready(&mut self, number: BotNumber) -> Result<Bot, Unplayed> {
        if let Some(index) = self.stable.iter().position(|(kept, _)| *kept == number) {
            return Ok(self.stable.remove(index).1);
        }
        // Whoever computes out of turn shall not keep it from its start.
        self.stable.iter_mut().for_each(|(_, bot)| bot.hold());
        loop {
            if self.run.is_withdrawn(number) {
                return Err(Unplayed::Withdrawn);
            }
            if *self.stop.borrow() == Stop::Now {
                return Err(Unplayed::Stopped);
            }
            let stopped = self.run.stopper.reaches(Stop::Now);
            match self.run.starter.start(&self.run.bots[number.index()], stopped).await {
                Ok(bot) => {
                    self.run.started(number);
                    return Ok(bot);
                }
                Err(StartError::Host { detail }) => {
                    let name = &self.run.bots[number.index()].name;
                    let why = format!("`{name}` cannot be started on this host: {detail}");
                    return Err(Unplayed::Host(why));
                }
                Err(error) => {
                    if self.run.start_failed(number) {
                        self.events.tell(Event::Withdrawn(number, error));
                    }
                }
            }
        }
    }

    /// Returns whether a bot need not be started.
    fn is_there(&self, number: BotNumber) -> bool {
        self.stable.iter().any(|(kept, _)| *kept == number)
    }

    /// Returns whether a bot goes on living after a game.
    fn stays(&self, number: BotNumber, bot: &Bot) -> bool {
        bot.session.is_some() && !self.run.bots[number.index()].restart
    }

    /// Stops a bot that plays on while the other one is ended, which takes time on their core.
    fn hold_who_stays(&self, game: ScheduledGame, bots: &mut [Bot; 2]) {
        let [south, north] = bots;
        match (self.stays(game.south, south), self.stays(game.north, north)) {
            (true, false) => south.hold(),
            (false, true) => north.hold(),
            _ => {}
        }
    }

    /// Puts a bot back for later games, or ends it when it cannot play on.
    async fn keep(&mut self, number: BotNumber, mut bot: Bot) {
        if bot.session.is_none() {
            return bot.destroy().await;
        }
        if !self.stays(number, &bot) {
            return bot.shut_down().await;
        }
        bot.hold_if_busy_before();
        self.stable.push((number, bot));
        if self.stable.len() > KEPT_BOTS {
            self.stable.remove(0).1.shut_down().await;
        }
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// What was said in a game, and below it what the bots wrote to their stderr.
fn log_text(log: &Log, tails: &[Tail; 2]) -> String {
    let mut text = log.text();
    for (side, tail) in Side::BOTH.into_iter().zip(tails) {
        let stderr = tail.text();
        if !stderr.is_empty() {
            text += &format!("\nstderr of {side}:\n{}", barred(&stderr));
        }
    }
    text
}

/// When a game was played.
struct Times {
    started_at: Duration,
    duration: Duration,
}

impl Times {
    /// Begins now and has taken no time yet.
    fn now() -> Times {
        let started_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Times { started_at, duration: Duration::ZERO }
    }
}
