//! `ayo analyze`: the games of a run, or one game, with the exact solver.
//!
//! ```text
//! run.db ──► choice ──pairs──► work (threads, a solver each) ──► run.db ──► report, standings
//! ```
//!
//! What this module deliberately does not do: it finds no value itself, and it guesses none.

mod arguments;
mod choice;
pub(crate) mod document;
mod folder;
mod one_game;
mod text;
mod told;
pub(crate) mod words;
mod work;

use ayo_rules::Rules;
use ayo_solver::Solver;

pub(crate) use arguments::AnalyzeArguments;

use crate::failure::Failure;

/// Analyses what was asked for.
///
/// # Errors
/// Refuses a folder without a run, moves that are none, and rules that the solver does not know.
pub(crate) fn run(arguments: &AnalyzeArguments) -> Result<(), Failure> {
    match (&arguments.folder, &arguments.moves) {
        (Some(folder), _) => folder::run(arguments, folder),
        (None, moves) => one_game::run(arguments, moves.as_deref().unwrap_or_default()),
    }
}

/// Returns a solver that takes so many MB of memory.
fn solver(rules: Rules, memory_mb: usize) -> Result<Solver, Failure> {
    Solver::new(rules, memory_mb << 20)
        .map_err(|unsupported| Failure::usage(format!("cannot analyse `{rules}`: {unsupported}")))
}
