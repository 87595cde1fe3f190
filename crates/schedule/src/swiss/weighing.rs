//! What every pair contributes to every criterion, and how that becomes one weight.

use super::Colours;
use super::bracket::Bracket;
use super::colours::colour_cost;
use super::contender::Float;
use super::criteria::Criterion;
use super::lanes::Lanes;

/// Largest sum of one lane. Sums of the matching stay far below 2⁶³ then, for any
/// number of players.
const LANE_LIMIT: i64 = 1 << 40;

/// Something that is counted over all pairs; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// Everybody gets a legal partner.
    Complete,
    /// A wish of the one who asks, before all criteria: a player to be paired here.
    Wish,
    /// Part of a criterion; a criterion that compares lists has one term for each
    /// number of points.
    Criterion(Criterion),
    /// Decisions made on the way to the first of the best pairings.
    Fixed,
    /// Pairs whose higher player belongs to the upper half.
    UpperHalf,
    /// The places of the higher players, less is better.
    HigherPlaces,
    /// The question that is asked at the moment.
    Trial,
}

impl Term {
    /// Returns the criterion that a term belongs to, if any.
    pub(super) fn criterion(self) -> Option<Criterion> {
        match self {
            Term::Criterion(criterion) => Some(criterion),
            _ => None,
        }
    }
}

/// The terms of a bracket in order of importance, packed into few lanes.
pub(super) struct Scale {
    slots: Vec<Slot>,
    lanes: usize,
}

struct Slot {
    term: Term,
    lane: usize,
    factor: i64,
}

impl Scale {
    /// Packs terms, each with the most it can add up to, from the least important.
    pub(super) fn new(terms: &[(Term, usize)]) -> Scale {
        let mut slots = Vec::with_capacity(terms.len());
        let (mut lane, mut factor) = (0, 1);
        for (term, most) in terms.iter().rev() {
            let wide = 2 * *most as i64 + 1;
            if factor > 1 && factor > LANE_LIMIT / wide {
                lane += 1;
                factor = 1;
            }
            slots.push(Slot { term: *term, lane, factor });
            factor *= wide;
        }
        slots.reverse();
        let lanes = lane + 1;
        slots.iter_mut().for_each(|slot| slot.lane = lanes - 1 - slot.lane);
        Scale { slots, lanes }
    }

    /// Returns how many lanes a weight needs.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Returns the place of a term, when it has one.
    pub(super) fn find(&self, term: Term) -> Option<usize> {
        self.slots.iter().position(|slot| slot.term == term)
    }

    pub(super) fn term(&self, slot: usize) -> Term {
        self.slots[slot].term
    }

    pub(super) fn terms(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn add<const L: usize>(&self, weight: &mut Lanes<L>, slot: usize, value: i64) {
        let slot = &self.slots[slot];
        weight.0[slot.lane] += value * slot.factor;
    }
}

/// The criteria of one bracket as terms.
pub(super) struct Criteria {
    /// The terms with the most each can add up to, most important first.
    pub(super) terms: Vec<(Term, usize)>,
    /// The points of those who floated down, highest first.
    levels: Vec<u32>,
    /// Where each criterion's first term stands.
    first: [Option<usize>; CRITERIA],
    counts_colours: bool,
}

const CRITERIA: usize = Criterion::Order as usize + 1;

impl Criteria {
    /// Lists the terms of a bracket after some others.
    pub(super) fn of(
        bracket: &Bracket<'_>,
        looks_ahead: bool,
        before: &[(Term, usize)],
    ) -> Criteria {
        let mut scores: Vec<u32> =
            bracket.movers.iter().map(|mover| bracket.field.players[*mover].score).collect();
        scores.dedup();
        let mut criteria = Criteria {
            terms: before.to_vec(),
            levels: scores,
            first: [None; CRITERIA],
            counts_colours: bracket.field.colours == Colours::Count,
        };
        criteria.list(bracket, looks_ahead);
        criteria
    }

    fn list(&mut self, bracket: &Bracket<'_>, looks_ahead: bool) {
        use Criterion::*;
        let players = bracket.len();
        let movers = bracket.movers.len();
        let residents = bracket.residents.len();
        self.push(Pairs, players / 2);
        self.push_levels(FloaterScores, bracket);
        if looks_ahead {
            self.push(NextGroup, players + bracket.next.len());
            self.push_levels(NextGroup, bracket);
            self.terms.push((Term::Criterion(NextGroup), residents));
        }
        self.push(ByeGames, if bracket.holds_bye() { crate::tournament::MAX_ROUNDS } else { 0 });
        let topscorers = if bracket.field.is_last_round { players / 2 } else { 0 };
        if self.counts_colours {
            self.push(WideDifference, topscorers);
            self.push(ThirdRunning, topscorers);
            self.push(Colours, players / 2);
            self.push(StrongColours, players / 2);
        }
        self.push(DownAgain, residents);
        self.push(UpAgain, movers);
        self.push(DownTwoAgo, residents);
        self.push(UpTwoAgo, movers);
        for criterion in
            [DownAgainDifference, UpAgainDifference, DownTwoAgoDifference, UpTwoAgoDifference]
        {
            self.push_levels(criterion, bracket);
        }
    }

    fn push(&mut self, criterion: Criterion, most: usize) {
        if most > 0 {
            self.first[criterion as usize] = Some(self.terms.len());
            self.terms.push((Term::Criterion(criterion), most));
        }
    }

    /// Adds one term for each number of points that movers have.
    fn push_levels(&mut self, criterion: Criterion, bracket: &Bracket<'_>) {
        let first = self.first[criterion as usize];
        self.first[criterion as usize] = first.or(Some(self.terms.len()));
        for level in &self.levels {
            let score = |mover: &&usize| bracket.field.players[**mover].score == *level;
            let count = bracket.movers.iter().filter(score).count();
            self.terms.push((Term::Criterion(criterion), count));
        }
    }

    fn level(&self, score: u32) -> usize {
        self.levels.iter().position(|level| *level == score).unwrap_or(self.levels.len())
    }

    /// Tells what a pair of this bracket, the higher ranked player first, adds to
    /// the terms.
    pub(super) fn pair(
        &self,
        bracket: &Bracket<'_>,
        (higher, lower): (usize, usize),
        mut add: impl FnMut(usize, i64),
    ) {
        use Criterion::*;
        let mut tell = |criterion: Criterion, offset: usize, value: i64| {
            if let Some(first) = self.first[criterion as usize] {
                add(first + offset, value);
            }
        };
        let (a, b) = (&bracket.field.players[higher], &bracket.field.players[lower]);
        tell(Pairs, 0, 1);
        if self.counts_colours {
            let cost = colour_cost(a.record(), b.record());
            tell(WideDifference, 0, -i64::from(cost.wide_difference));
            tell(ThirdRunning, 0, -i64::from(cost.third_running));
            tell(Colours, 0, -i64::from(cost.unmet));
            tell(StrongColours, 0, -i64::from(cost.strong_unmet));
        }
        let is_mover = bracket.is_mover(higher);
        let level = self.level(a.score);
        if is_mover {
            tell(FloaterScores, level, 1);
        }
        let rounds_ago = [
            (DownAgain, UpAgain, DownAgainDifference, UpAgainDifference),
            (DownTwoAgo, UpTwoAgo, DownTwoAgoDifference, UpTwoAgoDifference),
        ];
        for (ago, (down, up, down_difference, up_difference)) in rounds_ago.into_iter().enumerate()
        {
            let a_down = i64::from(a.floats[ago] == Float::Down);
            let b_down = i64::from(b.floats[ago] == Float::Down);
            let b_up = i64::from(b.floats[ago] == Float::Up);
            if is_mover {
                tell(down, 0, b_down);
                tell(up, 0, -b_up);
                tell(down_difference, level, a_down);
                tell(up_difference, level, -b_up);
            } else {
                tell(down, 0, a_down + b_down);
            }
        }
    }

    /// Tells what a pair with a player of the next group adds to the terms.
    pub(super) fn pair_below(
        &self,
        bracket: &Bracket<'_>,
        higher: usize,
        mut add: impl FnMut(usize, i64),
    ) {
        let Some(first) = self.first[Criterion::NextGroup as usize] else { return };
        add(first, 1);
        if higher < bracket.next.start {
            let score = bracket.field.players[higher].score;
            add(first + 1 + self.level(score), 1);
        }
    }

    /// Tells what the bye of a player of this bracket adds to the terms.
    pub(super) fn bye(
        &self,
        bracket: &Bracket<'_>,
        player: usize,
        mut add: impl FnMut(usize, i64),
    ) {
        if let Some(first) = self.first[Criterion::ByeGames as usize] {
            add(first, bracket.field.players[player].games as i64);
        }
    }
}
