//! Openings of a known value.
//!
//! Every position after some plies is one opening, however many ways lead to it; the
//! solver says what each is worth to the side to move.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ayo_record::Opening;
use ayo_report::figures;
use ayo_rules::{Position, Rules};
use ayo_schedule::{distinct_openings, shuffled};
use ayo_solver::{Effort, Solver, Unsupported, Value};

use crate::play::cores;
use crate::terminal::Progress;

/// The values, by their words.
pub(crate) const VALUES: [(&str, Value); 3] =
    [("win", Value::Win), ("draw", Value::Draw), ("loss", Value::Loss)];

/// Positions searched at most for the value of one opening; few take a tenth of it.
pub(crate) const NODES: u64 = 50_000_000;
/// Memory of the solver of each thread, in bytes; it is taken as far as it is used.
const MEMORY: usize = 128 << 20;
/// How often it is shown how far the search is.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Threads at most, so that the memory of all of them has a bound, too.
const MOST_THREADS: usize = 16;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    pub(crate) rules: Rules,
    pub(crate) plies: u32,
    /// The value to the side to move; any where there is none.
    pub(crate) value: Option<Value>,
    /// How many openings at most.
    pub(crate) count: usize,
    pub(crate) seed: u64,
    /// Positions to search for the value of each at most; what is not found out is left out.
    pub(crate) nodes: u64,
}

impl Ask {
    /// Returns the first line of a file of these openings.
    pub(crate) fn heading(&self) -> String {
        let Ask { rules, plies, value, seed, .. } = self;
        let value =
            value.map_or(String::new(), |value| format!(", each a {value} for the side to move"));
        let plies = figures::counted_plies(*plies);
        format!("# positions after {plies} of {rules}{value}; seed {seed}")
    }
}

/// Openings in the random order of a seed.
#[derive(Debug)]
pub(crate) struct Suite {
    pub(crate) openings: Vec<Opening>,
    /// How many positions there are after so many plies.
    pub(crate) distinct: usize,
    /// How many of them were looked at before there were enough.
    pub(crate) judged: usize,
    /// Of how many of these the value was not found out.
    pub(crate) unknown: usize,
}

/// How many positions there are of each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) distinct: usize,
    pub(crate) win: usize,
    pub(crate) draw: usize,
    pub(crate) loss: usize,
    pub(crate) unknown: usize,
}

impl Suite {
    /// Draws openings; the same whenever the same is asked for.
    ///
    /// # Errors
    /// Says that the solver does not know the rules.
    pub(crate) fn new(ask: &Ask) -> Result<Suite, Unsupported> {
        let all = distinct_openings(ask.plies, &ask.rules);
        let distinct = all.len();
        let mut suite = Suite { openings: Vec::new(), distinct, judged: 0, unknown: 0 };
        let all = shuffled(&all, ask.seed);
        let Some(wanted) = ask.value else {
            suite.openings = all.into_iter().take(ask.count).collect();
            return Ok(suite);
        };
        judge(ask.rules, ask.nodes, &all, |opening, value| {
            suite.judged += 1;
            match value {
                Some(value) if value == wanted => suite.openings.push(opening.clone()),
                Some(_) => {}
                None => suite.unknown += 1,
            }
            let (found, missing) = (suite.openings.len(), ask.count - suite.openings.len());
            // As many of those to come have the value as of those so far, at a guess.
            if found == 0 { usize::MAX } else { (suite.judged * missing).div_ceil(found) }
        })?;
        Ok(suite)
    }

    /// Returns the text of a file of openings.
    pub(crate) fn text(&self, ask: &Ask) -> String {
        let mut text = format!("{}\n", ask.heading());
        for opening in &self.openings {
            match opening {
                // A blank line would be no opening.
                Opening::Moves(moves) if moves.is_empty() => text += &Position::START.to_string(),
                opening => text += &opening.to_string(),
            }
            text.push('\n');
        }
        text
    }
}

impl Counts {
    /// Counts all positions after so many plies.
    ///
    /// # Errors
    /// Says that the solver does not know the rules.
    pub(crate) fn new(rules: Rules, plies: u32, nodes: u64) -> Result<Counts, Unsupported> {
        let all = distinct_openings(plies, &rules);
        let mut counts = Counts { distinct: all.len(), ..Counts::default() };
        judge(rules, nodes, &all, |_, value| {
            *match value {
                Some(Value::Win) => &mut counts.win,
                Some(Value::Draw) => &mut counts.draw,
                Some(Value::Loss) => &mut counts.loss,
                None => &mut counts.unknown,
            } += 1;
            usize::MAX
        })?;
        Ok(counts)
    }
}

/// Tells what each opening is worth to the side to move, or that this was not found out, in
/// their order. `told` says of how many more it wants to know, at a guess: with 0 it has enough.
///
/// They are dealt out to threads, each with a solver of its own; that changes no value.
fn judge(
    rules: Rules,
    nodes: u64,
    openings: &[Opening],
    mut told: impl FnMut(&Opening, Option<Value>) -> usize,
) -> Result<(), Unsupported> {
    let threads = cores().min(MOST_THREADS).min(openings.len());
    let solvers: Vec<Solver> =
        (0..threads).map(|_| Solver::new(rules, MEMORY)).collect::<Result<_, _>>()?;
    let mut progress = Progress::new("positions", openings.len() as u64, 0);
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let (sender, values) = channel();
    thread::scope(|scope| {
        for mut solver in solvers {
            let (next, is_over, sender) = (&next, &is_over, sender.clone());
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(opening) = openings.get(place) else { return };
                    let mut go_on = |_| !is_over.load(Ordering::Relaxed);
                    let value = value(&mut solver, opening, Effort { nodes, go_on: &mut go_on });
                    if sender.send((place, value)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        loop {
            match values.recv_timeout(LOOK_EVERY) {
                Ok((place, value)) => drop(early.insert(place, value)),
                Err(RecvTimeoutError::Timeout) => progress.show(String::new),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while let Some(value) = early.remove(&due) {
                progress.step(String::new);
                let wanted = told(&openings[due], value);
                if wanted == 0 {
                    is_over.store(true, Ordering::Relaxed);
                    return;
                }
                due += 1;
                progress.plan(wanted.min(openings.len() - due) as u64);
            }
        }
    });
    progress.finish();
    Ok(())
}

/// Returns what an opening is worth to the side to move, if that is found out.
fn value(solver: &mut Solver, opening: &Opening, mut effort: Effort<'_>) -> Option<Value> {
    let sheet = opening.start(*solver.rules()).ok()?;
    solver.value(sheet.position(), &mut effort).ok().map(|proved| proved.value)
}

#[cfg(test)]
mod tests {
    use ayo_schedule::read_openings;

    use super::*;

    const ASK: Ask = Ask {
        rules: Rules::AYOAYO,
        plies: 1,
        value: Some(Value::Loss),
        count: 9,
        seed: 1,
        nodes: NODES,
    };

    #[track_caller]
    fn check(ask: &Ask, openings: &[&str]) {
        let suite = Suite::new(ask).unwrap();
        let mut texts: Vec<String> = suite.openings.iter().map(Opening::to_string).collect();
        texts.sort();
        assert_eq!(texts, openings, "{ask:?}");
        let read = read_openings(&suite.text(ask), &ask.rules).unwrap();
        assert_eq!(read.len(), openings.len(), "{}", suite.text(ask));
    }

    /// South wins by `C` alone: after it North, who is to move, has lost.
    #[test]
    fn openings_have_the_value_asked_for() {
        check(&ASK, &["C"]);
        check(&Ask { value: Some(Value::Draw), ..ASK }, &[]);
        check(&Ask { value: None, ..ASK }, &["A", "B", "C", "D", "E", "F"]);
        check(&Ask { plies: 0, value: Some(Value::Win), ..ASK }, &[""]);
    }

    #[test]
    fn the_same_is_drawn_again() {
        let texts = |seed| {
            let ask = Ask { plies: 3, value: None, count: 20, seed, ..ASK };
            Suite::new(&ask).unwrap().text(&ask)
        };
        assert_eq!(texts(3), texts(3));
        assert_ne!(texts(3).lines().nth(1), texts(4).lines().nth(1));
    }

    #[test]
    fn positions_are_counted() {
        let counts = Counts::new(Rules::AYOAYO, 1, NODES).unwrap();
        assert_eq!(counts, Counts { distinct: 6, win: 5, draw: 0, loss: 1, unknown: 0 });
        // What is not found out is counted, too.
        let counts = Counts::new(Rules::AYOAYO, 1, 10).unwrap();
        assert_eq!(counts, Counts { distinct: 6, unknown: 6, ..Counts::default() });
        assert_eq!(Counts::new(Rules::OWARE, 1, NODES).unwrap_err(), Unsupported::Family);
    }
}
