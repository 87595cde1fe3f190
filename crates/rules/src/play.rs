//! What a move does, and why a move is illegal.

use std::fmt;

use crate::sow::{Sown, sow};
use crate::{Capture, CapturingSeed, GrandSlam, Pit, Pits, Position, Rules, SEEDS, Side, Sowing};

/// What a legal move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position after it.
    pub position: Position,
    /// Seeds that went to the mover's store.
    pub captured: u8,
    /// Where the last seed fell.
    pub end: Pit,
    /// Laps sown, at least 1.
    pub laps: u32,
}

/// Why a move is illegal; the first that holds, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IllegalReason {
    /// The pit is the opponent's, or holds no seeds.
    Empty,
    /// The relay comes back to a state it was in, so it would never end.
    Endless,
    /// It would take every seed of the opponent's row, which these rules forbid.
    GrandSlam,
    /// The opponent had no seeds and would get none.
    Starves,
}

impl IllegalReason {
    /// Returns the word for it: `empty`, `endless`, `grand-slam`, `starves`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            IllegalReason::Empty => "empty",
            IllegalReason::Endless => "endless",
            IllegalReason::GrandSlam => "grand-slam",
            IllegalReason::Starves => "starves",
        }
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A move that may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The pit that was to be sown.
    pub pit: Pit,
    /// Why not.
    pub reason: IllegalReason,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { pit, reason } = self;
        let why = match reason {
            IllegalReason::Empty => "is not an own pit with seeds",
            IllegalReason::Endless => "starts a relay that never ends",
            IllegalReason::GrandSlam => "would take every seed of the opponent's row",
            IllegalReason::Starves => "leaves the opponent without seeds",
        };
        write!(f, "pit {} ({pit}) {why}", pit.index())
    }
}

impl std::error::Error for IllegalMove {}

impl Rules {
    /// Returns the pits that may be sown; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Pits {
        if self.has_majority(position) {
            return Pits::EMPTY;
        }
        let mut moves = position.candidates();
        let may_refuse_captures = self.grand_slam == GrandSlam::Forbidden;
        if may_refuse_captures || position.row_word(position.turn().opponent()) == 0 {
            moves.retain(|pit| self.play(position, pit).is_ok());
        } else if self.sowing == Sowing::Relay {
            // Nothing but an endless relay is illegal now.
            moves.retain(|pit| sow(*position, pit, Sowing::Relay).is_some());
        }
        moves
    }

    /// Returns whether there is a legal move, majority aside.
    pub(crate) fn has_legal_move(&self, position: &Position) -> bool {
        position.candidates().any(|pit| self.play(position, pit).is_ok())
    }

    /// Plays a move. The game must not be over by majority: that is not checked.
    ///
    /// # Errors
    /// Says why the move is illegal.
    #[inline]
    pub fn play(&self, position: &Position, pit: Pit) -> Result<Played, IllegalMove> {
        let illegal = |reason| IllegalMove { pit, reason };
        let mover = position.turn();
        let opponent = mover.opponent();
        if pit.owner() != mover || position.seeds(pit) == 0 {
            return Err(illegal(IllegalReason::Empty));
        }
        let Some(Sown { position: mut after, end, laps }) = sow(*position, pit, self.sowing) else {
            return Err(illegal(IllegalReason::Endless));
        };
        let Some(captured) = self.capture(&mut after, mover, end) else {
            return Err(illegal(IllegalReason::GrandSlam));
        };
        if position.row_word(opponent) == 0 && after.row_word(opponent) == 0 {
            return Err(illegal(IllegalReason::Starves));
        }
        after.pass_turn();
        debug_assert_eq!(after.seeds_in_all(), u32::from(SEEDS));
        Ok(Played { position: after, captured, end, laps })
    }

    /// Takes what the move captures off the board; `None` for a forbidden grand slam.
    #[inline]
    fn capture(&self, position: &mut Position, mover: Side, end: Pit) -> Option<u8> {
        let opponent = mover.opponent();
        let row = position.row_word(opponent);
        let (reached, last) = match self.capture {
            Capture::Opposite => opposite_capture(position, mover, end),
            Capture::TwoThree => two_three_capture(row, opponent, end),
        };
        let mut taken = row & reached;
        if taken == 0 {
            return Some(0);
        }
        if taken == row {
            match self.grand_slam {
                GrandSlam::Allowed => {}
                GrandSlam::NoCapture => return Some(0),
                GrandSlam::Forbidden => return None,
                GrandSlam::LeaveLast => taken &= !last,
            }
        }
        let mut captured = position.store_from_row(opponent, taken, mover);
        let opposite = self.capture == Capture::Opposite && captured > 0;
        if opposite && self.capturing_seed == CapturingSeed::Taken {
            captured += position.store_from_row(mover, 1 << byte_in_row(end), mover);
        }
        Some(captured)
    }
}

/// Returns which bytes of the opponent's row are captured, empty or not, and which
/// of them belongs to the last seed.
#[inline]
fn opposite_capture(position: &Position, mover: Side, end: Pit) -> (u64, u64) {
    if end.owner() == mover && position.seeds(end) == 1 {
        let opposite = 0xff << byte_in_row(end.opposite());
        (opposite, opposite)
    } else {
        (0, 0)
    }
}

/// Returns what [`opposite_capture`] returns, for a capture of twos and threes.
#[inline]
fn two_three_capture(row: u64, opponent: Side, end: Pit) -> (u64, u64) {
    if end.owner() != opponent {
        return (0, 0);
    }
    let last = 0xff << byte_in_row(end);
    let up_to_last = last | (last - 1);
    // The top bit of each byte that is neither 2 nor 3; the run that is taken
    // starts right after the highest of them.
    let stops = ((row & 0xfefe_fefe_fefe ^ 0x0202_0202_0202) + 0x7f7f_7f7f_7f7f) & 0x8080_8080_8080;
    let start = 64 - (stops & up_to_last).leading_zeros();
    (up_to_last & u64::MAX << start, last)
}

/// Returns where the byte of a pit starts in the word of its row, in bits.
#[inline]
const fn byte_in_row(pit: Pit) -> u32 {
    8 * (pit.index() as u32 - 6 * pit.owner() as u32)
}
