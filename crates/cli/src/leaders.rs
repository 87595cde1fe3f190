//! Who leads a run that goes on: a few lines below its bar.
//!
//! What it deliberately does not do: no ratings and no tie-breaks, which take longer than a
//! game; the standings in the end have them.

use std::cmp::Reverse;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{Duration, Instant};

use ayo_record::GameRecord;
use ayo_report::figures;
use ayo_report::table::{Align, cut, pad, printable};
use ayo_rules::Side;
use ayo_store::Reader;
use unicode_width::UnicodeWidthStr as _;

use crate::run_folder::DATABASE;

/// Bots that are shown.
const SHOWN: usize = 5;
/// Widest name, in terminal columns; a line must not be broken in two.
const NAME_WIDTH: usize = 32;
/// The lines are made anew so often at most.
const RENEW_EVERY: Duration = Duration::from_millis(200);

/// The points of every bot so far.
#[derive(Debug)]
pub(crate) struct Leaders {
    names: Vec<String>,
    /// Half points and games of each bot.
    scores: Vec<(u64, u64)>,
    /// The lines as they were made last, and when.
    lines: Option<(Instant, String)>,
    /// Whether anybody sees them.
    are_seen: bool,
}

impl Leaders {
    /// Begins with the games that are in the folder of the run already.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>, folder: &Path) -> Leaders {
        let names: Vec<String> = names.map(|name| cut(&printable(name), NAME_WIDTH)).collect();
        let scores = vec![(0, 0); names.len()];
        let are_seen = io::stderr().is_terminal();
        let mut leaders = Leaders { names, scores, lines: None, are_seen };
        // A run that cannot be read is told of by whoever goes on with it.
        if are_seen && let Ok(reader) = Reader::open(&folder.join(DATABASE)) {
            reader.stream_without_infos().flatten().for_each(|record| leaders.count(&record));
        }
        leaders
    }

    fn count(&mut self, record: &GameRecord) {
        for side in Side::BOTH {
            let half_points = record.result.half_points(side);
            let score = self.scores.get_mut(record.bots[side.index()].index());
            if let (Some(half_points), Some(score)) = (half_points, score) {
                score.0 += u64::from(half_points);
                score.1 += 1;
            }
        }
    }

    /// Counts a game, and returns the lines that go behind the bar: as they are now, or were
    /// a moment ago.
    pub(crate) fn game(&mut self, record: &GameRecord) -> String {
        if !self.are_seen {
            return String::new();
        }
        self.count(record);
        match &self.lines {
            Some((made, lines)) if made.elapsed() < RENEW_EVERY => lines.clone(),
            _ => {
                let lines = self.lines();
                self.lines = Some((Instant::now(), lines.clone()));
                lines
            }
        }
    }

    fn lines(&self) -> String {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&bot| (Reverse(self.scores[bot].0), self.scores[bot].1, bot));
        order.truncate(SHOWN);
        let width = order.iter().map(|&bot| self.names[bot].width()).max().unwrap_or_default();
        let line = |(place, bot): (usize, usize)| {
            let name = pad(&self.names[bot], width, Align::Left);
            let (half_points, games) = self.scores[bot];
            format!("\n{place:>3}  {name}  {}/{games}", figures::points(half_points))
        };
        let hidden = self.names.len().saturating_sub(SHOWN);
        let more = if hidden > 0 { format!("\n     and {hidden} more") } else { String::new() };
        (1..).zip(order).map(line).chain([more]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_leaders() {
        let check = |scores: &[(&str, u64, u64)], expected: &str| {
            let leaders = Leaders {
                names: scores.iter().map(|(name, ..)| cut(name, NAME_WIDTH)).collect(),
                scores: scores.iter().map(|&(_, points, games)| (points, games)).collect(),
                lines: None,
                are_seen: true,
            };
            assert_eq!(leaders.lines(), expected);
        };
        check(&[], "");
        check(
            &[("greedy", 3, 2), ("mine", 1, 2), ("deep", 3, 3)],
            "\n  1  greedy  1.5/2\n  2  deep    1.5/3\n  3  mine    0.5/2",
        );
        check(
            &[("a", 6, 9), ("b", 5, 9), ("c", 4, 9), ("d", 3, 9), ("e", 2, 9), ("f", 1, 9)],
            "\n  1  a  3.0/9\n  2  b  2.5/9\n  3  c  2.0/9\n  4  d  1.5/9\n  5  e  1.0/9\n     and 1 more",
        );
        let wide = "貝".repeat(40);
        check(&[(&wide, 0, 0)], &format!("\n  1  {}…  0.0/0", "貝".repeat(15)));
    }
}
