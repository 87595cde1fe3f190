//! Games dealt out to threads, each with a solver of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ayo_analysis::{Effort, NotAnalysed, PlayedGame, analyse};
use ayo_record::{GameAnalysis, GameRecord};
use ayo_referee::Stop;
use ayo_rules::{Pit, Position};
use ayo_solver::Solver;

/// A game that is to be analysed.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Number of the game in the run.
    pub number: u64,
    /// Number of its pair.
    pub pair: u64,
    /// Which game of the pair.
    pub game: u8,
    start: Position,
    moves: Vec<Pit>,
    opening_plies: usize,
}

impl Job {
    pub(super) fn of(record: &GameRecord) -> Job {
        Job {
            number: record.number,
            pair: record.pair,
            game: record.game,
            start: record.opening.before(),
            moves: record.moves.clone(),
            opening_plies: record.opening.plies(),
        }
    }
}

/// What became of a game.
pub(super) struct Done<'a> {
    pub job: &'a Job,
    pub analysis: Result<GameAnalysis, NotAnalysed>,
}

/// How often who waits for games looks whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Games that wait to be kept.
const QUEUE_GAMES: usize = 256;

/// Analyses games until all are done, or `wish` asks for a stop; each list of games goes to one
/// solver. `done` is told of each game, in the order in which they are done, and ends the work
/// by an error.
///
/// Which solver a game gets changes no value: only what is not found out within `nodes` may
/// depend on what a solver has seen before.
///
/// # Errors
/// Passes on what `done` says.
pub(super) fn analyse_all(
    lists: &[Vec<Job>],
    solvers: Vec<Solver>,
    nodes: u64,
    wish: impl Fn(Instant) -> Stop,
    mut done: impl FnMut(&Done<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let asked = Asked::default();
    let next = AtomicUsize::new(0);
    let (sender, results) = sync_channel(QUEUE_GAMES);
    std::thread::scope(|scope| {
        for solver in solvers {
            let results = sender.clone();
            let worker = Worker { lists, next: &next, asked: &asked, nodes, results };
            scope.spawn(move || worker.work(solver));
        }
        drop(sender);
        let kept = keep_all(&results, &asked, wish, &mut done);
        asked.take(Stop::Now);
        // Who still wants to tell of a game shall not wait for ever.
        drop(results);
        kept
    })
}

/// What the threads have been asked to do.
#[derive(Debug, Default)]
struct Asked {
    /// No game is to be begun any more.
    no_more: AtomicBool,
    /// And those in hand are to be given up.
    at_once: AtomicBool,
}

impl Asked {
    /// Takes a wish; a weaker one than before changes nothing.
    fn take(&self, wish: Stop) {
        self.no_more.fetch_or(wish >= Stop::AfterGames, Ordering::Relaxed);
        self.at_once.fetch_or(wish == Stop::Now, Ordering::Relaxed);
    }
}

fn keep_all<'a>(
    results: &Receiver<Done<'a>>,
    asked: &Asked,
    wish: impl Fn(Instant) -> Stop,
    done: &mut impl FnMut(&Done<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    loop {
        match results.recv_timeout(LOOK_EVERY) {
            Ok(result) => done(&result)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        asked.take(wish(Instant::now()));
    }
}

struct Worker<'a> {
    lists: &'a [Vec<Job>],
    next: &'a AtomicUsize,
    asked: &'a Asked,
    nodes: u64,
    results: SyncSender<Done<'a>>,
}

impl Worker<'_> {
    fn work(self, mut solver: Solver) {
        while let Some(list) = self.lists.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            for job in list {
                if self.asked.no_more.load(Ordering::Relaxed) {
                    return;
                }
                let game = PlayedGame {
                    start: job.start,
                    moves: &job.moves,
                    opening_plies: job.opening_plies,
                };
                let mut go_on = |_| !self.asked.at_once.load(Ordering::Relaxed);
                let effort = Effort { nodes_a_position: self.nodes, go_on: &mut go_on };
                let analysis = analyse(&mut solver, &game, effort);
                if self.results.send(Done { job, analysis }).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use ayo_rules::{Rules, Scoresheet};

    use super::*;

    /// A game of the first legal moves, long enough to be in hand when somebody looks.
    fn job(number: u64) -> Job {
        let mut sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
        while sheet.outcome().is_none() {
            let pit = sheet.legal_moves().next().expect("the game goes on");
            sheet.play(pit).unwrap();
        }
        let (start, moves) = (Position::START, sheet.moves().to_vec());
        Job { number, pair: number, game: 1, start, moves, opening_plies: 0 }
    }

    /// Asks for a stop once a game is done; returns how many were done and given up.
    fn stopped(wish: Stop) -> (usize, usize) {
        // The first one takes no time.
        let quick =
            Job { moves: Vec::new(), start: position("0.0.0.0.0.1/0.0.0.0.0.0 24-23 S"), ..job(1) };
        let lists: Vec<Vec<Job>> = vec![vec![quick], (2..=40).map(job).collect()];
        // Without a memory to speak of, so that every game takes its time.
        let solver = Solver::new(Rules::AYOAYO, 1 << 20).unwrap();
        let (found, given_up) = (Cell::new(0), Cell::new(0));
        let wish = |_| if found.get() > 0 { wish } else { Stop::No };
        analyse_all(&lists, vec![solver], 2_000_000, wish, |done| {
            let count = if done.analysis.is_ok() { &found } else { &given_up };
            count.set(count.get() + 1);
            Ok(())
        })
        .unwrap();
        (found.get(), given_up.get())
    }

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn games_in_hand_are_finished_or_given_up() {
        let (found, given_up) = stopped(Stop::AfterGames);
        assert!(found < 40 && given_up == 0, "{found} found, {given_up} given up");
        let (found, given_up) = stopped(Stop::Now);
        assert!(found < 40 && given_up <= 1, "{found} found, {given_up} given up");
    }
}
