//! Swiss pairing: the Dutch system of FIDE, edition 2026.
//!
//! [`pair`] makes the next round of a [`Tournament`]: players with equal points
//! meet, nobody meets the same opponent twice, colours alternate, and of an odd
//! number of players one has the bye. The rules (FIDE Handbook C.04.1 and
//! C.04.3, applied from February 2026) ask for one definite pairing, and this is
//! it: there is no chance in it, and the same tournament is always paired alike.
//! [`explain`] says in words why players float down and who gets the bye.
//!
//! ```text
//! field ─► bracket ─► search: the first pairing without a flaw ─┬─► next bracket …
//! (who may   (one score  └─ none soon? exact: weigh all pairings ┘     ─► colours
//!  meet)      group)
//! ```
//!
//! ```
//! use ayo_schedule::swiss::{Settings, pair};
//! use ayo_schedule::{Player, PlayerNumber, Round, Tournament, TournamentDraft};
//!
//! let player = |number| Player { number, name: String::new(), rating: None, entries: vec![] };
//! let tournament = Tournament::new(TournamentDraft {
//!     players: (1..=5).filter_map(PlayerNumber::new).map(player).collect(),
//!     total_rounds: Round::new(3),
//!     ..TournamentDraft::default()
//! })?;
//! let pairing = pair(&tournament, &Settings::default())?;
//! assert_eq!(pairing.pairs[0].white.get(), 1);
//! assert_eq!(pairing.pairs[0].black.get(), 3);
//! assert_eq!(pairing.bye, PlayerNumber::new(5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What this deliberately does not do: no other systems, no earlier editions of
//! the rules, no second meetings when the legal pairings have run out, no results.

mod bracket;
mod colours;
mod completion;
mod contender;
mod criteria;
mod exact;
mod explanation;
mod field;
mod lanes;
mod legality;
mod matching;
mod room;
mod search;
mod set;
mod weighing;

pub use criteria::Criterion;
pub use explanation::{Decision, Left, explain};
pub use legality::AbsoluteRule;

use std::cmp::Reverse;

use crate::tournament::{Colour, PlayerNumber, Round, Tournament};
use bracket::{Bracket, Split};
use colours::higher_colour;
use field::Field;

/// Most players that are weighed against one another: the largest group that can
/// be paired when no pairing of it is without a flaw. Where one is, as in any
/// ordinary round, groups may be larger.
pub const MAX_WEIGHED_PLAYERS: usize = 2_000;

/// Whether colours count for who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// They count: one game a pairing.
    #[default]
    Count,
    /// They do not (C3 and C10 to C13 are dropped): a pairing is a meeting in
    /// which both play both sides. The colours of the pairing are those of its
    /// first game and follow the same rules from first game to first game.
    Ignore,
}

impl Colours {
    /// Returns what the tournament says of itself.
    #[must_use]
    pub fn of(tournament: &Tournament) -> Colours {
        if tournament.ignores_sides() { Colours::Ignore } else { Colours::Count }
    }
}

/// How to pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether colours count.
    pub colours: Colours,
    /// The colour of the first player in round 1, unless the tournament knows it.
    pub initial_colour: Colour,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { colours: Colours::Count, initial_colour: Colour::White }
    }
}

/// Two players who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The player who begins.
    pub white: PlayerNumber,
    /// His opponent.
    pub black: PlayerNumber,
}

/// The pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round.
    pub round: Round,
    /// The pairs in board order: by the points of the higher player, by those of
    /// the lower one, then by the number of the higher one.
    pub pairs: Vec<Pair>,
    /// The player with the pairing-allocated bye, in an odd field.
    pub bye: Option<PlayerNumber>,
}

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// The last round matters to the rules, so it must be known.
    #[error("the total number of rounds is unknown: add it to the tournament (TRF record 142)")]
    TotalRoundsUnknown,
    /// All rounds are paired.
    #[error(
        "{} paired already",
        if total.get() == 1 { "the only round is".to_owned() } else { format!("all {total} rounds are") }
    )]
    NoRoundLeft {
        /// The total number of rounds.
        total: Round,
    },
    /// Fewer than two players take part.
    #[error(
        "a round needs at least 2 players, but {active} {} part in this one",
        if *active == 1 { "takes" } else { "take" }
    )]
    TooFewPlayers {
        /// How many take part.
        active: usize,
    },
    /// No pairing obeys the absolute rules.
    #[error(
        "no pairing without {} exists for the {players} players left in round {round}: end the \
         tournament here, and plan fewer rounds next time",
        listed(rules)
    )]
    NoPairing {
        /// The round.
        round: Round,
        /// How many players take part.
        players: usize,
        /// Rules that cannot all be kept; any one of them could be broken to pair the
        /// round.
        rules: Vec<AbsoluteRule>,
    },
    /// A group without a simple pairing has more than [`MAX_WEIGHED_PLAYERS`], or
    /// floaters with hundreds of different scores.
    #[error(
        "the histories are too tangled: a group of too many players, or of too many different \
         scores, has no simple pairing"
    )]
    TooTangled,
}

/// Lists rules with commas and "or".
fn listed(rules: &[AbsoluteRule]) -> String {
    let names: Vec<String> = rules.iter().map(AbsoluteRule::to_string).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Pairs the next round of a tournament.
///
/// Players with a bye in that round are left out.
///
/// # Errors
/// Says why there is no next round or no legal pairing of it.
pub fn pair(tournament: &Tournament, settings: &Settings) -> Result<Pairing, PairingError> {
    let field = Field::new(tournament, settings)?;
    let places = pair_field(&field, Method::SearchFirst)?;
    Ok(places.into_pairing(tournament, &field))
}

/// How brackets are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// By search, and by weighing those where the search finds nothing.
    SearchFirst,
    /// All by weighing: slower, and always the same pairing.
    #[cfg(test)]
    WeighAll,
}

/// The pairing of a field, by places.
#[derive(Debug, PartialEq, Eq)]
struct Places {
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

fn pair_field(field: &Field, method: Method) -> Result<Places, PairingError> {
    brackets(field, method, |_, _| Ok(()))
}

/// Pairs bracket after bracket, and shows each to somebody.
fn brackets(
    field: &Field,
    method: Method,
    mut show: impl FnMut(&Bracket<'_>, &Split) -> Result<(), PairingError>,
) -> Result<Places, PairingError> {
    let mut pairs = Vec::with_capacity(field.len() / 2);
    let mut movers = Vec::new();
    for (index, residents) in field.groups.iter().enumerate() {
        let next = field.groups.get(index + 1).cloned().unwrap_or(field.len()..field.len());
        let bracket = Bracket { field, movers, residents: residents.clone(), next };
        let split = pair_bracket(&bracket, method)?;
        show(&bracket, &split)?;
        pairs.extend(split.pairs);
        movers = split.floaters;
    }
    debug_assert!(movers.len() <= 1, "only one player can have the bye");
    Ok(Places { pairs, bye: movers.first().copied() })
}

fn pair_bracket(bracket: &Bracket<'_>, method: Method) -> Result<Split, PairingError> {
    let found = match method {
        Method::SearchFirst => search::pair(bracket),
        #[cfg(test)]
        Method::WeighAll => None,
    };
    match found {
        Some(split) => Ok(split),
        None => exact::pair(bracket),
    }
}

impl Places {
    fn into_pairing(self, tournament: &Tournament, field: &Field) -> Pairing {
        let number = |place: usize| tournament.players()[field.players[place].index].number;
        let mut pairs = self.pairs;
        pairs.sort_by_key(|pair| board_order(field, *pair));
        let with_colours = |(higher, lower): (usize, usize)| {
            let (a, b) = (&field.players[higher], &field.players[lower]);
            let (white, black) = match higher_colour(a.record(), b.record(), field.initial) {
                Colour::White => (higher, lower),
                Colour::Black => (lower, higher),
            };
            Pair { white: number(white), black: number(black) }
        };
        Pairing {
            round: field.round,
            pairs: pairs.into_iter().map(with_colours).collect(),
            bye: self.bye.map(number),
        }
    }
}

/// Orders pairs by the points of the standings, without virtual ones.
fn board_order(field: &Field, (a, b): (usize, usize)) -> impl Ord {
    let rank = |place: usize| {
        let player = &field.players[place];
        (Reverse(player.standing), player.index)
    };
    let (higher, lower) = (rank(a).min(rank(b)), rank(a).max(rank(b)));
    (higher.0, lower.0, higher.1)
}

#[cfg(test)]
mod tests;
