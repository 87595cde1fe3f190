//! What goes wrong in a case.

use ayo_protocol::{BadLine, Code};

/// Why a case did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The bot broke the clause.
    Fault(Fault),
    /// The case says nothing about this bot, for this reason.
    Skip(String),
    /// The case has nothing to ask under these rules, for this reason.
    Absent(String),
    /// The examination failed, not the bot.
    Host(String),
}

/// What a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// A sentence about it.
    pub(crate) reason: String,
    /// What the author may do about it.
    pub(crate) hint: Option<String>,
}

/// Kinds of faults: two of one kind probably have one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No answer in time.
    Silent,
    /// The program could not be executed.
    NoStart,
    /// The process ended.
    Gone,
    /// It does not read its stdin.
    Deaf,
    /// A line that is none.
    Bad(Code),
    /// An answer of another type than the request asks for.
    WrongAnswer,
    /// A move the rules do not allow.
    IllegalMove,
    /// Too much noise.
    Flood,
    /// A message nobody asked for.
    Unasked,
    /// Anything else.
    Other,
}

impl Kind {
    /// Returns whether nothing more can be expected of the process.
    pub(crate) fn is_hopeless(self) -> bool {
        matches!(self, Kind::NoStart | Kind::Silent | Kind::Gone | Kind::Deaf)
    }
}

impl Trouble {
    pub(crate) fn fault(kind: Kind, reason: impl Into<String>) -> Trouble {
        Trouble::Fault(Fault { kind, reason: reason.into(), hint: None })
    }

    pub(crate) fn other(reason: impl Into<String>) -> Trouble {
        Trouble::fault(Kind::Other, reason)
    }

    pub(crate) fn skip(reason: impl Into<String>) -> Trouble {
        Trouble::Skip(reason.into())
    }

    /// Makes a fault of a broken line.
    pub(crate) fn bad(bad: BadLine) -> Trouble {
        let BadLine { code, message } = bad;
        Trouble::fault(Kind::Bad(code), format!("{code}: {message}"))
    }

    /// Adds what the author may do, unless something is said already.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Trouble {
        if let Trouble::Fault(fault) = &mut self {
            fault.hint.get_or_insert_with(|| hint.into());
        }
        self
    }

    /// Says what the author may do about an illegal move, whatever was said before: the
    /// bot knows legal moves where nothing else is the matter.
    pub(crate) fn hint_if_illegal(mut self, hint: &str) -> Trouble {
        if let Trouble::Fault(fault) = &mut self
            && fault.kind == Kind::IllegalMove
        {
            fault.hint = Some(hint.to_owned());
        }
        self
    }

    /// Adds what else is known.
    pub(crate) fn and(mut self, fact: &str) -> Trouble {
        if let Trouble::Fault(fault) = &mut self {
            fault.reason = format!("{}; {fact}", fault.reason);
        }
        self
    }

    /// Says in which circumstances it happened: first of all, unless the process ended.
    pub(crate) fn when(mut self, circumstances: &str) -> Trouble {
        if let Trouble::Fault(Fault { kind, reason, .. }) = &mut self {
            *reason = match kind {
                Kind::Gone => format!("{reason} ({circumstances})"),
                _ => format!("{circumstances}: {reason}"),
            };
        }
        self
    }
}
