//! Why a game ended, and who lost by it.

use std::fmt;

use ayo_rules::{EndReason, Side};

/// Why a game ended; one word in messages, files and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A store reached 25.
    Majority,
    /// The player to move had no legal move.
    NoMoves,
    /// A position occurred for the third time.
    Repetition,
    /// The game reached the ply limit.
    PlyLimit,
    /// It was proved who wins, so the rest was not played.
    Proved,
    /// The bot chose a move that is not legal.
    IllegalMove,
    /// The bot overstepped its time.
    Timeout,
    /// The bot sent a line that breaks the protocol.
    BadMessage,
    /// The bot's process exited.
    Exited,
    /// The bot's process was ended by a signal.
    Signaled,
    /// The bot closed its stdout.
    StdoutClosed,
    /// The bot did not read its stdin, or closed it.
    StdinBlocked,
    /// The bot wrote too much to its stdout.
    StdoutFlood,
    /// The bot used more memory than allowed.
    MemoryLimit,
    /// The bot started more processes than allowed.
    ProcessLimit,
    /// The bot resigned.
    Resigned,
    /// The bot did not answer a ping.
    Stalled,
    /// Nobody's fault: the game is played again and never scored.
    Void,
}

impl Reason {
    /// Every reason, normal endings first.
    pub const ALL: [Reason; 18] = [
        Reason::Majority,
        Reason::NoMoves,
        Reason::Repetition,
        Reason::PlyLimit,
        Reason::Proved,
        Reason::IllegalMove,
        Reason::Timeout,
        Reason::BadMessage,
        Reason::Exited,
        Reason::Signaled,
        Reason::StdoutClosed,
        Reason::StdinBlocked,
        Reason::StdoutFlood,
        Reason::MemoryLimit,
        Reason::ProcessLimit,
        Reason::Resigned,
        Reason::Stalled,
        Reason::Void,
    ];

    /// Returns the word for it, as in messages and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Majority => "majority",
            Reason::NoMoves => "no_moves",
            Reason::Repetition => "repetition",
            Reason::PlyLimit => "ply_limit",
            Reason::Proved => "proved",
            Reason::IllegalMove => "illegal_move",
            Reason::Timeout => "timeout",
            Reason::BadMessage => "bad_message",
            Reason::Exited => "exited",
            Reason::Signaled => "signaled",
            Reason::StdoutClosed => "stdout_closed",
            Reason::StdinBlocked => "stdin_blocked",
            Reason::StdoutFlood => "stdout_flood",
            Reason::MemoryLimit => "memory_limit",
            Reason::ProcessLimit => "process_limit",
            Reason::Resigned => "resigned",
            Reason::Stalled => "stalled",
            Reason::Void => "void",
        }
    }

    /// Returns the reason that a word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }

    /// Returns whether the game ended under the rules or by a proof, with nobody at fault.
    #[must_use]
    pub const fn is_normal(self) -> bool {
        matches!(
            self,
            Reason::Majority
                | Reason::NoMoves
                | Reason::Repetition
                | Reason::PlyLimit
                | Reason::Proved
        )
    }

    /// Returns whether the loser is at fault: not a normal ending, a resignation or a void game.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !self.is_normal() && !matches!(self, Reason::Resigned | Reason::Void)
    }

    /// Returns whether it counts as a crash: the process ended, or closed a pipe.
    #[must_use]
    pub const fn is_crash(self) -> bool {
        matches!(
            self,
            Reason::Exited
                | Reason::Signaled
                | Reason::StdoutClosed
                | Reason::StdinBlocked
                | Reason::MemoryLimit
                | Reason::ProcessLimit
        )
    }

    /// Returns whether it counts as a timeout: too late with a move or a pong.
    #[must_use]
    pub const fn is_timeout(self) -> bool {
        matches!(self, Reason::Timeout | Reason::Stalled)
    }

    /// Returns whether it counts as illegal: a move, or anything else that was said. Every
    /// fault is a crash, a timeout or this.
    #[must_use]
    pub const fn is_illegal(self) -> bool {
        self.is_fault() && !self.is_crash() && !self.is_timeout()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl From<EndReason> for Reason {
    fn from(reason: EndReason) -> Reason {
        match reason {
            EndReason::Majority => Reason::Majority,
            EndReason::NoMoves => Reason::NoMoves,
            EndReason::Repetition => Reason::Repetition,
            EndReason::PlyLimit => Reason::PlyLimit,
        }
    }
}

/// How a game ended: why, whose fault, and a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Why the game ended.
    pub reason: Reason,
    /// Who lost by it; `None` when the stores decide, or nothing does.
    pub loser: Option<Side>,
    /// A sentence with the limit and the measured value; empty for a normal ending.
    pub detail: String,
}

impl Verdict {
    /// Returns the side whose fault ended the game, if somebody's did.
    #[must_use]
    pub fn offender(&self) -> Option<Side> {
        self.loser.filter(|_| self.reason.is_fault())
    }
}
