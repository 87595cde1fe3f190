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

mod deadlines;
mod ending;
mod infos;
mod requests;

use std::collections::VecDeque;
use std::time::Duration;

use ayo_record::{GameResult, MoveInfo, Reason, Verdict};
use ayo_rules::{Pit, Position, Scoresheet, Side};

use crate::clock::{Clock, TimeControl};
use crate::from_bot::{BadLine, BotLine, BotMove, Code, FromBot, quote_line, read_line};
use crate::session::{NoAnswers, Noise, Session};
use crate::to_bot::{ErrorMessage, ToBot};
use crate::{Ended, limits};
use infos::Infos;

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
    /// Whether each side is excused when its process did not stay from the game before.
    pub leaving: [Leaving; 2],
    /// Whether a game ends when it is proved who wins.
    pub adjudicate: Adjudicate,
}

/// Whether a game is played on when its winner is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudicate {
    /// It is.
    Never,
    /// It is over when a proof is found between two moves.
    Proved,
}

/// What a stall of the host means for a bot that is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalls {
    /// The game is void: the time was not the bot's to use.
    Excuse,
    /// Nothing: the game was void often enough, and a bot can make a host stall.
    Ignore,
}

/// What it means that a process ends between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The game is void, and a new process plays it.
    Excuse,
    /// The game is lost: it happened often enough.
    Blame,
}

/// What the driver of a game is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Write this line to a bot, then call [`Game::sent`].
    Send(Side, Vec<u8>),
    /// Look for a proof that one side wins, then call [`Game::proved`].
    ///
    /// Nobody's clock runs, and nobody is asked for a move before that call. The proof is
    /// about counted results, on lines that meet no position twice and end within so
    /// many plies: nothing that has happened in the game so far changes it then.
    Prove(Position, u32),
}

/// How a finished game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Why it ended and who is to blame.
    pub verdict: Verdict,
    /// Who won.
    pub result: GameResult,
    /// Whose process had not stayed from the game before, in a void game.
    pub left: Option<Side>,
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
    /// What was said of each of these moves; empty when nothing was said.
    pub infos: Vec<Option<MoveInfo>>,
}

/// One game between two bot processes.
#[derive(Debug)]
pub struct Game {
    setup: Setup,
    players: [Player; 2],
    stage: Stage,
    outbox: VecDeque<Action>,
    move_us: Vec<u32>,
    infos: Infos,
    finished: Option<Finished>,
    /// Who had not answered a `go` yet when the game ended.
    unanswered: Option<Side>,
    /// The longest stall of the host since the last line was written.
    stall: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Preparing,
    /// A proof is looked for.
    Proving,
    Thinking {
        side: Side,
        id: u64,
        sent: Option<Duration>,
    },
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
            infos: Infos::default(),
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
                self.infos.note(side, line, self.move_us.len());
                if self.may_be_proved() {
                    self.stage = Stage::Proving;
                    let plies = self.setup.sheet.plies_left();
                    let position = *self.setup.sheet.position();
                    return self.outbox.push_back(Action::Prove(position, plies));
                }
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

    /// Returns whether a proof would hold in this game.
    fn may_be_proved(&self) -> bool {
        let sheet = &self.setup.sheet;
        self.setup.adjudicate == Adjudicate::Proved
            && sheet.outcome().is_none()
            && !sheet.may_end_by_repetition()
    }

    /// Takes the answer to [`Action::Prove`]: who wins, if that is proved.
    pub fn proved(&mut self, winner: Option<Side>, now: Duration) {
        if self.stage != Stage::Proving {
            return;
        }
        let Some(winner) = winner else {
            self.stage = Stage::Preparing;
            return self.go_when_ready(now);
        };
        let verdict = Verdict {
            reason: Reason::Proved,
            loser: None,
            detail: format!("ply {}: {winner} wins with best play", self.next_ply() - 1),
        };
        self.finish(verdict, GameResult::won_by(winner), None, now);
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

    fn owes_answer(&self, side: Side) -> bool {
        match self.stage {
            Stage::Preparing => true,
            Stage::Thinking { side: thinker, .. } => thinker == side,
            Stage::Proving | Stage::Over => false,
        }
    }

    fn next_ply(&self) -> usize {
        self.setup.sheet.moves().len() + 1
    }

    /// Returns the moves so far, those of the opening included, and where they lead.
    #[must_use]
    pub fn sheet(&self) -> &Scoresheet {
        &self.setup.sheet
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
}
