//! A stored game as text: its head, its moves, its end.

use std::io::{self, Write};

use ayo_record::{GameResult, Opening};
use ayo_report::figures::{counted, positive_zero};
use ayo_report::table::printable;
use ayo_rules::{Pit, Position, Side};

use super::frames::{Frame, StoredGame};
use crate::analyze::words as judged;
use crate::explain::{drawing, words};

/// Which boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boards {
    /// Where it begins and where it ends.
    FirstAndLast,
    /// After every move.
    EveryMove,
}

/// Writes the whole game after `from` plies.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write(
    game: &StoredGame,
    from: usize,
    boards: Boards,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}\n", head(game))?;
    write_board(game, from, out)?;
    if let Some(value) = value(game, from) {
        writeln!(out, "      {value}")?;
    }
    for (ply, frame) in (1..).zip(&game.frames).skip(from) {
        writeln!(out, "{}", move_line(ply, frame))?;
        if let Some(said) = said(frame) {
            writeln!(out, "{said}")?;
        }
        if let Some(blunder) = blunder(game, ply) {
            writeln!(out, "{blunder}")?;
        }
        if let Some(value) =
            value(game, ply).filter(|now| Some(now) != value(game, ply - 1).as_ref())
        {
            writeln!(out, "      {value}")?;
        }
        if boards == Boards::EveryMove {
            writeln!(out)?;
            write_board(game, ply, out)?;
        }
    }
    let plies = game.frames.len();
    if boards == Boards::FirstAndLast && from < plies {
        writeln!(out)?;
        write_board(game, plies, out)?;
    }
    writeln!(out, "{}", ending(game))
}

fn write_board(game: &StoredGame, plies: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", drawing::board(game.position(plies)))
}

/// Says which game it is, who played it, and how it began.
pub(super) fn head(game: &StoredGame) -> String {
    let record = &game.record;
    let opening = match &record.opening {
        Opening::Moves(moves) if moves.is_empty() => "the start".to_owned(),
        opening => opening.to_string(),
    };
    let [south, north] = game.bots.each_ref().map(|bot| printable(bot));
    format!(
        "{}: game {} · round {} · pair {}, game {} · {}\nSouth  {south}\nNorth  {north}\nopening  \
         {opening}",
        printable(&game.run),
        record.number,
        record.round,
        record.pair,
        record.game,
        game.rules,
    )
}

/// Says what a move did, like `  5  South C  sows 4, 5 laps, ends in E, captures 7  12.3 ms`.
pub(super) fn move_line(ply: usize, frame: &Frame) -> String {
    let time = match (frame.is_opening, frame.time_us) {
        (true, _) => "  opening".to_owned(),
        (false, Some(time_us)) => format!("  {}", milliseconds(time_us)),
        (false, None) => String::new(),
    };
    format!(
        "{ply:>4}  {} {}  {}{time}",
        words::name(frame.side),
        frame.pit,
        words::effect(frame.seeds, &frame.effect),
    )
}

/// Says what the bot said of its move, like `      says: score 7, depth 6, then f E; “easy”`.
pub(super) fn said(frame: &Frame) -> Option<String> {
    let info = frame.info.as_ref()?;
    let expected = info.expected_after(frame.pit);
    let letters: Vec<String> = expected.iter().map(Pit::to_string).collect();
    let numbers = [
        info.score.map(|score| format!("score {}", short(score))),
        info.depth.map(|depth| format!("depth {depth}")),
        info.nodes.map(|nodes| counted(nodes, "node")),
        (!letters.is_empty()).then(|| format!("then {}", letters.join(" "))),
    ];
    let numbers = numbers.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let text = if info.text.is_empty() {
        String::new()
    } else {
        format!("“{}”", printable(&info.text))
    };
    let between = if numbers.is_empty() || text.is_empty() { "" } else { "; " };
    Some(format!("      says: {numbers}{between}{text}"))
}

/// Says what a move gave away, if it is a blunder.
pub(super) fn blunder(game: &StoredGame, ply: usize) -> Option<String> {
    let (analysis, blunder) = game.blunder(ply)?;
    let bot = &game.bots[blunder.side().index()];
    Some(format!("      blunder: {}", judged::sentence(analysis, blunder, Some(bot))))
}

/// Says who wins with best play after so many plies, in a game that was analysed.
pub(super) fn value(game: &StoredGame, plies: usize) -> Option<String> {
    let analysis = game.analysis.as_ref()?;
    Some(judged::with_best_play(analysis.values.get(plies).copied().flatten()))
}

/// Writes a number without three hundred zeros.
fn short(number: f64) -> String {
    let number = positive_zero(number);
    if number == 0.0 || (1e-5..1e15).contains(&number.abs()) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

fn milliseconds(time_us: u32) -> String {
    format!("{}.{:03} ms", time_us / 1_000, time_us % 1_000)
}

/// Says how the game ended, whose fault it was, and the final count.
pub(super) fn ending(game: &StoredGame) -> String {
    let record = &game.record;
    let verdict = &record.verdict;
    let bot =
        |side: Side| format!("{} (`{}`)", words::name(side), printable(&game.bots[side.index()]));
    let end: &Position = game.position(game.frames.len());
    let why = match (verdict.loser, &game.outcome) {
        (None, Some(outcome)) => words::ending(&game.rules, end, outcome),
        (Some(_), _) | (None, None) => printable(&verdict.detail),
    };
    let colon = if why.is_empty() { "" } else { ": " };
    let loses = verdict.loser.map_or(String::new(), |side| format!("{} loses · ", bot(side)));
    let result = match record.result {
        GameResult::South => format!("{} wins", bot(Side::South)),
        GameResult::North => format!("{} wins", bot(Side::North)),
        GameResult::Draw => "a draw".to_owned(),
        GameResult::Void => "void".to_owned(),
    };
    let [south, north] = record.scores;
    format!(
        "{loses}{}{colon}{why}\nfinal stores: South {south}, North {north} · {} · {result}",
        verdict.reason, record.result
    )
}
