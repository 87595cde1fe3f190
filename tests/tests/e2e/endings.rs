//! What is kept of a game that ended by a fault: last words, and what was said. How
//! games end is in `catalogue`.

use ayo_store::Reader;

use crate::folder::{Folder, misbehave};

/// What a bot wrote to stderr before it died is kept with the game.
#[test]
pub(crate) fn last_words_are_kept() {
    let folder = Folder::new();
    let bot = misbehave("exit-3");
    folder.ayo(&["match", &bot, "first", "--games", "2", "--out", "run"]).exits(0);
    let kept = Reader::open(&folder.path("run/run.db")).unwrap().games().unwrap();
    assert_eq!(kept.len(), 2);
    for game in kept {
        assert_eq!(game.stderr_tail, "Traceback: the pits are on fire\n");
    }
}

/// What was said in a game is kept when it ended by a fault, and always when asked for.
#[test]
fn what_was_said_is_kept() {
    let folder = Folder::new();
    let bad = misbehave("garbage");
    let honest = "honest=greedy";
    folder.ayo(&["match", &bad, honest, "--games", "2", "--out", "run"]).exits(0);
    let log = folder.read("run/logs/game-1.log");
    assert!(log.starts_with("game 1: bad (south) - honest (north), 0-1 bad_message\n"), "{log}");
    assert!(log.contains(r#" south > {"type":"go","id":"#), "{log}");
    assert!(log.contains(" south < {"), "{log}");
    assert!(log.contains(r#" north > {"type":"game_over","#), "{log}");

    folder.ayo(&["match", "first", "random", "--games", "2", "--out", "calm"]).exits(0);
    assert!(!folder.path("calm/logs").exists(), "nothing is kept of games without a fault");
    let all = ["match", "first", "random", "--games", "2", "--out", "all", "--log", "said"];
    folder.ayo(&all).exits(0);
    let log = folder.read("said/game-2.log");
    assert!(log.contains(r#" north < {"type":"move","id":"#), "{log}");
}
