//! One process of the bot, spoken to as the referee speaks.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ayo_protocol::{
    BadLine, BotLine, BotMove, Code, Ended, FromBot, GameOver, Go, NewGame, Time, ToBot, limits,
    quote_line, read_line,
};
use ayo_referee::{BotSpec, Heard, Sent, Settings, StartError, Talk};
use ayo_rules::{Pit, Position, Rules};

use crate::asked::{self, Asked};
use crate::hint;
use crate::message;
use crate::transcript::{Direction, Transcript};
use crate::trouble::{Kind, Trouble};

/// Time for an answer where speed is not the matter: far beyond every limit that was named.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// How long is listened for what should not come.
pub(crate) const QUIET: Duration = Duration::from_millis(100);
/// How many lines of stderr go into a transcript.
const STDERR_LINES: usize = 4;

/// A process of the bot.
pub(crate) struct Partner {
    pub(crate) talk: Talk,
    pub(crate) transcript: Rc<RefCell<Transcript>>,
    /// Whether it has answered `hello`.
    pub(crate) greeted: bool,
    /// Whether what its `hello` says is kept to, and its first `ping` was sent.
    pub(crate) agreed: bool,
    /// Whether it may be pinged before a game.
    pub(crate) pings: bool,
    /// Whether it does without `legal`.
    pub(crate) declines_legal: bool,
    /// Whether it gets the moves so far.
    pub(crate) wants_moves: bool,
    /// How much it has said that answers nothing: lines and bytes since the game began.
    pub(crate) noise: Noise,
    /// When it was started.
    pub(crate) started: Instant,
    next_id: u64,
    /// Ids it was sent that are not in their order.
    pub(crate) other_ids: Vec<u64>,
    first_line: bool,
    games: u32,
    /// What it was sent last.
    pub(crate) asked: Asked,
}

/// What a process said that answers nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noise {
    pub(crate) lines: u32,
    pub(crate) bytes: usize,
    /// The first stray line, since the process was started.
    pub(crate) first_stray: Option<String>,
}

/// What is asked of the bot in a position.
pub(crate) struct Question<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) position: &'a Position,
    pub(crate) go: Go,
}

impl Partner {
    pub(crate) fn start(
        settings: &Settings,
        spec: &BotSpec,
        transcript: Rc<RefCell<Transcript>>,
    ) -> Result<Partner, StartError> {
        let started = Instant::now();
        let talk = Talk::start(settings, spec)?;
        Ok(Partner {
            talk,
            transcript,
            greeted: false,
            agreed: false,
            pings: false,
            declines_legal: false,
            wants_moves: false,
            noise: Noise::default(),
            started,
            next_id: 2,
            other_ids: Vec::new(),
            first_line: true,
            games: 0,
            asked: Asked::default(),
        })
    }

    pub(crate) fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Takes a name for the next game.
    pub(crate) fn take_game(&mut self) -> String {
        self.games += 1;
        format!("v-{}", self.games)
    }

    /// Returns a `go` with the next id, with the members the bot asked for.
    pub(crate) fn go(&mut self, game: &str, rules: &Rules, position: &Position, time: Time) -> Go {
        let go = message::go(self.take_id(), game, rules, position, time);
        let legal = go.legal.filter(|_| !self.declines_legal);
        let moves = self.wants_moves.then(Vec::new);
        Go { legal, moves, ..go }
    }

    pub(crate) fn note(&self, text: &str) {
        self.transcript.borrow_mut().add(Direction::Note, text.as_bytes());
    }

    /// Sends a line, its newline added.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.send_all(&[line.to_owned()])
    }

    pub(crate) fn send_message(&mut self, message: &ToBot) -> Result<(), Trouble> {
        self.send(&message::line(message))
    }

    /// Sends lines with one write.
    pub(crate) fn send_all(&mut self, lines: &[String]) -> Result<(), Trouble> {
        let mut bytes = Vec::new();
        for line in lines {
            self.transcript.borrow_mut().add(Direction::ToBot, line.as_bytes());
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
        }
        self.send_bytes(&bytes)?;
        lines.iter().for_each(|line| self.asked.sent(line));
        Ok(())
    }

    /// Sends bytes that are in the transcript already.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        match self.talk.send(bytes, limits::WRITE) {
            Sent::Written => Ok(()),
            Sent::Blocked => {
                let reason = "it did not read its stdin for 1 s, and the pipe is full";
                Err(Trouble::fault(Kind::Deaf, reason).hint(hint::NO_ANSWER))
            }
            Sent::Closed => Err(self.closed()),
        }
    }

    fn closed(&mut self) -> Trouble {
        match self.talk.ended(Duration::from_millis(200)) {
            Some(ended) => self.gone(ended),
            None => Trouble::fault(Kind::Deaf, "it closed its stdin"),
        }
    }

    /// Returns the next thing that comes, kept in the transcript.
    pub(crate) fn hear(&mut self, limit: Duration) -> Heard {
        let heard = self.talk.hear(limit);
        match &heard {
            Heard::Line(line) => self.transcript.borrow_mut().add(Direction::FromBot, line),
            Heard::TooLong(start) => self.transcript.borrow_mut().add(Direction::FromBot, start),
            Heard::Silent { .. } => {}
            Heard::Closed => self.note("it closed its stdout"),
            Heard::Ended(ended) => self.note(&format!("it {ended}")),
        }
        match heard {
            // Some runtimes begin their output with a byte order mark.
            Heard::Line(line) if std::mem::take(&mut self.first_line) => {
                Heard::Line(line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line).to_vec())
            }
            heard => heard,
        }
    }

    /// Returns the next line that starts with a brace and is no `log`; counts all others.
    pub(crate) fn hear_message(&mut self, limit: Duration) -> Result<Vec<u8>, Trouble> {
        let deadline = Instant::now() + limit;
        loop {
            match self.hear(deadline.saturating_duration_since(Instant::now())) {
                Heard::Line(line) => match read_line(&line) {
                    Ok(BotLine::Message(
                        FromBot::Log { .. } | FromBot::Unknown { id: None, .. },
                    )) => {
                        self.count(&line)?;
                    }
                    Ok(BotLine::Message(_)) | Err(_) => {
                        self.asked.heard();
                        return Ok(line);
                    }
                    Ok(BotLine::Stray | BotLine::Empty) => self.stray(&line)?,
                },
                Heard::TooLong(start) => {
                    let reason = "line_too_long: a line of 65,536 bytes or more";
                    let fault = Trouble::fault(Kind::Bad(Code::LineTooLong), reason);
                    return Err(match hint::bad_line(Code::LineTooLong, &start) {
                        Some(hint) => fault.hint(hint),
                        None => fault,
                    });
                }
                Heard::Silent { unfinished } => return Err(silent(limit, unfinished)),
                Heard::Closed => {
                    let reason = format!("it closed its stdout {}", self.when());
                    return Err(Trouble::fault(Kind::Gone, reason));
                }
                Heard::Ended(ended) => return Err(self.gone(ended)),
            }
        }
    }

    /// Returns the next message, read.
    pub(crate) fn hear_read(&mut self, limit: Duration) -> Result<(FromBot, Vec<u8>), Trouble> {
        let line = self.hear_message(limit)?;
        match read_line(&line) {
            Ok(BotLine::Message(message)) => Ok((message, line)),
            Ok(_) => unreachable!("only messages are heard"),
            Err(bad) => Err(broken(bad, &line)),
        }
    }

    fn stray(&mut self, line: &[u8]) -> Result<(), Trouble> {
        self.noise.first_stray.get_or_insert_with(|| quote_line(line));
        self.count(line)
    }

    fn count(&mut self, line: &[u8]) -> Result<(), Trouble> {
        self.noise.lines += 1;
        self.noise.bytes += line.len() + 1;
        let Noise { lines, bytes, .. } = self.noise;
        if lines < limits::STRAY_LINES && bytes < limits::STRAY_BYTES {
            return Ok(());
        }
        let reason = format!("{lines} lines of {bytes} bytes in one game that answer nothing");
        Err(Trouble::fault(Kind::Flood, reason).hint(hint::STDOUT_ONLY_MESSAGES))
    }

    /// Takes note of the last lines of its stderr.
    pub(crate) fn note_stderr(&self) {
        let stderr = self.talk.stderr();
        let lines: Vec<&str> = stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
            self.note(&format!("stderr: {line}"));
        }
    }

    pub(crate) fn gone(&mut self, ended: Ended) -> Trouble {
        self.note_stderr();
        let trouble = Trouble::fault(Kind::Gone, asked::told(ended, &self.when()));
        match ended {
            Ended::MemoryLimit { .. } => trouble.hint(hint::MEMORY),
            _ => trouble,
        }
    }

    fn when(&self) -> String {
        // Whether it got as far as to read `hello` nobody knows.
        if self.greeted { self.asked.when() } else { "before it answered `hello`".to_owned() }
    }

    /// Asks a `ping` and waits for its answer; does nothing when it may not be pinged.
    pub(crate) fn ping(&mut self, limit: Duration) -> Result<(), Trouble> {
        if !self.pings {
            return Ok(());
        }
        let id = self.take_id();
        self.send_message(&ToBot::Ping { id })?;
        self.pong(id, limit)
    }

    /// Waits for the answer to a `ping` that was sent.
    pub(crate) fn pong(&mut self, id: u64, limit: Duration) -> Result<(), Trouble> {
        let deadline = Instant::now() + limit;
        let mut other = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = self.hear_read(left);
            let (message, line) = match (heard, other) {
                (Err(Trouble::Fault(fault)), Some(answered)) if fault.kind == Kind::Silent => {
                    return Err(wrong_id(id, answered));
                }
                (heard, _) => heard?,
            };
            match message {
                FromBot::Pong { id: answered } | FromBot::Error { id: Some(answered), .. }
                    if answered == id =>
                {
                    return Ok(());
                }
                FromBot::Pong { id: answered } => {
                    other = Some(answered);
                    self.count(&line)?;
                }
                _ => self.count(&line)?,
            }
        }
    }

    /// Begins a game: `new_game` and, where it may be pinged, a `ping` in one write.
    pub(crate) fn begin(&mut self, game: &NewGame) -> Result<(), Trouble> {
        self.begin_with(message::line(&ToBot::NewGame(game.clone())))
    }

    pub(crate) fn begin_with(&mut self, new_game: String) -> Result<(), Trouble> {
        self.noise.lines = 0;
        self.noise.bytes = 0;
        if !self.pings {
            return self.send(&new_game);
        }
        let id = self.take_id();
        self.send_all(&[new_game, message::line(&ToBot::Ping { id })])?;
        self.pong(id, limits::PONG).map_err(|trouble| trouble.when("before a game"))
    }

    pub(crate) fn over(&mut self, game: &GameOver) -> Result<(), Trouble> {
        self.send_message(&ToBot::GameOver(game.clone()))
    }

    /// Asks for a move and returns it when it is legal; none when the bot resigns, as it may.
    pub(crate) fn ask(&mut self, question: &Question<'_>) -> Result<Option<Pit>, Trouble> {
        let line = message::line(&ToBot::Go(question.go.clone()));
        self.ask_with(question, line, PATIENCE)
    }

    /// As [`Partner::ask`], with another form of the line.
    pub(crate) fn ask_with(
        &mut self,
        question: &Question<'_>,
        line: String,
        limit: Duration,
    ) -> Result<Option<Pit>, Trouble> {
        self.send(&line)?;
        self.answer(question, limit)
    }

    /// Waits for the answer to a `go` that was sent.
    pub(crate) fn answer(
        &mut self,
        question: &Question<'_>,
        limit: Duration,
    ) -> Result<Option<Pit>, Trouble> {
        let Some(chosen) = self.chosen(question.go.id, limit)?.filter(|chosen| !chosen.resign)
        else {
            return Ok(None);
        };
        let number = chosen.pit.unwrap_or(-1);
        let legal = question.rules.legal_moves(question.position);
        let pit = u8::try_from(number).ok().and_then(Pit::new);
        pit.filter(|&pit| legal.contains(pit)).map(Some).ok_or_else(|| {
            let position = question.position;
            let numbers: Vec<String> =
                legal.into_iter().map(|pit| pit.index().to_string()).collect();
            let why = match pit.map(|pit| question.rules.play(position, pit)) {
                Some(Err(illegal)) => illegal.to_string(),
                _ => format!("pit {number} is not on the board"),
            };
            let reason = format!("{why}; legal in {position} were {}", numbers.join(" "));
            Trouble::fault(Kind::IllegalMove, reason).hint(hint::illegal_move(
                number,
                position.turn(),
                legal,
            ))
        })
    }

    /// Waits for a `move` that answers a `go`, by the rules of V6 and V7; none when it is declined.
    pub(crate) fn chosen(&mut self, id: u64, limit: Duration) -> Result<Option<BotMove>, Trouble> {
        let deadline = Instant::now() + limit;
        let mut other = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (message, line) = match (self.hear_read(left), other) {
                (Err(Trouble::Fault(fault)), Some(answered)) if fault.kind == Kind::Silent => {
                    return Err(wrong_id(id, answered));
                }
                (heard, _) => heard?,
            };
            match message {
                FromBot::Move(chosen) => match chosen.id {
                    None => return Ok(Some(chosen)),
                    Some(answered) if answered == id => return Ok(Some(chosen)),
                    // An answer given again; the referee knows them by their ids.
                    Some(answered) if answered > 1 && answered < id && self.repeats(answered) => {
                        other = Some(answered);
                        self.count(&line)?;
                    }
                    Some(answered) => return Err(wrong_id(id, answered)),
                },
                // To decline a `go` is to resign (M11).
                FromBot::Error { id: Some(answered), .. } if answered == id => return Ok(None),
                _ => self.count(&line)?,
            }
        }
    }

    /// Whether an id was given to a request of this process.
    pub(crate) fn repeats(&self, id: u64) -> bool {
        (2..self.next_id).contains(&id) || self.other_ids.contains(&id)
    }

    /// Lets time pass, and what comes with it.
    pub(crate) fn wait(&mut self, limit: Duration) -> Result<(), Trouble> {
        let deadline = Instant::now() + limit;
        loop {
            match self.hear_message(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => self.count(&line)?,
                Err(Trouble::Fault(fault)) if fault.kind == Kind::Silent => return Ok(()),
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Listens for what should not come.
    pub(crate) fn quiet(&mut self, limit: Duration) -> Result<(), Trouble> {
        match self.hear_message(limit) {
            Ok(line) => {
                let reason = format!("it sent a line nobody asked for: {}", quote_line(&line));
                Err(Trouble::fault(Kind::Unasked, reason))
            }
            Err(Trouble::Fault(fault)) if fault.kind == Kind::Silent => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }
}

impl<'a> Question<'a> {
    pub(crate) fn new(rules: &'a Rules, position: &'a Position, go: Go) -> Question<'a> {
        Question { rules, position, go }
    }
}

fn silent(limit: Duration, unfinished: usize) -> Trouble {
    if unfinished > 0 {
        let reason = format!("{unfinished} bytes came, and no newline, in {limit:.1?}");
        return Trouble::fault(Kind::Silent, reason).hint(hint::NEWLINE);
    }
    Trouble::fault(Kind::Silent, format!("no answer in {limit:.1?}"))
}

/// Makes a fault of a line that is no message.
pub(crate) fn broken(bad: BadLine, line: &[u8]) -> Trouble {
    let code = bad.code;
    let trouble = Trouble::bad(bad);
    match hint::bad_line(code, line) {
        Some(hint) => trouble.hint(hint),
        None => trouble,
    }
}

/// Makes a fault of an id that is not the one asked.
pub(crate) fn wrong_id(asked: u64, answered: u64) -> Trouble {
    let reason = format!("it answered id {answered}, the request was {asked}");
    Trouble::fault(Kind::Bad(Code::WrongId), reason).hint(hint::wrong_id(asked, answered))
}
