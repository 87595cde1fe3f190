//! The game itself: the referee's conversation, with a bot on one side and a person on the
//! other.
//!
//! What it deliberately does not do: it judges nothing; that is the game's part, as in a match.

use std::time::{Duration, Instant};

use ayo_protocol::{
    Action, Adjudicate, Finished, Game, Greeting, Leaving, Session, Setup, Stalls, TimeControl,
    limits,
};
use ayo_referee::{BotSpec, Heard, Sent, Settings, StartError, Talk};
use ayo_rules::{Pit, Scoresheet, Side};

use crate::bot_check::cannot_start;
use crate::failure::Failure;

/// What the person is called.
const PERSON: &str = "you";
/// How long is listened to the bot before it is looked whether somebody wants to stop; also
/// how much later than in a match a closed pipe may be noticed.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A bot and a person at a board.
pub(super) struct Table {
    settings: Settings,
    bot: BotSpec,
    person: Side,
    /// The first game: it begins with the opening, before any move of the two.
    setup: Setup,
    talk: Talk,
    game: Game,
    /// Games that were begun; taking a move back begins another.
    games: u64,
    clock: Stopwatch,
}

/// Whose turn it is.
pub(super) enum Turn {
    /// The person's.
    Persons,
    /// Nobody's.
    Over(Finished),
    /// Somebody wants to stop.
    Stopped,
}

impl Table {
    /// Starts the bot and begins a game.
    ///
    /// # Errors
    /// Says why the bot does not start.
    pub(super) fn sit_down(
        settings: Settings,
        bot: BotSpec,
        person: Side,
        opening: Scoresheet,
        seed: u64,
    ) -> Result<Table, Failure> {
        let (talk, session) = start(&settings, &bot)?;
        let setup = Setup {
            game_id: "1".to_owned(),
            names: in_order(person, PERSON.to_owned(), bot.name.clone()),
            sheet: opening,
            time: settings.time,
            seed,
            stalls: Stalls::Ignore,
            leaving: [Leaving::Excuse; 2],
            adjudicate: Adjudicate::Never,
        };
        let game = Game::new(setup.clone(), sessions(person, session));
        let clock = Stopwatch::start();
        let mut table = Table { settings, bot, person, setup, talk, game, games: 1, clock };
        table.game.begin(table.clock.now());
        Ok(table)
    }

    /// Returns what both are called, South first.
    pub(super) fn names(&self) -> [String; 2] {
        self.setup.names.clone()
    }

    pub(super) fn time(&self) -> &TimeControl {
        &self.settings.time
    }

    /// Returns the game so far.
    pub(super) fn sheet(&self) -> &Scoresheet {
        self.game.sheet()
    }

    /// Returns the game as it was after so many plies, the opening's included.
    pub(super) fn sheet_after(&self, plies: usize) -> Scoresheet {
        let mut sheet = self.setup.sheet.clone();
        let opening_plies = sheet.moves().len();
        for &pit in self.sheet().moves().iter().take(plies).skip(opening_plies) {
            sheet.play(pit).expect("the move was legal when it was played");
        }
        sheet
    }

    /// Lets the bot do what it has to, until the person is asked or the game is over.
    pub(super) fn wait_for_person(&mut self, stopped: &dyn Fn() -> bool) -> Turn {
        self.clock.go_on();
        loop {
            self.write_all();
            if let Some(finished) = self.game.finished() {
                return Turn::Over(finished.clone());
            }
            if self.game.thinking() == Some(self.person) {
                self.clock.pause();
                return Turn::Persons;
            }
            if stopped() {
                return Turn::Stopped;
            }
            self.hear();
        }
    }

    /// Writes what there is to write; what is for the person, the person sees otherwise.
    fn write_all(&mut self) {
        let bot = self.person.opponent();
        let mut lines = Vec::new();
        // Nothing is adjudicated here, so there is nothing but lines.
        while let Some(Action::Send(side, line)) = self.game.poll() {
            if side == bot {
                lines.extend_from_slice(&line);
            } else {
                self.game.sent(side, self.clock.now());
            }
        }
        if lines.is_empty() {
            return;
        }
        match self.talk.send(&lines, limits::WRITE) {
            Sent::Written => self.game.sent(bot, self.clock.now()),
            // The time is over: the game knows what that means.
            Sent::Blocked => self.game.time(self.clock.now()),
            Sent::Closed => self.game.stdin_closed(bot, self.clock.now()),
        }
    }

    /// Hands on the next thing that comes from the bot.
    fn hear(&mut self) {
        let bot = self.person.opponent();
        let left = self.game.deadline().map_or(LOOK_EVERY, |deadline| {
            deadline.saturating_sub(self.clock.now()).min(LOOK_EVERY)
        });
        let heard = self.talk.hear(left);
        let now = self.clock.now();
        match heard {
            Heard::Line(line) => self.game.line(bot, &line, now),
            Heard::TooLong(start) => self.game.line_too_long(bot, &start, now),
            Heard::Silent { unfinished } => {
                self.game.unfinished(bot, unfinished);
                self.game.time(now);
            }
            Heard::Closed => self.game.stdout_closed(bot, now),
            Heard::Ended(ended) => self.game.ended(bot, ended, now),
        }
    }

    /// Plays the person's move.
    pub(super) fn sow(&mut self, pit: Pit) {
        self.say(&format!(r#"{{"type":"move","pit":{}}}"#, pit.index()));
    }

    /// Gives up.
    pub(super) fn resign(&mut self) {
        self.say(r#"{"type":"move","resign":true}"#);
    }

    /// A person speaks as a bot does that gives no ids.
    fn say(&mut self, line: &str) {
        self.game.line(self.person, line.as_bytes(), self.clock.now());
    }

    /// Takes the person's last move back, and what the bot played since; `false` when there is
    /// none. Another game begins where this one was then.
    ///
    /// # Errors
    /// Says why the bot does not start again, if it has to.
    pub(super) fn undo(&mut self) -> Result<bool, Failure> {
        let least = self.setup.sheet.moves().len();
        let plies = self.sheet().moves().len();
        let is_persons = |ply: &usize| self.sheet().moves()[*ply].owner() == self.person;
        let Some(last) = (least..plies).rev().find(is_persons) else { return Ok(false) };
        let sheet = self.sheet_after(last);
        self.clock.go_on();
        self.game.void("a move is taken back".to_owned(), self.clock.now());
        self.write_all();
        self.games += 1;
        let setup = Setup { game_id: self.games.to_string(), sheet, ..self.setup.clone() };
        let nobody = Game::new(setup.clone(), [0, 1].map(|_| Session::of_person(PERSON)));
        let (_, kept) = std::mem::replace(&mut self.game, nobody).close();
        let session = kept.into_iter().nth(self.person.opponent().index()).flatten();
        let session = match session.filter(|_| !self.bot.restart) {
            Some(session) => session,
            None => {
                let (talk, session) = start(&self.settings, &self.bot)?;
                self.talk = talk;
                session
            }
        };
        self.game = Game::new(setup, sessions(self.person, session));
        self.clock = Stopwatch::start();
        self.game.begin(self.clock.now());
        Ok(true)
    }
}

fn sessions(person: Side, bot: Session) -> [Session; 2] {
    in_order(person, Session::of_person(PERSON), bot)
}

fn in_order<T>(person: Side, of_person: T, of_bot: T) -> [T; 2] {
    match person {
        Side::South => [of_person, of_bot],
        Side::North => [of_bot, of_person],
    }
}

/// Starts the bot and greets it.
fn start(settings: &Settings, bot: &BotSpec) -> Result<(Talk, Session), Failure> {
    let failed = |error: StartError| cannot_start(&[(bot, &error)]);
    let mut talk = Talk::start(settings, bot).map_err(failed)?;
    let began = Instant::now();
    let mut greeting = Greeting::new(&settings.rules, settings.hello_limit);
    loop {
        while let Some(line) = greeting.poll() {
            match talk.send(&line, limits::WRITE) {
                Sent::Written => greeting.sent(began.elapsed()),
                Sent::Blocked | Sent::Closed => greeting.stdin_closed(began.elapsed()),
            }
        }
        match greeting.result() {
            Some(Ok(session)) => return Ok((talk, session.clone())),
            Some(Err(fault)) => {
                let detail = fault.detail.clone();
                return Err(failed(StartError::Bot { detail, stderr: talk.stderr() }));
            }
            None => {}
        }
        let deadline = greeting.deadline().unwrap_or(settings.hello_limit);
        let heard = talk.hear(deadline.saturating_sub(began.elapsed()));
        let now = began.elapsed();
        match heard {
            Heard::Line(line) => greeting.line(&line, now),
            Heard::TooLong(_) => greeting.line_too_long(now),
            Heard::Silent { .. } => greeting.time(now),
            Heard::Closed => greeting.stdout_closed(now),
            Heard::Ended(ended) => greeting.ended(ended, now),
        }
    }
}

/// The time of the game, which stands still while the person thinks.
struct Stopwatch {
    before: Duration,
    since: Option<Instant>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { before: Duration::ZERO, since: Some(Instant::now()) }
    }

    fn now(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn pause(&mut self) {
        self.before = self.now();
        self.since = None;
    }

    fn go_on(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }
}
