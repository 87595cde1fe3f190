//! The player that knows the value of every position.

mod plan;
mod turn;

use std::cell::Cell;

use ayo_rules::{Position, Rules};
use ayo_solver::{Effort, Solver};

use crate::minimax::Minimax;
use crate::{Choice, Limit};
use plan::Plan;
use turn::Turn;

/// What goes into the proofs of `perfect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resources {
    /// Positions searched for one move, at least 1.
    pub nodes: u64,
    /// Bytes.
    pub memory: usize,
}

#[derive(Debug)]
pub(crate) struct Perfect {
    resources: Resources,
    /// Sees how soon a game is won, and plays where nothing is proved.
    minimax: Minimax,
    /// What `solver` was made for.
    rules: Option<Rules>,
    /// Knows the values; there is none for rules that it does not know.
    solver: Option<Solver>,
    /// For each side: one player may play both.
    plans: [Option<Plan>; 2],
    last: Option<(Position, Choice)>,
}

/// Tables of endings with fewer seeds are made before the first game, in a fifth of a second:
/// to make one during a search would stop it for longer than a move may take.
const ENDING_SEEDS: u8 = 12;

impl Perfect {
    pub(crate) fn new(resources: Resources, minimax: Minimax) -> Perfect {
        let plans = [None, None];
        Perfect { resources, minimax, rules: None, solver: None, plans, last: None }
    }

    pub(crate) fn new_game(&mut self, rules: &Rules) {
        self.minimax.new_game();
        self.get_ready(rules);
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
        self.plans = [None, None];
        self.last = None;
    }

    fn get_ready(&mut self, rules: &Rules) {
        if self.rules.as_ref() == Some(rules) {
            return;
        }
        self.rules = Some(*rules);
        self.solver = Solver::new(*rules, self.resources.memory).ok();
        if let Some(solver) = &mut self.solver {
            solver.prepare_endings(ENDING_SEEDS);
        }
    }

    pub(crate) fn choose(
        &mut self,
        rules: &Rules,
        position: &Position,
        limit: &Limit<'_>,
    ) -> Option<Choice> {
        self.get_ready(rules);
        let Some(solver) = &mut self.solver else {
            return self.minimax.choose(rules, position, limit);
        };
        let follows = self.minimax.arrive(rules, position);
        if let Some((asked, choice)) = &self.last
            && asked == position
            && !follows
        {
            // Asked again, and not come back to.
            return Some(choice.clone());
        }
        let before = solver.nodes();
        let until = Cell::new(limit.most.saturating_sub(turn::guess_time(limit)));
        let mut go_on = |_| (limit.elapsed)() < until.get();
        let turn = Turn {
            rules,
            position,
            limit,
            solver: &mut *solver,
            effort: Effort { nodes: self.resources.nodes, go_on: &mut go_on },
            until: &until,
            minimax: &mut self.minimax,
            guess_nodes: turn::GUESS_NODES.min(self.resources.nodes),
            minimax_nodes: 0,
            plan: &mut self.plans[position.turn().index()],
        };
        let mut choice = turn.choose()?;
        choice.nodes += solver.nodes() - before;
        self.minimax.leave(rules, position, choice.pit);
        self.last = Some((*position, choice.clone()));
        Some(choice)
    }
}
