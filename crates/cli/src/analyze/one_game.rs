//! One game, given by its moves.

use std::io::{self, Write as _};

use ayo_analysis::{Effort, NotAnalysed, PlayedGame, analyse};
use ayo_referee::{Stop, Stopper};
use ayo_rules::Position;

use super::{AnalyzeArguments, document, solver, text};
use crate::config;
use crate::failure::Failure;
use crate::small_commands::parse_move_letters;
use crate::terminal::stdout_style;

/// Analyses the game and prints each move with its value before and after.
///
/// # Errors
/// Refuses moves that are none, and rules that the solver does not know.
pub(super) fn run(arguments: &AnalyzeArguments, moves: &str) -> Result<(), Failure> {
    let rules = config::parse_rules(arguments.rules.as_deref().unwrap_or("ayoayo"))?;
    let moves = parse_move_letters(moves)?;
    let mut solver = solver(rules, arguments.memory)?;
    let stopper = Stopper::default();
    stopper.on_signals(|_| {})?;
    let (began, time) = (std::time::Instant::now(), arguments.time_limit());
    let is_over = || time.is_some_and(|time| began.elapsed() >= time);
    let mut go_on = |_| stopper.asked() == Stop::No && !is_over();
    let effort = Effort { nodes_a_position: arguments.nodes, go_on: &mut go_on };
    let game = PlayedGame { start: Position::START, moves: &moves, opening_plies: 0 };
    let analysis = analyse(&mut solver, &game, effort).map_err(|error| match error {
        NotAnalysed::Interrupted if stopper.asked() == Stop::No => Failure::Work(anyhow::anyhow!(
            "not done within the time; give more with `--time`, or a limit of each position with `--nodes`"
        )),
        NotAnalysed::Interrupted => Failure::Interrupted,
        error => Failure::Usage(error.into()),
    })?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        document::write_game(&rules, &moves, &analysis, &mut out)?;
    } else {
        text::write_game(&moves, &analysis, stdout_style(), &mut out)?;
    }
    Ok(out.flush()?)
}
