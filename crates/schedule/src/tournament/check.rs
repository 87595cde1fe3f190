//! What must hold between the players of a tournament.

use std::collections::BTreeMap;

use super::{
    Acceleration, Bye, Entry, MAX_PLAYERS, MAX_POINTS, MAX_RATING, MAX_ROUNDS, Outcome, Player,
    PlayerNumber, Points, Round, Scoring, TournamentDraft,
};

/// What contradicts the rest of a tournament, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// Too many players.
    #[error("a tournament has at most {MAX_PLAYERS} players, not {players}")]
    TooManyPlayers {
        /// How many there are.
        players: usize,
    },
    /// Two players have the same number.
    #[error("two players have number {number}; give one of them another")]
    SameNumber {
        /// The number.
        number: PlayerNumber,
    },
    /// A rating is too high.
    #[error("player {number} has a rating of {rating}, more than {MAX_RATING}")]
    HighRating {
        /// Whose rating.
        number: PlayerNumber,
        /// The rating.
        rating: u16,
    },
    /// One player's entry in one round is impossible.
    #[error("player {player}, round {round}: {problem}")]
    Entry {
        /// Whose entry.
        player: PlayerNumber,
        /// In which round, from 1.
        round: usize,
        /// What is wrong with it.
        problem: TournamentProblem,
    },
    /// A group of players that may not meet is no group.
    #[error("players that may not meet must be at least two different ones that exist: {group}")]
    Forbidden {
        /// The numbers given.
        group: String,
    },
    /// Virtual points of a player that does not exist.
    #[error("player {player} has virtual points in round {round} but does not exist")]
    NobodyAccelerated {
        /// The number given.
        player: PlayerNumber,
        /// The first round given.
        round: Round,
    },
    /// Baku acceleration needs the number of rounds.
    #[error("Baku acceleration needs the total number of rounds")]
    BakuWithoutRounds,
    /// A result is worth too much.
    #[error("a result is worth at most {MAX_POINTS} points, not {points}")]
    TooManyPoints {
        /// What it is worth.
        points: Points,
    },
}

/// What is wrong with one player's entry in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentProblem {
    /// The round is later than the last.
    #[error(
        "the tournament has only {total_rounds} round{}",
        if *total_rounds == 1 { "" } else { "s" }
    )]
    LateRound {
        /// How many it has.
        total_rounds: usize,
    },
    /// The opponent is not in the list.
    #[error("opponent {0} does not exist")]
    NoSuchOpponent(PlayerNumber),
    /// The player has himself as opponent.
    #[error("nobody plays himself")]
    Himself,
    /// The opponent has another opponent.
    #[error("opponent {0} does not have this player as opponent")]
    NotMirrored(PlayerNumber),
    /// A game against a forfeit, or games counted in different ways.
    #[error("opponent {0} says that it was another kind of result")]
    OtherKind(PlayerNumber),
    /// Both have the same colour, or only one of them has one.
    #[error("opponent {0} does not have the other colour")]
    SameColour(PlayerNumber),
    /// The results cannot both be right.
    #[error("opponent {0} has a result that does not fit")]
    Results(PlayerNumber),
    /// Two players have the pairing-allocated bye of a round.
    #[error("player {0} has the pairing-allocated bye of this round already")]
    SecondByeOfRound(PlayerNumber),
    /// One player has the pairing-allocated bye twice.
    #[error("the player had the pairing-allocated bye in round {0} already")]
    SecondByeOfPlayer(Round),
}

/// Returns where each number stands in the sorted list of players.
pub(super) fn indices(
    players: &[Player],
) -> Result<BTreeMap<PlayerNumber, usize>, TournamentError> {
    if players.len() > MAX_PLAYERS {
        return Err(TournamentError::TooManyPlayers { players: players.len() });
    }
    if let Some(pair) = players.windows(2).find(|pair| pair[0].number == pair[1].number) {
        return Err(TournamentError::SameNumber { number: pair[0].number });
    }
    Ok(players.iter().enumerate().map(|(index, player)| (player.number, index)).collect())
}

pub(super) fn check(
    draft: &TournamentDraft,
    indices: &BTreeMap<PlayerNumber, usize>,
) -> Result<(), TournamentError> {
    let system = draft.points;
    let values = [
        system.win,
        system.draw,
        system.loss,
        system.pairing_bye,
        system.absence,
        system.forfeit_loss,
    ];
    values.into_iter().try_for_each(check_points)?;
    for player in &draft.players {
        if let Some(rating) = player.rating.filter(|&rating| rating > MAX_RATING) {
            return Err(TournamentError::HighRating { number: player.number, rating });
        }
        check_rounds(draft, player)?;
        for (round, &entry) in (1..).zip(&player.entries) {
            let opponent = |number| indices.get(&number).map(|&index| &draft.players[index]);
            check_entry(player, round, entry, opponent).map_err(|problem| {
                TournamentError::Entry { player: player.number, round, problem }
            })?;
            if let Entry::Played(super::Game { scoring: Scoring::Exactly(points), .. }) = entry {
                check_points(points)?;
            }
        }
    }
    check_byes(&draft.players)?;
    check_forbidden(draft, indices)?;
    check_acceleration(draft, indices)
}

fn check_points(points: Points) -> Result<(), TournamentError> {
    if points > MAX_POINTS { Err(TournamentError::TooManyPoints { points }) } else { Ok(()) }
}

fn check_rounds(draft: &TournamentDraft, player: &Player) -> Result<(), TournamentError> {
    let total_rounds = draft.total_rounds.map_or(MAX_ROUNDS, Round::get);
    if player.entries.len() <= total_rounds {
        return Ok(());
    }
    let problem = TournamentProblem::LateRound { total_rounds };
    Err(TournamentError::Entry { player: player.number, round: total_rounds + 1, problem })
}

fn check_entry<'a>(
    player: &Player,
    round: usize,
    entry: Entry,
    opponent: impl Fn(PlayerNumber) -> Option<&'a Player>,
) -> Result<(), TournamentProblem> {
    let Some(number) = entry.opponent() else { return Ok(()) };
    if number == player.number {
        return Err(TournamentProblem::Himself);
    }
    let opponent = opponent(number).ok_or(TournamentProblem::NoSuchOpponent(number))?;
    let other = opponent.entries.get(round - 1).copied().unwrap_or(Entry::Blank);
    if other.opponent() != Some(player.number) {
        return Err(TournamentProblem::NotMirrored(number));
    }
    check_mirror(entry, other, number)
}

/// Compares the two sides of one meeting.
fn check_mirror(a: Entry, b: Entry, opponent: PlayerNumber) -> Result<(), TournamentProblem> {
    let (colours, fits) = match (a, b) {
        (Entry::Played(a), Entry::Played(b)) => {
            let unrated = |scoring| scoring == Scoring::Unrated;
            let exactly = |scoring| matches!(scoring, Scoring::Exactly(_));
            let free = exactly(a.scoring) || exactly(b.scoring);
            if !free && unrated(a.scoring) != unrated(b.scoring) {
                return Err(TournamentProblem::OtherKind(opponent));
            }
            // An arbiter may give both a loss, or one of them half a point; but
            // who has won leaves nothing to the other.
            let lost = |outcome| outcome == Outcome::Loss;
            let won = |outcome| outcome == Outcome::Win;
            let fits = (!won(a.outcome) || lost(b.outcome)) && (!won(b.outcome) || lost(a.outcome));
            ([a.colour, b.colour], fits)
        }
        (Entry::Forfeited(a), Entry::Forfeited(b)) => ([a.colour, b.colour], !(a.won && b.won)),
        _ => return Err(TournamentProblem::OtherKind(opponent)),
    };
    if colours[0] != colours[1].map(super::Colour::other) {
        return Err(TournamentProblem::SameColour(opponent));
    }
    if fits { Ok(()) } else { Err(TournamentProblem::Results(opponent)) }
}

/// Nobody gets the pairing-allocated bye twice, and a round has one at most.
fn check_byes(players: &[Player]) -> Result<(), TournamentError> {
    let mut owners = [None; MAX_ROUNDS];
    for player in players {
        let mut had = None;
        for (round, &entry) in Round::first(MAX_ROUNDS).zip(&player.entries) {
            if entry != Entry::Bye(Bye::PairingAllocated) {
                continue;
            }
            let owner = owners[round.get() - 1].replace(player.number);
            let problem = match (had.replace(round), owner) {
                (Some(earlier), _) => TournamentProblem::SecondByeOfPlayer(earlier),
                (None, Some(owner)) => TournamentProblem::SecondByeOfRound(owner),
                (None, None) => continue,
            };
            let round = round.get();
            return Err(TournamentError::Entry { player: player.number, round, problem });
        }
    }
    Ok(())
}

fn check_forbidden(
    draft: &TournamentDraft,
    indices: &BTreeMap<PlayerNumber, usize>,
) -> Result<(), TournamentError> {
    for forbidden in &draft.forbidden {
        let mut players = forbidden.players.clone();
        players.sort_unstable();
        players.dedup();
        let all_exist = players.iter().all(|number| indices.contains_key(number));
        if players.len() < 2 || players.len() != forbidden.players.len() || !all_exist {
            let group: Vec<_> = forbidden.players.iter().map(ToString::to_string).collect();
            return Err(TournamentError::Forbidden { group: group.join(" ") });
        }
    }
    Ok(())
}

fn check_acceleration(
    draft: &TournamentDraft,
    indices: &BTreeMap<PlayerNumber, usize>,
) -> Result<(), TournamentError> {
    match &draft.acceleration {
        Acceleration::Off => Ok(()),
        Acceleration::Baku if draft.total_rounds.is_none() => {
            Err(TournamentError::BakuWithoutRounds)
        }
        Acceleration::Baku => Ok(()),
        Acceleration::Explicit(points) => {
            points.values().copied().try_for_each(check_points)?;
            let nobody = points.keys().find(|(player, _)| !indices.contains_key(player));
            nobody.map_or(Ok(()), |&(player, round)| {
                Err(TournamentError::NobodyAccelerated { player, round })
            })
        }
    }
}
