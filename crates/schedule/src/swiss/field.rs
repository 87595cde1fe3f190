//! Everybody to be paired in a round, best first, and who may meet whom.

use std::ops::Range;

use super::contender::{Contender, View};
use super::legality::{can_pair, may_meet, obstacles, rules};
use super::set::Set;
use super::{Colours, PairingError, Settings};
use crate::tournament::{Colour, Round, Tournament};

/// The players of a round, by points and then by number: a player's place in this
/// order is his name here.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) players: Vec<Contender>,
    /// For each player, those he may meet (C1 and C3, forbidden pairs).
    pub(super) may_meet: Vec<Set>,
    /// The players with equal points, best first.
    pub(super) groups: Vec<Range<usize>>,
    pub(super) colours: Colours,
    pub(super) initial: Colour,
    pub(super) round: Round,
    pub(super) is_last_round: bool,
    /// The least points that the player with the bye can have (C5); nothing in an
    /// even field.
    pub(super) bye_score: Option<u32>,
}

impl Field {
    /// Looks at a tournament from the round to be paired.
    ///
    /// # Errors
    /// Says why there is no such round, or why nobody can be paired in it.
    pub(super) fn new(tournament: &Tournament, settings: &Settings) -> Result<Field, PairingError> {
        let view = view(tournament)?;
        let mut players = contenders(&view);
        if players.len() < 2 {
            return Err(PairingError::TooFewPlayers { active: players.len() });
        }
        players.sort_by_key(|player| (std::cmp::Reverse(player.score), player.index));
        let mut field = Field {
            may_meet: may_meet(&view, &players, &rules(settings.colours)),
            groups: groups(&players),
            players,
            colours: settings.colours,
            initial: tournament.initial_colour().unwrap_or(settings.initial_colour),
            round: view.round,
            is_last_round: view.is_last_round,
            bye_score: None,
        };
        if field.find_bye() {
            return Ok(field);
        }
        let rules = obstacles(&view, &field.players, rules(settings.colours));
        Err(PairingError::NoPairing { round: field.round, players: field.len(), rules })
    }

    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    pub(super) fn meets(&self, a: usize, b: usize) -> bool {
        self.may_meet[a].contains(b)
    }

    /// Says whether the bye may go to a player: C2, and C5 once that is known.
    pub(super) fn may_have_bye(&self, player: usize) -> bool {
        let player = &self.players[player];
        player.may_have_bye && self.bye_score == Some(player.score)
    }

    /// Says whether there is a legal pairing in which the bye goes to somebody with
    /// more points than a player, while nobody else with his points may have it.
    pub(super) fn could_give_bye_above(&self, player: usize) -> bool {
        let score = self.players[player].score;
        let candidates = || self.players.iter().filter(|other| other.may_have_bye);
        if candidates().filter(|other| other.score == score).count() > 1 {
            return false;
        }
        let mut scores: Vec<u32> = candidates().map(|other| other.score).collect();
        scores.retain(|other| *other > score);
        scores.dedup();
        let all: Vec<usize> = (0..self.len()).collect();
        scores.into_iter().any(|score| self.with_bye_score(score).can_complete(&all))
    }

    fn with_bye_score(&self, score: u32) -> Field {
        Field { bye_score: Some(score), ..self.clone() }
    }

    /// Finds the least points with which somebody can have the bye, in an odd field;
    /// says whether there is a legal pairing.
    fn find_bye(&mut self) -> bool {
        let all: Vec<usize> = (0..self.len()).collect();
        if self.len().is_multiple_of(2) {
            return self.can_complete(&all);
        }
        let candidates = self.players.iter().filter(|player| player.may_have_bye);
        let mut scores: Vec<u32> = candidates.map(|player| player.score).collect();
        scores.sort_unstable();
        scores.dedup();
        scores.into_iter().any(|score| {
            self.bye_score = Some(score);
            self.can_complete(&all)
        })
    }

    /// Says whether some players, in order, can all be paired with one another; of
    /// an odd number one gets the bye.
    pub(super) fn can_complete(&self, players: &[usize]) -> bool {
        self.surely_completes(players)
            || can_pair(&self.may_meet, players, |player| self.may_have_bye(player))
    }

    /// A test that is quick and sometimes does not see that they can.
    ///
    /// When everybody may meet at least half of the players there is a ring through
    /// all of them (Dirac's theorem), and every second edge of it is a pair.
    fn surely_completes(&self, players: &[usize]) -> bool {
        let set = Set::of(self.len(), players.iter().copied());
        let half = players.len() / 2;
        let meets = |player: usize| self.may_meet[player].count_shared(&set);
        if players.len().is_multiple_of(2) {
            return players.iter().all(|player| meets(*player) >= half);
        }
        let Some(bye) = players.iter().rev().copied().find(|p| self.may_have_bye(*p)) else {
            return false;
        };
        let without = |player: usize| meets(player) - usize::from(self.meets(player, bye));
        players.iter().all(|player| *player == bye || without(*player) >= half)
    }
}

fn view(tournament: &Tournament) -> Result<View<'_>, PairingError> {
    let total = tournament.total_rounds().ok_or(PairingError::TotalRoundsUnknown)?;
    let next = tournament.rounds_paired() + 1;
    match Round::new(next).filter(|round| *round <= total) {
        Some(round) => Ok(View { tournament, round, is_last_round: round == total }),
        None => Err(PairingError::NoRoundLeft { total }),
    }
}

fn contenders(view: &View<'_>) -> Vec<Contender> {
    let mut taken_part = 0;
    let mut contenders = Vec::new();
    for (index, player) in view.tournament.players().iter().enumerate() {
        taken_part += usize::from(view.has_taken_part(player));
        if view.is_active(player) {
            contenders.push(view.contender(index, taken_part));
        }
    }
    contenders
}

fn groups(players: &[Contender]) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut start = 0;
    for group in players.chunk_by(|a, b| a.score == b.score) {
        groups.push(start..start + group.len());
        start += group.len();
    }
    groups
}
