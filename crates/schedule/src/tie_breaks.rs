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

use crate::tournament::{Bye, Entry, Player, PlayerNumber, Points, Round, Tournament};

pub(crate) use code::next_tie_break;
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

impl PairedBy {
    /// Tells it by the code of the pairing system (TRF record 192): those that end
    /// in `ROUNDROBIN` are round robins, and everything else is a Swiss.
    pub fn of(tournament: &Tournament) -> PairedBy {
        match tournament.system() {
            Some(system) if system.ends_with("ROUNDROBIN") => PairedBy::RoundRobin,
            _ => PairedBy::Swiss,
        }
    }

    /// Returns the tie-breaks to use when none are asked for: points, direct
    /// encounter, in a Swiss `BH/C1` and `BH`, then `SB` and `WON`.
    pub fn default_tie_breaks(self) -> &'static [TieBreak] {
        const NO_CUT: Cut = Cut { lowest: 0, highest: 0 };
        const SONNEBORN_BERGER: TieBreak = TieBreak::SonnebornBerger(NO_CUT);
        match self {
            PairedBy::Swiss => &[
                TieBreak::Points,
                TieBreak::DirectEncounter,
                TieBreak::Buchholz(Cut { lowest: 1, highest: 0 }),
                TieBreak::Buchholz(NO_CUT),
                SONNEBORN_BERGER,
                TieBreak::GamesWon,
            ],
            PairedBy::RoundRobin => {
                &[TieBreak::Points, TieBreak::DirectEncounter, SONNEBORN_BERGER, TieBreak::GamesWon]
            }
        }
    }
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
///
/// ```
/// use ayo_schedule::{PairedBy, read_trf, standings};
///
/// let trf = read_trf(b"\
/// 001    1      Ada                               1900                             1.0    1     2 w 1
/// 001    2      Bisi                              1800                             0.0    2     1 b 0
/// ")?;
/// let (tournament, paired_by) = (&trf.tournament, PairedBy::of(&trf.tournament));
/// let rounds = tournament.rounds_paired();
/// let standings = standings(tournament, rounds, paired_by, paired_by.default_tie_breaks());
/// assert_eq!(standings[0].player.get(), 1);
/// assert_eq!(standings[1].values[3].to_string(), "1.0");
/// # Ok::<(), ayo_schedule::TrfError>(())
/// ```
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
        let number = |player: &Player| player.number.get();
        let rating = |player: &Player| player.rating.map_or(0, usize::from);
        match tie_break {
            TieBreak::Points => self.each(|index| self.points[index].into()),
            TieBreak::DirectEncounter => self.direct_encounter(groups),
            TieBreak::Buchholz(cut) => self.buchholz(cut),
            TieBreak::ForeBuchholz(cut) => self.fore_buchholz(cut),
            TieBreak::SonnebornBerger(cut) => self.sonneborn_berger(cut),
            TieBreak::Progressive { cut } => self.each(|index| self.progressive(index, cut)),
            TieBreak::Wins => self.count(|entry| self.is_win(entry)),
            TieBreak::GamesWon => self.count(counts::is_won),
            TieBreak::BlackGames => self.count(counts::is_black),
            TieBreak::BlackGamesWon => {
                self.count(|entry| counts::is_black(entry) && counts::is_won(entry))
            }
            TieBreak::RoundsElected => self.count(|entry| !is_voluntary(entry)),
            TieBreak::Koya => self.each(|index| self.koya(index)),
            TieBreak::AverageRating => self.each(|index| self.average_rating(index)),
            TieBreak::PairingNumber => self.each_player(number),
            TieBreak::Rating => self.each_player(rating),
        }
    }

    fn each(&self, value: impl Fn(usize) -> TieBreakValue) -> Vec<TieBreakValue> {
        (0..self.points.len()).map(value).collect()
    }

    fn each_player(&self, value: impl Fn(&Player) -> usize) -> Vec<TieBreakValue> {
        self.tournament.players().iter().map(|p| TieBreakValue::count(value(p))).collect()
    }

    /// Counts everybody's rounds of some kind.
    fn count(&self, counts: impl Fn(Entry) -> bool) -> Vec<TieBreakValue> {
        let count = |index| self.entries(index).filter(|&entry| counts(entry)).count();
        self.each(|index| TieBreakValue::count(count(index)))
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
