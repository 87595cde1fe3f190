//! The bot protocol: messages as types, clocks, and the conversations with a bot
//! as state machines.
//!
//! [`Greeting`] is the conversation with a new process, [`Game`] that of one game.
//! Both are fed with what was read and when, and answer with what to write and
//! when to look again; `protocol.md` is their contract with bot authors.
//!
//! What this crate deliberately does not do: no IO, no clock, no processes. A time
//! is always an argument, so every ending is a test without a process.

mod clock;
mod ended;
mod from_bot;
mod game;
mod greeting;
pub mod limits;
mod session;
mod to_bot;

pub(crate) use clock::seconds;
pub use clock::{GameClock, ParseClockError, TimeControl, parse_seconds};
pub use ended::Ended;
pub use from_bot::{BadLine, BotHello, BotLine, BotMove, Code, FromBot, quote_line, read_line};
pub use game::{Action, Adjudicate, Finished, Game, Leaving, Setup, Stalls};
pub use greeting::{Greeting, StartFault};
pub use session::Session;
pub use to_bot::{ErrorMessage, GameOver, Go, Hello, HelloLimits, NewGame, Time, ToBot};
