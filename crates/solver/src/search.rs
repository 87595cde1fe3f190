//! Depth-first proof-number search.
//!
//! A question is a tree of "or" (South to move: one move is enough) and "and" (North
//! to move: every move must do). The proof number of a node is the least number of
//! open nodes that must turn out yes for its yes, the disproof number the same for
//! no. The search always goes where least is missing, and returns to a node only when
//! another has become cheaper (A. Nagai, "Df-pn algorithm for searching AND/OR trees
//! and its applications", 2002).
//!
//! # Cycles
//!
//! A position that comes back on the line of play ends it by [`Question::repeated`].
//! Such an answer holds for this line only: it leans on the first occurrence. So does
//! each answer above it that needed it, up to that first occurrence; there it is an
//! answer about the position itself, since a game that starts there may come back to
//! it in just this way. Only answers that lean on nothing are kept in the table. What
//! is read from it is therefore true however the position was reached.

use ayo_rules::{Position, Rules, Side};

use crate::boards;
use crate::effort::{Effort, Unknown};
use crate::endings::Endings;
use crate::question::{Key, Question};
use crate::table::{Answer, INFINITE, Known, LARGEST, Table};

/// Plies a line is followed; no game of 1,000 plies is longer.
pub const LONGEST_LINE: usize = 1_000;

/// What outlives a search.
#[derive(Debug)]
pub(crate) struct Memory {
    table: Table,
    pub(crate) endings: Endings,
    /// How many layers `endings` may have.
    layers: u8,
    /// How many of them are there from the beginning.
    prepared: u8,
    /// Positions searched since the beginning.
    pub(crate) nodes: u64,
}

impl Memory {
    /// Returns an empty memory with a table of that many bytes.
    pub(crate) fn new(bytes: usize, layers: u8) -> Memory {
        let table = Table::new(bytes);
        Memory { table, endings: Endings::new(), layers, prepared: 0, nodes: 0 }
    }

    /// Makes so many layers at most, and no more later.
    pub(crate) fn prepare(&mut self, rules: &Rules, layers: u8) {
        self.layers = self.layers.min(layers);
        self.prepared = self.layers;
        while self.endings.next_seeds() < self.layers {
            self.endings.grow(rules);
        }
    }

    /// Forgets everything but what was prepared.
    pub(crate) fn forget(&mut self) {
        self.table.forget();
        self.endings.keep_below(self.prepared);
        self.nodes = 0;
    }

    /// Returns how much is missing at least until a side has its way in a question, about a
    /// position that it sees as South does; 1 where nothing is known.
    pub(crate) fn missing(&self, question: Question, position: &Position, side: Side) -> u32 {
        let known = if position.store(Side::South) >= question.target {
            Some(Known::Answer(Answer::at_once(true)))
        } else {
            self.table.get(Key::new(&question, position))
        };
        known.map_or(1, |known| Numbers::of(known, side).own)
    }

    /// Adds a layer to the endings when the search has lasted long enough to pay for it.
    ///
    /// A board of a layer takes about a quarter as long as a position of the search, so
    /// that all layers together never take much longer than half of what the search did.
    fn grow(&mut self, rules: &Rules) {
        let seeds = self.endings.next_seeds();
        if seeds < self.layers && self.nodes >= boards::count(seeds) as u64 / 2 {
            self.endings.grow(rules);
        }
    }
}

/// One search for the answer to one question.
pub(crate) struct Search<'a, 'b> {
    rules: &'a Rules,
    question: Question,
    memory: &'a mut Memory,
    effort: &'a mut Effort<'b>,
    /// The positions of the line that leads to the current one.
    line: Vec<Key>,
    stopped: Option<Unknown>,
}

/// Where a line leans on nothing.
const NOTHING: usize = usize::MAX;

/// What is known of a position on one line of play.
#[derive(Clone, Copy)]
struct Found {
    known: Known,
    /// The place in the line of the earliest position it leans on, or [`NOTHING`].
    leans_on: usize,
}

/// The two numbers of a node, as a side sees them: what is missing for it to have its
/// way, proof for South and disproof for North, and what is missing for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    own: u32,
    other: u32,
}

impl Numbers {
    fn of(known: Known, side: Side) -> Numbers {
        let (proof, disproof) = match known {
            Known::Open { proof, disproof } => (proof, disproof),
            Known::Answer(Answer { yes: true, .. }) => (0, INFINITE),
            Known::Answer(Answer { yes: false, .. }) => (INFINITE, 0),
        };
        match side {
            Side::South => Numbers { own: proof, other: disproof },
            Side::North => Numbers { own: disproof, other: proof },
        }
    }

    /// Returns what is known where neither number is 0 or infinite.
    fn open(self, side: Side) -> Known {
        let Numbers { own, other } = self;
        match side {
            Side::South => Known::Open { proof: own, disproof: other },
            Side::North => Known::Open { proof: other, disproof: own },
        }
    }

    /// Returns the numbers as the other side sees them.
    fn turned(self) -> Numbers {
        Numbers { own: self.other, other: self.own }
    }
}

/// A position after a move.
#[derive(Clone, Copy)]
struct Child {
    position: Position,
    key: Key,
    found: Found,
    /// Whether the move captured, so that no earlier position can come back.
    captured: bool,
}

/// The positions after all moves: never more than there are pits in a row.
struct Children {
    list: [Child; 6],
    len: usize,
}

impl Children {
    /// Returns an empty list; what its places hold is never looked at.
    fn none(position: &Position) -> Children {
        let known = Known::Open { proof: 1, disproof: 1 };
        let found = Found { known, leans_on: NOTHING };
        let child = Child { position: *position, key: Key::SETTLED, found, captured: false };
        Children { list: [child; 6], len: 0 }
    }

    fn push(&mut self, child: Child) {
        self.list[self.len] = child;
        self.len += 1;
    }

    fn all(&mut self) -> &mut [Child] {
        &mut self.list[..self.len]
    }
}

/// Where to search on below a position.
struct Choice {
    /// The numbers of the position.
    numbers: Numbers,
    /// The child with the least own number.
    best: usize,
    /// The least own number of the others.
    second: u32,
}

/// Returns the answer that the children of a position give, with what it leans on.
fn answer_of(children: &[Child], turn: Side) -> Option<Found> {
    let wanted = turn == Side::South;
    let answers = children.iter().filter_map(|child| match child.found.known {
        Known::Answer(answer) => Some((answer, child.found.leans_on)),
        Known::Open { .. } => None,
    });
    // One move is enough; the best leans on nothing, and repeats nothing.
    let reached = answers.clone().filter(|(answer, _)| answer.yes == wanted);
    if let Some((answer, leans_on)) =
        reached.min_by_key(|&(it, leans_on)| (leans_on != NOTHING, it.repeats, it.plies))
    {
        return Some(Found { known: Known::Answer(answer.a_ply_before()), leans_on });
    }
    if answers.clone().count() < children.len() {
        return None;
    }
    let repeats = answers.clone().any(|(answer, _)| answer.repeats);
    let plies = answers.clone().map(|(answer, _)| answer.plies).max()?;
    let leans_on = answers.map(|(_, leans_on)| leans_on).min()?;
    let answer = Answer { yes: !wanted, repeats, plies };
    Some(Found { known: Known::Answer(answer.a_ply_before()), leans_on })
}

/// Returns the numbers of a position without an answer, and its most promising child.
fn choose(children: &[Child], turn: Side) -> Choice {
    let mut choice =
        Choice { numbers: Numbers { own: INFINITE, other: 0 }, best: 0, second: INFINITE };
    for (place, child) in children.iter().enumerate() {
        let Numbers { own, other } = Numbers::of(child.found.known, turn);
        choice.numbers.other = (choice.numbers.other + other).min(LARGEST);
        if own < choice.numbers.own {
            choice.second = choice.numbers.own;
            (choice.numbers.own, choice.best) = (own, place);
        } else {
            choice.second = choice.second.min(own);
        }
    }
    choice
}

impl<'a, 'b> Search<'a, 'b> {
    pub(crate) fn new(
        rules: &'a Rules,
        question: Question,
        memory: &'a mut Memory,
        effort: &'a mut Effort<'b>,
    ) -> Search<'a, 'b> {
        Search { rules, question, memory, effort, line: Vec::new(), stopped: None }
    }

    /// Returns the answer for a position.
    pub(crate) fn answer(&mut self, position: &Position) -> Result<Answer, Unknown> {
        if let Some(yes) = self.at_once(position) {
            return Ok(Answer::at_once(yes));
        }
        let key = Key::new(&self.question, position);
        if let Some(Known::Answer(answer)) = self.memory.table.get(key) {
            return Ok(answer);
        }
        let bounds = Numbers { own: INFINITE, other: INFINITE };
        match (self.visit(position, key, bounds, 0).known, self.stopped) {
            (Known::Answer(answer), _) => Ok(answer),
            (Known::Open { .. }, Some(why)) => Err(why),
            (Known::Open { .. }, None) => Err(Unknown::Line),
        }
    }

    /// Returns the answer where it needs no search.
    #[inline]
    fn at_once(&self, position: &Position) -> Option<bool> {
        self.question.settled(self.rules, position).or_else(|| {
            let forced = self.memory.endings.get(position)?;
            let (south, north) = match position.turn() {
                Side::South => (forced.mover, forced.other),
                Side::North => (forced.other, forced.mover),
            };
            let need = self.question.need(position);
            if south >= need {
                Some(true)
            } else {
                // Between what the two can force the rule for cycles decides.
                (position.on_board() - north < need).then_some(false)
            }
        })
    }

    /// Searches a position until one of its numbers reaches a bound.
    ///
    /// `fresh` is the place in the line after the last capture: nothing before it can
    /// come back.
    fn visit(&mut self, position: &Position, key: Key, bounds: Numbers, fresh: usize) -> Found {
        let before = self.memory.nodes;
        self.count_node();
        let place = self.line.len();
        if place >= LONGEST_LINE {
            // Other lines first.
            let known = Known::Open { proof: LARGEST, disproof: LARGEST };
            return Found { known, leans_on: place };
        }
        self.line.push(key);
        let mut found = match self.expand(position, fresh) {
            Ok(mut children) => self.deepen(position.turn(), children.all(), bounds, fresh),
            Err(answer) => Found { known: Known::Answer(answer), leans_on: NOTHING },
        };
        self.line.pop();
        if found.leans_on >= place {
            found.leans_on = NOTHING;
        }
        if found.leans_on == NOTHING {
            self.memory.table.set(key, found.known, self.memory.nodes - before);
        }
        found
    }

    /// Counts a position, and stops the search when a limit is reached.
    fn count_node(&mut self) {
        let Some(left) = self.effort.nodes.checked_sub(1) else {
            self.stopped.get_or_insert(Unknown::Nodes);
            return;
        };
        self.effort.nodes = left;
        self.memory.nodes += 1;
        if self.memory.nodes.is_multiple_of(Effort::STEP) {
            self.memory.grow(self.rules);
            if !(self.effort.go_on)(self.memory.nodes) {
                self.stopped.get_or_insert(Unknown::Interrupted);
            }
        }
    }

    /// Returns what follows the moves; the answer when one move, or the lack of one, gives it.
    fn expand(&self, position: &Position, fresh: usize) -> Result<Children, Answer> {
        let mut children = Children::none(position);
        for pit in position.candidates() {
            let Ok(played) = self.rules.play(position, pit) else { continue };
            let child = self.child(&played.position, played.captured > 0, fresh);
            if let Known::Answer(answer) = child.found.known
                && answer.yes == (position.turn() == Side::South)
                && !answer.repeats
            {
                return Err(answer.a_ply_before());
            }
            children.push(child);
        }
        if children.len == 0 {
            let yes = self.question.stuck(self.rules, position);
            return Err(Answer::at_once(yes));
        }
        Ok(children)
    }

    /// Returns what is known of a position after a move.
    #[inline]
    fn child(&self, position: &Position, captured: bool, fresh: usize) -> Child {
        let child = |key, known, leans_on| {
            let found = Found { known, leans_on };
            Child { position: *position, key, found, captured }
        };
        if let Some(yes) = self.at_once(position) {
            return child(Key::SETTLED, Known::Answer(Answer::at_once(yes)), NOTHING);
        }
        let key = Key::new(&self.question, position);
        if !captured
            && let Some(place) = self.line[fresh..].iter().position(|&earlier| earlier == key)
        {
            let yes = self.question.repeated(position);
            let answer = Answer { yes, repeats: true, plies: 0 };
            return child(key, Known::Answer(answer), fresh + place);
        }
        let known = self.memory.table.get(key);
        child(key, known.unwrap_or_else(|| self.first_guess(position)), NOTHING)
    }

    /// Returns the numbers with which a position starts.
    ///
    /// What the prover wants beyond half of the seeds on the board makes a proof
    /// harder, what he wants less a disproof; three for each half seed, and times the
    /// moves for the side that has to answer all of them. Found by trying: it takes a
    /// third of the positions that ones everywhere take.
    #[inline]
    fn first_guess(&self, position: &Position) -> Known {
        let moves = position.candidates().len() as u32;
        let tempo = if position.turn() == Side::South { 4 } else { -4 };
        let half = i32::from(position.on_board()) + tempo;
        let wanted = 2 * i32::from(self.question.need(position)) - half;
        let harder = 1 + 3 * wanted.unsigned_abs();
        let (proof, disproof) = if wanted >= 0 { (harder, 1) } else { (1, harder) };
        match position.turn() {
            Side::South => Known::Open { proof, disproof: disproof * moves },
            Side::North => Known::Open { proof: proof * moves, disproof },
        }
    }

    /// Searches below a position, always where least is missing, until a bound is reached.
    fn deepen(
        &mut self,
        turn: Side,
        children: &mut [Child],
        bounds: Numbers,
        fresh: usize,
    ) -> Found {
        loop {
            if let Some(found) = answer_of(children, turn) {
                return found;
            }
            let Choice { numbers, best, second } = choose(children, turn);
            let reached = numbers.own >= bounds.own.min(LARGEST) || numbers.other >= bounds.other;
            if reached || self.stopped.is_some() {
                return Found { known: numbers.open(turn), leans_on: NOTHING };
            }
            let child = &mut children[best];
            let others =
                numbers.other - Numbers::of(child.found.known, turn).other.min(numbers.other);
            let child_bounds = Numbers {
                // A quarter more than the second best, so that two children that are
                // about as good are not visited in turn at every step.
                own: bounds.own.min(second + second / 4 + 1).min(INFINITE),
                other: bounds.other - others,
            };
            let fresh = if child.captured { self.line.len() } else { fresh };
            child.found = match self.memory.table.get(child.key) {
                // Another line has led there meanwhile.
                Some(known @ Known::Answer(_)) => Found { known, leans_on: NOTHING },
                _ => self.visit(&child.position, child.key, child_bounds.turned(), fresh),
            };
        }
    }
}
