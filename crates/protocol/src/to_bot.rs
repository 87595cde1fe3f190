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

const TO_MEMORY: &str = "a message always serializes to memory";

impl Go {
    /// Writes what serde would write, in a third of the time: there is one of these each ply.
    fn write(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(br#"{"type":"go","id":"#);
        write_number(line, self.id);
        line.extend_from_slice(br#","game_id":"#);
        serde_json::to_writer(&mut *line, &self.game_id).expect(TO_MEMORY);
        line.extend_from_slice(br#","ply":"#);
        write_number(line, self.ply);
        line.extend_from_slice(br#","turn":"#);
        write_number(line, self.turn.into());
        line.extend_from_slice(br#","pits":"#);
        write_numbers(line, &self.pits);
        line.extend_from_slice(br#","stores":"#);
        write_numbers(line, &self.stores);
        line.extend_from_slice(br#","last":"#);
        match self.last {
            Some(pit) => write_number(line, pit.into()),
            None => line.extend_from_slice(b"null"),
        }
        if let Some(legal) = &self.legal {
            line.extend_from_slice(br#","legal":"#);
            write_numbers(line, legal);
        }
        line.extend_from_slice(br#","clock_ms":["#);
        write_number(line, self.clock_ms[0]);
        line.push(b',');
        write_number(line, self.clock_ms[1]);
        line.push(b']');
        if let Some(limit) = self.move_ms {
            line.extend_from_slice(br#","move_ms":"#);
            write_number(line, limit);
        }
        if let Some(moves) = &self.moves {
            line.extend_from_slice(br#","moves":"#);
            write_numbers(line, moves);
        }
        line.push(b'}');
    }
}

fn write_numbers(line: &mut Vec<u8>, numbers: &[u8]) {
    line.push(b'[');
    for (index, &number) in numbers.iter().enumerate() {
        if index > 0 {
            line.push(b',');
        }
        write_number(line, number.into());
    }
    line.push(b']');
}

fn write_number(line: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[start..]);
}

impl ToBot {
    /// Writes the message as a line, newline included.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(256);
        match self {
            ToBot::Go(go) => go.write(&mut line),
            _ => serde_json::to_writer(&mut line, self).expect(TO_MEMORY),
        }
        line.push(b'\n');
        debug_assert!(line.len() <= crate::limits::REFEREE_LINE_BYTES);
        line
    }

    /// Reads a line of the referee: `None` for a type this version does not know.
    ///
    /// # Errors
    /// Fails when the line is no message.
    pub fn read(line: &str) -> Result<Option<ToBot>, serde_json::Error> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_go_is_written_as_serde_would_write_it() {
        let go = Go {
            id: u64::MAX,
            game_id: "a\"\u{e9}\n".to_owned(),
            ply: 0,
            turn: 1,
            pits: [0, 1, 9, 10, 12, 48, 4, 4, 4, 4, 4, 4],
            stores: [24, 0],
            last: None,
            legal: None,
            clock_ms: [1, 604_800_000],
            move_ms: None,
            moves: None,
        };
        let full = Go {
            last: Some(11),
            legal: Some(vec![]),
            move_ms: Some(100),
            moves: Some(vec![0, 11]),
            ..go.clone()
        };
        for message in [ToBot::Go(go), ToBot::Go(full)] {
            let serde = serde_json::to_string(&message).expect(TO_MEMORY) + "\n";
            assert_eq!(String::from_utf8_lossy(&message.to_line()), serde);
        }
    }
}
