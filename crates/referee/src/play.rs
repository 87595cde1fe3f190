//! Plays one game: feeds lines and times to the conversation, does what it says.
//!
//! Nothing in here decides anything about the game.

use std::pin::Pin;
use std::task::Poll;
use std::time::{Duration, Instant};

use ayo_protocol::{Action, Finished, Game, Greeting, Session, Setup, StartFault, limits};
use ayo_rules::{Position, Rules, Side};
use tokio::sync::watch;
use tokio::time::Sleep;

use crate::boards::Board;
use crate::bot::{Bot, Happened};
use crate::canary::Canary;
use crate::hold::Holds;
use crate::judge::Judge;
use crate::lines::Next;
use crate::log::{From, Log};
use crate::stop::Stop;

/// Where a game is shown while it is played.
pub(crate) struct Shown<'a> {
    pub(crate) board: &'a Board,
    /// When the game began, in milliseconds since 1970-01-01 UTC.
    pub(crate) began_ms: u64,
}

/// What wakes the driver of a conversation.
enum Woken {
    Bot(Side, Happened),
    Deadline,
    Killed,
}

/// An alarm that is cheap to move later, as the deadlines of moves always are.
struct Alarm {
    began: Instant,
    sleep: Pin<Box<Sleep>>,
    rings_at: Duration,
}

impl Alarm {
    fn new(began: Instant) -> Alarm {
        let far = Duration::from_secs(24 * 60 * 60);
        let sleep = Box::pin(tokio::time::sleep_until((began + far).into()));
        Alarm { began, sleep, rings_at: far }
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Makes sure that the alarm rings at this time at the latest; it may ring early.
    fn set(&mut self, deadline: Option<Duration>) {
        if let Some(deadline) = deadline
            && deadline < self.rings_at
        {
            self.arm(deadline);
        }
    }

    /// Takes note that the alarm rang, and sets it again.
    fn rang(&mut self, deadline: Option<Duration>) {
        self.arm(deadline.unwrap_or(Duration::from_secs(24 * 60 * 60)));
    }

    fn arm(&mut self, deadline: Duration) {
        self.rings_at = deadline;
        self.sleep.as_mut().reset((self.began + deadline).into());
    }
}

/// Answers in a row that may be read without asking the event loop, which has the
/// other bot, both stderrs and a wish to stop to look after.
const QUICK_ANSWERS: u32 = 32;

/// Plays a game between two bots that are ready; both get their sessions back
/// if they can play on. Returns how it went and what was said.
pub(crate) async fn play(
    setup: Setup,
    bots: &mut [Bot; 2],
    shown: Option<Shown<'_>>,
    judge: Option<&mut Judge>,
    canary: &Canary,
    stop: &mut watch::Receiver<Stop>,
) -> (Finished, Log) {
    let sessions = bots.each_mut().map(|bot| bot.session.take().expect("the bot is ready"));
    let game = Game::new(setup, sessions);
    let alarm = Alarm::new(Instant::now());
    canary.longest();
    let asked = stop.clone();
    let mut driver = Driver {
        game,
        bots,
        shown,
        judge,
        asked,
        alarm,
        canary,
        log: Log::default(),
        written: Duration::ZERO,
        holds: Holds::new(),
    };
    let mut killed = std::pin::pin!(stop.wait_for(|stop| *stop == Stop::Now));
    driver.drive(killed.as_mut()).await;
    flush(driver.bots).await;
    let (finished, sessions) = driver.game.close();
    for (bot, session) in driver.bots.iter_mut().zip(sessions) {
        bot.session = session;
    }
    (finished, driver.log)
}

/// Joins the conversation of a game to two processes and a clock.
struct Driver<'a> {
    game: Game,
    bots: &'a mut [Bot; 2],
    shown: Option<Shown<'a>>,
    judge: Option<&'a mut Judge>,
    /// Whether the run is to end at once, for the judge.
    asked: watch::Receiver<Stop>,
    alarm: Alarm,
    canary: &'a Canary,
    log: Log,
    /// When something was last written.
    written: Duration,
    holds: Holds,
}

impl Driver<'_> {
    /// Does what the game says until it is over.
    async fn drive<Killed: Future>(&mut self, mut killed: Pin<&mut Killed>) {
        self.game.begin(self.alarm.now());
        let mut quick_answers = 0;
        loop {
            self.write_all();
            if self.game.finished().is_some() {
                return;
            }
            if let Some(side) = self.game.owing()
                && quick_answers < QUICK_ANSWERS
                && self.bots[side.index()].read_at_once()
            {
                quick_answers += 1;
                self.feed(side, Happened::Lines);
                continue;
            }
            quick_answers = 0;
            self.alarm.set(self.game.deadline());
            self.alarm.set(self.holds.next());
            let first = self.game.thinking().unwrap_or(Side::South);
            match next(first, self.bots, &mut self.alarm, killed.as_mut()).await {
                Woken::Bot(side, happened) => self.feed(side, happened),
                Woken::Deadline => self.deadline(),
                Woken::Killed => self.game.void("the run was stopped".to_owned(), self.alarm.now()),
            }
        }
    }

    /// Writes what there is to write, as far as the pipes take it.
    fn write_all(&mut self) {
        let mut written = [false; 2];
        while let Some(action) = self.game.poll() {
            match action {
                Action::Send(side, line) => {
                    self.log.note(side, From::Referee, &line, self.alarm.now());
                    self.bots[side.index()].queue(&line);
                    written[side.index()] = true;
                }
                Action::Prove(position, plies) => self.prove(&position, plies),
            }
        }
        for side in Side::BOTH.into_iter().filter(|side| written[side.index()]) {
            if self.bots[side.index()].write_at_once() {
                self.written = self.alarm.now();
                self.game.sent(side, self.written);
            }
            if self.game.thinking() == Some(side) {
                self.holds.begin(self.alarm.now());
                self.bots[side.opponent().index()].hold_if_busy_before();
                self.show();
            }
        }
    }

    /// Looks for a proof, while nobody's clock runs.
    fn prove(&mut self, position: &Position, plies: u32) {
        let asked = &self.asked;
        let go_on = || *asked.borrow() != Stop::Now;
        let winner = self.judge.as_mut().and_then(|it| it.winner(position, plies, &go_on));
        // That the canary woke late is our doing.
        self.canary.longest();
        self.game.proved(winner, self.alarm.now());
    }

    /// Shows the moves so far.
    fn show(&self) {
        if let Some(Shown { board, began_ms }) = &self.shown {
            let now_ms = began_ms + self.written.as_millis() as u64;
            board.moved(self.game.sheet().moves(), now_ms);
        }
    }

    fn deadline(&mut self) {
        for side in Side::BOTH {
            self.game.unfinished(side, self.bots[side.index()].unfinished());
        }
        let now = self.now();
        self.game.time(now);
        if let Some(side) = self.game.thinking()
            && self.holds.is_due(now)
        {
            self.bots[side.opponent().index()].hold();
        }
        let next = [self.game.deadline(), self.holds.next()].into_iter().flatten().min();
        self.alarm.rang(next);
    }

    /// The time, and what the host has to do with it.
    fn now(&mut self) -> Duration {
        let now = self.alarm.now();
        if now < self.written + limits::LEAST_STALL {
            return now;
        }
        // We wanted to be woken at the deadline; so much later did the host let us run.
        let late = self.game.deadline().map_or(Duration::ZERO, |due| now.saturating_sub(due));
        self.game.host_stalled(late.max(self.canary.longest()));
        now
    }

    fn feed(&mut self, side: Side, happened: Happened) {
        // The time of the read: lines that came together came at the same time.
        let now = self.now();
        let Driver { game, bots, log, .. } = self;
        let bot = &mut bots[side.index()];
        match happened {
            Happened::Lines => loop {
                match bot.next_line() {
                    Next::Line(line) => {
                        log.note(side, From::Bot, line, now);
                        game.line(side, line, now);
                    }
                    Next::TooLong(start) => {
                        log.note(side, From::Bot, start, now);
                        game.line_too_long(side, start, now);
                    }
                    Next::More => break,
                }
            },
            Happened::Written => game.sent(side, now),
            Happened::StdinClosed => game.stdin_closed(side, now),
            Happened::StdoutClosed => game.stdout_closed(side, now),
            Happened::Ended(ended) => game.ended(side, ended, now),
        }
    }
}

/// Waits for the next thing to happen; the side to move is looked at first.
async fn next<Killed: Future>(
    first: Side,
    bots: &mut [Bot; 2],
    alarm: &mut Alarm,
    mut killed: Pin<&mut Killed>,
) -> Woken {
    std::future::poll_fn(|context| {
        for side in [first, first.opponent()] {
            if let Poll::Ready(happened) = bots[side.index()].poll_happened(context) {
                return Poll::Ready(Woken::Bot(side, happened));
            }
        }
        if alarm.sleep.as_mut().poll(context).is_ready() {
            return Poll::Ready(Woken::Deadline);
        }
        killed.as_mut().poll(context).map(|_| Woken::Killed)
    })
    .await
}

/// How long the last lines of a game may take to go into the pipes.
const FLUSH_LIMIT: Duration = Duration::from_millis(200);

/// Gives the last lines of a game a moment to go into the pipes.
async fn flush(bots: &mut [Bot; 2]) {
    if bots.iter().all(Bot::has_written) {
        return;
    }
    let written = std::future::poll_fn(|context| {
        for bot in bots.iter_mut() {
            while let Poll::Ready(happened) = bot.poll_happened(context) {
                match happened {
                    Happened::Lines => while bot.next_line() != Next::More {},
                    Happened::Ended(_) | Happened::StdinClosed => return Poll::Ready(()),
                    Happened::Written | Happened::StdoutClosed => {}
                }
            }
        }
        if bots.iter().all(Bot::has_written) { Poll::Ready(()) } else { Poll::Pending }
    });
    let _ = tokio::time::timeout(FLUSH_LIMIT, written).await;
}

/// Greets a new process; on success it is ready to play.
pub(crate) async fn greet(
    bot: &mut Bot,
    rules: &Rules,
    hello_limit: Duration,
) -> Result<(), StartFault> {
    let mut greeting = Greeting::new(rules, hello_limit);
    let mut alarm = Alarm::new(Instant::now());
    loop {
        while let Some(line) = greeting.poll() {
            bot.queue(&line);
            if bot.write_at_once() {
                greeting.sent(alarm.now());
            }
        }
        if let Some(result) = greeting.result() {
            let session: Session = result.clone()?;
            bot.session = Some(session);
            return Ok(());
        }
        alarm.set(greeting.deadline());
        let woken = std::future::poll_fn(|context| {
            if let Poll::Ready(happened) = bot.poll_happened(context) {
                return Poll::Ready(Some(happened));
            }
            alarm.sleep.as_mut().poll(context).map(|()| None)
        });
        let woken = woken.await;
        let now = alarm.now();
        match woken {
            None => {
                greeting.time(now);
                alarm.rang(greeting.deadline());
            }
            Some(Happened::Lines) => loop {
                match bot.next_line() {
                    Next::Line(line) => greeting.line(line, now),
                    Next::TooLong(_) => greeting.line_too_long(now),
                    Next::More => break,
                }
            },
            Some(Happened::Written) => greeting.sent(now),
            Some(Happened::StdinClosed) => greeting.stdin_closed(now),
            Some(Happened::StdoutClosed) => greeting.stdout_closed(now),
            Some(Happened::Ended(ended)) => greeting.ended(ended, now),
        }
    }
}
