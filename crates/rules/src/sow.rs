//! Sowing: laps and relays.

use crate::{PITS, Pit, Position, SEEDS, Sowing};

/// How a sowing ended.
#[derive(Clone, Copy)]
pub(crate) struct Sown {
    /// The seeds where they fell; the turn has not passed.
    pub(crate) position: Position,
    /// Where the last seed fell.
    pub(crate) end: Pit,
    /// Laps sown.
    pub(crate) laps: u32,
}

/// Laps sown before the first look for a circle.
///
/// A relay of random play has 3.4 laps on average; hardly one has more than this,
/// so that nearly every move is spared the comparisons.
const TRUSTED_LAPS: u32 = 64;

/// Lifts a pit and sows until the move ends; `None` when it never does.
///
/// The pit must hold seeds: an empty one would be a lap that ends where it starts.
#[inline]
pub(crate) fn sow(position: Position, origin: Pit, sowing: Sowing) -> Option<Sown> {
    let mut sown = Sown { position, end: origin, laps: 0 };
    loop {
        sown.lap();
        if sowing == Sowing::Single || !sown.goes_on() {
            return Some(sown);
        }
        if sown.laps == TRUSTED_LAPS {
            return sow_watched(sown);
        }
    }
}

/// Sows a long relay on, and watches for a state that comes back.
///
/// A relay is a chain of states (pits and last pit), each the function of the
/// one before, so it is endless exactly when it meets a state it was in.
/// Brent's method finds that with one state remembered: of lap 1, 2, 4, 8 and so
/// on. R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980.
#[cold]
fn sow_watched(mut sown: Sown) -> Option<Sown> {
    let mut remembered = sown;
    let mut forget_at = 1;
    let mut watched = 0_u64;
    while sown.goes_on() {
        sown.lap();
        watched += 1;
        if sown.position == remembered.position && sown.end == remembered.end {
            return None;
        }
        if watched == forget_at {
            remembered = sown;
            forget_at *= 2;
        }
    }
    Some(sown)
}

impl Sown {
    /// Sows one lap from where the last ended.
    #[inline]
    fn lap(&mut self) {
        let seeds = self.position.seeds(self.end);
        let lap = lap_index(self.end.index(), seeds as usize);
        // Lifting the origin is a subtraction, so the sum wraps; no byte of the
        // result does, since no pit ever holds less than 0 or more than 48.
        self.position.word = self.position.word.wrapping_add(LAP_CHANGES[lap]);
        self.end = LAP_ENDS[lap];
        self.laps += 1;
    }

    /// Returns whether a relay goes on: the last pit held seeds before.
    #[inline]
    fn goes_on(&self) -> bool {
        self.position.seeds(self.end) > 1
    }
}

/// Laps in the tables: 64 counts of seeds for each of 16 pits, so that every
/// index is in range without a check; those past 48 and 12 are never used.
const LAPS: usize = 16 * 64;

/// What a lap adds to the word of a position.
static LAP_CHANGES: [u128; LAPS] = {
    let mut changes = [0; LAPS];
    each_lap(&mut changes, &mut [FIRST_PIT; LAPS]);
    changes
};

/// The pit in which a lap ends.
static LAP_ENDS: [Pit; LAPS] = {
    let mut ends = [FIRST_PIT; LAPS];
    each_lap(&mut [0; LAPS], &mut ends);
    ends
};

const FIRST_PIT: Pit = Pit::new(0).expect("0 is a pit");

#[inline]
const fn lap_index(origin: usize, seeds: usize) -> usize {
    (origin & 15) << 6 | (seeds & 63)
}

/// Sows every lap once: from each pit, each number of seeds.
const fn each_lap(changes: &mut [u128; LAPS], ends: &mut [Pit; LAPS]) {
    let mut origin = 0;
    while origin < PITS {
        let mut end = origin;
        let mut change = 0_u128;
        let mut seeds = 0;
        while seeds <= SEEDS as usize {
            let lap = lap_index(origin, seeds);
            changes[lap] = change.wrapping_sub((seeds as u128) << (8 * origin));
            ends[lap] = Pit::new(end as u8).expect("a remainder of 12 is a pit");
            // The next seed: every pass skips the pit the lap was lifted from.
            end = (end + 1) % PITS;
            if end == origin {
                end = (end + 1) % PITS;
            }
            change += 1 << (8 * end);
            seeds += 1;
        }
        origin += 1;
    }
}
