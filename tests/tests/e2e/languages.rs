//! The bots of `bots/`, one a language, in the tournament that the repository has for them.

use std::io::{Write as _, stderr};
use std::path::Path;

use crate::folder::Folder;
use crate::games::{Game, games};

const PROGRAMS: [&str; 9] =
    ["python3", "node", "cc", "java", "javac", "lua5.4", "perl", "bash", "rustc"];

#[test]
fn all_languages_play_without_a_fault() {
    let missing: Vec<&str> = PROGRAMS.into_iter().filter(|program| !in_path(program)).collect();
    if !missing.is_empty() {
        let in_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        assert!(!in_ci, "these programs are missing: {}", missing.join(" "));
        // Written past the capture of the test runner: a skipped test is to be seen.
        let _ = writeln!(stderr(), "languages: skipped, missing are {}", missing.join(" "));
        return;
    }
    let folder = Folder::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tournaments/languages.toml");
    folder.ayo(&["run", file.to_str().unwrap(), "--out", "run", "--json"]).exits(0).json();
    let games = games(&folder, "run");
    // Eight bots, two cycles, two games.
    assert_eq!(games.len(), 8 * 7 / 2 * 2 * 2);
    games.iter().for_each(Game::check_normal);
}

fn in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
