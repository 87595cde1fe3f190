//! Values and blunders in words.

use ayo_record::{BestPlay, Blunder, GameAnalysis};
use ayo_report::blunder_words;
use ayo_report::table::printable;
use ayo_rules::{Side, Winner};
use ayo_solver::Value;

/// Returns what a position is worth to a side: `win`, `draw`, `loss`, `?`.
pub(crate) fn worth(side: Side, winner: Option<Winner>) -> &'static str {
    winner.map_or("?", |winner| Value::of(winner, side).word())
}

/// Returns the same, with a star where it takes the rule for positions that come back.
pub(super) fn marked_worth(side: Side, value: Option<BestPlay>) -> String {
    let star = if value.is_some_and(|best| best.by_repetition) { "*" } else { "" };
    format!("{}{star}", worth(side, value.map(|best| best.winner)))
}

/// Says who wins with best play: `with best play South wins`.
pub(crate) fn with_best_play(value: Option<BestPlay>) -> String {
    let Some(BestPlay { winner, by_repetition }) = value else {
        return "what best play makes of this was not found out".to_owned();
    };
    let who = match winner {
        Winner::Side(side) => format!("{} wins", crate::explain::words::name(side)),
        Winner::Draw => "it is a draw".to_owned(),
    };
    let rule = if by_repetition { ", by the rule for positions that come back" } else { "" };
    format!("with best play {who}{rule}")
}

/// Writes who did what; without a name it is the side.
pub(crate) fn sentence(analysis: &GameAnalysis, blunder: &Blunder, bot: Option<&str>) -> String {
    let who = bot.map_or_else(|| blunder.side().to_string(), printable);
    format!("{who} {}", blunder_words(analysis, blunder))
}
