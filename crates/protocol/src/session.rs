//! What is remembered of one bot process from line to line and game to game.

use crate::from_bot::{BotHello, quote_line};
use crate::limits;

/// A bot process that has answered `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// How the bot introduced itself; control characters gone, cut to 64 characters.
    pub name: String,
    /// Its author, as it says.
    pub author: Option<String>,
    /// Its version, as it says.
    pub version: Option<String>,
    pub(crate) wants_moves: bool,
    pub(crate) declines_legal: bool,
    /// Whether it answered the `ping` after `hello`.
    pub(crate) answers_ping: bool,
    next_id: u64,
    /// Ids of the first and the last `go` this process was sent.
    asked: Option<(u64, u64)>,
    /// Games this process was told about.
    pub(crate) games: u64,
}

impl Session {
    pub(crate) fn new(hello: &BotHello, next_id: u64) -> Session {
        let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
        Session {
            name: presentable(&hello.name),
            author: hello.author.as_deref().map(presentable),
            version: hello.version.as_deref().map(presentable),
            wants_moves: has(&hello.want, "moves"),
            declines_legal: has(&hello.decline, "legal"),
            answers_ping: false,
            next_id,
            asked: None,
            games: 0,
        }
    }

    /// Returns the session of somebody who is no process: who moves by hand is asked for
    /// moves, and for no sign of life before.
    #[must_use]
    pub fn of_person(name: &str) -> Session {
        Session {
            name: presentable(name),
            author: None,
            version: None,
            wants_moves: false,
            declines_legal: false,
            answers_ping: false,
            next_id: 1,
            asked: None,
            games: 0,
        }
    }

    /// Returns a fresh id; ids rise as long as the process lives.
    pub(crate) fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Returns a fresh id for a `go`.
    pub(crate) fn take_go_id(&mut self) -> u64 {
        let id = self.take_id();
        self.asked = Some((self.asked.map_or(id, |(first, _)| first), id));
        id
    }

    /// Whether an id may be that of a `go`, so that its answer was sent twice.
    pub(crate) fn was_asked(&self, id: u64) -> bool {
        self.asked.is_some_and(|(first, last)| (first..=last).contains(&id))
    }
}

fn presentable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(limits::NAME_CHARS).collect()
}

/// What a bot has sent besides answers, in one game or before the first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Noise {
    lines: u32,
    bytes: usize,
}

impl Noise {
    /// Counts a line; says so when that is more than a bot may send.
    pub(crate) fn count(&mut self, line: &[u8]) -> Result<(), String> {
        self.lines += 1;
        self.bytes += line.len() + 1;
        if self.lines >= limits::STRAY_LINES {
            Err(format!(
                "{} lines that answer nothing, {} allowed",
                self.lines,
                limits::STRAY_LINES - 1
            ))
        } else if self.bytes >= limits::STRAY_BYTES {
            Err(format!(
                "{} bytes that answer nothing, {} allowed",
                self.bytes,
                limits::STRAY_BYTES - 1
            ))
        } else {
            Ok(())
        }
    }
}

/// The lines of a bot, since it was asked, that may have been meant as the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct NoAnswers {
    lines: u32,
    /// The last of them, quoted.
    last: String,
}

impl NoAnswers {
    /// Takes note of a line.
    pub(crate) fn note(&mut self, line: &[u8]) {
        self.lines += 1;
        self.last = quote_line(line);
    }

    /// Returns what is added to the sentence about a bot that is late.
    pub(crate) fn told(&self) -> String {
        let came = match self.lines {
            0 => return String::new(),
            1 => "1 line that is no answer came: ".to_owned(),
            lines => format!("{lines} lines that are no answer came, the last: "),
        };
        format!("; {came}{}", self.last)
    }
}
