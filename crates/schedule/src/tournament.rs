//! A tournament so far: who plays, and what everybody did in every round.
//!
//! Swiss pairing, tie-breaks and the TRF file all look at the same
//! [`Tournament`]. It is built from a [`TournamentDraft`], by a reader of TRF
//! files or from stored results, and holds what the draft promised: everybody's
//! opponent says the same about their game, from the other side.

mod acceleration;
mod check;
mod entry;
mod forbidden;
mod point_system;
mod points;

use std::collections::BTreeMap;
use std::fmt;

pub use acceleration::Acceleration;
pub use check::{TournamentError, TournamentProblem};
pub use entry::{Bye, Colour, Entry, Forfeit, Game, Outcome, Scoring};
pub use forbidden::Forbidden;
pub use point_system::PointSystem;
pub use points::{MAX_POINTS, ParsePointsError, Points};

/// Most players of a tournament.
pub const MAX_PLAYERS: usize = 9_999;
/// Most rounds of a tournament.
pub const MAX_ROUNDS: usize = 99;
/// Highest rating of a player.
pub const MAX_RATING: u16 = 9_999;

/// A pairing number, from 1 to [`MAX_PLAYERS`]: the smaller, the higher seeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNumber(u16);

impl PlayerNumber {
    /// Returns the number, or nothing when it is 0 or above [`MAX_PLAYERS`].
    pub fn new(number: usize) -> Option<PlayerNumber> {
        let number = u16::try_from(number).ok()?;
        (1..=MAX_PLAYERS).contains(&usize::from(number)).then_some(PlayerNumber(number))
    }

    /// Returns it as a plain number.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A round, from 1 to [`MAX_ROUNDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(u8);

impl Round {
    /// The first round.
    pub const FIRST: Round = Round(1);
    /// The last round that a tournament can have, [`MAX_ROUNDS`].
    pub const LAST: Round = Round(MAX_ROUNDS as u8);

    /// Returns the round, or nothing when it is 0 or above [`MAX_ROUNDS`].
    pub fn new(round: usize) -> Option<Round> {
        let round = u8::try_from(round).ok()?;
        (1..=MAX_ROUNDS).contains(&usize::from(round)).then_some(Round(round))
    }

    /// Returns it as a plain number, from 1.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the first so many rounds; those above [`MAX_ROUNDS`] do not exist.
    pub fn first(rounds: usize) -> impl DoubleEndedIterator<Item = Round> + Clone {
        (1..=rounds.min(MAX_ROUNDS)).filter_map(Round::new)
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One player and what he did in every round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The pairing number. Those of a tournament may have gaps.
    pub number: PlayerNumber,
    /// The name.
    pub name: String,
    /// The rating, when he has one, at most [`MAX_RATING`].
    pub rating: Option<u16>,
    /// What he did in each round from the first; rounds after the last one are
    /// [`Entry::Blank`].
    pub entries: Vec<Entry>,
}

impl Player {
    /// Returns what the player did in a round.
    pub fn entry(&self, round: Round) -> Entry {
        self.entries.get(round.get() - 1).copied().unwrap_or(Entry::Blank)
    }
}

/// What a [`Tournament`] is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentDraft {
    /// The name of the tournament.
    pub name: String,
    /// The players, in any order.
    pub players: Vec<Player>,
    /// What a win, a draw, a bye… is worth.
    pub points: PointSystem,
    /// How many rounds there will be, when that is known.
    pub total_rounds: Option<Round>,
    /// The colour of the first player in the first round, when it was drawn.
    pub initial_colour: Option<Colour>,
    /// Points that count for pairing only.
    pub acceleration: Acceleration,
    /// Players that may not meet.
    pub forbidden: Vec<Forbidden>,
    /// The pairing system as a code of TRF record 192 without its `_BAKU`, for
    /// example `FIDE_DUTCH`.
    pub system: Option<String>,
    /// Every meeting is played from both sides, so that pairing need not balance them.
    pub ignores_sides: bool,
}

/// The crosstable of a tournament so far.
///
/// Nobody plays himself, every opponent exists and mirrors the game: the same
/// kind of entry, the other colour, a result that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    draft: TournamentDraft,
    /// Where each pairing number stands in the list of players.
    indices: BTreeMap<PlayerNumber, usize>,
    /// Which groups of players that may not meet a player is in.
    groups_of: BTreeMap<PlayerNumber, Vec<usize>>,
    rounds_paired: usize,
}

impl Tournament {
    /// Sorts the players by number and checks that everything fits together.
    ///
    /// # Errors
    /// Names the first player and round that contradict another or the rest.
    pub fn new(mut draft: TournamentDraft) -> Result<Tournament, TournamentError> {
        draft.players.sort_by_key(|player| player.number);
        for player in &mut draft.players {
            let used = player.entries.iter().rposition(|entry| *entry != Entry::Blank);
            player.entries.truncate(used.map_or(0, |last| last + 1));
        }
        draft.acceleration.drop_zeros();
        let indices = check::indices(&draft.players)?;
        check::check(&draft, &indices)?;
        let paired = |player: &Player| player.entries.iter().rposition(|e| e.is_paired());
        let last = draft.players.iter().filter_map(paired).max();
        let rounds_paired = last.map_or(0, |last| last + 1);
        let mut groups_of: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (group, forbidden) in draft.forbidden.iter().enumerate() {
            forbidden.players.iter().for_each(|&p| groups_of.entry(p).or_default().push(group));
        }
        Ok(Tournament { draft, indices, groups_of, rounds_paired })
    }

    /// Returns the name of the tournament.
    pub fn name(&self) -> &str {
        &self.draft.name
    }

    /// Returns the players in order of their pairing numbers.
    pub fn players(&self) -> &[Player] {
        &self.draft.players
    }

    /// Returns where a player stands in [`Self::players`].
    pub fn index_of(&self, number: PlayerNumber) -> Option<usize> {
        self.indices.get(&number).copied()
    }

    /// Returns how many rounds have been paired: up to the last one in which
    /// anybody has an opponent or the pairing-allocated bye. Byes asked for in
    /// later rounds do not count.
    pub fn rounds_paired(&self) -> usize {
        self.rounds_paired
    }

    /// Returns how many rounds there will be, when that is known.
    pub fn total_rounds(&self) -> Option<Round> {
        self.draft.total_rounds
    }

    /// Returns what the results are worth.
    pub fn point_system(&self) -> &PointSystem {
        &self.draft.points
    }

    /// Returns the colour of the first player in round 1, when it was drawn.
    pub fn initial_colour(&self) -> Option<Colour> {
        self.draft.initial_colour
    }

    /// Returns the code of the pairing system, as in TRF record 192.
    pub fn system(&self) -> Option<&str> {
        self.draft.system.as_deref()
    }

    /// Says whether pairing ignores who played which side.
    pub fn ignores_sides(&self) -> bool {
        self.draft.ignores_sides
    }

    /// Returns how the points for pairing differ from those of the standings.
    pub fn acceleration(&self) -> &Acceleration {
        &self.draft.acceleration
    }

    /// Returns the players that may not meet.
    pub fn forbidden(&self) -> &[Forbidden] {
        &self.draft.forbidden
    }

    /// Says whether the rules of this tournament forbid two players to meet in a round.
    pub fn is_forbidden(&self, a: PlayerNumber, b: PlayerNumber, round: Round) -> bool {
        let mut groups = self.groups_of.get(&a).into_iter().flatten();
        groups.any(|&group| self.draft.forbidden[group].forbids(a, b, round))
    }

    /// Returns the points of a player after so many rounds, without virtual points.
    pub fn points_after(&self, player: &Player, rounds: usize) -> Points {
        let entries = Round::first(rounds).map(|round| player.entry(round));
        entries.map(|entry| self.draft.points.of(entry)).sum()
    }

    /// Returns the points of a player in all rounds paired, without virtual points.
    pub fn points(&self, player: &Player) -> Points {
        self.points_after(player, self.rounds_paired)
    }

    /// Returns what the pairing of a round adds to a player's points.
    pub fn virtual_points(&self, player: PlayerNumber, round: Round) -> Points {
        self.draft.acceleration.virtual_points(self, player, round)
    }

    /// Returns the draft again, to add a round and make the next tournament of it.
    pub fn into_draft(self) -> TournamentDraft {
        self.draft
    }
}
