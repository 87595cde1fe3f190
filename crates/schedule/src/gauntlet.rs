//! One cycle of a gauntlet.

use ayo_record::Bot;

/// Challengers against all others, once each, and not among themselves.
///
/// Counting everything from 0, with `c` challengers and `o` others, the smaller
/// group keeps its boards and the larger one moves along them by one a round:
///
/// ```text
/// c <= o:  in round r, challenger i meets other (i + r) mod o
/// c >  o:  in round r, other j meets challenger (j + r) mod c
/// ```
///
/// The challenger is South when `i + j` is even. Whoever meets a whole group
/// meets even and odd numbers in it equally often, but for one, so the sides of
/// every bot balance to within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gauntlet {
    challengers: u32,
    others: u32,
}

impl Gauntlet {
    /// Makes a gauntlet of at least one challenger and one other.
    pub(crate) fn new(challengers: u32, others: u32) -> Gauntlet {
        debug_assert!(challengers > 0 && others > 0, "{challengers} against {others}");
        Gauntlet { challengers, others }
    }

    /// Returns the number of rounds.
    pub(crate) fn rounds(self) -> u64 {
        u64::from(self.challengers.max(self.others))
    }

    /// Returns the number of boards in each round.
    pub(crate) fn boards(self) -> u64 {
        u64::from(self.challengers.min(self.others))
    }

    /// Returns South and North at a board of a round, both from 0.
    pub(crate) fn meeting(self, round: u64, board: u64) -> [Bot; 2] {
        let moved = (board + round) % self.rounds();
        let (challenger, other) =
            if self.challengers <= self.others { (board, moved) } else { (moved, board) };
        let bot = |place| Bot(u32::try_from(place).expect("a place is below the number of bots"));
        let bots = [bot(challenger), bot(u64::from(self.challengers) + other)];
        if (challenger + other).is_multiple_of(2) { bots } else { [bots[1], bots[0]] }
    }
}
