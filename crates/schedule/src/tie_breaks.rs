//! Tie-breaks and standings by the FIDE rules C.07, with the treatment of
//! unplayed rounds (Article 16) that holds from 2026 on.
//!
//! Everything is integer arithmetic: points are tenths, their products
//! hundredths, and [`TieBreakValue`] prints them exactly.
//!
//! What it deliberately does not do: no team tie-breaks and no performance
//! ratings.

mod buchholz;
mod code;
mod counts;
mod direct_encounter;
mod value;

use crate::tournament::{Bye, Entry, PlayerNumber, Points, Round, Tournament};

pub use code::{Cut, MAX_CUT, MAX_TIE_BREAKS, ParseTieBreakError, TieBreak, parse_tie_breaks};
pub use value::TieBreakValue;

/// How the rounds of a tournament were paired, which decides what a round that
/// was not played means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedBy {
    /// By results. Who does not play has a dummy as opponent.
    Swiss,
    /// By a table known before. A forfeit counts as a game against the opponent
    /// of the table, and a bye is nothing.
    RoundRobin,
}

/// One player's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player's number.
    pub player: PlayerNumber,
    /// The place from 1; players whose values are all equal share one.
    pub rank: usize,
    /// The values in the order of the list of tie-breaks.
    pub values: Vec<TieBreakValue>,
}

/// Ranks all players after some rounds, at most [`Tournament::rounds_paired`], by
/// a list of tie-breaks that begins with the points.
///
/// The best stands first, players with the same rank by number. Direct encounter
/// looks at those who are still tied after the tie-breaks before it.
pub fn standings(
    tournament: &Tournament,
    rounds: usize,
    paired_by: PairedBy,
    tie_breaks: &[TieBreak],
) -> Vec<Standing> {
    let table = Table::new(tournament, rounds, paired_by);
    let mut values = vec![Vec::with_capacity(tie_breaks.len()); tournament.players().len()];
    let mut groups = vec![(0..values.len()).collect::<Vec<usize>>()];
    for &tie_break in tie_breaks {
        let column = table.values(tie_break, &groups);
        groups = groups.into_iter().flat_map(|group| split(group, tie_break, &column)).collect();
        values.iter_mut().zip(column).for_each(|(values, value)| values.push(value));
    }
    let mut standings = Vec::with_capacity(values.len());
    for group in groups.iter().filter(|group| !group.is_empty()) {
        let rank = standings.len() + 1;
        standings.extend(group.iter().map(|&index| Standing {
            player: tournament.players()[index].number,
            rank,
            values: std::mem::take(&mut values[index]),
        }));
    }
    standings
}

/// Splits tied players into groups with the same value, the best first.
fn split(mut group: Vec<usize>, tie_break: TieBreak, values: &[TieBreakValue]) -> Vec<Vec<usize>> {
    group.sort_by(|&a, &b| match tie_break.least_is_best() {
        true => values[a].cmp(&values[b]),
        false => values[b].cmp(&values[a]),
    });
    group.chunk_by(|&a, &b| values[a] == values[b]).map(<[usize]>::to_vec).collect()
}

/// The part of a tournament that counts.
struct Table<'a> {
    tournament: &'a Tournament,
    rounds: usize,
    paired_by: PairedBy,
    /// The points of every player.
    points: Vec<Points>,
}

impl<'a> Table<'a> {
    fn new(tournament: &'a Tournament, rounds: usize, paired_by: PairedBy) -> Table<'a> {
        let rounds = rounds.min(tournament.rounds_paired());
        let players = tournament.players().iter();
        let points = players.map(|player| tournament.points_after(player, rounds)).collect();
        Table { tournament, rounds, paired_by, points }
    }

    /// Returns the value of every player.
    fn values(&self, tie_break: TieBreak, groups: &[Vec<usize>]) -> Vec<TieBreakValue> {
        match tie_break {
            TieBreak::DirectEncounter => self.direct_encounter(groups),
            TieBreak::Buchholz(cut) => self.buchholz(cut),
            TieBreak::ForeBuchholz(cut) => self.fore_buchholz(cut),
            TieBreak::SonnebornBerger(cut) => self.sonneborn_berger(cut),
            _ => (0..self.points.len()).map(|index| self.count(tie_break, index)).collect(),
        }
    }

    /// Returns what a player did in every round that counts.
    fn entries(&self, index: usize) -> impl DoubleEndedIterator<Item = Entry> {
        let player = &self.tournament.players()[index];
        Round::first(self.rounds).map(|round| player.entry(round))
    }

    /// Returns the points of an entry.
    fn points_of(&self, entry: Entry) -> Points {
        self.tournament.point_system().of(entry)
    }

    fn index_of(&self, player: PlayerNumber) -> usize {
        self.tournament.index_of(player).expect("every opponent is in the tournament")
    }

    /// Returns the opponent against whom a round counts as played.
    fn counted_opponent(&self, entry: Entry) -> Option<usize> {
        let counts = match self.paired_by {
            PairedBy::Swiss => matches!(entry, Entry::Played(_)),
            PairedBy::RoundRobin => true,
        };
        entry.opponent().filter(|_| counts).map(|player| self.index_of(player))
    }
}

/// Says whether a player chose not to play a round (Article 16.2): he asked for a
/// bye, was absent or lost by forfeit.
fn is_voluntary(entry: Entry) -> bool {
    match entry {
        Entry::Played(_) | Entry::Bye(Bye::PairingAllocated | Bye::Full) => false,
        Entry::Forfeited(forfeit) => !forfeit.won,
        Entry::Bye(Bye::Half | Bye::Zero) | Entry::Blank => true,
    }
}
