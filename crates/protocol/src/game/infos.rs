//! What bots say of their moves, as far as it is kept.

use ayo_record::MoveInfo;
use ayo_rules::{Pit, Side};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::limits::{GAME_INFO_BYTES, INFO_BYTES};

/// What is kept of a game. Of a game in which nothing is said nothing is, not even a place.
#[derive(Debug, Default)]
pub(super) struct Infos {
    kept: Vec<Option<MoveInfo>>,
    /// What each side has taken of [`GAME_INFO_BYTES`].
    bytes: [usize; 2],
}

impl Infos {
    /// Takes the line of a move that was played, the last of so many.
    pub(super) fn note(&mut self, side: Side, line: &[u8], moves: usize) {
        let Some(info) = may_say(line).then(|| read(line)).flatten() else { return };
        let bytes = serde_json::to_string(&info).map_or(usize::MAX, |json| json.len());
        let taken = &mut self.bytes[side.index()];
        if bytes > INFO_BYTES || *taken + bytes > GAME_INFO_BYTES {
            return;
        }
        *taken += bytes;
        self.kept.resize(moves.saturating_sub(1), None);
        self.kept.push(Some(info));
    }

    /// Returns what was said of each of so many moves; nothing at all when nothing was said.
    pub(super) fn take(&mut self, moves: usize) -> Vec<Option<MoveInfo>> {
        let mut kept = std::mem::take(&mut self.kept);
        if !kept.is_empty() {
            kept.resize(moves, None);
        }
        kept
    }
}

/// Most lines hold no object within the message, so no `info`, and are not read a second time.
fn may_say(line: &[u8]) -> bool {
    line.get(1..).is_some_and(|rest| rest.contains(&b'{'))
}

/// A `move` as far as it matters here. It is no part of what is judged: a mistake in it
/// must not lose a game, a second `info` neither.
#[derive(Deserialize)]
struct Said<'a> {
    #[serde(borrow)]
    info: &'a RawValue,
}

/// Each member is read by itself, so that one that is wrong does no harm to the others.
#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow)]
    score: Option<&'a RawValue>,
    depth: Option<&'a RawValue>,
    nodes: Option<&'a RawValue>,
    pv: Option<&'a RawValue>,
    text: Option<&'a RawValue>,
}

fn read(line: &[u8]) -> Option<MoveInfo> {
    let Said { info } = serde_json::from_slice(line).ok()?;
    // A list would be read as the members in their order.
    if !info.get().starts_with('{') {
        return None;
    }
    let members: Members<'_> = serde_json::from_str(info.get()).ok()?;
    let info = MoveInfo {
        score: member(members.score),
        depth: member(members.depth).filter(is_exact),
        nodes: member(members.nodes).filter(is_exact),
        pv: member(members.pv).and_then(pits).unwrap_or_default(),
        text: member(members.text).unwrap_or_default(),
    };
    (!info.is_empty()).then_some(info)
}

fn member<'a, T: Deserialize<'a>>(member: Option<&'a RawValue>) -> Option<T> {
    serde_json::from_str(member?.get()).ok()
}

/// Larger numbers are rounded by what reads JSON.
fn is_exact(count: &u64) -> bool {
    *count < 1 << 53
}

fn pits(numbers: Vec<u8>) -> Option<Vec<Pit>> {
    numbers.into_iter().map(Pit::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept of a move with these members, as JSON; empty when nothing is.
    fn kept(members: &str) -> String {
        let line = format!(r#"{{"type":"move","id":4,"pit":2{members}}}"#);
        let mut infos = Infos::default();
        infos.note(Side::South, line.as_bytes(), 1);
        match infos.take(1).as_slice() {
            [] => String::new(),
            [Some(info)] => serde_json::to_string(info).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_kept() {
        #[track_caller]
        fn check(info: &str, expected: &str) {
            assert_eq!(kept(&format!(r#","info":{info}"#)), expected);
        }
        let whole = r#"{"score":7,"depth":6,"nodes":18231,"pv":[2,11,4],"text":"easy"}"#;
        check(whole, whole);
        check(r#" { "depth" : 6 , "score" : 7 } "#, r#"{"score":7,"depth":6}"#);
        check(r#"{"score":-0.25}"#, r#"{"score":-0.25}"#);
        check(r#"{"score":7.0}"#, r#"{"score":7}"#);
        check(r#"{"score":1e300}"#, r#"{"score":1e+300}"#);
        check(r#"{"nodes":9007199254740991}"#, r#"{"nodes":9007199254740991}"#);
        check(
            r#"{"text":"</script>\u202e\u0007\n"}"#,
            "{\"text\":\"</script>\u{202e}\\u0007\\n\"}",
        );
        // Members nobody knows.
        check(r#"{"score":7,"x_eval":{"king":[1]},"time":3}"#, r#"{"score":7}"#);
        check(r#"{"x_eval":7}"#, "");
        // Members that are not what they should be.
        check(r#"{"score":"much","pv":7,"depth":6}"#, r#"{"depth":6}"#);
        check(r#"{"score":1e400,"text":"\ud800","depth":6}"#, r#"{"depth":6}"#);
        check(r#"{"score":null,"depth":6.0,"nodes":-1,"pv":null,"text":null}"#, "");
        check(r#"{"nodes":9007199254740992,"depth":"6"}"#, "");
        check(r#"{"pv":[2,12],"depth":6}"#, r#"{"depth":6}"#);
        check(r#"{"pv":[],"text":""}"#, "");
        // No object, or one whose members are not clear.
        for info in ["\"deep in thought\"", "[7,6]", "7", "null", "true", "{}"] {
            check(info, "");
        }
        check(r#"{"pv":[2],"pv":[3]}"#, "");
        check(r#"{"depth":6},"info":{"depth":7}"#, "");
    }

    #[test]
    fn where_it_stands() {
        let check = |members: &str, expected: &str| assert_eq!(kept(members), expected);
        check("", "");
        check(r#","name":"info""#, "");
        check(r#","x":{"info":{"depth":6}}"#, "");
        check(r#","\u0069nfo":{"depth":6}"#, r#"{"depth":6}"#);
        check(r#","info":{"d\u0065pth":6}"#, r#"{"depth":6}"#);
        check(r#","info" : {"depth":6} , "x":1"#, r#"{"depth":6}"#);
    }

    /// Returns a line whose `info` has so many bytes.
    fn line_of(bytes: usize) -> String {
        let text = "x".repeat(bytes - r#"{"text":""}"#.len());
        format!(r#"{{"type":"move","pit":2,"info":{{ "text" : "{text}" }}}}"#)
    }

    #[test]
    fn too_much_is_left_out_whole() {
        let check = |sizes: &[(Side, usize)], expected: &[bool]| {
            let mut infos = Infos::default();
            for ((side, bytes), moves) in sizes.iter().zip(1..) {
                infos.note(*side, line_of(*bytes).as_bytes(), moves);
            }
            let kept = infos.take(sizes.len());
            let kept: Vec<bool> = kept.iter().map(Option::is_some).collect();
            assert_eq!(kept, expected);
        };
        let (south, north) = (Side::South, Side::North);
        check(&[(south, INFO_BYTES)], &[true]);
        check(&[(south, INFO_BYTES + 1)], &[]);
        check(&[(south, INFO_BYTES + 1), (north, 20)], &[false, true]);
        check(&[(south, 20), (north, INFO_BYTES + 1)], &[true, false]);
        // One who says much takes nothing from the other, and what is short may still fit.
        let many = GAME_INFO_BYTES / INFO_BYTES;
        let mut sizes = vec![(south, INFO_BYTES); many - 1];
        sizes.extend([(south, INFO_BYTES - 20), (south, 21), (south, 20), (north, INFO_BYTES)]);
        let mut expected = vec![true; many];
        expected.extend([false, true, true]);
        check(&sizes, &expected);
    }
}
