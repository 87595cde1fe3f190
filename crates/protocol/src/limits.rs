//! Every limit of the protocol, with its unit.

use std::time::Duration;

/// The version of the protocol spoken here.
pub const PROTOCOL_VERSION: u64 = 1;
/// Longest line a bot may send, its newline included.
pub const BOT_LINE_BYTES: usize = 65_536;
/// Longest line the referee sends, its newline included.
pub const REFEREE_LINE_BYTES: usize = 16_384;
/// Lines that are no answer (empty, stray, `log`, unknown, repeated): so many in a game lose it.
pub const STRAY_LINES: u32 = 1_000;
/// Bytes of such lines, newlines included, that lose a game.
pub const STRAY_BYTES: usize = 1 << 20;
/// Deepest nesting of a message: the object itself counts one.
pub const DEPTH: usize = 16;
/// Moves sent without being asked that lose the game.
pub const UNSOLICITED_MOVES: u32 = 3;
/// Longest name, author or version kept, in characters.
pub const NAME_CHARS: usize = 64;
/// The longest `info` of a move that is kept, in bytes of JSON without blanks.
pub const INFO_BYTES: usize = 512;
/// What is kept of the `info` of one bot in a game, in the same bytes.
pub const GAME_INFO_BYTES: usize = 16_384;
/// How much of an offending line is quoted, in bytes.
pub const QUOTED_BYTES: usize = 200;
/// Time to answer `hello`, where nothing else is set.
pub const HELLO: Duration = Duration::from_secs(10);
/// Time to answer the `ping` before a game: `new_game` is worked through in it, uncharged.
pub const PONG: Duration = Duration::from_secs(10);
/// Time to answer the `ping` after `hello`; a bot that does not is never pinged before a game.
pub const FIRST_PONG: Duration = Duration::from_secs(1);
/// A shorter stall of the host than this excuses nobody.
pub const LEAST_STALL: Duration = Duration::from_millis(10);
/// Time for the pipe to take a line.
pub const WRITE: Duration = Duration::from_secs(1);
/// How long a closed pipe may be ahead of the exit status of its process. On a busy host a
/// process has closed its pipes long before it has ended; it has lost either way, and this
/// is how long one waits to say why.
pub const EXIT: Duration = Duration::from_secs(1);
