//! The first words with a process, under made-up times.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use ayo_protocol::{Ended, Greeting, ToBot, limits};
use ayo_rules::Rules;

const HELLO: &str = r#"{"type":"hello","id":1,"protocol":1,"name":"greedy"}"#;

fn greeted() -> Greeting {
    let mut greeting = Greeting::new(&Rules::AYOAYO, limits::HELLO);
    assert!(greeting.poll().is_some());
    greeting.sent(Duration::ZERO);
    greeting
}

/// The bot says these lines, one a millisecond; then nothing for a minute.
fn say(lines: &[&str]) -> Result<String, String> {
    let mut greeting = greeted();
    for (line, now) in lines.iter().zip(1..) {
        greeting.line(line.as_bytes(), Duration::from_millis(now));
        if greeting.poll().is_some() {
            greeting.sent(Duration::from_millis(now));
        }
    }
    greeting.time(Duration::from_secs(60));
    match greeting.result().expect("a minute ends every greeting") {
        Ok(session) => Ok(session.name.clone()),
        Err(fault) => Err(fault.detail.clone()),
    }
}

#[track_caller]
fn check_ready(lines: &[&str], name: &str) {
    assert_eq!(say(lines), Ok(name.to_owned()));
}

#[track_caller]
fn check_fault(lines: &[&str], detail: &str) {
    let fault = say(lines).expect_err("the greeting fails");
    assert!(fault.contains(detail), "`{fault}` lacks `{detail}`");
}

#[test]
fn bots_that_are_ready() {
    check_ready(&[HELLO, r#"{"type":"pong","id":2}"#], "greedy");
    check_ready(&[HELLO], "greedy");
    check_ready(&["loading", "", HELLO], "greedy");
    check_ready(&[r#"{"type":"error","code":"what","message":"?"}"#, HELLO], "greedy");
    check_ready(&[r#"{"type":"banner"}"#, HELLO], "greedy");
    check_ready(&[&format!("\u{feff}{HELLO}")], "greedy");
    check_ready(&[&format!("{HELLO}\r")], "greedy");
    check_ready(
        &[HELLO, r#"{"type":"error","id":2,"code":"unknown_type","message":""}"#],
        "greedy",
    );
    let long = format!(
        r#"{{"type":"hello","id":1,"protocol":1,"name":"a\u001b[31m{}"}}"#,
        "b".repeat(500)
    );
    check_ready(&[&long], &format!("a[31m{}", "b".repeat(59)));
}

#[test]
fn bots_that_cannot_play() {
    check_fault(&[], "did not answer `hello` within 10.00 s");
    check_fault(
        &["loading", &format!("> {HELLO}")],
        &format!("within 10.00 s; 2 lines that are no answer came, the last: > {HELLO}"),
    );
    check_fault(&[r#"{"type":"hello","id":2,"protocol":1,"name":"x"}"#], "id 2, the request was 1");
    check_fault(
        &[r#"{"type":"hello","id":1,"protocol":2,"name":"x"}"#],
        "version 2, this referee speaks 1",
    );
    check_fault(&[r#"{"type":"hello","id":1,"protocol":1}"#], "missing_field");
    check_fault(&[r#"{"type":"move","id":1,"pit":1}"#], "before it answered `hello`");
    check_fault(&["{hello}"], "bad_json");
    check_fault(&[HELLO, "{"], "answered `ping` with a broken line");
    check_fault(&vec!["noise"; 1_000], "flooded its stdout");
}

#[test]
fn processes_that_end() {
    let mut greeting = greeted();
    greeting.ended(Ended::Exited(127), Duration::from_millis(3));
    let fault = greeting.result().unwrap().as_ref().unwrap_err();
    assert_eq!(fault.detail, "exited with code 127 before it could play");
}

#[test]
fn a_closed_pipe_waits_for_the_exit_status() {
    let ms = Duration::from_millis;
    let fault = |end: fn(&mut Greeting)| {
        let mut greeting = greeted();
        greeting.stdout_closed(ms(3));
        greeting.stdin_closed(ms(4));
        assert_eq!(greeting.result(), None);
        assert_eq!(greeting.deadline(), Some(ms(3) + limits::EXIT));
        end(&mut greeting);
        greeting.result().unwrap().as_ref().unwrap_err().detail.clone()
    };
    let exits = |greeting: &mut Greeting| {
        greeting.ended(Ended::Exited(1), Duration::from_millis(5));
    };
    assert_eq!(fault(exits), "exited with code 1 before it could play");
    let stays = |greeting: &mut Greeting| greeting.time(Duration::from_millis(3) + limits::EXIT);
    assert_eq!(fault(stays), "closed its stdout before it could play");
}

/// A bot that said hello and closed its stdout is not ready, even if it stays.
#[test]
fn a_closed_pipe_while_probing() {
    let mut greeting = greeted();
    greeting.line(HELLO.as_bytes(), Duration::from_millis(1));
    assert!(greeting.poll().is_some());
    greeting.sent(Duration::from_millis(1));
    greeting.stdout_closed(Duration::from_millis(950));
    greeting.time(Duration::from_millis(1_001));
    let fault = greeting.result().unwrap().as_ref().unwrap_err();
    assert_eq!(fault.detail, "closed its stdout before it could play");
}

#[test]
fn hello_shows_every_rule() {
    let mut greeting = Greeting::new(&Rules::OWARE, limits::HELLO);
    let line = String::from_utf8(greeting.poll().unwrap()).unwrap();
    let Some(ToBot::Hello(hello)) = ToBot::read(&line).unwrap() else {
        panic!("the first line is `hello`");
    };
    assert_eq!((hello.id, hello.protocol, &*hello.game), (1, 1, "oware"));
    let options: Vec<&str> = hello.rules.keys().map(String::as_str).collect();
    let mut all = Rules::OPTION_NAMES.to_vec();
    all.sort_unstable();
    assert_eq!(options, all);
    assert_eq!(hello.rules["grand_slam"], "no-capture");
}
