//! A strategy with which a side gets what it can force.

use std::collections::{HashMap, HashSet};

use ayo_rules::{Pit, Position, Side};

use crate::effort::{Effort, Unknown};
use crate::question::Question;
use crate::search::LONGEST_LINE;
use crate::solver::{Aim, Solver};

/// A move for each position that can come up when it is followed, whatever the other
/// side plays.
///
/// Towards [`Aim::Seeds`] no position comes back on any line of play. Towards a win or
/// a draw one may, where the stores give it.
#[derive(Clone, Debug)]
pub struct Strategy {
    side: Side,
    moves: HashMap<Position, Pit>,
}

impl Strategy {
    /// Returns the move for a position; `None` when there is nothing left to do, when
    /// the other side is to move, or when the strategy does not lead there.
    #[must_use]
    pub fn choose(&self, position: &Position) -> Option<Pit> {
        self.moves.get(position).copied()
    }

    /// Returns whose strategy it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns for how many positions it has a move.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there is nothing to do: the side has what it aims at.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Solver {
    /// Returns a strategy with which a side reaches its aim; `None` when it cannot be forced.
    ///
    /// # Errors
    /// Says which limit was reached first.
    pub fn strategy(
        &mut self,
        side: Side,
        aim: Aim,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Strategy>, Unknown> {
        if !self.forces(side, aim, position, effort)? {
            return Ok(None);
        }
        let mut weaver = Weaver {
            solver: self,
            effort,
            side,
            aim,
            moves: HashMap::new(),
            line: HashSet::new(),
            woven: HashSet::new(),
            order: Vec::new(),
        };
        let reached = weaver.reaches(*position)?;
        Ok(reached.then_some(Strategy { side, moves: weaver.moves }))
    }
}

/// Positions that are searched for a way from a position before others get their turn.
const FIRST_SLICE: u64 = 64;
/// How much more it is each time.
const SLICE_GROWTH: u64 = 8;

/// What came of asking for a way for a while.
enum Asked {
    /// There is one, of so many plies.
    Way(u16),
    NoWay,
    /// It takes longer to find out.
    Longer,
}

/// Makes a strategy of answers.
///
/// An answer says that the aim can be forced from a position, not by which of several
/// good moves one gets nearer to it. So a line of play is followed to its end, and a
/// move that leads back to a position of its line is not taken.
struct Weaver<'a, 'b, 'c> {
    solver: &'a mut Solver,
    effort: &'b mut Effort<'c>,
    side: Side,
    aim: Aim,
    moves: HashMap<Position, Pit>,
    /// The positions of the line that is followed.
    line: HashSet<Position>,
    /// Positions from which all lines reach the aim.
    woven: HashSet<Position>,
    /// The same in the order in which they were found.
    order: Vec<Position>,
}

impl Weaver<'_, '_, '_> {
    /// Finds the moves from a position on; false when it cannot be done on this line.
    fn reaches(&mut self, position: Position) -> Result<bool, Unknown> {
        let question = Question::of(self.aim);
        let seen = Solver::seen_by(self.side, &position);
        if let Some(yes) = question.settled(self.solver.rules(), &seen) {
            return Ok(yes);
        }
        if self.woven.contains(&position) {
            return Ok(true);
        }
        if self.line.len() >= LONGEST_LINE {
            return Err(Unknown::Line);
        }
        if !self.line.insert(position) {
            return Ok(question.repeated(&seen));
        }
        let found = self.order.len();
        let reached = if position.turn() == self.side {
            self.finds_a_move(&position)?
        } else {
            self.meets_all_moves(&position)?
        };
        self.line.remove(&position);
        if reached {
            self.woven.insert(position);
            self.order.push(position);
        } else {
            // What was found below may lean on this position, which is not part of it.
            for position in self.order.drain(found..) {
                self.woven.remove(&position);
                self.moves.remove(&position);
            }
        }
        Ok(reached)
    }

    /// Tries the moves whose proofs are known first, and goes on to those that take longer to
    /// prove only where none of them leads there: most moves are bad, and to show that of each
    /// takes far longer than the strategy.
    fn finds_a_move(&mut self, position: &Position) -> Result<bool, Unknown> {
        let rules = *self.solver.rules();
        let in_ending = self.solver.is_ending(position);
        let play = |pit| Some((pit, rules.play(position, pit).ok()?.position));
        let mut open: Vec<(Pit, Position)> = position.candidates().filter_map(play).collect();
        let mut slice = FIRST_SLICE;
        while !open.is_empty() {
            let mut choices = Vec::new();
            let mut longer = Vec::new();
            for (pit, after) in open {
                match self.way(&after, in_ending, slice)? {
                    Asked::Way(plies) => choices.push((plies, after.on_board(), pit, after)),
                    Asked::NoWay => {}
                    Asked::Longer => longer.push((pit, after)),
                }
            }
            // The shortest way first, which does not go in a circle.
            choices.sort_by_key(|&(plies, on_board, ..)| (plies, on_board));
            for (.., pit, after) in choices {
                if self.reaches(after)? {
                    self.moves.insert(*position, pit);
                    return Ok(true);
                }
            }
            open = longer;
            slice = slice.saturating_mul(SLICE_GROWTH);
        }
        Ok(false)
    }

    /// Asks for a way from a position, and searches for some positions.
    fn way(&mut self, after: &Position, in_ending: bool, slice: u64) -> Result<Asked, Unknown> {
        let way = if in_ending { Solver::way_in_ending } else { Solver::way };
        let found =
            self.effort.share(slice, |part| way(self.solver, self.side, self.aim, after, part));
        match found {
            Ok(Some(plies)) => Ok(Asked::Way(plies)),
            Ok(None) => Ok(Asked::NoWay),
            Err(Unknown::Nodes) if self.effort.nodes > 0 => Ok(Asked::Longer),
            Err(why) => Err(why),
        }
    }

    fn meets_all_moves(&mut self, position: &Position) -> Result<bool, Unknown> {
        let rules = *self.solver.rules();
        let mut moves = 0;
        for pit in position.candidates() {
            let Ok(played) = rules.play(position, pit) else { continue };
            moves += 1;
            if !self.reaches(played.position)? {
                return Ok(false);
            }
        }
        let seen = Solver::seen_by(self.side, position);
        Ok(moves > 0 || Question::of(self.aim).stuck(&rules, &seen))
    }
}
