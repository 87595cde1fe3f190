//! How games end with a bot that misbehaves: what it does, why it loses, and that
//! the honest side wins.

use ayo_store::Reader;

use crate::folder::{Folder, OPEN, misbehave, misbehaving_bot};
use crate::games::{Game, games};

/// A script of the bot `misbehave`, the reason it loses by at its first move, and a
/// part of the sentence about it.
type Row = (&'static str, &'static str, &'static str);

const ANSWERS: [Row; 8] = [
    ("foreign-pit", "illegal_move", "legal in "),
    ("pit-12", "illegal_move", "pit 12 is not on the board (0 to 11)"),
    ("pit-minus-1", "illegal_move", "pit -1 is not on the board (0 to 11)"),
    ("wrong-id", "bad_message", "wrong_id, answered id "),
    ("garbage", "bad_message", "; the line was: {"),
    ("python-repr", "bad_message", "; the line was: {'type': 'move', 'id': "),
    ("resigns", "resigned", "resigned at ply "),
    ("declines", "resigned", "declined to move (tired: not today)"),
];

const OUT_OF_TIME: [Row; 3] = [
    ("silent", "timeout", " s used, 0.10 s a move + 0.40 s margin allowed"),
    ("dribble", "timeout", " s used, 0.10 s a move + 0.40 s margin allowed"),
    ("no-newline", "timeout", " bytes without a newline are waiting"),
];

const FLOODS: [Row; 2] = [
    ("stdout-flood", "stdout_flood", "1000 lines that answer nothing, 999 allowed"),
    ("endless-line", "bad_message", "line_too_long, more than 65536 bytes without a newline"),
];

const PROCESSES: [Row; 5] = [
    ("exit-3", "exited", "exited with code 3"),
    ("segfault", "signaled", "was ended by SIGSEGV (signal 11)"),
    ("closes-stdout", "stdout_closed", "closed its stdout, but did not exit"),
    ("leaves-a-child-with-its-pipes", "exited", "exited with code 0"),
    ("leaves-a-daemon", "exited", "exited with code 0"),
];

/// Scripts whose first move counts, and that lose when they are asked again.
const AFTER_A_MOVE: [Row; 2] = [
    ("moves-and-exits", "exited", "exited with code 0"),
    ("closes-stdin", "stdin_blocked", "closed its stdin, but did not exit"),
];

/// Scripts that are strange, but no fault.
const TOLERATED: [&str; 9] = [
    "never-pongs",
    "no-ids",
    "answers-twice",
    "debug-lines",
    "crlf",
    "bom",
    "stderr-flood",
    "keeps-a-daemon",
    "deaf-to-quit",
];

/// Plays a pair of games of a script against an honest bot.
#[track_caller]
fn pair(script: &str, options: &[&str]) -> [Game; 2] {
    let folder = Folder::new();
    let bot = misbehave(script);
    let mut arguments = vec!["match", &bot, "honest=first", "--games", "2", "--json"];
    arguments.extend(["--concurrency", "1", "--out", "run"]);
    arguments.extend(options);
    let done = folder.ayo(&arguments).exits(0);
    assert_eq!(done.json()["games"], 2, "{script}: {}", done.shown());
    folder.check_nothing_left();
    let games = games(&folder, "run");
    games.try_into().unwrap_or_else(|games| panic!("{script}: two games, not {games:#?}"))
}

/// Checks that a bot loses both games of a pair when it is asked for its first move.
#[track_caller]
fn check_loses((script, reason, detail): Row, options: &[&str]) {
    check_loses_at(0, (script, reason, detail), options);
}

#[track_caller]
fn check_loses_at(moves: usize, (script, reason, detail): Row, options: &[&str]) {
    for game in pair(script, options) {
        game.check_lost("bad", reason);
        let ply = game.first_ply_of("bad") + 2 * moves;
        let place = format!("ply {ply}");
        let told = &game["detail"];
        assert!(told.contains(&place) && told.contains(detail), "{script}, `{place}`: {told}");
        assert_eq!(game["plies"], (ply - 1).to_string(), "{script}: {told}");
    }
}

#[track_caller]
fn check_plays_well(script: &str) {
    for game in pair(script, &[]) {
        game.check_normal();
    }
}

#[test]
fn wrong_answers() {
    ANSWERS.into_iter().for_each(|row| check_loses(row, &[]));
}

#[test]
fn out_of_time() {
    // The margin is for the honest bot, on a machine that is busy with other tests.
    let options = ["--st", "0.1", "--margin-ms", "400"];
    OUT_OF_TIME.into_iter().for_each(|row| check_loses(row, &options));
}

#[test]
fn floods() {
    FLOODS.into_iter().for_each(|row| check_loses(row, &[]));
}

#[test]
fn processes_that_end() {
    PROCESSES.into_iter().for_each(|row| check_loses(row, &[]));
}

#[test]
fn a_last_move_counts() {
    AFTER_A_MOVE.into_iter().for_each(|row| check_loses_at(1, row, &[]));
}

#[test]
fn an_empty_pit() {
    for game in pair("empty-pit", &[]) {
        game.check_lost("bad", "illegal_move");
        assert!(game["detail"].contains("is not an own pit with seeds"), "{game:#?}");
    }
}

/// The first answer stands; what follows it is for the one who was not asked.
#[test]
fn moves_that_nobody_asked_for() {
    for game in pair("unsolicited", &[]) {
        game.check_lost("bad", "bad_message");
        assert!(game["detail"].contains("3 moves that nobody asked for, 2 allowed"), "{game:#?}");
        assert_eq!(game["plies"], game.first_ply_of("bad").to_string());
    }
}

#[test]
fn strange_but_no_fault() {
    TOLERATED.into_iter().for_each(check_plays_well);
}

/// Without isolation a bot gets at the process that watches over it. It loses by it,
/// and nothing of it is left all the same.
#[test]
fn attacks_on_the_stage() {
    for (script, reason) in [
        ("kills-its-stage", "signaled"),
        ("stops-its-stage", "stdout_closed"),
        ("interrupts-its-stage", "exited"),
    ] {
        let options = [&["--st", "0.5", "--margin-ms", "400"], OPEN].concat();
        for game in pair(script, &options) {
            game.check_lost("bad", reason);
        }
    }
}

/// A bot that dies when a game is over has lost nothing; a new process plays the next.
#[test]
fn death_after_the_game() {
    for game in pair("dies-after-the-game", &[]) {
        game.check_normal();
    }
}

/// What a bot wrote to stderr before it died is kept with the game.
#[test]
fn last_words_are_kept() {
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

/// All of them in one tournament, two slots: one bot's misdeeds are no other's loss.
#[test]
fn all_in_one_tournament() {
    let folder = Folder::new();
    let faulty = || {
        let rows = [&ANSWERS[..], &OUT_OF_TIME, &FLOODS, &PROCESSES, &AFTER_A_MOVE];
        rows.into_iter().flatten()
    };
    let mut file = "name = \"zoo\"\nst = 1\nmargin_ms = 400\n\
        [format]\nkind = \"gauntlet\"\n[[bot]]\nbuiltin = \"first\"\n"
        .to_owned();
    let scripts = faulty().map(|(script, ..)| *script).chain(TOLERATED);
    scripts.for_each(|script| file += &misbehaving_bot(script, script));
    folder.write("zoo.toml", file);
    folder.ayo(&["run", "zoo.toml", "--concurrency", "2"]).exits(0);
    let games = games(&folder, "runs/zoo");
    let of = |script: &'static str| {
        games.iter().filter(move |game| [&game["south"], &game["north"]].contains(&script))
    };
    for &(script, reason, _) in faulty() {
        assert_eq!(of(script).count(), 2);
        of(script).for_each(|game| game.check_lost(script, reason));
    }
    for script in TOLERATED {
        assert_eq!(of(script).count(), 2);
        of(script).for_each(Game::check_normal);
    }
}
