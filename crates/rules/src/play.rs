//! What a move does, and why a move is illegal.

use std::fmt;

use crate::{Capture, CapturingSeed, GrandSlam, PITS, Pit, Pits, Position, Rules, Sowing};

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
        position.turn.pits().filter(|&pit| self.play(position, pit).is_ok()).collect()
    }

    /// Plays a move. The game must not be over by majority: that is not checked.
    ///
    /// # Errors
    /// Says why the move is illegal.
    pub fn play(&self, position: &Position, pit: Pit) -> Result<Played, IllegalMove> {
        let illegal = |reason| IllegalMove { pit, reason };
        let mover = position.turn;
        if pit.owner() != mover || position.seeds(pit) == 0 {
            return Err(illegal(IllegalReason::Empty));
        }
        let sown = self.sow(position.pits, pit).ok_or(illegal(IllegalReason::Endless))?;
        let mut pits = sown.pits;
        let captured =
            self.capture(&mut pits, mover, sown.end).ok_or(illegal(IllegalReason::GrandSlam))?;
        let mut stores = position.stores;
        stores[mover.index()] += captured;
        let after = Position { pits, stores, turn: mover.opponent() };
        if position.row(mover.opponent()) == 0 && after.row(mover.opponent()) == 0 {
            return Err(illegal(IllegalReason::Starves));
        }
        Ok(Played { position: after, captured, end: sown.end, laps: sown.laps })
    }

    /// Sows until the move ends; `None` when it never does.
    fn sow(&self, mut pits: [u8; PITS], origin: Pit) -> Option<Sown> {
        let mut end = sow_lap(&mut pits, origin);
        let mut laps = 1;
        // Brent's method: a relay is a chain of states, each the function of the
        // last, so it is endless exactly when it meets a state it was in.
        let mut checkpoint = (pits, end);
        let mut next_checkpoint = 1;
        while self.sowing == Sowing::Relay && pits[end.index()] > 1 {
            end = sow_lap(&mut pits, end);
            laps += 1;
            if (pits, end) == checkpoint {
                return None;
            }
            if laps == next_checkpoint {
                checkpoint = (pits, end);
                next_checkpoint *= 2;
            }
        }
        Some(Sown { pits, end, laps })
    }

    /// Takes what the move captures off the board; `None` for a forbidden grand slam.
    fn capture(&self, pits: &mut [u8; PITS], mover: crate::Side, end: Pit) -> Option<u8> {
        let taken = match self.capture {
            Capture::Opposite => opposite_capture(pits, mover, end),
            Capture::TwoThree => two_three_capture(pits, mover, end),
        };
        if taken.is_empty() {
            return Some(0);
        }
        let last = if self.capture == Capture::Opposite { end.opposite() } else { end };
        let mut seeds_left = mover.opponent().pits().filter(|&pit| !taken.contains(pit));
        let slam = seeds_left.all(|pit| pits[pit.index()] == 0);
        let taken: Pits = match self.grand_slam {
            GrandSlam::Forbidden if slam => return None,
            GrandSlam::NoCapture if slam => Pits::EMPTY,
            GrandSlam::LeaveLast if slam => taken.filter(|&pit| pit != last).collect(),
            _ => taken,
        };
        let mut captured = 0;
        for pit in taken {
            captured += std::mem::take(&mut pits[pit.index()]);
        }
        let opposite = self.capture == Capture::Opposite && captured > 0;
        if opposite && self.capturing_seed == CapturingSeed::Taken {
            captured += std::mem::take(&mut pits[end.index()]);
        }
        Some(captured)
    }
}

struct Sown {
    pits: [u8; PITS],
    end: Pit,
    laps: u32,
}

/// Lifts a pit and sows it, skipping it on every pass; returns the last pit.
fn sow_lap(pits: &mut [u8; PITS], origin: Pit) -> Pit {
    let mut at = origin.index();
    for _ in 0..std::mem::take(&mut pits[origin.index()]) {
        at = (at + 1) % PITS;
        if at == origin.index() {
            at = (at + 1) % PITS;
        }
        pits[at] += 1;
    }
    Pit::new(at as u8).expect("a remainder of 12 is a pit")
}

fn opposite_capture(pits: &[u8; PITS], mover: crate::Side, end: Pit) -> Pits {
    let captures = end.owner() == mover && pits[end.index()] == 1;
    std::iter::once(end.opposite()).filter(|pit| captures && pits[pit.index()] > 0).collect()
}

fn two_three_capture(pits: &[u8; PITS], mover: crate::Side, end: Pit) -> Pits {
    (0..=end.index() as u8)
        .rev()
        .map_while(Pit::new)
        .take_while(|pit| pit.owner() != mover && matches!(pits[pit.index()], 2 | 3))
        .collect()
}
