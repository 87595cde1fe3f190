//! Conversations of one game under made-up times: every ending, without a process.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use ayo_protocol::{
    Action, Adjudicate, Ended, Finished, Game, GameClock, Greeting, Leaving, Session, Setup,
    Stalls, TimeControl, ToBot, limits,
};
use ayo_record::{GameResult, Reason};
use ayo_rules::{Pit, Position, Rules, Scoresheet, Side};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A process that has said hello with these extra members and answers pings or not.
fn session(members: &str, answers_ping: bool) -> Session {
    let mut greeting = Greeting::new(&Rules::AYOAYO, limits::HELLO);
    greeting.poll().unwrap();
    greeting.sent(ms(0));
    let hello = format!(r#"{{"type":"hello","id":1,"protocol":1,"name":"b"{members}}}"#);
    greeting.line(hello.as_bytes(), ms(1));
    greeting.poll().unwrap();
    greeting.sent(ms(1));
    if answers_ping {
        greeting.line(br#"{"type":"pong","id":2}"#, ms(2));
    } else {
        greeting.time(ms(1_500));
    }
    greeting.result().unwrap().clone().unwrap()
}

/// A game whose messages are written at once; both bots are ready.
struct Table {
    game: Game,
    heard: [Vec<ToBot>; 2],
    now: Duration,
}

impl Table {
    fn new(time: TimeControl) -> Table {
        Table::from(Scoresheet::new(Rules::AYOAYO, Position::START), time, "", true)
    }

    fn from(sheet: Scoresheet, time: TimeControl, members: &str, pings: bool) -> Table {
        Table::with(sheet, time, members, pings, Stalls::Excuse)
    }

    fn with(
        sheet: Scoresheet,
        time: TimeControl,
        members: &str,
        pings: bool,
        stalls: Stalls,
    ) -> Table {
        let setup = Setup {
            game_id: "7".to_owned(),
            names: ["south-bot".to_owned(), "north-bot".to_owned()],
            sheet,
            time,
            seed: 42,
            stalls,
            leaving: [Leaving::Excuse; 2],
            adjudicate: Adjudicate::Never,
        };
        let sessions = [session(members, pings), session(members, pings)];
        let mut table =
            Table { game: Game::new(setup, sessions), heard: [vec![], vec![]], now: ms(0) };
        table.game.begin(ms(0));
        table.deliver();
        for side in Side::BOTH {
            if let Some(ToBot::Ping { id }) = table.last(side) {
                table.say(side, &format!(r#"{{"type":"pong","id":{id}}}"#));
            }
        }
        table
    }

    /// Writes everything there is to write.
    fn deliver(&mut self) {
        while let Some(Action::Send(side, line)) = self.game.poll() {
            assert!(line.len() <= limits::REFEREE_LINE_BYTES);
            assert_eq!(line.last(), Some(&b'\n'));
            let line = std::str::from_utf8(&line).unwrap();
            self.heard[side.index()].push(ToBot::read(line).unwrap().unwrap());
            self.game.sent(side, self.now);
        }
    }

    fn last(&self, side: Side) -> Option<ToBot> {
        self.heard[side.index()].last().cloned()
    }

    fn say(&mut self, side: Side, line: &str) {
        self.say_bytes(side, line.as_bytes());
    }

    fn say_bytes(&mut self, side: Side, line: &[u8]) {
        self.game.line(side, line, self.now);
        self.deliver();
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.game.time(self.now);
        self.deliver();
    }

    /// The open request of the side to move.
    fn asked(&self, side: Side) -> ayo_protocol::Go {
        assert_eq!(self.game.thinking(), Some(side), "nothing is asked of {side}");
        let go = self.heard[side.index()].iter().rev().find_map(|message| match message {
            ToBot::Go(go) => Some(go.clone()),
            _ => None,
        });
        go.expect("a request was sent")
    }

    /// Answers the open request with the first legal move.
    fn play(&mut self, side: Side) {
        let go = self.asked(side);
        let pit = go.legal.clone().unwrap()[0];
        self.say(side, &format!(r#"{{"type":"move","id":{},"pit":{pit}}}"#, go.id));
    }

    fn finished(&self) -> &Finished {
        self.game.finished().expect("the game is over")
    }

    fn heard_game_over(&self, side: Side) -> bool {
        matches!(self.last(side), Some(ToBot::GameOver(_)))
    }
}

/// South answers its first request with this line: `ID` stands for the id.
#[track_caller]
fn check_answer(line: &str, reason: Reason, detail: &str) {
    let mut table = Table::new(TimeControl::default());
    let id = table.asked(Side::South).id.to_string();
    table.say(Side::South, &line.replace("ID", &id));
    check_lost(&table, Side::South, reason, detail);
}

#[track_caller]
fn check_lost(table: &Table, loser: Side, reason: Reason, detail: &str) {
    let Finished { verdict, result, .. } = table.finished();
    assert_eq!((verdict.reason, verdict.loser), (reason, Some(loser)), "{verdict:?}");
    assert_eq!(*result, GameResult::won_by(loser.opponent()));
    assert!(verdict.detail.contains(detail), "`{}` lacks `{detail}`", verdict.detail);
    assert!(table.heard_game_over(loser.opponent()), "the innocent side hears the end");
}

#[test]
fn answers_that_lose() {
    let illegal = Reason::IllegalMove;
    check_answer(r#"{"type":"move","id":ID,"pit":6}"#, illegal, "ply 1: pit 6 (a) is not an own");
    check_answer(r#"{"type":"move","id":ID,"pit":12}"#, illegal, "pit 12 is not on the board");
    check_answer(r#"{"type":"move","id":ID,"pit":-1}"#, illegal, "pit -1 is not on the board");
    check_answer(
        r#"{"type":"move","id":ID,"pit":6}"#,
        illegal,
        "legal in 4.4.4.4.4.4/4.4.4.4.4.4 0-0 S were 0 1 2 3 4 5",
    );
    let bad = Reason::BadMessage;
    check_answer(r#"{"type":"move","id":ID,"pit":3.0}"#, bad, "wrong_type");
    check_answer(r#"{"type":"move","id":ID,"pit":"3"}"#, bad, "wrong_type");
    check_answer(r#"{"type":"move","id":ID,"pit":null}"#, bad, "wrong_type");
    check_answer(r#"{"type":"move","id":ID,"pit":true}"#, bad, "wrong_type");
    check_answer(r#"{"type":"move","id":null,"pit":3}"#, bad, "wrong_type");
    check_answer(r#"{"type":"move","id":ID,"pit":NaN}"#, bad, "bad_json");
    check_answer(r#"{"type":"move","id":ID,"pit":1e400}"#, bad, "bad_json");
    check_answer(r#"{"type":"move","id":ID}"#, bad, "missing_field");
    check_answer(r#"{"id":ID,"pit":3}"#, bad, "missing_field");
    check_answer(r#"{"type":"move","id":ID,"pit":3,"pit":3}"#, bad, "duplicate_key");
    check_answer(r#"{"type":"move","id":ID,"pit":3}{}"#, bad, "bad_json");
    check_answer(r#"{"type":"move","id":ID,"pit":3,}"#, bad, "bad_json");
    check_answer("{'type':'move','id':ID,'pit':3}", bad, "json.dumps");
    check_answer(
        r#"{"type":"move","id":ID,"pit":3,"x":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}"#,
        bad,
        "too_deep",
    );
    check_answer("{\"type\":\"move\",\"id\":ID,\"pit\":3}\0", bad, "bad_json");
    check_answer(
        r#"{"type":"move","id":9007199254740993,"pit":3}"#,
        bad,
        "answered id 9007199254740993, the request was 4",
    );
    check_answer(r#"{"type":"move","id":1,"pit":3}"#, bad, "wrong_id");
    check_answer(r#"{"type":"move","id":2,"pit":3}"#, bad, "wrong_id");
    check_answer(r#"{"type":"move","id":-3,"pit":3}"#, bad, "out_of_range");
    check_answer(r#"{"type":"move","id":ID,"resign":true}"#, Reason::Resigned, "resigned at ply 1");
    check_answer(
        r#"{"type":"error","id":ID,"code":"tired","message":"no"}"#,
        Reason::Resigned,
        "tired: no",
    );
}

/// A bot may decline to move without saying why.
#[test]
fn declines() {
    #[track_caller]
    fn check(members: &str, detail: &str) {
        let mut table = Table::new(TimeControl::default());
        let id = table.asked(Side::South).id;
        table.say(Side::South, &format!(r#"{{"type":"error","id":{id}{members}}}"#));
        assert_eq!(table.finished().verdict.detail, detail);
    }
    check(r#","code":"tired","message":"no""#, "ply 1: declined to move (tired: no)");
    check(r#","code":"tired""#, "ply 1: declined to move (tired)");
    check(r#","message":"no""#, "ply 1: declined to move (no)");
    check("", "ply 1: declined to move");
}

#[test]
fn bytes_that_lose() {
    let mut table = Table::new(TimeControl::default());
    table.say_bytes(Side::South, b"{\"type\":\"move\",\"id\":3,\"pit\":3,\"x\":\"\xff\"}");
    check_lost(&table, Side::South, Reason::BadMessage, "bad_utf8");
    let mut table = Table::new(TimeControl::default());
    table.game.line_too_long(Side::North, b"{\"aaa", ms(1));
    table.deliver();
    check_lost(&table, Side::North, Reason::BadMessage, "more than 65536 bytes");
}

/// South answers its first request with this line, and the game goes on.
#[track_caller]
fn check_accepted(line: &str) {
    let mut table = Table::new(TimeControl::default());
    let id = table.asked(Side::South).id.to_string();
    table.say(Side::South, &line.replace("ID", &id));
    assert_eq!(table.game.finished(), None, "{line}");
    assert_eq!(table.asked(Side::North).last, Some(2));
}

#[test]
fn answers_that_count() {
    check_accepted(r#"{"type":"move","id":ID,"pit":2}"#);
    check_accepted("{\"type\":\"move\",\"id\":ID,\"pit\":2}\r");
    check_accepted(r#"  { "pit" : 2 , "id" : ID , "type" : "move" }  "#);
    check_accepted(r#"{"type":"move","pit":2}"#);
    check_accepted(r#"{"type":"move","id":ID,"pit":2,"info":{"score":"much","pv":7}}"#);
    check_accepted(r#"{"type":"move","id":ID,"pit":2,"info":{"pv":[],"pv":[]},"info":7}"#);
    check_accepted(r#"{"type":"move","id":ID,"pit":2,"name":5,"protocol":[1,2],"x":{"y":[null]}}"#);
}

/// What bots say of their moves goes with them; of nothing else is it kept.
#[test]
fn what_bots_say_of_their_moves() {
    #[track_caller]
    fn check(said: &[&str], depths: &[Option<u64>]) {
        let mut table = Table::from(two_plies_on(), TimeControl::default(), "", true);
        for (&info, side) in said.iter().zip(Side::BOTH.into_iter().cycle()) {
            let go = table.asked(side);
            let pit = go.legal.clone().unwrap()[0];
            table.say(side, &format!(r#"{{"type":"move","id":{},"pit":{pit}{info}}}"#, go.id));
        }
        let last = Side::BOTH[said.len() % 2];
        table.say(last, r#"{"type":"move","resign":true,"info":{"depth":99}}"#);
        let Finished { infos, move_us, .. } = table.finished();
        assert_eq!(move_us.len(), said.len());
        let found: Vec<_> = infos.iter().map(|info| info.as_ref().and_then(|i| i.depth)).collect();
        assert_eq!(found, depths);
    }
    let six = r#","info":{"depth":6}"#;
    check(&[], &[]);
    check(&["", "", ""], &[]);
    check(&[six, "", six], &[Some(6), None, Some(6)]);
    check(&["", six, ""], &[None, Some(6), None]);
    check(&["", r#","info":"much""#], &[]);
}

/// A game whose opening has two moves.
fn two_plies_on() -> Scoresheet {
    let mut sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
    for pit in ayo_rules::parse_moves("Cc").unwrap() {
        sheet.play(pit).unwrap();
    }
    sheet
}

#[test]
fn lines_that_are_no_answer() {
    let mut table = Table::new(TimeControl::default());
    let go = table.asked(Side::South);
    for line in ["", "thinking", "[1]", r#"{"type":"log","text":"hm"}"#, r#"{"type":"dance"}"#] {
        table.say(Side::South, line);
        table.say(Side::North, line);
    }
    assert_eq!(table.asked(Side::South), go, "nothing was answered");
    table.say(Side::South, r#"{"type":"dance","id":77}"#);
    let Some(ToBot::Error(error)) = table.last(Side::South) else { panic!("no error sent") };
    assert_eq!((error.id, &*error.code), (Some(77), "unknown_type"));
    assert_eq!(table.game.finished(), None);
}

#[test]
fn floods() {
    let mut table = Table::new(TimeControl::default());
    for _ in 0..999 {
        table.say(Side::North, "chatter");
    }
    assert_eq!(table.game.finished(), None);
    table.say(Side::North, "chatter");
    check_lost(
        &table,
        Side::North,
        Reason::StdoutFlood,
        "1000 lines that answer nothing, 999 allowed",
    );

    let mut table = Table::new(TimeControl::default());
    for _ in 0..17 {
        table.say(Side::South, &"x".repeat(65_000));
    }
    check_lost(&table, Side::South, Reason::StdoutFlood, "1048575 allowed");
}

#[test]
fn answers_nobody_asked_for() {
    let mut table = Table::new(TimeControl::default());
    table.say(Side::North, r#"{"type":"move","pit":6}"#);
    table.say(Side::North, r#"{"type":"move","id":99,"pit":6}"#);
    assert_eq!(table.game.finished(), None);
    table.say(Side::North, r#"{"type":"move","id":99,"pit":6}"#);
    check_lost(&table, Side::North, Reason::BadMessage, "3 moves that nobody asked for, 2 allowed");

    // Ids that were never given to this process are no answers sent twice.
    let mut table = Table::new(TimeControl::default());
    table.play(Side::South);
    for _ in 0..3 {
        table.say(Side::South, r#"{"type":"move","id":5,"pit":2}"#);
    }
    check_lost(&table, Side::South, Reason::BadMessage, "unsolicited");

    // Sent twice: the first one stands.
    let mut table = Table::new(TimeControl::default());
    let go = table.asked(Side::South);
    for pit in [2, 3] {
        table.say(Side::South, &format!(r#"{{"type":"move","id":{},"pit":{pit}}}"#, go.id));
    }
    assert_eq!(table.asked(Side::North).last, Some(2));
    table.play(Side::North);
    table.say(Side::South, &format!(r#"{{"type":"move","id":{},"pit":3}}"#, go.id));
    assert_eq!(table.game.finished(), None);
    table.wait(ms(60_000));
    check_lost(&table, Side::South, Reason::Timeout, "it answered id 4 again, the request was 5");
}

fn tc(base: u64, increment: u64) -> TimeControl {
    let game = GameClock { base: ms(base), increment: ms(increment) };
    TimeControl { game: Some(game), ..TimeControl::NONE }
}

fn st(limit: u64) -> TimeControl {
    TimeControl { move_limit: Some(ms(limit)), ..TimeControl::NONE }
}

/// South moves after each of these times; the last is one too many when `lost` says so.
#[track_caller]
fn check_clock(time: TimeControl, thinks: &[u64], lost: Option<&str>) {
    let mut table = Table::new(time);
    for &think in thinks {
        table.now += ms(think);
        table.play(Side::South);
        if table.game.finished().is_none() {
            table.play(Side::North);
        }
    }
    match lost {
        Some(detail) => check_lost(&table, Side::South, Reason::Timeout, detail),
        None => assert_eq!(table.game.finished(), None),
    }
}

#[test]
fn clocks() {
    check_clock(tc(1_000, 0), &[1_049], None);
    check_clock(
        tc(1_000, 0),
        &[1_050],
        Some("1.05 s used, 1.00 s left on the clock + 0.05 s margin"),
    );
    check_clock(tc(1_000, 0), &[500, 549], None);
    check_clock(tc(1_000, 0), &[500, 550], Some("0.55 s used, 0.50 s left on the clock"));
    check_clock(tc(1_000, 100), &[500, 649], None);
    check_clock(tc(1_000, 100), &[1_040, 149], None);
    check_clock(tc(1_000, 100), &[1_040, 150], Some("0.15 s used, 0.10 s left on the clock"));
    check_clock(st(100), &[149, 149, 149], None);
    check_clock(
        st(100),
        &[149, 150],
        Some("ply 3: 0.15 s used, 0.10 s a move + 0.05 s margin allowed"),
    );
    check_clock(TimeControl::NONE, &[60_049], None);
    check_clock(TimeControl::NONE, &[60_050], Some("60.00 s a move, the ceiling without a clock"));
    let strict = TimeControl { margin: ms(0), ..st(100) };
    check_clock(strict, &[99], None);
    check_clock(strict, &[100], Some("0.00 s margin"));
    let both = TimeControl { move_limit: Some(ms(100)), ..tc(1_000, 0) };
    check_clock(both, &[100, 151], Some("0.10 s a move"));
    let both = TimeControl { move_limit: Some(ms(100)), ..tc(300, 0) };
    check_clock(both, &[149, 149, 53], Some("left on the clock"));
}

/// A late bot may have answered all along, in a line that is none.
#[test]
fn late_with_lines_that_are_no_answer() {
    #[track_caller]
    fn check(lines: &[&str], told: &str) {
        let mut table = Table::new(st(100));
        table.say(Side::South, "a move ago");
        table.play(Side::South);
        table.say(Side::South, "while the other one thinks");
        table.play(Side::North);
        lines.iter().for_each(|line| table.say(Side::South, line));
        table.wait(ms(150));
        check_lost(&table, Side::South, Reason::Timeout, "0.15 s used");
        let Finished { verdict, .. } = table.finished();
        assert!(verdict.detail.ends_with(told), "{}", verdict.detail);
    }
    check(&[], "margin allowed");
    check(&["", r#"{"type":"log","text":"deep in thought"}"#], "margin allowed");
    check(
        &[r#"move: {"type":"move","id":5,"pit":2}"#],
        r#"margin allowed; 1 line that is no answer came: move: {"type":"move","id":5,"pit":2}"#,
    );
    check(
        &["thinking", "\0{\"type\":\"move\"}"],
        r#"; 2 lines that are no answer came, the last: \x00{"type":"move"}"#,
    );
    check(&[r#"{"type":"mvoe","pit":2}"#], r#"came: {"type":"mvoe","pit":2}"#);
    check(&[r#"{"type":"pong","id":5}"#], r#"came: {"type":"pong","id":5}"#);
    check(&[r#"{"type":"error","code":"tired"}"#], r#"came: {"type":"error","code":"tired"}"#);
}

#[test]
fn the_deadline_holds_without_a_line_and_output_does_not_extend_it() {
    let mut table = Table::new(st(100));
    table.wait(ms(149));
    table.say(Side::South, "still thinking");
    assert_eq!(table.game.finished(), None);
    table.game.unfinished(Side::South, 12);
    assert_eq!(table.game.deadline(), Some(ms(150)));
    table.wait(ms(1));
    check_lost(&table, Side::South, Reason::Timeout, "12 bytes without a newline are waiting");
    let finished = table.finished();
    assert_eq!(finished.slowest[0], ms(150));
}

#[test]
fn the_clock_starts_when_the_line_is_written() {
    let mut table = Table::new(st(100));
    table.play(Side::South);
    let mut table = Table { now: ms(0), ..table };
    table.game.time(ms(149));
    assert_eq!(table.game.finished(), None);
    table.now = ms(149);
    table.play(Side::North);
    assert_eq!(table.game.finished(), None);
}

#[test]
fn processes_that_end() {
    let exited = Ended::Exited(3);
    let mut table = Table::new(TimeControl::default());
    table.game.stdout_closed(Side::South, ms(5));
    assert_eq!(table.game.finished(), None, "the exit status may still come");
    table.game.ended(Side::South, exited, ms(6));
    table.deliver();
    check_lost(&table, Side::South, Reason::Exited, "ply 1: exited with code 3");

    let mut table = Table::new(TimeControl::default());
    table.game.ended(Side::South, Ended::Signaled(11), ms(6));
    table.deliver();
    check_lost(&table, Side::South, Reason::Signaled, "was ended by SIGSEGV (signal 11)");

    let mut table = Table::new(TimeControl::default());
    table.game.stdout_closed(Side::South, ms(5));
    table.wait(ms(5) + limits::EXIT);
    check_lost(&table, Side::South, Reason::StdoutClosed, "closed its stdout, but did not exit");

    // What was seen first counts, whatever runs out before it is sure.
    let short = TimeControl { move_limit: Some(ms(10)), ..TimeControl::default() };
    let mut table = Table::new(short);
    table.game.stdout_closed(Side::South, ms(5));
    table.wait(ms(5) + limits::EXIT);
    check_lost(&table, Side::South, Reason::StdoutClosed, "closed its stdout, but did not exit");

    let mut table = Table::new(TimeControl::default());
    table.game.stdin_closed(Side::South, ms(5));
    table.wait(ms(5) + limits::EXIT);
    check_lost(&table, Side::South, Reason::StdinBlocked, "closed its stdin");

    // A legal last move counts; the loss comes when the bot is asked again.
    let mut table = Table::new(TimeControl::default());
    table.play(Side::South);
    table.game.ended(Side::South, exited, ms(6));
    assert_eq!(table.game.finished(), None);
    table.play(Side::North);
    check_lost(&table, Side::South, Reason::Exited, "ply 3");
}

#[test]
fn a_bot_that_exits_with_its_winning_move_wins() {
    let position: Position = "1.0.0.0.0.0/0.0.0.0.3.0 24-20 S".parse().unwrap();
    let sheet = Scoresheet::new(Rules::AYOAYO, position);
    let mut table = Table::from(sheet, TimeControl::default(), "", true);
    let id = table.asked(Side::South).id;
    table.say(Side::South, &format!(r#"{{"type":"move","id":{id},"pit":0}}"#));
    table.game.ended(Side::South, Ended::Exited(0), ms(1));
    let Finished { verdict, result, scores, .. } = table.finished();
    assert_eq!((verdict.reason, *result, *scores), (Reason::Majority, GameResult::South, [28, 20]));
    assert!(table.heard_game_over(Side::North));
}

/// A process that went after its last game has not lost this one.
#[test]
fn processes_that_do_not_stay() {
    let setup = || Setup {
        game_id: "2".into(),
        names: ["a".into(), "b".into()],
        sheet: Scoresheet::new(Rules::AYOAYO, Position::START),
        time: TimeControl::default(),
        seed: 1,
        stalls: Stalls::Excuse,
        leaving: [Leaving::Excuse; 2],
        adjudicate: Adjudicate::Never,
    };
    let mut table = Table::new(TimeControl::default());
    table.say(Side::South, r#"{"type":"move","resign":true}"#);
    let (_, sessions) = table.game.close();
    let played: [Session; 2] = sessions.map(Option::unwrap);
    let mut game = Game::new(setup(), [played[0].clone(), session("", true)]);
    game.begin(ms(0));
    game.ended(Side::South, Ended::Exited(0), ms(1));
    let Finished { verdict, result, .. } = game.finished().unwrap();
    assert_eq!((verdict.reason, verdict.loser, *result), (Reason::Void, None, GameResult::Void));
    assert_eq!(verdict.detail, "`a` did not stay from the game before");
    assert_eq!(game.finished().unwrap().left, Some(Side::South));

    // Not for ever.
    let blamed = Setup { leaving: [Leaving::Blame, Leaving::Excuse], ..setup() };
    let mut game = Game::new(blamed, [played[0].clone(), session("", true)]);
    game.begin(ms(0));
    game.ended(Side::South, Ended::Exited(4), ms(1));
    let Finished { verdict, left, .. } = game.finished().unwrap();
    assert_eq!((verdict.reason, verdict.loser, *left), (Reason::Exited, Some(Side::South), None));
    assert_eq!(game.close().1.map(|kept| kept.is_some()), [false, true]);

    // A new process has no such excuse.
    let mut game = Game::new(setup(), [session("", true), played[1].clone()]);
    game.begin(ms(0));
    game.ended(Side::South, Ended::Exited(0), ms(1));
    let verdict = &game.finished().unwrap().verdict;
    assert_eq!((verdict.reason, verdict.loser), (Reason::Exited, Some(Side::South)));
}

#[test]
fn a_pipe_that_stays_full() {
    let mut table = Table::new(TimeControl::default());
    table.play(Side::South);
    // North's request is written; South's next one is not.
    let go = table.asked(Side::North);
    table.game.line(
        Side::North,
        format!(r#"{{"type":"move","id":{},"pit":{}}}"#, go.id, go.legal.unwrap()[0]).as_bytes(),
        ms(10),
    );
    assert!(matches!(table.game.poll(), Some(Action::Send(Side::South, _))));
    table.game.time(ms(1_009));
    assert_eq!(table.game.finished(), None);
    table.game.time(ms(1_010));
    let finished = table.finished();
    assert_eq!(
        (finished.verdict.reason, finished.verdict.loser),
        (Reason::StdinBlocked, Some(Side::South))
    );
}

#[test]
fn a_proof_ends_the_game_between_two_moves() {
    let setup = |sheet: &Scoresheet, adjudicate| Setup {
        game_id: "1".into(),
        names: Default::default(),
        sheet: sheet.clone(),
        time: st(100),
        seed: 1,
        stalls: Stalls::Excuse,
        leaving: [Leaving::Excuse; 2],
        adjudicate,
    };
    let start = Scoresheet::new(Rules::AYOAYO, Position::START);
    let moved = |sheet: &Scoresheet, adjudicate| {
        let mut game =
            Game::new(setup(sheet, adjudicate), [session("", false), session("", false)]);
        game.begin(ms(0));
        while game.poll().is_some() {}
        Side::BOTH.into_iter().for_each(|side| game.sent(side, ms(0)));
        let side = game.thinking().unwrap();
        let pit = sheet.legal_moves().get(0).unwrap().index();
        game.line(side, format!(r#"{{"type":"move","pit":{pit}}}"#).as_bytes(), ms(1));
        game
    };
    let mut game = moved(&start, Adjudicate::Never);
    assert!(matches!(game.poll(), Some(Action::Send(Side::North, _))));

    let mut game = moved(&start, Adjudicate::Proved);
    let after = Rules::AYOAYO.play(&Position::START, Pit::new(0).unwrap()).unwrap().position;
    assert_eq!(game.poll(), Some(Action::Prove(after, 999)));
    assert_eq!((game.poll(), game.thinking(), game.deadline()), (None, None, None));
    // However long it takes, nobody is late.
    game.time(ms(1_000_000));
    game.proved(None, ms(1_000_000));
    assert!(matches!(game.poll(), Some(Action::Send(Side::North, _))));
    assert_eq!(game.thinking(), Some(Side::North));
    game.proved(Some(Side::South), ms(1_000_001));
    assert_eq!(game.finished(), None, "nobody asked for a proof");

    let mut game = moved(&start, Adjudicate::Proved);
    assert!(game.poll().is_some());
    game.proved(Some(Side::North), ms(2));
    let finished = game.finished().unwrap();
    assert_eq!((finished.verdict.reason, finished.verdict.loser), (Reason::Proved, None));
    assert_eq!((finished.result, finished.scores), (GameResult::North, after.stores()));
    let (_, sessions) = game.close();
    assert!(sessions.iter().all(Option::is_some), "both play on");

    // A position that has come back once: the next time would end a game of repetition 3.
    let cycle: Position = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S".parse().unwrap();
    let mut sheet = Scoresheet::new(Rules::AYOAYO, cycle);
    for (letters, proves) in [("", true), ("Cc", false)] {
        for pit in ayo_rules::parse_moves(letters).unwrap() {
            sheet.play(pit).unwrap();
        }
        let mut game =
            Game::new(setup(&sheet, Adjudicate::Proved), [session("", false), session("", false)]);
        game.begin(ms(0));
        while game.poll().is_some() {}
        Side::BOTH.into_iter().for_each(|side| game.sent(side, ms(0)));
        game.line(Side::South, br#"{"type":"move","pit":2}"#, ms(1));
        assert_eq!(matches!(game.poll(), Some(Action::Prove(..))), proves, "after {letters}");
    }
}

#[test]
fn pings_before_a_game() {
    let setup = || Setup {
        game_id: "1".into(),
        names: Default::default(),
        sheet: Scoresheet::new(Rules::AYOAYO, Position::START),
        time: st(100),
        seed: 1,
        stalls: Stalls::Excuse,
        leaving: [Leaving::Excuse; 2],
        adjudicate: Adjudicate::Never,
    };
    let mut game = Game::new(setup(), [session("", true), session("", false)]);
    game.begin(ms(0));
    let sent: Vec<(Side, Vec<u8>)> = std::iter::from_fn(|| game.poll())
        .filter_map(|action| match action {
            Action::Send(side, line) => Some((side, line)),
            Action::Prove(..) => None,
        })
        .collect();
    assert_eq!(sent.len(), 3, "South is pinged, North is not");
    game.sent(Side::South, ms(0));
    game.sent(Side::North, ms(0));
    game.time(ms(5_000));
    assert_eq!(game.finished(), None, "the time for `new_game` is not charged");
    game.line(Side::South, br#"{"type":"pong","id":3}"#, ms(5_000));
    assert!(matches!(game.poll(), Some(Action::Send(Side::South, _))));

    let mut game = Game::new(setup(), [session("", true), session("", true)]);
    game.begin(ms(0));
    game.sent(Side::South, ms(0));
    game.sent(Side::North, ms(0));
    game.line(Side::South, br#"{"type":"error","id":3,"code":"unknown_type","message":""}"#, ms(1));
    game.time(ms(10_000));
    let verdict = &game.finished().unwrap().verdict;
    assert_eq!((verdict.reason, verdict.loser), (Reason::Stalled, Some(Side::North)));
}

#[test]
fn what_a_go_holds() {
    let sheet = || {
        let mut sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
        sheet.play(Pit::new(2).unwrap()).unwrap();
        sheet
    };
    let table = Table::from(
        sheet(),
        tc(10_000, 100),
        r#","want":["moves","tea"],"decline":["legal"]"#,
        true,
    );
    let go = table.asked(Side::North);
    assert_eq!(
        (go.ply, go.turn, go.last, go.legal, go.moves, go.move_ms),
        (1, 1, Some(2), None, Some(vec![2]), None)
    );
    let table = Table::from(sheet(), st(100), "", false);
    let go = table.asked(Side::North);
    assert_eq!(
        (go.legal, go.moves, go.move_ms, go.clock_ms),
        (Some(vec![6, 8, 9, 11]), None, Some(100), [100, 100])
    );
    assert_eq!(go.pits, [6, 6, 2, 7, 0, 6, 1, 0, 6, 6, 0, 1]);
}

#[test]
fn which_processes_play_on() {
    let keeps = |line: &str, pings: bool| {
        let sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
        let mut table = Table::from(sheet, TimeControl::default(), "", pings);
        table.say(Side::South, line);
        table.game.close().1.map(|session| session.is_some())
    };
    assert_eq!(keeps(r#"{"type":"move","pit":11}"#, true), [true, true], "an illegal move");
    assert_eq!(keeps(r#"{"type":"move","resign":true}"#, true), [true, true], "a resignation");
    assert_eq!(keeps("{", true), [false, true], "a broken line");
    let late_answer = |pings: bool| {
        let sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
        let mut table = Table::from(sheet, TimeControl::default(), "", pings);
        table.say(Side::North, "{");
        table.game.close().1.map(|session| session.is_some())
    };
    assert_eq!(late_answer(true), [true, false]);
    assert_eq!(late_answer(false), [false, false], "South may answer in the next game");
}

/// South does not answer, and the host stalls so long.
#[track_caller]
fn check_stall(stall: Duration, stalls: Stalls, reason: Reason) {
    let sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
    let mut table = Table::with(sheet, st(100), "", true, stalls);
    table.game.host_stalled(stall);
    table.wait(ms(150));
    assert_eq!(table.finished().verdict.reason, reason, "{stall:?}");
}

#[test]
fn stalls_of_the_host() {
    check_stall(ms(24), Stalls::Excuse, Reason::Timeout);
    check_stall(ms(25), Stalls::Excuse, Reason::Void);
    check_stall(ms(25), Stalls::Ignore, Reason::Timeout);

    // A stall while the other bot was thinking is no excuse.
    let mut table = Table::new(st(100));
    table.game.host_stalled(ms(90));
    table.play(Side::South);
    table.wait(ms(150));
    check_lost(&table, Side::North, Reason::Timeout, "0.15 s used");
}

/// What a misbehaving bot may do at any moment.
#[derive(Clone, Debug)]
enum Mischief {
    Bytes(Vec<u8>),
    Answer { id_offset: i64, pit: i64 },
    Twice,
    CloseStdout,
    CloseStdin,
    End(i32),
    TooLong,
    Wait(u64),
    Honest,
}

fn mischief() -> impl Strategy<Value = Mischief> {
    let words = prop::sample::select(vec![
        "",
        "hm",
        "{",
        "{}",
        "[]",
        "{\"type\":\"pong\",\"id\":3}",
        "{\"type\":\"move\"}",
        "{\"type\":\"move\",\"pit\":3}",
        "{\"type\":\"hello\",\"id\":1,\"protocol\":1,\"name\":\"x\"}",
        "{\"type\":\"error\",\"id\":4,\"code\":\"x\",\"message\":\"y\"}",
        "{\"type\":\"log\",\"text\":\"x\"}",
        "{\"type\":\"x\",\"id\":9}",
        "{\"type\":\"move\",\"resign\":true}",
    ]);
    prop_oneof![
        3 => words.prop_map(|word| Mischief::Bytes(word.as_bytes().to_vec())),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Mischief::Bytes),
        2 => (-3_i64..3, -2_i64..14).prop_map(|(id_offset, pit)| Mischief::Answer { id_offset, pit }),
        1 => Just(Mischief::Twice),
        1 => Just(Mischief::CloseStdout),
        1 => Just(Mischief::CloseStdin),
        1 => (0..256).prop_map(Mischief::End),
        1 => Just(Mischief::TooLong),
        2 => (0_u64..300).prop_map(Mischief::Wait),
        12 => Just(Mischief::Honest),
    ]
}

/// The property that matters most: whatever one side does, the game ends in
/// exactly one verdict, and the side that only answers in time is never blamed.
#[test]
fn the_innocent_side_is_never_blamed() {
    let config = Config {
        cases: 1_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20),
        ..Config::default()
    };
    println!("seed 20");
    let input = (prop::collection::vec(mischief(), 0..60), any::<bool>(), any::<bool>());
    TestRunner::new(config)
        .run(&input, |(script, north_is_innocent, pings)| {
            let innocent = if north_is_innocent { Side::North } else { Side::South };
            let sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
            let mut table = Table::from(sheet, st(200), "", pings);
            let mut script = script.into_iter();
            for _ in 0..2_000 {
                if table.game.finished().is_some() {
                    break;
                }
                if table.game.thinking() == Some(innocent) {
                    table.play(innocent);
                } else {
                    act(
                        &mut table,
                        innocent.opponent(),
                        script.next().unwrap_or(Mischief::Wait(1_000)),
                    );
                }
            }
            let Finished { verdict, result, .. } = table.finished().clone();
            prop_assert_ne!(verdict.loser, Some(innocent), "{:?}", &verdict);
            prop_assert!(verdict.loser.is_some() || verdict.reason.is_normal());
            prop_assert_ne!(result, GameResult::Void);
            prop_assert!(table.heard_game_over(innocent));
            // Later events change nothing.
            table.game.line(innocent, b"{", ms(999_999));
            table.game.ended(innocent, Ended::Exited(1), ms(999_999));
            prop_assert_eq!(&table.finished().verdict, &verdict);
            Ok(())
        })
        .unwrap();
}

fn act(table: &mut Table, side: Side, mischief: Mischief) {
    let now = table.now;
    let last_go = table.heard[side.index()].iter().rev().find_map(|message| match message {
        ToBot::Go(go) => Some(go.clone()),
        _ => None,
    });
    let id = last_go.as_ref().map_or(3, |go| go.id as i64);
    let thinks = table.game.thinking() == Some(side);
    match mischief {
        Mischief::Bytes(bytes) => table.say_bytes(side, &bytes),
        Mischief::Answer { id_offset, pit } => {
            table.say(side, &format!(r#"{{"type":"move","id":{},"pit":{pit}}}"#, id + id_offset));
        }
        Mischief::Twice if thinks => {
            table.play(side);
            table.say(side, &format!(r#"{{"type":"move","id":{id},"pit":0}}"#));
        }
        Mischief::Honest if thinks => table.play(side),
        Mischief::CloseStdout => table.game.stdout_closed(side, now),
        Mischief::CloseStdin => table.game.stdin_closed(side, now),
        Mischief::End(code) => table.game.ended(side, Ended::Exited(code), now),
        Mischief::TooLong => table.game.line_too_long(side, b"{", now),
        Mischief::Wait(time) => table.wait(ms(time)),
        Mischief::Twice | Mischief::Honest => table.wait(ms(1)),
    }
    table.deliver();
}
