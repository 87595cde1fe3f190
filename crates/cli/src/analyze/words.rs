//! Values and blunders in words.

use ayo_record::{BestPlay, Blunder, GameAnalysis};
use ayo_rules::{Side, Winner};
use ayo_solver::Value;

/// Returns what a position is worth to a side: `win`, `draw`, `loss`, `?`.
pub(super) fn worth(side: Side, winner: Option<Winner>) -> &'static str {
    winner.map_or("?", |winner| Value::of(winner, side).word())
}

/// Returns the same, with a star where it takes the rule for positions that come back.
pub(super) fn marked_worth(side: Side, value: Option<BestPlay>) -> String {
    let star = if value.is_some_and(|best| best.by_repetition) { "*" } else { "" };
    format!("{}{star}", worth(side, value.map(|best| best.winner)))
}

/// Writes `was winning with D, E and played A, which loses`.
pub(super) fn blunder(analysis: &GameAnalysis, blunder: &Blunder) -> String {
    let side = blunder.side();
    let plies = blunder.ply as usize;
    let before = analysis.winner_after(plies - 1);
    let had = if before == Some(Winner::Draw) { "had a draw" } else { "was winning" };
    let after = analysis.winner_after(plies);
    let does = if after == Some(Winner::Draw) { "draws" } else { "loses" };
    debug_assert_ne!(worth(side, after), "win", "no blunder wins");
    format!("{had}{} and played {}, which {does}", with(blunder), blunder.pit)
}

/// Writes ` with D, E`; nothing when the moves are not known.
fn with(blunder: &Blunder) -> String {
    let letters = keeps(blunder);
    if letters.is_empty() { String::new() } else { format!(" with {}", letters.join(", ")) }
}

/// Returns the letters of the moves that would have kept the result.
pub(super) fn keeps(blunder: &Blunder) -> Vec<String> {
    blunder.keeps.into_iter().flatten().map(|pit| pit.to_string()).collect()
}
