//! What both bots and the referee said in a game, for whoever wants to know why it ended.

use std::fmt::Write as _;
use std::time::Duration;

use ayo_rules::Side;

/// Which logs of games are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// Those of games that ended by a fault.
    #[default]
    Faults,
    /// All.
    All,
}

/// How much of a game is kept, in bytes; of a longer one the beginning is left out.
const LOG_BYTES: usize = 256 << 10;
/// How much of one line is kept, in bytes.
const LINE_BYTES: usize = 20 << 10;

/// Who wrote a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    Referee,
    Bot,
}

/// The lines of a game: noted as they are, and made readable only when somebody asks.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The half that is full; the half before it is forgotten.
    older: Half,
    newer: Half,
    forgotten: bool,
}

#[derive(Debug, Default)]
struct Half {
    lines: Vec<Noted>,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Noted {
    now: Duration,
    side: Side,
    from: From,
    kept: u32,
    bytes: u32,
}

impl Log {
    /// Notes a line.
    pub(crate) fn note(&mut self, side: Side, from: From, line: &[u8], now: Duration) {
        if self.newer.bytes.len() + self.newer.lines.len() * size_of::<Noted>() >= LOG_BYTES / 2 {
            self.forgotten |= !self.older.lines.is_empty();
            std::mem::swap(&mut self.older, &mut self.newer);
            self.newer.lines.clear();
            self.newer.bytes.clear();
        }
        let kept = &line[..line.len().min(LINE_BYTES)];
        self.newer.bytes.extend_from_slice(kept);
        let (kept, bytes) = (kept.len() as u32, line.len() as u32);
        self.newer.lines.push(Noted { now, side, from, kept, bytes });
    }

    /// Returns the log as text: a line for each, with its time in seconds.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        if self.forgotten {
            text.push_str("(the beginning is left out)\n");
        }
        for half in [&self.older, &self.newer] {
            let mut start = 0;
            for noted in &half.lines {
                let end = start + noted.kept as usize;
                noted.write(&half.bytes[start..end], &mut text);
                start = end;
            }
        }
        text
    }
}

impl Noted {
    fn write(&self, line: &[u8], text: &mut String) {
        let arrow = match self.from {
            From::Referee => '>',
            From::Bot => '<',
        };
        let line = readable(&String::from_utf8_lossy(line.trim_ascii_end()));
        let left_out = match self.bytes - self.kept {
            0 => String::new(),
            bytes => format!("… ({bytes} bytes more)"),
        };
        let seconds = self.now.as_secs_f64();
        let _ = writeln!(text, "{seconds:>12.6} {} {arrow} {line}{left_out}", self.side);
    }
}

/// Returns the text without characters that would do something to a terminal, or turn
/// the text around them: these are written as in Rust, `\u{1b}`. Tabs stay.
pub(crate) fn readable(text: &str) -> String {
    let turns = |letter: char| {
        matches!(
            letter,
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
    };
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter != '\t' && (letter.is_control() || turns(letter)) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Returns what a bot wrote to its stderr, a bar before each line: nothing in it can be
/// taken for a part of the log.
pub(crate) fn barred(stderr: &str) -> String {
    let lines = stderr.trim_end().split('\n');
    lines.map(|line| format!("  | {}\n", readable(line.trim_end_matches('\r')))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_log_moves_the_cursor_or_looks_like_another_part_of_it() {
        let check = |text: &str, shown: &str| assert_eq!(readable(text), shown);
        check("ọ̀pọ́n\t{\"type\":\"go\"}", "ọ̀pọ́n\t{\"type\":\"go\"}");
        check("\u{1b}[2J\u{7f}\u{85}", "\\u{1b}[2J\\u{7f}\\u{85}");
        check("a\u{202e}b\rc\n", "a\\u{202e}b\\rc\\n");
        let forged = "x\r\nstderr of south:\nI crashed\n\n";
        assert_eq!(barred(forged), "  | x\n  | stderr of south:\n  | I crashed\n");
    }

    #[test]
    fn lines_are_kept_in_order_and_the_oldest_are_forgotten() {
        let mut log = Log::default();
        log.note(Side::South, From::Referee, b"{\"type\":\"quit\"}\n", Duration::from_micros(1500));
        log.note(Side::North, From::Bot, b"hm\r", Duration::from_secs(2));
        let text = "    0.001500 south > {\"type\":\"quit\"}\n    2.000000 north < hm\n";
        assert_eq!(log.text(), text);
        for number in 0..2_000 {
            let line = format!("{number} {}", "x".repeat(1_000));
            log.note(Side::South, From::Bot, line.as_bytes(), Duration::ZERO);
        }
        let text = log.text();
        assert!(text.len() < LOG_BYTES * 2 && text.starts_with("(the beginning is left out)\n"));
        assert!(text.contains("< 1999 x") && !text.contains("< 100 x"));
        log.note(Side::South, From::Bot, &vec![b'y'; LINE_BYTES + 7], Duration::ZERO);
        assert!(log.text().ends_with("y… (7 bytes more)\n"));
    }
}
