//! Lines of a referee: as it sends them, and as a later version might.

use std::time::Duration;

use ayo_protocol::{GameOver, Go, Greeting, NewGame, Time, ToBot};
use ayo_rules::{Pit, Position, Rules, Side};

/// Returns a message as a line without its newline.
pub(crate) fn line(message: &ToBot) -> String {
    let mut bytes = message.to_line();
    bytes.pop();
    String::from_utf8(bytes).expect("the referee writes UTF-8")
}

/// Returns the `hello` of the referee, and its id.
pub(crate) fn hello(rules: &Rules, limit: Duration) -> (String, u64) {
    let mut bytes = Greeting::new(rules, limit).poll().expect("a greeting begins with a line");
    bytes.pop();
    let text = String::from_utf8(bytes).expect("the referee writes UTF-8");
    let id = match ToBot::read(&text) {
        Ok(Some(ToBot::Hello(hello))) => hello.id,
        _ => unreachable!("a greeting begins with `hello`"),
    };
    (text, id)
}

/// A time control of so many milliseconds a move.
pub(crate) const fn move_time(move_ms: u64) -> Time {
    Time { base_ms: None, increment_ms: None, move_ms: Some(move_ms) }
}

/// Returns a `new_game` for a side.
pub(crate) fn new_game(game_id: &str, you: Side, time: Time) -> NewGame {
    NewGame {
        game_id: game_id.to_owned(),
        you: you.index() as u8,
        opponent: "examiner".to_owned(),
        time,
        seed: 2_718_281_828_459_045,
    }
}

/// Returns a `go` for a position; what depends on the game is set by the caller.
pub(crate) fn go(id: u64, game_id: &str, rules: &Rules, position: &Position, time: Time) -> Go {
    let clock = time.base_ms.or(time.move_ms).unwrap_or(60_000).max(1);
    Go {
        id,
        game_id: game_id.to_owned(),
        ply: 0,
        turn: position.turn().index() as u8,
        pits: position.pits(),
        stores: position.stores(),
        last: None,
        legal: Some(numbers(rules.legal_moves(position))),
        clock_ms: [clock; 2],
        move_ms: time.move_ms,
        moves: None,
    }
}

/// Returns a `game_over` of a game that was broken off.
pub(crate) fn void(game_id: &str, stores: [u8; 2]) -> GameOver {
    GameOver {
        game_id: game_id.to_owned(),
        result: "*".to_owned(),
        reason: "void".to_owned(),
        stores,
        moves: Vec::new(),
    }
}

/// Returns a `game_over` of a game that this side gave up.
pub(crate) fn resigned(game_id: &str, by: Side, stores: [u8; 2]) -> GameOver {
    let result = match by {
        Side::South => "0-1",
        Side::North => "1-0",
    };
    GameOver { result: result.to_owned(), reason: "resigned".to_owned(), ..void(game_id, stores) }
}

/// Returns pits as numbers.
pub(crate) fn numbers(pits: impl IntoIterator<Item = Pit>) -> Vec<u8> {
    pits.into_iter().map(|pit| pit.index() as u8).collect()
}

/// Adds members right behind the head of a line (`type` and `id`), and at its end.
///
/// Members are written with their comma behind them: `"x":1,`.
pub(crate) fn with_members(line: &str, behind_head: &str, at_end: &str) -> String {
    let head = head_length(line);
    let (head, rest) = line.split_at(head);
    let rest = rest.strip_suffix('}').expect("a message ends with a brace");
    let at_end = at_end.trim_end_matches(',');
    let comma = |text: &str| if text.is_empty() { "" } else { "," };
    let behind_head = behind_head.trim_end_matches(',');
    format!("{head}{}{behind_head}{rest}{}{at_end}}}", comma(behind_head), comma(at_end))
}

/// Returns how long `{"type":"go","id":4` is.
fn head_length(line: &str) -> usize {
    const TYPE: &str = r#"{"type":""#;
    const ID: &str = r#","id":"#;
    let type_end = line[TYPE.len()..].find('"').expect("a type is a string") + TYPE.len() + 1;
    let Some(digits) = line[type_end..].strip_prefix(ID) else { return type_end };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    type_end + ID.len() + length
}

/// Writes a line with blanks between its parts, and the type last: the same message.
pub(crate) fn reordered(line: &str) -> String {
    let head = head_length(line);
    let (head, rest) = line.split_at(head);
    let rest = rest.trim_start_matches(',').trim_end_matches('}');
    let head =
        head.trim_start_matches('{').replacen(':', ": ", 1).replace(",\"id\":", ", \"id\": ");
    let rest = rest.replace("\":", "\": ");
    let comma = if rest.is_empty() { "" } else { ", " };
    format!("{{ {rest}{comma}{head} }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_added_behind_the_head_and_at_the_end() {
        let check = |line: &str, expected: &str| {
            let longer = with_members(line, "\"x\":1,", "\"y\":[2],");
            assert_eq!(longer, expected);
            assert!(ToBot::read(&longer).unwrap().is_some());
        };
        check(r#"{"type":"quit"}"#, r#"{"type":"quit","x":1,"y":[2]}"#);
        check(r#"{"type":"ping","id":17}"#, r#"{"type":"ping","id":17,"x":1,"y":[2]}"#);
    }

    #[test]
    fn a_reordered_line_is_the_same_message() {
        let time = move_time(100);
        let go = ToBot::Go(go(7, "3", &Rules::AYOAYO, &Position::START, time));
        for message in [go, ToBot::Ping { id: 4 }, ToBot::Quit] {
            let other = reordered(&line(&message));
            assert!(!other.starts_with("{\"type"), "{other}");
            assert_eq!(ToBot::read(&other).unwrap(), Some(message));
        }
    }
}
