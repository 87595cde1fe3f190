//! Tournaments for tests: written as small tables, or at random.

// Not every test file needs all of them.
#![allow(dead_code)]

use ayo_schedule::{
    Acceleration, Bye, Colour, Entry, Forbidden, Forfeit, Game, Outcome, Player, PlayerNumber,
    PointSystem, Points, Round, Scoring, TournamentDraft,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Returns a player's number.
pub(crate) fn number(number: usize) -> PlayerNumber {
    PlayerNumber::new(number).unwrap()
}

/// Reads entries like `2w1`, `3b-`, `U` or `.`; `4n=` is a game without a colour
/// and `5w1:12` one that is worth 1.2 points.
pub(crate) fn entry(text: &str) -> Entry {
    match text {
        "U" => return Entry::Bye(Bye::PairingAllocated),
        "H" => return Entry::Bye(Bye::Half),
        "F" => return Entry::Bye(Bye::Full),
        "Z" => return Entry::Bye(Bye::Zero),
        "." => return Entry::Blank,
        _ => {}
    }
    let (text, tenths) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
    let (opponent, rest) = text.split_at(text.len() - 2);
    let opponent = number(opponent.parse().unwrap());
    let colour = match &rest[..1] {
        "w" => Some(Colour::White),
        "b" => Some(Colour::Black),
        _ => None,
    };
    let outcome = match &rest[1..] {
        "1" | "W" => Outcome::Win,
        "=" | "D" => Outcome::Draw,
        "0" | "L" => Outcome::Loss,
        forfeit => return Entry::Forfeited(Forfeit { opponent, colour, won: forfeit == "+" }),
    };
    let unrated = ["W", "D", "L"].contains(&&rest[1..]);
    let scoring = match tenths {
        Some(tenths) => Scoring::Exactly(Points::from_tenths(tenths.parse().unwrap())),
        None if unrated => Scoring::Unrated,
        None => Scoring::Rated,
    };
    Entry::Played(Game { opponent, colour, outcome, scoring })
}

/// Reads one player a line, numbered from 1.
pub(crate) fn draft(table: &str) -> TournamentDraft {
    let players = table.lines().enumerate().map(|(index, line)| Player {
        number: number(index + 1),
        name: format!("P{}", index + 1),
        rating: None,
        entries: line.split_whitespace().map(entry).collect(),
    });
    TournamentDraft { players: players.collect(), ..TournamentDraft::default() }
}

/// Returns a number below `below`.
pub(crate) fn below(random: &mut ChaCha8Rng, below: usize) -> usize {
    random.next_u32() as usize % below
}

/// Makes a tournament of up to 12 players and 8 rounds with everything that may
/// happen in one; who meets whom is random, rematches included.
pub(crate) fn random_draft(seed: u64) -> TournamentDraft {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (count, rounds) = (1 + below(&mut random, 12), below(&mut random, 9));
    let mut next_number = 0;
    let gaps = below(&mut random, 2) * 400;
    let mut players: Vec<Player> = (0..count)
        .map(|_| {
            next_number += 1 + below(&mut random, 1 + gaps);
            let rating = below(&mut random, 3000) as u16;
            Player {
                number: number(next_number),
                name: format!("Ọ̀pọ́n {next_number}"),
                rating: (rating > 500).then_some(rating),
                entries: Vec::new(),
            }
        })
        .collect();
    for _ in 0..rounds {
        random_round(&mut random, &mut players);
    }
    // Byes asked for the next round.
    for player in &mut players {
        if below(&mut random, 6) == 0 {
            player
                .entries
                .push(Entry::Bye([Bye::Half, Bye::Full, Bye::Zero][below(&mut random, 3)]));
        }
    }
    let mut draft = TournamentDraft { name: format!("Seed {seed}"), players, ..Default::default() };
    random_settings(&mut random, &mut draft, rounds);
    draft
}

fn random_round(random: &mut ChaCha8Rng, players: &mut [Player]) {
    let mut free: Vec<usize> = (0..players.len()).collect();
    let round = players.iter().map(|player| player.entries.len()).max().unwrap_or(0);
    let u = Entry::Bye(Bye::PairingAllocated);
    let mut bye_given = false;
    while !free.is_empty() {
        let a = free.remove(below(random, free.len()));
        let (kind, had_bye) = (below(random, 12), players[a].entries.contains(&u));
        if free.is_empty() || kind < 2 {
            let mut byes = vec![Bye::Half, Bye::Full, Bye::Zero];
            let mut entry = Entry::Bye(byes.swap_remove(below(random, 3)));
            match below(random, 4) {
                0 if !bye_given && !had_bye => (entry, bye_given) = (u, true),
                1 => entry = Entry::Blank,
                _ => {}
            }
            players[a].entries.push(entry);
            continue;
        }
        let b = free.remove(below(random, free.len()));
        let [x, y] = random_meeting(random, kind, [players[a].number, players[b].number]);
        players[a].entries.push(x);
        players[b].entries.push(y);
    }
    debug_assert!(players.iter().all(|player| player.entries.len() == round + 1));
}

fn random_meeting(random: &mut ChaCha8Rng, kind: usize, [a, b]: [PlayerNumber; 2]) -> [Entry; 2] {
    let colours = match below(random, 5) {
        0 => [None; 2],
        1 | 2 => [Some(Colour::White), Some(Colour::Black)],
        _ => [Some(Colour::Black), Some(Colour::White)],
    };
    if kind < 4 {
        let won = [[true, false], [false, true], [false, false]][below(random, 3)];
        let forfeit = |opponent, side: usize| {
            Entry::Forfeited(Forfeit { opponent, colour: colours[side], won: won[side] })
        };
        return [forfeit(b, 0), forfeit(a, 1)];
    }
    let outcomes = [
        [Outcome::Win, Outcome::Loss],
        [Outcome::Loss, Outcome::Win],
        [Outcome::Draw, Outcome::Draw],
        [Outcome::Loss, Outcome::Loss],
    ][below(random, 4)];
    let scorings = match below(random, 6) {
        0 => {
            let tenths = below(random, 21) as u32;
            [tenths, 20 - tenths].map(|tenths| Scoring::Exactly(Points::from_tenths(tenths)))
        }
        1 => [Scoring::Unrated; 2],
        _ => [Scoring::Rated; 2],
    };
    let game = |opponent, side: usize| {
        let (colour, outcome, scoring) = (colours[side], outcomes[side], scorings[side]);
        Entry::Played(Game { opponent, colour, outcome, scoring })
    };
    [game(b, 0), game(a, 1)]
}

fn random_settings(random: &mut ChaCha8Rng, draft: &mut TournamentDraft, rounds: usize) {
    draft.total_rounds =
        Round::new(rounds + 1 + below(random, 3)).filter(|_| !rounds.is_multiple_of(3));
    draft.initial_colour = [None, Some(Colour::White), Some(Colour::Black)][below(random, 3)];
    draft.system = [None, Some("FIDE_DUTCH".to_string())][below(random, 2)].clone();
    if below(random, 3) == 0 {
        let mut points = || Points::from_tenths(below(random, 31) as u32);
        draft.points = PointSystem {
            win: points(),
            draw: points(),
            loss: points(),
            pairing_bye: points(),
            absence: points(),
            forfeit_loss: points(),
        };
    }
    if draft.players.len() > 2 && below(random, 2) == 0 {
        let [a, b] = [0, 1].map(|index| draft.players[index].number);
        let last = Round::new(rounds + 1).unwrap();
        let forever = Forbidden { players: vec![b, a], first: Round::FIRST, last: Round::LAST };
        let other = draft.players[2].number;
        let short = Forbidden { players: vec![a, other, b], first: last, last };
        draft.forbidden = vec![forever, short];
    }
    match below(random, 3) {
        0 if draft.total_rounds.is_some() && draft.system.is_some() => {
            draft.acceleration = Acceleration::Baku;
        }
        1 => {
            let round = |index: usize| Round::new(index + 1).unwrap();
            let cell = |(index, player): (usize, &Player)| {
                ((player.number, round(index % 3)), Points::from_tenths(5 + index as u32))
            };
            let cells = draft.players.iter().enumerate().map(cell).collect();
            draft.acceleration = Acceleration::Explicit(cells);
        }
        _ => {}
    }
}
