//! Looks for a proof that a game is decided.

use ayo_proof::{Goal, walk};
use ayo_rules::{MAJORITY, Position, Rules, Side};
use ayo_solver::{Aim, Effort, Solver, Strategy, Unknown, Unsupported};

/// When games end by proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proofs {
    nodes: u64,
}

impl Proofs {
    /// Ends games by these rules when a proof is found within so many positions, searched
    /// between two moves for each side.
    ///
    /// # Errors
    /// Says which rules have no proofs.
    pub fn new(nodes: u64, rules: &Rules) -> Result<Proofs, Unsupported> {
        Solver::knows(rules).map(|()| Proofs { nodes })
    }
}

/// Bytes for what a judge knows.
const MEMORY: usize = 8 << 20;
/// Finding a whole strategy may take so many times what the answer may.
const WRITING: u64 = 8;

/// Knows for one slot which games are decided.
///
/// What is found depends on the game and on nothing else: not on the clock, and not on
/// the games before.
pub(crate) struct Judge {
    proofs: Proofs,
    solver: Solver,
}

impl Judge {
    /// Returns a judge for games by these rules.
    pub(crate) fn new(proofs: Proofs, rules: Rules) -> Judge {
        let mut solver =
            Solver::new(rules, MEMORY).expect("proofs are made for rules that have them");
        // As many as fit in the memory.
        solver.prepare_endings(u8::MAX);
        Judge { proofs, solver }
    }

    /// Forgets the game before.
    pub(crate) fn new_game(&mut self) {
        self.solver.forget();
    }

    /// Returns who wins, if that is proved: within so many plies, in a counted result,
    /// without a position that comes back.
    ///
    /// `go_on` is asked every millisecond or so; when it says no, nothing is proved.
    pub(crate) fn winner(
        &mut self,
        position: &Position,
        plies: u32,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Side> {
        let mover = position.turn();
        [mover, mover.opponent()].into_iter().find(|&side| {
            // What is not found out in time is not decided.
            let strategy = self.strategy(side, position, go_on).ok().flatten();
            strategy.is_some_and(|strategy| {
                let goal = Goal::Seeds(MAJORITY);
                let choose = |position: &Position| strategy.choose(position);
                walk(self.solver.rules(), position, side, goal, choose)
                    .is_ok_and(|checked| checked.longest_line <= u64::from(plies))
            })
        })
    }

    /// Returns a strategy with which a side wins, if there is one.
    fn strategy(
        &mut self,
        side: Side,
        position: &Position,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Strategy>, Unknown> {
        let aim = Aim::Seeds(MAJORITY);
        let mut effort = Effort { nodes: self.proofs.nodes, go_on: &mut |_| go_on() };
        if !self.solver.forces(side, aim, position, &mut effort)? {
            return Ok(None);
        }
        effort.nodes = self.proofs.nodes.saturating_mul(WRITING);
        self.solver.strategy(side, aim, position, &mut effort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(position: &str, nodes: u64, plies: u32, winner: Option<Side>) {
        let rules = Rules::AYOAYO;
        let mut judge = Judge::new(Proofs::new(nodes, &rules).unwrap(), rules);
        assert_eq!(judge.winner(&position.parse().unwrap(), plies, &|| true), winner, "{position}");
    }

    #[test]
    fn nothing_is_proved_once_the_run_ends() {
        let rules = Rules::AYOAYO;
        let mut judge = Judge::new(Proofs::new(u64::MAX, &rules).unwrap(), rules);
        assert_eq!(judge.winner(&Position::START, 1_000, &|| false), None);
    }

    #[test]
    fn winners() {
        let won = "5.4.4.0.2.0/1.6.0.1.3.1 7-14 N";
        check(won, 100_000, 1_000, Some(Side::North));
        // Not within so few positions, nor so few plies.
        check(won, 1, 1_000, None);
        check(won, 100_000, 3, None);
        // South captures both seeds.
        check("1.0.0.0.0.0/0.0.0.0.1.0 23-23 S", 1_000, 1_000, Some(Side::South));
        // South gets the last seed, and that is a draw.
        check("0.0.0.0.0.1/0.0.0.0.0.0 23-24 S", 1_000, 1_000, None);
    }
}
