//! Later versions: what a bot of today must not stumble over.

use ayo_protocol::{FromBot, GameOver, NewGame, ToBot};
use ayo_rules::{Position, Side};

use crate::bench::Bench;
use crate::case::{Chapter, Passed, may, must, should};
use crate::hint;
use crate::message::{hello, line, move_time, new_game, reordered, resigned, with_members};
use crate::partner::{PATIENCE, Partner, QUIET, Question};
use crate::trouble::{Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "forward compatibility",
    cases: &[
        must("F5", "unknown members are ignored", plain_members),
        must("F5", "unknown members with lists, objects and hostile texts are ignored", nested),
        must("F5", "unknown members, rules and limits in `hello` are ignored", hello_members),
        must("F5", "a message of unknown type without `id` is ignored", unknown_message),
        must("F7", "the bot lives on after a request of unknown type", unknown_request_survived),
        should("F5", "a request of unknown type is answered by `error`", unknown_request_answered),
        must("M2", "opponents may be called anything", opponents),
        must("F2", "lines of 16,384 bytes are read", long_lines),
        must("M4", "an unknown `reason` is no obstacle", unknown_reason),
        may("F10", "other orders of members, and blanks, are understood", other_forms),
    ],
};

const TIME: ayo_protocol::Time = move_time(100);

/// Plays a short game in which every line of the referee has these members too.
fn game_with(bench: &mut Bench<'_>, behind_head: &str, at_end: &str) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let more = |message: ToBot| with_members(&line(&message), behind_head, at_end);
    let partner = bench.ready()?;
    let game = partner.take_game();
    let begun = ToBot::NewGame(new_game(&game, Position::START.turn(), TIME));
    let played: Result<(), Trouble> = (|| {
        partner.begin_with(more(begun))?;
        if partner.pings {
            let id = partner.take_id();
            partner.send(&more(ToBot::Ping { id }))?;
            partner.pong(id, PATIENCE)?;
        }
        let go = partner.go(&game, &rules, &Position::START, TIME);
        let question = Question::new(&rules, &Position::START, go.clone());
        partner.ask_with(&question, more(ToBot::Go(go)), PATIENCE)?;
        partner.send(&more(ToBot::GameOver(resigned(&game, Side::North, [0, 0]))))?;
        still_plays(partner, rules)
    })();
    played.map(|()| None).map_err(|trouble| trouble.hint(hint::UNKNOWN_MEMBER))
}

/// Asks for one more move, in a game without anything special.
fn still_plays(partner: &mut Partner, rules: ayo_rules::Rules) -> Result<(), Trouble> {
    let game = partner.take_game();
    partner.begin(&new_game(&game, Position::START.turn(), TIME))?;
    let go = partner.go(&game, &rules, &Position::START, TIME);
    partner.ask(&Question::new(&rules, &Position::START, go)).map(|_| ())
}

fn plain_members(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    game_with(bench, r#""x_level":3,"x_note":"new","#, r#""x_last":null,"#)
}

/// Texts with the words a text matching bot looks for: in strings their quotes are escaped.
const HOSTILE: &str = r#""x_deep":{"x_a":{"x_b":[1,[2,[3]],{"x_c":"\"legal\":[11,5],\"id\":7,\"pits\":[0]"}]},"x_text":"}{][,\\\"turn\\\":1"},"x_list":["go","quit",{"x_type":"quit"}],"#;

fn nested(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    game_with(bench, HOSTILE, r#""x_more":{"x_empty":{},"x_none":[]},"#)
}

fn hello_members(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.dismiss();
    let rules = *bench.rules();
    let (plain, _) = hello(&rules, bench.settings.hello_limit);
    let text = plain
        .replace(r#""rules":{"#, r#""rules":{"x_wind":"north","x_depth":7,"#)
        .replace(r#""limits":{"#, r#""limits":{"x_moves":99,"#);
    let text = with_members(&text, r#""x_first":[{}],"#, HOSTILE);
    let mut partner = bench.another(bench.spec)?;
    let played =
        bench.greet_with(&mut partner, &text).and_then(|()| still_plays(&mut partner, rules));
    played.map(|()| None).map_err(|trouble| trouble.hint(hint::UNKNOWN_MEMBER))
}

fn unknown_message(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let tried: Result<(), Trouble> = (|| {
        for text in [r#"{"type":"dance"}"#, r#"{"type":"x_news","x_text":"\"id\":5"}"#] {
            partner.send(text)?;
            partner.quiet(QUIET)?;
        }
        still_plays(partner, rules)
    })();
    tried.map(|()| None).map_err(|trouble| trouble.hint(hint::UNKNOWN_TYPE))
}

fn unknown_request_survived(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let id = partner.take_id();
    let tried: Result<(), Trouble> = (|| {
        partner.send(&format!(r#"{{"type":"x_dance","id":{id}}}"#))?;
        still_plays(partner, rules)
    })();
    tried.map(|()| None).map_err(|trouble| trouble.hint(hint::UNKNOWN_TYPE))
}

fn unknown_request_answered(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let partner = bench.ready()?;
    let id = partner.take_id();
    partner.send(&format!(r#"{{"type":"x_dance","id":{id}}}"#))?;
    let hint = r#"answer it by {"type":"error","id":…,"code":"unknown_type"}"#;
    let answer = loop {
        match partner.hear_read(SOON) {
            // An answer given twice is for another case.
            Ok((FromBot::Move(_), _)) => {}
            heard => break heard,
        }
    };
    // It may end the process, which is for the case before.
    bench.dismiss();
    match answer.map_err(|trouble| trouble.hint(hint))?.0 {
        FromBot::Error { id: Some(answered), .. } if answered == id => Ok(None),
        _ => {
            Err(Trouble::fault(Kind::WrongAnswer, "the answer is no `error` with its id")
                .hint(hint))
        }
    }
}

/// Time for an answer that may not come at all.
const SOON: std::time::Duration = std::time::Duration::from_millis(1_000);

/// Names of opponents; control characters and more than 64 characters do not occur.
const OPPONENTS: [&str; 9] = [
    "Ọ̀pọ́n \"3\"",
    "\\\",\"legal\":[9],\"id\":1,\"x\":\"",
    "}{][\\\\",
    "🦁🌍👩‍👩‍👧‍👦",
    "\u{202e}tob\u{2066}",
    "line\u{2028}separator\u{2029}next\u{85}line",
    "'; DROP TABLE bots; -- $(quit) `quit` %s %n {0}",
    "\u{fffd}\u{feff}\u{10ffff}",
    "ＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷ",
];

fn opponents(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    for opponent in OPPONENTS {
        let partner = bench.ready()?;
        let game = partner.take_game();
        let begun = NewGame {
            opponent: opponent.to_owned(),
            ..new_game(&game, Position::START.turn(), TIME)
        };
        let go = partner.go(&game, &rules, &Position::START, TIME);
        partner
            .begin(&begun)
            .and_then(|()| partner.ask(&Question::new(&rules, &Position::START, go)))
            .map_err(|trouble| {
                trouble.hint(
                    "read and write UTF-8 whatever the locale says; in strings a quote comes as \
                     `\\\"`",
                )
            })?;
        partner.over(&resigned(&game, Side::North, [0, 0]))?;
    }
    Ok(None)
}

fn long_lines(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let tried: Result<(), Trouble> = (|| {
        let game = partner.take_game();
        partner.begin(&new_game(&game, Position::START.turn(), TIME))?;
        let go = partner.go(&game, &rules, &Position::START, TIME);
        let question = Question::new(&rules, &Position::START, go);
        let text = filled(&line(&ToBot::Go(question.go.clone())));
        partner.ask_with(&question, text, PATIENCE)?;
        let moves = (0..6_000).map(|ply| [2, 8, 5, 11][ply % 4]).collect();
        partner.over(&GameOver {
            result: "1/2-1/2".to_owned(),
            reason: "ply_limit".to_owned(),
            moves,
            ..resigned(&game, Side::North, [10, 10])
        })?;
        still_plays(partner, rules)
    })();
    let hint = "a line of the referee may have 16,384 bytes: read into a buffer that grows";
    tried.map(|()| None).map_err(|trouble| trouble.hint(hint))
}

/// Fills a line up to the limit with a member nobody knows.
fn filled(text: &str) -> String {
    let around = r#""x_fill":"",""#.len() + 1;
    let room = ayo_protocol::limits::REFEREE_LINE_BYTES - text.len() - around;
    with_members(text, "", &format!(r#""x_fill":"{}","#, "x".repeat(room)))
}

fn unknown_reason(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let game = partner.take_game();
    let over = GameOver { reason: "x_eclipse".to_owned(), ..resigned(&game, Side::North, [3, 4]) };
    let tried: Result<(), Trouble> = (|| {
        partner.begin(&new_game(&game, Position::START.turn(), TIME))?;
        let go = partner.go(&game, &rules, &Position::START, TIME);
        partner.ask(&Question::new(&rules, &Position::START, go))?;
        partner.over(&over)?;
        still_plays(partner, rules)
    })();
    tried.map(|()| None).map_err(|trouble| trouble.hint("treat an unknown word as text"))
}

fn other_forms(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let rules = *bench.rules();
    let (partner, go) = bench.game(TIME)?;
    let question = Question::new(&rules, &Position::START, go);
    let text = reordered(&line(&ToBot::Go(question.go.clone())));
    match partner.ask_with(&question, text, SOON) {
        Ok(_) => Ok(None),
        Err(Trouble::Host(why)) => Err(Trouble::Host(why)),
        Err(_) => {
            bench.dismiss();
            Err(Trouble::skip("it reads the referee's lines as text, as it may"))
        }
    }
}
