//! A built-in opponent at the board.

use std::fmt;
use std::time::Duration;

use ayo_rules::{Pit, Pits, Position, Rules};

use crate::dice::Dice;
use crate::minimax::Minimax;
use crate::perfect::Perfect;

/// A built-in opponent, ready to play one game after another.
#[derive(Debug)]
pub struct Player {
    pub(crate) rules: Rules,
    pub(crate) policy: Policy,
}

/// How a player finds its move.
#[derive(Debug)]
pub(crate) enum Policy {
    First,
    Random(Chance),
    Greedy(Chance),
    Minimax(Box<Minimax>),
    Perfect(Box<Perfect>),
}

/// The dice of a player, and the seed that goes before the seed of the game.
#[derive(Debug)]
pub(crate) struct Chance {
    own_seed: Option<u64>,
    dice: Dice,
}

impl Chance {
    pub(crate) fn new(own_seed: Option<u64>) -> Chance {
        Chance { own_seed, dice: Dice::new(own_seed.unwrap_or(0)) }
    }

    fn new_game(&mut self, seed: u64) {
        self.dice = Dice::new(self.own_seed.unwrap_or(seed));
    }
}

/// When to stop thinking.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// How long the player has thought; asked after every 1,024 positions searched.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// How long it may think about a move like others.
    pub usual: Duration,
    /// How long it may think about a move that decides the game; not less than `usual`.
    pub most: Duration,
}

impl Limit<'_> {
    /// Never stops. `minimax` without `depth` or `nodes` thinks for ages then.
    pub const NONE: Limit<'static> =
        Limit { elapsed: &|| Duration::ZERO, usual: Duration::MAX, most: Duration::MAX };

    /// Returns whether the time for a move like others is over.
    pub(crate) fn is_over(&self) -> bool {
        (self.elapsed)() >= self.usual
    }
}

impl fmt::Debug for Limit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limit { usual, most, .. } = self;
        f.debug_struct("Limit").field("usual", usual).field("most", most).finish_non_exhaustive()
    }
}

/// A move and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The pit to sow; always legal.
    pub pit: Pit,
    /// What the move is worth to the mover, in hundredths of a seed; from
    /// [`WIN_SCORE`](crate::WIN_SCORE) on the game is won. `None` without search.
    pub score: Option<i32>,
    /// Plies looked ahead. When the search was stopped while it looked this far, the
    /// remaining moves were not compared at this depth.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: u64,
    /// The moves expected, the chosen one first; at least that one.
    pub pv: Vec<Pit>,
    /// What the player knows of the game, in a few words.
    pub text: Option<String>,
}

impl Choice {
    /// Returns a choice that took no search.
    pub(crate) fn at_once(pit: Pit) -> Choice {
        Choice { pit, score: None, depth: None, nodes: 0, pv: vec![pit], text: None }
    }
}

impl Player {
    /// Starts a game; nothing of earlier games plays a part in it.
    ///
    /// Before the first call the rules are Ayoayo's and the seed is 0.
    pub fn new_game(&mut self, rules: Rules, seed: u64) {
        self.rules = rules;
        match &mut self.policy {
            Policy::First => {}
            Policy::Random(chance) | Policy::Greedy(chance) => chance.new_game(seed),
            Policy::Minimax(minimax) => minimax.new_game(),
            Policy::Perfect(perfect) => perfect.new_game(&rules),
        }
    }

    /// Returns a legal move for the player to move; `None` when there is none.
    pub fn choose(&mut self, position: &Position, limit: &Limit<'_>) -> Option<Choice> {
        if matches!(self.policy, Policy::First) {
            // The others need every legal move; this one is for measuring referees.
            let is_legal = |&pit: &Pit| self.rules.play(position, pit).is_ok();
            let over = self.rules.has_majority(position);
            return at_once(position.candidates().find(is_legal).filter(|_| !over));
        }
        let legal = self.rules.legal_moves(position);
        if legal.is_empty() {
            return None;
        }
        match &mut self.policy {
            Policy::First => at_once(legal.into_iter().next()),
            Policy::Random(chance) => at_once(chance.dice.pick(position.turn(), legal)),
            Policy::Greedy(chance) => {
                let largest = largest_captures(&self.rules, position, legal);
                at_once(chance.dice.pick(position.turn(), largest))
            }
            Policy::Minimax(minimax) => minimax.choose(&self.rules, position, limit),
            Policy::Perfect(perfect) => perfect.choose(&self.rules, position, limit),
        }
    }
}

fn at_once(pit: Option<Pit>) -> Option<Choice> {
    pit.map(Choice::at_once)
}

/// Returns the moves of which something is most.
pub(crate) fn with_most<K: Ord>(moves: Pits, mut measure: impl FnMut(Pit) -> K) -> Pits {
    let measured: Vec<(K, Pit)> = moves.map(|pit| (measure(pit), pit)).collect();
    let most = measured.iter().map(|(measure, _)| measure).max();
    let of_most = measured.iter().filter(|(measure, _)| Some(measure) == most);
    of_most.map(|&(_, pit)| pit).collect()
}

/// Returns the moves that capture most; all of them when none captures.
fn largest_captures(rules: &Rules, position: &Position, legal: Pits) -> Pits {
    with_most(legal, |pit| rules.play(position, pit).map_or(0, |played| played.captured))
}
