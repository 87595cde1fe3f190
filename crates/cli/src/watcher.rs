//! Watches a run that another process plays, and shows what it finds.
//!
//! It reads `run.db` only. Games are counted as they come; tables are made anew now and
//! then, so seldom that this takes a small part of the time, however large the run is.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ayo_page::{Gathered, Watched, live_json};
use ayo_record::{GameAnalysis, GameRecord, Live};
use ayo_serve::Hub;
use ayo_store::{Mark, Reader};

use crate::counted::Counted;
use crate::live::SIGN_OF_LIFE;
use crate::play::now_ms;
use crate::run_folder::DATABASE;
use crate::sprt_watch::SprtWatch;

/// Tables are made anew so often at most.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// And so many times longer apart than it takes to make them.
const RENEW_SHARE: u32 = 50;
/// How far back the pace is measured.
const PACE_OVER: Duration = Duration::from_secs(10);
/// A run that has given no sign of life for so long has been interrupted.
const INTERRUPTED: Duration = SIGN_OF_LIFE.saturating_mul(3);

/// A run that is watched.
pub(crate) struct Watcher {
    reader: Reader,
    seen: Seen,
    pace: Pace,
    /// When tables may be made anew.
    due: Instant,
    judged: Arc<Judged>,
}

/// What is known of the decision of a sequential test, for who shows single games: to judge all
/// games for each would take long.
#[derive(Debug)]
pub(crate) struct Judged(AtomicU64);

/// Stands for a test that is not decided, or none; no pair has this number.
const UNDECIDED: u64 = u64::MAX;

impl Judged {
    /// Returns the pair with which the test is decided, if there is one and it is.
    pub(crate) fn decided_at_pair(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|pair| *pair != UNDECIDED)
    }
}

/// What is known of the games of a run.
struct Seen {
    mark: Mark,
    /// How far analyses are in the tables.
    analysed: Mark,
    counted: Counted,
    gathered: Gathered,
    games: u64,
    /// Something has changed that tables do not show yet.
    is_news: bool,
    stopped: Option<String>,
    /// The settings of the test that was asked last, and its games as they end.
    asked: Option<String>,
    test: Option<SprtWatch>,
}

impl Watcher {
    /// Begins to watch the run of a folder.
    ///
    /// # Errors
    /// Says when there is no run.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Watcher> {
        let reader = Reader::open(&folder.join(DATABASE))?;
        let seen = Seen::new(&reader)?;
        let judged = Arc::new(Judged(AtomicU64::new(UNDECIDED)));
        Ok(Watcher { reader, seen, pace: Pace::default(), due: Instant::now(), judged })
    }

    /// Returns what is known of the test of the run, now and later.
    pub(crate) fn judged(&self) -> Arc<Judged> {
        Arc::clone(&self.judged)
    }

    /// Looks at the run, and shows what has changed.
    ///
    /// # Errors
    /// Says what could not be read.
    pub(crate) fn look(&mut self, hub: &Hub) -> anyhow::Result<()> {
        if self.reader.is_replaced() {
            // A run that begins again.
            let reader = Reader::open(self.reader.path())?;
            self.seen = Seen::new(&reader)?;
            (self.reader, self.pace, self.due) = (reader, Pace::default(), Instant::now());
        }
        let live = self.reader.live()?;
        let stopped = live.as_ref().and_then(|live| live.stopped.clone());
        let goes_on_again = stopped.is_none() && self.seen.stopped.is_some();
        if goes_on_again || self.reader.asked_test()? != self.seen.asked {
            // Games are not marked as after the decision it had stopped with.
            self.seen = Seen::new(&self.reader)?;
        }
        self.seen.read(&self.reader)?;
        let decided_at_pair = self.seen.decided_at_pair();
        self.judged.0.store(decided_at_pair.unwrap_or(UNDECIDED), Ordering::Relaxed);
        let games = self.seen.games;
        let now_ms = now_ms();
        let goes_on = live.as_ref().is_some_and(|live| goes_on(live, now_ms));
        let pace = self.pace.at(Instant::now(), games, goes_on);
        let watched = Watched { games, pace, now_ms };
        let bots = &self.reader.run_info().bots;
        let test = self.seen.test.as_ref().map(SprtWatch::test);
        hub.show_games(live_json(live.as_ref(), test.as_ref(), watched, bots).to_string());
        let began = Instant::now();
        let has_just_stopped = stopped.is_some() && stopped != self.seen.stopped;
        // A run that goes on is not analysed.
        let is_analysed = !goes_on && self.reader.last_analysis()? != self.seen.analysed;
        if has_just_stopped || is_analysed && began >= self.due {
            // In the order of the schedule, so that this is the report.
            if let Some(seen) = self.seen.in_order(&self.reader)? {
                self.seen = seen;
                self.due = began;
            }
        }
        self.seen.stopped = stopped;
        if self.seen.is_news && began >= self.due {
            self.show_page(hub)?;
            let pause = began.elapsed() * RENEW_SHARE;
            self.due = Instant::now() + pause.max(RENEW_EVERY);
        }
        Ok(())
    }

    fn show_page(&mut self, hub: &Hub) -> anyhow::Result<()> {
        let Seen { counted, gathered, .. } = &self.seen;
        let ratings = counted.ratings();
        let tables = counted.tables(&ratings, &self.reader)?;
        let (mut page, mut renewal) = (Vec::new(), Vec::new());
        let test = self.seen.test.as_ref().map(SprtWatch::test);
        counted.write_pages(
            gathered,
            &ratings,
            &tables,
            test.as_ref(),
            &self.reader,
            |contents| ayo_page::write_live(&mut page, &mut renewal, contents),
        )?;
        hub.show_page(page, renewal);
        self.seen.is_news = false;
        Ok(())
    }
}

impl Seen {
    /// Has seen no game yet; that is to be shown.
    fn new(reader: &Reader) -> anyhow::Result<Seen> {
        let bots = &reader.run_info().bots;
        let asked = reader.asked_test()?;
        let test = asked.as_deref().map(SprtWatch::of_settings).transpose()?;
        Ok(Seen {
            mark: Mark::default(),
            analysed: Mark::default(),
            counted: Counted::new(bots),
            gathered: Gathered::new(bots),
            games: 0,
            is_news: true,
            stopped: None,
            asked,
            test,
        })
    }

    fn decided_at_pair(&self) -> Option<u64> {
        self.test.as_ref().and_then(SprtWatch::decided_at_pair)
    }

    /// Counts the games that are new, in the order in which they ended.
    fn read(&mut self, reader: &Reader) -> anyhow::Result<()> {
        loop {
            let (games, mark) = reader.games_since(self.mark)?;
            if games.is_empty() {
                return Ok(());
            }
            self.mark = mark;
            games.iter().try_for_each(|record| self.add(record, None))?;
        }
    }

    /// Counts all games, in the order of the schedule; unless the run goes on meanwhile.
    fn in_order(&self, reader: &Reader) -> anyhow::Result<Option<Seen>> {
        let analysed = reader.last_analysis()?;
        let mut seen = Seen { mark: reader.last_mark()?, analysed, ..Seen::new(reader)? };
        seen.gathered = seen.gathered.judged_until(self.decided_at_pair());
        let mut analyses = reader.analyses();
        // With what bots say of their moves: games of the page are replayed with it.
        for record in reader.stream() {
            let record = record?;
            let analysis = analyses.of(&record)?.map(|kept| kept.analysis);
            seen.add(&record, analysis.as_ref())?;
        }
        Ok((reader.last_mark()? == seen.mark).then_some(seen))
    }

    fn add(&mut self, record: &GameRecord, analysis: Option<&GameAnalysis>) -> anyhow::Result<()> {
        self.counted.add(record, analysis)?;
        self.gathered.add(record, analysis);
        self.test.iter_mut().for_each(|test| test.add(record));
        self.games += 1;
        self.is_news = true;
        Ok(())
    }
}

/// Says whether a run is being played.
fn goes_on(live: &Live, now_ms: u64) -> bool {
    let silent = Duration::from_millis(now_ms.saturating_sub(live.at_ms));
    live.stopped.is_none() && silent < INTERRUPTED
}

/// How many games end in a second, since the run was started the last time.
#[derive(Debug, Default)]
struct Pace(VecDeque<(Instant, u64)>);

impl Pace {
    /// Takes note of how many games are finished, and says how many were in a second of late; a
    /// pause in which the run does not go on is no part of that.
    fn at(&mut self, now: Instant, games: u64, goes_on: bool) -> Option<f64> {
        if !goes_on {
            self.0.clear();
            return None;
        }
        self.0.push_back((now, games));
        while self.0.len() > 2 && self.0.front().is_some_and(|&(then, _)| now - then > PACE_OVER) {
            self.0.pop_front();
        }
        let &(then, before) = self.0.front()?;
        let seconds = (now - then).as_secs_f64();
        (seconds >= 1.0).then(|| games.saturating_sub(before) as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_a_second() {
        let began = Instant::now();
        let mut pace = Pace::default();
        let mut check = |seconds: f64, games, goes_on, expected: Option<f64>| {
            let pace = pace.at(began + Duration::from_secs_f64(seconds), games, goes_on);
            assert_eq!(pace, expected, "after {seconds} s");
        };
        check(0.0, 100, true, None);
        check(0.5, 110, true, None);
        check(2.0, 120, true, Some(10.0));
        check(9.0, 280, true, Some(20.0));
        // What was long ago does not count.
        check(12.0, 283, true, Some(163.0 / 10.0));
        check(40.0, 283, true, Some(0.0));
        // Neither does a pause.
        check(41.0, 290, true, Some(7.0 / 1.0));
        check(42.0, 292, false, None);
        check(48.0, 292, false, None);
        check(48.2, 292, true, None);
        check(50.2, 392, true, Some(50.0));
    }

    #[test]
    fn a_run_goes_on() {
        let check = |at_ms, stopped: Option<&str>, expected| {
            let stopped = stopped.map(str::to_owned);
            assert_eq!(goes_on(&Live { at_ms, stopped, ..Live::default() }, 100_000), expected);
        };
        check(99_000, None, true);
        check(97_100, None, true);
        check(97_000, None, false);
        check(99_900, Some("interrupted"), false);
        // Its clock is ahead of ours.
        check(200_000, None, true);
    }
}
