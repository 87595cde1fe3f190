//! The value of a position, the moves that keep it, the score.

use std::fmt;

use ayo_rules::{
    Capture, MAJORITY, Pit, Pits, Position, RepetitionAward, Rules, SEEDS, Side, Sowing, Winner,
};

use crate::boards;
use crate::effort::{Effort, Unknown};
use crate::question::Question;
use crate::search::{LONGEST_LINE, Memory, Search};
use crate::table::Answer;

/// What a position is worth to the side to move when both play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other side wins.
    Loss,
    /// Neither side can do better.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// Returns the word for it: `win`, `draw`, `loss`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }

    /// Returns what a result is worth to a side.
    #[must_use]
    pub fn of(winner: Winner, side: Side) -> Value {
        match winner {
            Winner::Draw => Value::Draw,
            Winner::Side(winner) if winner == side => Value::Win,
            Winner::Side(_) => Value::Loss,
        }
    }

    /// Returns the value to the other side.
    #[must_use]
    pub const fn turned(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A value that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// To the side to move.
    pub value: Value,
    /// Whether it takes the referee's rule for a position that comes back to settle
    /// it: neither side can force it in results that are counted.
    pub depends_on_repetition: bool,
}

/// The seeds that each side can force, counted to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// South's and North's, stores included. They add up to 48, unless it depends on
    /// the rule for positions that come back who gets the rest.
    pub seeds: [u8; 2],
}

impl Score {
    /// Returns whether this is the exact result of best play.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.seeds[0] + self.seeds[1] == SEEDS
    }
}

/// What a side may want to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// So many seeds, its store included, in a result that is counted, whatever the
    /// rule for positions that come back. A majority does not stop the count.
    Seeds(u8),
    /// A win under the referee's rule for positions that come back.
    Win,
    /// No loss under that rule.
    Draw,
}

/// Rules that the solver does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// Not a relay game with captures of the opposite pit.
    #[error(
        "the solver knows relay games that capture the opposite pit (`ayoayo` and its presets)"
    )]
    Family,
    /// Seeds are given away when a position comes back.
    #[error("the solver knows `repetition_award = nobody` only")]
    Award,
    /// A game that ends when it begins, or in which only the ply limit ends a circle.
    #[error("the solver needs a rule for positions that come back: `repetition` must be 2 or more")]
    Repetition,
    /// A ply limit that would decide games.
    #[error("the solver looks past the ply limit, so `max_plies` must be {LONGEST_LINE} or more")]
    Plies,
}

/// Finds out the truth about positions, and remembers what it has found out.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    memory: Memory,
    /// What is known of endings beyond what the tables say: how to get there.
    endgame: Memory,
}

/// Seeds with which nobody has lost.
const HALF: u8 = SEEDS / 2;
/// Positions that are put into a question before its rival gets its turn.
const FIRST_SLICE: u64 = 2_000;
/// What part of a slice the less promising of two questions gets.
const SHORT: u64 = 8;

impl Solver {
    /// The least memory, in bytes.
    pub const LEAST_MEMORY: usize = 1 << 20;

    /// Returns a solver that takes about that many bytes at most, and fewer where the system
    /// does not have them.
    ///
    /// # Errors
    /// Says which rules it does not know.
    pub fn new(rules: Rules, memory: usize) -> Result<Solver, Unsupported> {
        Solver::knows(&rules)?;
        let memory = memory.max(Solver::LEAST_MEMORY);
        // A layer takes 2 bytes a board for good, and about 14 more while it is made;
        // together with those below it, less than 20 times its boards.
        let has_room = |seeds: &u8| 20 * boards::count(*seeds) <= memory / 4;
        let layers = (0..MOST_LAYERS).take_while(has_room).count() as u8;
        let endgame = Memory::new(memory / 8, 0);
        Ok(Solver { rules, memory: Memory::new(memory / 8 * 5, layers), endgame })
    }

    /// Says whether there is a solver for these rules.
    ///
    /// # Errors
    /// Says what it does not know of them.
    pub fn knows(rules: &Rules) -> Result<(), Unsupported> {
        if rules.sowing != Sowing::Relay || rules.capture != Capture::Opposite {
            Err(Unsupported::Family)
        } else if rules.repetition_award != RepetitionAward::Nobody {
            Err(Unsupported::Award)
        } else if rules.repetition < 2 {
            Err(Unsupported::Repetition)
        } else if (rules.max_plies as usize) < LONGEST_LINE {
            Err(Unsupported::Plies)
        } else {
            Ok(())
        }
    }

    /// Makes the tables of endings with fewer than that many seeds at once, as far as there
    /// is memory for them, and none later: no search waits for one, and
    /// [`Solver::forget`] keeps them.
    pub fn prepare_endings(&mut self, seeds: u8) {
        self.memory.prepare(&self.rules, seeds);
    }

    /// Forgets what was found out, so that the next answer takes the same work as the first.
    pub fn forget(&mut self) {
        self.memory.forget();
        self.endgame.forget();
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns how many positions were searched since the solver is there, or last forgot.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.memory.nodes + self.endgame.nodes
    }

    /// Returns what a position is worth to the side to move.
    ///
    /// It is the value in a game that starts there: what happened before, and a ply
    /// limit, play no part.
    ///
    /// # Errors
    /// Says which limit was reached first.
    pub fn value(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<Proved, Unknown> {
        let mover = position.turn();
        let (value, repeats) = self.settle(position, effort)?;
        let mut gets = |side, seeds| self.forces(side, Aim::Seeds(seeds), position, effort);
        let depends_on_repetition = repeats
            && match value {
                Value::Win => !gets(mover, MAJORITY)?,
                Value::Loss => !gets(mover.opponent(), MAJORITY)?,
                Value::Draw => !(gets(mover, HALF)? && gets(mover.opponent(), HALF)?),
            };
        Ok(Proved { value, depends_on_repetition })
    }

    /// Returns the value, and whether what was found of it leans on positions that come back.
    ///
    /// "Is it a win?" and "is it no loss?" are searched in turns, twice as long each
    /// time: a win is known by the first alone, a loss by the second. The one for which
    /// less is missing gets most of the time.
    fn settle(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<(Value, bool), Unknown> {
        let mover = position.turn();
        let seen = Solver::seen_by(mover, position);
        let mut slice = FIRST_SLICE;
        loop {
            let to_win = self.memory.missing(Question::of(Aim::Win), &seen, Side::South);
            let to_lose = self.memory.missing(Question::of(Aim::Draw), &seen, Side::North);
            let short = slice / SHORT;
            let [for_win, for_draw] =
                if to_win <= to_lose { [slice, short] } else { [short, slice] };
            let win = self.ask_a_while(Aim::Win, mover, position, for_win, effort)?;
            if let Some(Answer { yes: true, repeats, .. }) = win {
                return Ok((Value::Win, repeats));
            }
            let draw = self.ask_a_while(Aim::Draw, mover, position, for_draw, effort)?;
            if let Some(Answer { yes: false, repeats, .. }) = draw {
                return Ok((Value::Loss, repeats));
            }
            if let (Some(win), Some(draw)) = (win, draw) {
                return Ok((Value::Draw, win.repeats || draw.repeats));
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Returns the legal moves after which the position is still worth `value` to the mover.
    ///
    /// All of them when it is a loss, and none when the game is over.
    ///
    /// # Errors
    /// Says which limit was reached first.
    pub fn keeps(
        &mut self,
        position: &Position,
        value: Value,
        effort: &mut Effort<'_>,
    ) -> Result<Pits, Unknown> {
        let mut keeps = Pits::EMPTY;
        for pit in self.rules.legal_moves(position) {
            if self.keeps_with(position, pit, value, effort)? {
                keeps.insert(pit);
            }
        }
        Ok(keeps)
    }

    /// Returns whether a legal move leaves the mover with at least `value`.
    fn keeps_with(
        &mut self,
        position: &Position,
        pit: Pit,
        value: Value,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Unknown> {
        let aim = match value {
            Value::Loss => return Ok(true),
            Value::Draw => Aim::Draw,
            Value::Win => Aim::Win,
        };
        let played = self.rules.play(position, pit).expect("only legal moves are asked about");
        self.forces(position.turn(), aim, &played.position, effort)
    }

    /// Returns the seeds that each side can force when the game is counted to its end.
    ///
    /// A majority does not stop the count: the score says by how much a game is won,
    /// too.
    ///
    /// # Errors
    /// Says which limit was reached first.
    pub fn score(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<Score, Unknown> {
        let mut seeds = [0; 2];
        for side in Side::BOTH {
            seeds[side.index()] = self.most(side, position, effort)?;
        }
        Ok(Score { seeds })
    }

    /// Returns the most seeds that a side can force, by halving what is possible.
    fn most(
        &mut self,
        side: Side,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<u8, Unknown> {
        let mut surely = position.store(side);
        let mut at_most = surely + position.on_board();
        while surely < at_most {
            let target = surely + (at_most - surely).div_ceil(2);
            if self.forces(side, Aim::Seeds(target), position, effort)? {
                surely = target;
            } else {
                at_most = target - 1;
            }
        }
        Ok(surely)
    }

    /// Returns whether a side can reach its aim, whatever the other plays.
    ///
    /// # Errors
    /// Says which limit was reached first.
    pub fn forces(
        &mut self,
        side: Side,
        aim: Aim,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Unknown> {
        self.ask(aim, side, position, effort).map(|answer| answer.yes)
    }

    /// Returns the position with a side as South.
    pub(crate) fn seen_by(side: Side, position: &Position) -> Position {
        match side {
            Side::South => *position,
            Side::North => position.turned(),
        }
    }

    /// Searches on a question for some positions; `None` when that was not enough.
    fn ask_a_while(
        &mut self,
        aim: Aim,
        prover: Side,
        position: &Position,
        slice: u64,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Answer>, Unknown> {
        match effort.share(slice, |part| self.ask(aim, prover, position, part)) {
            Ok(answer) => Ok(Some(answer)),
            Err(Unknown::Nodes) if effort.nodes > 0 => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// Returns whether the tables of endings know a position.
    pub(crate) fn is_ending(&self, position: &Position) -> bool {
        self.memory.endings.get(position).is_some()
    }

    /// Returns within how many plies a side reaches its aim, or gets where the tables of
    /// endings say that it does; `None` when it cannot.
    ///
    /// It is the longest line of the proof that was found, and there may be shorter ones.
    ///
    /// # Errors
    /// Says which limit was reached first.
    pub fn way(
        &mut self,
        side: Side,
        aim: Aim,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<Option<u16>, Unknown> {
        let answer = self.ask(aim, side, position, effort)?;
        Ok(answer.yes.then_some(answer.plies))
    }

    /// Returns within how many plies a side reaches its aim, without the tables: they
    /// say what is forced, and not how.
    pub(crate) fn way_in_ending(
        &mut self,
        side: Side,
        aim: Aim,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<Option<u16>, Unknown> {
        let answer = answer(&self.rules, &mut self.endgame, aim, side, position, effort)?;
        Ok(answer.yes.then_some(answer.plies))
    }

    fn ask(
        &mut self,
        aim: Aim,
        prover: Side,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> Result<Answer, Unknown> {
        answer(&self.rules, &mut self.memory, aim, prover, position, effort)
    }
}

/// Searches for the answer whether the prover reaches his aim.
fn answer(
    rules: &Rules,
    memory: &mut Memory,
    aim: Aim,
    prover: Side,
    position: &Position,
    effort: &mut Effort<'_>,
) -> Result<Answer, Unknown> {
    let position = Solver::seen_by(prover, position);
    Search::new(rules, Question::of(aim), memory, effort).answer(&position)
}

/// Layers of the tables of endings: up to 16 seeds, of which there are 17 million boards.
const MOST_LAYERS: u8 = 17;
