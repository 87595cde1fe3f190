//! State: many games in one process, and games that end at any time.

use ayo_protocol::{GameOver, Go, NewGame, Time, ToBot};
use ayo_rules::{Position, Rules, Scoresheet, Side, Winner};

use crate::bench::Bench;
use crate::case::{Chapter, Passed, may, must};
use crate::hint;
use crate::message::{line, move_time, new_game, numbers, void};
use crate::partner::{PATIENCE, Partner, Question};
use crate::positions::{Dice, Sort, find};
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

/// How a game went on the bot's side.
struct Played {
    moves: Vec<u8>,
}

/// Plays a whole game, the other side drawn by dice.
fn whole_game(
    partner: &mut Partner,
    rules: &Rules,
    you: Side,
    seed: u64,
) -> Result<Played, Trouble> {
    let game = partner.take_game();
    partner.begin(&NewGame { seed, ..new_game(&game, you, TIME) })?;
    let mut sheet = Scoresheet::new(*rules, Position::START);
    let mut dice = Dice::new(seed);
    while sheet.outcome().is_none() {
        let position = *sheet.position();
        let pit = if position.turn() == you {
            let go = go_in(partner, &game, &sheet);
            match partner.ask(&Question::new(rules, &position, go))? {
                Some(pit) => pit,
                None => break,
            }
        } else {
            dice.pick(rules, &position)
                .ok_or_else(|| Trouble::Host("a game that goes on has no legal move".to_owned()))?
        };
        sheet.play(pit).map_err(|illegal| Trouble::Host(illegal.to_string()))?;
    }
    let moves = numbers(sheet.moves().iter().copied());
    if sheet.outcome().is_none() {
        partner.over(&void(&game, sheet.position().stores()))?;
    }
    if let Some(outcome) = sheet.outcome() {
        let result = match outcome.winner() {
            Winner::Side(Side::South) => "1-0",
            Winner::Side(Side::North) => "0-1",
            Winner::Draw => "1/2-1/2",
        };
        partner.over(&GameOver {
            game_id: game,
            result: result.to_owned(),
            reason: outcome.reason.word().to_owned(),
            stores: outcome.stores,
            moves: moves.clone(),
        })?;
    }
    Ok(Played { moves })
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
        whole_game(partner, &rules, side, number).map_err(|trouble| {
            trouble.when(&format!("game {number}, playing {side}")).hint(hint::TAKE_POSITION)
        })?;
        bench.note_facts();
    }
    Ok(None)
}

/// Plays a few moves of a game and leaves it.
fn few_moves(partner: &mut Partner, rules: &Rules, position: &Position) -> Result<String, Trouble> {
    let game = partner.take_game();
    partner.begin(&new_game(&game, position.turn(), TIME))?;
    let go = partner.go(&game, rules, position, TIME);
    partner.ask(&Question::new(rules, position, go))?;
    Ok(game)
}

fn broken_off(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let tried: Result<(), Trouble> = (|| {
        for position in find(&rules, Sort::Middle, 6) {
            let game = few_moves(partner, &rules, &position)?;
            partner.over(&void(&game, position.stores()))?;
        }
        Ok(())
    })();
    tried.map(|()| None).map_err(|trouble| trouble.hint(hint::TAKE_POSITION))
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
        few_moves(partner, &rules, &Position::START).map(|_| ())
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
        few_moves(partner, &rules, &Position::START).map(|_| ())
    })();
    tried
        .map(|()| None)
        .map_err(|trouble| trouble.hint("answer the `go` that was there, then go on reading"))
}

fn after_error(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let tried: Result<(), Trouble> = (|| {
        let game = few_moves(partner, &rules, &Position::START)?;
        let error = ayo_protocol::ErrorMessage {
            id: None,
            code: "illegal_move".to_owned(),
            message: "ply 1: pit 6 (a) is not an own pit with seeds".to_owned(),
            line: r#"{"type":"move","id":4,"pit":6}"#.to_owned(),
        };
        partner.send_message(&ToBot::Error(error))?;
        let over = GameOver {
            result: "0-1".to_owned(),
            reason: "illegal_move".to_owned(),
            ..void(&game, [0, 0])
        };
        partner.over(&over)?;
        partner.ping(PATIENCE)?;
        few_moves(partner, &rules, &Position::START).map(|_| ())
    })();
    tried.map(|()| None).map_err(|trouble| {
        trouble.hint("after an illegal move the process is kept for the next game")
    })
}

fn same_again(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let first = whole_game(partner, &rules, Side::South, 5)?.moves;
    let second = whole_game(partner, &rules, Side::South, 5)?.moves;
    if first == second {
        return Ok(None);
    }
    Err(Trouble::skip("it played two games with one seed differently, as it may"))
}
