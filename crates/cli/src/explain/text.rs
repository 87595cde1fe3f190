//! The answer for a person: the board, whose turn it is, a table of the moves.

use std::io::{self, Write};

use ayo_rules::{Pit, Position};

use super::choices::{Choice, Explanation};
use super::{drawing, words};

/// Writes the answer about a position.
pub(super) fn write_position(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "rules     {}", explanation.rules)?;
    write_board_and_moves(explanation, out)
}

/// Writes the answer about the position that a game has reached.
pub(super) fn write_game(
    explanation: &Explanation,
    start: &Position,
    moves: &[Pit],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "rules     {}", explanation.rules)?;
    if *start != Position::START {
        writeln!(out, "start     {start}")?;
    }
    match moves {
        [] => writeln!(out, "played    no moves")?,
        _ => writeln!(out, "played    {} (plies: {})", ayo_rules::write_moves(moves), moves.len())?,
    }
    write_board_and_moves(explanation, out)
}

fn write_board_and_moves(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    let position = &explanation.position;
    writeln!(out, "position  {position}\n\n{}", drawing::board(position))?;
    match &explanation.outcome {
        None => writeln!(out, "{} to move\n", words::name(position.turn()))?,
        Some(outcome) => {
            let ending = words::ending(&explanation.rules, position, outcome);
            writeln!(out, "game over by {}: {ending}", outcome.reason)?;
            let [south, north] = outcome.stores;
            writeln!(
                out,
                "final stores: South {south}, North {north}: {}",
                words::result(outcome)
            )?;
            if !explanation.choices.is_empty() {
                writeln!(out)?;
            }
        }
    }
    write_table(explanation, out)
}

/// Writes a line for each pit of the player to move.
pub(crate) fn write_table(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<Row> =
        explanation.choices.iter().map(|choice| Row::new(&explanation.position, choice)).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let width = rows.iter().filter(|row| row.after.is_some()).map(|row| row.move_words.len()).max();
    let width = width.unwrap_or_default();
    writeln!(out, "pit  number  seeds  move")?;
    for Row { pit, seeds, move_words, after } in rows {
        write!(out, "{:<3}  {:>6}  {seeds:>5}  ", pit.letter(), pit.index())?;
        match after {
            Some(after) => writeln!(out, "{move_words:<width$}  {after}")?,
            None => writeln!(out, "{move_words}")?,
        }
    }
    Ok(())
}

/// A line of the table.
struct Row {
    pit: Pit,
    seeds: u8,
    move_words: String,
    /// The position after a legal move, and how the game ends with it.
    after: Option<String>,
}

impl Row {
    fn new(position: &Position, Choice { pit, effect }: &Choice) -> Row {
        let (pit, seeds) = (*pit, position.seeds(*pit));
        match effect {
            Err(reason) => {
                let why = words::illegal(*reason, pit, position);
                Row { pit, seeds, move_words: format!("illegal ({reason}): {why}"), after: None }
            }
            Ok(effect) => {
                let ends = effect.outcome.as_ref().map_or_else(String::new, |outcome| {
                    format!("  ends the game: {}", words::outcome(outcome))
                });
                let after = Some(format!("{}{ends}", effect.played.position));
                Row { pit, seeds, move_words: words::effect(seeds, effect), after }
            }
        }
    }
}
