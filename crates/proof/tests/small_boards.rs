//! Claims about boards of few seeds, against a slow and obvious solver that writes
//! all positions down and repeats until nothing changes.

#![allow(clippy::unwrap_used)]

mod games;

use std::collections::{HashMap, HashSet};

use ayo_proof::{Claim, Fault, Goal, check, walk};
use ayo_rules::{Pit, Position, Rules, SEEDS, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Largest graph that is solved, in positions.
const MOST_POSITIONS: usize = 3_000;

/// What a side can force from all positions that can follow one.
struct Solved {
    rules: Rules,
    side: Side,
    goal: Goal,
    /// The positions in which the goal is reached for certain, with the side's move.
    won: HashMap<Position, Option<Pit>>,
}

impl Solved {
    fn new(rules: &Rules, start: &Position, side: Side, goal: Goal) -> Option<Solved> {
        let rules = Rules { majority: false, ..*rules };
        let mut positions = vec![*start];
        let mut found = HashSet::from([*start]);
        let mut after = HashMap::new();
        let mut next = 0;
        while let Some(&position) = positions.get(next) {
            next += 1;
            let moves = rules.legal_moves(&position);
            let children: Vec<(Pit, Position)> =
                moves.map(|pit| (pit, rules.play(&position, pit).unwrap().position)).collect();
            for (_, child) in &children {
                if found.insert(*child) {
                    positions.push(*child);
                }
            }
            after.insert(position, children);
            if positions.len() > MOST_POSITIONS {
                return None;
            }
        }
        // Few seeds on the board first: captures lead there and nothing leads back.
        positions.sort_by_cached_key(|position| {
            (position.row(Side::South) + position.row(Side::North), position.stores())
        });
        let mut solved = Solved { rules, side, goal, won: HashMap::new() };
        for level in positions.chunk_by(|a, b| a.stores() == b.stores()) {
            solved.solve(level, &after);
        }
        Some(solved)
    }

    /// Solves the positions that have the same stores.
    fn solve(&mut self, level: &[Position], after: &HashMap<Position, Vec<(Pit, Position)>>) {
        let may_circle = self.may_circle(&level[0]);
        if may_circle {
            // All are won until they are seen to be lost.
            self.won.extend(level.iter().map(|position| (*position, None)));
        }
        loop {
            let mut changed = false;
            for position in level {
                let was = self.won.contains_key(position);
                if was && !may_circle {
                    continue;
                }
                let winning = self.winning(position, &after[position]);
                changed |= was != winning.is_some();
                match winning {
                    Some(pit) => self.won.insert(*position, pit),
                    None => self.won.remove(position),
                };
            }
            if !changed {
                return;
            }
        }
    }

    fn may_circle(&self, position: &Position) -> bool {
        let own = position.store(self.side);
        let other = position.store(self.side.opponent());
        match self.goal {
            Goal::Seeds(_) => false,
            Goal::Wins => own > other,
            Goal::Draws => own >= other,
        }
    }

    /// Returns whether the position is won by what is known, with the side's move.
    fn winning(&self, position: &Position, after: &[(Pit, Position)]) -> Option<Option<Pit>> {
        let reached = |seeds: u8| (seeds >= self.goal.seeds()).then_some(None);
        if let Some(won) = reached(position.store(self.side)) {
            return Some(won);
        }
        if after.is_empty() {
            return reached(self.rules.outcome(position).unwrap().stores[self.side.index()]);
        }
        let wins = |(_, child): &&(Pit, Position)| self.won.contains_key(child);
        if position.turn() == self.side {
            after.iter().find(wins).map(|&(pit, _)| Some(pit))
        } else {
            after.iter().all(|child| wins(&child)).then_some(None)
        }
    }
}

fn any_position(seeds: u8, random: &mut ChaCha8Rng) -> Position {
    let mut pits = [0; 12];
    for _ in 0..seeds {
        pits[random.next_u32() as usize % 12] += 1;
    }
    let rest = SEEDS - seeds;
    let south = rest / 2 - 2 + (random.next_u32() % 5) as u8;
    let turn = Side::from_index(random.next_u32() as usize % 2).unwrap();
    Position::new(pits, [south, rest - south], turn).unwrap()
}

#[derive(Default, Debug)]
struct Seen {
    won: usize,
    lost: usize,
    repeats: usize,
}

impl Seen {
    /// Compares the check with the solver for one claim.
    fn compare(
        &mut self,
        solved: &Solved,
        rules: &Rules,
        start: &Position,
        random: &mut ChaCha8Rng,
    ) {
        let (side, goal) = (solved.side, solved.goal);
        let place = || format!("{side} {goal} from {start} under {rules}");
        if !solved.won.contains_key(start) {
            self.lost += 1;
            for _ in 0..20 {
                let walked = walk(rules, start, side, goal, |position| {
                    let legal = rules.legal_moves(position);
                    legal.get(random.next_u32() as usize % legal.len().max(1))
                });
                assert!(walked.is_err(), "{} is not true, yet proved", place());
            }
            return;
        }
        self.won += 1;
        let choose = |position: &Position| solved.won[position];
        let claim = Claim::from_strategy(rules, start, side, goal, choose).unwrap();
        let checked = check(rules, start, &claim).unwrap();
        assert_eq!(checked.decisions, claim.moves.len());
        self.repeats += usize::from(checked.repeats);
        let strategy = games::strategy(rules, start, &claim);
        let mut longest = 0;
        for _ in 0..30 {
            longest = longest.max(games::play(rules, start, &claim, &strategy, random));
        }
        assert!(longest <= checked.longest_line, "{} took {longest} plies", place());
        self.limited(rules, start, &claim, checked.longest_line);
        self.damaged(solved, rules, start, &claim, random);
    }

    /// As many plies as the check found are enough, and one less is not.
    fn limited(&self, rules: &Rules, start: &Position, claim: &Claim, longest: u64) {
        let at_most = |plies| check(&Rules { max_plies: plies, ..*rules }, start, claim);
        if let Ok(plies @ 1..) = u32::try_from(longest) {
            assert!(at_most(plies).is_ok());
            assert_eq!(at_most(plies - 1).unwrap_err().fault, Fault::TooLong(plies - 1));
        }
    }

    /// A move less, more, or another one: it fails, or is another proof of what is true.
    fn damaged(
        &self,
        solved: &Solved,
        rules: &Rules,
        start: &Position,
        claim: &Claim,
        random: &mut ChaCha8Rng,
    ) {
        let mut longer = claim.clone();
        longer.moves.push(Pit::new(random.next_u32() as u8 % 12).unwrap());
        assert_eq!(check(rules, start, &longer).unwrap_err().fault, Fault::MovesLeft(1));
        let Some(last) = claim.moves.len().checked_sub(1) else { return };
        let mut shorter = claim.clone();
        shorter.moves.truncate(last);
        assert_eq!(check(rules, start, &shorter).unwrap_err().fault, Fault::NoMove);
        let place = random.next_u32() as usize % claim.moves.len();
        let mut other = claim.clone();
        other.moves[place] = Pit::new(random.next_u32() as u8 % 12).unwrap();
        if check(rules, start, &other).is_ok() {
            let strategy = games::strategy(rules, start, &other);
            assert!(strategy.keys().all(|position| solved.won.contains_key(position)));
        }
    }
}

#[track_caller]
fn against_the_solver(rules: &str, seed: u64) -> Seen {
    let rules: Rules = rules.parse().unwrap();
    let full_count = Rules { majority: false, ..rules };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = Seen::default();
    for game in 0..40 {
        let start = any_position(2 + game % 6, &mut random);
        for side in Side::BOTH {
            let goals = [22, 24, 25, 26].map(Goal::Seeds).into_iter();
            for goal in goals.chain([Goal::Wins, Goal::Draws]) {
                let Some(solved) = Solved::new(&rules, &start, side, goal) else { continue };
                let seeds = matches!(goal, Goal::Seeds(_));
                let rules = if seeds { &full_count } else { &rules };
                seen.compare(&solved, rules, &start, &mut random);
            }
        }
    }
    println!("{rules}, seed {seed}: {seen:?}");
    assert!(seen.won > 50 && seen.lost > 50, "{seen:?}");
    seen
}

#[test]
fn ayoayo() {
    against_the_solver("ayoayo", 1);
}

#[test]
fn ayoayo_with_the_seed_that_captures_left_on_the_board() {
    against_the_solver("ayoayo-seed-stays", 3);
}

#[test]
fn ayoayo_with_leftovers_on_the_own_side() {
    against_the_solver("ayoayo-own-side", 4);
}

#[test]
fn oware() {
    assert!(against_the_solver("oware repetition_award=nobody", 5).repeats > 0);
}

/// Boards on which the other side can make a position come back, and later take the
/// lead for a while: how long that takes counts against the ply limit.
#[test]
fn positions_that_come_back_before_the_lead_changes() {
    #[track_caller]
    fn check(start: &str, side: Side, goal: Goal) {
        let start: Position = start.parse().unwrap();
        for rules in ["ayoayo", "ayoayo repetition=2", "ayoayo repetition=9"] {
            let rules: Rules = rules.parse().unwrap();
            let mut random = ChaCha8Rng::seed_from_u64(8);
            let mut seen = Seen::default();
            let solved = Solved::new(&rules, &start, side, goal).unwrap();
            seen.compare(&solved, &rules, &start, &mut random);
            assert_eq!((seen.won, seen.repeats), (1, 1), "{rules}");
        }
    }
    check("0.0.0.0.0.1/0.0.1.1.0.1 21-23 N", Side::North, Goal::Wins);
    check("0.0.0.0.1.0/0.0.0.2.1.0 23-21 N", Side::South, Goal::Wins);
    check("0.0.1.0.0.0/0.0.0.1.2.0 23-21 N", Side::South, Goal::Wins);
    check("0.1.1.0.0.0/0.1.1.0.0.2 19-23 S", Side::North, Goal::Wins);
    check("1.0.1.0.0.0/0.1.1.0.0.2 23-19 S", Side::South, Goal::Wins);
    check("0.0.2.1.0.0/0.0.0.1.0.0 22-22 S", Side::North, Goal::Draws);
    check("1.0.0.1.0.0/0.1.2.1.0.0 22-20 N", Side::South, Goal::Draws);
}
