//! Lines: one a message, valid, with the right id, and no others.

use std::time::Duration;

use ayo_protocol::{BotLine, Code, ErrorMessage, FromBot, ToBot, quote_line, read_line};
use ayo_rules::{Position, Rules, Side};

use crate::bench::{Bench, late_at_eof};
use crate::case::{Chapter, Passed, basic, must, should};
use crate::hint;
use crate::message::{line, move_time, new_game, resigned};
use crate::partner::{PATIENCE, Partner, QUIET, Question, broken};
use crate::trouble::{Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "framing",
    cases: &[
        basic("F1", "`go` is answered by one whole line, at once", whole_line),
        basic("F4", "the answer to `go` is a valid `move`", valid_move),
        basic("F6", "the answer repeats the id of the request", ids),
        basic("F6", "a request is answered once", once),
        must("F6", "messages without `id`, and `error`, are not answered", not_answered),
        should("M9", "a `move` has the id of its `go`", move_has_id),
        must("F1", "a request that comes in pieces is answered", pieces),
        must("F1", "lines that come together are all read", together),
        should("F3", "stdout holds nothing but messages", no_stray_lines),
    ],
};

const TIME: ayo_protocol::Time = move_time(100);

/// Sends a `go` and returns the line that answers it, whatever it says.
fn first_line(bench: &mut Bench<'_>) -> Result<Vec<u8>, Trouble> {
    let (partner, go) = bench.game(TIME)?;
    partner.send_message(&ToBot::Go(go))?;
    partner.hear_message(PATIENCE)
}

fn whole_line(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    match first_line(bench) {
        Ok(_) => Ok(None),
        Err(Trouble::Fault(fault)) if fault.kind == Kind::Silent => {
            let partner = bench.raw()?;
            Err(late_at_eof(partner, Trouble::Fault(fault)))
        }
        Err(trouble) => Err(trouble),
    }
}

fn valid_move(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let line = first_line(bench)?;
    match read_line(&line) {
        Ok(BotLine::Message(FromBot::Move(_))) => Ok(None),
        Ok(_) => {
            let reason = format!("it answered `go` with another message: {}", quote_line(&line));
            Err(Trouble::fault(Kind::WrongAnswer, reason)
                .hint("answer `go` by {\"type\":\"move\",\"id\":…,\"pit\":…}"))
        }
        Err(bad) => Err(broken(bad, &line)),
    }
}

/// Ids that lose something in a float, in 32 bits or in a short format.
const IDS: [u64; 8] = [
    17,
    100_000,
    16_777_217,
    2_147_483_648,
    4_294_967_297,
    1_000_000_000_000_001,
    9_007_199_254_740_990,
    9_007_199_254_740_991,
];

fn ids(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let asked = each_id(bench);
    // No id is left for this process.
    bench.dismiss();
    asked.map(|()| None)
}

fn each_id(bench: &mut Bench<'_>) -> Result<(), Trouble> {
    bench.dismiss();
    let (partner, mut go) = bench.game(TIME)?;
    for id in IDS {
        go.id = id;
        go.ply += 2;
        partner.other_ids.push(id);
        partner.send_message(&ToBot::Go(go.clone()))?;
        let asked = partner.chosen(id, PATIENCE);
        asked.map_err(|trouble| number_broken(partner, trouble).when(&format!("id {id}")))?;
    }
    Ok(())
}

/// An id written as a float is no valid line; the reason is the same.
fn number_broken(partner: &mut Partner, trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::Fault(mut fault) if fault.kind == Kind::Bad(Code::WrongType) => {
            partner.note("an id is an integer");
            fault.hint = Some(
                "the id went through a floating-point number, or lost its digits to a short \
                 format such as `1e+05`; print it with an integer format, or copy it as text"
                    .to_owned(),
            );
            Trouble::Fault(fault)
        }
        trouble => trouble,
    }
}

fn once(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let (partner, go) = bench.game(TIME)?;
    let id = go.id;
    partner.send_message(&ToBot::Go(go))?;
    // Whether it is legal is for another case.
    partner.chosen(id, PATIENCE)?;
    extra(partner, "after its move")?;
    partner.ping(PATIENCE)?;
    extra(partner, "after its pong")?;
    Ok(None)
}

fn extra(partner: &mut Partner, when: &str) -> Result<(), Trouble> {
    partner.quiet(QUIET).map_err(|trouble| trouble.when(when).hint(hint::ONE_ANSWER))
}

fn not_answered(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let (partner, go) = bench.game(TIME)?;
    let game = go.game_id.clone();
    partner.ask(&Question::new(&rules, &Position::START, go))?;
    let next = partner.take_game();
    let error = ErrorMessage {
        id: Some(77),
        code: "unknown_type".to_owned(),
        message: "`dance` is no message of this protocol".to_owned(),
        line: r#"{"type":"dance","id":77}"#.to_owned(),
    };
    let messages = [
        ToBot::Error(ErrorMessage { id: None, ..error.clone() }),
        ToBot::Error(error),
        ToBot::GameOver(resigned(&game, Side::North, [0, 0])),
        ToBot::NewGame(new_game(&next, Position::START.turn(), TIME)),
    ];
    for message in messages {
        partner.send_message(&message)?;
        // Answers come before that of a ping that was sent later.
        let fence = partner.pings.then(|| partner.take_id());
        if let Some(id) = fence {
            partner.send_message(&ToBot::Ping { id })?;
            nothing_before(partner, id)?;
        }
        partner.quiet(QUIET).map_err(|trouble| trouble.hint(hint::NO_ID_NO_ANSWER))?;
    }
    Ok(None)
}

fn nothing_before(partner: &mut Partner, ping: u64) -> Result<(), Trouble> {
    loop {
        let (message, line) = partner.hear_read(PATIENCE)?;
        match message {
            FromBot::Pong { id } | FromBot::Error { id: Some(id), .. } if id == ping => {
                return Ok(());
            }
            // An answer given twice is for another case.
            FromBot::Move(chosen) if chosen.id.is_some_and(|id| partner.repeats(id)) => {}
            _ => {
                let reason = format!("it answered with {}", quote_line(&line));
                return Err(Trouble::fault(Kind::Unasked, reason).hint(hint::NO_ID_NO_ANSWER));
            }
        }
    }
}

fn move_has_id(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let (partner, go) = bench.game(TIME)?;
    let id = go.id;
    partner.send_message(&ToBot::Go(go))?;
    match partner.chosen(id, PATIENCE)? {
        Some(chosen) if chosen.id.is_none() => Err(Trouble::other("the move came without `id`")
            .hint("repeat the `id` of `go`: only then a late answer is known for what it is")),
        _ => Ok(None),
    }
}

/// A pause between two writes of one line.
const PAUSE: Duration = Duration::from_millis(30);

fn pieces(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let (partner, go) = bench.game(TIME)?;
    let question = Question::new(&rules, &Position::START, go);
    let text = line(&ToBot::Go(question.go.clone()));
    partner.transcript.borrow_mut().add(crate::Direction::ToBot, text.as_bytes());
    partner.note("that line was written in three pieces");
    let third = text.len() / 3;
    for piece in [&text[..third], &text[third..2 * third]] {
        partner.send_bytes(piece.as_bytes())?;
        partner
            .quiet(PAUSE)
            .map_err(|trouble| trouble.hint("a line is complete when its newline is there"))?;
    }
    partner.send_bytes(format!("{}\n", &text[2 * third..]).as_bytes())?;
    partner.asked.sent(&text);
    partner.answer(&question, PATIENCE).map(|_| None).map_err(in_pieces)
}

fn in_pieces(trouble: Trouble) -> Trouble {
    trouble.hint("read up to the newline: one read from a pipe may bring half a line")
}

fn together(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let together = many_lines(bench, Partner::send_all);
    // What the lines say is for other cases.
    let apart = |partner: &mut Partner, lines: &[String]| {
        lines.iter().try_for_each(|line| {
            partner.wait(QUIET)?;
            partner.send(line)
        })
    };
    if matches!(together, Err(Trouble::Fault(_)))
        && bench.control(|bench| many_lines(bench, apart)).is_err()
    {
        return Err(Trouble::skip("it does not take the same lines one by one either"));
    }
    together.map(|()| None).map_err(|trouble| {
        trouble.hint("read on in what one read from the pipe brought: it may hold many lines")
    })
}

/// Sends what may pile up while a bot is slow to read, then asks for a move.
fn many_lines(
    bench: &mut Bench<'_>,
    send: impl FnOnce(&mut Partner, &[String]) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let rules: Rules = *bench.rules();
    let (partner, first) = bench.game(TIME)?;
    let mut game = first.game_id.clone();
    partner.ask(&Question::new(&rules, &Position::START, first))?;
    let mut lines = Vec::new();
    // Opponents that fail to start their games: 6 lines, and more than 1 KiB.
    for _ in 0..3 {
        lines.push(line(&ToBot::GameOver(resigned(&game, Side::North, [0, 0]))));
        game = partner.take_game();
        lines.push(line(&ToBot::NewGame(new_game(&game, Position::START.turn(), TIME))));
    }
    let ping = partner.pings.then(|| partner.take_id());
    lines.extend(ping.map(|id| line(&ToBot::Ping { id })));
    let go = partner.go(&game, &rules, &Position::START, TIME);
    let question = Question::new(&rules, &Position::START, go);
    match ping {
        Some(id) => {
            send(partner, &lines)?;
            partner.pong(id, PATIENCE)?;
            partner.ask(&question).map(|_| ())
        }
        None => {
            lines.push(line(&ToBot::Go(question.go.clone())));
            send(partner, &lines)?;
            partner.answer(&question, PATIENCE).map(|_| ())
        }
    }
}

fn no_stray_lines(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let (partner, go) = bench.game(TIME)?;
    // What else is wrong with the answer is for other cases.
    let _ = partner.ask(&Question::new(&rules, &Position::START, go));
    bench.note_facts();
    match &bench.facts.stray {
        None => Ok(None),
        Some(line) => Err(Trouble::other(format!("it printed a line that is no message: {line}"))
            .hint(hint::STDOUT_ONLY_MESSAGES)),
    }
}
