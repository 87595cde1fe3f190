//! A conversation with one bot process, line by line, for whoever examines bots.
//!
//! What it deliberately does not do: it greets nobody and understands nothing. It
//! hands on what was written, when it came, and how the process ended.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ayo_protocol::Ended;
use tokio::runtime::Runtime;

use crate::bot::{Bot, Happened};
use crate::lines::Next;
use crate::run::{Settings, runtime, starter};
use crate::spec::BotSpec;
use crate::start::StartError;
use crate::usage::Usage;

/// A bot process and the pipes to it. It is killed, with all it started, when this is dropped.
#[derive(Debug)]
pub struct Talk {
    runtime: Runtime,
    /// Always there, until the drop takes it.
    bot: Option<Bot>,
    heard: VecDeque<Heard>,
    stdin_closed: bool,
    stdout_closed: bool,
    ended: Option<Ended>,
}

/// What came from a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// A line that is over the limit; its first bytes. What follows of it comes as lines.
    TooLong(Vec<u8>),
    /// Nothing until the time was over; so many bytes wait for their newline.
    Silent {
        /// Bytes without a newline.
        unfinished: usize,
    },
    /// It closed its stdout, and lives.
    Closed,
    /// It ended; every line was heard before.
    Ended(Ended),
}

/// What became of bytes that were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// They are in the pipe.
    Written,
    /// The pipe was full until the time was over.
    Blocked,
    /// The bot closed its stdin, or is gone.
    Closed,
}

/// Lines that are kept for a reader who does not come; more are dropped.
const KEPT_LINES: usize = 4_096;
/// A process ends so soon after it has closed its stdout, when that is why it was closed.
const END_LIMIT: Duration = Duration::from_millis(200);

impl Talk {
    /// Starts a process of the bot, as for a game, and says nothing to it.
    ///
    /// # Errors
    /// Says why it does not start.
    pub fn start(settings: &Settings, bot: &BotSpec) -> Result<Talk, StartError> {
        let host = |error: std::io::Error| StartError::Host { detail: error.to_string() };
        let runtime = runtime().map_err(host)?;
        let starter = starter(settings).map_err(host)?;
        let bot = runtime.block_on(starter.spawn(bot))?;
        Ok(Talk {
            runtime,
            bot: Some(bot),
            heard: VecDeque::new(),
            stdin_closed: false,
            stdout_closed: false,
            ended: None,
        })
    }

    /// Writes bytes as they are; waits no longer than the limit for the pipe to take them.
    pub fn send(&mut self, bytes: &[u8], limit: Duration) -> Sent {
        if self.stdin_closed || self.ended.is_some() {
            return Sent::Closed;
        }
        let bot = self.bot();
        bot.queue(bytes);
        if bot.write_at_once() {
            return Sent::Written;
        }
        let deadline = Instant::now() + limit;
        while self.wait(deadline) {
            if self.stdin_closed || self.ended.is_some() {
                return Sent::Closed;
            }
            if self.bot().has_written() {
                return Sent::Written;
            }
        }
        Sent::Blocked
    }

    /// Returns the next thing that comes from the bot, after the limit that nothing came.
    pub fn hear(&mut self, limit: Duration) -> Heard {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(heard) = self.heard.pop_front() {
                return heard;
            }
            if let Some(ended) = self.ended {
                return Heard::Ended(ended);
            }
            if self.stdout_closed {
                let soon = deadline.min(Instant::now() + END_LIMIT);
                while self.ended.is_none() && self.wait(soon) {}
                return self.ended.map_or(Heard::Closed, Heard::Ended);
            }
            if !self.wait(deadline) {
                return Heard::Silent { unfinished: self.bot().unfinished() };
            }
        }
    }

    /// Waits for the end of the process; what it writes until then can still be heard.
    pub fn ended(&mut self, limit: Duration) -> Option<Ended> {
        let deadline = Instant::now() + limit;
        while self.ended.is_none() && self.wait(deadline) {}
        self.ended
    }

    /// Ends the input of the bot.
    pub fn close_stdin(&mut self) {
        self.stdin_closed = true;
        self.bot().close_stdin();
    }

    /// Sends SIGTERM to the bot and everything it started.
    pub fn terminate(&mut self) {
        self.bot().terminate();
    }

    /// Returns the last 64 KiB it wrote to its stderr.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.bot.as_ref().map(|bot| bot.stderr.text()).unwrap_or_default()
    }

    /// Returns what the bot and everything it started use.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.bot.as_ref().map(|bot| Usage::of_descendants(bot.stage())).unwrap_or_default()
    }

    fn bot(&mut self) -> &mut Bot {
        self.bot.as_mut().expect("only the drop takes the bot")
    }

    /// Waits until something happens, and takes note of it; `false` when the time is over.
    fn wait(&mut self, deadline: Instant) -> bool {
        let Talk { runtime, bot, .. } = self;
        let bot = bot.as_mut().expect("only the drop takes the bot");
        let happened = runtime.block_on(async {
            let happens = std::future::poll_fn(|context| bot.poll_happened(context));
            tokio::time::timeout_at(deadline.into(), happens).await.ok()
        });
        match happened {
            None => return false,
            Some(Happened::Lines) => self.take_lines(),
            Some(Happened::Written) => {}
            Some(Happened::StdinClosed) => self.stdin_closed = true,
            Some(Happened::StdoutClosed) => self.stdout_closed = true,
            Some(Happened::Ended(ended)) => {
                self.ended = Some(ended);
                // Why it ended is in its last lines.
                runtime.block_on(bot.drain_stderr());
            }
        }
        true
    }

    fn take_lines(&mut self) {
        let Talk { bot, heard, .. } = self;
        let bot = bot.as_mut().expect("only the drop takes the bot");
        loop {
            let next = match bot.next_line() {
                Next::Line(line) => Heard::Line(line.to_vec()),
                Next::TooLong(start) => Heard::TooLong(start.to_vec()),
                Next::More => return,
            };
            if heard.len() < KEPT_LINES {
                heard.push_back(next);
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        if let Some(bot) = self.bot.take() {
            self.runtime.block_on(bot.destroy());
        }
    }
}
