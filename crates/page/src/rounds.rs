//! The rounds of a Swiss tournament: whom each bot met, and how it did.

use std::collections::HashMap;

use askama::Template;
use ayo_record::Bot;
use ayo_report::{Standings, figures};

use crate::Round;
use crate::budget::ROUNDS_BYTES;
use crate::rows::Rows;

#[derive(Template)]
#[template(path = "rounds_row.html")]
struct RoundsRow<'a> {
    rank: u32,
    bot: &'a str,
    points: String,
    meetings: Vec<Meeting<'a>>,
}

enum Meeting<'a> {
    /// Not paired in this round.
    Absent,
    Bye,
    /// Paired, and no game is over yet.
    Waiting {
        opponent: &'a str,
    },
    Played {
        opponent: &'a str,
        score: String,
        word: &'static str,
        side: &'static str,
    },
}

/// Returns a row for each bot, in the order of the standings.
pub(crate) fn rows(
    rounds: &[Round],
    standings: &Standings,
    order: &[Bot],
    names: &[String],
) -> Rows {
    let mut boards: Vec<HashMap<Bot, Meeting<'_>>> =
        rounds.iter().map(|round| meetings_of(round, names)).collect();
    let mut rows = Rows::new(ROUNDS_BYTES);
    for (line, &bot) in standings.lines.iter().zip(order) {
        rows.push(&RoundsRow {
            rank: line.rank,
            bot: &names[bot.index()],
            points: figures::points(line.half_points),
            meetings: boards
                .iter_mut()
                .map(|round| round.remove(&bot).unwrap_or(Meeting::Absent))
                .collect(),
        });
    }
    rows
}

fn meetings_of<'a>(round: &Round, names: &'a [String]) -> HashMap<Bot, Meeting<'a>> {
    let name = |bot: Bot| names.get(bot.index()).map_or("", String::as_str);
    let mut meetings = HashMap::new();
    for board in &round.boards {
        let Some(north) = board.north else {
            meetings.insert(board.south, Meeting::Bye);
            continue;
        };
        let [south_points, north_points] = board.half_points;
        let meeting = |opponent, own: u32, other: u32, side| {
            if board.games == 0 {
                return Meeting::Waiting { opponent: name(opponent) };
            }
            let points = |half_points: u32| figures::points(u64::from(half_points));
            let word = match own.cmp(&other) {
                std::cmp::Ordering::Greater => "won",
                std::cmp::Ordering::Equal => "drawn",
                std::cmp::Ordering::Less => "lost",
            };
            let score = format!("{}\u{2013}{}", points(own), points(other));
            Meeting::Played { opponent: name(opponent), score, word, side }
        };
        let sides = if board.games == 1 { ["South", "North"] } else { [""; 2] };
        meetings.insert(board.south, meeting(north, south_points, north_points, sides[0]));
        meetings.insert(north, meeting(board.south, north_points, south_points, sides[1]));
    }
    meetings
}
