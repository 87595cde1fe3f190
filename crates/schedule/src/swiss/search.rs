//! Pairing a bracket by search: the first pairing that no other can beat.
//!
//! Most brackets have pairings that leave nothing to be desired: everybody is
//! paired, but for one in an odd bracket, colours clash only as often as counting
//! them demands, and nobody floats again. The first of them in the order of the
//! rules is the answer, and it is usually near the front. A depth-first search in
//! that order finds it or gives up; then the bracket is weighed.

mod aim;
mod colour_count;

use super::Colours;
use super::bracket::{Bracket, Split};
use super::colours::{Strength, colour_cost};
use super::contender::Float;
use aim::Aim;
use colour_count::ColourCount;

/// Tries before the search gives up, for each player of the bracket.
const TRIES_PER_PLAYER: usize = 40;
/// Tries before the search gives up in the smallest bracket.
const LEAST_TRIES: usize = 400;

/// Pairs a bracket, or gives up.
pub(super) fn pair(bracket: &Bracket<'_>) -> Option<Split> {
    let aim = Aim::of(bracket)?;
    let players = bracket.players();
    let pairs = players.len() / 2;
    if bracket.movers.len() > bracket.residents.len() {
        return None;
    }
    let mut search = Search {
        bracket,
        open: ColourCount::of(bracket, &aim),
        clashes: aim.clashes,
        strong_clashes: aim.strong_clashes,
        aim,
        used: vec![false; players.len()],
        uppers: bracket.movers.clone(),
        lowers: Vec::new(),
        pairs: Vec::with_capacity(pairs),
        tries: LEAST_TRIES + TRIES_PER_PLAYER * players.len(),
    };
    (search.movers() == Found::Yes).then(|| bracket.split(search.pairs))
}

/// How a branch of the search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Yes,
    /// There is nothing in this branch.
    No,
    /// The search gives up.
    Unknown,
}

struct Search<'a> {
    bracket: &'a Bracket<'a>,
    aim: Aim,
    /// The colours of those who have no partner yet.
    open: ColourCount,
    /// How many more pairs may want the same colour.
    clashes: usize,
    /// How many more of them may leave a strong preference unmet.
    strong_clashes: usize,
    /// Who has a partner, movers first.
    used: Vec<bool>,
    /// The movers, then the upper half of the residents who are left.
    uppers: Vec<usize>,
    /// The lower half.
    lowers: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    tries: usize,
}

impl Search<'_> {
    /// Pairs the next mover with the highest resident that works.
    fn movers(&mut self) -> Found {
        let Some(&mover) = self.bracket.movers.get(self.pairs.len()) else {
            return self.halves();
        };
        for resident in self.bracket.residents.clone() {
            if !self.is_used(resident) && !self.floats_up_again(resident) {
                match self.take(mover, resident, Search::movers) {
                    Found::No => {}
                    found => return found,
                }
            }
        }
        Found::No
    }

    /// Divides the residents who are left into halves.
    fn halves(&mut self) -> Found {
        let left: Vec<usize> =
            self.bracket.residents.clone().filter(|player| !self.is_used(*player)).collect();
        let (upper, lower) = left.split_at(left.len() / 2);
        self.uppers.truncate(self.bracket.movers.len());
        self.uppers.extend(upper);
        self.lowers = lower.to_vec();
        match self.opponents() {
            // Players who change halves come before other opponents of the movers,
            // and are not tried here.
            Found::No if !upper.is_empty() => Found::Unknown,
            found => found,
        }
    }

    /// Pairs the next player of the upper half with the highest of the lower half
    /// that works.
    fn opponents(&mut self) -> Found {
        let Some(&upper) = self.uppers.get(self.pairs.len()) else {
            return self.floater();
        };
        for place in 0..self.lowers.len() {
            let lower = self.lowers[place];
            if !self.is_used(lower) {
                match self.take(upper, lower, Search::opponents) {
                    Found::No => {}
                    found => return found,
                }
            }
        }
        Found::No
    }

    /// Looks at the one who is left in an odd bracket.
    fn floater(&self) -> Found {
        match self.lowers.iter().find(|lower| !self.is_used(**lower)) {
            None => Found::Yes,
            Some(floater) if !self.aim.may_float(self.bracket, *floater) => Found::No,
            Some(floater) if self.aim.has_room(self.bracket, *floater) => Found::Yes,
            Some(_) => Found::Unknown,
        }
    }

    /// Makes a pair, if it is good enough, and goes on.
    fn take(&mut self, higher: usize, lower: usize, next: fn(&mut Self) -> Found) -> Found {
        if self.tries == 0 {
            return Found::Unknown;
        }
        self.tries -= 1;
        let Some((clash, strong)) = self.clash(higher, lower) else { return Found::No };
        if clash > self.clashes || strong > self.strong_clashes {
            return Found::No;
        }
        self.put(higher, lower, true);
        self.clashes -= clash;
        self.strong_clashes -= strong;
        let pairs_left = self.used.len() / 2 - self.pairs.len();
        let hopeful = self.open.allows(pairs_left, self.clashes, self.strong_clashes);
        let found = if hopeful { next(self) } else { Found::No };
        if found == Found::No {
            self.clashes += clash;
            self.strong_clashes += strong;
            self.put(higher, lower, false);
        }
        found
    }

    fn put(&mut self, higher: usize, lower: usize, used: bool) {
        for player in [higher, lower] {
            let index = self.index(player);
            self.used[index] = used;
            let may_float = self.aim.may_float(self.bracket, player);
            let player = &self.bracket.field.players[player];
            self.open.change(player, may_float, if used { -1 } else { 1 });
        }
        if used {
            self.pairs.push((higher, lower));
        } else {
            self.pairs.pop();
        }
    }

    /// Returns whether a pair wants the same colour, and whether that leaves a
    /// strong preference unmet; nothing for a pair that may not be.
    fn clash(&self, higher: usize, lower: usize) -> Option<(usize, usize)> {
        let field = self.bracket.field;
        if !field.meets(higher, lower) {
            return None;
        }
        let (a, b) = (&field.players[higher], &field.players[lower]);
        let same = a.preference.colour.is_some() && a.preference.colour == b.preference.colour;
        if !same || field.colours == Colours::Ignore {
            return Some((0, 0));
        }
        let weaker = a.preference.strength.min(b.preference.strength);
        if weaker == Strength::Absolute {
            let cost = colour_cost(a.record(), b.record());
            if cost.wide_difference || cost.third_running {
                return None;
            }
        }
        Some((1, usize::from(weaker == Strength::Strong)))
    }

    fn floats_up_again(&self, resident: usize) -> bool {
        self.bracket.field.players[resident].floats.contains(&Float::Up)
    }

    fn index(&self, player: usize) -> usize {
        let resident = player.checked_sub(self.bracket.residents.start);
        match resident {
            Some(resident) => self.bracket.movers.len() + resident,
            None => self.bracket.movers.partition_point(|mover| *mover < player),
        }
    }

    fn is_used(&self, player: usize) -> bool {
        self.used[self.index(player)]
    }
}
