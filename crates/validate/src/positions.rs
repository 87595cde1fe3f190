//! Positions to ask moves in, found by random walks with a fixed seed.
//!
//! What it deliberately does not do: keep positions in a file. The rules say what
//! a position of a kind is, and a walk finds them under any rules that have them.

use std::collections::HashSet;

use ayo_rules::{GrandSlam, IllegalReason, Pit, Position, Rules, SEEDS, Side, Sowing};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A kind of positions. They are told apart, so that one fault is found by one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    /// Up to 4 plies from the start.
    Opening,
    /// 5 to 20 plies from the start.
    Middle,
    /// At most 10 seeds on the board.
    NearEnd,
    /// One legal move, although other pits hold seeds.
    SingleMove,
    /// The opponent has no seeds, some moves would give him none, and several would.
    MustFeed,
    /// A legal move of more than 60 laps.
    LongRelay,
    /// A relay that would never end, and several moves that are legal.
    EndlessRelay,
    /// A pit of the mover with 12 seeds or more.
    BigPit,
    /// A capture of a whole row that is forbidden, and several moves that are legal.
    GrandSlam,
}

impl Sort {
    /// All kinds.
    pub(crate) const ALL: [Sort; 9] = [
        Sort::Opening,
        Sort::Middle,
        Sort::NearEnd,
        Sort::SingleMove,
        Sort::MustFeed,
        Sort::LongRelay,
        Sort::EndlessRelay,
        Sort::BigPit,
        Sort::GrandSlam,
    ];

    /// Returns why these rules have no such position, where they say so themselves.
    pub(crate) fn absent_from(self, rules: &Rules) -> Option<&'static str> {
        match self {
            Sort::LongRelay | Sort::EndlessRelay if rules.sowing == Sowing::Single => {
                Some("these rules have no relays")
            }
            Sort::GrandSlam if rules.grand_slam != GrandSlam::Forbidden => {
                Some("these rules do not forbid to capture a whole row")
            }
            _ => None,
        }
    }

    /// Divides a number of positions among the kinds that rules have.
    pub(crate) fn share(rules: &Rules, positions: usize) -> usize {
        let kinds = Sort::ALL.iter().filter(|sort| sort.absent_from(rules).is_none()).count();
        positions.div_ceil(kinds)
    }
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
    if sort.absent_from(rules).is_some() {
        return Vec::new();
    }
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
        matches!(self, Sort::EndlessRelay | Sort::MustFeed | Sort::LongRelay | Sort::GrandSlam)
    }

    fn holds(self, rules: &Rules, position: &Position, ply: usize) -> bool {
        let legal = rules.legal_moves(position);
        let own = position.candidates();
        if legal.is_empty() {
            return false;
        }
        let big = own.into_iter().any(|pit| position.seeds(pit) >= 12);
        if legal.len() < own.len() {
            // Where one move is left, why the others are illegal makes no difference.
            return match self {
                _ if big => false,
                Sort::SingleMove => legal.len() == 1,
                Sort::MustFeed => {
                    legal.len() > 1 && refused(rules, position, IllegalReason::Starves)
                }
                Sort::EndlessRelay => {
                    legal.len() > 1 && refused(rules, position, IllegalReason::Endless)
                }
                Sort::GrandSlam => {
                    legal.len() > 1 && refused(rules, position, IllegalReason::GrandSlam)
                }
                _ => false,
            };
        }
        let few = position.row(Side::South) + position.row(Side::North) <= 10;
        match self {
            Sort::Opening => ply <= 4 && !big && !few && !has_long_relay(rules, position),
            Sort::Middle => {
                (5..=20).contains(&ply) && !big && !few && !has_long_relay(rules, position)
            }
            Sort::NearEnd => few && !has_long_relay(rules, position),
            Sort::LongRelay => !big && !few && has_long_relay(rules, position),
            Sort::BigPit => big && !has_long_relay(rules, position),
            _ => false,
        }
    }
}

/// Returns whether all own pits with seeds that may not be sown may not for this reason.
fn refused(rules: &Rules, position: &Position, reason: IllegalReason) -> bool {
    let illegal =
        position.candidates().into_iter().filter_map(|pit| rules.play(position, pit).err());
    illegal.into_iter().all(|illegal| illegal.reason == reason)
}

fn has_long_relay(rules: &Rules, position: &Position) -> bool {
    rules.sowing == Sowing::Relay
        && rules
            .legal_moves(position)
            .into_iter()
            .any(|pit| rules.play(position, pit).is_ok_and(|played| played.laps > LONG_LAPS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, rules: &Rules) {
        let mut all = HashSet::new();
        let count = Sort::share(rules, 240);
        for sort in Sort::ALL {
            let positions = find(rules, sort, count);
            if sort.absent_from(rules).is_some() {
                assert_eq!(positions, [], "{name}: {sort:?}");
                continue;
            }
            assert_eq!(positions.len(), count, "{name}: {sort:?}");
            assert_eq!(positions, find(rules, sort, count), "{name}: {sort:?}");
            let sides = Side::BOTH
                .map(|side| positions.iter().filter(|position| position.turn() == side).count());
            assert!(sides.iter().all(|&count| count >= 5), "{name}: {sort:?}: {sides:?}");
            all.extend(positions);
        }
        assert!(all.len() >= 200, "{name}: {}", all.len());
    }

    #[test]
    fn every_preset_has_more_than_200_positions_of_all_its_kinds() {
        for (name, rules) in Rules::PRESETS {
            check(name, &rules);
        }
    }

    #[test]
    fn a_position_is_of_one_kind() {
        for (name, rules) in Rules::PRESETS {
            for position in Sort::ALL.into_iter().flat_map(|sort| find(&rules, sort, 10)) {
                // How many plies ago the game began cannot be seen.
                let kinds = |ply: usize| {
                    Sort::ALL.into_iter().filter(|sort| sort.holds(&rules, &position, ply)).count()
                };
                assert!((0..=20).all(|ply| kinds(ply) <= 1), "{name}: {position}");
            }
        }
    }
}
