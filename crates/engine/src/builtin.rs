//! The names of the built-in opponents.

use std::fmt;
use std::str::FromStr;

/// A built-in opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// Sows the first legal pit.
    First,
    /// Sows any legal pit, each as likely as the others.
    Random,
    /// Takes as many seeds as it can with this move; the dice decide between equals.
    Greedy,
    /// Looks ahead: alpha-beta with iterative deepening and a table of positions.
    Minimax,
    /// Proves the value of its positions, and never gives away what it has proved.
    Perfect,
}

impl Builtin {
    /// All of them, weakest first.
    pub const ALL: [Builtin; 5] =
        [Builtin::First, Builtin::Random, Builtin::Greedy, Builtin::Minimax, Builtin::Perfect];

    /// Their names, in the order of [`Builtin::ALL`].
    pub const NAMES: [&'static str; 5] = ["first", "random", "greedy", "minimax", "perfect"];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Builtin::NAMES[self as usize]
    }
}

/// Writes the name.
impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Builtin {
    type Err = UnknownBuiltin;

    fn from_str(text: &str) -> Result<Builtin, UnknownBuiltin> {
        let found = Builtin::ALL.into_iter().find(|builtin| builtin.name() == text);
        found.ok_or_else(|| UnknownBuiltin { name: text.to_owned() })
    }
}

/// A name that no built-in opponent has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no built-in bot `{name}`; there are {}", Builtin::NAMES.join(", "))]
pub struct UnknownBuiltin {
    /// The name given.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for builtin in Builtin::ALL {
            assert_eq!(builtin.to_string().parse(), Ok(builtin));
        }
        let error = "Greedy".parse::<Builtin>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "no built-in bot `Greedy`; there are first, random, greedy, minimax, perfect"
        );
    }
}
