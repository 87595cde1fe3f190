//! Where a bot is examined: its process, and what is known of it so far.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ayo_protocol::{BotHello, BotLine, Ended, FromBot, Go, Time, limits, read_line};
use ayo_referee::{BotSpec, Settings, StartError, last_lines, script_fault};
use ayo_rules::{Pit, Position, Rules};

use crate::hint;
use crate::message;
use crate::own_files::OwnFiles;
use crate::partner::{PATIENCE, Partner, QUIET, Question, broken};
use crate::positions::{Sort, find};
use crate::transcript::Transcript;
use crate::trouble::{Kind, Trouble};

/// Positions of all kinds together, whichever kinds the rules have.
const POSITIONS: usize = 240;

/// The bot on the bench.
pub(crate) struct Bench<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) spec: &'a BotSpec,
    pub(crate) transcript: Rc<RefCell<Transcript>>,
    partner: Option<Partner>,
    /// Positions of every kind, once they are needed.
    positions: HashMap<Sort, Vec<Position>>,
    pub(crate) facts: Facts,
    pub(crate) own_files: OwnFiles,
    /// Set when the bot does not come as far as its first `hello`.
    pub(crate) no_start: Option<NoStart>,
}

/// A bot that does not come as far as its first `hello`.
pub(crate) struct NoStart {
    pub(crate) error: StartError,
    /// The same, for the report.
    pub(crate) trouble: Trouble,
}

/// What is known of the bot.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Its first line that is a message.
    pub(crate) hello_line: Option<Vec<u8>>,
    /// Shortest time from the start of a process to its answer to `hello`.
    pub(crate) start_time: Option<Duration>,
    /// Whether it answered the `ping` after `hello` in time; `None` until it was asked.
    pub(crate) answers_ping: Option<bool>,
    /// Whether it stayed when it was told to quit.
    pub(crate) ignores_quit: bool,
    /// The first stray line there was.
    pub(crate) stray: Option<String>,
    /// The most noise of one game.
    pub(crate) noisiest: (u32, usize),
    /// The most memory, processes and threads, and bytes on stderr, of one process.
    pub(crate) peak_memory_bytes: u64,
    pub(crate) processes: usize,
    pub(crate) threads: usize,
    pub(crate) stderr_bytes: usize,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(settings: &'a Settings, spec: &'a BotSpec) -> Bench<'a> {
        Bench {
            settings,
            spec,
            transcript: Rc::default(),
            partner: None,
            positions: HashMap::new(),
            facts: Facts::default(),
            own_files: OwnFiles::note(settings, spec),
            no_start: None,
        }
    }

    pub(crate) fn rules(&self) -> &'a Rules {
        &self.settings.rules
    }

    /// Returns positions of a kind, its share of [`POSITIONS`], or fewer.
    pub(crate) fn positions(&mut self, sort: Sort) -> Vec<Position> {
        if self.positions.is_empty() {
            // The search takes a while on a busy machine, and no bot is to wait for it.
            self.dismiss();
            let rules = self.rules();
            let found = |sort| (sort, find(rules, sort, Sort::share(rules, POSITIONS)));
            self.positions = Sort::ALL.into_iter().map(found).collect();
        }
        self.positions[&sort].clone()
    }

    /// Ends the process; the next one who needs one starts another.
    pub(crate) fn dismiss(&mut self) {
        self.note_facts();
        self.partner = None;
    }

    /// Takes note of what the process used and said so far.
    pub(crate) fn note_facts(&mut self) {
        let Some(partner) = &self.partner else { return };
        let usage = partner.talk.usage();
        let noise = &partner.noise;
        let facts = &mut self.facts;
        facts.peak_memory_bytes = facts.peak_memory_bytes.max(usage.peak_memory_bytes);
        facts.processes = facts.processes.max(usage.processes);
        facts.threads = facts.threads.max(usage.threads);
        facts.stderr_bytes = facts.stderr_bytes.max(partner.talk.stderr().len());
        facts.noisiest = facts.noisiest.max((noise.lines, noise.bytes));
        if facts.stray.is_none() {
            facts.stray.clone_from(&noise.first_stray);
        }
    }

    /// Returns the process, started if need be; nothing may have been said to it.
    pub(crate) fn raw(&mut self) -> Result<&mut Partner, Trouble> {
        if self.partner.is_none() {
            self.partner = Some(self.another(self.spec)?);
        }
        Ok(self.partner.as_mut().expect("it was started"))
    }

    /// Starts one more process.
    pub(crate) fn another(&mut self, spec: &BotSpec) -> Result<Partner, Trouble> {
        Partner::start(self.settings, spec, self.transcript.clone()).map_err(|error| {
            let trouble = match &error {
                StartError::Host { detail } => Trouble::Host(detail.clone()),
                StartError::Bot { detail, .. } => {
                    let reason = format!("it cannot be started: {detail}");
                    Trouble::fault(Kind::NoStart, reason).hint(hint::NO_START)
                }
            };
            self.note_no_start(error, &trouble);
            trouble
        })
    }

    fn note_no_start(&mut self, error: StartError, trouble: &Trouble) {
        if self.facts.hello_line.is_none() {
            self.no_start.get_or_insert_with(|| NoStart { error, trouble: trouble.clone() });
        }
    }

    /// Makes a fault of a process that ended before it was greeted.
    pub(crate) fn ended_ungreeted(&mut self, ended: Ended) -> Trouble {
        let mut partner = self.partner.take().expect("it was heard to end");
        let trouble = partner.gone(ended);
        self.no_hello(&mut partner, trouble)
    }

    /// Returns the process, ready to play.
    pub(crate) fn ready(&mut self) -> Result<&mut Partner, Trouble> {
        self.raw()?;
        let mut partner = self.partner.take().expect("it was started");
        let greeted = match (partner.greeted, partner.agreed) {
            (false, _) => self.greet(&mut partner),
            (true, false) => {
                let line = self.facts.hello_line.clone().unwrap_or_default();
                self.agree(&mut partner, &line)
            }
            (true, true) => Ok(()),
        };
        // Kept when it failed too: its lines and stderr are facts.
        self.partner = Some(partner);
        greeted?;
        Ok(self.partner.as_mut().expect("it was put back"))
    }

    /// Greets a process: `hello`, then one `ping`.
    pub(crate) fn greet(&mut self, partner: &mut Partner) -> Result<(), Trouble> {
        let (hello, _) = message::hello(self.rules(), self.settings.hello_limit);
        self.greet_with(partner, &hello)
    }

    /// As [`Bench::greet`], with another form of `hello`.
    pub(crate) fn greet_with(&mut self, partner: &mut Partner, hello: &str) -> Result<(), Trouble> {
        let line = self.hello_answer(partner, hello)?;
        self.agree(partner, &line)
    }

    /// Keeps to what its `hello` says, and sends the first `ping`.
    fn agree(&mut self, partner: &mut Partner, hello: &[u8]) -> Result<(), Trouble> {
        partner.agreed = true;
        let hello = read_hello(hello)?;
        let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
        partner.declines_legal = has(&hello.decline, "legal");
        partner.wants_moves = has(&hello.want, "moves");
        if self.facts.answers_ping == Some(false) {
            return Ok(());
        }
        partner.pings = true;
        match partner.ping(limits::FIRST_PONG) {
            Ok(()) => self.facts.answers_ping = Some(true),
            Err(Trouble::Fault(fault)) if fault.kind == Kind::Silent => {
                // Ready all the same, and never pinged again (C8).
                partner.pings = false;
                self.facts.answers_ping.get_or_insert(false);
            }
            Err(trouble) => return Err(trouble.when("the first ping")),
        }
        Ok(())
    }

    /// Sends `hello` and returns the line that came for it, whatever it is.
    pub(crate) fn hello_answer(
        &mut self,
        partner: &mut Partner,
        hello: &str,
    ) -> Result<Vec<u8>, Trouble> {
        let limit = self.settings.hello_limit;
        let sent = partner.send(hello);
        let heard = sent.and_then(|()| partner.hear_message(limit));
        let line = match heard {
            Ok(line) => line,
            Err(trouble) => return Err(self.no_hello(partner, trouble)),
        };
        if let Ok(BotLine::Message(FromBot::Move(_) | FromBot::Pong { .. })) = read_line(&line) {
            let reason = "it sent another message before it answered `hello`";
            return Err(Trouble::fault(Kind::Unasked, reason));
        }
        partner.greeted = true;
        // The first process was left alone for a while before it was greeted.
        let time = partner.started.elapsed();
        self.facts.start_time = Some(self.facts.start_time.map_or(time, |known| known.min(time)));
        if self.facts.hello_line.is_none() {
            self.facts.hello_line = Some(line.clone());
        }
        Ok(line)
    }

    /// Finds out more about a bot that does not answer `hello`.
    fn no_hello(&mut self, partner: &mut Partner, trouble: Trouble) -> Trouble {
        match &trouble {
            Trouble::Fault(fault) if fault.kind == Kind::Gone => {
                let mut fault = fault.clone();
                if let Some(why) = script_fault(self.spec) {
                    fault.reason += &format!("; {why}");
                }
                let detail = fault.reason.clone();
                let stderr = last_lines(&partner.talk.stderr());
                let trouble = Trouble::Fault(fault);
                self.note_no_start(StartError::Bot { detail, stderr }, &trouble);
                trouble
            }
            Trouble::Fault(fault) if fault.kind == Kind::Silent => late_at_eof(partner, trouble),
            _ => trouble,
        }
    }

    /// Returns the first answer to `hello`, read.
    pub(crate) fn hello(&mut self) -> Result<BotHello, Trouble> {
        if self.facts.hello_line.is_none() {
            self.raw()?;
            let mut partner = self.partner.take().expect("it was started");
            let (hello, _) = message::hello(self.rules(), self.settings.hello_limit);
            let answered = self.hello_answer(&mut partner, &hello);
            self.partner = Some(partner);
            answered?;
        }
        read_hello(self.facts.hello_line.as_deref().unwrap_or_default())
    }

    /// Makes a control experiment with a new process, of which the report shows nothing.
    pub(crate) fn control(
        &mut self,
        tried: impl FnOnce(&mut Bench<'a>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let lines = std::mem::take(&mut *self.transcript.borrow_mut());
        self.dismiss();
        let tried = tried(self);
        self.dismiss();
        *self.transcript.borrow_mut() = lines;
        tried
    }

    /// Plays what every bot can play: does this go wrong too?
    pub(crate) fn plain_game(&mut self) -> Result<(), Trouble> {
        let rules = self.rules();
        let (partner, go) = self.game(message::move_time(100))?;
        partner.ask(&Question::new(rules, &Position::START, go))?;
        partner.quiet(QUIET)
    }

    /// Asks for a move in a position, in a game of its own.
    pub(crate) fn ask_alone(
        &mut self,
        position: &Position,
        time: Time,
    ) -> Result<Option<Pit>, Trouble> {
        let rules = self.rules();
        let partner = self.ready()?;
        let game = partner.take_game();
        partner.begin(&message::new_game(&game, position.turn(), time))?;
        let go = partner.go(&game, rules, position, time);
        let pit = partner.ask(&Question::new(rules, position, go))?;
        let opponent = position.turn().opponent();
        partner.over(&message::resigned(&game, opponent, position.stores()))?;
        Ok(pit)
    }

    /// Begins a game with a `go` in the start position that is not sent yet.
    pub(crate) fn game(&mut self, time: Time) -> Result<(&mut Partner, Go), Trouble> {
        let rules = self.rules();
        let partner = self.ready()?;
        let game = partner.take_game();
        partner.begin(&message::new_game(&game, Position::START.turn(), time))?;
        let go = partner.go(&game, rules, &Position::START, time);
        Ok((partner, go))
    }
}

fn read_hello(line: &[u8]) -> Result<BotHello, Trouble> {
    match read_line(line) {
        Ok(BotLine::Message(FromBot::Hello(hello))) => Ok(hello),
        Ok(_) => Err(Trouble::fault(Kind::WrongAnswer, "it answered `hello` with another message")
            .hint("answer `hello` with {\"type\":\"hello\",\"id\":…,\"protocol\":1,\"name\":…}")),
        Err(bad) => Err(broken(bad, line)),
    }
}

/// A line that comes when the input ends was held back in a buffer, or the bot waited for
/// that end.
pub(crate) fn late_at_eof(partner: &mut Partner, trouble: Trouble) -> Trouble {
    let newline = matches!(&trouble, Trouble::Fault(fault) if fault.hint.is_some());
    if newline {
        return trouble;
    }
    let memory = partner.talk.usage().peak_memory_bytes;
    let trouble = match memory {
        ..LARGE_MEMORY_BYTES => trouble,
        _ => trouble.and(&format!("it used {} MiB of memory by then", memory >> 20)),
    };
    // Some tell there what keeps them, and what part of them has crashed.
    partner.note_stderr();
    partner.note("its stdin was closed, to see what it holds back");
    partner.talk.close_stdin();
    let deadline = Instant::now() + PATIENCE;
    match partner.hear_message(deadline.saturating_duration_since(Instant::now())) {
        Ok(_) => trouble.hint(hint::FLUSH),
        Err(_) => match partner.talk.ended(Duration::ZERO) {
            // Not the end of its input ended it: it was still at work.
            Some(ended) if !matches!(ended, Ended::Exited(_)) => partner.gone(ended),
            _ => trouble.hint(hint::NO_ANSWER),
        },
    }
}

/// A silent bot with so much memory may be silent because of it.
const LARGE_MEMORY_BYTES: u64 = 1 << 30;
