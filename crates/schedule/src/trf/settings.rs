//! All records but those of players.

use std::collections::BTreeMap;

use super::columns::{Columns, Line};
use super::error::{TrfError, TrfProblem};
use crate::tournament::{
    Bye, Colour, Entry, Forbidden, MAX_PLAYERS, MAX_ROUNDS, Outcome, Player, PlayerNumber,
    PointSystem, Points, Round, Scoring,
};

/// The comment by which a file says that sides do not count for pairing. No record does: other
/// programs know no meetings of two games, and pass over comments.
pub(super) const IGNORES_SIDES: &str = "### sides do not count";
/// Most virtual points that the records may set, one over the other.
const MAX_VIRTUAL_POINTS: usize = MAX_PLAYERS * MAX_ROUNDS;

type Players = BTreeMap<PlayerNumber, (usize, Player)>;

/// What the records say about the tournament as a whole.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) points: PointSystem,
    pub(super) total_rounds: Option<Round>,
    pub(super) initial_colour: Option<Colour>,
    pub(super) virtual_points: Option<BTreeMap<(PlayerNumber, Round), Points>>,
    pub(super) forbidden: Vec<Forbidden>,
    pub(super) system: Option<String>,
    pub(super) ignores_sides: bool,
    /// The pairing-allocated bye is worth a win until a record says otherwise.
    pairing_bye: Option<Points>,
    virtual_points_set: usize,
}

impl Settings {
    /// Reads all records but 001, and gives players the byes and points of theirs.
    pub(super) fn read(lines: &[Line<'_>], players: &mut Players) -> Result<Settings, TrfError> {
        let mut settings = Settings::default();
        // In a team tournament the numbers in these records are those of teams.
        let teams = lines.iter().any(|line| line.record() == Some("310"));
        let of_teams = |line: &&Line<'_>| {
            teams && matches!(line.record(), Some("240" | "250" | "260" | "299"))
        };
        for line in lines.iter().filter(|line| !of_teams(line)) {
            settings.record(line, players)?;
        }
        settings.ignores_sides = lines.iter().any(|line| line.text().trim_end() == IGNORES_SIDES);
        settings.points.pairing_bye = settings.pairing_bye.unwrap_or(settings.points.win);
        let paired = |player: &Player| player.entries.iter().rposition(|entry| entry.is_paired());
        let last = players.values().filter_map(|(_, player)| paired(player)).max();
        let next_round = Round::new(last.map_or(1, |last| last + 2));
        let total_rounds = settings.total_rounds.unwrap_or(Round::LAST);
        let next_round = next_round.filter(|&round| round <= total_rounds);
        for line in lines.iter().filter(|line| line.record() == Some("XXZ")) {
            absent(line, next_round, players)?;
        }
        Ok(settings)
    }

    fn record(&mut self, line: &Line<'_>, players: &mut Players) -> Result<(), TrfError> {
        match line.record().unwrap_or_default() {
            "012" => self.name = line.body().to_string(),
            "142" | "XXR" => set_once(&mut self.total_rounds, rounds(line)?, line)?,
            "152" => set_once(&mut self.initial_colour, colour_152(line)?, line)?,
            "XXC" => self.configuration(line)?,
            "162" => self.point_system(line)?,
            "BBW" => self.points.win = points(line)?,
            "BBD" => self.points.draw = points(line)?,
            "BBL" => self.points.loss = points(line)?,
            "BBZ" => self.points.absence = points(line)?,
            "BBF" => self.points.forfeit_loss = points(line)?,
            "BBU" => self.pairing_bye = Some(points(line)?),
            // A form that was not filled in asks for nothing.
            "192" if line.body().is_empty() => {}
            "192" => set_once(&mut self.system, line.body().to_string(), line)?,
            "240" => byes(line, players)?,
            "250" => self.acceleration_250(line, players)?,
            "XXA" => self.acceleration_xxa(line, players)?,
            "260" => self.forbidden.push(forbidden_260(line, players)?),
            "XXP" => self.forbidden.push(forbidden_xxp(line, players)?),
            "299" => abnormal_points(line, players)?,
            "XXS" => {
                let remedy = "record XXS is not understood; give the points in record 162";
                return Err(line.bad(TrfProblem::Unsupported(remedy)));
            }
            _ => {}
        }
        Ok(())
    }

    fn configuration(&mut self, line: &Line<'_>) -> Result<(), TrfError> {
        if line.body().trim().is_empty() {
            return Err(line.bad(TrfProblem::Missing("the colour, `white1` or `black1`,")));
        }
        for word in line.body().split_whitespace() {
            let colour = match word {
                "white1" => Colour::White,
                "black1" => Colour::Black,
                "rank" => {
                    let remedy = "`rank` is not supported; number the players in their order";
                    return Err(line.bad(TrfProblem::Unsupported(remedy)));
                }
                _ => return Err(value(line, word, "`white1` or `black1`")),
            };
            set_once(&mut self.initial_colour, colour, line)?;
        }
        Ok(())
    }

    fn point_system(&mut self, line: &Line<'_>) -> Result<(), TrfError> {
        line.gap(5)?;
        for column in (6..=line.width()).step_by(9) {
            let columns = column + 1..=column + 4;
            line.gaps(column + 5..=column + 8)?;
            let letter = line.column(column);
            let points = line.points_in(&columns)?;
            let missing = || line.wrong(&columns, TrfProblem::Missing("the number of points"));
            if letter == ' ' && points.is_none() {
                continue;
            }
            let points = points.ok_or_else(missing)?;
            match letter {
                'W' => self.points.win = points,
                'D' => self.points.draw = points,
                'L' => self.points.loss = points,
                'P' => self.pairing_bye = Some(points),
                // `A` is the letter of the format, `Z` what bbpPairings 6.0 wants.
                'A' | 'Z' => {
                    self.points.absence = points;
                    self.points.forfeit_loss = points;
                }
                'X' => {
                    let remedy = "points for unknown results (`X`) are not supported";
                    return Err(line.wrong(&(column..=column), TrfProblem::Unsupported(remedy)));
                }
                _ => {
                    let (found, known) = (letter.to_string(), "one of `W D L P A`");
                    let problem = TrfProblem::Value { found, known };
                    return Err(line.wrong(&(column..=column), problem));
                }
            }
        }
        Ok(())
    }

    fn acceleration_250(&mut self, line: &Line<'_>, players: &Players) -> Result<(), TrfError> {
        line.gaps([9, 14, 18, 22, 27].into_iter().chain(32..=line.width()))?;
        no_match_points(line, 5..=8)?;
        let missing = |columns, what| line.wrong(&columns, TrfProblem::Missing(what));
        let points = line.points_in(&(10..=13))?;
        let points = points.ok_or_else(|| missing(10..=13, "the number of points"))?;
        let first =
            line.round_in(&(15..=17))?.ok_or_else(|| missing(15..=17, "the first round"))?;
        let last = line.round_in(&(19..=21))?.unwrap_or(first);
        let from = line.player_in(&(23..=26))?;
        let from = from.ok_or_else(|| missing(23..=26, "the first player"))?;
        let to = line.player_in(&(28..=31))?.unwrap_or(from);
        exist([from, to], line, players)?;
        if from > to || first > last {
            let remedy = "the first player and round must not come after the last";
            return Err(line.bad(TrfProblem::Unsupported(remedy)));
        }
        for (&player, _) in players.range(from..=to) {
            for round in Round::first(last.get()).skip(first.get() - 1) {
                self.accelerate(line, player, round, points)?;
            }
        }
        Ok(())
    }

    fn acceleration_xxa(&mut self, line: &Line<'_>, players: &Players) -> Result<(), TrfError> {
        let player = line.player_in(&(5..=8))?;
        let player =
            player.ok_or_else(|| line.wrong(&(5..=8), TrfProblem::Missing("the player")))?;
        exist([player], line, players)?;
        line.gap(9)?;
        for (round, column) in (1..).zip((10..=line.width()).step_by(5)) {
            let columns = column..=column + 3;
            line.gap(column + 4)?;
            let late = || line.wrong(&columns, TrfProblem::OutOfRange { most: MAX_ROUNDS });
            let round = Round::new(round).ok_or_else(late)?;
            let points = line.points_in(&columns)?.unwrap_or_default();
            self.accelerate(line, player, round, points)?;
        }
        Ok(())
    }

    fn accelerate(
        &mut self,
        line: &Line<'_>,
        player: PlayerNumber,
        round: Round,
        points: Points,
    ) -> Result<(), TrfError> {
        self.virtual_points_set += 1;
        if self.virtual_points_set > MAX_VIRTUAL_POINTS {
            return Err(line.bad(TrfProblem::TooManyVirtualPoints));
        }
        let all = self.virtual_points.get_or_insert_default();
        if points == Points::ZERO {
            all.remove(&(player, round));
        } else {
            all.insert((player, round), points);
        }
        Ok(())
    }
}

/// Sets what two records may say, in two ways, but not differently.
fn set_once<T: PartialEq>(
    setting: &mut Option<T>,
    value: T,
    line: &Line<'_>,
) -> Result<(), TrfError> {
    if setting.as_ref().is_some_and(|earlier| *earlier != value) {
        return Err(line.bad(TrfProblem::Otherwise));
    }
    *setting = Some(value);
    Ok(())
}

fn value(line: &Line<'_>, found: &str, known: &'static str) -> TrfError {
    line.bad(TrfProblem::Value { found: found.chars().take(40).collect(), known })
}

fn rounds(line: &Line<'_>) -> Result<Round, TrfError> {
    let rounds = line.body().parse().ok().and_then(Round::new);
    rounds.ok_or_else(|| value(line, line.body(), "a number of rounds from 1 to 99"))
}

fn colour_152(line: &Line<'_>) -> Result<Colour, TrfError> {
    match line.body() {
        "W" | "w" => Ok(Colour::White),
        "B" | "b" => Ok(Colour::Black),
        other => Err(value(line, other, "`W` or `B`")),
    }
}

fn points(line: &Line<'_>) -> Result<Points, TrfError> {
    let points = line.body().parse().ok().filter(|&points| points <= crate::tournament::MAX_POINTS);
    points.ok_or_else(|| value(line, line.body(), "a number of points like `1.0`"))
}

fn no_match_points(line: &Line<'_>, columns: Columns) -> Result<(), TrfError> {
    if line.points_in(&columns)?.is_some_and(|points| points != Points::ZERO) {
        let remedy = "match points are for teams; leave them blank";
        return Err(line.wrong(&columns, TrfProblem::Unsupported(remedy)));
    }
    Ok(())
}

fn exist<const N: usize>(
    numbers: [PlayerNumber; N],
    line: &Line<'_>,
    players: &Players,
) -> Result<(), TrfError> {
    match numbers.into_iter().find(|number| !players.contains_key(number)) {
        Some(nobody) => Err(line.bad(TrfProblem::NoSuchPlayer(nobody))),
        None => Ok(()),
    }
}

fn player<'a>(
    number: PlayerNumber,
    line: &Line<'_>,
    players: &'a mut Players,
) -> Result<&'a mut Player, TrfError> {
    let player = players.get_mut(&number).map(|(_, player)| player);
    player.ok_or_else(|| line.bad(TrfProblem::NoSuchPlayer(number)))
}

/// Reads record 240: who has which bye in a round.
fn byes(line: &Line<'_>, players: &mut Players) -> Result<(), TrfError> {
    let bye = match line.column(5) {
        'H' | 'h' => Bye::Half,
        'F' | 'f' => Bye::Full,
        'Z' | 'z' | ' ' => Bye::Zero,
        other => {
            let problem = TrfProblem::Value { found: other.into(), known: "one of `H F Z`" };
            return Err(line.wrong(&(5..=5), problem));
        }
    };
    line.gap(6)?;
    let round = line.round_in(&(7..=9))?;
    let round = round.ok_or_else(|| line.wrong(&(7..=9), TrfProblem::Missing("the round")))?;
    let numbers = some_players_from(line, 11)?;
    numbers.into_iter().try_for_each(|number| give_bye(number, round, bye, line, players))
}

/// Reads the numbers of players from a column on, and refuses none.
fn some_players_from(line: &Line<'_>, first: usize) -> Result<Vec<PlayerNumber>, TrfError> {
    let players = line.players_from(first)?;
    match players.is_empty() {
        true => Err(line.wrong(&(first..=first + 3), TrfProblem::Missing("the player"))),
        false => Ok(players),
    }
}

/// Reads record XXZ: who is absent in the round to be paired, if there is one.
fn absent(line: &Line<'_>, round: Option<Round>, players: &mut Players) -> Result<(), TrfError> {
    let numbers = numbers(line)?;
    if numbers.is_empty() {
        return Err(line.bad(TrfProblem::Missing("the player")));
    }
    numbers.into_iter().try_for_each(|number| match round {
        Some(round) => give_bye(number, round, Bye::Zero, line, players),
        None => exist([number], line, players),
    })
}

fn give_bye(
    number: PlayerNumber,
    round: Round,
    bye: Bye,
    line: &Line<'_>,
    players: &mut Players,
) -> Result<(), TrfError> {
    let player = player(number, line, players)?;
    if player.entries.len() < round.get() {
        player.entries.resize(round.get(), Entry::Blank);
    }
    let entry = &mut player.entries[round.get() - 1];
    if *entry != Entry::Blank && *entry != Entry::Bye(bye) {
        return Err(line.bad(TrfProblem::OtherEntry { player: number, round }));
    }
    *entry = Entry::Bye(bye);
    Ok(())
}

/// Reads numbers of players with blanks or commas between them.
fn numbers(line: &Line<'_>) -> Result<Vec<PlayerNumber>, TrfError> {
    let words = line.body().split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let number = |word: &str| word.parse().ok().and_then(PlayerNumber::new);
    words.map(|word| number(word).ok_or_else(|| value(line, word, "a player's number"))).collect()
}

fn forbidden_xxp(line: &Line<'_>, players: &Players) -> Result<Forbidden, TrfError> {
    group(numbers(line)?, [Round::FIRST, Round::LAST], line, players)
}

fn forbidden_260(line: &Line<'_>, players: &Players) -> Result<Forbidden, TrfError> {
    line.gap(8)?;
    let first = line.round_in(&(5..=7))?;
    let first =
        first.ok_or_else(|| line.wrong(&(5..=7), TrfProblem::Missing("the first round")))?;
    let last = line.round_in(&(9..=11))?.unwrap_or(first);
    group(line.players_from(13)?, [first, last], line, players)
}

fn group(
    group: Vec<PlayerNumber>,
    [first, last]: [Round; 2],
    line: &Line<'_>,
    players: &Players,
) -> Result<Forbidden, TrfError> {
    group.iter().try_for_each(|&number| exist([number], line, players))?;
    let mut different = group.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < 2 || different.len() != group.len() {
        let problem = TrfProblem::Missing("a second, different player");
        return Err(line.bad(problem));
    }
    Ok(Forbidden { players: group, first, last })
}

/// Reads record 299, as far as it gives a game other points than the usual ones.
fn abnormal_points(line: &Line<'_>, players: &mut Players) -> Result<(), TrfError> {
    let unsupported = "record 299 is supported for games that were played: `W`, `D` or `L`";
    let outcome = match line.column(5) {
        'W' | '1' => Outcome::Win,
        'D' | '=' => Outcome::Draw,
        'L' | '0' => Outcome::Loss,
        _ => return Err(line.wrong(&(5..=5), TrfProblem::Unsupported(unsupported))),
    };
    line.gaps([6, 7, 12, 13, 18, 19])?;
    no_match_points(line, 8..=11)?;
    let points = line.points_in(&(14..=17))?;
    let points = points
        .ok_or_else(|| line.wrong(&(14..=17), TrfProblem::Missing("the number of points")))?;
    let round = line.round_in(&(20..=22))?;
    let round = round.ok_or_else(|| line.wrong(&(20..=22), TrfProblem::Missing("the round")))?;
    for number in some_players_from(line, 24)? {
        let player = player(number, line, players)?;
        match player.entries.get_mut(round.get() - 1) {
            Some(Entry::Played(game)) if game.outcome == outcome => {
                game.scoring = Scoring::Exactly(points);
            }
            Some(Entry::Played(_)) => {
                return Err(line.bad(TrfProblem::OtherEntry { player: number, round }));
            }
            _ => return Err(line.bad(TrfProblem::Unsupported(unsupported))),
        }
    }
    Ok(())
}
