//! Lines: what a bot's line is taken for, and what the referee's lines look like.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use ayo_protocol::{
    Action, Adjudicate, BotHello, BotLine, BotMove, ErrorMessage, FromBot, Game, GameOver, Go,
    Greeting, Leaving, NewGame, Session, Setup, Stalls, Time, TimeControl, ToBot, limits,
    quote_line, read_line,
};
use ayo_rules::{Pit, Position, Rules, Scoresheet, Side};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

#[track_caller]
fn check(line: impl AsRef<[u8]>, read: BotLine) {
    let line = line.as_ref();
    assert_eq!(read_line(line), Ok(read), "{}", quote_line(line));
}

#[track_caller]
fn check_bad(line: impl AsRef<[u8]>, code: &str) {
    let line = line.as_ref();
    let bad = read_line(line).expect_err(&quote_line(line));
    assert_eq!(bad.code.word(), code, "{}: {}", quote_line(line), bad.message);
    assert!(!bad.message.is_empty());
}

fn moves(id: u64, pit: i64) -> BotLine {
    BotLine::Message(FromBot::Move(BotMove { id: Some(id), pit: Some(pit), resign: false }))
}

fn unknown(kind: &str, id: Option<u64>) -> BotLine {
    BotLine::Message(FromBot::Unknown { kind: kind.to_owned(), id })
}

fn log(text: &str) -> BotLine {
    BotLine::Message(FromBot::Log { text: text.to_owned() })
}

#[test]
fn lines_that_are_no_messages() {
    for empty in ["", " ", "\t", "\r", " \t\r"] {
        check(empty, BotLine::Empty);
    }
    for stray in ["thinking", "[]", r#"["move",1,3]"#, "null", "3", "\"{\"", "'{}'", "}", "\0{}"] {
        check(stray, BotLine::Stray);
    }
    check(b"\xff\xfe not UTF-8, but no message either", BotLine::Stray);
    // The one at the start of the stream is taken off before a line is read.
    check("\u{feff}{\"type\":\"pong\",\"id\":1}", BotLine::Stray);
}

#[test]
fn white_space_and_order_do_not_matter() {
    check(r#"{"type":"move","id":4,"pit":2}"#, moves(4, 2));
    check("{\"type\":\"move\",\"id\":4,\"pit\":2}\r", moves(4, 2));
    check("\t {\"type\":\"move\",\"id\":4,\"pit\":2} \r", moves(4, 2));
    check("{ \"pit\" : 2 ,\t\"id\" : 4 , \"type\" : \"move\" }", moves(4, 2));
    // JSON's own escapes, in names and in values.
    check(r#"{"\u0074ype":"mo\u0076e","i\u0064":4,"p\u0069t":2}"#, moves(4, 2));
}

#[test]
fn every_message() {
    let hello = BotHello {
        id: 1,
        protocol: 1,
        name: "π \"q\" \n".to_owned(),
        author: Some(String::new()),
        version: None,
        want: vec!["moves".to_owned(), "tea".to_owned()],
        decline: vec![],
    };
    check(
        r#"{"type":"hello","id":1,"protocol":1,"name":"π \"q\" \n","author":"","want":["moves","tea"]}"#,
        BotLine::Message(FromBot::Hello(hello)),
    );
    check(r#"{"type":"pong","id":0}"#, BotLine::Message(FromBot::Pong { id: 0 }));
    let resignation = BotMove { id: None, pit: None, resign: true };
    check(r#"{"type":"move","resign":true}"#, BotLine::Message(FromBot::Move(resignation)));
    check(r#"{"type":"log","text":"hm"}"#, log("hm"));
    check(r#"{"type":"log"}"#, log(""));
    let declined = |id| FromBot::Error { id, code: "tired".to_owned(), message: String::new() };
    check(r#"{"type":"error","id":7,"code":"tired"}"#, BotLine::Message(declined(Some(7))));
    check(r#"{"type":"error","code":"tired"}"#, BotLine::Message(declined(None)));
    check(r#"{"type":"dance","id":7}"#, unknown("dance", Some(7)));
    check(r#"{"type":"Move","pit":true}"#, unknown("Move", None));
    check(r#"{"type":""}"#, unknown("", None));
}

#[test]
fn bytes_that_are_not_utf8() {
    check_bad(b"{\"type\":\"log\",\"text\":\"\xff\"}", "bad_utf8");
    check_bad(b"{\"type\":\"move\",\"id\":4,\"pit\":2,\"x\":\"\xc3\x28\"}", "bad_utf8");
    check_bad(b"{\"type\":\"move\",\"id\":4,\"pit\":2,\"x\":\"\xed\xa0\x80\"}", "bad_utf8");
    // Said before anything else is: this is not JSON either.
    check_bad(b"{\xff", "bad_utf8");
}

#[test]
fn lines_that_are_not_json() {
    for line in [
        "{",
        r#"{"type":"pong","id":4}}"#,
        "{type:move}",
        "{'type':'move','id':4,'pit':2}",
        r#"{"type":"move","id":4,"pit":2,}"#,
        r#"{"type":"move","id":4,"pit":2}{"type":"move","id":4,"pit":2}"#,
        r#"{"type":"move","id":4,"pit":2} thinking"#,
        r#"{"type":"move","id":4,"pit":2}]"#,
        r#"{"type":"move","id":4,"pit":02}"#,
        r#"{"type":"move","id":4,"pit":+2}"#,
        r#"{"type":"move","id":4,"pit":0x2}"#,
        r#"{"type":"move","id":4,"pit":NaN}"#,
        r#"{"type":"move","id":4,"pit":-Infinity}"#,
        r#"{"type":"move","id":4,"pit":1e400}"#,
        r#"{"type":"move","id":4,"pit":2,"x":NaN}"#,
        r#"{"type":"move","id":4,"pit":2,"resign":False}"#,
        r#"{"type":"log","text":"\ud800"}"#,
        r#"{"type":"log","text":"\x41"}"#,
        "{\"type\":\"log\",\"text\":\"a\tb\"}",
        "{\"type\":\"move\",\"id\":4,\"pit\":2}\0",
        "{\"type\":\"move\",\0\"id\":4,\"pit\":2}",
        "{\"type\":\"log\",\"text\":\"\0\"}",
    ] {
        check_bad(line, "bad_json");
    }
    let python = read_line(b"{'type':'pong','id':2}").unwrap_err();
    assert!(python.message.contains("json.dumps"), "{}", python.message);
}

#[test]
fn members_given_twice() {
    check_bad(r#"{"type":"move","id":4,"pit":2,"pit":2}"#, "duplicate_key");
    check_bad(r#"{"type":"move","id":4,"id":4,"pit":2}"#, "duplicate_key");
    check_bad(r#"{"type":"move","type":"move","id":4,"pit":2}"#, "duplicate_key");
    check_bad(r#"{"type":"move","id":4,"pit":2,"p\u0069t":2}"#, "duplicate_key");
    check_bad(r#"{"type":"dance","id":4,"id":4}"#, "duplicate_key");
    check_bad(r#"{"type":"hello","id":1,"protocol":1,"name":"a","name":"b"}"#, "duplicate_key");
    // A member that this message does not have is nobody's business.
    check(r#"{"type":"move","id":4,"pit":2,"x":1,"x":2}"#, moves(4, 2));
    check(r#"{"type":"move","id":4,"pit":2,"name":1,"name":2}"#, moves(4, 2));
    check(r#"{"type":"move","id":4,"pit":2,"info":{"pv":[],"pv":[]}}"#, moves(4, 2));
    check(r#"{"type":"pong","id":4,"pit":2,"pit":3}"#, BotLine::Message(FromBot::Pong { id: 4 }));
}

#[test]
fn members_that_are_missing() {
    for line in [
        "{}",
        r#"{"id":4,"pit":2}"#,
        r#"{"type":"move","id":4}"#,
        r#"{"type":"move","id":4,"resign":false}"#,
        r#"{"type":"pong"}"#,
        r#"{"type":"hello","id":1,"name":"a"}"#,
        r#"{"type":"hello","id":1,"protocol":1}"#,
        r#"{"type":"hello","protocol":1,"name":"a"}"#,
    ] {
        check_bad(line, "missing_field");
    }
}

#[test]
fn numbers() {
    for pit in ["2.0", "2e0", "-0", "\"2\"", "true", "null", "[2]", "{}", "18446744073709551616"] {
        check_bad(format!(r#"{{"type":"move","id":4,"pit":{pit}}}"#), "wrong_type");
    }
    for id in ["4.0", "\"4\"", "null", "[4]", "18446744073709551616", "9.007199254740991e15"] {
        check_bad(format!(r#"{{"type":"move","id":{id},"pit":2}}"#), "wrong_type");
        check_bad(format!(r#"{{"type":"log","id":{id},"text":""}}"#), "wrong_type");
        check_bad(format!(r#"{{"type":"dance","id":{id}}}"#), "wrong_type");
    }
    check_bad(r#"{"type":"move","id":-4,"pit":2}"#, "out_of_range");
    check_bad(r#"{"type":"move","id":4,"pit":9223372036854775808}"#, "out_of_range");
    // Whole numbers are numbers; whether they are pits or ids is for the game to say.
    check(r#"{"type":"move","id":4,"pit":-1}"#, moves(4, -1));
    check(r#"{"type":"move","id":4,"pit":9223372036854775807}"#, moves(4, i64::MAX));
    check(r#"{"type":"move","id":9007199254740991,"pit":2}"#, moves((1 << 53) - 1, 2));
    check(r#"{"type":"move","id":18446744073709551615,"pit":2}"#, moves(u64::MAX, 2));
}

#[test]
fn types_of_members() {
    for line in [
        r#"{"type":5}"#,
        r#"{"type":null}"#,
        r#"{"type":["move"]}"#,
        r#"{"type":"move","id":4,"pit":2,"resign":1}"#,
        r#"{"type":"move","id":4,"pit":2,"resign":null}"#,
        r#"{"type":"move","id":4,"pit":2,"resign":"no"}"#,
        r#"{"type":"log","text":5}"#,
        r#"{"type":"error","id":4,"code":404}"#,
        r#"{"type":"hello","id":1,"protocol":"1","name":"a"}"#,
        r#"{"type":"hello","id":1,"protocol":1,"name":null}"#,
        r#"{"type":"hello","id":1,"protocol":1,"name":"a","author":null}"#,
        r#"{"type":"hello","id":1,"protocol":1,"name":"a","want":"moves"}"#,
        r#"{"type":"hello","id":1,"protocol":1,"name":"a","decline":[5]}"#,
    ] {
        check_bad(line, "wrong_type");
    }
    // The type of a member counts only in the messages that have it.
    check(
        r#"{"type":"move","id":4,"pit":2,"protocol":"x","name":[],"want":0,"text":{}}"#,
        moves(4, 2),
    );
    check(r#"{"type":"move","id":4,"pit":2,"info":"deep in thought"}"#, moves(4, 2));
    check(r#"{"type":"move","id":4,"pit":2,"info":{"score":1e400,"text":"\ud800"}}"#, moves(4, 2));
    check(r#"{"type":"log","text":"","pit":"none","resign":[]}"#, log(""));
    check(r#"{"type":"dance","pit":"none","text":5}"#, unknown("dance", None));
}

/// A `log` whose `x` is nested so that the whole line has this depth.
fn nested(depth: usize, open: &str, close: &str) -> String {
    format!(r#"{{"type":"log","x":{}1{}}}"#, open.repeat(depth - 1), close.repeat(depth - 1))
}

#[test]
fn nesting() {
    assert_eq!(limits::DEPTH, 16);
    check(nested(16, "[", "]"), log(""));
    check(nested(16, r#"{"y":"#, "}"), log(""));
    check_bad(nested(17, "[", "]"), "too_deep");
    check_bad(nested(17, r#"{"y":"#, "}"), "too_deep");
    check_bad(nested(30_000, "[", "]"), "too_deep");
    check_bad("{".repeat(limits::BOT_LINE_BYTES - 1), "too_deep");
    check_bad(format!("{{\"x\":{}", "[".repeat(60_000)), "too_deep");
    // Side by side is not deep, and in a string a bracket is a letter.
    check(format!(r#"{{"type":"log","x":[{}1]}}"#, "[],{},".repeat(5_000)), log(""));
    check(format!(r#"{{"type":"log","x":"{}"}}"#, "[{".repeat(1_000)), log(""));
    check(r#"{"type":"log","text":"\"[[[[[[[[[[[[[[[[[[\\"}"#, log("\"[[[[[[[[[[[[[[[[[[\\"));
}

#[test]
fn long_lines() {
    let text = "x".repeat(limits::BOT_LINE_BYTES - 26);
    let line = format!(r#"{{"type":"log","text":"{text}"}}"#);
    assert_eq!(line.len() + 1, limits::BOT_LINE_BYTES - 1);
    check(line, log(&text));
    let digits = "9".repeat(60_000);
    check_bad(format!(r#"{{"type":"move","id":4,"pit":{digits}}}"#), "bad_json");
}

#[test]
fn reading_never_panics() {
    let config = Config {
        cases: 4_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(41),
        ..Config::default()
    };
    println!("seed 41");
    let pieces = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u",
        "\\ud800",
        "type",
        "\"type\":",
        "\"move\"",
        "\"hello\"",
        "\"pong\"",
        "\"log\"",
        "\"id\":",
        "\"pit\":",
        "\"resign\":true",
        "1",
        "-",
        "1e9",
        "null",
        "\u{feff}",
        "\0",
        "é",
        "\r",
    ]);
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..80),
        prop::collection::vec(any::<u8>(), 0..80).prop_map(|rest| [b"{", &rest[..]].concat()),
        prop::collection::vec(pieces, 0..30).prop_map(|pieces| pieces.concat().into_bytes()),
    ];
    TestRunner::new(config)
        .run(&bytes, |line| {
            let read = read_line(&line);
            let first = line.trim_ascii().first();
            prop_assert_eq!(matches!(read, Ok(BotLine::Empty)), first.is_none());
            prop_assert_eq!(
                matches!(read, Ok(BotLine::Stray)),
                first.is_some_and(|&byte| byte != b'{')
            );
            let quoted = quote_line(&line);
            prop_assert!(
                quoted.chars().all(|letter| (' '..='~').contains(&letter) || letter == '…')
            );
            Ok(())
        })
        .unwrap();
}

/// The promise to bots that have no JSON parser.
#[track_caller]
fn check_promise(line: &[u8]) {
    let text = std::str::from_utf8(line).unwrap();
    assert!(line.len() <= limits::REFEREE_LINE_BYTES, "{} bytes", line.len());
    let message = text.strip_suffix('\n').expect("a line ends with a newline");
    assert!(!message.contains(['\n', '\r', '\0']), "{message}");
    let value: serde_json::Value = serde_json::from_str(message).unwrap();
    let head = match value.get("id") {
        Some(id) => format!("{{\"type\":{},\"id\":{id}", value["type"]),
        None => format!("{{\"type\":{}", value["type"]),
    };
    let rest = message.strip_prefix(&head).unwrap_or_else(|| panic!("{message} begins {head}"));
    assert!(rest.starts_with([',', '}']), "{message}");
    for blank in outside_strings(message) {
        assert!(!blank.is_ascii_whitespace(), "{message} is not compact");
    }
    let with_legal = value.get("legal").is_some();
    assert_eq!(message.matches("\"legal\":[").count(), usize::from(with_legal), "{message}");
    assert_eq!(message.matches("\"id\":").count(), usize::from(value.get("id").is_some()));
    let read = ToBot::read(text).unwrap().expect("a known type");
    assert_eq!(read.to_line(), line, "{message} reads back as it was written");
}

fn outside_strings(text: &str) -> Vec<u8> {
    let (mut in_string, mut escaped, mut outside) = (false, false, Vec::new());
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if !in_string => outside.push(byte),
            _ => {}
        }
    }
    outside
}

fn ready(members: &str) -> Session {
    let mut greeting = Greeting::new(&Rules::AYOAYO, limits::HELLO);
    check_promise(&greeting.poll().unwrap());
    greeting.sent(Duration::ZERO);
    let hello = format!(r#"{{"type":"hello","id":1,"protocol":1,"name":"b"{members}}}"#);
    greeting.line(hello.as_bytes(), Duration::ZERO);
    check_promise(&greeting.poll().unwrap());
    greeting.sent(Duration::ZERO);
    greeting.time(limits::FIRST_PONG);
    greeting.result().unwrap().clone().unwrap()
}

fn hear(game: &mut Game) {
    while let Some(Action::Send(side, line)) = game.poll() {
        check_promise(&line);
        game.sent(side, Duration::ZERO);
    }
}

/// A game between bots of these names, in which South says something hostile as well.
#[track_caller]
fn check_names(names: [&str; 2], hostile: &str) {
    let setup = Setup {
        game_id: names[0].to_owned(),
        names: names.map(str::to_owned),
        sheet: Scoresheet::new(Rules::AYOAYO, Position::START),
        time: TimeControl::default(),
        seed: (1 << 53) - 1,
        stalls: Stalls::Excuse,
        leaving: [Leaving::Excuse; 2],
        adjudicate: Adjudicate::Never,
    };
    let mut game =
        Game::new(setup, [ready(r#","want":["moves"]"#), ready(r#","decline":["legal"]"#)]);
    game.begin(Duration::ZERO);
    hear(&mut game);
    let kind = serde_json::to_string(hostile).unwrap();
    for line in [
        format!(r#"{{"type":{kind},"id":9007199254740991,"legal":[1]}}"#),
        r#"{"type":"move","pit":2}"#.to_owned(),
    ] {
        game.line(Side::South, line.as_bytes(), Duration::ZERO);
        hear(&mut game);
    }
    assert_eq!(game.thinking(), Some(Side::North));
    let line = format!(r#"{{"type":"move","legal":[1],"x":{kind},"pit":{kind}}}"#);
    game.line(Side::North, line.as_bytes(), Duration::ZERO);
    hear(&mut game);
    assert!(game.finished().is_some());
}

#[test]
fn the_promise_holds_whatever_bots_are_called() {
    let hostile = [
        "x\",\"legal\":[1",
        "\"legal\":[1",
        "\\\",\"legal\":[1",
        "\\u0022legal\\u0022:[1",
        "\",\"id\":7,\"x\":\"",
        "\"",
        "\\",
        "a\nb\r\nc",
        "\0\u{1}\u{7f}\u{85}",
        "\u{1b}[31mred",
        "\u{2028}\u{2029}\u{feff}\u{202e}",
        "</script><b>",
        "ọ̀pọ́n ayò",
        "",
        " ",
    ];
    for name in hostile {
        check_names([name, name], name);
    }
    let longest = "\u{10ffff}".repeat(limits::NAME_CHARS);
    check_names([&longest, &longest], &"\"\\\0".repeat(10_000));
}

#[test]
fn the_promise_holds_for_random_names() {
    let config = Config {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(42),
        ..Config::default()
    };
    println!("seed 42");
    let letter = prop_oneof![
        Just("\"legal\":[".to_owned()),
        Just("\"id\":".to_owned()),
        any::<char>().prop_map(String::from),
        prop::sample::select(vec!["\"", "\\", ",", ":", "\n"]).prop_map(str::to_owned),
    ];
    let name = prop::collection::vec(letter, 0..20).prop_map(|letters| letters.concat());
    TestRunner::new(config)
        .run(&(name.clone(), name), |(south, north)| {
            check_names([&south, &north], &south);
            Ok(())
        })
        .unwrap();
}

/// Moves as long as they can be written: North's pits 10 and 11 have two digits, South's have one.
fn longest_moves(plies: usize) -> Vec<u8> {
    [11, 5].into_iter().cycle().take(plies).collect()
}

/// The longest lines of a game that ends after so many plies.
fn longest_lines(plies: usize) -> [ToBot; 2] {
    let id = (1 << 53) - 1;
    let game_id = u64::MAX.to_string();
    let time = TimeControl::LONGEST.as_millis() as u64;
    let clock = time * (plies as u64 + 1);
    let go = Go {
        id,
        game_id: game_id.clone(),
        ply: plies as u64 - 1,
        turn: 1,
        pits: [10; 12],
        stores: [10; 2],
        last: Some(11),
        legal: Some((6..12).collect()),
        clock_ms: [clock; 2],
        move_ms: Some(time),
        moves: Some(longest_moves(plies - 1)),
    };
    let game_over = GameOver {
        game_id,
        result: "1/2-1/2".to_owned(),
        reason: "process_limit".to_owned(),
        stores: [24; 2],
        moves: longest_moves(plies),
    };
    [ToBot::Go(go), ToBot::GameOver(game_over)]
}

/// The most plies a game can have before a line of the referee is over its limit.
fn longest_game() -> usize {
    let fits = |plies: usize| {
        longest_lines(plies).iter().all(|message| {
            let line = serde_json::to_vec(message).unwrap();
            line.len() < limits::REFEREE_LINE_BYTES
        })
    };
    let (mut fitting, mut too_long) = (1, limits::REFEREE_LINE_BYTES);
    while fitting + 1 < too_long {
        let middle = usize::midpoint(fitting, too_long);
        if fits(middle) { fitting = middle } else { too_long = middle }
    }
    fitting
}

/// What `protocol.md` says (F2).
const PLIES_PROMISED: usize = 6_000;

#[test]
fn no_line_of_the_referee_is_too_long() {
    for message in longest_lines(PLIES_PROMISED) {
        check_promise(&message.to_line());
    }
    for (name, rules) in Rules::PRESETS {
        assert!(rules.max_plies as usize <= PLIES_PROMISED, "{name}");
    }
    let longest = longest_game();
    println!("the lines of a game of {longest} plies fit");
    assert!((PLIES_PROMISED..PLIES_PROMISED + 1_000).contains(&longest), "{longest}");

    let name = "\u{10ffff}".repeat(limits::NAME_CHARS);
    let time = Some(TimeControl::LONGEST.as_millis() as u64);
    let new_game = ToBot::NewGame(NewGame {
        game_id: u64::MAX.to_string(),
        you: 1,
        opponent: name,
        time: Time { base_ms: time, increment_ms: time, move_ms: time },
        seed: (1 << 53) - 1,
    });
    check_promise(&new_game.to_line());
    // 1,000 characters of a sentence are kept, and 200 bytes of a line.
    let error = ToBot::Error(ErrorMessage {
        id: Some((1 << 53) - 1),
        code: "protocol_version".to_owned(),
        message: "\u{1}".repeat(1_000),
        line: quote_line(&[b'"'; limits::BOT_LINE_BYTES]),
    });
    check_promise(&error.to_line());
}

#[test]
fn a_game_of_a_thousand_plies_fits() {
    let mut sheet = Scoresheet::new(
        Rules { repetition: 0, majority: false, ..Rules::AYOAYO },
        // Two plies of good play that repeat for ever.
        "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S".parse().unwrap(),
    );
    for letter in "Cc".chars().cycle().take(999) {
        sheet.play(Pit::from_letter(letter).unwrap()).unwrap();
    }
    let setup = Setup {
        game_id: "1".to_owned(),
        names: ["a".to_owned(), "b".to_owned()],
        sheet,
        time: TimeControl::default(),
        seed: 1,
        stalls: Stalls::Excuse,
        leaving: [Leaving::Excuse; 2],
        adjudicate: Adjudicate::Never,
    };
    let mut game = Game::new(setup, [ready(""), ready(r#","want":["moves"]"#)]);
    game.begin(Duration::ZERO);
    hear(&mut game);
    game.line(Side::North, br#"{"type":"move","pit":8}"#, Duration::ZERO);
    hear(&mut game);
    assert_eq!(game.finished().unwrap().verdict.reason.word(), "ply_limit");
    assert_eq!(game.finished().unwrap().moves.len(), 1_000);
}

/// What is said about a line has a limit, whatever the line quotes into it.
#[test]
fn sentences_are_short() {
    for member in ["x".repeat(60_000), "\u{202e}".repeat(9_000), "\\n".repeat(30_000)] {
        for line in [
            format!(r#"{{"type":"move","id":4,"pit":"{member}"}}"#),
            format!(r#"{{"type":"hello","id":1,"protocol":"{member}"}}"#),
        ] {
            let bad = read_line(line.as_bytes()).unwrap_err();
            assert_eq!(bad.code.word(), "wrong_type");
            assert!(bad.message.starts_with("invalid type: string "), "{}", bad.message);
            assert!(bad.message.contains(" at line 1 column "), "{}", bad.message);
            assert!(bad.message.chars().count() <= limits::QUOTED_BYTES + 1, "{}", bad.message);
        }
    }
}
