//! Random tournaments with everything that happens in real ones.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::swiss::Pairing;
use crate::tournament::{
    Acceleration, Bye, Colour, Entry, Forbidden, Forfeit, Game, Outcome, Player, PlayerNumber,
    PointSystem, Points, Round, Scoring, Tournament, TournamentDraft,
};

/// A tournament that is played round by round.
pub(super) struct Simulation {
    random: ChaCha8Rng,
    tournament: Tournament,
    /// Percent of the players who ask for a bye, of forfeits, of withdrawals.
    mess: u64,
    draws: u64,
    gone: Vec<bool>,
}

impl Simulation {
    /// Draws the settings of a tournament; one of the percentages of the pairs may
    /// not meet.
    pub(super) fn new(
        seed: u64,
        players: RangeInclusive<usize>,
        forbidden_percent: &[u64],
    ) -> Simulation {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut below = |limit: u64| random.next_u64() % limit;
        let spread = (players.end() - players.start() + 1) as u64;
        let count = players.start() + below(spread) as usize;
        let number = |number| PlayerNumber::new(number).unwrap();
        let rounds = 1 + below((count as u64 + 1).clamp(2, 12));
        let three = PointSystem {
            win: Points::from_tenths(30),
            draw: Points::from_tenths(10),
            pairing_bye: Points::from_tenths(30),
            ..PointSystem::STANDARD
        };
        let mut explicit = BTreeMap::new();
        for player in 1..=count {
            for round in 1..=rounds {
                let points = Points::from_tenths(5 * below(3) as u32);
                explicit.insert((number(player), Round::new(round as usize).unwrap()), points);
            }
        }
        let density = forbidden_percent[below(forbidden_percent.len() as u64) as usize];
        let mut forbidden = Vec::new();
        for (a, b) in (1..=count).flat_map(|b| (1..b).map(move |a| (a, b))) {
            if below(100) < density {
                let players = vec![number(a), number(b)];
                let last = Round::new(1 + below(8) as usize).unwrap();
                forbidden.push(Forbidden { players, first: Round::FIRST, last });
            }
        }
        let draft = TournamentDraft {
            players: (1..=count).map(|player| new_player(number(player))).collect(),
            points: if below(4) == 0 { three } else { PointSystem::STANDARD },
            total_rounds: Round::new(rounds as usize),
            initial_colour: Some(if below(2) == 0 { Colour::White } else { Colour::Black }),
            acceleration: match below(6) {
                0 => Acceleration::Baku,
                1 => Acceleration::Explicit(explicit),
                _ => Acceleration::Off,
            },
            forbidden,
            ..TournamentDraft::default()
        };
        let (mess, draws) = ([0, 3, 12][below(3) as usize], [10, 30, 80][below(3) as usize]);
        let tournament = Tournament::new(draft).unwrap();
        Simulation { random, tournament, mess, draws, gone: vec![false; count] }
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.random.next_u64() % 100 < percent
    }

    /// Lets players ask for byes in the next round; nothing after the last one.
    pub(super) fn next_round(&mut self) -> Option<Tournament> {
        let next = self.tournament.rounds_paired();
        if next >= self.tournament.total_rounds()?.get() {
            return None;
        }
        let mut draft = self.tournament.clone().into_draft();
        for (index, player) in draft.players.iter_mut().enumerate() {
            let mess = self.mess;
            self.gone[index] |= self.percent(mess / 3);
            let asks = self.percent(mess);
            let bye = match self.random.next_u64() % 5 {
                _ if self.gone[index] => Bye::Zero,
                _ if !asks => continue,
                0 => Bye::Full,
                1 | 2 => Bye::Half,
                _ => Bye::Zero,
            };
            player.entries.resize(next, Entry::Blank);
            player.entries.push(Entry::Bye(bye));
        }
        self.tournament = Tournament::new(draft).unwrap();
        Some(self.tournament.clone())
    }

    /// Plays a round.
    pub(super) fn play(&mut self, pairing: &Pairing) {
        let round = pairing.round.get() - 1;
        let mut draft = self.tournament.clone().into_draft();
        let mut put = |number: PlayerNumber, entry| {
            let entries = &mut draft.players[number.get() - 1].entries;
            entries.resize(round, Entry::Blank);
            entries.push(entry);
        };
        for pair in &pairing.pairs {
            let (white, black) = (pair.white, pair.black);
            let forfeit = self.percent(self.mess / 2);
            let luck = self.random.next_u64() % 3;
            let draw = self.percent(self.draws);
            let sides = [(white, black, Colour::White), (black, white, Colour::Black)];
            for (side, (player, opponent, colour)) in sides.into_iter().enumerate() {
                let won = luck == side as u64;
                let colour = Some(colour);
                let outcome = match (draw, won) {
                    (true, _) => Outcome::Draw,
                    (false, true) => Outcome::Win,
                    (false, false) if luck == 2 => Outcome::Draw,
                    (false, false) => Outcome::Loss,
                };
                let entry = if forfeit {
                    Entry::Forfeited(Forfeit { opponent, colour, won })
                } else {
                    let scoring = Scoring::Rated;
                    Entry::Played(Game { opponent, colour, outcome, scoring })
                };
                put(player, entry);
            }
        }
        if let Some(bye) = pairing.bye {
            put(bye, Entry::Bye(Bye::PairingAllocated));
        }
        self.tournament = Tournament::new(draft).unwrap();
    }
}

/// Says which round of which tournament it is.
pub(super) fn describe(tournament: &Tournament) -> String {
    let rounds = tournament.total_rounds().map_or(0, Round::get);
    let round = tournament.rounds_paired() + 1;
    format!("{} players, round {round} of {rounds}", tournament.players().len())
}

fn new_player(number: PlayerNumber) -> Player {
    Player { number, name: format!("bot{number}"), rating: None, entries: Vec::new() }
}
