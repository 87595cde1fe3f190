//! Rules: a legal move wherever a game may begin.

use std::time::{Duration, Instant};

use ayo_protocol::{Go, Time, ToBot};
use ayo_rules::{Position, Side};

use crate::bench::Bench;
use crate::case::{Chapter, Passed, basic, may, sample, should};
use crate::hint;
use crate::message::{line, move_time, new_game, resigned};
use crate::partner::Question;
use crate::positions::Sort;
use crate::trouble::{Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "rules",
    cases: &[
        basic("M3", "the first move is legal, for South and for North", first_move),
        sample("M3", "legal moves in the opening", |bench| each(bench, Sort::Opening)),
        sample("M3", "legal moves in the middle of games", |bench| each(bench, Sort::Middle)),
        sample("M3", "legal moves with few seeds left", |bench| each(bench, Sort::NearEnd)),
        sample("M3", "the only legal move is found", |bench| each(bench, Sort::SingleMove)),
        sample("M3", "an opponent without seeds is fed", |bench| each(bench, Sort::MustFeed)),
        sample("M3", "relays of more than 60 laps", |bench| each(bench, Sort::LongRelay)),
        sample("M3", "relays that never end are avoided", |bench| each(bench, Sort::EndlessRelay)),
        sample("M3", "pits of 12 seeds and more", |bench| each(bench, Sort::BigPit)),
        may("M8", "legal moves are found without the list `legal`", without_list),
        should("M3", "the position is taken from `go`, not from the moves before", jumps),
        sample("M3", "forbidden captures of a whole row are avoided", |bench| {
            each(bench, Sort::GrandSlam)
        }),
    ],
};

/// Time for a move in these games; a bot that uses its clock up is through in a few seconds.
const TIME: Time = move_time(50);
/// Time for the positions of one kind; a slow bot is asked fewer.
const LIMIT: Duration = Duration::from_secs(6);

fn first_move(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    plays(bench, &Position::START)?;
    // An opening may begin with North.
    let north_first = Position::new([4; 12], [0, 0], Side::North);
    let north_first = north_first.map_err(|error| Trouble::Host(error.to_string()))?;
    plays(bench, &north_first).map(|()| None)
}

/// Asks for a move; to resign is no answer here.
fn plays(bench: &mut Bench<'_>, position: &Position) -> Result<(), Trouble> {
    match bench.ask_alone(position, move_time(100))? {
        Some(_) => Ok(()),
        None => Err(Trouble::fault(Kind::WrongAnswer, "it resigned, or declined to move")
            .hint("answer `go` with a `move`: `error` counts as a resignation")),
    }
}

/// Asks in all positions of a kind, each in a game of its own.
fn each(bench: &mut Bench<'_>, sort: Sort) -> Result<Passed, Trouble> {
    let rules = bench.rules();
    if let Some(why) = sort.absent_from(rules) {
        return Err(Trouble::Absent(why.to_owned()));
    }
    let positions = bench.positions(sort);
    if positions.is_empty() {
        return Err(Trouble::Absent("no such position was found under these rules".to_owned()));
    }
    let began = Instant::now();
    for (asked, position) in positions.iter().enumerate() {
        if began.elapsed() > LIMIT {
            return Ok(Some(format!("{asked} of {} positions, in 6 s", positions.len())));
        }
        bench.ask_alone(position, TIME)?;
    }
    Ok(None)
}

/// Asks without `legal` a bot that gets it: one that declined it was asked so all the time.
fn without_list(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.ready()?;
    if bench.hello()?.decline.iter().any(|word| word == "legal") {
        return Err(Trouble::skip("it declined `legal`, so all positions came without"));
    }
    let tried = all_without_list(bench);
    bench.dismiss();
    match tried {
        Err(Trouble::Fault(fault)) => {
            Err(Trouble::skip(format!("it needs the list, as it may: {}", fault.reason)))
        }
        tried => tried.map(|()| None),
    }
}

fn all_without_list(bench: &mut Bench<'_>) -> Result<(), Trouble> {
    let rules = *bench.rules();
    for sort in [Sort::Opening, Sort::MustFeed, Sort::EndlessRelay, Sort::SingleMove] {
        for position in bench.positions(sort) {
            let partner = bench.ready()?;
            let game = partner.take_game();
            partner.begin(&new_game(&game, position.turn(), TIME))?;
            let go = Go { legal: None, ..partner.go(&game, &rules, &position, TIME) };
            let question = Question::new(&rules, &position, go.clone());
            partner.ask_with(&question, line(&ToBot::Go(go)), SOON)?;
            partner.over(&resigned(&game, position.turn().opponent(), position.stores()))?;
        }
    }
    Ok(())
}

/// Time for an answer that may not come at all.
const SOON: Duration = Duration::from_secs(1);

/// Asks in positions that do not follow from each other, within one game.
fn jumps(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let south = |position: &Position| position.turn() == Side::South;
    let positions = bench.positions(Sort::Middle).into_iter().filter(south).take(10);
    let partner = bench.ready()?;
    let game = partner.take_game();
    partner.begin(&new_game(&game, Side::South, TIME))?;
    for (number, position) in (0..).zip(positions) {
        let go = partner.go(&game, &rules, &position, TIME);
        partner
            .ask(&Question::new(&rules, &position, Go { ply: 2 * number, ..go }))
            .map_err(|trouble| trouble.hint_if_illegal(hint::TAKE_POSITION))?;
    }
    Ok(None)
}
