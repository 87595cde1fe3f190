//! A certificate of what was found out.

use std::path::Path;

use anyhow::Context as _;
use ayo_proof::{Claim, Flaw, Goal, Proof};
use ayo_rules::{Position, SEEDS, Side};
use ayo_solver::{Aim, Effort, Proved, Solver, Unknown, Value};

use super::certificate::{Certificate, Written};
use super::packed;
use super::solution::{Seeds, Solution};

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unproved {
    /// A limit was reached.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The solver is wrong: its strategy does not hold.
    #[error("the strategy that was found does not hold, which is an error of this program")]
    Flaw(#[from] Flaw),
    /// The solver is wrong: it finds no strategy for what it says can be forced.
    #[error("no strategy was found for `{side} {goal}`, which is an error of this program")]
    NoStrategy {
        /// Who should reach it.
        side: Side,
        /// What.
        goal: Goal,
    },
}

/// Returns a certificate, checked by the rules alone, of the score where it was found
/// out and of the value.
///
/// # Errors
/// Says which limit was reached first, or that the solver is wrong.
pub(super) fn prove(
    solver: &mut Solver,
    position: &Position,
    proved: Proved,
    solution: &Solution,
    effort: &mut Effort<'_>,
) -> Result<Certificate, Unproved> {
    let mut proof = Proof { rules: *solver.rules(), position: *position, claims: Vec::new() };
    for (side, goal) in goals(solver, position, proved, solution, effort)? {
        let claim = claim(solver, position, side, goal, effort)?;
        proof.claims.push(claim);
    }
    Ok(Certificate::check(proof)?)
}

/// Returns what there is to claim, South first.
fn goals(
    solver: &mut Solver,
    position: &Position,
    proved: Proved,
    solution: &Solution,
    effort: &mut Effort<'_>,
) -> Result<Vec<(Side, Goal)>, Unknown> {
    let score = solution.score.map(|(Seeds::Exact(seeds) | Seeds::AtLeast(seeds))| seeds);
    let seeds = |side: Side| score.map(|seeds| seeds[side.index()]);
    let is_told = |(side, goal): &(Side, Goal)| seeds(*side).is_some_and(|it| it >= goal.seeds());
    let mut goals = goals_of_value(solver, position, proved, effort)?;
    goals.retain(|goal| !is_told(goal));
    goals.extend(Side::BOTH.iter().filter_map(|&side| Some((side, Goal::Seeds(seeds(side)?)))));
    goals.sort_by_key(|(side, goal)| (side.index(), *goal));
    Ok(goals)
}

fn goals_of_value(
    solver: &mut Solver,
    position: &Position,
    proved: Proved,
    effort: &mut Effort<'_>,
) -> Result<Vec<(Side, Goal)>, Unknown> {
    let winner = match proved.value {
        Value::Win => position.turn(),
        Value::Loss => position.turn().opponent(),
        Value::Draw => {
            let mut draws = |side| {
                let half = Aim::Seeds(SEEDS / 2);
                let counted = solver.forces(side, half, position, effort)?;
                Ok((side, if counted { Goal::Seeds(SEEDS / 2) } else { Goal::Draws }))
            };
            return Side::BOTH.into_iter().map(&mut draws).collect();
        }
    };
    let goal =
        if proved.depends_on_repetition { Goal::Wins } else { Goal::Seeds(ayo_rules::MAJORITY) };
    Ok(vec![(winner, goal)])
}

fn claim(
    solver: &mut Solver,
    position: &Position,
    side: Side,
    goal: Goal,
    effort: &mut Effort<'_>,
) -> Result<Claim, Unproved> {
    let aim = match goal {
        Goal::Seeds(seeds) => Aim::Seeds(seeds),
        Goal::Wins => Aim::Win,
        Goal::Draws => Aim::Draw,
    };
    let strategy = solver.strategy(side, aim, position, effort)?;
    let strategy = strategy.ok_or(Unproved::NoStrategy { side, goal })?;
    let rules = solver.rules();
    Ok(Claim::from_strategy(rules, position, side, goal, |position| strategy.choose(position))?)
}

/// Writes a certificate into a file, packed if its name says so.
pub(super) fn write(certificate: Certificate, path: &Path) -> anyhow::Result<Written> {
    let mut bytes = Vec::new();
    certificate.proof().write(&mut bytes)?;
    let bytes = packed::pack_for(path, bytes)?;
    std::fs::write(path, &bytes).with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(Written { certificate, path: path.to_owned(), bytes: bytes.len() })
}
