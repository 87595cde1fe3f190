//! Games dealt out to threads, each with a solver of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ayo_analysis::{Effort, NotAnalysed, PlayedGame, analyse};
use ayo_record::{GameAnalysis, GameRecord};
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

/// Analyses games until all are done, or `is_over` says so; each list of games goes to one
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
    is_over: impl Fn(Instant) -> bool,
    mut done: impl FnMut(&Done<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let (sender, results) = sync_channel(QUEUE_GAMES);
    std::thread::scope(|scope| {
        for solver in solvers {
            let worker = Worker { lists, next: &next, stop: &stop, nodes, results: sender.clone() };
            scope.spawn(move || worker.work(solver));
        }
        drop(sender);
        let kept = keep_all(&results, &stop, is_over, &mut done);
        stop.store(true, Ordering::Relaxed);
        // Who still wants to tell of a game shall not wait for ever.
        drop(results);
        kept
    })
}

fn keep_all<'a>(
    results: &Receiver<Done<'a>>,
    stop: &AtomicBool,
    is_over: impl Fn(Instant) -> bool,
    done: &mut impl FnMut(&Done<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    loop {
        match results.recv_timeout(LOOK_EVERY) {
            Ok(result) => done(&result)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if is_over(Instant::now()) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

struct Worker<'a> {
    lists: &'a [Vec<Job>],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    nodes: u64,
    results: SyncSender<Done<'a>>,
}

impl Worker<'_> {
    fn work(self, mut solver: Solver) {
        while let Some(list) = self.lists.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            for job in list {
                if self.is_stopped() {
                    return;
                }
                let game = PlayedGame {
                    start: job.start,
                    moves: &job.moves,
                    opening_plies: job.opening_plies,
                };
                let mut go_on = |_| !self.is_stopped();
                let effort = Effort { nodes_a_position: self.nodes, go_on: &mut go_on };
                let analysis = analyse(&mut solver, &game, effort);
                if self.results.send(Done { job, analysis }).is_err() {
                    return;
                }
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
