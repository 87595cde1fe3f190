//! How far bots are kept from the host, and from each other.

use std::fmt;

/// An isolation level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isolation {
    /// A session of its own, an environment by allow-list, a fresh folder, no
    /// descriptors but its three pipes; everything it started is killed in the end.
    #[default]
    None,
}

impl Isolation {
    /// Returns the word for it, as in messages and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Isolation::None => "none",
        }
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
