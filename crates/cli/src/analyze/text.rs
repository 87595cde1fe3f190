//! Analyses as text for people.

use std::io::{self, Write};

use ayo_record::GameAnalysis;
use ayo_report::figures::{self, counted};
use ayo_report::table::{Align, Cell, Table, printable};
use ayo_report::{Analysed, MISSING, Style, Tally};
use ayo_rules::Pit;

use super::words;

/// Writes each move of a game with its value to who played it, and what was wrong with it.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write_game(
    moves: &[Pit],
    analysis: &GameAnalysis,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let titles = [
        ("ply", Align::Right),
        ("side", Align::Left),
        ("move", Align::Left),
        ("before", Align::Left),
        ("after", Align::Left),
    ];
    let columns = titles.map(|(title, align)| (title.to_owned(), align)).into();
    let mut blunders = analysis.blunders.iter().peekable();
    let mut row = |(place, pit): (usize, &Pit)| {
        let is_blunder = blunders.next_if(|blunder| blunder.ply as usize == place + 1).is_some();
        let worth = |place| words::marked_worth(pit.owner(), analysis.values[place]);
        let after = worth(place + 1);
        let mut cells = [(place + 1).to_string(), pit.owner().to_string(), pit.to_string()]
            .map(Cell::new)
            .to_vec();
        cells.push(Cell::new(worth(place)));
        cells.push(Cell::new(if is_blunder { format!("{after} !") } else { after }));
        cells
    };
    let rows = moves.iter().enumerate().map(&mut row).collect();
    Table { columns, rows }.write(out, style)?;
    writeln!(out)?;
    for blunder in &analysis.blunders {
        writeln!(out, "ply {}: {}", blunder.ply, words::sentence(analysis, blunder, None))?;
    }
    writeln!(out, "{}", summary(analysis))
}

fn summary(analysis: &GameAnalysis) -> String {
    let mut text = match analysis.blunders.len() as u64 {
        0 => "no blunder was found".to_owned(),
        blunders => counted(blunders, "blunder"),
    };
    let unknown = analysis.unknown() as u64;
    if unknown > 0 {
        text += &format!(
            " · {} not found out: `--nodes` and `--memory` allow more",
            counted(unknown, "position")
        );
    }
    if analysis.values.iter().flatten().any(|best| best.by_repetition) {
        text += " · * rests on the rule for positions that come back";
    }
    text
}

/// Writes what the analyses say of each bot.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write_bots<'a>(
    bots: impl Iterator<Item = (&'a str, Analysed)>,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = [
        ("bot", Align::Left),
        ("analysed", Align::Right),
        ("blunders", Align::Right),
        ("a game", Align::Right),
        ("first at ply", Align::Right),
        ("of games", Align::Right),
        ("won openings", Align::Right),
        ("drawn openings", Align::Right),
        ("lost openings", Align::Right),
    ];
    let columns = columns.map(|(title, align)| (title.to_owned(), align)).into();
    let rows = bots.map(|(name, analysed)| row(name, analysed)).collect();
    Table { columns, rows }.write(out, style)
}

fn row(name: &str, analysed: Analysed) -> Vec<Cell> {
    let or_missing = |text: Option<String>| text.unwrap_or_else(|| MISSING.to_owned());
    let blunders = analysed.blunders_per_game().and_then(|blunders| figures::decimal(blunders, 2));
    let [won, drawn, lost] = analysed.openings.map(results);
    [
        printable(name),
        analysed.games.to_string(),
        analysed.blunders.to_string(),
        or_missing(blunders),
        or_missing(figures::mean_ply(analysed.first_blunder_ply())),
        analysed.known_games.to_string(),
        won,
        drawn,
        lost,
    ]
    .map(Cell::new)
    .into()
}

/// Writes wins, draws and losses, as in the standings.
fn results(tally: Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)
}
