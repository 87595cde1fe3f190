//! Whether a run may go on with a tournament file.

use std::fmt;

use super::error::printable;
use super::tournament::Tournament;

/// What stands between the text of the tournament and that of its openings.
const OPENINGS_BELOW: &str = "# The openings of this run:\n";

impl Tournament {
    /// Returns the text to keep with a run: the file, with the file of openings as comments
    /// below it, since a run with other openings is another run.
    #[must_use]
    pub fn run_text(&self) -> String {
        let mut text = self.text.clone();
        if let Some(openings) = &self.openings_text {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(OPENINGS_BELOW);
            openings.lines().for_each(|line| text.extend(["# ", line, "\n"]));
        }
        text
    }

    /// Returns the first line in which this tournament differs from the text kept with a run.
    #[must_use]
    pub fn difference(&self, kept: &str) -> Option<Difference> {
        first_difference(kept, &self.run_text())
    }
}

/// Returns the openings kept below the text of a tournament in that of a run, as a file.
pub(crate) fn openings_of_run(run_text: &str) -> Option<String> {
    let (_, below) = run_text.rsplit_once(OPENINGS_BELOW)?;
    below.lines().map(|line| line.strip_prefix("# ").map(|line| format!("{line}\n"))).collect()
}

fn first_difference(kept: &str, now: &str) -> Option<Difference> {
    if kept == now {
        return None;
    }
    let (mut kept, mut now) = (kept.split_inclusive('\n'), now.split_inclusive('\n'));
    for line in 1.. {
        let (kept, now) = (kept.next(), now.next());
        if kept != now {
            let show = |text: &str| printable(text.trim_end()).chars().take(100).collect();
            return Some(Difference { line, kept: kept.map(show), now: now.map(show) });
        }
        if kept.is_none() {
            break;
        }
    }
    None
}

/// The first line in which two texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its number, from 1.
    pub line: usize,
    /// The line of the text kept with the run, escaped and cut; `None` after its end.
    pub kept: Option<String>,
    /// The line of the text as it is now.
    pub now: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |line: &Option<String>| match line {
            Some(line) => format!("`{line}`"),
            None => "nothing".to_owned(),
        };
        let (kept, now) = (show(&self.kept), show(&self.now));
        write!(f, "line {} was {kept} when the run began and is {now} now", self.line)
    }
}
