//! What the two output streams are, and progress on them.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use ayo_report::Style;
use ayo_report::figures::duration;
use ayo_report::table::printable_lines;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How text on stdout looks: colours on a terminal only, and not against `NO_COLOR`.
pub(crate) fn stdout_style() -> Style {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    if wanted && able && io::stdout().is_terminal() { Style::Colour } else { Style::Plain }
}

/// Says something to the person, on stderr; a closed stderr is no reason to stop.
///
/// Whatever names and paths are in it, it moves no cursor.
pub(crate) fn say(text: &str) {
    let _ = io::stderr().write_all(format!("{}\n", printable_lines(text)).as_bytes());
}

/// Progress of games, or of something else: a bar on a terminal, a line now and then elsewhere.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// What is counted, in the plural.
    things: &'static str,
    total: u64,
    before: u64,
    done: u64,
    began: Instant,
    last_line: Instant,
}

/// How often a line is printed where there is no bar.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// How often what stands behind the bar is made anew.
const MESSAGE_EVERY: Duration = Duration::from_millis(200);
/// Redraws of the bar a second, at most.
const REDRAWS_HZ: u8 = 10;

impl Progress {
    /// Begins; `before` of the `total` things are done already.
    pub(crate) fn new(things: &'static str, total: u64, before: u64) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(
                Some(total),
                ProgressDrawTarget::stderr_with_hz(REDRAWS_HZ),
            );
            let style = ProgressStyle::with_template("{bar:24} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_position(before);
            bar
        });
        let now = Instant::now();
        Progress { bar, things, total, before, done: before, began: now, last_line: now }
    }

    /// Counts one that is done; `message` says how things stand.
    pub(crate) fn step(&mut self, message: impl FnOnce() -> String) {
        self.done += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        self.show(message);
    }

    /// Shows how far it is, when it is time to.
    pub(crate) fn show(&mut self, message: impl FnOnce() -> String) {
        let every = if self.bar.is_some() { MESSAGE_EVERY } else { LINE_EVERY };
        // The message costs more than the count; the bar is not drawn for every step.
        if self.last_line.elapsed() < every {
            return;
        }
        self.last_line = Instant::now();
        let line = self.line(&message());
        match &self.bar {
            Some(bar) => bar.set_message(line),
            None => say(&line),
        }
    }

    /// Takes one off those that are to come: it is left out.
    pub(crate) fn skip(&mut self) {
        self.plan(self.total.saturating_sub(1).saturating_sub(self.done));
    }

    /// Knows how many are to come from now on.
    pub(crate) fn plan(&mut self, games: u64) {
        self.total = self.done + games;
        if let Some(bar) = &self.bar {
            bar.set_length(self.total);
        }
    }

    /// Returns how many there are, finished ones included.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    fn line(&self, message: &str) -> String {
        let things = self.things;
        let played = self.done - self.before;
        let pace = played as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let (done, total) = (self.done, self.total);
        if played == 0 && done < total {
            return format!("{done}/{total} {things}{message}");
        }
        let left_s = (total - done) as f64 / pace.max(1e-3);
        let left =
            if left_s < 100.0 { format!("{left_s:.0} s") } else { duration((left_s * 1e3) as u64) };
        format!("{done}/{total} {things} · {pace:.1} {things}/s · {left} left{message}")
    }

    /// Says something without disturbing the bar.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(text)),
            None => say(text),
        }
    }

    /// Takes the bar off the screen.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// How long it took.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is not played any more is not waited for.
    #[test]
    fn games_that_are_left() {
        let mut progress = Progress::new("games", 10, 2);
        let check = |progress: &Progress, shown: &str| {
            let line = progress.line("");
            assert!(line.starts_with(&format!("{shown} games")), "{line}");
        };
        check(&progress, "2/10");
        progress.step(String::new);
        (0..3).for_each(|_| progress.skip());
        check(&progress, "3/7");
        progress.plan(6);
        check(&progress, "3/9");
        (0..9).for_each(|_| progress.skip());
        check(&progress, "3/3");
        assert!(progress.line("").ends_with(" 0 s left"), "{}", progress.line(""));
    }
}
