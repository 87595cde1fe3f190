//! Tie-breaks that look at one player's rounds only, or at his opponents' data.

use super::{PairedBy, Table, TieBreakValue};
use crate::tournament::{Bye, Colour, Entry, Outcome, Points};

/// Says whether a game was won on the board.
pub(super) fn is_won(entry: Entry) -> bool {
    entry.game().is_some_and(|game| game.outcome == Outcome::Win)
}

/// Says whether a game was played with Black.
pub(super) fn is_black(entry: Entry) -> bool {
    entry.colour() == Some(Colour::Black)
}

impl Table<'_> {
    /// Says whether a round is worth a win.
    pub(super) fn is_win(&self, entry: Entry) -> bool {
        let system = self.tournament.point_system();
        match entry {
            Entry::Played(game) => game.outcome == Outcome::Win,
            Entry::Forfeited(forfeit) => forfeit.won,
            Entry::Bye(Bye::Full) => true,
            Entry::Bye(Bye::PairingAllocated) => system.pairing_bye == system.win,
            Entry::Bye(Bye::Half | Bye::Zero) | Entry::Blank => false,
        }
    }

    /// Adds up the points after each round but the first `cut` ones.
    pub(super) fn progressive(&self, index: usize, cut: u8) -> TieBreakValue {
        let mut points = Points::ZERO;
        let mut sum = 0;
        for (round, entry) in self.entries(index).enumerate() {
            points += self.points_of(entry);
            if round >= usize::from(cut) {
                sum += u64::from(points.tenths());
            }
        }
        TieBreakValue::tenths(sum)
    }

    /// Adds up the points against opponents with at least half of those that a
    /// player could win.
    pub(super) fn koya(&self, index: usize) -> TieBreakValue {
        let opponents = |index| self.entries(index).filter(|entry| entry.opponent().is_some());
        let games = match self.paired_by {
            PairedBy::Swiss => self.rounds,
            // With an odd number of players everybody is free in some rounds.
            PairedBy::RoundRobin => {
                (0..self.points.len()).map(|index| opponents(index).count()).max().unwrap_or(0)
            }
        };
        let most = u64::from(self.tournament.point_system().win.tenths()) * games as u64;
        let strong = |entry: &Entry| {
            let opponent = entry.opponent().map(|player| self.points[self.index_of(player)]);
            opponent.is_some_and(|points| 2 * u64::from(points.tenths()) >= most)
        };
        opponents(index).filter(strong).map(|entry| self.points_of(entry)).sum::<Points>().into()
    }

    /// Returns the mean rating of the opponents met that have one, a half rounded up.
    pub(super) fn average_rating(&self, index: usize) -> TieBreakValue {
        let opponents = self.entries(index).filter_map(Entry::game).map(|game| game.opponent);
        let player = |player| &self.tournament.players()[self.index_of(player)];
        let ratings: Vec<usize> =
            opponents.filter_map(|number| player(number).rating).map(usize::from).collect();
        let (sum, count) = (ratings.iter().sum::<usize>(), ratings.len().max(1));
        TieBreakValue::count((2 * sum + count) / (2 * count))
    }
}
