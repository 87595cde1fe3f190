//! Who may meet whom, and why nobody can be paired.

use std::fmt;

use super::Colours;
use super::completion::can_pair_all;
use super::contender::{Contender, View};
use super::set::Set;
use crate::tournament::{Colour, PlayerNumber};

/// A rule that no pairing may break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbsoluteRule {
    /// C1: nobody meets the same opponent twice.
    Rematch,
    /// C2: nobody has a second bye, or one after a win without a game.
    SecondBye,
    /// The tournament forbids some players to meet.
    ForbiddenPair,
    /// C3: two players who must not get the same side again do not meet when it is
    /// the same one.
    SameSide,
}

impl fmt::Display for AbsoluteRule {
    /// Writes what breaks the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            AbsoluteRule::Rematch => "a rematch",
            AbsoluteRule::SecondBye => "a second bye",
            AbsoluteRule::ForbiddenPair => "a forbidden pair",
            AbsoluteRule::SameSide => "giving somebody one side too often",
        })
    }
}

/// Returns the rules that hold in a round.
pub(super) fn rules(colours: Colours) -> Vec<AbsoluteRule> {
    use AbsoluteRule::*;
    match colours {
        Colours::Count => vec![Rematch, SecondBye, ForbiddenPair, SameSide],
        Colours::Ignore => vec![Rematch, SecondBye, ForbiddenPair],
    }
}

/// Returns for each player those he may meet by some rules.
pub(super) fn may_meet(view: &View<'_>, players: &[Contender], rules: &[AbsoluteRule]) -> Vec<Set> {
    let everybody = Set::of(players.len(), 0..players.len());
    let mut may_meet = vec![everybody; players.len()];
    for (place, set) in may_meet.iter_mut().enumerate() {
        set.remove(place);
    }
    for rule in rules {
        match rule {
            AbsoluteRule::Rematch => remove_met(view, players, &mut may_meet),
            AbsoluteRule::SecondBye => {}
            AbsoluteRule::ForbiddenPair => remove_forbidden(view, players, &mut may_meet),
            AbsoluteRule::SameSide => remove_clashes(players, &mut may_meet),
        }
    }
    may_meet
}

/// Returns rules that cannot all be kept, when not all of some can; without any of
/// them the others could be.
pub(super) fn obstacles(
    view: &View<'_>,
    players: &[Contender],
    mut rules: Vec<AbsoluteRule>,
) -> Vec<AbsoluteRule> {
    for rule in rules.clone().into_iter().rev() {
        let others: Vec<_> = rules.iter().copied().filter(|other| *other != rule).collect();
        if !can_keep(view, players, &others) {
            rules = others;
        }
    }
    rules
}

fn can_keep(view: &View<'_>, players: &[Contender], rules: &[AbsoluteRule]) -> bool {
    let strict = rules.contains(&AbsoluteRule::SecondBye);
    let may_have_bye = |place: usize| !strict || players[place].may_have_bye;
    let may_meet = may_meet(view, players, rules);
    let everybody: Vec<usize> = (0..players.len()).collect();
    can_pair(&may_meet, &everybody, may_have_bye)
}

/// Says whether some players can all be paired with one another, one of an odd
/// number having the bye.
pub(super) fn can_pair(
    may_meet: &[Set],
    players: &[usize],
    may_have_bye: impl Fn(usize) -> bool,
) -> bool {
    let count = players.len().next_multiple_of(2);
    let mut places = vec![None; may_meet.len()];
    players.iter().enumerate().for_each(|(place, player)| places[*player] = Some(place));
    let among = |player: &usize| {
        Set::of(count, may_meet[*player].members().filter_map(|opponent| places[opponent]))
    };
    let mut sets: Vec<Set> = players.iter().map(among).collect();
    if players.len() < count {
        let bye = players.len();
        let candidates = Set::of(count, (0..bye).filter(|place| may_have_bye(players[*place])));
        candidates.members().for_each(|candidate| sets[candidate].insert(bye));
        sets.push(candidates);
    }
    can_pair_all(&sets)
}

/// Finds the places of players by their numbers.
struct Places<'a> {
    view: &'a View<'a>,
    /// For each player of the tournament.
    places: Vec<Option<usize>>,
}

impl<'a> Places<'a> {
    fn of(view: &'a View<'a>, players: &[Contender]) -> Places<'a> {
        let mut places = vec![None; view.tournament.players().len()];
        for (place, player) in players.iter().enumerate() {
            places[player.index] = Some(place);
        }
        Places { view, places }
    }

    fn find(&self, number: PlayerNumber) -> Option<usize> {
        self.view.tournament.index_of(number).and_then(|index| self.places[index])
    }
}

/// C1: nobody meets the same opponent twice. A game that was not played does not
/// count as met.
fn remove_met(view: &View<'_>, players: &[Contender], may_meet: &mut [Set]) {
    let places = Places::of(view, players);
    for (player, set) in players.iter().zip(may_meet) {
        let entries = &view.tournament.players()[player.index].entries;
        let opponents = entries.iter().filter_map(|entry| entry.game()).map(|game| game.opponent);
        opponents.filter_map(|opponent| places.find(opponent)).for_each(|place| set.remove(place));
    }
}

fn remove_forbidden(view: &View<'_>, players: &[Contender], may_meet: &mut [Set]) {
    let places = Places::of(view, players);
    for forbidden in view.tournament.forbidden() {
        if (forbidden.first..=forbidden.last).contains(&view.round) {
            let members: Vec<usize> =
                forbidden.players.iter().filter_map(|number| places.find(*number)).collect();
            let set = Set::of(players.len(), members.iter().copied());
            members.iter().for_each(|member| may_meet[*member].remove_all(&set));
        }
    }
}

/// C3: players who must not get the same colour do not meet, unless one of them is
/// a topscorer.
fn remove_clashes(players: &[Contender], may_meet: &mut [Set]) {
    for colour in [Colour::White, Colour::Black] {
        let must_have = |place: &usize| {
            let player = &players[*place];
            let wants = player.preference.colour == Some(colour);
            wants && player.preference.is_absolute() && !player.is_topscorer
        };
        let clash = Set::of(players.len(), (0..players.len()).filter(must_have));
        clash.members().for_each(|place| may_meet[place].remove_all(&clash));
    }
}
