//! Starting: the first words, one process and two, here and there.

use std::path::PathBuf;
use std::time::Duration;

use ayo_protocol::{BotLine, FromBot, limits, read_line};
use ayo_referee::Heard;
use ayo_rules::Position;

use crate::bench::{Bench, late_at_eof};
use crate::case::{Chapter, Passed, basic, may, must, should};
use crate::message::{hello, move_time, new_game};
use crate::partner::{Partner, Question, wrong_id};
use crate::trouble::{Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "start",
    cases: &[
        basic("F7", "nothing is written before it is asked", silent_start),
        basic("M1", "`hello` is answered within 10 s", answers_hello),
        basic("F4", "the answer to `hello` is a valid `hello`", valid_hello),
        must("F6", "the answer to `hello` repeats its id", hello_id),
        must("M8", "`protocol` is 1", protocol),
        should("C8", "the `ping` after `hello` is answered within 1 s", first_ping),
        must("P2", "two processes may run at the same time", twice),
        may("P3", "it starts in any current folder", another_folder),
        may("M8", "its name fits into 64 characters without control characters", name),
    ],
};

/// How long a new process is left alone. A banner comes before that, in most languages.
const LEFT_ALONE: Duration = Duration::from_millis(200);

fn silent_start(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.dismiss();
    let partner = bench.raw()?;
    match partner.hear(LEFT_ALONE) {
        Heard::Line(line) => match read_line(&line) {
            Ok(BotLine::Message(FromBot::Log { .. })) => Ok(None),
            Ok(BotLine::Message(_)) | Err(_) => {
                let reason = "it sent a message before the referee spoke";
                Err(Trouble::fault(Kind::Unasked, reason)
                    .hint("the referee speaks first: wait for its `hello`"))
            }
            Ok(BotLine::Stray | BotLine::Empty) => {
                let text = String::from_utf8_lossy(&line).into_owned();
                partner.noise.first_stray.get_or_insert(text);
                Ok(None)
            }
        },
        Heard::Ended(ended) => Err(bench.ended_ungreeted(ended)),
        // What else it is, the next case finds out.
        Heard::TooLong(_) | Heard::Silent { .. } | Heard::Closed => Ok(None),
    }
}

fn answers_hello(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    match bench.hello() {
        Err(Trouble::Fault(fault)) if fault.kind.is_hopeless() => Err(Trouble::Fault(fault)),
        Err(Trouble::Host(why)) => Err(Trouble::Host(why)),
        // What is wrong with the line is for the next case.
        _ => Ok(None),
    }
}

fn valid_hello(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.hello().map(|_| None)
}

fn hello_id(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let (_, asked) = hello(bench.rules(), bench.settings.hello_limit);
    let answered = unless_broken(bench.hello())?.id;
    if answered == asked { Ok(None) } else { Err(wrong_id(asked, answered)) }
}

fn protocol(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let version = unless_broken(bench.hello())?.protocol;
    if version == limits::PROTOCOL_VERSION {
        return Ok(None);
    }
    Err(Trouble::other(format!("it speaks protocol {version}, this is protocol 1"))
        .hint("write \"protocol\":1 into the answer to `hello`"))
}

/// A case about a member has nothing to say about a line that cannot be read.
fn unless_broken<T>(read: Result<T, Trouble>) -> Result<T, Trouble> {
    read.map_err(|trouble| match trouble {
        Trouble::Fault(_) => Trouble::skip("there is no valid `hello`: 1.3 comes first"),
        trouble => trouble,
    })
}

fn first_ping(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    // `hello` may have been answered in the cases before, without a ping.
    bench.dismiss();
    bench.facts.answers_ping = None;
    bench.ready()?;
    match bench.facts.answers_ping {
        Some(true) => Ok(None),
        _ => Err(Trouble::fault(Kind::Other, "no answer to the `ping` after `hello` within 1 s")
            .hint("answer `ping` by {\"type\":\"pong\",\"id\":…} with its id; without it the time for `new_game` is charged to the first move")),
    }
}

fn twice(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.dismiss();
    let both = play_each(bench, 2);
    // What one process alone cannot do is for other cases.
    if both.is_err() && bench.control(|bench| play_each(bench, 1)).is_err() {
        return Err(Trouble::skip("one process alone does not play either"));
    }
    both.map(|()| None).map_err(|trouble| {
        trouble
            .when("two processes at the same time")
            .hint("do not lock files, ports or anything else that only one process can have")
    })
}

/// Starts so many processes, and asks each for a move while all live.
fn play_each(bench: &mut Bench<'_>, count: usize) -> Result<(), Trouble> {
    let both: Result<Vec<_>, _> = (0..count).map(|_| bench.another(bench.spec)).collect();
    let mut both = both?;
    for partner in &mut both {
        bench.greet(partner)?;
    }
    let rules = *bench.rules();
    let time = move_time(100);
    for partner in &mut both {
        let game = partner.take_game();
        partner.begin(&new_game(&game, Position::START.turn(), time))?;
        let go = partner.go(&game, &rules, &Position::START, time);
        partner.ask(&Question::new(&rules, &Position::START, go))?;
    }
    Ok(())
}

fn another_folder(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    if bench.spec.dir.is_some() {
        return Err(Trouble::skip("its folder is set"));
    }
    let mut spec = bench.spec.clone();
    spec.dir = Some(PathBuf::from("/"));
    let mut partner: Partner = bench.another(&spec)?;
    let (hello, _) = hello(bench.rules(), bench.settings.hello_limit);
    let answered = bench.hello_answer(&mut partner, &hello);
    answered.map(|_| None).map_err(|trouble| match trouble {
        Trouble::Fault(fault) if fault.kind == Kind::Silent => {
            late_at_eof(&mut partner, Trouble::Fault(fault))
        }
        trouble => {
            trouble.hint("find files by the place of the program, not by the current folder")
        }
    })
}

fn name(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let name = unless_broken(bench.hello())?.name;
    let fits = name.chars().count() <= limits::NAME_CHARS && !name.chars().any(char::is_control);
    if fits && !name.is_empty() {
        return Ok(None);
    }
    Err(Trouble::other(
        "its name is cut, cleaned or empty; tables show the tournament's name for it",
    ))
}
