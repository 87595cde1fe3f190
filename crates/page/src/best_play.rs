//! What analyses with the exact solver say of each bot.

use askama::Template;
use ayo_record::Bot;
use ayo_report::{Analysed, MISSING, Scores, Tally, figures};

use crate::budget::BEST_PLAY_BYTES;
use crate::numbers;
use crate::rows::Rows;

/// Blunders, and results by the value of the opening.
pub(crate) struct BestPlay {
    /// Games that were analysed.
    pub(crate) games: String,
    /// Of these, the ones in which every position after the opening has a value; nothing when all have.
    pub(crate) known_games: Option<String>,
    /// Blunders of all of them.
    pub(crate) blunders: u64,
    pub(crate) rows: Rows,
}

impl BestPlay {
    /// Returns nothing when no game was analysed.
    pub(crate) fn new(scores: &Scores, order: &[Bot], names: &[String]) -> Option<BestPlay> {
        let all: Vec<(Bot, Analysed)> =
            order.iter().map(|&bot| (bot, scores.analysed(bot))).collect();
        let sum = |count: fn(&Analysed) -> u64| all.iter().map(|(_, it)| count(it)).sum::<u64>();
        // Each game is one of two bots.
        let (games, known) = (sum(|it| it.games) / 2, sum(|it| it.known_games) / 2);
        let blunders = sum(|it| it.blunders);
        if games == 0 {
            return None;
        }
        let mut rows = Rows::new(BEST_PLAY_BYTES);
        for (bot, analysed) in all {
            rows.push(&Row::new(&names[bot.index()], analysed));
        }
        let known_games = (known < games).then(|| numbers::count(known));
        Some(BestPlay { games: numbers::count(games), known_games, blunders, rows })
    }
}

#[derive(Template)]
#[template(path = "best_play_row.html")]
struct Row<'a> {
    bot: &'a str,
    analysed: Analysed,
    a_game: String,
    first: String,
    openings: [String; 3],
}

impl Row<'_> {
    fn new(bot: &str, analysed: Analysed) -> Row<'_> {
        let or_missing = |text: Option<String>| text.unwrap_or_else(|| MISSING.to_owned());
        let a_game = analysed.blunders_per_game().and_then(|count| figures::decimal(count, 2));
        Row {
            bot,
            analysed,
            a_game: or_missing(a_game),
            first: or_missing(figures::mean_ply(analysed.first_blunder_ply())),
            openings: analysed.openings.map(results),
        }
    }
}

fn results(tally: Tally) -> String {
    match tally.games() {
        0 => MISSING.to_owned(),
        _ => format!("{}\u{2013}{}\u{2013}{}", tally.wins, tally.draws, tally.losses),
    }
}
