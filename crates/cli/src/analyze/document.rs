//! Analyses as JSON.

use std::io::{self, Write};

use ayo_record::{Blunder, GameAnalysis, GameRecord};
use ayo_report::{Analysed, Tally, figures, keeping_letters};
use ayo_rules::{Pit, Rules, Side};
use serde_json::{Map, Value, json};

use super::words::worth;

/// Writes a game by itself.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write_game(
    rules: &Rules,
    moves: &[Pit],
    analysis: &GameAnalysis,
    out: &mut impl Write,
) -> io::Result<()> {
    let listed: Vec<Value> = moves
        .iter()
        .enumerate()
        .map(|(place, pit)| {
            let side = pit.owner();
            let mut played = json!({
                "ply": place + 1,
                "side": side.to_string(),
                "move": pit.to_string(),
            });
            played.as_object_mut().expect("it is one").extend(worths(side, analysis, place));
            played
        })
        .collect();
    let document = json!({
        "rules": rules.to_string(),
        "values": analysis.values_text(),
        "moves": listed,
        "blunders": blunders(analysis),
    });
    writeln!(out, "{document}")
}

/// Returns what a move made of the game, for who played it after so many plies.
pub(crate) fn worths(side: Side, analysis: &GameAnalysis, plies: usize) -> Map<String, Value> {
    let by_repetition = |plies: usize| {
        analysis.values.get(plies).copied().flatten().is_some_and(|best| best.by_repetition)
    };
    let worths = [
        ("before", json!(worth(side, analysis.winner_after(plies)))),
        ("after", json!(worth(side, analysis.winner_after(plies + 1)))),
        ("before_depends_on_repetition", json!(by_repetition(plies))),
        ("after_depends_on_repetition", json!(by_repetition(plies + 1))),
    ];
    worths.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns a game of a run.
pub(super) fn game(record: &GameRecord, bots: &[String], analysis: &GameAnalysis) -> Value {
    let [south, north] = record.bots.map(|bot| &bots[bot.index()]);
    json!({
        "game_id": record.number,
        "south": south,
        "north": north,
        "opening": record.opening.to_string(),
        "moves": ayo_rules::write_moves(&record.moves),
        "result": record.result.text(),
        "values": analysis.values_text(),
        "blunders": blunders(analysis),
    })
}

/// Returns the blunders of a game.
pub(crate) fn blunders(analysis: &GameAnalysis) -> Vec<Value> {
    let one = |blunder: &Blunder| {
        let (side, plies) = (blunder.side(), blunder.ply as usize);
        json!({
            "ply": blunder.ply,
            "side": side.to_string(),
            "move": blunder.pit.to_string(),
            "before": worth(side, analysis.winner_after(plies - 1)),
            "after": worth(side, analysis.winner_after(plies)),
            "keeps": blunder.keeps.map(|_| keeping_letters(blunder)),
        })
    };
    analysis.blunders.iter().map(one).collect()
}

/// Returns what the analyses say of a bot.
pub(super) fn bot(name: &str, analysed: Analysed) -> Value {
    let [won, drawn, lost] = analysed.openings.map(tally);
    json!({
        "bot": name,
        "games": analysed.games,
        "known_games": analysed.known_games,
        "blunders": analysed.blunders,
        "blunders_per_game": figures::json(figures::per_game(analysed.blunders_per_game())),
        "first_blunder_ply": figures::json(figures::mean_ply(analysed.first_blunder_ply())),
        "openings": { "won": won, "drawn": drawn, "lost": lost },
    })
}

fn tally(tally: Tally) -> Value {
    json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}
