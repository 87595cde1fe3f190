//! Bots, openings, rules and times given as arguments.

use std::time::Duration;

use ayo_protocol::TimeControl;
use ayo_record::Opening;
use ayo_rules::Rules;
use ayo_schedule::{Openings, Order};

use super::Folder;
use crate::config::{
    parse_bot, parse_bots, parse_clock, parse_move_limit, parse_openings, parse_rules, time_control,
};

/// Checks the name and the words of a bot: `name: words|with|bars`.
#[track_caller]
fn bot(argument: &str, expected: &str) {
    let folder = Folder::usual();
    folder.program("first").program("my bot").program("a=b");
    let spec = match parse_bot(argument, &folder.around()) {
        Ok(entry) => entry.spec,
        Err(error) => panic!("{argument}: {error}"),
    };
    assert_eq!(folder.redact(&format!("{}: {}", spec.name, spec.command.join("|"))), expected);
}

#[test]
fn bots() {
    bot("greedy", "greedy: /opt/ayo|bot|greedy");
    bot(" greedy ", "greedy: /opt/ayo|bot|greedy");
    bot("minimax?depth=6", "minimax: /opt/ayo|bot|minimax|--option|depth=6");
    bot(
        "deep=minimax?depth=6&table_mb=32",
        "deep: /opt/ayo|bot|minimax|--option|depth=6|--option|table_mb=32",
    );
    bot("old.v1_2-3=greedy", "old.v1_2-3: /opt/ayo|bot|greedy");
    bot("./own", "own: ~/own");
    bot("own", "own: ~/own");
    bot("bots/swift/run.sh", "run: ~/bots/swift/run.sh");
    bot("python3 mybot.py", "mybot: python3|~/mybot.py");
    bot("mine=python3 mybot.py", "mine: python3|~/mybot.py");
    bot("java", "java: java");
    bot("python3 -c 'x = 1'", "python3: python3|-c|x = 1");
    bot("x=java -Da=b", "x: java|-Da=b");
}

#[test]
fn what_a_bot_may_be_taken_for() {
    bot("first", "first: /opt/ayo|bot|first");
    bot("./first", "first: ~/first");
    bot("my bot", "my bot: ~/my bot");
    bot("x=my bot", "x: ~/my bot");
    bot("./a=b", "a=b: ~/a=b");
}

#[track_caller]
fn no_bot(argument: &str, message: &str) {
    let folder = Folder::usual().file("no bot.py", "");
    let error = parse_bot(argument, &folder.around()).expect_err(argument);
    assert_eq!(folder.redact(&error.to_string()), message);
}

#[test]
fn no_bots() {
    let nothing = "it is not built in, no file here and no program in PATH";
    no_bot("gredy", &format!("no bot `gredy`: {nothing}; did you mean `greedy`?"));
    no_bot("mine=gredy", &format!("no bot `gredy`: {nothing}; did you mean `greedy`?"));
    no_bot("minmax?depth=6", &format!("no bot `minmax`: {nothing}; did you mean `minimax`?"));
    no_bot(
        "stockfish",
        &format!(
            "no bot `stockfish`: {nothing}; built in are `first`, `random`, `greedy`, `minimax`, `perfect`"
        ),
    );
    no_bot("", "no bot in ``");
    no_bot("mine=", "no bot in `mine=`");
    no_bot("mine= ", "no bot in `mine= `");
    no_bot("minimax?depth", "option `depth` has no value; write `minimax?OPTION=VALUE`");
    no_bot("minimax?", "option `` has no value; write `minimax?OPTION=VALUE`");
    no_bot("minimax?depth=0", "`depth` takes a whole number from 1 to 64, not `0`");
    no_bot(
        "greedy?sed=1",
        "`greedy` has no option `sed`; it has `seed` (0 to 18446744073709551615); \
         did you mean `seed`?",
    );
    no_bot(
        "mybot.py",
        "`./mybot.py` is not executable; try `python3 ./mybot.py`, or `chmod +x ./mybot.py`",
    );
    no_bot(
        "./mybto.py",
        "no such file: ./mybto.py (paths are relative to the current folder); \
         did you mean `./mybot.py`?",
    );
    no_bot("pyhton3 mybot.py", "no program `pyhton3` in PATH; did you mean `python3`?");
    no_bot(
        "x\u{1b}y",
        &format!(
            "no bot `x\\u{{1b}}y`: {nothing}; built in are `first`, `random`, `greedy`, `minimax`, `perfect`"
        ),
    );
    no_bot("./no bot.py", "`./no bot.py` is not executable; try `chmod +x './no bot.py'`");
    let named = "a name there is one word of letters, digits, `_`, `-` and `.`";
    no_bot("a b=greedy", &format!("`a b` cannot be a name before `=`; {named}"));
    no_bot("a/b=./own", &format!("`a/b` cannot be a name before `=`; {named}"));
    no_bot("=greedy", &format!("`` cannot be a name before `=`; {named}"));
    no_bot("bots/", "`bots/` is a folder, not a program");
    no_bot("python3 'x", "the command ends inside a quotation or after a backslash");
    no_bot(&format!("{}=greedy", "n".repeat(65)), "the name has 65 characters, more than 64");
}

#[test]
fn equal_names_are_told_apart() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let bots = parse_bots(arguments, &Folder::usual().around()).unwrap();
        bots.into_iter().map(|bot| bot.spec.name).collect()
    };
    assert_eq!(names(&["greedy", "first"]), ["greedy", "first"]);
    assert_eq!(names(&["greedy", "greedy", "greedy"]), ["greedy", "greedy#2", "greedy#3"]);
    assert_eq!(names(&["x=greedy", "x=first"]), ["x", "x#2"]);
}

#[track_caller]
fn openings(argument: &str, expected: Result<Openings, &str>) {
    let folder = Folder::usual().file("bad.txt", "CcA\nCC\n");
    let read = parse_openings(argument, &Rules::AYOAYO, &folder.around());
    assert_eq!(read.map_err(|error| error.to_string()), expected.map_err(str::to_owned));
}

#[test]
fn openings_by_argument() {
    openings("random:0", Ok(Openings::RandomPlies(0)));
    openings("random:12", Ok(Openings::RandomPlies(12)));
    openings("random", Ok(Openings::RandomPlies(4)));
    let both: Vec<Opening> =
        ["CcA", "4.4.4.4.4.4/4.4.4.4.4.4 0-0 S"].map(|text| text.parse().unwrap()).into();
    openings("openings.txt", Ok(Openings::List { openings: both, order: Order::Sequential }));
    openings("random:x", Err("`random:` takes a whole number from 0 to 1000, not `x`"));
    openings("random:1001", Err("`random:` takes a whole number from 0 to 1000, not `1001`"));
    openings("randon:4", Err("no such openings: randon:4; did you mean `random:4`?"));
    openings(
        "opening.txt",
        Err("no such opening file: opening.txt (paths are relative to the current folder); \
             did you mean `openings.txt`?"),
    );
    openings(
        "bad.txt",
        Err("this opening cannot be played: move 2 is illegal: \
             pit 2 (C) is not an own pit with seeds\n  --> bad.txt:2:1\n   | CC\n   | ^^ \
             legal there: acdf"),
    );
}

#[test]
fn rules_by_argument() {
    assert_eq!(parse_rules("oware").unwrap(), Rules::OWARE);
    let changed = Rules { max_plies: 50, ..Rules::AYOAYO };
    assert_eq!(parse_rules("ayoayo max_plies=50").unwrap(), changed);
    let message = parse_rules("owari").unwrap_err().to_string();
    assert_eq!(message, "unknown rules `owari`; did you mean `oware`?");
}

#[test]
fn times_by_argument() {
    let clock = parse_clock("10+0.1").unwrap();
    let second = parse_move_limit("1").unwrap();
    assert_eq!(second, Duration::from_secs(1));
    assert_eq!(time_control(None, None), TimeControl::default());
    assert_eq!(time_control(Some(clock), None), TimeControl::default());
    assert_eq!(time_control(None, Some(second)).to_string(), "st 1");
    assert_eq!(time_control(Some(clock), Some(second)).to_string(), "tc 10+0.1 · st 1");
}

/// Checks which clock, or else which move limit, a wrong one is taken for.
#[track_caller]
fn meant(text: &str, meant: Option<&str>) {
    let error = parse_clock(text).expect_err(text).to_string();
    let found = error.split_once("; did you mean `").map(|(_, found)| found.trim_end_matches("`?"));
    assert_eq!(found, meant, "{text}");
}

#[test]
fn mistaken_clocks() {
    meant("10s", Some("10"));
    meant("10 + 0.1", Some("10+0.1"));
    meant("10,5", Some("10.5"));
    meant("2m+1s", Some("120+1"));
    meant("1:30", Some("90"));
    meant("1h", Some("3600"));
    meant("100ms+10ms", Some("0.1+0.01"));
    meant("40/60", Some("60"));
    meant("0.12345+0", Some("0.123+0"));
    for nothing in ["", "+", "x", "-1", "1:x", "1e99", "999999999:9", "inf", "nan", "10+1+1", "é"]
    {
        meant(nothing, None);
    }
}
