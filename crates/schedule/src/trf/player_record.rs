//! Record 001: one player.

use std::collections::BTreeMap;
use std::fmt;

use super::columns::{Columns, Line};
use super::error::{TrfError, TrfProblem};
use crate::tournament::{
    Bye, Colour, Entry, Forfeit, Game, MAX_RATING, MAX_ROUNDS, Outcome, Player, PlayerNumber,
    Points, Scoring,
};

const NUMBER: Columns = 5..=8;
const SEX: Columns = 10..=10;
const TITLE: Columns = 11..=13;
const NAME: Columns = 15..=47;
const RATING: Columns = 49..=52;
const FEDERATION: Columns = 54..=56;
const FIDE_ID: Columns = 58..=68;
const BIRTH_DATE: Columns = 70..=79;
// One more than the format has, for points from 100 on.
const POINTS: Columns = 80..=84;
const RANK: Columns = 86..=89;
/// Columns that belong to no field.
const GAPS: [usize; 10] = [4, 9, 14, 48, 53, 57, 69, 85, 90, 91];

/// Highest sum of points that the columns of a player can hold.
pub(super) const MAX_SUM: Points = Points::from_tenths(9_999);

/// Most characters of a name.
pub(super) const MAX_NAME_CHARACTERS: usize = 33;

/// The columns of the points.
pub(super) const POINTS_COLUMNS: Columns = POINTS;

/// The fields of a line 001.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) sex: String,
    pub(super) title: String,
    pub(super) name: String,
    pub(super) rating: Option<usize>,
    pub(super) federation: String,
    pub(super) fide_id: String,
    pub(super) birth_date: String,
    pub(super) points: Option<Points>,
    pub(super) rank: Option<usize>,
}

/// One player with everything his line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerRecord {
    pub(super) number: PlayerNumber,
    pub(super) fields: Fields,
    pub(super) entries: Vec<Entry>,
}

/// Returns the columns of a round, from 1.
pub(super) fn round_columns(round: usize) -> Columns {
    let first = 92 + 10 * (round - 1);
    first..=first + 7
}

impl PlayerRecord {
    pub(super) fn read(line: &Line<'_>) -> Result<PlayerRecord, TrfError> {
        GAPS.into_iter().try_for_each(|column| line.gap(column))?;
        let number = line.player_in(&NUMBER)?;
        let number = number
            .ok_or_else(|| line.wrong(&NUMBER, TrfProblem::Missing("the player's number")))?;
        let fields = Fields {
            sex: line.field(&SEX),
            title: line.field(&TITLE),
            name: line.field(&NAME),
            rating: line.number_in(&RATING)?,
            federation: line.field(&FEDERATION),
            fide_id: line.field(&FIDE_ID),
            birth_date: line.field(&BIRTH_DATE),
            points: sum_in(line)?,
            rank: line.number_in(&RANK)?,
        };
        Ok(PlayerRecord { number, fields, entries: entries(line)? })
    }

    fn player(&self) -> Player {
        let rating = self.fields.rating.and_then(|rating| u16::try_from(rating).ok());
        Player {
            number: self.number,
            name: self.fields.name.trim().to_string(),
            rating: rating.filter(|rating| (1..=MAX_RATING).contains(rating)),
            entries: self.entries.clone(),
        }
    }
}

/// Returns the players by number, each with the number of his line.
pub(super) fn players(
    records: &[(&Line<'_>, PlayerRecord)],
) -> Result<BTreeMap<PlayerNumber, (usize, Player)>, TrfError> {
    let mut players = BTreeMap::new();
    for (line, record) in records {
        let number = record.number;
        if let Some((other, _)) = players.insert(number, (line.number(), record.player())) {
            let problem = TrfProblem::SameNumber { number, line: other };
            return Err(line.wrong(&NUMBER, problem));
        }
    }
    Ok(players)
}

fn sum_in(line: &Line<'_>) -> Result<Option<Points>, TrfError> {
    let field = line.field(&POINTS);
    if field.is_empty() {
        return Ok(None);
    }
    match field.trim().parse::<Points>() {
        Ok(points) if points <= MAX_SUM => Ok(Some(points)),
        _ => Err(line.wrong(&POINTS, TrfProblem::NoPoints { found: field })),
    }
}

fn entries(line: &Line<'_>) -> Result<Vec<Entry>, TrfError> {
    let rounds = line.width().saturating_sub(89).div_ceil(10);
    if rounds > MAX_ROUNDS {
        let columns = *round_columns(MAX_ROUNDS).end() + 1..=line.width();
        return Err(line.wrong(&columns, TrfProblem::OutOfRange { most: MAX_ROUNDS }));
    }
    let entry = |round| entry(line, *round_columns(round).start());
    (1..=rounds).map(entry).collect()
}

/// Reads opponent, colour and result of a round from its first column on.
fn entry(line: &Line<'_>, first: usize) -> Result<Entry, TrfError> {
    [first - 2, first - 1, first + 4, first + 6].into_iter().try_for_each(|gap| line.gap(gap))?;
    let opponent = line.player_in(&(first..=first + 3))?;
    let wrong = |why| line.wrong(&(first..=first + 7), TrfProblem::Entry(why));
    let (colour, result) = (line.column(first + 5), line.column(first + 7));
    let colour = match colour {
        'w' | 'W' => Some(Colour::White),
        'b' | 'B' => Some(Colour::Black),
        '-' | ' ' => None,
        _ => return Err(wrong("the colour is `w`, `b` or `-`")),
    };
    let result = result.to_ascii_uppercase();
    match opponent {
        Some(opponent) => with_opponent(opponent, colour, result).map_err(wrong),
        None if colour.is_some() => Err(wrong("a round without an opponent has no colour")),
        // Four zeros without a letter are an absence, and only blanks are nothing.
        None if result == ' ' && !line.field(&(first..=first + 7)).is_empty() => {
            Ok(Entry::Bye(Bye::Zero))
        }
        None => without_opponent(result).map_err(wrong),
    }
}

fn with_opponent(
    opponent: PlayerNumber,
    colour: Option<Colour>,
    result: char,
) -> Result<Entry, &'static str> {
    let (outcome, scoring) = match result {
        '1' => (Outcome::Win, Scoring::Rated),
        '=' => (Outcome::Draw, Scoring::Rated),
        '0' => (Outcome::Loss, Scoring::Rated),
        'W' => (Outcome::Win, Scoring::Unrated),
        'D' => (Outcome::Draw, Scoring::Unrated),
        'L' => (Outcome::Loss, Scoring::Unrated),
        '+' | '-' => {
            return Ok(Entry::Forfeited(Forfeit { opponent, colour, won: result == '+' }));
        }
        'U' | 'H' | 'F' | 'Z' => {
            return Err("a bye has no opponent; a game that was not played is `+` or `-`");
        }
        ' ' => return Err("the game has no result; pair a round when all games are over"),
        _ => return Err("the result is one of `1 = 0 W D L + -`"),
    };
    Ok(Entry::Played(Game { opponent, colour, outcome, scoring }))
}

fn without_opponent(result: char) -> Result<Entry, &'static str> {
    match result {
        'U' => Ok(Entry::Bye(Bye::PairingAllocated)),
        'H' => Ok(Entry::Bye(Bye::Half)),
        'F' => Ok(Entry::Bye(Bye::Full)),
        'Z' => Ok(Entry::Bye(Bye::Zero)),
        ' ' => Ok(Entry::Blank),
        '+' => Err("a win without an opponent is a bye: `F`, or `U` if the pairing gave it"),
        '-' => Err("a loss without an opponent is an absence: `Z`"),
        '=' => Err("a draw without an opponent is a bye: `H`, or `U` if the pairing gave it"),
        '1' | '0' | 'W' | 'D' | 'L' => Err("a result needs an opponent"),
        _ => Err("without an opponent, the result is one of `U H F Z`"),
    }
}

impl fmt::Display for PlayerRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = &self.fields;
        let number = |number: Option<usize>| number.map(|n| n.to_string()).unwrap_or_default();
        let line = format!(
            "001 {:>4} {:1}{:3} {:33} {:>4} {:3} {:11} {:10}{:>5} {:>4}{}",
            self.number.get(),
            fields.sex,
            fields.title,
            fields.name,
            number(fields.rating),
            fields.federation,
            fields.fide_id,
            fields.birth_date,
            fields.points.map(|points| points.to_string()).unwrap_or_default(),
            number(fields.rank),
            self.entries.iter().map(|&entry| round(entry)).collect::<String>(),
        );
        f.write_str(line.trim_end())
    }
}

/// Prints the ten columns of a round.
fn round(entry: Entry) -> String {
    let (opponent, colour, result) = match entry {
        Entry::Blank => return " ".repeat(10),
        Entry::Bye(bye) => ("0000".to_string(), None, bye_letter(bye)),
        Entry::Played(game) => (game.opponent.to_string(), game.colour, result_letter(game)),
        Entry::Forfeited(forfeit) => {
            let letter = if forfeit.won { '+' } else { '-' };
            (forfeit.opponent.to_string(), forfeit.colour, letter)
        }
    };
    let colour = match colour {
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
        None => '-',
    };
    format!("  {opponent:>4} {colour} {result}")
}

fn bye_letter(bye: Bye) -> char {
    match bye {
        Bye::PairingAllocated => 'U',
        Bye::Half => 'H',
        Bye::Full => 'F',
        Bye::Zero => 'Z',
    }
}

fn result_letter(game: Game) -> char {
    match (game.outcome, game.scoring) {
        (Outcome::Win, Scoring::Unrated) => 'W',
        (Outcome::Draw, Scoring::Unrated) => 'D',
        (Outcome::Loss, Scoring::Unrated) => 'L',
        (Outcome::Win, _) => '1',
        (Outcome::Draw, _) => '=',
        (Outcome::Loss, _) => '0',
    }
}
