//! Who may meet whom: C1, C3 and forbidden pairs.

use super::Colours;
use super::contender::{Contender, View};
use super::set::Set;
use crate::tournament::{Colour, PlayerNumber};

/// Returns for each player those he may meet.
pub(super) fn may_meet(view: &View<'_>, players: &[Contender], colours: Colours) -> Vec<Set> {
    let everybody = Set::of(players.len(), 0..players.len());
    let mut may_meet = vec![everybody; players.len()];
    for (place, set) in may_meet.iter_mut().enumerate() {
        set.remove(place);
    }
    remove_met(view, players, &mut may_meet);
    remove_forbidden(view, players, &mut may_meet);
    if colours == Colours::Count {
        remove_clashes(players, &mut may_meet);
    }
    may_meet
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
