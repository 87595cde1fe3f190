//! Which opening a pair gets.

use ayo_record::Opening;
use ayo_rules::Rules;

use crate::chance::{Chance, Purpose};
use crate::playable::{self, Unplayable};
use crate::random_plies::{RandomPlies, RandomPliesError};
use crate::shuffle;

/// Where openings come from; every pair gets one for both its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// So many random legal moves from the start, other ones for every pair;
    /// 0 is the start position.
    ///
    /// At most [`crate::MAX_RANDOM_PLIES`], and few enough that games go on after
    /// them.
    RandomPlies(u32),
    /// A list, gone through again from its beginning when there are more pairs.
    List {
        /// The openings, at least one.
        openings: Vec<Opening>,
        /// The order in which pairs get them.
        order: Order,
    },
}

/// The order in which pairs get the openings of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// That of the list.
    Sequential,
    /// A random one, another in every pass over the list; within a pass none comes twice.
    Random,
}

/// Why pairs cannot get openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// The list is empty.
    #[error("the list of openings is empty")]
    NoOpenings,
    /// An opening of the list that cannot be played.
    #[error("opening {number} of the list cannot be played")]
    Unplayable {
        /// Which opening, from 1.
        number: usize,
        /// Why not.
        source: Unplayable,
    },
    /// No random openings of this length.
    #[error(transparent)]
    RandomPlies(#[from] RandomPliesError),
}

/// Openings known to be playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Supply {
    RandomPlies(RandomPlies),
    List { openings: Vec<Opening>, order: Order },
}

impl Supply {
    /// Checks every opening under the rules.
    pub(crate) fn new(openings: Openings, rules: Rules) -> Result<Supply, OpeningsError> {
        match openings {
            Openings::RandomPlies(plies) => {
                Ok(Supply::RandomPlies(RandomPlies::new(plies, rules)?))
            }
            Openings::List { openings, .. } if openings.is_empty() => {
                Err(OpeningsError::NoOpenings)
            }
            Openings::List { openings, order } => {
                for (index, opening) in openings.iter().enumerate() {
                    playable::play(opening, rules).map_err(|source| OpeningsError::Unplayable {
                        number: index + 1,
                        source,
                    })?;
                }
                Ok(Supply::List { openings, order })
            }
        }
    }

    /// Returns the opening of a pair, by the number of the pair from 1.
    pub(crate) fn opening(&self, seed: u64, pair: u64) -> Opening {
        match self {
            Supply::RandomPlies(random) => random.opening(seed, pair),
            Supply::List { openings, order } => {
                let count = openings.len() as u64;
                let (pass, place) = ((pair - 1) / count, (pair - 1) % count);
                let index = match order {
                    Order::Sequential => place,
                    Order::Random => {
                        shuffle::card(place, count, Chance::new(seed, Purpose::ListOrder, pass))
                    }
                };
                openings[index as usize].clone()
            }
        }
    }

    /// Returns how many pairs get an opening before the list begins again.
    pub(crate) fn pass_length(&self) -> Option<u64> {
        match self {
            Supply::RandomPlies(_) => None,
            Supply::List { openings, .. } => Some(openings.len() as u64),
        }
    }
}
