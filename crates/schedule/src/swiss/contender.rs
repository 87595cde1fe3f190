//! One player of the round to be paired.

use super::colours::{ColourRecord, Preference};
use crate::tournament::{Bye, Colour, Entry, Player, Points, Round, Tournament};

/// Whether a player met somebody with fewer or more points in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// An equal one, or no game and no points.
    None,
    /// One with fewer points, or points without a game.
    Down,
    /// One with more points.
    Up,
}

/// A player of the round to be paired and all that the rules ask about him.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    /// His place in the list of players of the tournament.
    pub(super) index: usize,
    /// The points that count for pairing, virtual ones included, in tenths.
    pub(super) score: u32,
    /// The points of the standings, in tenths.
    pub(super) standing: u32,
    pub(super) preference: Preference,
    /// The colours of the games played, oldest first.
    pub(super) colours: Vec<Colour>,
    /// The pairing number among those who have taken part so far.
    pub(super) effective_number: usize,
    /// The floats of the last round and of the one before it.
    pub(super) floats: [Float; 2],
    /// Whether he may still get the pairing-allocated bye (C2).
    pub(super) may_have_bye: bool,
    /// How many games he played.
    pub(super) games: usize,
    /// Whether he has more than half of the points that could be made; only in
    /// the last round.
    pub(super) is_topscorer: bool,
}

impl Contender {
    pub(super) fn record(&self) -> ColourRecord<'_> {
        ColourRecord {
            preference: self.preference,
            colours: &self.colours,
            number: self.effective_number,
        }
    }
}

/// Looks at the players of a tournament from the round to be paired.
pub(super) struct View<'a> {
    pub(super) tournament: &'a Tournament,
    /// The round to be paired.
    pub(super) round: Round,
    pub(super) is_last_round: bool,
}

impl View<'_> {
    /// Says whether a player is to be paired: he asked for no bye in the round.
    pub(super) fn is_active(&self, player: &Player) -> bool {
        player.entry(self.round) == Entry::Blank
    }

    /// Says whether a player was paired before or is to be paired now.
    pub(super) fn has_taken_part(&self, player: &Player) -> bool {
        let mut rounds = Round::first(self.round.get() - 1);
        self.is_active(player) || rounds.any(|round| player.entry(round).is_paired())
    }

    pub(super) fn contender(&self, index: usize, effective_number: usize) -> Contender {
        let player = &self.tournament.players()[index];
        let played = self.round.get() - 1;
        let entries = || Round::first(played).map(|round| player.entry(round));
        let colours: Vec<Colour> = entries().filter_map(Entry::colour).collect();
        let standing = self.tournament.points_after(player, played);
        let score = standing + self.tournament.virtual_points(player.number, self.round);
        let system = self.tournament.point_system();
        let most = played as u32 * system.win.max(system.draw).tenths();
        let free = |entry: Entry| {
            entry == Entry::Bye(Bye::PairingAllocated)
                || entry.game().is_none() && system.of(entry) >= system.win
        };
        Contender {
            index,
            score: score.tenths(),
            standing: standing.tenths(),
            preference: Preference::of(&colours),
            colours,
            effective_number,
            floats: [self.float(player, 1), self.float(player, 2)],
            may_have_bye: !entries().any(free),
            games: entries().filter(|entry| entry.game().is_some()).count(),
            is_topscorer: self.is_last_round && 2 * score.tenths() > most,
        }
    }

    fn float(&self, player: &Player, rounds_back: usize) -> Float {
        let Some(round) = Round::new(self.round.get().saturating_sub(rounds_back)) else {
            return Float::None;
        };
        let system = self.tournament.point_system();
        match player.entry(round) {
            Entry::Played(game) => {
                let opponent = self.tournament.index_of(game.opponent);
                let opponent = opponent.map(|index| &self.tournament.players()[index]);
                let own = self.score_before(player, round);
                match opponent.map(|opponent| self.score_before(opponent, round)) {
                    Some(other) if own > other => Float::Down,
                    Some(other) if own < other => Float::Up,
                    _ => Float::None,
                }
            }
            entry if system.of(entry) > system.loss => Float::Down,
            _ => Float::None,
        }
    }

    fn score_before(&self, player: &Player, round: Round) -> Points {
        let points = self.tournament.points_after(player, round.get() - 1);
        points + self.tournament.virtual_points(player.number, round)
    }
}
