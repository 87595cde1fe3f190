//! Openings of a known value.
//!
//! Every position after some plies is one opening, however many ways lead to it; the
//! solver says what each is worth to the side to move.

use ayo_record::Opening;
use ayo_rules::{Position, Rules};
use ayo_schedule::{distinct_openings, shuffled};
use ayo_solver::{Effort, Solver, Unsupported, Value};

/// The values, by their words.
pub(crate) const VALUES: [(&str, Value); 3] =
    [("win", Value::Win), ("draw", Value::Draw), ("loss", Value::Loss)];

/// Positions searched for the value of one opening; few take a tenth of it.
const NODES: u64 = 50_000_000;
/// Memory of the solver, in bytes; it is taken as far as it is used.
const MEMORY: usize = 256 << 20;

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
        let mut solver = Solver::new(ask.rules, MEMORY)?;
        for opening in all {
            if suite.openings.len() == ask.count {
                break;
            }
            suite.judged += 1;
            match value(&mut solver, &opening) {
                Some(value) if value == wanted => suite.openings.push(opening),
                Some(_) => {}
                None => suite.unknown += 1,
            }
        }
        Ok(suite)
    }

    /// Returns the text of a file of openings.
    pub(crate) fn text(&self, ask: &Ask) -> String {
        let value = ask
            .value
            .map_or(String::new(), |value| format!(", each a {value} for the side to move"));
        let Ask { plies, rules, seed, .. } = ask;
        let mut text = format!("# positions after {plies} plies of {rules}{value}; seed {seed}\n");
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
    pub(crate) fn new(rules: Rules, plies: u32) -> Result<Counts, Unsupported> {
        let mut solver = Solver::new(rules, MEMORY)?;
        let all = distinct_openings(plies, &rules);
        let mut counts = Counts { distinct: all.len(), ..Counts::default() };
        for opening in all {
            *match value(&mut solver, &opening) {
                Some(Value::Win) => &mut counts.win,
                Some(Value::Draw) => &mut counts.draw,
                Some(Value::Loss) => &mut counts.loss,
                None => &mut counts.unknown,
            } += 1;
        }
        Ok(counts)
    }
}

/// Returns what an opening is worth to the side to move, if that is found out.
fn value(solver: &mut Solver, opening: &Opening) -> Option<Value> {
    let sheet = opening.start(*solver.rules()).ok()?;
    let mut effort = Effort { nodes: NODES, go_on: &mut |_| true };
    solver.value(sheet.position(), &mut effort).ok().map(|proved| proved.value)
}

#[cfg(test)]
mod tests {
    use ayo_schedule::read_openings;

    use super::*;

    const ASK: Ask =
        Ask { rules: Rules::AYOAYO, plies: 1, value: Some(Value::Loss), count: 9, seed: 1 };

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
        let counts = Counts::new(Rules::AYOAYO, 1).unwrap();
        assert_eq!(counts, Counts { distinct: 6, win: 5, draw: 0, loss: 1, unknown: 0 });
        assert_eq!(Counts::new(Rules::OWARE, 1).unwrap_err(), Unsupported::Family);
    }
}
