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
        let spread = (players.end() - players.start() + 1) as u64;
        let count = players.start() + below(&mut random, spread) as usize;
        let rounds = 1 + below(&mut random, (count as u64 + 1).clamp(2, 12)) as usize;
        let chance = below(&mut random, forbidden_percent.len() as u64) as usize;
        let draft = TournamentDraft {
            players: (1..=count).map(new_player).collect(),
            points: points(&mut random),
            total_rounds: Round::new(rounds),
            initial_colour: Some([Colour::White, Colour::Black][below(&mut random, 2) as usize]),
            acceleration: acceleration(&mut random, count, rounds),
            forbidden: forbidden(&mut random, count, forbidden_percent[chance]),
            ..TournamentDraft::default()
        };
        let mess = [0, 3, 12][below(&mut random, 3) as usize];
        let draws = [10, 30, 80][below(&mut random, 3) as usize];
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

fn below(random: &mut ChaCha8Rng, limit: u64) -> u64 {
    random.next_u64() % limit
}

fn number(number: usize) -> PlayerNumber {
    PlayerNumber::new(number).unwrap()
}

fn new_player(player: usize) -> Player {
    let name = format!("bot{player}");
    Player { number: number(player), name, rating: None, entries: Vec::new() }
}

/// In every fourth tournament a win is worth three points.
fn points(random: &mut ChaCha8Rng) -> PointSystem {
    let three = PointSystem {
        win: Points::from_tenths(30),
        draw: Points::from_tenths(10),
        pairing_bye: Points::from_tenths(30),
        ..PointSystem::STANDARD
    };
    if below(random, 4) == 0 { three } else { PointSystem::STANDARD }
}

fn acceleration(random: &mut ChaCha8Rng, players: usize, rounds: usize) -> Acceleration {
    match below(random, 6) {
        0 => Acceleration::Baku,
        1 => {
            let mut points = BTreeMap::new();
            for key in (1..=players).flat_map(|player| (1..=rounds).map(move |r| (player, r))) {
                let key = (number(key.0), Round::new(key.1).unwrap());
                points.insert(key, Points::from_tenths(5 * below(random, 3) as u32));
            }
            Acceleration::Explicit(points)
        }
        _ => Acceleration::Off,
    }
}

fn forbidden(random: &mut ChaCha8Rng, players: usize, percent: u64) -> Vec<Forbidden> {
    let mut forbidden = Vec::new();
    for (a, b) in (1..=players).flat_map(|b| (1..b).map(move |a| (a, b))) {
        if below(random, 100) < percent {
            let players = vec![number(a), number(b)];
            let last = Round::new(1 + below(random, 8) as usize).unwrap();
            forbidden.push(Forbidden { players, first: Round::FIRST, last });
        }
    }
    forbidden
}
