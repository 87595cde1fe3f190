//! A game as the rating sees it.

/// Result of a game for the first player, South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Score {
    /// The first player won.
    Win,
    /// Nobody won.
    Draw,
    /// The first player lost.
    Loss,
}

impl Score {
    /// Returns the half points of the first player: 2, 1 or 0.
    #[must_use]
    pub const fn half_points(self) -> u8 {
        match self {
            Score::Win => 2,
            Score::Draw => 1,
            Score::Loss => 0,
        }
    }

    /// Returns the score of these half points of the first player, 0 to 2.
    #[must_use]
    pub const fn from_half_points(half_points: u32) -> Option<Score> {
        match half_points {
            0 => Some(Score::Loss),
            1 => Some(Score::Draw),
            2 => Some(Score::Win),
            _ => None,
        }
    }

    /// Returns the same result as the second player sees it.
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }
}

/// A scored game between two bots, which are given by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The bot that moved first.
    pub first: u32,
    /// The bot that moved second.
    pub second: u32,
    /// Result for the first player.
    pub score: Score,
    /// Games with the same number are not independent of each other: the two games of
    /// one opening, or, coarser, all games of one opening.
    pub pair: u64,
    /// Of opening and moves, from [`fingerprint`](crate::fingerprint); 0 if they are not known.
    /// Games of the same bots, sides and result with the same fingerprint are copies.
    pub moves: u64,
}
