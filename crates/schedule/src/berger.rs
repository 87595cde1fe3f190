//! One cycle of a round robin by Berger tables.

use ayo_record::Bot;

/// A round robin in which every two bots meet once.
///
/// The tables are those of the FIDE handbook, C.05, annex "Details of Berger
/// table" (<https://handbook.fide.com/chapter/C05>), with the boards of a round
/// in the order of their Souths. As a formula, counting everything from 0: let
/// `seats` be the number of bots made even, `wheel = seats - 1`, and in round `r`
///
/// ```text
/// pivot = r · seats/2  mod wheel
/// South pivot + k  meets  North pivot - k  (mod wheel),   k = 1 .. wheel/2
/// pivot            meets  the last seat, as South in even r, as North in odd r
/// ```
///
/// With an odd number of bots the last seat is empty and the pivot has a bye.
/// So the Souths are neighbours on the wheel, and the one at a given board is
/// known without the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Berger {
    bots: u64,
}

impl Berger {
    /// Makes the tables for at least two bots.
    pub(crate) fn new(bots: u32) -> Berger {
        debug_assert!(bots >= 2, "{bots} bots cannot meet");
        Berger { bots: u64::from(bots) }
    }

    /// Returns the number of rounds.
    pub(crate) fn rounds(self) -> u64 {
        self.wheel()
    }

    /// Returns the number of boards in each round.
    pub(crate) fn boards(self) -> u64 {
        self.bots / 2
    }

    /// Returns South and North at a board of a round, both from 0.
    pub(crate) fn meeting(self, round: u64, board: u64) -> [Bot; 2] {
        let wheel = self.wheel();
        let last_seat = wheel;
        let pivot = self.pivot(round);
        let pivot_is_south = !self.has_byes() && round.is_multiple_of(2);
        let (first, souths) =
            if pivot_is_south { (pivot, wheel / 2 + 1) } else { (pivot + 1, wheel / 2) };
        if board == souths {
            return [last_seat, pivot].map(bot);
        }
        // In order of their numbers, the Souths that went past the end of the
        // wheel come before those that did not.
        let wrapped = (first + souths).saturating_sub(wheel);
        let south = if board < wrapped { board } else { first + board - wrapped };
        let north = if south == pivot { last_seat } else { (2 * pivot + wheel - south) % wheel };
        [south, north].map(bot)
    }

    /// Returns the bot that does not play in a round, from 0.
    pub(crate) fn bye(self, round: u64) -> Option<Bot> {
        self.has_byes().then(|| bot(self.pivot(round)))
    }

    fn has_byes(self) -> bool {
        !self.bots.is_multiple_of(2)
    }

    fn seats(self) -> u64 {
        self.bots.next_multiple_of(2)
    }

    fn wheel(self) -> u64 {
        self.seats() - 1
    }

    fn pivot(self, round: u64) -> u64 {
        round * (self.seats() / 2) % self.wheel()
    }
}

fn bot(seat: u64) -> Bot {
    Bot(u32::try_from(seat).expect("a seat is below the number of bots"))
}
