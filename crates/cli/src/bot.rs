//! A built-in bot on stdin and stdout: `ayo bot NAME`.

use std::io::{self, BufRead, Read as _, Write};
use std::time::{Duration, Instant};

use ayo_engine::{Limit, Player, most_think_ms, think_ms};
use ayo_protocol::{BadLine, Go, Hello, NewGame, ToBot, limits};
use ayo_rules::{Position, Rules, Side};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A bot in conversation with a referee.
struct Conversation<'a, W: Write> {
    name: &'a str,
    player: Player,
    rules: Rules,
    game: Option<NewGame>,
    /// The answer that is being written.
    line: Vec<u8>,
    out: W,
}

/// What a bot that knows the rules needs of a `go`.
#[derive(Deserialize)]
struct Asked {
    id: u64,
    turn: u8,
    pits: [u8; 12],
    stores: [u8; 2],
    clock_ms: [u64; 2],
    #[serde(default)]
    move_ms: Option<u64>,
}

impl From<Go> for Asked {
    fn from(go: Go) -> Asked {
        let Go { id, turn, pits, stores, clock_ms, move_ms, .. } = go;
        Asked { id, turn, pits, stores, clock_ms, move_ms }
    }
}

/// Whether the referee has said `quit`.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Quit,
}

/// Answers the referee until it says `quit` or closes its end.
///
/// # Errors
/// Fails when the answers cannot be written or the lines not read.
pub fn run(name: &str, player: Player, mut lines: impl BufRead, out: impl Write) -> io::Result<()> {
    let mut conversation =
        Conversation { name, player, rules: Rules::default(), game: None, line: Vec::new(), out };
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = limits::BOT_LINE_BYTES as u64;
        if lines.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let Ok(text) = std::str::from_utf8(&line) else { continue };
        if conversation.answer(text)? == Then::Quit {
            return Ok(());
        }
    }
}

impl<W: Write> Conversation<'_, W> {
    fn answer(&mut self, line: &str) -> io::Result<Then> {
        // The referee promises that `type` comes first.
        if line.starts_with(r#"{"type":"go","#) {
            if let Ok(asked) = serde_json::from_str(line) {
                self.go(&asked)?;
            }
            return Ok(Then::GoOn);
        }
        match ToBot::read(line) {
            Ok(Some(ToBot::Hello(hello))) => self.hello(&hello)?,
            Ok(Some(ToBot::NewGame(game))) => {
                self.player.new_game(self.rules, game.seed);
                self.game = Some(game);
            }
            Ok(Some(ToBot::Go(go))) => self.go(&Asked::from(go))?,
            Ok(Some(ToBot::Ping { id })) => {
                self.say(format_args!(r#"{{"type":"pong","id":{id}}}"#))?
            }
            Ok(Some(ToBot::Quit)) => return Ok(Then::Quit),
            Ok(Some(ToBot::GameOver(_) | ToBot::Error(_))) => {}
            Ok(None) => self.unknown(line)?,
            // What cannot be read cannot be answered.
            Err(_) => {}
        }
        Ok(Then::GoOn)
    }

    /// Writes a line with one call, so that it arrives with one read.
    fn say(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        self.line.clear();
        writeln!(self.line, "{line}")?;
        self.out.write_all(&self.line)?;
        self.out.flush()
    }

    fn hello(&mut self, hello: &Hello) -> io::Result<()> {
        self.rules = rules_of(&hello.rules);
        let name = Value::from(self.name);
        self.say(format_args!(
            r#"{{"type":"hello","id":{},"protocol":{},"name":{name},"version":"{}"}}"#,
            hello.id,
            limits::PROTOCOL_VERSION,
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn unknown(&mut self, line: &str) -> io::Result<()> {
        let id = serde_json::from_str::<Value>(line).ok().and_then(|value| value["id"].as_u64());
        let Some(id) = id else { return Ok(()) };
        let BadLine { code, message } = BadLine {
            code: ayo_protocol::Code::UnknownType,
            message: "this bot does not know that type".to_owned(),
        };
        self.say(format_args!(
            r#"{{"type":"error","id":{id},"code":"{code}","message":"{message}"}}"#
        ))
    }

    fn go(&mut self, go: &Asked) -> io::Result<()> {
        let began = Instant::now();
        let turn = Side::from_index(usize::from(go.turn));
        let position = turn.and_then(|turn| Position::new(go.pits, go.stores, turn).ok());
        let [usual, most] = self.think_times(go);
        let limit = Limit { elapsed: &|| began.elapsed(), usual, most };
        let choice = position.and_then(|position| self.player.choose(&position, &limit));
        let id = go.id;
        let Some(choice) = choice else {
            return self.say(format_args!(
                r#"{{"type":"error","id":{id},"code":"no_move","message":"no move in this position"}}"#
            ));
        };
        let pit = choice.pit.index();
        let Some(score) = choice.score else {
            return self.say(format_args!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
        };
        let pv: Vec<_> = choice.pv.iter().map(|pit| pit.index()).collect();
        let mut info = json!({ "score": score, "nodes": choice.nodes, "pv": pv });
        if let Some(depth) = choice.depth {
            info["depth"] = depth.into();
        }
        if let Some(text) = choice.text {
            info["text"] = text.into();
        }
        self.say(format_args!(r#"{{"type":"move","id":{id},"pit":{pit},"info":{info}}}"#))
    }

    /// How long to think about this move if it is one like others, and at most.
    fn think_times(&self, go: &Asked) -> [Duration; 2] {
        let time = self.game.as_ref().map(|game| game.time);
        let base_ms = time.and_then(|time| time.base_ms);
        let increment_ms = time.and_then(|time| time.increment_ms).unwrap_or_default();
        let clock_ms = match (base_ms, go.move_ms) {
            (Some(_), _) => go.clock_ms[usize::from(go.turn) % 2],
            // Only the move has a limit: what is shown as the clock is that limit.
            (None, Some(_)) => u64::MAX,
            (None, None) => NO_CLOCK_MS,
        };
        [think_ms, most_think_ms]
            .map(|think_ms| Duration::from_millis(think_ms(clock_ms, increment_ms, go.move_ms)))
    }
}

/// The clock a bot imagines where there is none, in milliseconds.
const NO_CLOCK_MS: u64 = 20_000;

/// Reads the rules the referee names; what it does not name stays as in Ayoayo.
fn rules_of(members: &Map<String, Value>) -> Rules {
    let mut rules = Rules::default();
    for (option, value) in members {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        // An option of a later version cannot be played; the referee's `legal` rules.
        let _ = rules.set(option, &value);
    }
    rules
}
