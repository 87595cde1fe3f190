//! Rounds paired by bbpPairings 6.0.0, and what must be refused.

use ayo_schedule::swiss::{PairingError, Settings, pair};
use ayo_schedule::{
    Bye, Colour, Entry, Forfeit, Game, Outcome, Player, PlayerNumber, Round, Scoring, Tournament,
    TournamentDraft,
};

/// Rounds with the pairing they must get: `case`, the players, `pairs` or `refused`.
const ROUNDS: &str = include_str!("data/dutch.txt");

fn entry(text: &str) -> Entry {
    let bye = match text {
        "U" => Bye::PairingAllocated,
        "H" => Bye::Half,
        "F" => Bye::Full,
        "Z" => Bye::Zero,
        _ => {
            let (opponent, rest) = text.split_at(text.len() - 2);
            let (colour, result) = rest.split_at(1);
            let opponent = PlayerNumber::new(opponent.parse().unwrap()).unwrap();
            let colour = Some(if colour == "w" { Colour::White } else { Colour::Black });
            let outcome = match result {
                "1" => Outcome::Win,
                "=" => Outcome::Draw,
                "0" => Outcome::Loss,
                _ => return Entry::Forfeited(Forfeit { opponent, colour, won: result == "+" }),
            };
            return Entry::Played(Game { opponent, colour, outcome, scoring: Scoring::Rated });
        }
    };
    Entry::Bye(bye)
}

fn tournament<'a>(head: &str, players: impl Iterator<Item = &'a str>) -> Tournament {
    let mut head = head.split(' ').skip(1);
    let player = |(index, line): (usize, &str)| Player {
        number: PlayerNumber::new(index + 1).unwrap(),
        name: format!("bot{}", index + 1),
        rating: None,
        entries: line.split(' ').filter(|text| *text != ".").map(entry).collect(),
    };
    Tournament::new(TournamentDraft {
        total_rounds: Round::new(head.next().unwrap().parse().unwrap()),
        initial_colour: Some(if head.next() == Some("w") { Colour::White } else { Colour::Black }),
        players: players.enumerate().map(player).collect(),
        ..TournamentDraft::default()
    })
    .unwrap()
}

fn paired(tournament: &Tournament) -> String {
    match pair(tournament, &Settings::default()) {
        Ok(pairing) => {
            let mut text = String::from("pairs");
            for pair in &pairing.pairs {
                text.push_str(&format!(" {}-{}", pair.white, pair.black));
            }
            pairing.bye.iter().for_each(|bye| text.push_str(&format!(" bye {bye}")));
            text
        }
        Err(PairingError::NoPairing { .. }) => "refused".to_owned(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn equals_bbp_pairings() {
    let mut cases = 0;
    let mut wrong = Vec::new();
    for case in ROUNDS.split("\ncase ").skip(1) {
        let lines: Vec<&str> = case.lines().collect();
        let (head, players) = (lines[0], &lines[1..lines.len() - 1]);
        let found = paired(&tournament(head, players.iter().copied()));
        if found != lines[lines.len() - 1] {
            wrong.push(format!("{head}\n found {found}\n right {}", lines[lines.len() - 1]));
        }
        cases += 1;
    }
    assert!(wrong.is_empty(), "{} of {cases} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(cases, 304);
}
