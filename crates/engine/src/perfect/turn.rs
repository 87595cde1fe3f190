//! One move of `perfect`.

use std::cell::Cell;
use std::cmp::Reverse;
use std::time::Duration;

use ayo_rules::{MAJORITY, Pit, Pits, Position, Rules, SEEDS, Side};
use ayo_solver::{Aim, Effort, Proved, Solver, Strategy, Unknown, Value};

use super::plan::Plan;
use crate::evaluation::WIN_SCORE;
use crate::minimax::Minimax;
use crate::player::with_most;
use crate::{Choice, Limit};

/// Seeds with which nobody has lost.
const HALF: u8 = SEEDS / 2;
/// Positions that minimax searches beside what is proved: 8 to 12 plies, about 20 ms.
const LOOK_NODES: u64 = 100_000;
/// Positions that minimax searches at most where nothing is proved.
pub(super) const GUESS_NODES: u64 = 5_000_000;
/// Positions that go into a strategy that is better than the one there is.
const BETTER_NODES: u64 = 300_000;
/// Positions that go into judging a reply, first and at most.
const REPLY_NODES: u64 = 100_000;
const MOST_REPLY_NODES: u64 = 1_600_000;
/// Positions to look up what is known already.
const RECALL_NODES: u64 = 16;

/// Time that is kept for minimax, which sees about 12 plies in it.
const GUESS_TIME: Duration = Duration::from_millis(250);

/// Returns the time that is kept for a guess.
pub(super) fn guess_time(limit: &Limit<'_>) -> Duration {
    (limit.usual / 2).min(GUESS_TIME)
}

/// One move, while it is thought about.
pub(super) struct Turn<'a, 'b> {
    pub(super) rules: &'a Rules,
    pub(super) position: &'a Position,
    pub(super) limit: &'a Limit<'b>,
    pub(super) solver: &'a mut Solver,
    pub(super) effort: Effort<'a>,
    /// When `effort` ends: what a value takes may last longer than what makes a move better.
    pub(super) until: &'a Cell<Duration>,
    pub(super) minimax: &'a mut Minimax,
    /// Positions that minimax may search where nothing is proved.
    pub(super) guess_nodes: u64,
    /// Positions that minimax has searched for this move.
    pub(super) minimax_nodes: u64,
    pub(super) plan: &'a mut Option<Plan>,
}

impl Turn<'_, '_> {
    pub(super) fn choose(mut self) -> Option<Choice> {
        if let Some(plan) = self.plan {
            plan.arrive(self.position);
        }
        let planned = self.planned();
        if planned.is_none() {
            *self.plan = None;
        }
        let proved = match &self.plan {
            Some(plan) if plan.wins() => None,
            _ => Some(self.solver.value(self.position, &mut self.effort)),
        };
        let choice = match proved {
            None => self.win(),
            Some(Ok(Proved { value: Value::Loss, .. })) => self.lose(),
            Some(Ok(Proved { value: Value::Draw, depends_on_repetition })) => {
                self.draw(if depends_on_repetition { Aim::Draw } else { Aim::Seeds(HALF) })
            }
            Some(Ok(Proved { value: Value::Win, depends_on_repetition })) => {
                self.hurry();
                self.aim_at(if depends_on_repetition { Aim::Win } else { Aim::Seeds(MAJORITY) });
                self.win()
            }
            // Perhaps there is more in it, but a draw is sure.
            Some(Err(_)) => match planned {
                Some(pit) => Some(told(pit, 0, "draws")),
                None => self.guess(),
            },
        };
        choice.map(|choice| Choice { nodes: self.minimax_nodes, ..choice })
    }

    /// What follows makes the move better, and is worth no more time than a move like others.
    fn hurry(&self) {
        self.until.set(self.until.get().min(self.limit.usual));
    }

    fn is_late(&self) -> bool {
        (self.limit.elapsed)() >= self.until.get() || self.effort.nodes == 0
    }

    fn side(&self) -> Side {
        self.position.turn()
    }

    fn legal(&self) -> Pits {
        self.rules.legal_moves(self.position)
    }

    fn after(&self, pit: Pit) -> Position {
        self.rules.play(self.position, pit).expect("only legal moves are thought of").position
    }

    fn planned(&self) -> Option<Pit> {
        self.plan.as_ref()?.choose(self.position)
    }

    /// Plans to reach an aim from here; there is no plan when that takes too long.
    fn aim_at(&mut self, aim: Aim) {
        let strategy = self.solver.strategy(self.side(), aim, self.position, &mut self.effort);
        let plan = |strategy| Plan::new(aim, strategy, self.position);
        *self.plan = strategy.ok().flatten().map(plan);
    }

    fn win(&mut self) -> Option<Choice> {
        self.hurry();
        let (pit, score, text) =
            if self.rules.majority { self.win_soon()? } else { self.win_by_most()? };
        Some(told(pit, score, &text))
    }

    /// Returns the move of the quickest win that is known.
    fn win_soon(&mut self) -> Option<(Pit, i32, String)> {
        let look = self.look(self.legal(), LOOK_NODES)?;
        let Some(planned) = self.planned() else { return self.win_without_a_plan(&look) };
        let Some(plies) = plies_to_win(&look) else {
            return Some((planned, WIN_SCORE, "wins".to_owned()));
        };
        let word = if plies == 1 { "ply" } else { "plies" };
        let quick = (look.pit, look.score?, format!("wins within {plies} {word}"));
        if self.plan.as_ref()?.within.is_some_and(|within| plies >= within) {
            return Some((planned, WIN_SCORE, "wins".to_owned()));
        }
        if look.pit != planned {
            let Some(strategy) = self.strategy_after(look.pit) else {
                return Some((planned, WIN_SCORE, "wins".to_owned()));
            };
            self.plan.as_mut()?.change(strategy);
        }
        self.plan.as_mut()?.within = Some(plies);
        Some(quick)
    }

    /// Returns the move with which most seeds are won, as far as there is time to find out.
    fn win_by_most(&mut self) -> Option<(Pit, i32, String)> {
        let side = self.side();
        let most = self.position.store(side) + self.position.on_board();
        let least = match self.plan.as_ref().map(|plan| plan.aim) {
            Some(Aim::Seeds(seeds)) => seeds.max(self.position.store(side)),
            _ => HALF,
        };
        for seeds in least + 1..=most {
            let (aim, position) = (Aim::Seeds(seeds), self.position);
            let strategy = self.with_nodes(BETTER_NODES, |solver, effort| {
                solver.strategy(side, aim, position, effort)
            });
            let Ok(Some(strategy)) = strategy else { break };
            let others = self.minimax.occurred().filter(|&other| other != self.position);
            if leads_to_any(&strategy, others) {
                break;
            }
            *self.plan = Some(Plan::new(aim, strategy, self.position));
        }
        let Some(pit) = self.planned() else {
            let look = self.look(self.legal(), LOOK_NODES)?;
            return self.win_without_a_plan(&look);
        };
        let text = match self.plan.as_ref()?.aim {
            Aim::Seeds(seeds) => format!("wins with {seeds} seeds"),
            _ => "wins".to_owned(),
        };
        Some((pit, WIN_SCORE, text))
    }

    /// Returns the move after which the proof is shortest: it becomes shorter with every
    /// move, so this leads to the end, too.
    fn win_without_a_plan(&mut self, look: &Choice) -> Option<(Pit, i32, String)> {
        if plies_to_win(look).is_some() {
            return Some((look.pit, look.score?, "wins".to_owned()));
        }
        let side = self.side();
        let shortest = self.legal().filter_map(|pit| {
            let after = self.after(pit);
            let mut effort = Effort { nodes: RECALL_NODES, go_on: &mut |_| true };
            let way = self.solver.way(side, Aim::Win, &after, &mut effort);
            way.ok().flatten().map(|plies| (plies, pit))
        });
        let pit = shortest.min_by_key(|&(plies, _)| plies).map_or(look.pit, |(_, pit)| pit);
        Some((pit, WIN_SCORE, "wins".to_owned()))
    }

    /// Returns a strategy to the aim of the plan after a move, if it leads to no position
    /// of the game so far.
    fn strategy_after(&mut self, pit: Pit) -> Option<Strategy> {
        let (side, aim, after) = (self.side(), self.plan.as_ref()?.aim, self.after(pit));
        let strategy = self
            .with_nodes(BETTER_NODES, |solver, effort| solver.strategy(side, aim, &after, effort));
        strategy.ok().flatten().filter(|it| !leads_to_any(it, self.minimax.occurred()))
    }

    fn draw(&mut self, aim: Aim) -> Option<Choice> {
        let planned = self.planned();
        if planned.is_some() {
            self.hurry();
        }
        let keeps = self.solver.keeps(self.position, Value::Draw, &mut self.effort);
        let keeps = match (keeps, planned) {
            (Ok(keeps), _) => keeps,
            (Err(_), Some(pit)) => return Some(told(pit, 0, "draws")),
            (Err(_), None) => return self.guess(),
        };
        self.hurry();
        if planned.is_none() {
            self.aim_at(aim);
        }
        let planned = self.planned();
        let hardest = self.hardest(keeps, Aim::Draw);
        let look = self.look(hardest, LOOK_NODES)?;
        let pit = match planned {
            Some(pit) if hardest.contains(pit) || !self.leaves_plan(look.pit) => pit,
            _ => look.pit,
        };
        Some(told(pit, 0, "draws"))
    }

    /// Leaves the plan of a drawn game for one that begins with another move, if that may be.
    fn leaves_plan(&mut self, pit: Pit) -> bool {
        if self.plan.as_ref().is_none_or(|plan| plan.choices == 0) {
            return false;
        }
        let strategy = self.strategy_after(pit);
        match (strategy, self.plan.as_mut()) {
            (Some(strategy), Some(plan)) => {
                plan.change(strategy);
                plan.choices -= 1;
                true
            }
            _ => false,
        }
    }

    fn lose(&mut self) -> Option<Choice> {
        self.hurry();
        let hardest = self.hardest(self.legal(), Aim::Win);
        let opponent = self.side().opponent();
        let among = with_most(hardest, |pit| {
            let after = self.after(pit);
            let way = self.with_nodes(REPLY_NODES, |solver, effort| {
                solver.way(opponent, Aim::Win, &after, effort)
            });
            way.ok().flatten().unwrap_or(u16::MAX)
        });
        let look = self.look(among, LOOK_NODES)?;
        let score = look.score.filter(|&score| score <= -WIN_SCORE);
        Some(told(look.pit, score.unwrap_or(-WIN_SCORE), "loses"))
    }

    /// Returns the moves after which the smallest share of the opponent's replies reaches its
    /// aim. Replies are judged longer and longer while there is time, and reach it when they
    /// are not judged then.
    fn hardest(&mut self, pits: Pits, aim: Aim) -> Pits {
        if pits.len() == 1 {
            return pits;
        }
        let mut nodes = REPLY_NODES;
        loop {
            let mut is_open = false;
            let hardest = with_most(pits, |pit| {
                let (share, is_judged) = self.good_share(&self.after(pit), aim, nodes);
                is_open |= !is_judged;
                Reverse(share)
            });
            nodes *= 4;
            if !is_open || self.is_late() || nodes > MOST_REPLY_NODES {
                return hardest;
            }
        }
    }

    /// Returns how many sixtieths of the replies reach the aim, and whether all were judged;
    /// all of them reach it when there is none.
    fn good_share(&mut self, after: &Position, aim: Aim, nodes: u64) -> (usize, bool) {
        let replies = self.rules.legal_moves(after);
        let opponent = after.turn();
        let (mut good, mut is_judged) = (0, true);
        for reply in replies {
            if self.is_late() {
                (good, is_judged) = (good + 1, false);
                continue;
            }
            let played = self.rules.play(after, reply).expect("the move is one of the legal ones");
            let forces = self.with_nodes(nodes, |solver, effort| {
                solver.forces(opponent, aim, &played.position, effort)
            });
            good += usize::from(forces.unwrap_or(true));
            is_judged &= forces.is_ok();
        }
        ((60 * good).checked_div(replies.len()).unwrap_or(60), is_judged)
    }

    /// Returns minimax's move of those that are not known to lose.
    fn guess(&mut self) -> Option<Choice> {
        let side = self.side();
        let loses = |turn: &mut Self, pit| {
            let after = turn.after(pit);
            let mut effort = Effort { nodes: RECALL_NODES, go_on: &mut |_| true };
            turn.solver.forces(side, Aim::Draw, &after, &mut effort) == Ok(false)
        };
        let open: Pits = self.legal().filter(|&pit| !loses(self, pit)).collect();
        let among = if open.is_empty() { self.legal() } else { open };
        self.look(among, self.guess_nodes)
    }

    fn look(&mut self, among: Pits, nodes: u64) -> Option<Choice> {
        let usual = (self.limit.elapsed)().saturating_add(guess_time(self.limit));
        let usual = usual.max(self.limit.usual).min(self.limit.most);
        let limit = Limit { usual, ..*self.limit };
        let look = self.minimax.search(self.rules, self.position, among, nodes, &limit)?;
        self.minimax_nodes += look.nodes;
        Some(look)
    }

    fn with_nodes<T>(
        &mut self,
        nodes: u64,
        ask: impl FnOnce(&mut Solver, &mut Effort<'_>) -> Result<T, Unknown>,
    ) -> Result<T, Unknown> {
        self.effort.share(nodes, |part| ask(self.solver, part))
    }
}

fn told(pit: Pit, score: i32, text: &str) -> Choice {
    Choice { score: Some(score), text: Some(text.to_owned()), ..Choice::at_once(pit) }
}

/// Returns within how many plies minimax sees the game won, if it does.
fn plies_to_win(look: &Choice) -> Option<u32> {
    // What was left of the depth is on top of the score.
    let left = look.score?.checked_sub(WIN_SCORE)?;
    look.depth?.checked_sub(u32::try_from(left).ok()?)
}

fn leads_to_any<'a>(
    strategy: &Strategy,
    mut positions: impl Iterator<Item = &'a Position>,
) -> bool {
    positions.any(|position| strategy.choose(position).is_some())
}
