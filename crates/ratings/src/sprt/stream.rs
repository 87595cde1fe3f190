//! A test on pairs as they end.
//!
//! Pairs that are played at the same time end in any order, the quick ones first. To stop as
//! soon as the ended ones look good would favour whoever wins quickly, so the LLR is computed
//! after each pair of the *schedule*, and a pair counts when all before it have ended:
//!
//! ```text
//!   0  1  2  3  4  5        ended: 0 1 2 4
//!   x  x  x  .  x  .        judged: 0 1 2; pair 4 waits for pair 3
//! ```
//!
//! So the decision does not depend on how many pairs are played at once. What ends after it
//! is counted apart and moves nothing.

use std::collections::BTreeMap;

use super::{Sprt, SprtCounts, SprtJudgement, SprtState};
use crate::{Pentanomial, Score, Trinomial};

/// When a test was over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtDecision {
    /// The hypothesis that was accepted.
    pub state: SprtState,
    /// Schedule number of the pair with which it was.
    pub pair: u64,
    /// Pairs up to that one, itself included.
    pub pairs: u64,
    /// The LLR after it.
    pub llr: f64,
}

/// A test that goes on; the order in which pairs are added does not matter.
#[derive(Clone, Debug)]
pub struct SprtStream {
    sprt: Sprt,
    /// Number of the first pair that has not ended.
    next: u64,
    /// Ended pairs after that one.
    waiting: BTreeMap<u64, Ended>,
    pairs: Pentanomial,
    games: Trinomial,
    llr: f64,
    decision: Option<SprtDecision>,
    after: Pentanomial,
}

#[derive(Clone, Copy, Debug)]
enum Ended {
    Played([Score; 2]),
    NeverPlayed,
}

impl SprtStream {
    /// Begins with no pairs; `first` is the schedule number of the first one.
    #[must_use]
    pub fn new(sprt: Sprt, first: u64) -> SprtStream {
        SprtStream {
            sprt,
            next: first,
            waiting: BTreeMap::new(),
            pairs: Pentanomial::default(),
            games: Trinomial::default(),
            llr: 0.0,
            decision: None,
            after: Pentanomial::default(),
        }
    }

    /// Adds a pair that has ended: its number in the schedule and its two results as A sees
    /// them. Returns the decision if it falls by this.
    ///
    /// A pair that is known already is passed over, so nothing counts twice.
    pub fn add(&mut self, pair: u64, results: [Score; 2]) -> Option<SprtDecision> {
        self.end(pair, Ended::Played(results))
    }

    /// Says that a pair will never be played; others do not wait for it any more.
    pub fn skip(&mut self, pair: u64) -> Option<SprtDecision> {
        self.end(pair, Ended::NeverPlayed)
    }

    fn end(&mut self, pair: u64, ended: Ended) -> Option<SprtDecision> {
        if pair < self.next || self.waiting.contains_key(&pair) {
            return None;
        }
        self.waiting.insert(pair, ended);
        let before = self.decision;
        while let Some(ended) = self.waiting.remove(&self.next) {
            if let Ended::Played(results) = ended {
                self.judge(self.next, results);
            }
            self.next += 1;
        }
        self.decision.filter(|_| before.is_none())
    }

    fn judge(&mut self, pair: u64, results: [Score; 2]) {
        let half_points = results.map(|result| usize::from(result.half_points()));
        let cell = half_points[0] + half_points[1];
        if self.decision.is_some() {
            self.after.0[cell] += 1;
            return;
        }
        self.pairs.0[cell] += 1;
        half_points.into_iter().for_each(|result| self.games.0[result] += 1);
        self.llr = self.sprt.llr(self.counts()).expect("the results of the games are known");
        let state = self.sprt.state(self.llr);
        if state != SprtState::Continue {
            let pairs = self.pairs.0.iter().sum();
            self.decision = Some(SprtDecision { state, pair, pairs, llr: self.llr });
        }
    }

    /// Returns the test.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns what was judged: the pairs up to the decision, or to the first that has not
    /// ended.
    #[must_use]
    pub fn counts(&self) -> SprtCounts {
        SprtCounts::PairsAndGames(self.pairs, self.games)
    }

    /// Returns the pairs that were judged, by result.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// Returns the LLR of what was judged; it does not move after the decision.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Returns all that can be said of what was judged.
    #[must_use]
    pub fn judgement(&self) -> SprtJudgement {
        self.sprt.judge(self.counts()).expect("the results of the games are known")
    }

    /// Returns when the test was over, if it is.
    #[must_use]
    pub fn decision(&self) -> Option<&SprtDecision> {
        self.decision.as_ref()
    }

    /// Returns the number of the pair to which all have ended, the last one that was judged if
    /// the test goes on.
    #[must_use]
    pub fn last_ended(&self) -> u64 {
        self.next.saturating_sub(1)
    }

    /// Returns how many ended pairs wait for one before them.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.waiting.values().filter(|ended| matches!(ended, Ended::Played(_))).count() as u64
    }

    /// Returns the pairs after the decision, by result, those that wait included; none before
    /// it.
    #[must_use]
    pub fn after_decision(&self) -> Pentanomial {
        let mut after = self.after;
        if self.decision.is_some() {
            for ended in self.waiting.values() {
                if let Ended::Played(results) = ended {
                    let half_points = results.map(|result| usize::from(result.half_points()));
                    after.0[half_points[0] + half_points[1]] += 1;
                }
            }
        }
        after
    }
}
