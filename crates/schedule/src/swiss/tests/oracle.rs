//! Swiss pairing by trying everything, for a handful of players.
//!
//! Every legal pairing of the round is listed; the rules are applied to them
//! literally, bracket by bracket; of the best ones the first that the procedure of
//! the rules generates is taken. It shares nothing with the engine but the types
//! of a tournament.

use std::collections::BTreeMap;

use crate::tournament::{Bye, Colour, Entry, Player, PlayerNumber, Round, Tournament};

/// One player; all points in tenths.
#[derive(Clone, Debug)]
struct Person {
    number: PlayerNumber,
    score: i64,
    standing: i64,
    /// Colours of the games played, oldest first.
    colours: Vec<Colour>,
    met: Vec<PlayerNumber>,
    had_free_points: bool,
    unplayed: i64,
    /// -1 down, 1 up: last round, the one before.
    floats: [i64; 2],
    topscorer: bool,
    place_in_draw: usize,
}

/// A pairing of everybody: pairs of indices and the one with the bye.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Whole {
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

/// What the oracle says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// White and Black, sorted.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) bye: Option<usize>,
    /// For everybody left in a bracket: the player, and which place of the list of
    /// criteria is the first that is worse when he is not left (`None`: there is no
    /// such pairing; past the end: none is worse).
    pub(super) reasons: Reasons,
}

/// The value of a candidate: C6 to C21, less is better.
type Value = Vec<Vec<i64>>;

fn wish(colours: &[Colour]) -> (Option<Colour>, u8, i64) {
    let white = colours.iter().filter(|colour| **colour == Colour::White).count() as i64;
    let difference = 2 * white - colours.len() as i64;
    let last_two: Vec<Colour> = colours.iter().rev().take(2).copied().collect();
    let repeated = last_two.len() == 2 && last_two[0] == last_two[1];
    let balance = if difference > 0 { Colour::Black } else { Colour::White };
    if difference.abs() > 1 {
        (Some(balance), 3, difference)
    } else if repeated {
        (Some(last_two[0].other()), 3, difference)
    } else if difference != 0 {
        (Some(balance), 2, difference)
    } else if colours.is_empty() {
        (None, 0, difference)
    } else {
        (Some(last_two[0].other()), 1, difference)
    }
}

/// The rounds so far.
struct Past<'a> {
    tournament: &'a Tournament,
    rounds: usize,
}

impl Past<'_> {
    fn history(&self, player: &Player) -> Vec<Entry> {
        (1..=self.rounds).map(|round| player.entry(Round::new(round).unwrap())).collect()
    }

    fn person(&self, player: &Player, place_in_draw: usize) -> Person {
        let system = self.tournament.point_system();
        let history = self.history(player);
        let games = history.iter().filter_map(|entry| entry.game());
        let best = i64::from(system.win.max(system.draw).tenths()) * self.rounds as i64;
        let last_round = self.tournament.total_rounds().unwrap().get() == self.rounds + 1;
        let score = self.points_for(player, self.rounds + 1);
        let is_free = |entry: &Entry| {
            *entry == Entry::Bye(Bye::PairingAllocated)
                || entry.game().is_none() && system.of(*entry) >= system.win
        };
        Person {
            number: player.number,
            score,
            standing: self.points(player, self.rounds),
            colours: games.clone().filter_map(|game| game.colour).collect(),
            met: games.clone().map(|game| game.opponent).collect(),
            had_free_points: history.iter().any(is_free),
            unplayed: self.rounds as i64 - games.count() as i64,
            floats: [self.float(player, 1), self.float(player, 2)],
            topscorer: last_round && 2 * score > best,
            place_in_draw,
        }
    }

    fn points(&self, player: &Player, rounds: usize) -> i64 {
        let history = self.history(player);
        let system = self.tournament.point_system();
        history[..rounds].iter().map(|entry| i64::from(system.of(*entry).tenths())).sum()
    }

    /// The points that counted when a round was paired.
    fn points_for(&self, player: &Player, round: usize) -> i64 {
        let extra = self.tournament.virtual_points(player.number, Round::new(round).unwrap());
        self.points(player, round - 1) + i64::from(extra.tenths())
    }

    fn float(&self, player: &Player, back: usize) -> i64 {
        let system = self.tournament.point_system();
        match self.rounds.checked_sub(back).map(|index| self.history(player)[index]) {
            None => 0,
            Some(Entry::Played(game)) => {
                let round = self.rounds + 1 - back;
                let other = self.tournament.index_of(game.opponent).unwrap();
                let other = self.points_for(&self.tournament.players()[other], round);
                (other - self.points_for(player, round)).signum()
            }
            Some(entry) => -i64::from(system.of(entry) > system.loss),
        }
    }
}

pub(super) struct Oracle {
    people: Vec<Person>,
    with_colours: bool,
    initial: Colour,
    forbidden: Vec<(PlayerNumber, PlayerNumber)>,
}

impl Oracle {
    pub(super) fn new(tournament: &Tournament, with_colours: bool) -> Oracle {
        let now = Round::new(tournament.rounds_paired() + 1).unwrap();
        let past = Past { tournament, rounds: tournament.rounds_paired() };
        let mut people = Vec::new();
        let mut seen = 0;
        for player in tournament.players() {
            let active = player.entry(now) == Entry::Blank;
            seen += usize::from(active || past.history(player).iter().any(|e| e.is_paired()));
            if active {
                people.push(past.person(player, seen));
            }
        }
        people.sort_by_key(|person| (-person.score, person.number));
        let numbers = || tournament.players().iter().map(|player| player.number);
        let forbidden = numbers()
            .flat_map(|a| numbers().map(move |b| (a, b)))
            .filter(|(a, b)| a != b && tournament.is_forbidden(*a, *b, now))
            .collect();
        let initial = tournament.initial_colour().unwrap_or(Colour::White);
        Oracle { people, with_colours, initial, forbidden }
    }

    pub(super) fn number(&self, person: usize) -> usize {
        self.people[person].number.get()
    }

    fn legal(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.people[a], &self.people[b]);
        let (wish_a, wish_b) = (wish(&a.colours), wish(&b.colours));
        let same = wish_a.1 == 3 && wish_b.1 == 3 && wish_a.0 == wish_b.0;
        let clash = self.with_colours && same && !a.topscorer && !b.topscorer;
        let met = a.met.contains(&b.number);
        let forbidden = self.forbidden.contains(&(a.number, b.number));
        !met && !forbidden && !clash
    }

    /// Lists all legal pairings of some people.
    fn wholes(&self, people: &[usize]) -> Vec<Whole> {
        let Some((&first, others)) = people.split_first() else {
            return vec![Whole { pairs: vec![], bye: None }];
        };
        let mut wholes = Vec::new();
        for &other in others.iter().filter(|other| self.legal(first, **other)) {
            let rest: Vec<usize> = others.iter().copied().filter(|p| *p != other).collect();
            for mut whole in self.wholes(&rest) {
                whole.pairs.push((first, other));
                wholes.push(whole);
            }
        }
        if people.len() % 2 == 1 && !self.people[first].had_free_points {
            for mut whole in self.wholes(others) {
                whole.bye = Some(first);
                wholes.push(whole);
            }
        }
        wholes
    }

    /// Says whether only players with more points could have the bye instead of a
    /// person, and one of them legally.
    pub(super) fn would_go_up(&self, person: usize) -> bool {
        let score = self.people[person].score;
        let mut others = (0..self.people.len()).filter(|other| *other != person);
        let alike =
            |other: usize| !self.people[other].had_free_points && self.people[other].score == score;
        let everybody: Vec<usize> = (0..self.people.len()).collect();
        let byes = self.wholes(&everybody).into_iter().filter_map(|whole| whole.bye);
        !others.any(alike) && byes.map(|bye| self.people[bye].score).any(|other| other > score)
    }

    /// Pairs the round; nothing when there is no legal pairing.
    pub(super) fn pair(&self) -> Option<Verdict> {
        let mut left: Vec<usize> = (0..self.people.len()).collect();
        let bye_score = |whole: &Whole| whole.bye.map(|bye| self.people[bye].score);
        let wholes = self.wholes(&left);
        let least = wholes.iter().map(bye_score).min()?;
        let mut verdict = Verdict { pairs: vec![], bye: None, reasons: vec![] };
        let mut movers: Vec<usize> = Vec::new();
        let mut scores: Vec<i64> = self.people.iter().map(|person| person.score).collect();
        scores.dedup();
        for (index, score) in scores.iter().enumerate() {
            let residents: Vec<usize> =
                left.iter().copied().filter(|p| self.people[*p].score == *score).collect();
            let wholes = self.wholes(&left);
            let legal = wholes.into_iter().filter(|whole| bye_score(whole) == least);
            let next = scores.get(index + 1).copied();
            let bracket = Bracket { oracle: self, movers, residents, next };
            let (pairs, floaters, reasons) = bracket.best(legal.collect());
            left.retain(|p| !pairs.iter().any(|(a, b)| a == p || b == p));
            verdict.pairs.extend(&pairs);
            verdict.reasons.extend(reasons);
            movers = floaters;
        }
        verdict.bye = movers.first().copied();
        for pair in &mut verdict.pairs {
            if self.colour(pair.0, pair.1) == Colour::Black {
                *pair = (pair.1, pair.0);
            }
        }
        verdict.pairs.sort_by_key(|(a, b)| {
            let (a, b) = (&self.people[*a], &self.people[*b]);
            let (high, low) =
                if (a.standing, b.number) > (b.standing, a.number) { (a, b) } else { (b, a) };
            (-high.standing, -low.standing, high.number)
        });
        Some(verdict)
    }

    /// Returns the colour of the first, higher ranked person.
    fn colour(&self, a: usize, b: usize) -> Colour {
        let (a, b) = (&self.people[a], &self.people[b]);
        let ((wish_a, strength_a, difference_a), (wish_b, strength_b, difference_b)) =
            (wish(&a.colours), wish(&b.colours));
        let Some(wish_a) = wish_a else {
            let odd = a.place_in_draw % 2 == 1;
            let by_draw = if odd { self.initial } else { self.initial.other() };
            return wish_b.map_or(by_draw, Colour::other);
        };
        if wish_b != Some(wish_a) {
            return wish_a;
        }
        let mut strengths = (i64::from(strength_a), i64::from(strength_b));
        if strengths == (3, 3) {
            strengths = (difference_a.abs(), difference_b.abs());
        }
        if strengths.0 != strengths.1 {
            return if strengths.0 > strengths.1 { wish_a } else { wish_a.other() };
        }
        let mut newest_first = a.colours.iter().rev().zip(b.colours.iter().rev());
        newest_first.find(|(a, b)| a != b).map_or(wish_a, |(a, _)| a.other())
    }
}

struct Bracket<'a> {
    oracle: &'a Oracle,
    movers: Vec<usize>,
    residents: Vec<usize>,
    next: Option<i64>,
}

type Pairs = Vec<(usize, usize)>;

/// Why people are left in a bracket, as in [`Verdict`].
type Reasons = Vec<(usize, Option<usize>)>;

impl Bracket<'_> {
    fn people(&self) -> Vec<usize> {
        self.movers.iter().chain(&self.residents).copied().collect()
    }

    /// Finds the best candidate, those left, and why they are.
    fn best(&self, wholes: Vec<Whole>) -> (Pairs, Vec<usize>, Reasons) {
        let mut values: BTreeMap<Pairs, Value> = BTreeMap::new();
        for whole in &wholes {
            let inside = |p: &usize| self.movers.contains(p) || self.residents.contains(p);
            let mut pairs: Pairs =
                whole.pairs.iter().copied().filter(|(a, b)| inside(a) && inside(b)).collect();
            if pairs.iter().any(|(a, b)| self.movers.contains(a) && self.movers.contains(b)) {
                continue;
            }
            pairs.sort_unstable();
            let value = self.value(&pairs, whole);
            let best = values.entry(pairs).or_insert_with(|| value.clone());
            *best = value.min(best.clone());
        }
        let best = values.values().min().unwrap().clone();
        let moved = |pairs: &Pairs| pairs.iter().filter(|(a, _)| self.movers.contains(a)).count();
        let some = values.iter().find(|(_, value)| **value == best).unwrap().0;
        let order = self.generate(some.len(), moved(some));
        let first = order.into_iter().find(|pairs| values.get(pairs) == Some(&best));
        let first = first.expect("the procedure generates every candidate");
        let paired = |pairs: &Pairs, p: usize| pairs.iter().any(|(a, b)| *a == p || *b == p);
        let floaters: Vec<usize> =
            self.people().into_iter().filter(|p| !paired(&first, *p)).collect();
        let reason = |floater: &usize| {
            let others = values.iter().filter(|(pairs, _)| paired(pairs, *floater));
            let other = others.map(|(_, value)| value).min();
            let worse = other.map(|other| {
                let differs = best.iter().zip(other).position(|(a, b)| a != b);
                differs.unwrap_or(best.len())
            });
            (*floater, worse)
        };
        let reasons = floaters.iter().map(reason).collect();
        (first, floaters, reasons)
    }

    /// Returns C6 to C21 of the pairs of a bracket within a pairing of everybody.
    fn value(&self, pairs: &Pairs, whole: &Whole) -> Value {
        let all = &self.oracle.people;
        let paired = |p: &usize| pairs.iter().any(|(a, b)| a == p || b == p);
        let left: Vec<usize> = self.people().into_iter().filter(|p| !paired(p)).collect();
        let descending = |people: &[usize]| {
            let mut scores: Vec<i64> = people.iter().map(|p| all[*p].score).collect();
            scores.sort_unstable_by(|a, b| b.cmp(a));
            scores
        };
        let is_bye = left.len() == 1 && whole.bye == Some(left[0]);
        let mut value = vec![
            vec![left.len() as i64],
            descending(&left),
            self.next_value(&left, whole),
            vec![if is_bye { all[left[0]].unplayed } else { 0 }],
        ];
        value.extend(self.colour_values(pairs));
        let movers = |p: &usize| self.movers.contains(p);
        let count = |n: usize| vec![n as i64];
        for ago in [0, 1] {
            let down = left.iter().filter(|p| !movers(p) && all[**p].floats[ago] == -1);
            let up = pairs.iter().filter(|(a, b)| movers(a) && all[*b].floats[ago] == 1);
            value.extend([count(down.count()), count(up.count())]);
        }
        for ago in [0, 1] {
            let far = 1_000_000;
            let difference = |a: usize, b: usize| all[a].score - all[b].score;
            let met = pairs.iter().filter(|(a, _)| movers(a));
            let down = met.clone().filter(|(a, _)| all[*a].floats[ago] == -1);
            let mut down: Vec<i64> = down.map(|(a, b)| difference(*a, *b)).collect();
            let again = left.iter().filter(|p| movers(p) && all[**p].floats[ago] == -1);
            down.extend(again.map(|p| far + all[*p].score));
            let up = met.filter(|(_, b)| all[*b].floats[ago] == 1);
            let mut up: Vec<i64> = up.map(|(a, b)| difference(*a, *b)).collect();
            down.sort_unstable_by(|a, b| b.cmp(a));
            up.sort_unstable_by(|a, b| b.cmp(a));
            value.extend([down, up]);
        }
        value
    }

    /// C8: those left in the next bracket, and their scores.
    fn next_value(&self, left: &[usize], whole: &Whole) -> Vec<i64> {
        let all = &self.oracle.people;
        let Some(next) = self.next else { return vec![] };
        let residents = (0..all.len()).filter(|p| all[*p].score == next);
        let mut open: Vec<usize> = left.iter().copied().chain(residents).collect();
        for (a, b) in &whole.pairs {
            let both = open.contains(a) && open.contains(b);
            if both && (all[*a].score == next || all[*b].score == next) {
                open.retain(|p| p != a && p != b);
            }
        }
        let mut scores: Vec<i64> = open.iter().map(|p| all[*p].score).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        std::iter::once(open.len() as i64).chain(scores).collect()
    }

    /// C10 to C13.
    fn colour_values(&self, pairs: &Pairs) -> Value {
        let mut counts = [0; 4];
        for (a, b) in pairs.iter().filter(|_| self.oracle.with_colours) {
            let higher = self.oracle.colour(*a, *b);
            let people = [(*a, *b, higher), (*b, *a, higher.other())];
            for (person, opponent, colour) in people {
                let (person, opponent) =
                    (&self.oracle.people[person], &self.oracle.people[opponent]);
                let (wanted, strength, difference) = wish(&person.colours);
                if wanted.is_none_or(|wanted| wanted == colour) {
                    continue;
                }
                counts[2] += 1;
                counts[3] += i64::from(strength == 2);
                // Only a topscorer or his opponent can be here with an absolute wish.
                if strength == 3 && wish(&opponent.colours).1 == 3 {
                    let change = if colour == Colour::White { 1 } else { -1 };
                    counts[0] += i64::from((difference + change).abs() > 2);
                    let last = person.colours.iter().rev().take(2);
                    counts[1] += i64::from(last.filter(|last| **last == colour).count() == 2);
                }
            }
        }
        counts.into_iter().map(|count| vec![count]).collect()
    }

    /// Lists the candidates with so many pairs, so many of them with movers, in the
    /// order of the rules.
    fn generate(&self, pairs: usize, with_movers: usize) -> Vec<Pairs> {
        let mut all = Vec::new();
        for movers in subsets(&self.movers, with_movers) {
            for opponents in arrangements(&self.residents, with_movers) {
                let left: Vec<usize> =
                    self.residents.iter().copied().filter(|p| !opponents.contains(p)).collect();
                if left.len() < 2 * (pairs - with_movers) {
                    continue;
                }
                for rest in homogeneous(&left, pairs - with_movers) {
                    let mut candidate: Pairs =
                        movers.iter().copied().zip(opponents.iter().copied()).collect();
                    candidate.extend(rest);
                    candidate.sort_unstable();
                    all.push(candidate);
                }
            }
        }
        all
    }
}

/// Lists all choices of so many things, in lexicographic order.
fn subsets(things: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (index, thing) in things.iter().enumerate() {
        for mut rest in subsets(&things[index + 1..], count - 1) {
            rest.insert(0, *thing);
            all.push(rest);
        }
    }
    all
}

/// Lists all ways to put so many things in a row, in lexicographic order.
fn arrangements(things: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for thing in things {
        let others: Vec<usize> = things.iter().copied().filter(|other| other != thing).collect();
        for mut rest in arrangements(&others, count - 1) {
            rest.insert(0, *thing);
            all.push(rest);
        }
    }
    all
}

/// Lists the candidates of a homogeneous bracket: exchanges, and for each of them
/// all transpositions.
fn homogeneous(people: &[usize], pairs: usize) -> Vec<Pairs> {
    let bsn = |person: &usize| people.iter().position(|p| p == person).unwrap() as i64;
    let (upper, lower) = people.split_at(pairs);
    let mut exchanges = Vec::new();
    for count in 0..=pairs.min(lower.len()) {
        for leaving in subsets(upper, count) {
            for entering in subsets(lower, count) {
                let sum = |people: &[usize]| people.iter().map(bsn).sum::<i64>();
                let difference = sum(&entering) - sum(&leaving);
                let lowest_first: Vec<i64> = leaving.iter().rev().map(|p| -bsn(p)).collect();
                let key = (count, difference, lowest_first, entering.clone());
                exchanges.push((key, leaving.clone(), entering));
            }
        }
    }
    exchanges.sort();
    let mut all = Vec::new();
    for (_, leaving, entering) in exchanges {
        let change = |half: &[usize], out: &[usize], into: &[usize]| {
            let stay = half.iter().filter(|p| !out.contains(p));
            let mut half: Vec<usize> = stay.chain(into).copied().collect();
            half.sort_unstable();
            half
        };
        let first = change(upper, &leaving, &entering);
        let second = change(lower, &entering, &leaving);
        for row in arrangements(&second, pairs) {
            let pairs = first.iter().zip(&row).map(|(a, b)| (*a.min(b), *a.max(b)));
            all.push(pairs.collect());
        }
    }
    all
}
