//! `--jsonl`: a position a line in, a value a line out.

use std::io::{Read, Write};

use ayo_rules::Rules;
use ayo_solver::{Effort, Solver, Unsupported};

use crate::explain::Tally;
use crate::explain::bulk::{Unanswered, answer_with};
use crate::explain::document;

use super::document::Line;
use super::limits::Limits;
use super::solution::{Solution, Wanted};

/// Rule sets whose solvers are kept.
const MOST_SOLVERS: usize = 4;

/// Answers each line of `input` with a line on `out`, and writes it out at once: the next
/// one may take long. Lines are as in `ayo explain --jsonl`.
///
/// # Errors
/// Says when the input cannot be read or the answers not be written.
pub(super) fn run(
    default_rules: Rules,
    wanted: Wanted,
    limits: Limits,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    let mut solvers = Solvers { memory: limits.memory_bytes, kept: Vec::new() };
    answer_with(default_rules, input, out, &mut |line, out| {
        let solver = solvers.of(&line.rules);
        let solver = solver.map_err(|error| Unanswered::Refused(error.to_string()))?;
        let mut effort = Effort { nodes: limits.nodes, go_on: &mut |_| true };
        let solution = match line.rules.outcome(&line.position) {
            Some(outcome) => Solution::of_finished(&line.position, &outcome),
            None => Solution::find(solver, &line.position, wanted, &mut effort),
        };
        document::write(
            &Line::new(line.id, &line.rules, &line.position, &solution, wanted),
            &mut *out,
        )?;
        Ok(out.flush()?)
    })
}

/// A solver for each of the rule sets asked about last, so that it learns from line to line.
struct Solvers {
    memory: usize,
    /// The one asked last is the first.
    kept: Vec<Solver>,
}

impl Solvers {
    fn of(&mut self, rules: &Rules) -> Result<&mut Solver, Unsupported> {
        match self.kept.iter().position(|solver| solver.rules() == rules) {
            Some(place) => self.kept[..=place].rotate_right(1),
            None => {
                let solver = Solver::new(*rules, self.memory)?;
                // The old one goes first: both at a time would take too much memory.
                self.kept.truncate(MOST_SOLVERS - 1);
                self.kept.insert(0, solver);
            }
        }
        Ok(&mut self.kept[0])
    }
}
