//! What is found out about a position.

use ayo_rules::{EndReason, Outcome, Pit, Pits, Position};
use ayo_solver::{Aim, Effort, Proved, Score, Solver, Unknown, Value};

/// What is asked besides the value and the moves that keep it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// The score.
    pub(super) score: bool,
    /// What the other moves are worth.
    pub(super) others: bool,
}

/// What was found out about a position; what is `None` was not, or not asked for.
#[derive(Debug, Default)]
pub(super) struct Solution {
    pub(super) proved: Option<Proved>,
    /// The moves that keep the value.
    pub(super) keeps: Option<Pits>,
    /// What each legal move leaves the mover with.
    pub(super) moves: Option<Vec<(Pit, Value)>>,
    pub(super) score: Option<Seeds>,
    /// The limit that was reached first.
    pub(super) missing: Option<Unknown>,
}

/// The seeds of each side, South's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seeds {
    /// The final count.
    Exact([u8; 2]),
    /// The rule for positions that come back decides who gets the rest.
    AtLeast([u8; 2]),
}

impl From<Score> for Seeds {
    fn from(score: Score) -> Seeds {
        if score.is_exact() { Seeds::Exact(score.seeds) } else { Seeds::AtLeast(score.seeds) }
    }
}

impl Solution {
    /// Finds out as much as the effort allows.
    pub(super) fn find(
        solver: &mut Solver,
        position: &Position,
        wanted: Wanted,
        effort: &mut Effort<'_>,
    ) -> Solution {
        let mut solution = Solution::default();
        solution.missing = solution.search(solver, position, wanted, effort).err();
        solution
    }

    /// Returns what there is to know when the game is over.
    pub(super) fn of_finished(position: &Position, outcome: &Outcome) -> Solution {
        let value = Value::of(outcome.winner(), position.turn());
        let depends_on_repetition = outcome.reason == EndReason::Repetition;
        Solution {
            proved: Some(Proved { value, depends_on_repetition }),
            keeps: Some(Pits::EMPTY),
            moves: Some(Vec::new()),
            score: Some(Seeds::Exact(outcome.stores)),
            missing: None,
        }
    }

    fn search(
        &mut self,
        solver: &mut Solver,
        position: &Position,
        wanted: Wanted,
        effort: &mut Effort<'_>,
    ) -> Result<(), Unknown> {
        let proved = solver.value(position, effort)?;
        self.proved = Some(proved);
        let keeps = solver.keeps(position, proved.value, effort)?;
        self.keeps = Some(keeps);
        if wanted.others {
            self.moves = Some(all_moves(solver, position, proved.value, keeps, effort)?);
        }
        if wanted.score {
            self.score = Some(solver.score(position, effort)?.into());
        }
        Ok(())
    }
}

/// Returns what each legal move leaves the mover with.
fn all_moves(
    solver: &mut Solver,
    position: &Position,
    value: Value,
    keeps: Pits,
    effort: &mut Effort<'_>,
) -> Result<Vec<(Pit, Value)>, Unknown> {
    let rules = *solver.rules();
    let mover = position.turn();
    let mut worth = |pit| {
        if keeps.contains(pit) {
            return Ok(value);
        }
        // Only a win leaves room for two worse ones.
        if value == Value::Win {
            let played = rules.play(position, pit).expect("only legal moves are asked about");
            if solver.forces(mover, Aim::Draw, &played.position, effort)? {
                return Ok(Value::Draw);
            }
        }
        Ok(Value::Loss)
    };
    rules.legal_moves(position).map(|pit| Ok((pit, worth(pit)?))).collect()
}
