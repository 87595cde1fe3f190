//! What is refused, and with which words.

use clap::Parser as _;

use super::{DATA, SMALL, try_rate};
use crate::args::Arguments;
use crate::failure::Failure;

#[track_caller]
fn check(stdin: &str, words: &[&str], expected: &str) {
    match try_rate(&mut stdin.as_bytes(), words) {
        Err(Failure::Usage(error)) => assert_eq!(format!("{error:#}"), expected),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_text(text: &str, expected: &str) {
    check(text, &["-"], &format!("cannot rate stdin: {expected}"));
}

#[test]
fn texts() {
    check_text(
        "",
        "line 1: there is nothing in it; a `games.csv` begins with the names of its columns, a PGN with a tag",
    );
    check_text(
        "south,north,result\na,b,1-0\na,b,won\n",
        "line 3: unknown result `won`; accepted are `1-0`, `0-1`, `1/2-1/2` and `*`",
    );
    check_text(
        "south,east,result\n",
        "line 1: no column for the two players; games need `south` and `north` (or `first` and \
         `second`, or `white` and `black`) and `result`, in CSV; or they are PGN or a `run.db`",
    );
    check_text("south,north,result\na,b,1-0,\n", "line 2: 4 fields, but the header has 3");
    check_text("south,north,result\n\"a,b,1-0\n", "line 2: a quoted field that never ends");
}

#[test]
fn other_formats() {
    let sqlite = "it is an SQLite database, which cannot be read from a stream; name the file \
                  itself";
    check_text("SQLite format 3\0\u{10}\0", sqlite);
    check_text(
        "\u{feff}\r\n[Event \"club\"]\n[White \"a\"]\n",
        "line 2: the game has no two players; it needs the tags `White` and `Black` (or `South` \
         and `North`) and `Result`",
    );
    check_text(
        "[White \"a\"]\n[Black \"b\"]\n[Result \"1:0\"]\n",
        "line 3: unknown result `1:0`; accepted are `1-0`, `0-1`, `1/2-1/2` and `*`",
    );
}

#[test]
fn files() {
    let path = format!("{DATA}/a.csv");
    check("", &[&path, &path], &format!("cannot rate `{path}`: it is named twice"));
    let twice = format!("{DATA}/degenerate/../a.csv");
    check("", &[&path, &twice], &format!("cannot rate `{twice}`: it is named twice"));
    check(SMALL, &["-", "-"], "cannot rate stdin: it is named twice");
    let folder = "it is a folder; name the games.csv or the run.db in it";
    check("", &[DATA], &format!("cannot rate `{DATA}`: {folder}"));
    let missing = format!("{DATA}/missing\n.csv");
    let shown = missing.replace('\n', "\\n");
    let reason = "No such file or directory (os error 2)";
    check("", &[&missing], &format!("cannot rate `{shown}`: {reason}"));
    // The file with the mistake is named, not the first.
    check("x\n", &[&path, "-"], &{
        let columns = "games need `south` and `north` (or `first` and `second`, or `white` and \
                       `black`) and `result`, in CSV; or they are PGN or a `run.db`";
        format!("cannot rate stdin: line 1: no column for the two players; {columns}")
    });
}

#[test]
fn anchors() {
    let anchor = |text: &str, expected: &str| check(SMALL, &["-", "--anchor", text], expected);
    let example = "an anchor is a bot and its rating, such as `greedy=1500`";
    anchor("greedy", &format!("`--anchor greedy`: no `=`; {example}"));
    anchor("=5", &format!("`--anchor =5`: no bot; {example}"));
    for elo in ["", "x", "1,5"] {
        let text = format!("greedy={elo}");
        anchor(&text, &format!("`--anchor {text}`: no number after the `=`; {example}"));
    }
    for elo in ["nan", "inf", "-1e300", "100000.5"] {
        let text = format!("greedy={elo}");
        let problem = "the rating is not within ±100000";
        anchor(&text, &format!("`--anchor {text}`: {problem}; {example}"));
    }
    let missing =
        |bot: &str, hint: &str| format!("no games of the anchor `{bot}` in these files{hint}");
    anchor("gredy=5", &missing("gredy", "; did you mean `greedy`?"));
    anchor("a=b=5", &missing("a=b", ""));
    let bound = "its games give only a bound, ≤ +215.0";
    anchor("first=1500", &format!("`first` cannot be the anchor: {bound}; take another bot"));
    check(
        "south,north,result\na,b,*\n",
        &["-", "--anchor", "a=1"],
        "`a` cannot be the anchor: its games tell nothing about its rating; take another bot",
    );
}

#[test]
fn arguments() {
    let check = |words: &[&str], expected: &str| {
        let error = Arguments::try_parse_from(["ayo", "rate"].iter().chain(words)).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains(expected), "{error}");
    };
    for confidence in ["0", "1", "95", "nan", "x", "-0.5"] {
        let words = ["-", &format!("--confidence={confidence}")];
        check(&words, "a confidence is a number from 0.01 to 0.999999");
    }
    check(&["-", "--format", "xml"], "table, md, csv, json");
    check(&[], "<FILE>...");
}
