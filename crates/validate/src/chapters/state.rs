//! State: many games in one process, and games that end at any time.

use ayo_protocol::{ErrorMessage, GameOver, Go, NewGame, Time, ToBot};
use ayo_rules::{Outcome, Position, Rules, Scoresheet, Side, Winner};

use crate::bench::Bench;
use crate::case::{Chapter, Passed, may, must};
use crate::hint;
use crate::message::{line, move_time, new_game, numbers, resigned, void};
use crate::partner::{PATIENCE, Partner, Question};
use crate::positions::{Dice, Sort};
use crate::trouble::Trouble;

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "state",
    cases: &[
        must("P2", "three whole games in one process, sides swapped", three_games),
        must("M2", "a new game after one that was broken off", broken_off),
        must("M4", "a game that is over before the first move", over_at_once),
        must("P7", "a game that is over while the bot thinks", over_while_thinking),
        must("P6", "the next game after `error` and `game_over`", after_error),
        may("M2", "the same seed gives the same game", same_again),
    ],
};

const TIME: Time = move_time(50);

/// A game from the start position, the other side drawn by dice.
#[derive(Clone, Copy)]
struct Course {
    you: Side,
    seed: u64,
    /// Plies after which it is broken off.
    plies: usize,
}

impl Course {
    fn whole(you: Side, seed: u64) -> Course {
        Course { you, seed, plies: usize::MAX }
    }
}

/// Plays a game and returns its moves.
fn play(partner: &mut Partner, rules: &Rules, course: Course) -> Result<Vec<u8>, Trouble> {
    let Course { you, seed, plies } = course;
    let game = partner.take_game();
    partner.begin(&NewGame { seed, ..new_game(&game, you, TIME) })?;
    let mut sheet = Scoresheet::new(*rules, Position::START);
    let mut dice = Dice::new(seed);
    let mut given_up = false;
    while sheet.outcome().is_none() && sheet.moves().len() < plies {
        let position = *sheet.position();
        let pit = if position.turn() == you {
            let go = go_in(partner, &game, &sheet);
            match partner.ask(&Question::new(rules, &position, go))? {
                Some(pit) => pit,
                None => {
                    given_up = true;
                    break;
                }
            }
        } else {
            dice.pick(rules, &position)
                .ok_or_else(|| Trouble::Host("a game that goes on has no legal move".to_owned()))?
        };
        sheet.play(pit).map_err(|illegal| Trouble::Host(illegal.to_string()))?;
    }
    let moves = numbers(sheet.moves().iter().copied());
    let stores = sheet.position().stores();
    let over = match sheet.outcome() {
        Some(outcome) => ended(&game, &outcome),
        None if given_up => resigned(&game, you, stores),
        None => void(&game, stores),
    };
    partner.over(&GameOver { moves: moves.clone(), ..over })?;
    Ok(moves)
}

/// Returns the `game_over` of a game that came to its end.
fn ended(game: &str, outcome: &Outcome) -> GameOver {
    let result = match outcome.winner() {
        Winner::Side(Side::South) => "1-0",
        Winner::Side(Side::North) => "0-1",
        Winner::Draw => "1/2-1/2",
    };
    GameOver {
        result: result.to_owned(),
        reason: outcome.reason.word().to_owned(),
        ..void(game, outcome.stores)
    }
}

fn go_in(partner: &mut Partner, game: &str, sheet: &Scoresheet) -> Go {
    let go = partner.go(game, sheet.rules(), sheet.position(), TIME);
    let moves = numbers(sheet.moves().iter().copied());
    Go {
        ply: sheet.moves().len() as u64,
        last: moves.last().copied(),
        moves: go.moves.map(|_| moves),
        ..go
    }
}

fn three_games(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    for (number, side) in (1..).zip([Side::South, Side::North, Side::South]) {
        let partner = bench.ready()?;
        play(partner, &rules, Course::whole(side, number)).map_err(|trouble| {
            trouble
                .when(&format!("game {number}, playing {side}"))
                .hint_if_illegal(hint::TAKE_POSITION)
        })?;
        bench.note_facts();
    }
    Ok(None)
}

/// Begins a game in a position and plays one move of it.
fn one_move(partner: &mut Partner, rules: &Rules, position: &Position) -> Result<String, Trouble> {
    let game = partner.take_game();
    partner.begin(&new_game(&game, position.turn(), TIME))?;
    let go = partner.go(&game, rules, position, TIME);
    partner.ask(&Question::new(rules, position, go))?;
    Ok(game)
}

fn broken_off(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let positions = bench.positions(Sort::Middle);
    let partner = bench.ready()?;
    let tried: Result<(), Trouble> = (|| {
        // Sides are swapped, so that what is left of a game does not fit the next one.
        for (seed, you) in (11..).zip([Side::South, Side::North, Side::South]) {
            play(partner, &rules, Course { you, seed, plies: 6 })?;
        }
        for position in positions.into_iter().take(6) {
            let game = one_move(partner, &rules, &position)?;
            partner.over(&void(&game, position.stores()))?;
        }
        one_move(partner, &rules, &Position::START).map(|_| ())
    })();
    tried.map(|()| None).map_err(|trouble| {
        trouble.when("games broken off").hint_if_illegal(hint::VOID).hint(hint::VOID)
    })
}

fn over_at_once(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let tried: Result<(), Trouble> = (|| {
        let game = partner.take_game();
        partner.begin(&new_game(&game, Side::North, TIME))?;
        let over = GameOver {
            result: "0-1".to_owned(),
            reason: "exited".to_owned(),
            ..void(&game, [0, 0])
        };
        partner.over(&over)?;
        one_move(partner, &rules, &Position::START).map(|_| ())
    })();
    tried
        .map(|()| None)
        .map_err(|trouble| trouble.hint("`game_over` may come without any `go` before it"))
}

fn over_while_thinking(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    if !partner.pings {
        return Err(Trouble::skip("a bot that is not pinged gets a new process then"));
    }
    let tried: Result<(), Trouble> = (|| {
        let game = partner.take_game();
        partner.begin(&new_game(&game, Side::South, TIME))?;
        let go = partner.go(&game, &rules, &Position::START, TIME);
        let over = GameOver {
            result: "1-0".to_owned(),
            reason: "exited".to_owned(),
            ..void(&game, [0, 0])
        };
        partner.send_all(&[line(&ToBot::Go(go)), line(&ToBot::GameOver(over))])?;
        // Its late answer comes before the pong of the next game.
        one_move(partner, &rules, &Position::START).map(|_| ())
    })();
    tried.map(|()| None).map_err(|trouble| {
        trouble
            .hint("`game_over` may come right behind a `go`: answer the `go`, then go on reading")
    })
}

fn after_error(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let illegal = ErrorMessage {
        id: None,
        code: "illegal_move".to_owned(),
        message: "ply 1: pit 6 (a) is not an own pit with seeds".to_owned(),
        line: r#"{"type":"move","id":4,"pit":6}"#.to_owned(),
    };
    let other = ErrorMessage {
        code: "unknown_type".to_owned(),
        message: "`dance` is no message of this protocol".to_owned(),
        line: r#"{"type":"dance"}"#.to_owned(),
        ..illegal.clone()
    };
    let tried = plays_after(bench, illegal, "illegal_move");
    if matches!(tried, Err(Trouble::Fault(_)))
        && bench.control(|bench| plays_after(bench, other, "resigned")).is_err()
    {
        return Err(Trouble::skip("no `error` does it good, whatever it says: see 2.5"));
    }
    tried.map(|()| None).map_err(|trouble| {
        trouble.hint("after an illegal move the process is kept for the next game")
    })
}

fn plays_after(bench: &mut Bench<'_>, error: ErrorMessage, reason: &str) -> Result<(), Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let game = one_move(partner, &rules, &Position::START)?;
    partner.send_message(&ToBot::Error(error))?;
    partner
        .over(&GameOver { reason: reason.to_owned(), ..resigned(&game, Side::South, [0, 0]) })?;
    partner.ping(PATIENCE)?;
    one_move(partner, &rules, &Position::START).map(|_| ())
}

fn same_again(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let first = play(partner, &rules, Course::whole(Side::South, 5))?;
    let second = play(partner, &rules, Course::whole(Side::South, 5))?;
    if first == second {
        return Ok(None);
    }
    Err(Trouble::skip("it played two games with one seed differently, as it may"))
}
