//! Texts of a tournament file as regular expressions, for its schema.
//!
//! They keep to what every dialect has: no look-around, no classes by name. What they cannot
//! say is left to the reader: whether a name can be seen, or a quotation ends.

use ayo_protocol::TimeControl;
use ayo_rules::Rules;

use super::MAX_NAME_CHARACTERS;

/// Characters that a name does not hold.
const CONTROL: &str = r"\u0000-\u001f\u007f-\u009f";

/// Returns a pattern for the whole of a text.
fn whole_text(inside: &str) -> String {
    format!("^(?:{inside})$")
}

/// The name of a bot, with or without blanks around it.
pub(super) fn name() -> String {
    name_but_for("", "")
}

/// The name of a tournament: it becomes that of a folder.
pub(super) fn folder_name() -> String {
    name_but_for(r"/\\", ".")
}

/// A name without some characters, and without some more at its start.
fn name_but_for(everywhere: &str, first: &str) -> String {
    let between = MAX_NAME_CHARACTERS - 2;
    whole_text(&format!(
        r"\s*[^\s{CONTROL}{everywhere}{first}](?:[^{CONTROL}{everywhere}]{{0,{between}}}[^\s{CONTROL}{everywhere}])?\s*"
    ))
}

/// Anything that holds more than blanks.
pub(super) fn not_blank() -> &'static str {
    r"^[^\u0000]*[^\s\u0000][^\u0000]*$"
}

/// Anything that can be handed to a program.
pub(super) fn argument() -> &'static str {
    r"^[^\u0000]*$"
}

/// The name of a variable of the environment.
pub(super) fn variable() -> &'static str {
    r"^[^=\u0000]+$"
}

/// A whole number, from 0 or 1 to this one, as text.
pub(super) fn whole(least: u64, most: u64) -> String {
    whole_text(&number(least, most))
}

fn number(least: u64, most: u64) -> String {
    let zero = if least == 0 { "0|" } else { "" };
    format!(r"\+?0*(?:{zero}{})", from_one(most))
}

/// The numbers from 1 to this one, without zeros before them.
fn from_one(most: u64) -> String {
    let digits = most.to_string();
    let mut parts = Vec::new();
    if digits.len() > 1 {
        parts.push(format!("[1-9][0-9]{{0,{}}}", digits.len() - 2));
    }
    // Those of as many digits that are less from one place on.
    for (place, digit) in digits.bytes().enumerate() {
        let lowest = if place == 0 { b'1' } else { b'0' };
        if digit > lowest {
            let (same, less, rest) =
                (&digits[..place], char::from(digit - 1), digits.len() - place - 1);
            parts.push(format!("{same}[{}-{less}][0-9]{{{rest}}}", char::from(lowest)));
        }
    }
    parts.push(digits);
    parts.join("|")
}

/// A time for each move, in seconds.
pub(super) fn move_limit() -> String {
    whole_text(&seconds())
}

/// A clock for the game, in seconds.
pub(super) fn clock() -> String {
    let seconds = seconds();
    whole_text(&format!(r"(?:{seconds})(?:\+(?:{seconds}|0{{1,9}}(?:\.0{{0,3}})?|\.0{{1,3}}))?"))
}

/// From a thousandth of a second to the longest time, with up to three decimals.
fn seconds() -> String {
    let longest = TimeControl::LONGEST.as_secs();
    let (less, decimals) = (from_one(longest - 1), "[1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9]");
    [
        format!(r"0{{0,3}}(?:{less})(?:\.[0-9]{{0,3}})?"),
        format!(r"0{{0,3}}{longest}(?:\.0{{0,3}})?"),
        format!(r"0{{0,9}}\.(?:{decimals})"),
    ]
    .join("|")
}

/// A preset, and changes behind it; `option` gives the pattern of what an option takes.
pub(super) fn rules(option: impl Fn(&str) -> String) -> String {
    let presets = Rules::PRESETS.map(|(name, _)| name).join("|");
    let changes = Rules::OPTION_NAMES.map(|name| format!("{name}=(?:{})", option(name))).join("|");
    let blank = r"[ \t\n\r\f]";
    whole_text(&format!("{blank}*(?:{presets})(?:{blank}+(?:{changes}))*{blank}*"))
}

/// One of some words, or a number, as a part of a pattern.
pub(super) fn takes(words: &[&str], numbers: &[u64]) -> String {
    match numbers {
        [least, most] if words.is_empty() => number(*least, *most),
        _ => words.join("|"),
    }
}
