//! What one player did in one round.

use super::{PlayerNumber, Points};

/// The side of a player. White is the one that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Colour {
    /// Returns the side of the opponent.
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// How a game ended for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Lost it.
    Loss,
    /// Nobody won.
    Draw,
    /// Won it.
    Win,
}

/// How a game that was played is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// A rated game: the points of the point system (`1`, `=`, `0` in TRF).
    Rated,
    /// An unrated game: the same points (`W`, `D`, `L` in TRF).
    Unrated,
    /// A meeting of several games, or an arbiter's decision: just these points.
    Exactly(Points),
}

/// A game, or a meeting of several games, that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The opponent.
    pub opponent: PlayerNumber,
    /// The player's side, or nothing when a meeting of both sides counts none.
    pub colour: Option<Colour>,
    /// How it ended for the player.
    pub outcome: Outcome,
    /// What that is worth.
    pub scoring: Scoring,
}

/// A game that was paired but not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Forfeit {
    /// The opponent.
    pub opponent: PlayerNumber,
    /// The side the player was to have; it does not count as a colour.
    pub colour: Option<Colour>,
    /// Whether the player gets the points of a win. Both sides may have lost.
    pub won: bool,
}

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bye {
    /// Allocated by the pairing, `U` in TRF.
    PairingAllocated,
    /// Asked for, a draw's points, `H` in TRF.
    Half,
    /// Asked for or given, a win's points, `F` in TRF.
    Full,
    /// Absent or withdrawn, `Z` in TRF.
    Zero,
}

/// What one player did in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// Played.
    Played(Game),
    /// Had an opponent, but one of them, or both, did not play.
    Forfeited(Forfeit),
    /// Had no opponent.
    Bye(Bye),
    /// Nothing is known: not paired yet, or absent without a word.
    Blank,
}

impl Entry {
    /// Returns the opponent, met or not.
    pub fn opponent(self) -> Option<PlayerNumber> {
        match self {
            Entry::Played(game) => Some(game.opponent),
            Entry::Forfeited(forfeit) => Some(forfeit.opponent),
            Entry::Bye(_) | Entry::Blank => None,
        }
    }

    /// Says whether the pairing of the round put this entry there: an opponent
    /// or the pairing-allocated bye.
    pub fn is_paired(self) -> bool {
        self.opponent().is_some() || self == Entry::Bye(Bye::PairingAllocated)
    }

    /// Returns the game, when one was played.
    pub fn game(self) -> Option<Game> {
        match self {
            Entry::Played(game) => Some(game),
            Entry::Forfeited(_) | Entry::Bye(_) | Entry::Blank => None,
        }
    }

    /// Returns the colour that counts: that of a game played with one.
    pub fn colour(self) -> Option<Colour> {
        self.game().and_then(|game| game.colour)
    }
}
