//! What the referee sends, as types; each writes itself as one line.
//!
//! Promise to bots without a JSON parser: compact separators, `type` first, `id`
//! second, and the text `"legal":[` at most once in a line.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A message to a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot {
    /// The first line: who is there, and under which rules.
    Hello(Hello),
    /// A game begins.
    NewGame(NewGame),
    /// Choose a move.
    Go(Go),
    /// A game is over.
    GameOver(GameOver),
    /// Are you there?
    Ping {
        /// The answer repeats it.
        id: u64,
    },
    /// What was wrong with a line.
    Error(ErrorMessage),
    /// Exit.
    Quit,
}

/// The referee introduces itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// The answer repeats it.
    pub id: u64,
    /// Version of the protocol.
    pub protocol: u64,
    /// Name and version of the referee.
    pub referee: String,
    /// `ayoayo` or `oware`.
    pub game: String,
    /// Every option of the rules, by name.
    pub rules: Map<String, Value>,
    /// What the bot must keep to.
    pub limits: HelloLimits,
}

/// What a bot must keep to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelloLimits {
    /// Longest line it may send, newline included.
    pub line_bytes: u64,
    /// Time to answer `hello`, in milliseconds.
    pub hello_ms: u64,
}

/// A game begins; there is no answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// Names the game in later messages.
    pub game_id: String,
    /// 0 for South, 1 for North.
    pub you: u8,
    /// Name of the other bot.
    pub opponent: String,
    /// The time control.
    pub time: Time,
    /// The same for both bots; below 2^53.
    pub seed: u64,
}

/// The time control, in milliseconds; `null` where there is no such limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Time {
    /// For the whole game.
    pub base_ms: Option<u64>,
    /// Added after each move.
    pub increment_ms: Option<u64>,
    /// For each move.
    pub move_ms: Option<u64>,
}

/// Choose a move: the whole position, and the time there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Go {
    /// The answer repeats it.
    pub id: u64,
    /// The game it belongs to.
    pub game_id: String,
    /// Moves made so far, those of the opening included.
    pub ply: u64,
    /// 0 for South, 1 for North: the bot that is asked.
    pub turn: u8,
    /// Seeds in each pit.
    pub pits: [u8; 12],
    /// Seeds in the stores, South's first.
    pub stores: [u8; 2],
    /// The move before, if there was one.
    pub last: Option<u8>,
    /// The pits that may be sown, unless declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<u8>>,
    /// Time left for the game, South's first; for this move when there is no clock for the game.
    pub clock_ms: [u64; 2],
    /// Time for this move, when there is such a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Every move so far, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<u8>>,
}

/// A game is over; there is no answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOver {
    /// The game.
    pub game_id: String,
    /// `1-0` (South won), `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// One word: why.
    pub reason: String,
    /// Seeds counted for each side, South's first.
    pub stores: [u8; 2],
    /// Every move of the game.
    pub moves: Vec<u8>,
}

/// What was wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorMessage {
    /// Id of the message it answers, where one is owed an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// One word: the kind of mistake.
    pub code: String,
    /// A sentence.
    pub message: String,
    /// The line, escaped and cut.
    pub line: String,
}

impl ToBot {
    /// Writes the message as a line, newline included.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(256);
        serde_json::to_writer(&mut line, self).expect("a message always serializes to memory");
        line.push(b'\n');
        debug_assert!(line.len() <= crate::limits::REFEREE_LINE_BYTES);
        line
    }

    /// Reads a line of the referee: `None` for a type this version does not know.
    ///
    /// # Errors
    /// Fails when the line is no message.
    pub fn read(line: &str) -> Result<Option<ToBot>, serde_json::Error> {
        // By far the most lines are `go`, and their first member says so.
        if line.starts_with(r#"{"type":"go","#) {
            return Ok(Some(ToBot::Go(serde_json::from_str(line)?)));
        }
        let Head { kind, id } = serde_json::from_str(line)?;
        Ok(Some(match &*kind {
            "hello" => ToBot::Hello(serde_json::from_str(line)?),
            "new_game" => ToBot::NewGame(serde_json::from_str(line)?),
            "go" => ToBot::Go(serde_json::from_str(line)?),
            "game_over" => ToBot::GameOver(serde_json::from_str(line)?),
            "ping" => match id {
                Some(id) => ToBot::Ping { id },
                None => return Ok(None),
            },
            "error" => ToBot::Error(serde_json::from_str(line)?),
            "quit" => ToBot::Quit,
            _ => return Ok(None),
        }))
    }
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow)]
    kind: std::borrow::Cow<'a, str>,
    #[serde(default)]
    id: Option<u64>,
}
