//! Lines that are broken, too many, too long, or come in pieces.

use std::io::{self, Write as _};
use std::thread::sleep;
use std::time::Duration;

use crate::{Asked, Bot, flood, linger, write};

/// The longest line that a bot may send, its newline included.
const LINE_BYTES: usize = 65_536;

/// Writes what the script has it write; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, asked: &Asked<'_>) -> bool {
    if let Some(line) = line(bot.script, asked) {
        write(line);
        return true;
    }
    match bot.script {
        "no-newline" | "ends-lines-with-cr" => {
            let end = if bot.script == "no-newline" { "" } else { "\r" };
            write(asked.answer() + end);
            linger();
        }
        "answers-on-stderr" => {
            eprintln!("{}", asked.answer());
            linger();
        }
        "dribble" => loop {
            bot.say(r#"{"type":"log","text":"still thinking"}"#);
            sleep(Duration::from_millis(10));
        },
        "byte-by-byte" => {
            asked.answer().bytes().chain([b'\n']).for_each(|byte| write([byte]));
        }
        "debug-lines" => {
            bot.say(&format!("DEBUG pits = {}", asked.go["pits"]));
            bot.play(asked);
        }
        "endless-line" => flood("x", usize::MAX),
        "stdout-flood" => flood("so many words\n", usize::MAX),
        "long-words" => flood(&("w".repeat(60_000) + "\n"), usize::MAX),
        "stderr-flood" => {
            // Only once a game: a few megabytes are enough to fill any pipe.
            if asked.is_early() {
                let line = "WARNING: this line is written again and again\n".repeat(1000);
                for _ in 0..100 {
                    let _ = io::stderr().write_all(line.as_bytes());
                }
            }
            bot.play(asked);
        }
        _ => return false,
    }
    true
}

/// What a script writes instead of its answer.
fn line(script: &str, asked: &Asked<'_>) -> Option<Vec<u8>> {
    let &Asked { id, legal, .. } = asked;
    let pit = |pit: &str| format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#);
    let with = |more: &str| format!(r#"{{"type":"move","id":{id},"pit":{legal},{more}}}"#);
    let line = match script {
        "garbage" => "{".to_owned(),
        "python-repr" => format!("{{'type': 'move', 'id': {id}, 'pit': {legal}}}"),
        "list" => format!(r#"["move",{id},{legal}]"#),
        "two-objects" => asked.answer() + &asked.answer(),
        "nul" => with("\"info\":\0"),
        "pit-twice" => with(r#""p\u0069t":11"#),
        "pit-nan" => pit("NaN"),
        "pit-infinity" => pit("Infinity"),
        "pit-1e400" => pit("1e400"),
        "pit-huge" => pit("100000000000000000000"),
        "pit-3.0" => pit("3.0"),
        "pit-text" => pit("\"3\""),
        "pit-true" => pit("true"),
        "pit-null" => pit("null"),
        "pit-long-text" => pit(&format!("\"{}\"", "\\u202e".repeat(10_000))),
        "id-1e0" => format!(r#"{{"type":"move","id":{id}e0,"pit":{legal}}}"#),
        "id-of-4000-digits" => {
            format!(r#"{{"type":"move","id":{},"pit":{legal}}}"#, "9".repeat(4_000))
        }
        "resigns-in-words" => with(r#""resign":"yes""#),
        "deep" => with(&format!(r#""info":{}{}"#, "[".repeat(20), "]".repeat(20))),
        "mark-inside" => "\u{feff}".to_owned() + &asked.answer(),
        "separators" => with("\"info\":{\"text\":\"\u{2028}\u{2029}\u{85}\"}"),
        "half-a-surrogate" => with(r#""info":{"text":"\ud800"}"#),
        "escaped-names" => {
            format!(r#"{{"\u0074ype":"mo\u0076e","\u0069d":{id},"p\u0069t":{legal}}}"#)
        }
        "talks-as-the-referee" => {
            format!("{}\n{}", r#"{"type":"quit"}"#, r#"{"type":"game_over","result":"1-0"}"#)
                + "\n"
                + &asked.answer()
        }
        "line-at-the-limit" => padded(asked, LINE_BYTES - 1),
        "line-over-the-limit" => padded(asked, LINE_BYTES),
        "not-utf8" => return Some(marred(with(r#""info":{"text":"?"}"#))),
        "stray-not-utf8" => {
            let mut lines = b"\xff\xfe thinking\n".to_vec();
            lines.extend(asked.answer().bytes().chain([b'\n']));
            return Some(lines);
        }
        _ => return None,
    };
    Some((line + "\n").into_bytes())
}

/// The answer with blanks in it, so that it has this many bytes without its newline.
fn padded(asked: &Asked<'_>, bytes: usize) -> String {
    let answer = asked.answer();
    let blanks = " ".repeat(bytes - answer.len());
    answer.replace('}', &format!("{blanks}}}"))
}

/// The line with its question mark replaced by a byte that is not UTF-8.
fn marred(line: String) -> Vec<u8> {
    (line + "\n")
        .into_bytes()
        .into_iter()
        .map(|byte| if byte == b'?' { 0xFF } else { byte })
        .collect()
}
