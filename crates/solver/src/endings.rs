//! Tables of what each side gets of the last seeds.
//!
//! The boards of one number of seeds depend on those of fewer, which a capture leads
//! to, and on each other. They start with what captures and ends give, and what can
//! be forced in one ply more is added until nothing changes. What only a cycle would
//! bring is never added, so both sides of a table may be less than all seeds: then
//! the rest depends on the rule for cycles.

use ayo_rules::{Leftovers, PITS, Position, Rules, SEEDS, Side};

use crate::boards::{self, Board};

/// What each side can force of the seeds on a board, whoever has what in store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forced {
    /// Seeds the side to move gets at least.
    pub mover: u8,
    /// Seeds the other side gets at least.
    pub other: u8,
}

/// What is forced on all boards with few seeds.
#[derive(Debug)]
pub(crate) struct Endings {
    /// For each number of seeds, from 0 on, each board by its number.
    layers: Vec<Vec<Forced>>,
}

impl Endings {
    /// Returns the tables without a layer.
    pub(crate) const fn new() -> Endings {
        Endings { layers: Vec::new() }
    }

    /// Returns the seeds of the next layer, the first that is missing.
    pub(crate) fn next_seeds(&self) -> u8 {
        self.layers.len() as u8
    }

    /// Returns what is forced in a position; `None` when it has too many seeds.
    #[inline]
    pub(crate) fn get(&self, position: &Position) -> Option<Forced> {
        let layer = self.layers.get(usize::from(position.on_board()))?;
        Some(layer[boards::number(&board(position))])
    }

    /// Forgets the layers from that many seeds on.
    pub(crate) fn keep_below(&mut self, seeds: u8) {
        self.layers.truncate(seeds.into());
    }

    /// Adds the next layer.
    pub(crate) fn grow(&mut self, rules: &Rules) {
        let layer = Layer::new(rules, self).solve();
        self.layers.push(layer);
    }
}

/// Returns the pits from the first of the side to move on.
#[inline]
fn board(position: &Position) -> Board {
    let mut board = position.pits();
    if position.turn() == Side::North {
        board.rotate_left(PITS / 2);
    }
    board
}

/// A layer while it is made.
struct Layer {
    seeds: u8,
    /// What a capture or the end of the game gives; the other side's are capped by the
    /// seeds there are, plus one, where only quiet moves lead on.
    at_once: Vec<Forced>,
    /// For each board, where its quiet moves begin in `quiet`; and their end.
    starts: Vec<u32>,
    /// Boards after moves that capture nothing.
    quiet: Vec<u32>,
}

impl Layer {
    fn new(rules: &Rules, endings: &Endings) -> Layer {
        let seeds = endings.next_seeds();
        let count = boards::count(seeds);
        let mut layer = Layer {
            seeds,
            at_once: Vec::with_capacity(count),
            starts: Vec::with_capacity(count + 1),
            quiet: Vec::new(),
        };
        layer.starts.push(0);
        for pits in boards::all(seeds) {
            let position = Position::new(pits, [0, SEEDS - seeds], Side::South)
                .expect("the store holds the rest");
            layer.add(rules, endings, &position);
        }
        layer
    }

    /// Adds a board: what its captures give, where its quiet moves lead.
    fn add(&mut self, rules: &Rules, endings: &Endings, position: &Position) {
        let mut best = Forced { mover: 0, other: self.seeds + 1 };
        let mut moves = 0;
        for pit in position.candidates() {
            let Ok(played) = rules.play(position, pit) else { continue };
            moves += 1;
            if played.captured == 0 {
                self.quiet.push(boards::number(&board(&played.position)) as u32);
                continue;
            }
            let after = endings.get(&played.position).expect("a capture leaves fewer seeds");
            best.mover = best.mover.max(played.captured + after.other);
            best.other = best.other.min(after.mover);
        }
        self.at_once.push(if moves == 0 { leftovers(rules, position) } else { best });
        self.starts.push(self.quiet.len() as u32);
    }

    /// Adds what can be forced in a ply more, until there is no more.
    fn solve(self) -> Vec<Forced> {
        let mut forced = vec![Forced { mover: 0, other: 0 }; self.at_once.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..forced.len() {
                // Where every seed is somebody's there is nothing left to add.
                if forced[index].mover + forced[index].other == self.seeds {
                    continue;
                }
                let new = self.forced_next(index, &forced);
                changed |= new != forced[index];
                forced[index] = new;
            }
        }
        forced
    }

    /// Returns what is forced on a board, given what is known of those after its moves.
    fn forced_next(&self, index: usize, forced: &[Forced]) -> Forced {
        let moves = self.starts[index] as usize..self.starts[index + 1] as usize;
        let mut best = self.at_once[index];
        for &after in &self.quiet[moves] {
            let after = forced[after as usize];
            best.mover = best.mover.max(after.other);
            best.other = best.other.min(after.mover);
        }
        best
    }
}

/// Returns who gets the seeds when the side to move has no move.
fn leftovers(rules: &Rules, position: &Position) -> Forced {
    let other = match rules.leftovers {
        Leftovers::Opponent => position.on_board(),
        Leftovers::OwnSide => position.row(position.turn().opponent()),
    };
    Forced { mover: position.on_board() - other, other }
}
