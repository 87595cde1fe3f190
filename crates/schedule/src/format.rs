//! Which bots meet, and in which round.

use ayo_record::Bot;

use crate::berger::Berger;
use crate::gauntlet::Gauntlet;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin {
        /// How often every two bots meet, at least 1.
        cycles: u32,
    },
    /// The first bots meet all the rest, but not each other.
    Gauntlet {
        /// How often every challenger meets every other bot, at least 1.
        cycles: u32,
        /// How many of the bots are challengers: at least 1, fewer than there are bots.
        challengers: u32,
    },
}

impl Format {
    pub(crate) fn cycles(self) -> u32 {
        match self {
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } => cycles,
        }
    }
}

/// What cannot be done with so many bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Fewer than two bots.
    #[error("a schedule needs at least 2 bots, not {bots}")]
    TooFewBots {
        /// The number given.
        bots: u32,
    },
    /// No cycles.
    #[error("`cycles` must be at least 1")]
    NoCycles,
    /// No challengers, or nobody left to challenge.
    #[error("`challengers` must be from 1 to {} with {bots} bots, not {challengers}", bots - 1)]
    Challengers {
        /// The number given.
        challengers: u32,
        /// The number of bots.
        bots: u32,
    },
}

/// The rounds in which everybody who is to meet meets once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycle {
    RoundRobin(Berger),
    Gauntlet(Gauntlet),
}

impl Cycle {
    pub(crate) fn new(format: Format, bots: u32) -> Result<Cycle, FormatError> {
        if bots < 2 {
            return Err(FormatError::TooFewBots { bots });
        }
        if format.cycles() == 0 {
            return Err(FormatError::NoCycles);
        }
        match format {
            Format::RoundRobin { .. } => Ok(Cycle::RoundRobin(Berger::new(bots))),
            Format::Gauntlet { challengers, .. } if challengers == 0 || challengers >= bots => {
                Err(FormatError::Challengers { challengers, bots })
            }
            Format::Gauntlet { challengers, .. } => {
                Ok(Cycle::Gauntlet(Gauntlet::new(challengers, bots - challengers)))
            }
        }
    }

    /// Returns the number of rounds of a cycle.
    pub(crate) fn rounds(self) -> u64 {
        match self {
            Cycle::RoundRobin(berger) => berger.rounds(),
            Cycle::Gauntlet(gauntlet) => gauntlet.rounds(),
        }
    }

    /// Returns the number of boards in each round.
    pub(crate) fn boards(self) -> u64 {
        match self {
            Cycle::RoundRobin(berger) => berger.boards(),
            Cycle::Gauntlet(gauntlet) => gauntlet.boards(),
        }
    }

    /// Returns South and North at a board of a round, both from 0.
    pub(crate) fn meeting(self, round: u64, board: u64) -> [Bot; 2] {
        match self {
            Cycle::RoundRobin(berger) => berger.meeting(round, board),
            Cycle::Gauntlet(gauntlet) => gauntlet.meeting(round, board),
        }
    }

    /// Returns the bot that has a bye in a round, from 0.
    pub(crate) fn bye(self, round: u64) -> Option<Bot> {
        match self {
            Cycle::RoundRobin(berger) => berger.bye(round),
            Cycle::Gauntlet(_) => None,
        }
    }
}
