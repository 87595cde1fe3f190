//! The games of a run.

use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ayo_referee::{Stop, Stopper};
use ayo_report::figures::counted;
use ayo_rules::Rules;
use ayo_solver::Solver;
use ayo_store::{KeptAnalysis, Reader, Store};

use super::told::{Ended, Told};
use super::work::{Done, Job, analyse_all};
use super::{AnalyzeArguments, choice, solver};
use crate::config;
use crate::failure::Failure;
use crate::play::{cores, shell_path};
use crate::run_folder::{self, DATABASE};
use crate::terminal::{Progress, say};

/// Analyses games that are not yet, and tells what all analyses say.
///
/// # Errors
/// Refuses a folder without a run and rules that the solver does not know; fails when the
/// analyses cannot be kept.
pub(super) fn run(arguments: &AnalyzeArguments, folder: &Path) -> Result<(), Failure> {
    let path = folder.join(DATABASE);
    // Read first: a run that cannot be analysed is not touched.
    let reader = Reader::open(&path)?;
    let rules: Rules = config::parse_rules(&reader.run_info().rules)
        .with_context(|| format!("`{}` has rules of its own", path.display()))?;
    let threads = threads(arguments);
    let solvers = solvers(rules, arguments.memory, threads)?;
    drop(reader);
    let mut store = Store::open(&path)?;
    if arguments.fresh {
        store.forget_analyses()?;
    }
    let plan = Plan::new(&store, arguments)?;
    let ended = work(&mut store, &plan, solvers, arguments)?;
    let written = run_folder::write_tables(folder, &store);
    let is_sample = plan.chosen < plan.games;
    let told = Told::gather(&store, folder, plan.games, is_sample, ended)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        told.write_json(&mut out)?;
    } else {
        told.write_text(&mut out)?;
    }
    out.flush()?;
    drop(out);
    written?;
    if ended != Ended::All {
        say(&format!("to go on: {}", continue_command(arguments, folder)));
    }
    if ended == Ended::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The command that goes on with the analysis: the same one, without `--fresh`.
fn continue_command(arguments: &AnalyzeArguments, folder: &Path) -> String {
    // All of them are named, so that a new one is not forgotten here.
    let AnalyzeArguments {
        folder: _,
        moves: _,
        rules: _,
        fresh: _,
        games,
        time,
        threads,
        memory,
        nodes,
        json,
    } = arguments;
    let options = [
        (*games != AnalyzeArguments::GAMES).then(|| format!("--games {games}")),
        time.map(|seconds| format!("--time {seconds}")),
        threads.map(|threads| format!("--threads {threads}")),
        (*memory != AnalyzeArguments::MEMORY).then(|| format!("--memory {memory}")),
        (*nodes != AnalyzeArguments::NODES).then(|| format!("--nodes {nodes}")),
        json.then(|| "--json".to_owned()),
    ];
    let options: String =
        options.into_iter().flatten().map(|option| format!(" {option}")).collect();
    format!("ayo analyze {}{options}", shell_path(folder))
}

fn threads(arguments: &AnalyzeArguments) -> usize {
    arguments.threads.map_or_else(cores, |threads| threads as usize)
}

/// Returns a solver for each thread, each with its share of the memory.
fn solvers(rules: Rules, memory_mb: usize, threads: usize) -> Result<Vec<Solver>, Failure> {
    (0..threads).map(|_| solver(rules, memory_mb / threads)).collect()
}

/// What is to be analysed.
struct Plan {
    /// Finished games of the run.
    games: u64,
    /// Of these, how many are analysed when the plan is carried out.
    chosen: u64,
    /// The games to be analysed now, by pairs: they share an opening.
    lists: Vec<Vec<Job>>,
}

impl Plan {
    fn new(reader: &Reader, arguments: &AnalyzeArguments) -> Result<Plan, Failure> {
        let finished = reader.finished()?;
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        for (pair, _) in finished.iter() {
            match pairs.last_mut() {
                Some((last, games)) if *last == pair => *games += 1,
                _ => pairs.push((pair, 1)),
            }
        }
        let sizes: Vec<u64> = pairs.iter().map(|&(_, games)| games).collect();
        let (order, chosen) = choice::choose(&sizes, arguments.games.into());
        let lists = jobs(reader, &pairs, &order, arguments.nodes)?;
        Ok(Plan { games: finished.len() as u64, chosen, lists })
    }

    fn missing(&self) -> u64 {
        self.lists.iter().map(|list| list.len() as u64).sum()
    }
}

/// Returns the games of these pairs that are not analysed, or not with so many nodes, in the
/// order of the pairs.
fn jobs(
    reader: &Reader,
    pairs: &[(u64, u64)],
    order: &[usize],
    nodes: u64,
) -> Result<Vec<Vec<Job>>, Failure> {
    let mut lists = vec![Vec::new(); pairs.len()];
    let mut is_chosen = vec![false; pairs.len()];
    order.iter().for_each(|&place| is_chosen[place] = true);
    let mut analyses = reader.analyses();
    for record in reader.stream_without_infos() {
        let record = record?;
        let Ok(place) = pairs.binary_search_by_key(&record.pair, |&(pair, _)| pair) else {
            // It was finished since the pairs were counted.
            continue;
        };
        let kept = analyses.of(&record)?;
        let is_done = kept.is_some_and(|kept| kept.analysis.unknown() == 0 || kept.nodes >= nodes);
        if is_chosen[place] && !is_done {
            lists[place].push(Job::of(&record));
        }
    }
    let ordered = order.iter().map(|&place| std::mem::take(&mut lists[place]));
    Ok(ordered.filter(|list| !list.is_empty()).collect())
}

/// Carries the plan out, keeps every analysis at once, and says why it ended.
fn work(
    store: &mut Store,
    plan: &Plan,
    solvers: Vec<Solver>,
    arguments: &AnalyzeArguments,
) -> Result<Ended, Failure> {
    if plan.lists.is_empty() {
        return Ok(Ended::All);
    }
    let stopper = Stopper::default();
    stopper.on_signals(|_| {})?;
    let (began, time) = (Instant::now(), arguments.time_limit());
    let wish = |now: Instant| wish(stopper.asked(), now.saturating_duration_since(began), time);
    let missing = plan.missing();
    let threads = solvers.len() as u64;
    say(&format!("analysing {} · {}", counted(missing, "game"), counted(threads, "thread")));
    let mut progress =
        Progress::new("games", plan.chosen.max(missing), plan.chosen.max(missing) - missing);
    let mut done = 0;
    let mut blunders = 0;
    let nodes = arguments.nodes;
    let kept = analyse_all(&plan.lists, solvers, nodes, wish, |result: &Done<'_>| {
        let Done { job, analysis } = result;
        match analysis {
            Ok(analysis) => {
                let (pair, game) = (job.pair, job.game);
                blunders += analysis.blunders.len() as u64;
                let analysis = analysis.clone();
                store.keep_analysis(&KeptAnalysis { pair, game, nodes, analysis })?;
            }
            Err(ayo_analysis::NotAnalysed::Interrupted) => return Ok(()),
            Err(error) => progress.say(&format!("game {} is left out: {error}", job.number)),
        }
        done += 1;
        progress.step(|| format!(" · {}", counted(blunders, "blunder")));
        Ok(())
    });
    progress.finish();
    kept?;
    if done == 0 && stopper.asked() == Stop::No {
        say("no game was done in that time: `--time` takes more, and games in hand as long again");
    }
    Ok(if done == missing {
        Ended::All
    } else if stopper.asked() == Stop::No {
        Ended::Time
    } else {
        Ended::Interrupted
    })
}

/// Says how to go on after so long: when the time is over no game is begun any more, and those
/// in hand may take as long again. So a short time, asked for again and again, gets on.
fn wish(asked: Stop, spent: Duration, time: Option<Duration>) -> Stop {
    if asked != Stop::No {
        // Games that are given up are begun again the next time: nothing is lost that lasts.
        return Stop::Now;
    }
    match time {
        Some(time) if spent >= time.saturating_mul(2) => Stop::Now,
        Some(time) if spent >= time => Stop::AfterGames,
        _ => Stop::No,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Arguments, Command};

    #[test]
    fn the_command_to_go_on() {
        let check = |typed: &str, expected: &str| {
            let words = shlex::split(typed).unwrap();
            let Command::Analyze(arguments) = Arguments::try_parse_from(words).unwrap().command
            else {
                panic!("{typed}");
            };
            let folder = arguments.folder.clone().unwrap();
            assert_eq!(continue_command(&arguments, &folder), expected, "{typed}");
        };
        check("ayo analyze runs/club", "ayo analyze runs/club");
        check(
            "ayo analyze --fresh 'my runs/it'\\''s $HOME'",
            "ayo analyze \"my runs/it's \"'$HOME'",
        );
        check("ayo analyze a --games 5000 --memory 512 --nodes 20000000", "ayo analyze a");
        let all = "ayo analyze a --games 7 --time 3 --threads 1 --memory 64 --nodes 9 --json";
        check(all, all);
        check("ayo analyze --json --nodes 1 --fresh a", "ayo analyze a --nodes 1 --json");
    }

    #[test]
    fn when_the_time_is_over() {
        let check = |asked, seconds, time: Option<u64>, expected| {
            let time = time.map(Duration::from_secs);
            let found = wish(asked, Duration::from_secs(seconds), time);
            assert_eq!(found, expected, "{asked:?} {seconds} {time:?}");
        };
        check(Stop::No, 1_000_000, None, Stop::No);
        check(Stop::No, 2, Some(3), Stop::No);
        check(Stop::No, 3, Some(3), Stop::AfterGames);
        check(Stop::No, 5, Some(3), Stop::AfterGames);
        check(Stop::No, 6, Some(3), Stop::Now);
        // Ctrl-C ends games in hand at once, whatever the time.
        check(Stop::AfterGames, 0, None, Stop::Now);
        check(Stop::AfterGames, 4, Some(3), Stop::Now);
        check(Stop::Now, 0, Some(3), Stop::Now);
    }
}
