//! What a bot may send, and what is wrong with a line that is none of it.

use std::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::limits::{DEPTH, QUOTED_BYTES};

/// A line from a bot, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotLine {
    /// Nothing but white space.
    Empty,
    /// A line that does not start with `{`: the bot's own chatter.
    Stray,
    /// A message.
    Message(FromBot),
}

/// A message from a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromBot {
    /// The answer to `hello`.
    Hello(BotHello),
    /// The answer to `go`.
    Move(BotMove),
    /// The answer to `ping`.
    Pong {
        /// Id of the request.
        id: u64,
    },
    /// The bot declines a request.
    Error {
        /// Id of the request it answers, if any.
        id: Option<u64>,
        /// A code such as `unknown_type`.
        code: String,
        /// A sentence.
        message: String,
    },
    /// Something for the log.
    Log {
        /// What to log.
        text: String,
    },
    /// A type this version does not know.
    Unknown {
        /// The type.
        kind: String,
        /// With an id an answer is owed.
        id: Option<u64>,
    },
}

/// How a bot introduces itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BotHello {
    /// Id of the request.
    pub id: u64,
    /// Version of the protocol the bot speaks.
    pub protocol: u64,
    /// Its name.
    pub name: String,
    /// Who wrote it.
    #[serde(default, deserialize_with = "present")]
    pub author: Option<String>,
    /// Its version.
    #[serde(default, deserialize_with = "present")]
    pub version: Option<String>,
    /// What it wants in `go`: `moves`.
    #[serde(default)]
    pub want: Vec<String>,
    /// What it does not want in `go`: `legal`.
    #[serde(default)]
    pub decline: Vec<String>,
}

/// A chosen move, or a resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotMove {
    /// Id of the request.
    pub id: Option<u64>,
    /// The pit to sow; may be missing from a resignation only.
    pub pit: Option<i64>,
    /// The bot gives up.
    pub resign: bool,
}

/// Takes a member that is there to be of its type: `null` is not `missing`.
fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow)]
    kind: std::borrow::Cow<'a, str>,
    #[serde(default, deserialize_with = "present")]
    id: Option<u64>,
}

#[derive(Deserialize)]
struct MoveBody {
    /// Known already; named here so that a second one is noticed.
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    #[serde(default, deserialize_with = "present")]
    id: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    pit: Option<i64>,
    #[serde(default)]
    resign: bool,
}

#[derive(Deserialize)]
struct PongBody {
    id: u64,
}

#[derive(Deserialize)]
struct ErrorBody {
    #[serde(default)]
    code: String,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
struct LogBody {
    #[serde(default)]
    text: String,
}

/// Reads a line without its newline.
///
/// # Errors
/// Says what is wrong with a line that starts with `{` and is no message.
pub fn read_line(line: &[u8]) -> Result<BotLine, BadLine> {
    let line = line.trim_ascii();
    match line.first() {
        None => return Ok(BotLine::Empty),
        Some(b'{') => {}
        Some(_) => return Ok(BotLine::Stray),
    }
    let text = std::str::from_utf8(line).map_err(|error| BadLine {
        code: Code::BadUtf8,
        message: format!("byte {} is not valid UTF-8", error.valid_up_to() + 1),
    })?;
    check_depth(text)?;
    // By far the most lines are moves, and their first member says so.
    if text.starts_with(r#"{"type":"move","#) {
        return Ok(BotLine::Message(FromBot::Move(read_move(text)?)));
    }
    let head: Head<'_> = parse(text)?;
    let message = match &*head.kind {
        "hello" => FromBot::Hello(parse(text)?),
        "move" => FromBot::Move(read_move(text)?),
        "pong" => FromBot::Pong { id: parse::<PongBody>(text)?.id },
        "error" => {
            let ErrorBody { code, message } = parse(text)?;
            FromBot::Error { id: head.id, code, message }
        }
        "log" => FromBot::Log { text: parse::<LogBody>(text)?.text },
        kind => FromBot::Unknown { kind: kind.to_owned(), id: head.id },
    };
    Ok(BotLine::Message(message))
}

fn read_move(text: &str) -> Result<BotMove, BadLine> {
    let MoveBody { id, pit, resign, .. } = parse(text)?;
    let chosen = BotMove { id, pit, resign };
    if chosen.pit.is_none() && !chosen.resign {
        return Err(BadLine {
            code: Code::MissingField,
            message: "a `move` needs the member `pit`".to_owned(),
        });
    }
    Ok(chosen)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, BadLine> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let code = Code::ALL_FROM_SERDE
            .into_iter()
            .find(|(start, _)| error.is_data() && message.starts_with(start))
            .map_or(Code::BadJson, |(_, code)| code);
        let hint = if code == Code::BadJson && (text.contains("{'") || text.contains("True")) {
            " (this looks like Python's own notation: print json.dumps(message))"
        } else {
            ""
        };
        BadLine { code, message: format!("{}{hint}", shortened(&message)) }
    })
}

/// Cuts the middle out of a long message of the parser, which quotes whole members.
fn shortened(message: &str) -> String {
    let letters = message.chars().count();
    if letters <= QUOTED_BYTES {
        return message.to_owned();
    }
    let start: String = message.chars().take(QUOTED_BYTES / 2).collect();
    let end: String = message.chars().skip(letters - QUOTED_BYTES / 2).collect();
    format!("{start}…{end}")
}

/// Counts open brackets outside strings; the parser skips members nobody knows
/// without a limit of its own.
fn check_depth(text: &str) -> Result<(), BadLine> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH {
            return Err(BadLine {
                code: Code::TooDeep,
                message: format!("nested deeper than {DEPTH} levels"),
            });
        }
    }
    Ok(())
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The kind of mistake.
    pub code: Code,
    /// A sentence about it.
    pub message: String,
}

/// The code of an `error` message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Bytes that are not UTF-8.
    BadUtf8,
    /// Not JSON.
    BadJson,
    /// A known member twice.
    DuplicateKey,
    /// Nested too deep.
    TooDeep,
    /// Longer than the limit.
    LineTooLong,
    /// A member that must be there is missing.
    MissingField,
    /// A member of the wrong type.
    WrongType,
    /// A number outside its range.
    OutOfRange,
    /// A type of message nobody knows.
    UnknownType,
    /// An answer to a request that was not made.
    WrongId,
    /// A move nobody asked for.
    Unsolicited,
    /// A move the rules do not allow.
    IllegalMove,
}

impl Code {
    /// How the parser's messages begin.
    const ALL_FROM_SERDE: [(&'static str, Code); 4] = [
        ("duplicate field", Code::DuplicateKey),
        ("missing field", Code::MissingField),
        ("invalid type", Code::WrongType),
        ("invalid value", Code::OutOfRange),
    ];

    /// Returns the code as it is sent.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Code::BadUtf8 => "bad_utf8",
            Code::BadJson => "bad_json",
            Code::DuplicateKey => "duplicate_key",
            Code::TooDeep => "too_deep",
            Code::LineTooLong => "line_too_long",
            Code::MissingField => "missing_field",
            Code::WrongType => "wrong_type",
            Code::OutOfRange => "out_of_range",
            Code::UnknownType => "unknown_type",
            Code::WrongId => "wrong_id",
            Code::Unsolicited => "unsolicited",
            Code::IllegalMove => "illegal_move",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Writes a line so that it can be shown: printable ASCII, at most 200 bytes.
#[must_use]
pub fn quote_line(line: &[u8]) -> String {
    let mut quoted = String::new();
    for &byte in line {
        let escaped = match byte {
            b'"' | b'\'' => (byte as char).to_string(),
            _ => byte.escape_ascii().to_string(),
        };
        if quoted.len() + escaped.len() > QUOTED_BYTES {
            return format!("{quoted}… ({} bytes)", line.len());
        }
        quoted.push_str(&escaped);
    }
    quoted
}
