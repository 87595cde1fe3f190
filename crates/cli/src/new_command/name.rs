//! The name of a new bot, fit to stand in any source file.

use std::fmt;

use crate::config::MAX_NAME_CHARACTERS;

/// A name that needs no quotes or escapes in any of the languages, in TOML, JSON or a shell
/// word between quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotName(String);

/// Marks besides letters and digits.
const MARKS: &[char] = &[' ', '-', '_', '.', '+'];

/// The opponents in the tournament file of every new bot.
pub(super) const OPPONENTS: &[&str] = &["random", "greedy", "minimax-2"];

/// Why a text is no name for a new bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BadName {
    /// Nothing, or a mark, is at its start.
    Start(String),
    /// It is too long.
    Long(usize),
    /// A character that has a meaning to a language.
    Character(String, char),
    /// A built-in bot of the tournament file has it.
    Taken(String),
}

impl BotName {
    /// Checks a name: letters of any script and digits, with blanks, `-`, `_`, `.` and `+`
    /// between.
    ///
    /// # Errors
    /// Says why it is none.
    pub(super) fn new(text: &str) -> Result<BotName, BadName> {
        let name = text.trim();
        let length = name.chars().count();
        if !name.starts_with(char::is_alphanumeric) {
            return Err(BadName::Start(name.to_owned()));
        }
        if length > MAX_NAME_CHARACTERS {
            return Err(BadName::Long(length));
        }
        let fits = |c: char| c.is_alphanumeric() || MARKS.contains(&c) || is_accent(c);
        if let Some(wrong) = name.chars().find(|&c| !fits(c)) {
            return Err(BadName::Character(name.to_owned(), wrong));
        }
        if OPPONENTS.contains(&name) {
            return Err(BadName::Taken(name.to_owned()));
        }
        Ok(BotName(name.to_owned()))
    }

    /// Returns the name in ASCII, the rest as `\u` and the UTF-16 code: javac 17 reads a
    /// source file in the encoding of the machine.
    pub(super) fn escaped(&self) -> String {
        let mut escaped = String::new();
        for character in self.0.chars() {
            if character.is_ascii() {
                escaped.push(character);
            } else {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    escaped += &format!("\\u{unit:04x}");
                }
            }
        }
        escaped
    }
}

/// The accents of Latin letters stand for themselves: `Ọ̀` is two characters.
fn is_accent(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Start(name) => write!(
                f,
                "a bot's name begins with a letter or a digit, not as `{}`",
                name.escape_debug()
            ),
            BadName::Long(length) => {
                write!(f, "the bot's name has {length} characters, more than {MAX_NAME_CHARACTERS}")
            }
            BadName::Character(name, wrong) => write!(
                f,
                "a bot's name has letters, digits, blanks and `-_.+`, but `{}` has `{}`",
                name.escape_debug(),
                wrong.escape_debug()
            ),
            BadName::Taken(name) => write!(f, "`{name}` is a built-in bot"),
        }
    }
}
