//! The ratings as a table for people.

use ayo_ratings::{Bound, RankRange, Rating};
use ayo_report::table::{Align, Cell, Table, printable};
use ayo_report::{MISSING, figures};

use super::list::{Line, RatingList, half_points};

/// Stands for a blank that would not be seen.
const OPEN_BOX: char = '␣';

/// Returns a line for each bot; bounds are marked `≥` and `≤`.
pub(super) fn table(list: &RatingList) -> Table {
    let several = list.islands > 1;
    let mut columns = vec![
        ("#", Align::Right),
        ("bot", Align::Left),
        ("Elo", Align::Right),
        ("±", Align::Right),
        ("ranks", Align::Right),
        ("games", Align::Right),
        ("W-D-L", Align::Right),
        ("points", Align::Right),
        ("LOS next", Align::Right),
    ];
    if several {
        columns.insert(0, ("island", Align::Right));
    }
    let columns = columns.into_iter().map(|(title, align)| (title.to_owned(), align)).collect();
    let anchor = list.ratings.anchor.map(|anchor| anchor.bot);
    let row = |line: &Line| {
        let island = several.then(|| line.island.to_string());
        island.into_iter().chain(cells(line, anchor)).map(Cell::new).collect()
    };
    Table { columns, rows: list.lines.iter().map(row).collect() }
}

fn cells(line: &Line, anchor: Option<u32>) -> [String; 9] {
    let missing = || MISSING.to_owned();
    let rating = &line.rating;
    let half_width = if anchor == Some(line.bot) {
        "anchor".to_owned()
    } else {
        half_width(rating.low, rating.high).unwrap_or_else(missing)
    };
    [
        line.rank.map_or_else(missing, |rank| rank.to_string()),
        name(&line.name),
        elo(rating).unwrap_or_else(missing),
        half_width,
        line.ranks.map_or_else(missing, ranks),
        rating.games.to_string(),
        format!("{}-{}-{}", rating.wins, rating.draws, rating.losses),
        figures::points(half_points(rating)),
        line.los_next.and_then(figures::percent).unwrap_or_else(missing),
    ]
}

/// Returns a name with the blanks around it made visible: `Bob` and `Bob ` are two bots.
fn name(name: &str) -> String {
    let inside = name.trim_matches(char::is_whitespace);
    let start = name.len() - name.trim_start_matches(char::is_whitespace).len();
    let (before, rest) = name.split_at(start);
    let after = rest.get(inside.len()..).unwrap_or_default();
    [blanks(before), printable(inside), blanks(after)].concat()
}

fn blanks(blanks: &str) -> String {
    let visible = |blank: char| match blank {
        ' ' => OPEN_BOX.to_string(),
        other => other.escape_default().to_string(),
    };
    blanks.chars().map(visible).collect()
}

fn ranks(ranks: RankRange) -> String {
    match ranks {
        RankRange { low, high } if low == high => low.to_string(),
        RankRange { low, high } => format!("{low}–{high}"),
    }
}

fn elo(rating: &Rating) -> Option<String> {
    match rating.bound {
        Bound::Exact => figures::signed_elo(rating.elo?),
        Bound::AtLeast => Some(format!("≥ {}", figures::signed_elo(rating.low?)?)),
        Bound::AtMost => Some(format!("≤ {}", figures::signed_elo(rating.high?)?)),
        Bound::Unknown => None,
    }
}

/// Returns half the width of a two-sided interval.
pub(super) fn half_width(low: Option<f64>, high: Option<f64>) -> Option<String> {
    figures::decimal((high? - low?) / 2.0, 1)
}
