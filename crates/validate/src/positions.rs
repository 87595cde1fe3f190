//! Positions to ask moves in, found by random walks with a fixed seed.
//!
//! What it deliberately does not do: keep positions in a file. The rules say what
//! a position of a kind is, and a walk finds them under any rules that have them.

use std::collections::HashSet;

use ayo_rules::{Pit, Position, Rules, SEEDS, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A kind of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Up to 4 plies from the start.
    Opening,
    /// 5 to 20 plies from the start.
    Middle,
    /// At most 10 seeds on the board.
    NearEnd,
    /// One legal move, although other pits hold seeds.
    SingleMove,
    /// The opponent has no seeds, and some moves would give him none.
    MustFeed,
    /// A legal move of more than 60 laps.
    LongRelay,
    /// A relay that would never end.
    EndlessRelay,
    /// A pit of the mover with 12 seeds or more.
    BigPit,
}

/// Laps of a long relay.
const LONG_LAPS: u32 = 60;
/// Plies that are walked in search of positions, before giving up.
const WALK_PLIES: usize = 300_000;
/// The walks are always these.
const SEED: u64 = 20;

/// Chance from a fixed seed; the high bits of a product are even enough here.
#[derive(Debug)]
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number below `count`, which must not be 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// Returns a legal move of a position.
    pub(crate) fn pick(&mut self, rules: &Rules, position: &Position) -> Option<Pit> {
        let legal = rules.legal_moves(position);
        (!legal.is_empty()).then(|| self.below(legal.len())).and_then(|place| legal.get(place))
    }
}

/// Finds up to so many different positions of a kind; fewer when the rules have few.
pub(crate) fn find(rules: &Rules, sort: Sort, count: usize) -> Vec<Position> {
    let mut dice = Dice::new(SEED + sort as u64);
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut plies = 0;
    while plies < WALK_PLIES && found.len() < count {
        let mut position =
            if sort.begins_anywhere() { scatter(&mut dice) } else { Position::START };
        let length = if sort.begins_anywhere() { 30 } else { 120 };
        // Where a walk is looked at first varies, and with it the side to move.
        let from_start = sort == Sort::Opening || sort.begins_anywhere();
        let begin = if from_start { 0 } else { 5 + dice.below(16) };
        for ply in 0..length {
            plies += 1;
            if ply >= begin && sort.holds(rules, &position, ply) && seen.insert(position) {
                found.push(position);
                // Positions of one walk are much alike.
                if ply > 4 {
                    break;
                }
            }
            let Some(pit) = dice.pick(rules, &position) else { break };
            let Ok(played) = rules.play(&position, pit) else { break };
            position = played.position;
        }
    }
    found.truncate(count);
    found
}

/// Puts the seeds anywhere: an opening may begin at any position.
fn scatter(dice: &mut Dice) -> Position {
    let (mut pits, mut stores) = ([0; 12], [0; 2]);
    let won = dice.below(40);
    for seed in 0..usize::from(SEEDS) {
        if seed < won {
            stores[dice.below(2)] += 1;
        } else {
            pits[dice.below(12)] += 1;
        }
    }
    let turn = if dice.below(2) == 0 { Side::South } else { Side::North };
    Position::new(pits, stores, turn).expect("every seed was put somewhere")
}

impl Sort {
    /// Such positions are too rare in games.
    fn begins_anywhere(self) -> bool {
        matches!(self, Sort::EndlessRelay | Sort::MustFeed | Sort::LongRelay)
    }

    fn holds(self, rules: &Rules, position: &Position, ply: usize) -> bool {
        let legal = rules.legal_moves(position);
        if legal.is_empty() {
            return false;
        }
        let mover = position.turn();
        let own = position.candidates();
        // A pit that may not be sown is the matter of three kinds, and of no other.
        let all_legal = legal.len() == own.len();
        let on_board = position.row(Side::South) + position.row(Side::North);
        match self {
            Sort::Opening => all_legal && ply <= 4,
            Sort::Middle => all_legal && (5..=20).contains(&ply),
            Sort::NearEnd => all_legal && on_board <= 10,
            Sort::SingleMove => legal.len() == 1 && own.len() > 1,
            Sort::MustFeed => position.row(mover.opponent()) == 0 && legal.len() < own.len(),
            Sort::LongRelay => {
                all_legal
                    && legal.into_iter().any(|pit| {
                        rules.play(position, pit).is_ok_and(|played| played.laps > LONG_LAPS)
                    })
            }
            Sort::EndlessRelay => own.into_iter().any(|pit| {
                let illegal = rules.play(position, pit).err();
                illegal.is_some_and(|illegal| illegal.reason == ayo_rules::IllegalReason::Endless)
            }),
            Sort::BigPit => all_legal && own.into_iter().any(|pit| position.seeds(pit) >= 12),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ayoayo_has_enough_positions_of_every_kind() {
        let check = |sort: Sort| {
            let positions = find(&Rules::AYOAYO, sort, 30);
            assert_eq!(positions.len(), 30, "{sort:?}");
            assert_eq!(positions, find(&Rules::AYOAYO, sort, 30), "{sort:?}");
            let sides = Side::BOTH
                .map(|side| positions.iter().filter(|position| position.turn() == side).count());
            assert!(sides.iter().all(|&count| count >= 5), "{sort:?}: {sides:?}");
        };
        for sort in [
            Sort::Opening,
            Sort::Middle,
            Sort::NearEnd,
            Sort::SingleMove,
            Sort::MustFeed,
            Sort::LongRelay,
            Sort::EndlessRelay,
            Sort::BigPit,
        ] {
            check(sort);
        }
    }

    #[test]
    fn rules_without_relays_have_no_endless_one() {
        assert_eq!(find(&Rules::OWARE, Sort::EndlessRelay, 30), []);
    }
}
