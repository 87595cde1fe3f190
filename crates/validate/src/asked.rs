//! What a process was sent last: a crash is told by what it came after.

use ayo_protocol::Ended;
use serde_json::Value;

/// What a process was sent since its last message.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// Names of what it was sent since, in order.
    since: Vec<String>,
    /// The last that was sent before its last message.
    answered: Option<String>,
}

/// How many names are told of what came before a crash.
const NAMES: usize = 3;

impl Asked {
    /// Takes note of a line that was sent.
    pub(crate) fn sent(&mut self, line: &str) {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        match message["type"].as_str() {
            // It only asks whether the bot is through with what came before.
            Some("ping") if !self.since.is_empty() => {}
            Some(name) => self.add(format!("`{name}`")),
            None => self.sent_odd_line(),
        }
    }

    /// Takes note of a line that is no message.
    pub(crate) fn sent_odd_line(&mut self) {
        self.add("a line that is no message".to_owned());
    }

    fn add(&mut self, name: String) {
        if self.since.last() == Some(&name) {
            return;
        }
        if self.since.len() == NAMES {
            self.since.remove(0);
        }
        self.since.push(name);
    }

    /// Takes note that a message came.
    pub(crate) fn heard(&mut self) {
        if let Some(last) = self.since.drain(..).next_back() {
            self.answered = Some(last);
        }
    }

    /// Returns after what something happens now, as in `after `new_game``.
    pub(crate) fn when(&self) -> String {
        match (self.since.split_last(), &self.answered) {
            (Some((last, [])), _) => format!("after {last}"),
            (Some((last, others)), _) => format!("after {} and {last}", others.join(", ")),
            (None, Some(answered)) => format!("after its answer to {answered}"),
            (None, None) => "before it was spoken to".to_owned(),
        }
    }
}

/// Says that a process ended, how, and `when`.
pub(crate) fn told(ended: Ended, when: &str) -> String {
    let word = if ended == Ended::Exited(0) { "ended" } else { "crashed" };
    let text = ended.to_string();
    match (ended, text.split_once(": ")) {
        (Ended::MemoryLimit { .. } | Ended::ProcessLimit { .. }, _) => {
            format!("it {word}: {text}, {when}")
        }
        // What the signal most often means.
        (_, Some((how, why))) => format!("it {word}: {how} {when}: {why}"),
        (_, None) => format!("it {word}: {text} {when}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_before() {
        let check = |sent: &[&str], expected: &str| {
            let mut asked = Asked::default();
            for line in sent {
                match *line {
                    "<" => asked.heard(),
                    name => asked.sent(&format!(r#"{{"type":"{name}","id":1}}"#)),
                }
            }
            assert_eq!(asked.when(), expected, "{sent:?}");
        };
        check(&[], "before it was spoken to");
        check(&["hello"], "after `hello`");
        check(&["hello", "<", "ping"], "after `ping`");
        check(&["hello", "<"], "after its answer to `hello`");
        check(&["hello", "<", "new_game", "ping"], "after `new_game`");
        check(&["game_over", "new_game", "ping"], "after `game_over` and `new_game`");
        check(&["go", "<", "<"], "after its answer to `go`");
        check(&["a", "b", "b", "c", "d"], "after `b`, `c` and `d`");
    }

    #[test]
    fn how_it_ended() {
        let check = |ended, expected: &str| assert_eq!(told(ended, "after `go`"), expected);
        check(Ended::Exited(1), "it crashed: exited with code 1 after `go`");
        check(Ended::Exited(0), "it ended: exited with code 0 after `go`");
        check(Ended::Signaled(11), "it crashed: was ended by SIGSEGV (signal 11) after `go`");
        check(
            Ended::Signaled(4),
            "it crashed: was ended by SIGILL (signal 4) after `go`: it may be built for another \
             processor",
        );
        check(
            Ended::MemoryLimit { allowed_mb: 64, used_mb: None },
            "it crashed: used more memory than the 64 MiB allowed, after `go`",
        );
    }
}
