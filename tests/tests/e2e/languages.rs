//! The bots of `bots/`, one a language, in the tournament that the repository has for them.

use std::path::Path;

use crate::folder::Folder;
use crate::games::{Game, games};
use crate::shell::are_here;

const PROGRAMS: [&str; 9] =
    ["python3", "node", "cc", "java", "javac", "lua5.4", "perl", "bash", "rustc"];

#[test]
fn all_languages_play_without_a_fault() {
    if !are_here("languages", &PROGRAMS) {
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
