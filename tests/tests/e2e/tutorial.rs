//! The documents that a newcomer follows do what they say.

use crate::document::follow;
use crate::shell::are_here;

/// From nothing to a rated bot, as docs/tutorial.md has it.
#[test]
fn tutorial() {
    if are_here("tutorial", &["python3"]) {
        follow("docs/tutorial.md", &[]);
    }
}

#[test]
fn numbers() {
    follow("docs/numbers.md", &[]);
}

#[test]
fn readme() {
    if are_here("readme", &["python3"]) {
        // These build ayo or run its tests, need a second version of the bot or a Swiss
        // tournament that was not played, or the program sqlite3.
        let passed_over =
            ["cargo ", "$ cargo ", "tests/run", "ayo match 'new=", "ayo pair ", "sqlite3 "];
        follow("README.md", &passed_over);
    }
}
