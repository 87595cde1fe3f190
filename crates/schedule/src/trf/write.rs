//! A tournament as the records of a TRF file.

use std::collections::HashMap;

use super::player_record::{Fields, MAX_NAME_CHARACTERS, MAX_SUM, PlayerRecord};
use super::settings::IGNORES_SIDES;
use super::{Record, TrfFile};
use crate::tournament::{
    Acceleration, Colour, Entry, Forbidden, Outcome, Player, PlayerNumber, PointSystem, Points,
    Round, Scoring, Tournament,
};

/// Longest name of a tournament that is written, in characters.
const MAX_TITLE_CHARACTERS: usize = 200;

/// What does not fit into the columns of TRF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrfWriteError {
    /// A player has too many points.
    #[error("player {player} has {points} points, more than the {MAX_SUM} that TRF has room for")]
    TooManyPoints {
        /// The player.
        player: PlayerNumber,
        /// His points.
        points: Points,
    },
}

impl TrfFile {
    /// Writes a tournament with the records of TRF-2026 and, where JaVaFo and
    /// bbpPairings look elsewhere, with theirs too.
    ///
    /// The points are those of all rounds paired, the ranks follow points and
    /// number. Names lose control characters and what is longer than 33
    /// characters, but stay different. A game worth other than the usual points gets a record 299, and
    /// one without a colour a `-`: bbpPairings, which knows no meetings of several
    /// games, refuses both.
    ///
    /// # Errors
    /// Names a player whose points need more than the five columns there are.
    pub fn new(tournament: &Tournament) -> Result<TrfFile, TrfWriteError> {
        let mut records = Vec::new();
        let mut text = |text: String| records.push(Record::Text(text.trim_end().to_string()));
        text(format!("012 {}", printable(tournament.name(), MAX_TITLE_CHARACTERS)));
        settings(tournament).into_iter().for_each(&mut text);
        let (names, ranks) = (names(tournament.players()), ranks(tournament));
        for ((player, name), rank) in tournament.players().iter().zip(names).zip(ranks) {
            records.push(Record::Player(player_record(tournament, player, name, rank)?));
        }
        let mut text = |text: String| records.push(Record::Text(text));
        acceleration(tournament).into_iter().for_each(&mut text);
        tournament.forbidden().iter().map(forbidden).for_each(&mut text);
        abnormal_points(tournament).into_iter().for_each(&mut text);
        Ok(TrfFile { records })
    }
}

/// Returns a text for one field: no control characters, not too long.
fn printable(text: &str, most: usize) -> String {
    let plain = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(most).collect::<String>().trim().to_string()
}

/// Returns the names as they are written: where one would only be changed into that of
/// somebody else, it ends in the player's number.
fn names(players: &[Player]) -> Vec<String> {
    let plain = |player: &Player| printable(&player.name, MAX_NAME_CHARACTERS);
    let mut times: HashMap<String, usize> = HashMap::new();
    for player in players {
        *times.entry(plain(player)).or_default() += 1;
    }
    let name = |player: &Player| {
        let name = plain(player);
        if times[&name] == 1 || name == player.name {
            return name;
        }
        let number = format!("~{}", player.number);
        let kept = MAX_NAME_CHARACTERS - number.len();
        name.chars().take(kept).collect::<String>() + &number
    };
    players.iter().map(name).collect()
}

fn settings(tournament: &Tournament) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(rounds) = tournament.total_rounds() {
        lines.push(format!("142 {rounds}"));
        lines.push(format!("XXR {rounds}"));
    }
    if let Some(colour) = tournament.initial_colour() {
        let (letter, word) = match colour {
            Colour::White => ("W", "white1"),
            Colour::Black => ("B", "black1"),
        };
        lines.push(format!("152 {letter}"));
        lines.push(format!("XXC {word}"));
    }
    lines.extend(point_system(tournament.point_system()));
    let baku = *tournament.acceleration() == Acceleration::Baku;
    let suffix = if baku { "_BAKU" } else { "" };
    let system = tournament.system().or(baku.then_some("FIDE_DUTCH"));
    lines.extend(system.map(|system| format!("192 {system}{suffix}")));
    if tournament.ignores_sides() {
        lines.push(IGNORES_SIDES.to_owned());
    }
    lines
}

fn point_system(points: &PointSystem) -> Vec<String> {
    let PointSystem { win, draw, loss, pairing_bye, absence, forfeit_loss } = *points;
    let letters = [("W", win), ("D", draw), ("L", loss), ("P", pairing_bye)];
    let fields = letters.map(|(letter, points)| format!("{letter}{points:>4}"));
    let mut lines = vec![format!("162  {}", fields.join("    "))];
    if *points == PointSystem::STANDARD {
        return lines;
    }
    // Absence has a letter in record 162, but two versions of bbpPairings want
    // two different ones.
    let records = [
        ("BBW", win),
        ("BBD", draw),
        ("BBL", loss),
        ("BBU", pairing_bye),
        ("BBZ", absence),
        ("BBF", forfeit_loss),
    ];
    lines.extend(records.map(|(record, points)| format!("{record} {points:>4}")));
    lines
}

/// Returns everybody's place by points, then number.
fn ranks(tournament: &Tournament) -> Vec<usize> {
    let players = tournament.players();
    let points: Vec<_> = players.iter().map(|player| tournament.points(player)).collect();
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(points[index]), index));
    let mut ranks = vec![0; players.len()];
    for (place, index) in order.into_iter().enumerate() {
        ranks[index] = place + 1;
    }
    ranks
}

fn player_record(
    tournament: &Tournament,
    player: &Player,
    name: String,
    rank: usize,
) -> Result<PlayerRecord, TrfWriteError> {
    let points = tournament.points(player);
    if points > MAX_SUM {
        return Err(TrfWriteError::TooManyPoints { player: player.number, points });
    }
    let fields = Fields {
        name,
        rating: player.rating.map(usize::from),
        points: Some(points),
        rank: Some(rank),
        ..Fields::default()
    };
    Ok(PlayerRecord { number: player.number, fields, entries: player.entries.clone() })
}

fn acceleration(tournament: &Tournament) -> Vec<String> {
    let Acceleration::Explicit(points) = tournament.acceleration() else { return Vec::new() };
    let line = |player: &Player| {
        let number = player.number;
        let own = points.range((number, Round::FIRST)..=(number, Round::LAST));
        let (_, last) = *own.last()?.0;
        let rounds = Round::first(last.get());
        let points = rounds.map(|round| tournament.virtual_points(number, round));
        let fields: String = points.map(|points| format!(" {points:>4}")).collect();
        Some(format!("XXA {:>4}{fields}", number.get()))
    };
    tournament.players().iter().filter_map(line).collect()
}

fn forbidden(forbidden: &Forbidden) -> String {
    let Forbidden { players, first, last } = forbidden;
    let numbers: String = players.iter().map(|number| format!(" {:>4}", number.get())).collect();
    if (*first, *last) == (Round::FIRST, Round::LAST) {
        format!("XXP{numbers}")
    } else {
        format!("260 {:>3} {:>3}{numbers}", first.get(), last.get())
    }
}

/// Returns a record for each game that is not worth what its result says.
fn abnormal_points(tournament: &Tournament) -> Vec<String> {
    let line = |player: &Player, round: usize, entry: &Entry| {
        let Entry::Played(game) = entry else { return None };
        let Scoring::Exactly(points) = game.scoring else { return None };
        let letter = match game.outcome {
            Outcome::Win => 'W',
            Outcome::Draw => 'D',
            Outcome::Loss => 'L',
        };
        let number = player.number.get();
        Some(format!("299 {letter}        {points:>4}  {round:>3} {number:>4}"))
    };
    let mut lines = Vec::new();
    for player in tournament.players() {
        let entries = (1..).zip(&player.entries);
        lines.extend(entries.filter_map(|(round, entry)| line(player, round, entry)));
    }
    lines
}
