//! What an author may do about a fault, in words for the first bot of a lifetime.

use ayo_protocol::Code;
use ayo_rules::{Pits, Side};

pub(crate) const FLUSH: &str = "the line came, but only when its input was closed: read stdin line \
     by line and do not wait for its end, and flush stdout after every line (Python \
     `print(…, flush=True)`, C `fflush(stdout)`, Perl `$| = 1`)";
pub(crate) const NEWLINE: &str = "end every answer with a newline (`\\n`), and flush it";
pub(crate) const NO_ANSWER: &str = "read stdin line by line, answer each line that has an `id` at \
     once, end the answer with a newline and flush it; do not wait for the end of input";
pub(crate) const STDOUT_ONLY_MESSAGES: &str = "print debug output to stderr (Python \
     `print(…, file=sys.stderr)`), or send it as `log`";
pub(crate) const NO_ID_NO_ANSWER: &str =
    "answer only messages that have an `id`, and never `error`";
pub(crate) const ONE_ANSWER: &str = "print one line for a request, and print it in one place";
pub(crate) const UNKNOWN_TYPE: &str = "in the branch for all other types do nothing, or answer \
     those with an `id` by {\"type\":\"error\",\"id\":…,\"code\":\"unknown_type\"}";
pub(crate) const UNKNOWN_MEMBER: &str =
    "take the members you know by name, and do not look at others";
pub(crate) const CRASH: &str = "what it wrote to stderr last, if anything, is above; to see it again \
     run it by hand and paste the lines marked `>`";
pub(crate) const NO_START: &str = "run the command in a terminal: it has to start there, and to wait \
     for a line on stdin";
pub(crate) const MEMORY: &str = "use less memory; `memory_mb` in a tournament file allows more";
pub(crate) const TAKE_POSITION: &str = "take `pits`, `stores`, `turn` and `legal` from each `go`, \
     and keep no board of your own";
pub(crate) const PONG: &str = "answer each `ping` by {\"type\":\"pong\",\"id\":…} with its id, an \
     integer up to 9007199254740991; print it with an integer format, or copy it as text";
pub(crate) const VOID: &str = "a game may end at any ply with result `*` and reason `void`: forget \
     it, and take the next from its `new_game` and `go`";
pub(crate) const HEAR_QUIT: &str =
    "leave the reading loop at `quit` and at the end of input, then exit";

/// Returns what to do about a broken line.
pub(crate) fn bad_line(code: Code, line: &[u8]) -> Option<&'static str> {
    let has = |text: &str| line.windows(text.len()).any(|part| part == text.as_bytes());
    Some(match code {
        Code::BadJson if has("{'") || has("True") || has("None") => {
            "this is Python's own notation: print `json.dumps(message)`"
        }
        Code::BadJson if has("NaN") || has("Infinity") => {
            "NaN and Infinity are not JSON: leave such a member out"
        }
        Code::BadJson if has("}{") || line.last() != Some(&b'}') => {
            "print one whole JSON object a line and nothing after it; debug output goes to stderr"
        }
        Code::BadJson => {
            "write messages with a JSON library, or compare with the examples of M8 to M12"
        }
        Code::BadUtf8 => "write stdout as UTF-8",
        Code::DuplicateKey => "a member stands twice in the line: write each once",
        Code::TooDeep => "lists and objects are nested too deep: flatten `info`",
        Code::LineTooLong => "a line may have 65,536 bytes: cut what you put into `info`",
        Code::MissingField => "compare the members of your message with M8 to M11",
        Code::WrongType => "ids and pits are integers: no quotes, no `.0`, no exponent, no null",
        Code::OutOfRange => "ids are 1 to 9007199254740991, pits 0 to 11",
        _ => return None,
    })
}

/// Returns what to do about an id that is not repeated.
pub(crate) fn wrong_id(asked: u64, answered: u64) -> String {
    if answered == asked & 0xffff_ffff || answered == asked & 0x7fff_ffff {
        return "the id was cut to 32 bits; keep it in a 64-bit integer, or as text".to_owned();
    }
    if asked > 1 << 24 && asked.abs_diff(answered) <= asked >> 20 {
        return "the id went through a floating-point number; keep it as an integer, or as text"
            .to_owned();
    }
    "copy the `id` of the message you answer; do not count yourself".to_owned()
}

/// Returns what to do about an illegal move.
pub(crate) fn illegal_move(pit: i64, turn: Side, legal: Pits) -> String {
    let legal: Vec<i64> = legal.into_iter().map(|pit| pit.index() as i64).collect();
    if turn == Side::North && legal.contains(&(pit + 6)) {
        return "pits are counted 0 to 11 for both sides: North's are 6 to 11".to_owned();
    }
    if legal.contains(&(pit - 1)) && !(0..12).contains(&pit) {
        return "pits are counted from 0, not from 1".to_owned();
    }
    "choose from the list `legal` of the `go` you answer".to_owned()
}
