//! Rounds of a tournament that pairs by results.

use crate::Bot;

/// One board of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Who plays South in the first game of the meeting.
    pub south: Bot,
    /// The opponent; `None` for a bye.
    pub north: Option<Bot>,
}

/// A bot that plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The bot.
    pub bot: Bot,
    /// The round in which it could not be started any more, from 1.
    pub round: u32,
}
