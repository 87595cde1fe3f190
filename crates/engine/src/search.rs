//! Alpha-beta search to a fixed depth.

use ayo_rules::{MAJORITY, Outcome, Pit, Pits, Played, Position, Rules};

use crate::Limit;
use crate::evaluation::{estimate, final_score};
use crate::table::{Bound, Finding, Table};

/// Positions searched between two looks at the clock; a power of two.
pub(crate) const NODES_PER_LOOK: u64 = 1024;

/// A search from one root.
///
/// The score of a position is a function of the rules, of `repeated`, of the
/// position and of the depth, the same that plain minimax computes. Pruning and
/// the table only make it quicker: a finding counts only for the depth it was made
/// for. A position that recurs within the searched line is not treated in a special
/// way. Nothing was captured in between, so at the horizon the stores decide, as
/// they would at a repetition.
pub(crate) struct Search<'a> {
    pub rules: &'a Rules,
    /// Positions that end the game when they occur once more.
    pub repeated: &'a [(Position, Outcome)],
    pub table: &'a mut Table,
    pub limit: &'a Limit<'a>,
    pub node_limit: u64,
    /// Positions searched so far.
    pub nodes: u64,
}

/// The clock or the node limit ended the search before it had a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The scores that matter: those between the two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub low: i32,
    pub high: i32,
}

impl Window {
    pub(crate) const FULL: Window = Window { low: -i16::MAX as i32, high: i16::MAX as i32 };

    fn seen_by_opponent(self) -> Window {
        Window { low: -self.high, high: -self.low }
    }
}

impl Search<'_> {
    /// Returns the score of a position for the player to move.
    ///
    /// Outside the window it is a bound: the score is at least as far out.
    fn score(&mut self, position: &Position, depth: u8, window: Window) -> Result<i32, Stopped> {
        self.count_node()?;
        if let Some(outcome) = self.ended(position) {
            return Ok(final_score(&outcome, position.turn(), depth));
        }
        if depth == 0 {
            return Ok(self.leaf(position));
        }
        let known = self.table.get(position);
        if let Some(score) = known.and_then(|finding| settled(&finding, depth, window)) {
            return Ok(score);
        }
        let moves = Moves::new(self.rules, position, known.map(|finding| finding.best));
        let Some(finding) = self.best_of(&moves, depth, window)? else {
            return Ok(self.stuck(position, depth));
        };
        self.table.set(position, &finding);
        Ok(finding.score)
    }

    /// Searches moves in order; `None` when there are none.
    fn best_of(
        &mut self,
        moves: &Moves,
        depth: u8,
        window: Window,
    ) -> Result<Option<Finding>, Stopped> {
        let mut best: Option<Finding> = None;
        for (pit, played) in moves.iter() {
            let best_score = best.map(|finding| finding.score);
            let score = self.score_of_move(played, depth, best_score, window)?;
            if best_score.is_none_or(|best_score| score > best_score) {
                let bound = if score >= window.high {
                    Bound::AtLeast
                } else if score > window.low {
                    Bound::Exact
                } else {
                    Bound::AtMost
                };
                best = Some(Finding { score, bound, depth, best: *pit });
                if bound == Bound::AtLeast {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Returns the score of a move for the mover, `depth` plies deep counting the move.
    ///
    /// The first move, when there is no `best` yet, gets the whole window. The others
    /// are first asked whether they are better at all, which most are not.
    pub(crate) fn score_of_move(
        &mut self,
        played: &Played,
        depth: u8,
        best: Option<i32>,
        window: Window,
    ) -> Result<i32, Stopped> {
        let window = Window { low: best.map_or(window.low, |best| best.max(window.low)), ..window };
        if best.is_some() {
            let probe = Window { high: window.low + 1, ..window };
            let score = -self.score(&played.position, depth - 1, probe.seen_by_opponent())?;
            if score <= window.low || score >= window.high {
                return Ok(score);
            }
        }
        Ok(-self.score(&played.position, depth - 1, window.seen_by_opponent())?)
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.limit.is_over() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Returns the outcome when the stores or the history of the game end it here.
    fn ended(&self, position: &Position) -> Option<Outcome> {
        let majority = position.stores().iter().any(|&store| store >= MAJORITY);
        if majority && self.rules.majority {
            return self.rules.outcome(position);
        }
        let repeated = self.repeated.iter().find(|(repeated, _)| repeated == position);
        repeated.map(|&(_, outcome)| outcome)
    }

    fn leaf(&self, position: &Position) -> i32 {
        let can_move = position.turn().pits().any(|pit| self.rules.play(position, pit).is_ok());
        if can_move { estimate(position) } else { self.stuck(position, 0) }
    }

    fn stuck(&self, position: &Position, depth: u8) -> i32 {
        match self.rules.outcome(position) {
            Some(outcome) => final_score(&outcome, position.turn(), depth),
            None => estimate(position),
        }
    }
}

/// Returns the score when the finding answers the question asked now.
fn settled(finding: &Finding, depth: u8, window: Window) -> Option<i32> {
    let answers = match finding.bound {
        Bound::Exact => true,
        Bound::AtLeast => finding.score >= window.high,
        Bound::AtMost => finding.score <= window.low,
    };
    (answers && finding.depth == depth).then_some(finding.score)
}

/// The legal moves of a position, likely best first.
pub(crate) struct Moves {
    moves: [Option<(Pit, Played)>; 6],
}

impl Moves {
    /// Puts the move that was best before first, then the captures, the largest
    /// first, and equals in the order of their pits.
    pub(crate) fn new(rules: &Rules, position: &Position, best: Option<Pit>) -> Moves {
        let mut moves = [None; 6];
        for (entry, pit) in moves.iter_mut().zip(position.turn().pits()) {
            *entry = rules.play(position, pit).ok().map(|played| (pit, played));
        }
        moves.sort_by_key(|entry| {
            let rank = entry.map(|(pit, played)| (best == Some(pit), played.captured));
            std::cmp::Reverse(rank)
        });
        Moves { moves }
    }

    /// Leaves out all moves but these.
    pub(crate) fn among(mut self, pits: Pits) -> Moves {
        for entry in &mut self.moves {
            *entry = entry.filter(|(pit, _)| pits.contains(*pit));
        }
        self
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Pit, Played)> {
        self.moves.iter().flatten()
    }
}
