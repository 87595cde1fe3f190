//! The games of tied players among themselves.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{PairedBy, Table, TieBreakValue};

/// A sum of averages, in tenths of a point.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    /// Adds `numerator / denominator`. The denominators are numbers of meetings of
    /// two players, whose sum is at most the number of rounds; the largest
    /// possible common multiple has nine digits.
    fn plus(self, numerator: u64, denominator: u64) -> Fraction {
        let common =
            self.denominator / greatest_divisor(self.denominator, denominator) * denominator;
        let scaled = |numerator, denominator| numerator * (common / denominator);
        Fraction {
            numerator: scaled(self.numerator, self.denominator) + scaled(numerator, denominator),
            denominator: common,
        }
    }
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let left = product(self.numerator, other.denominator);
        left.cmp(&product(other.numerator, self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

/// What a player has won from those he is tied with.
struct Encounters {
    player: usize,
    score: Fraction,
    /// The score if he wins all games that were not played.
    best: Fraction,
    met_all: bool,
}

impl Table<'_> {
    /// Returns everybody's place within his group, or 0 when all of it stay tied
    /// (Article 6).
    pub(super) fn direct_encounter(&self, groups: &[Vec<usize>]) -> Vec<TieBreakValue> {
        let mut values = vec![TieBreakValue::count(0); self.points.len()];
        for group in groups {
            let order = self.separate(group);
            if order.len() == 1 {
                continue;
            }
            let mut place = 1;
            for tied in order {
                tied.iter().for_each(|&index| values[index] = TieBreakValue::count(place));
                place += tied.len();
            }
        }
        values
    }

    /// Splits a group again and again, until its parts stay tied.
    fn separate(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut separated = Vec::new();
        // The next part to look at is the last one, so that the order is kept.
        let mut open = vec![group.to_vec()];
        while let Some(part) = open.pop() {
            let parts = self.split_once(&part);
            if parts.len() > 1 {
                open.extend(parts.into_iter().rev());
            } else {
                separated.push(part);
            }
        }
        separated
    }

    fn split_once(&self, group: &[usize]) -> Vec<Vec<usize>> {
        if group.len() < 2 {
            return vec![group.to_vec()];
        }
        let mut players = self.encounters(group);
        players.sort_by(|a, b| {
            (b.score, b.best).cmp(&(a.score, a.best)).then(a.player.cmp(&b.player))
        });
        if players.iter().all(|player| player.met_all) {
            let parts = players.chunk_by(|a, b| a.score == b.score);
            return parts.map(|part| part.iter().map(|player| player.player).collect()).collect();
        }
        // Not all have met: whoever is first stays first only if nobody behind can
        // still reach him.
        let mut first = 0;
        let out_of_reach = |index: usize| {
            let behind = players[index + 1..].iter().map(|player| player.best).max();
            behind.is_some_and(|best| players[index].score > best)
        };
        while out_of_reach(first) {
            first += 1;
        }
        let mut parts: Vec<Vec<usize>> = players[..first].iter().map(|p| vec![p.player]).collect();
        parts.push(players[first..].iter().map(|player| player.player).collect());
        parts
    }

    fn encounters(&self, group: &[usize]) -> Vec<Encounters> {
        let mut in_group = vec![false; self.points.len()];
        group.iter().for_each(|&index| in_group[index] = true);
        let win = u64::from(self.tournament.point_system().win.tenths());
        let of = |&player: &usize| {
            let mut met: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
            for entry in self.entries(player) {
                let Some(opponent) = self.counted_opponent(entry) else { continue };
                if in_group[opponent] {
                    let (points, games) = met.entry(opponent).or_default();
                    *points += u64::from(self.points_of(entry).tenths());
                    *games += 1;
                }
            }
            let sum = |sum: Fraction, &(points, games): &(u64, u64)| sum.plus(points, games);
            let score = met.values().fold(Fraction::ZERO, sum);
            let missing = match self.paired_by {
                PairedBy::Swiss => group.len() - 1 - met.len(),
                PairedBy::RoundRobin => 0,
            };
            let best = score.plus(missing as u64 * win, 1);
            Encounters { player, score, best, met_all: missing == 0 }
        };
        group.iter().map(of).collect()
    }
}
