//! A stored game as one JSON document.

use std::io::{self, Write};

use ayo_record::GameAnalysis;
use serde_json::{Value, json};

use super::frames::{Frame, StoredGame};
use crate::analyze::document as analyses;

/// Writes the document on one line.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write(game: &StoredGame, out: &mut impl Write) -> io::Result<()> {
    let record = &game.record;
    let moves: Vec<Value> =
        (1..).zip(&game.frames).map(|(ply, frame)| move_json(game, ply, frame)).collect();
    let document = json!({
        "run": game.run,
        "game_id": record.number,
        "round": record.round,
        "pair": record.pair,
        "game": record.game,
        "rules": game.rules.to_string(),
        "south": game.bots[0],
        "north": game.bots[1],
        "opening": record.opening.to_string(),
        "start": game.start.to_string(),
        "moves": moves,
        "result": record.result.text(),
        "reason": record.verdict.reason.word(),
        "loser": record.verdict.loser.map(|side| side.to_string()),
        "detail": record.verdict.detail,
        "stores": record.scores,
        "values": game.analysis.as_ref().map(GameAnalysis::values_text),
        "blunders": game.analysis.as_ref().map(analyses::blunders),
    });
    writeln!(out, "{document}")
}

/// Returns a move; where the game was analysed, with what it was worth before and after it, as
/// `ayo analyze` says it.
fn move_json(game: &StoredGame, ply: usize, frame: &Frame) -> Value {
    let played = &frame.effect.played;
    let mut object = json!({
        "ply": ply,
        "side": frame.side.to_string(),
        "pit": frame.pit.index(),
        "letter": frame.pit.to_string(),
        "seeds": frame.seeds,
        "laps": played.laps,
        "end": played.end.index(),
        "captured": played.captured,
        "opening": frame.is_opening,
        "time_us": frame.time_us,
        "info": frame.info,
        "position": played.position.to_string(),
    });
    if let Some(analysis) = &game.analysis {
        let worths = analyses::worths(frame.side, analysis, ply - 1);
        object.as_object_mut().expect("it is one").extend(worths);
    }
    object
}
