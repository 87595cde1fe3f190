//! The first words with a new process: `hello`, then one `ping`.
//!
//! ```text
//!            hello sent              hello read, ping sent        pong or error read,
//!  Created ────────────► Greeting ──────────────────────► Probing ─────────────────► ready
//!                          │ late, wrong version,            │ 1 s, silent: ready too,
//!                          ▼ garbage, gone                   └─► but never pinged again
//!                        failed
//! ```

use std::time::Duration;

use ayo_rules::{OptionValue, Rules, Sowing};
use serde_json::{Map, Value};

use crate::from_bot::{BotHello, BotLine, FromBot, quote_line, read_line};
use crate::limits;
use crate::session::{NoAnswers, Noise, Session};
use crate::to_bot::{Hello, HelloLimits, ToBot};
use crate::{Ended, seconds};

/// The greeting of one process, fed with lines and times since the process was started.
#[derive(Debug)]
pub struct Greeting {
    hello_limit: Duration,
    stage: Stage,
    noise: Noise,
    /// Lines that may have been meant as `hello`.
    no_answers: NoAnswers,
    outbox: Option<ToBot>,
    first_line: bool,
    /// Since when a pipe is closed, and the sentence about it.
    closed: Option<(Duration, &'static str)>,
}

#[derive(Debug)]
enum Stage {
    Greeting { since: Option<Duration> },
    Probing { session: Session, ping: u64, since: Option<Duration> },
    Done(Result<Session, StartFault>),
}

/// Why a process did not become a bot that can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartFault {
    /// A sentence with the limit and the measured value.
    pub detail: String,
    /// Whether the time ran out without one line from the bot.
    pub silent: bool,
}

const HELLO_ID: u64 = 1;

impl Greeting {
    /// Begins a greeting; `hello_limit` is the time to answer.
    #[must_use]
    pub fn new(rules: &Rules, hello_limit: Duration) -> Greeting {
        let hello = Hello {
            id: HELLO_ID,
            protocol: limits::PROTOCOL_VERSION,
            referee: concat!("ayo/", env!("CARGO_PKG_VERSION")).to_owned(),
            game: game_name(rules).to_owned(),
            rules: rule_members(rules),
            limits: HelloLimits {
                line_bytes: limits::BOT_LINE_BYTES as u64,
                hello_ms: hello_limit.as_millis() as u64,
            },
        };
        Greeting {
            hello_limit,
            stage: Stage::Greeting { since: None },
            noise: Noise::default(),
            no_answers: NoAnswers::default(),
            outbox: Some(ToBot::Hello(hello)),
            first_line: true,
            closed: None,
        }
    }

    /// Returns the next line to write, if there is one.
    pub fn poll(&mut self) -> Option<Vec<u8>> {
        self.outbox.take().map(|message| message.to_line())
    }

    /// Takes note that the line is written: the time for the answer begins.
    pub fn sent(&mut self, now: Duration) {
        match &mut self.stage {
            Stage::Greeting { since } | Stage::Probing { since, .. } => *since = Some(now),
            Stage::Done(_) => {}
        }
    }

    /// Returns when [`Greeting::time`] must be called at the latest.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let answer = match &self.stage {
            Stage::Greeting { since } => since.map(|since| since + self.hello_limit),
            Stage::Probing { since, .. } => since.map(|since| since + limits::FIRST_PONG),
            Stage::Done(_) => return None,
        };
        let exit = self.closed.map(|(since, _)| since + limits::EXIT);
        answer.into_iter().chain(exit).min()
    }

    /// Takes a line, without its newline.
    pub fn line(&mut self, line: &[u8], now: Duration) {
        self.time(now);
        // Some runtimes begin their output with a byte order mark.
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if self.first_line => rest,
            _ => line,
        };
        self.first_line = false;
        match &mut self.stage {
            Stage::Done(_) => {}
            Stage::Greeting { .. } => self.greeting_line(line),
            Stage::Probing { .. } => self.probing_line(line),
        }
    }

    fn greeting_line(&mut self, line: &[u8]) {
        match read_line(line) {
            // A bot may complain about a word it does not know, and still know `hello`.
            Ok(
                BotLine::Stray | BotLine::Message(FromBot::Unknown { .. } | FromBot::Error { .. }),
            ) => {
                self.no_answers.note(line);
                self.count(line);
            }
            Ok(BotLine::Empty | BotLine::Message(FromBot::Log { .. })) => self.count(line),
            Ok(BotLine::Message(FromBot::Hello(hello))) => self.hello(&hello),
            Ok(BotLine::Message(_)) => self.fail(format!(
                "sent something else before it answered `hello`: {}",
                quote_line(line)
            )),
            Err(bad) => self.fail(format!(
                "answered `hello` with a broken line ({}: {}): {}",
                bad.code,
                bad.message,
                quote_line(line)
            )),
        }
    }

    fn hello(&mut self, hello: &BotHello) {
        if hello.id != HELLO_ID {
            let id = hello.id;
            return self.fail(format!("answered `hello` with id {id}, the request was {HELLO_ID}"));
        }
        if hello.protocol != limits::PROTOCOL_VERSION {
            return self.fail(format!(
                "speaks protocol version {}, this referee speaks {}",
                hello.protocol,
                limits::PROTOCOL_VERSION
            ));
        }
        let ping = HELLO_ID + 1;
        self.outbox = Some(ToBot::Ping { id: ping });
        let session = Session::new(hello, ping + 1);
        self.stage = Stage::Probing { session, ping, since: None };
    }

    fn probing_line(&mut self, line: &[u8]) {
        let Stage::Probing { session, ping, .. } = &mut self.stage else { return };
        let answers = match read_line(line) {
            Ok(BotLine::Message(FromBot::Pong { id })) => id == *ping,
            Ok(BotLine::Message(FromBot::Error { id, .. })) => id == Some(*ping),
            Ok(_) => false,
            Err(bad) => {
                return self.fail(format!(
                    "answered `ping` with a broken line ({}: {}): {}",
                    bad.code,
                    bad.message,
                    quote_line(line)
                ));
            }
        };
        if answers {
            session.answers_ping = true;
            self.stage = Stage::Done(Ok(session.clone()));
        } else {
            self.count(line);
        }
    }

    /// Takes note of a line that grew over the limit before its newline came.
    pub fn line_too_long(&mut self, now: Duration) {
        self.time(now);
        self.fail(format!("sent a line of more than {} bytes", limits::BOT_LINE_BYTES));
    }

    /// Takes note that the process closed its stdout.
    pub fn stdout_closed(&mut self, now: Duration) {
        self.closed(now, "closed its stdout before it could play");
    }

    /// Takes note that the process closed its stdin, or does not read it.
    pub fn stdin_closed(&mut self, now: Duration) {
        self.closed(now, "does not read its stdin");
    }

    /// The exit status says more than the pipe that closed with it, so it has a moment to come.
    fn closed(&mut self, now: Duration, detail: &'static str) {
        self.time(now);
        self.closed.get_or_insert((now, detail));
    }

    /// Takes note that the process ended; every line it wrote must have been fed before.
    pub fn ended(&mut self, ended: Ended, now: Duration) {
        self.time(now);
        self.fail(format!("{ended} before it could play"));
    }

    /// Takes note of the time.
    pub fn time(&mut self, now: Duration) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        if let Some((_, detail)) = self.closed {
            return self.fail(detail.to_owned());
        }
        match &mut self.stage {
            // The bot said hello, so it can play; it is not held to answer a
            // question that only serves its own clock.
            Stage::Probing { session, .. } => self.stage = Stage::Done(Ok(session.clone())),
            _ => {
                let limit = seconds(self.hello_limit);
                let told = self.no_answers.told();
                let detail = format!("did not answer `hello` within {limit}{told}");
                let silent = self.first_line;
                self.stage = Stage::Done(Err(StartFault { detail, silent }));
            }
        }
    }

    /// Returns how the greeting ended, once it has.
    #[must_use]
    pub fn result(&self) -> Option<&Result<Session, StartFault>> {
        match &self.stage {
            Stage::Done(result) => Some(result),
            _ => None,
        }
    }

    fn count(&mut self, line: &[u8]) {
        if let Err(flood) = self.noise.count(line) {
            self.fail(format!("flooded its stdout: {flood}"));
        }
    }

    fn fail(&mut self, detail: String) {
        if !matches!(self.stage, Stage::Done(_)) {
            self.stage = Stage::Done(Err(StartFault { detail, silent: false }));
        }
    }
}

fn game_name(rules: &Rules) -> &'static str {
    match rules.sowing {
        Sowing::Relay => "ayoayo",
        Sowing::Single => "oware",
    }
}

fn rule_members(rules: &Rules) -> Map<String, Value> {
    rules
        .options()
        .into_iter()
        .map(|(name, value)| {
            let value = match value {
                OptionValue::Word(word) => Value::from(word),
                OptionValue::Flag(flag) => Value::from(flag),
                OptionValue::Count(count) => Value::from(count),
            };
            (name.to_owned(), value)
        })
        .collect()
}
