//! Virtual points that spread a large field in the first rounds.

use std::collections::BTreeMap;

use super::{PlayerNumber, Points, Round, Tournament};

/// Points that count when a round is paired, but not in the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Acceleration {
    /// None.
    #[default]
    Off,
    /// The Baku method (FIDE C.04.7): the first half of the numbers, rounded up
    /// to an even number of players, get a win's points in the first quarter of
    /// the rounds and half of that in the second.
    Baku,
    /// These points for these players in these rounds, and none elsewhere.
    Explicit(BTreeMap<(PlayerNumber, Round), Points>),
}

impl Acceleration {
    /// Drops what makes no difference.
    pub(super) fn drop_zeros(&mut self) {
        if let Acceleration::Explicit(points) = self {
            points.retain(|_, points| *points != Points::ZERO);
            if points.is_empty() {
                *self = Acceleration::Off;
            }
        }
    }

    pub(super) fn virtual_points(
        &self,
        tournament: &Tournament,
        player: PlayerNumber,
        round: Round,
    ) -> Points {
        match self {
            Acceleration::Off => Points::ZERO,
            Acceleration::Baku => baku(tournament, player, round),
            Acceleration::Explicit(points) => {
                points.get(&(player, round)).copied().unwrap_or_default()
            }
        }
    }
}

fn baku(tournament: &Tournament, player: PlayerNumber, round: Round) -> Points {
    let accelerated = tournament.total_rounds().map_or(0, Round::get).div_ceil(2);
    let group = 2 * tournament.players().len().div_ceil(4);
    let in_group = tournament.index_of(player).is_some_and(|index| index < group);
    let win = tournament.point_system().win;
    if !in_group || round.get() > accelerated {
        Points::ZERO
    } else if round.get() <= accelerated.div_ceil(2) {
        win
    } else {
        Points::from_tenths(win.tenths() / 2)
    }
}
