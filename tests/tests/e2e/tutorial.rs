//! The documents that a newcomer follows do what they say.

use crate::document::follow;
use crate::shell::are_here;

/// Follows a document in which bots are written in Python.
#[track_caller]
fn follow_with_python(document: &str, passed_over: &[&str]) {
    if are_here(document, &["python3"]) {
        follow(document, passed_over);
    }
}

/// From nothing to a rated bot, as docs/tutorial.md has it.
#[test]
fn tutorial() {
    follow_with_python("docs/tutorial.md", &[]);
}

#[test]
fn numbers() {
    follow("docs/numbers.md", &[]);
}

#[test]
fn run_a_tournament() {
    // A page that is served until somebody stops it.
    follow_with_python("docs/run-a-tournament.md", &["ayo serve "]);
}

#[test]
fn test_a_change() {
    follow_with_python("docs/test-a-change.md", &[]);
}

#[test]
fn strangers_bots() {
    follow_with_python("docs/strangers-bots.md", &[]);
}

#[test]
fn readme() {
    // These build ayo or run its tests, need a second version of the bot or a Swiss
    // tournament that was not played, or the program sqlite3.
    let passed_over =
        ["cargo ", "tests/run", "ayo match 'new=", "ayo pair ", "ayo serve ", "sqlite3 "];
    follow_with_python("README.md", &passed_over);
}
