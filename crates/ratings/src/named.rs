//! Bots in the order of their names.
//!
//! The bootstrap draws pairs one after the other, so its numbers depend on the order that bots
//! have. A run numbers them as its file does, a list of games by who comes first; in the order
//! of names they are the same.

use crate::{Anchor, Game, Options, Ratings, fit};

/// Rates named bots, as [`fit`] does: the same games of the same names give the same answer,
/// however the bots are numbered.
#[must_use]
pub fn fit_named(names: &[String], games: &[Game], options: &Options) -> Ratings {
    if names.is_sorted() {
        return fit(names.len(), games, options);
    }
    let place = places(names);
    let moved = |bot: u32| place.get(bot as usize).map_or(u32::MAX, |&place| place as u32);
    let games: Vec<Game> = games
        .iter()
        .map(|game| Game { first: moved(game.first), second: moved(game.second), ..*game })
        .collect();
    let anchor = options.anchor.map(|anchor| Anchor { bot: moved(anchor.bot), ..anchor });
    fit(names.len(), &games, &Options { anchor, ..*options }).reordered(&place)
}

/// Returns the place of each name in their order.
pub(crate) fn places(names: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|&bot| &names[bot]);
    let mut place = vec![0; names.len()];
    order.iter().enumerate().for_each(|(k, &bot)| place[bot] = k);
    place
}
