//! What stands below the table: how its numbers came about.

use std::io::{self, Write};

use ayo_ratings::{Bound, FEW_PAIRS, IntervalKind, MANY_PAIRS, RatingModel, Ratings};
use ayo_report::figures::counted;
use ayo_report::table::{Align, markdown, pad, printable};
use ayo_report::{MISSING, figures};

use super::list::RatingList;
use super::table::half_width;

/// Width of the labels, in terminal columns.
const LABEL_WIDTH: usize = 10;

/// Writes the facts as a list in Markdown.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write_markdown(list: &RatingList, out: &mut impl Write) -> io::Result<()> {
    let mut text = Vec::new();
    write(list, &mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        writeln!(out, "- {}", markdown(line))?;
    }
    Ok(())
}

/// Writes a line for each fact; those that go without saying are left out.
///
/// # Errors
/// Passes on what the writer says.
pub(super) fn write(list: &RatingList, out: &mut impl Write) -> io::Result<()> {
    let mut line =
        |label: &str, text: &str| writeln!(out, "{}  {text}", pad(label, LABEL_WIDTH, Align::Left));
    line("first move", &first_move(&list.ratings))?;
    line("model", &model(&list.ratings))?;
    if list.ratings.prior_games > 0.0 {
        let games = list.ratings.prior_games;
        let text = format!(
            "{games} drawn game{} of each bot against one at 0, and of the first move, are added",
            if games == 1.0 { "" } else { "s" }
        );
        line("prior", &text)?;
    }
    line("scale", &scale(list))?;
    line("interval", &interval(list))?;
    line("games", &games(list))?;
    if list.ratings.identical > 0 {
        line("copies", &copies(list.ratings.identical))?;
    }
    if list.islands > 1 {
        let text =
            format!("{}, rated apart: their bots never met, not even through others", list.islands);
        line("islands", &text)?;
    }
    if list.lines.iter().any(|line| is_bound(line.rating.bound)) {
        let text = format!(
            "≥ and ≤ hold with {}, one-sided: all points between these bots and the others went one way",
            confidence(&list.ratings)
        );
        line("bounds", &text)?;
    }
    if !list.ratings.converged {
        line("warning", "the fit did not converge; the numbers are the best that were found")?;
    }
    Ok(())
}

fn copies(count: u64) -> String {
    let (are, counts) = match count {
        1 => ("is a copy of another", "both count"),
        _ => ("are copies of others", "each counts"),
    };
    let games = counted(count, "game");
    format!("{games} {are}, opening and moves and all; {counts} once for the intervals")
}

fn is_bound(bound: Bound) -> bool {
    matches!(bound, Bound::AtLeast | Bound::AtMost)
}

/// Says what moving first is worth.
fn first_move(ratings: &Ratings) -> String {
    let advantage = &ratings.advantage;
    let signed =
        |elo: Option<f64>| elo.and_then(figures::signed_elo).unwrap_or_else(|| MISSING.to_owned());
    match advantage.bound {
        Bound::Exact => {
            let half = half_width(advantage.low, advantage.high);
            let half = half.as_deref().unwrap_or(MISSING);
            let kind = advantage.interval.filter(|kind| *kind != ratings.interval);
            let kind = kind.map(|kind| format!(" ({})", kind_name(kind))).unwrap_or_default();
            format!("{} ± {half} Elo{kind}", signed(advantage.elo))
        }
        Bound::AtLeast => {
            format!("≥ {} Elo, and no upper limit in these games", signed(advantage.low))
        }
        Bound::AtMost => {
            format!("≤ {} Elo, and no lower limit in these games", signed(advantage.high))
        }
        Bound::Unknown => "the games do not tell".to_owned(),
    }
}

fn model(ratings: &Ratings) -> String {
    let advantage = match ratings.advantage.bound {
        Bound::Exact => "fitted".to_owned(),
        _ => {
            let used = figures::signed_elo(ratings.advantage.used);
            format!("taken as {} Elo", used.as_deref().unwrap_or(MISSING))
        }
    };
    let draws = match (ratings.model, ratings.nu) {
        (RatingModel::Logistic, _) => "logistic, draw = 1/2".to_owned(),
        (RatingModel::Davidson, None) => {
            "logistic, draw = 1/2, as Davidson's model has no fit to these games".to_owned()
        }
        (RatingModel::Davidson, Some(nu)) => {
            let percent = figures::percent(nu / (2.0 + nu));
            let percent = percent.unwrap_or_else(|| MISSING.to_owned());
            format!("Davidson's on the logistic scale, equals draw {percent}")
        }
    };
    format!("{draws}, first-move advantage {advantage}")
}

/// Says where 0 is.
fn scale(list: &RatingList) -> String {
    let one_scale = list.ratings.prior_games > 0.0;
    let each = if list.islands > 1 && !one_scale { " of each island" } else { "" };
    match &list.anchor {
        None => format!("the mean{each} is 0"),
        Some((bot, elo)) => {
            let others = if list.islands > 1 && !one_scale {
                "; the mean of each other island is 0"
            } else {
                ""
            };
            format!("`{}` is {elo}{others}", printable(bot))
        }
    }
}

/// Says which interval is printed, and why that one.
fn interval(list: &RatingList) -> String {
    let ratings = &list.ratings;
    let mut intervals = list.lines.iter().map(|line| line.rating.interval);
    if ratings.advantage.interval.is_none() && intervals.all(|interval| interval.is_none()) {
        return "none: no bot has more than a bound".to_owned();
    }
    let few = ratings.interval_pairs;
    let unit = if list.paired { "pair" } else { "game" };
    let name = kind_name(ratings.interval);
    let kind = match ratings.interval {
        IntervalKind::Sandwich if list.paired => format!("paired {name}"),
        IntervalKind::Sandwich => format!("{name}, every game for itself"),
        IntervalKind::Bootstrap => {
            format!("{name} over {unit}s: there are fewer than {MANY_PAIRS}")
        }
        IntervalKind::Fisher if few < FEW_PAIRS => {
            format!("{name}: only {} to judge by", counted(few, unit))
        }
        IntervalKind::Fisher => format!("{name}: the results have no spread"),
    };
    let differs = |kind: Option<IntervalKind>| kind.is_some_and(|kind| kind != ratings.interval);
    let others = list.lines.iter().filter(|line| differs(line.rating.interval)).count();
    let others = match others {
        0 => String::new(),
        _ => format!("; {} for {}", kind_name(IntervalKind::Fisher), counted(others as u64, "bot")),
    };
    format!("{}, {kind}{others}", confidence(ratings))
}

fn kind_name(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Sandwich => "sandwich",
        IntervalKind::Bootstrap => "bootstrap",
        IntervalKind::Fisher => "Fisher information",
    }
}

/// Returns the confidence in percent, without zeros at its end: `95 %`, `99.9 %`.
fn confidence(ratings: &Ratings) -> String {
    let text = figures::decimal(ratings.confidence * 100.0, 4).unwrap_or_default();
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

fn games(list: &RatingList) -> String {
    let left_out =
        [(list.voids, "without a result"), (list.ratings.ignored, "of a bot with itself")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, why)| format!("{count} {why}"))
            .collect::<Vec<_>>()
            .join(", ");
    if left_out.is_empty() {
        list.games.to_string()
    } else {
        format!("{}; left out: {left_out}", list.games)
    }
}
