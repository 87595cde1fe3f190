//! The conversation of one game: fed with who, what and when, it says what to
//! send, when to look again, and in the end who won and why.
//!
//! ```text
//!           new_game (+ ping)            pongs in               move read, legal
//!  begin ──────────────────► Preparing ───────────► Thinking ◄──────────────────┐
//!                                │                     │  └────────────────────►┘
//!                                │ a fault             │ a fault, or the rules end it
//!                                └────────► Over ◄─────┘  error, game_over sent
//! ```
//!
//! Nothing in here waits, reads or writes. Times are durations since the game began.

use std::collections::VecDeque;
use std::time::Duration;

use ayo_record::{GameResult, Reason, Verdict};
use ayo_rules::{Pit, Scoresheet, Side};

use crate::clock::{Clock, TimeControl, seconds};
use crate::ended::EXIT_GRACE;
use crate::from_bot::{BadLine, BotLine, BotMove, Code, FromBot, quote_line, read_line};
use crate::session::{NoAnswers, Noise, Session};
use crate::to_bot::{ErrorMessage, GameOver, Go, NewGame, Time, ToBot};
use crate::{Ended, limits};

/// What a game needs to begin.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Names the game in every message.
    pub game_id: String,
    /// What each side is called, South first.
    pub names: [String; 2],
    /// The opening, played; the game in it must not be over.
    pub sheet: Scoresheet,
    /// The time control, the same for both.
    pub time: TimeControl,
    /// Given to both bots; below 2^53.
    pub seed: u64,
    /// Whether a stall of the host excuses who is late.
    pub stalls: Stalls,
}

/// What a stall of the host means for a bot that is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalls {
    /// The game is void: the time was not the bot's to use.
    Excuse,
    /// Nothing: the game was void often enough, and a bot can make a host stall.
    Ignore,
}

/// What the driver of a game is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Write this line to a bot, then call [`Game::sent`].
    Send(Side, Vec<u8>),
}

/// How a finished game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Why it ended and who is to blame.
    pub verdict: Verdict,
    /// Who won.
    pub result: GameResult,
    /// Seeds counted for each side, South's first.
    pub scores: [u8; 2],
    /// Time used by each side.
    pub used: [Duration; 2],
    /// Slowest move of each side.
    pub slowest: [Duration; 2],
    /// Every move, those of the opening included.
    pub moves: Vec<Pit>,
    /// Time of each move the bots made, in microseconds.
    pub move_us: Vec<u32>,
}

/// One game between two bot processes.
#[derive(Debug)]
pub struct Game {
    setup: Setup,
    players: [Player; 2],
    stage: Stage,
    outbox: VecDeque<Action>,
    move_us: Vec<u32>,
    finished: Option<Finished>,
    /// Who had not answered a `go` yet when the game ended.
    unanswered: Option<Side>,
    /// The longest stall of the host since the last line was written.
    stall: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Preparing,
    Thinking { side: Side, id: u64, sent: Option<Duration> },
    Over,
}

#[derive(Debug)]
struct Player {
    session: Session,
    clock: Clock,
    noise: Noise,
    unsolicited: u32,
    /// Since when a line has been on its way into the pipe.
    writing: Option<Duration>,
    /// A ping that is not answered yet, and since when it has been sent.
    ping: Option<(u64, Option<Duration>)>,
    /// The first sign that the process will not answer any more.
    gone: Option<(Gone, Duration)>,
    /// Bytes of a line that has not ended.
    unfinished: usize,
    /// An earlier request answered again while another one was open.
    stale: Option<u64>,
    /// What came since the last `go` and answers nothing.
    no_answers: NoAnswers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gone {
    StdoutClosed,
    StdinClosed,
    Ended(Ended),
}

/// What happens at a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Write,
    Pong,
    /// A closed pipe was not followed by the end of the process.
    Gone,
    Move,
}

impl Game {
    /// Prepares a game between two processes, South's session first.
    #[must_use]
    pub fn new(setup: Setup, sessions: [Session; 2]) -> Game {
        let players = sessions.map(|session| Player {
            session,
            clock: Clock::new(setup.time),
            noise: Noise::default(),
            unsolicited: 0,
            writing: None,
            ping: None,
            gone: None,
            unfinished: 0,
            stale: None,
            no_answers: NoAnswers::default(),
        });
        Game {
            setup,
            players,
            stage: Stage::Preparing,
            outbox: VecDeque::with_capacity(4),
            move_us: Vec::new(),
            finished: None,
            unanswered: None,
            stall: Duration::ZERO,
        }
    }

    /// Begins: tells both bots about the game, and asks for the first move once they are ready.
    pub fn begin(&mut self, now: Duration) {
        for side in Side::BOTH {
            let new_game = self.new_game(side);
            self.send(side, &ToBot::NewGame(new_game), now);
            let player = &mut self.players[side.index()];
            player.session.games += 1;
            if player.session.answers_ping {
                let id = player.session.take_id();
                player.ping = Some((id, None));
                self.send(side, &ToBot::Ping { id }, now);
            }
        }
        self.go_when_ready(now);
    }

    fn new_game(&self, side: Side) -> NewGame {
        let TimeControl { game, move_limit, .. } = self.setup.time;
        NewGame {
            game_id: self.setup.game_id.clone(),
            you: side.index() as u8,
            opponent: self.setup.names[side.opponent().index()].clone(),
            time: Time {
                base_ms: game.map(|game| millis(game.base)),
                increment_ms: game.map(|game| millis(game.increment)),
                move_ms: move_limit.map(millis),
            },
            seed: self.setup.seed,
        }
    }

    /// Returns the next thing to do, if there is one.
    pub fn poll(&mut self) -> Option<Action> {
        self.outbox.pop_front()
    }

    /// Takes note that every line for a side has been written.
    ///
    /// A move is charged from here.
    pub fn sent(&mut self, side: Side, now: Duration) {
        self.stall = Duration::ZERO;
        let player = &mut self.players[side.index()];
        player.writing = None;
        if let Some((_, since)) = &mut player.ping {
            since.get_or_insert(now);
        }
        if let Stage::Thinking { side: thinker, sent, .. } = &mut self.stage
            && *thinker == side
        {
            sent.get_or_insert(now);
        }
    }

    /// Takes note that the host let the referee itself wait so much longer than asked for.
    pub fn host_stalled(&mut self, stall: Duration) {
        self.stall = self.stall.max(stall);
    }

    /// Takes a line of a bot, without its newline.
    pub fn line(&mut self, side: Side, line: &[u8], now: Duration) {
        self.time(now);
        if self.stage == Stage::Over {
            return;
        }
        self.players[side.index()].unfinished = 0;
        match read_line(line) {
            Ok(BotLine::Message(FromBot::Move(chosen))) => self.chosen(side, chosen, line, now),
            Ok(BotLine::Message(FromBot::Pong { id })) => self.answered(side, id, line, now),
            Ok(BotLine::Message(FromBot::Error { id, code, message })) => {
                let said = [code, message].map(|part| part.trim().to_owned());
                let said = said.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                self.declined(side, id, &said.join(": "), line, now);
            }
            Ok(BotLine::Message(FromBot::Unknown { kind, id: Some(id) })) => {
                let error = ErrorMessage {
                    id: Some(id),
                    code: Code::UnknownType.word().to_owned(),
                    message: format!(
                        "`{}` is no message of this protocol",
                        quote_line(kind.as_bytes())
                    ),
                    line: quote_line(line),
                };
                self.send(side, &ToBot::Error(error), now);
                self.no_answer(side, line, now);
            }
            Ok(BotLine::Empty | BotLine::Message(FromBot::Log { .. })) => {
                self.noise(side, line, now);
            }
            Ok(BotLine::Stray | BotLine::Message(_)) => self.no_answer(side, line, now),
            Err(bad) => self.bad_message(side, &bad, line, now),
        }
    }

    /// Takes note of a line that grew over the limit before its newline came.
    pub fn line_too_long(&mut self, side: Side, start: &[u8], now: Duration) {
        self.time(now);
        let bad = BadLine {
            code: Code::LineTooLong,
            message: format!("more than {} bytes without a newline", limits::BOT_LINE_BYTES),
        };
        self.bad_message(side, &bad, start, now);
    }

    /// Takes note of how many bytes of a line without its newline have come.
    pub fn unfinished(&mut self, side: Side, bytes: usize) {
        self.players[side.index()].unfinished = bytes;
    }

    /// Takes note that a bot closed its stdout; every line before must have been fed.
    pub fn stdout_closed(&mut self, side: Side, now: Duration) {
        self.gone(side, Gone::StdoutClosed, now);
    }

    /// Takes note that a bot closed its stdin.
    pub fn stdin_closed(&mut self, side: Side, now: Duration) {
        self.gone(side, Gone::StdinClosed, now);
    }

    /// Takes note that a process ended; every line it wrote must have been fed before.
    pub fn ended(&mut self, side: Side, ended: Ended, now: Duration) {
        self.gone(side, Gone::Ended(ended), now);
    }

    fn gone(&mut self, side: Side, how: Gone, now: Duration) {
        self.time(now);
        let player = &mut self.players[side.index()];
        match player.gone {
            // The exit status says more than the pipe that closed with it.
            None => player.gone = Some((how, now)),
            Some((Gone::StdoutClosed | Gone::StdinClosed, since))
                if matches!(how, Gone::Ended(_)) =>
            {
                player.gone = Some((how, since));
            }
            Some(_) => {}
        }
        self.blame_gone(side, now);
    }

    /// A bot that is gone loses when something is asked of it, not before: its
    /// last move may have won the game.
    fn blame_gone(&mut self, side: Side, now: Duration) {
        let Some((how, since)) = self.players[side.index()].gone else { return };
        if !self.owes_answer(side) {
            return;
        }
        let ply = self.next_ply();
        if self.stage == Stage::Preparing && self.players[side.index()].session.games > 1 {
            // It went after its last game, not in this one: a new process may play it.
            let settled = matches!(how, Gone::Ended(_)) || now >= since + EXIT_GRACE;
            if settled {
                let name = &self.setup.names[side.index()];
                self.void(format!("`{name}` did not stay from the game before"), now);
            }
            return;
        }
        match how {
            Gone::Ended(ended) => {
                let reason = match ended {
                    Ended::Exited(_) => Reason::Exited,
                    Ended::Signaled(_) => Reason::Signaled,
                    Ended::MemoryLimit => Reason::MemoryLimit,
                    Ended::ProcessLimit => Reason::ProcessLimit,
                };
                self.fault(side, reason, format!("ply {ply}: {ended}"), None, now);
            }
            Gone::StdoutClosed if now >= since + EXIT_GRACE => {
                let detail = format!("ply {ply}: closed its stdout, but did not exit");
                self.fault(side, Reason::StdoutClosed, detail, None, now);
            }
            Gone::StdinClosed if now >= since + EXIT_GRACE => {
                let detail = format!("ply {ply}: closed its stdin, but did not exit");
                self.fault(side, Reason::StdinBlocked, detail, None, now);
            }
            Gone::StdoutClosed | Gone::StdinClosed => {}
        }
    }

    /// Ends the game without a result: it was nobody's fault.
    pub fn void(&mut self, detail: String, now: Duration) {
        let verdict = Verdict { reason: Reason::Void, loser: None, detail };
        self.finish(verdict, GameResult::Void, None, now);
    }

    /// Takes note of the time.
    pub fn time(&mut self, now: Duration) {
        while let Some((deadline, side, due)) = self.next_deadline() {
            if now < deadline || self.stage == Stage::Over {
                return;
            }
            self.overdue(side, due, now);
        }
    }

    /// Returns when [`Game::time`] must be called at the latest.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.next_deadline().map(|(deadline, _, _)| deadline)
    }

    /// Every deadline there is, in one table; the first one counts.
    fn next_deadline(&self) -> Option<(Duration, Side, Due)> {
        if self.stage == Stage::Over {
            return None;
        }
        let of_side = |side: Side| {
            let player = &self.players[side.index()];
            let write = player.writing.map(|since| since + limits::WRITE);
            let pong = player.ping.and_then(|(_, since)| since).map(|since| since + limits::PONG);
            let gone =
                player.gone.filter(|_| self.owes_answer(side)).map(|(_, since)| since + EXIT_GRACE);
            let thinking = match self.stage {
                Stage::Thinking { side: thinker, sent, .. } if thinker == side => {
                    sent.map(|sent| sent + player.clock.last_moment())
                }
                _ => None,
            };
            [(write, Due::Write), (pong, Due::Pong), (gone, Due::Gone), (thinking, Due::Move)]
                .map(|(deadline, due)| deadline.map(|deadline| (deadline, side, due)))
        };
        let [south, north] = Side::BOTH.map(of_side);
        south.into_iter().chain(north).flatten().min_by_key(|&(deadline, _, _)| deadline)
    }

    fn overdue(&mut self, side: Side, due: Due, now: Duration) {
        let ply = self.next_ply();
        // Half of what a bot may be late by: with less, it was late by itself.
        let excuse = match due {
            Due::Write => limits::WRITE / 2,
            Due::Pong => limits::PONG / 2,
            Due::Move => (self.setup.time.margin / 2).max(limits::LEAST_STALL),
            Due::Gone => Duration::MAX,
        };
        if self.setup.stalls == Stalls::Excuse && self.stall >= excuse {
            let name = &self.setup.names[side.index()];
            let stall = seconds(self.stall);
            let detail =
                format!("ply {ply}: the host stalled for {stall} while `{name}` had to answer");
            return self.void(detail, now);
        }
        match due {
            Due::Write => {
                let limit = seconds(limits::WRITE);
                let detail =
                    format!("ply {ply}: did not read its stdin for {limit}, its pipe is full");
                self.fault(side, Reason::StdinBlocked, detail, None, now);
            }
            Due::Pong => {
                let limit = seconds(limits::PONG);
                let detail = format!("did not answer `ping` before the game within {limit}");
                self.fault(side, Reason::Stalled, detail, None, now);
            }
            Due::Gone => self.blame_gone(side, now),
            Due::Move => self.late(side, now),
        }
    }

    fn late(&mut self, side: Side, now: Duration) {
        let Stage::Thinking { sent: Some(sent), id, .. } = self.stage else { return };
        let ply = self.next_ply();
        let player = &mut self.players[side.index()];
        let elapsed = now.saturating_sub(sent);
        let mut detail = format!("ply {ply}: {}", player.clock.overrun(elapsed));
        if player.unfinished > 0 {
            detail += &format!("; {} bytes without a newline are waiting", player.unfinished);
        }
        if let Some(stale) = player.stale {
            detail += &format!("; it answered id {stale} again, the request was {id}");
        }
        detail += &player.no_answers.told();
        player.clock.note(elapsed);
        self.fault(side, Reason::Timeout, detail, None, now);
    }

    fn chosen(&mut self, side: Side, chosen: BotMove, line: &[u8], now: Duration) {
        let open = match self.stage {
            Stage::Thinking { side: thinker, id, sent } if thinker == side => Some((id, sent)),
            _ => None,
        };
        let player = &mut self.players[side.index()];
        let repeated = chosen.id.is_some_and(|id| player.session.was_asked(id));
        match open {
            Some((id, sent)) if chosen.id.is_none_or(|answered| answered == id) => {
                let elapsed = now.saturating_sub(sent.unwrap_or(now));
                self.accept(side, chosen, elapsed, line, now);
            }
            Some(_) if repeated => {
                player.stale = chosen.id;
                self.noise(side, line, now);
            }
            Some((id, _)) => {
                let answered = chosen.id.unwrap_or_default();
                let message = format!("answered id {answered}, the request was {id}");
                self.bad_message(side, &BadLine { code: Code::WrongId, message }, line, now);
            }
            None if repeated => self.noise(side, line, now),
            None => self.unsolicited(side, line, now),
        }
    }

    fn unsolicited(&mut self, side: Side, line: &[u8], now: Duration) {
        let player = &mut self.players[side.index()];
        player.unsolicited += 1;
        if player.unsolicited < limits::UNSOLICITED_MOVES {
            return self.noise(side, line, now);
        }
        let message = format!(
            "{} moves that nobody asked for, {} allowed",
            player.unsolicited,
            limits::UNSOLICITED_MOVES - 1
        );
        self.bad_message(side, &BadLine { code: Code::Unsolicited, message }, line, now);
    }

    /// Plays an answer that came in time.
    fn accept(
        &mut self,
        side: Side,
        chosen: BotMove,
        elapsed: Duration,
        line: &[u8],
        now: Duration,
    ) {
        self.players[side.index()].clock.charge(elapsed);
        self.players[side.index()].stale = None;
        if chosen.resign {
            let detail = format!("resigned at ply {}", self.next_ply());
            return self.fault(side, Reason::Resigned, detail, None, now);
        }
        let number = chosen.pit.unwrap_or(-1);
        let pit = u8::try_from(number).ok().and_then(Pit::new);
        let played = match pit {
            Some(pit) => self.setup.sheet.play(pit).map_err(|illegal| illegal.to_string()),
            None => Err(format!("pit {number} is not on the board (0 to 11)")),
        };
        match played {
            Ok(_) => {
                self.move_us.push(u32::try_from(elapsed.as_micros()).unwrap_or(u32::MAX));
                self.go_when_ready(now);
            }
            Err(why) => {
                let legal: Vec<String> =
                    self.setup.sheet.legal_moves().map(|pit| pit.index().to_string()).collect();
                let detail = format!(
                    "ply {}: {why}; legal in {} were {}",
                    self.next_ply(),
                    self.setup.sheet.position(),
                    legal.join(" ")
                );
                self.fault(side, Reason::IllegalMove, detail, Some((Code::IllegalMove, line)), now);
            }
        }
    }

    fn answered(&mut self, side: Side, id: u64, line: &[u8], now: Duration) {
        let player = &mut self.players[side.index()];
        if player.ping.is_some_and(|(ping, _)| ping == id) {
            player.ping = None;
            self.go_when_ready(now);
        } else {
            self.no_answer(side, line, now);
        }
    }

    fn declined(&mut self, side: Side, id: Option<u64>, why: &str, line: &[u8], now: Duration) {
        let Some(id) = id else { return self.no_answer(side, line, now) };
        match self.stage {
            Stage::Thinking { side: thinker, id: open, .. } if thinker == side && open == id => {
                let why = match why {
                    "" => String::new(),
                    why => format!(" ({})", quote_line(why.as_bytes())),
                };
                let detail = format!("ply {}: declined to move{why}", self.next_ply());
                self.fault(side, Reason::Resigned, detail, None, now);
            }
            _ => self.answered(side, id, line, now),
        }
    }

    /// Notes a line that may have been meant as the answer, and is none.
    fn no_answer(&mut self, side: Side, line: &[u8], now: Duration) {
        if self.thinking() == Some(side) {
            self.players[side.index()].no_answers.note(line);
        }
        self.noise(side, line, now);
    }

    fn noise(&mut self, side: Side, line: &[u8], now: Duration) {
        if let Err(flood) = self.players[side.index()].noise.count(line) {
            let detail =
                format!("ply {}: {flood}; the last was: {}", self.next_ply(), quote_line(line));
            self.fault(side, Reason::StdoutFlood, detail, None, now);
        }
    }

    fn bad_message(&mut self, side: Side, bad: &BadLine, line: &[u8], now: Duration) {
        let BadLine { code, message } = bad;
        let detail = format!(
            "ply {}: {code}, {message}; the line was: {}",
            self.next_ply(),
            quote_line(line)
        );
        self.fault(side, Reason::BadMessage, detail, Some((*code, line)), now);
    }

    /// Asks the side to move, unless the game is over or somebody is not ready.
    fn go_when_ready(&mut self, now: Duration) {
        if self.stage == Stage::Over {
            return;
        }
        if let Some(outcome) = self.setup.sheet.outcome() {
            let verdict =
                Verdict { reason: outcome.reason.into(), loser: None, detail: String::new() };
            return self.finish(verdict, outcome.winner().into(), Some(outcome.stores), now);
        }
        if self.players.iter().any(|player| player.ping.is_some()) {
            return;
        }
        let side = self.setup.sheet.position().turn();
        let id = self.players[side.index()].session.take_go_id();
        self.players[side.index()].no_answers = NoAnswers::default();
        self.stage = Stage::Thinking { side, id, sent: None };
        if self.players[side.index()].gone.is_some() {
            // Nothing is written to a bot that is gone; its deadline still runs.
            return self.blame_gone(side, now);
        }
        let go = self.go(side, id);
        self.send(side, &ToBot::Go(go), now);
    }

    fn go(&self, side: Side, id: u64) -> Go {
        let sheet = &self.setup.sheet;
        let session = &self.players[side.index()].session;
        let number = |pit: Pit| pit.index() as u8;
        let numbers = |moves: &[Pit]| moves.iter().copied().map(number).collect();
        Go {
            id,
            game_id: self.setup.game_id.clone(),
            ply: sheet.moves().len() as u64,
            turn: side.index() as u8,
            pits: sheet.position().pits(),
            stores: sheet.position().stores(),
            last: sheet.moves().last().copied().map(number),
            legal: (!session.declines_legal).then(|| sheet.legal_moves().map(number).collect()),
            clock_ms: [0, 1].map(|side: usize| self.players[side].clock.shown_ms()),
            move_ms: self.setup.time.move_limit.map(millis),
            moves: session.wants_moves.then(|| numbers(sheet.moves())),
        }
    }

    fn send(&mut self, side: Side, message: &ToBot, now: Duration) {
        self.players[side.index()].writing.get_or_insert(now);
        self.outbox.push_back(Action::Send(side, message.to_line()));
    }

    fn owes_answer(&self, side: Side) -> bool {
        match self.stage {
            Stage::Preparing => true,
            Stage::Thinking { side: thinker, .. } => thinker == side,
            Stage::Over => false,
        }
    }

    fn next_ply(&self) -> usize {
        self.setup.sheet.moves().len() + 1
    }

    fn fault(
        &mut self,
        side: Side,
        reason: Reason,
        detail: String,
        mistake: Option<(Code, &[u8])>,
        now: Duration,
    ) {
        if self.stage == Stage::Over {
            return;
        }
        if let Some((code, line)) = mistake {
            let error = ErrorMessage {
                id: None,
                code: code.word().to_owned(),
                message: detail.chars().take(1_000).collect(),
                line: quote_line(line),
            };
            self.send(side, &ToBot::Error(error), now);
        }
        let verdict = Verdict { reason, loser: Some(side), detail };
        self.finish(verdict, GameResult::won_by(side.opponent()), None, now);
    }

    fn finish(
        &mut self,
        verdict: Verdict,
        result: GameResult,
        scores: Option<[u8; 2]>,
        now: Duration,
    ) {
        if self.stage == Stage::Over {
            return;
        }
        self.unanswered = self.thinking();
        self.stage = Stage::Over;
        let sheet = &self.setup.sheet;
        let scores = scores.unwrap_or_else(|| sheet.position().stores());
        let message = ToBot::GameOver(GameOver {
            game_id: self.setup.game_id.clone(),
            result: result.text().to_owned(),
            reason: verdict.reason.word().to_owned(),
            stores: scores,
            moves: sheet.moves().iter().map(|pit| pit.index() as u8).collect(),
        });
        self.finished = Some(Finished {
            verdict,
            result,
            scores,
            used: [0, 1].map(|side: usize| self.players[side].clock.used),
            slowest: [0, 1].map(|side: usize| self.players[side].clock.slowest),
            moves: sheet.moves().to_vec(),
            move_us: std::mem::take(&mut self.move_us),
        });
        for side in Side::BOTH {
            if self.players[side.index()].gone.is_none() {
                self.send(side, &message, now);
            }
        }
    }

    /// Returns how the game went, once it is over.
    #[must_use]
    pub fn finished(&self) -> Option<&Finished> {
        self.finished.as_ref()
    }

    /// Returns the side to move, once it has been asked.
    #[must_use]
    pub fn thinking(&self) -> Option<Side> {
        match self.stage {
            Stage::Thinking { side, .. } => Some(side),
            _ => None,
        }
    }

    /// Returns a side that owes an answer, to a `go` or a `ping`.
    #[must_use]
    pub fn owing(&self) -> Option<Side> {
        let pinged = |side: &Side| self.players[side.index()].ping.is_some();
        self.thinking().or_else(|| Side::BOTH.into_iter().find(pinged))
    }

    /// Returns how the game went, and the sessions of the processes that can play on.
    ///
    /// A process whose game ended by an illegal move or a resignation is healthy;
    /// after any other fault it is not.
    ///
    /// # Panics
    /// When the game is not over.
    #[must_use]
    pub fn close(self) -> (Finished, [Option<Session>; 2]) {
        let finished = self.finished.expect("only a game that is over is closed");
        let Verdict { reason, loser, .. } = &finished.verdict;
        let healthy =
            matches!(reason, Reason::IllegalMove | Reason::Resigned) || reason.is_normal();
        let [south, north] = self.players;
        let keep = |side: Side, player: Player| {
            let at_fault = *loser == Some(side) && !healthy;
            // A late answer without an id could pass for one in the next game. The
            // pong to the ping before that game comes behind it; without pings
            // only a new process is safe.
            let may_answer_late = self.unanswered == Some(side) && !player.session.answers_ping;
            let lives = player.gone.is_none() && !at_fault && !may_answer_late;
            lives.then_some(player.session)
        };
        let sessions = [keep(Side::South, south), keep(Side::North, north)];
        (finished, sessions)
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}
