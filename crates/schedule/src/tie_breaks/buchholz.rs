//! Tie-breaks by the points of the opponents.

use super::{Cut, PairedBy, Table, TieBreakValue, is_voluntary};
use crate::tournament::{Entry, Round};

/// Whether the games of the last round count as they ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    AsPlayed,
    /// As draws.
    Fore,
}

/// What one round adds to the sum.
#[derive(Clone, Copy, Debug)]
struct Term {
    /// The player chose not to play.
    voluntary: bool,
    /// The points of the opponent, or of the dummy, in tenths.
    score: u64,
    /// What is added: the score, or for Sonneborn-Berger hundredths.
    value: u64,
}

impl Table<'_> {
    pub(super) fn buchholz(&self, cut: Cut) -> Vec<TieBreakValue> {
        self.sums(Mode::AsPlayed, cut, |_| 1).map(TieBreakValue::tenths).collect()
    }

    pub(super) fn fore_buchholz(&self, cut: Cut) -> Vec<TieBreakValue> {
        self.sums(Mode::Fore, cut, |_| 1).map(TieBreakValue::tenths).collect()
    }

    pub(super) fn sonneborn_berger(&self, cut: Cut) -> Vec<TieBreakValue> {
        let won = |entry| u64::from(self.points_of(entry).tenths());
        self.sums(Mode::AsPlayed, cut, won).map(TieBreakValue::hundredths).collect()
    }

    /// Returns everybody's sum of scores times the factor of each round.
    fn sums(
        &self,
        mode: Mode,
        cut: Cut,
        factor: impl Fn(Entry) -> u64,
    ) -> impl Iterator<Item = u64> {
        let players = 0..self.points.len();
        let scores: Vec<Score> = players.clone().map(|index| self.score(index, mode)).collect();
        players.map(move |index| {
            let rounds = (1..).zip(self.entries(index));
            let terms = rounds.filter_map(|(round, entry)| {
                let (score, voluntary) = self.opponent_score(&scores, index, mode, round, entry)?;
                Some(Term { voluntary, score, value: score * factor(entry) })
            });
            sum_without(cut, terms.collect())
        })
    }

    /// Returns the score of the opponent or dummy, and whether the player wanted
    /// the dummy. In a round robin nobody plays a dummy.
    fn opponent_score(
        &self,
        scores: &[Score],
        index: usize,
        mode: Mode,
        round: usize,
        entry: Entry,
    ) -> Option<(u64, bool)> {
        let opponent = entry.opponent().map(|player| self.index_of(player));
        let fore = mode == Mode::Fore && self.fore_round() == Some(round);
        let counted = self.counted_opponent(entry).or(opponent.filter(|_| fore));
        if let Some(counted) = counted {
            return Some((scores[counted].adjusted, false));
        }
        if self.paired_by == PairedBy::RoundRobin {
            return None;
        }
        // Article 16.4: the dummy has the player's own points, but not more than
        // the opponent who did not come, or than a draw in every round.
        let draws = self.draw() * self.rounds as u64;
        let most = opponent.map_or(draws, |opponent| scores[opponent].adjusted);
        Some((scores[index].own.min(most), is_voluntary(entry)))
    }

    /// Returns the round whose games a fore-Buchholz counts as draws: the last of
    /// the tournament.
    fn fore_round(&self) -> Option<usize> {
        let total = self.tournament.total_rounds().map_or(self.rounds, Round::get);
        (total == self.rounds).then_some(total)
    }

    fn draw(&self) -> u64 {
        u64::from(self.tournament.point_system().draw.tenths())
    }

    /// Adjusts a player's score for the sums of the others (Article 16.3): rounds
    /// after the last one that he wanted to play count as draws.
    fn score(&self, index: usize, mode: Mode) -> Score {
        let mut points: Vec<u64> =
            self.entries(index).map(|entry| u64::from(self.points_of(entry).tenths())).collect();
        let last = self.entries(index).next_back().filter(|_| mode == Mode::Fore);
        let last = last.filter(|_| self.fore_round().is_some());
        if last.is_some_and(|entry| entry.opponent().is_some())
            && let Some(points) = points.last_mut()
        {
            *points = self.draw();
        }
        let own = points.iter().sum();
        let stays = last.is_some_and(Entry::is_paired);
        if self.paired_by == PairedBy::Swiss && !stays {
            let trailing = self.entries(index).rev().take_while(|&entry| is_voluntary(entry));
            for (points, entry) in points.iter_mut().rev().zip(trailing) {
                // A forfeit has an opponent and counts as awarded.
                if entry.opponent().is_none() {
                    *points = self.draw();
                }
            }
        }
        Score { own, adjusted: points.into_iter().sum() }
    }
}

/// A player's points, in tenths.
struct Score {
    /// For his own dummies.
    own: u64,
    /// For the sums of his opponents.
    adjusted: u64,
}

/// Adds up what is left after the cut (Article 16.5).
fn sum_without(cut: Cut, mut terms: Vec<Term>) -> u64 {
    for _ in 0..cut.lowest {
        let Some(lowest) = lowest(&terms) else { break };
        terms.swap_remove(lowest);
    }
    for _ in 0..cut.highest {
        let by_score = |&index: &usize| (terms[index].score, terms[index].value);
        let Some(highest) = (0..terms.len()).max_by_key(by_score) else { break };
        terms.swap_remove(highest);
    }
    terms.iter().map(|term| term.value).sum()
}

/// Returns the term that a cut of the lowest takes: the smallest of the rounds
/// the player chose not to play, unless the regular one would cost him more.
fn lowest(terms: &[Term]) -> Option<usize> {
    let regular = (0..terms.len()).min_by_key(|&i| (terms[i].score, terms[i].value))?;
    let voluntary = (0..terms.len()).filter(|&i| terms[i].voluntary);
    let voluntary = voluntary.min_by_key(|&i| (terms[i].value, terms[i].score));
    Some(voluntary.filter(|&i| terms[i].value >= terms[regular].value).unwrap_or(regular))
}
