//! The walk through all lines of play that a strategy allows: the check itself.
//!
//! The walk goes depth first. Where the claiming side is to move, it follows the one
//! move the strategy has; where the other is, each legal move in the order of the
//! pits. A position met before is not walked again, and has the move it had.
//!
//! # Why it is a proof
//!
//! Call positions and moves walked the graph. A game in which the side follows its
//! strategy never leaves it, since every answer of the other side is in it. So it is
//! enough that each end such a game can have is good:
//!
//! - *The store is full enough.* Seeds in a store stay there, so the side has got what
//!   was claimed whatever follows. The walk stops there.
//! - *Nobody can move.* All 48 seeds are counted and the side must have enough. As
//!   all are counted, 25 are a win and 24 a draw.
//! - *A store reaches 25 and `majority` ends the game.* The walk ignores that and goes
//!   on, so that counts are counts to the end. For a win or a draw nothing is lost:
//!   the side's own 25 are enough, and after 25 of the other no line ends well.
//! - *A position comes back.* Positions that can come back are those on a cycle of the
//!   graph. A claim of seeds allows no cycle, so it holds under any repetition rule. A
//!   win or draw allows one where the stores as they stand give that result: nothing
//!   is captured on a cycle, so its positions all have the same stores, and they are
//!   what a game that ends there is judged by.
//! - *The ply limit.* It stops no game before the goal is reached, or else the stores
//!   as they stand give the win or draw then, too. For each position that is how long
//!   a game may take until from there on it can be stopped at any time. Positions that
//!   can all come back to each other are a group; a game is in each of them fewer
//!   times than ends it, and that bounds its plies in the group.
//!
//! Groups (strongly connected components) are found during the walk: H. N. Gabow,
//! "Path-based depth-first search for strong and biconnected components", 2000.

use std::collections::HashMap;

use ayo_rules::{IllegalMove, Pit, Pits, Position, RepetitionAward, Rules, Side, write_moves};

use crate::{Claim, Goal};

/// What a walk has seen, once all of it is as claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Different positions walked, ends not counted.
    pub positions: usize,
    /// Those in which the claiming side is to move, and has one move each.
    pub decisions: usize,
    /// After so many plies, at the latest, the game is over or its goal reached. For a
    /// win or draw: or the stores give it at each moment that follows. If positions
    /// repeat this is an upper bound, otherwise exact.
    pub longest_line: u64,
    /// Whether a position can come back, so that the repetition rule matters.
    pub repeats: bool,
}

/// Checks that the moves of a claim prove it for this position.
///
/// # Errors
/// Says on which line of play they do not, and why.
pub fn check(rules: &Rules, position: &Position, claim: &Claim) -> Result<Checked, Flaw> {
    let mut moves = claim.moves.iter().copied();
    let checked = walk(rules, position, claim.side, claim.goal, |_| moves.next())?;
    match moves.len() {
        0 => Ok(checked),
        left => {
            let fault = Fault::MovesLeft(left);
            Err(Flaw { side: claim.side, goal: claim.goal, line: Vec::new(), fault })
        }
    }
}

/// Walks a strategy: `choose` is asked once for each position in which the claiming
/// side is to move and the game goes on.
///
/// # Errors
/// Says on which line of play the strategy misses the goal, and why.
pub fn walk(
    rules: &Rules,
    start: &Position,
    side: Side,
    goal: Goal,
    mut choose: impl FnMut(&Position) -> Option<Pit>,
) -> Result<Checked, Flaw> {
    let mut walk = Walk::new(rules, side, goal);
    if rules.repetition == 1 {
        // The start is the first occurrence of a position, and ends the game.
        return Err(walk.flaw(Fault::NoGame));
    }
    walk.meet(*start, &mut choose)?;
    while let Some(step) = walk.line.last_mut() {
        match step.moves.next() {
            Some(pit) => match walk.rules.play(&step.position, pit) {
                Ok(played) => {
                    step.pit = Some(pit);
                    walk.meet(played.position, &mut choose)?;
                }
                Err(illegal) => return Err(walk.flaw(Fault::Illegal(illegal))),
            },
            None => walk.leave()?,
        }
    }
    Ok(Checked { positions: walk.met.len(), ..walk.checked })
}

struct Walk {
    /// The rules, but for `majority`.
    rules: Rules,
    side: Side,
    goal: Goal,
    /// From the start to where the walk is.
    line: Vec<Step>,
    met: HashMap<Position, Met>,
    /// The positions whose group may still grow, in the order in which they were met.
    open: Vec<Position>,
    /// For each group of open positions, as far as known, the place of its first one.
    groups: Vec<usize>,
    checked: Checked,
}

/// A position on the line.
struct Step {
    position: Position,
    /// Its place among the open ones.
    place: usize,
    /// What is still to be walked.
    moves: Pits,
    /// The move that is being walked.
    pit: Option<Pit>,
    /// Whether a game that is stopped here is good.
    stands: bool,
    /// A game from here is good when stopped after so many plies or more, or over by
    /// then, as far as walked.
    plies: u64,
}

enum Met {
    /// At this place of the open ones: there is a line from it to where the walk is.
    Open(usize),
    /// Walked, with all of its group, and these are its plies as in [`Step`].
    Closed(u64),
}

impl Walk {
    fn new(rules: &Rules, side: Side, goal: Goal) -> Walk {
        Walk {
            rules: Rules { majority: false, ..*rules },
            side,
            goal,
            line: Vec::new(),
            met: HashMap::new(),
            open: Vec::new(),
            groups: Vec::new(),
            checked: Checked { positions: 0, decisions: 0, longest_line: 0, repeats: false },
        }
    }

    /// Comes to a position: judges it, or puts it on the line to be walked.
    fn meet(
        &mut self,
        position: Position,
        choose: &mut impl FnMut(&Position) -> Option<Pit>,
    ) -> Result<(), Flaw> {
        if position.store(self.side) >= self.goal.seeds() {
            return self.goes_on_for(0);
        }
        match self.met.get(&position) {
            Some(&Met::Closed(plies)) => return self.goes_on_for(plies),
            Some(&Met::Open(place)) => return self.comes_back(&position, place),
            None => {}
        }
        if let Some(outcome) = self.rules.outcome(&position) {
            let seeds = outcome.stores[self.side.index()];
            let enough = seeds >= self.goal.seeds();
            return if enough { self.goes_on_for(0) } else { Err(self.flaw(Fault::TooFew(seeds))) };
        }
        let stands = self.stands(&position);
        self.goes_on_for(if stands { 0 } else { 1 })?;
        let moves = if position.turn() == self.side {
            self.checked.decisions += 1;
            let pit = choose(&position).ok_or_else(|| self.flaw(Fault::NoMove))?;
            Pits::from_iter([pit])
        } else {
            self.rules.legal_moves(&position)
        };
        let place = self.open.len();
        self.line.push(Step { position, place, moves, pit: None, stands, plies: 0 });
        self.met.insert(position, Met::Open(place));
        self.open.push(position);
        self.groups.push(place);
        Ok(())
    }

    /// Notes that a game may not be stopped for so many plies after the last move.
    fn goes_on_for(&mut self, plies: u64) -> Result<(), Flaw> {
        let plies_before = self.line.len() as u64;
        match self.line.last_mut() {
            Some(step) if step.stands && plies == 0 => return Ok(()),
            Some(step) => step.plies = step.plies.max(plies + 1),
            None => self.checked.longest_line = plies,
        }
        let most = self.rules.max_plies;
        let fits = plies_before + plies <= u64::from(most);
        if fits { Ok(()) } else { Err(self.flaw(Fault::TooLong(most))) }
    }

    /// Returns whether the goal is reached if the referee stops the game here.
    fn stands(&self, position: &Position) -> bool {
        let own = position.store(self.side);
        let other = position.store(self.side.opponent());
        let stores_decide = self.rules.repetition_award == RepetitionAward::Nobody;
        match self.goal {
            Goal::Seeds(_) => false,
            Goal::Wins => stores_decide && own > other,
            Goal::Draws => stores_decide && own >= other,
        }
    }

    /// Closes a cycle; everything met since its position is in one group with it.
    fn comes_back(&mut self, position: &Position, place: usize) -> Result<(), Flaw> {
        if self.rules.repetition == 0 || !self.stands(position) {
            return Err(self.flaw(Fault::Repeats));
        }
        self.checked.repeats = true;
        while self.groups.last().is_some_and(|&first| first > place) {
            self.groups.pop();
        }
        Ok(())
    }

    /// Goes back from a position all of whose moves are walked.
    fn leave(&mut self) -> Result<(), Flaw> {
        let Some(Step { place, plies, .. }) = self.line.pop() else { return Ok(()) };
        if self.groups.last() != Some(&place) {
            // Its group goes on above it, and is left with its first position.
            if let Some(step) = self.line.last_mut() {
                step.plies = step.plies.max(plies);
            }
            return Ok(());
        }
        self.groups.pop();
        let size = (self.open.len() - place) as u64;
        let inside = match size {
            1 => 0,
            // All positions of a cycle stand, and so does what follows.
            _ if plies == 0 => 0,
            // One occurrence more of any of them would have ended the game.
            _ => size * u64::from(self.rules.repetition - 1),
        };
        for position in self.open.drain(place..) {
            self.met.insert(position, Met::Closed(plies + inside));
        }
        self.goes_on_for(plies + inside)
    }

    fn flaw(&self, fault: Fault) -> Flaw {
        let line = self.line.iter().filter_map(|step| step.pit).collect();
        Flaw { side: self.side, goal: self.goal, line, fault }
    }
}

/// Why a claim is not proved: a line of play, and what is wrong at its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("claim `{side} {goal}` is not proved: {}{fault}", after(line))]
pub struct Flaw {
    /// Who claims.
    pub side: Side,
    /// What is claimed.
    pub goal: Goal,
    /// The moves of both sides from the position to the fault.
    pub line: Vec<Pit>,
    /// What is wrong there.
    pub fault: Fault,
}

fn after(line: &[Pit]) -> String {
    if line.is_empty() { String::new() } else { format!("after `{}` ", write_moves(line)) }
}

/// What can be wrong with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The strategy's move may not be played.
    #[error("its move is illegal: {0}")]
    Illegal(IllegalMove),
    /// The strategy has no move for a position; a certificate has run out of them.
    #[error("it has no move, and the game is not over")]
    NoMove,
    /// All lines are walked, and the certificate has so many moves left.
    #[error("moves left over when all lines of play are walked: {0}")]
    MovesLeft(usize),
    /// The game is over and the side has only so many seeds.
    #[error("the game is over, and the side has {0} of the 48 seeds")]
    TooFew(u8),
    /// A position comes back that must not under this claim.
    #[error("a position comes back, which this claim does not allow with these stores and rules")]
    Repeats,
    /// A game may take more plies than this, and is stopped by the rules then.
    #[error("the game may take more than {0} plies, after which the rules stop it")]
    TooLong(u32),
    /// The rules end a game with the first position.
    #[error("rules with repetition=1 end a game before its first move")]
    NoGame,
}
