//! Tie-breaks that look at one player's rounds only, or at his opponents' data.

use super::{PairedBy, Table, TieBreak, TieBreakValue, is_voluntary};
use crate::tournament::{Bye, Colour, Entry, Game, Outcome, Points};

impl Table<'_> {
    /// Returns one player's value.
    pub(super) fn count(&self, tie_break: TieBreak, index: usize) -> TieBreakValue {
        let player = &self.tournament.players()[index];
        let games = || self.entries(index).filter_map(Entry::game);
        let black = |game: &Game| game.colour == Some(Colour::Black);
        let won = |game: &Game| game.outcome == Outcome::Win;
        let count = match tie_break {
            TieBreak::Points => return self.points[index].into(),
            TieBreak::Progressive { cut } => return self.progressive(index, cut),
            TieBreak::Koya => return self.koya(index),
            TieBreak::Wins => self.entries(index).filter(|&entry| self.is_win(entry)).count(),
            TieBreak::GamesWon => games().filter(won).count(),
            TieBreak::BlackGames => games().filter(black).count(),
            TieBreak::BlackGamesWon => games().filter(black).filter(won).count(),
            TieBreak::RoundsElected => {
                self.entries(index).filter(|&entry| !is_voluntary(entry)).count()
            }
            TieBreak::AverageRating => self.average_rating(index),
            TieBreak::PairingNumber => player.number.get(),
            TieBreak::Rating => player.rating.map_or(0, usize::from),
            TieBreak::DirectEncounter
            | TieBreak::Buchholz(_)
            | TieBreak::ForeBuchholz(_)
            | TieBreak::SonnebornBerger(_) => unreachable!("computed for all players together"),
        };
        TieBreakValue::count(count)
    }

    /// Says whether a round is worth a win.
    fn is_win(&self, entry: Entry) -> bool {
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
    fn progressive(&self, index: usize, cut: u8) -> TieBreakValue {
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
    fn koya(&self, index: usize) -> TieBreakValue {
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
    fn average_rating(&self, index: usize) -> usize {
        let opponents = self.entries(index).filter_map(Entry::game).map(|game| game.opponent);
        let player = |player| &self.tournament.players()[self.index_of(player)];
        let ratings = opponents.filter_map(|number| player(number).rating);
        let (count, sum) =
            ratings.fold((0, 0), |(count, sum), r| (count + 1, sum + usize::from(r)));
        if count == 0 { 0 } else { (2 * sum + count) / (2 * count) }
    }
}
