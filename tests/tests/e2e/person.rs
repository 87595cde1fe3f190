//! `ayo play`: a person at the board, whose lines come through a pipe here.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::folder::{Folder, OPEN, misbehave};
use crate::running::Done;

/// Plays with these lines typed.
fn play(arguments: &[&str], typed: &str) -> Done {
    Folder::new().ayo_reads(&[&["play"], OPEN, arguments].concat(), typed)
}

/// Types every own pit again and again: one of them is always legal.
fn any_move(moves: usize) -> String {
    "A\nB\nC\nD\nE\nF\n".repeat(moves)
}

#[test]
fn a_whole_game() {
    let done = play(&["greedy"], &any_move(100)).exits(0);
    let end = done.stdout.lines().rev().take(2).collect::<Vec<_>>();
    assert!(end[1].starts_with("game over by "), "{}", done.shown());
    assert!(end[0].starts_with("final stores: South "), "{}", done.shown());
    let done = done.prints("South  you\nNorth  greedy").prints("   1  you A: sows 4, 5 laps");
    done.prints("pit  number  seeds  move").prints("   2  greedy ");
}

#[test]
fn as_north_after_an_opening() {
    let done = play(&["first", "--side", "north", "--opening", "Cc"], "6\nquit\n").exits(0);
    let done = done.prints("South  first\nNorth  you").prints("   3  first ");
    done.prints("   4  you a: sows ").prints("the game is not over");
    let position = "4.4.4.4.4.4/4.4.4.4.4.4 0-0 N";
    play(&["first", "--opening", position], "").exits(0).prints("   1  first a: ");
}

#[test]
fn what_is_typed() {
    #[track_caller]
    fn check(typed: &str, texts: &[&str]) {
        let mut done = play(&["first"], typed).exits(0);
        for text in texts {
            done = done.prints(text);
        }
    }
    let legal = "legal are A (0), B (1), C (2), D (3), E (4), F (5)";
    check("x\n", &[&format!("`x` is no pit and no word I know: {legal}")]);
    check("\u{202e}\u{7}\n", &["`\\u{202e}\\u{7}` is no pit"]);
    check(
        "6\n",
        &["a is illegal (empty): pit a is North's, and South is to move; legal are A (0)"],
    );
    check("help\n", &["take your last move back"]);
    check("hint\n", &["hint: minimax would sow ", "(it expects "]);
    check("undo\n", &["there is no move of yours to take back"]);
    check("c\n", &["   1  you C: sows 4, 5 laps, ends in E, captures 7"]);
    check("2\n", &["   1  you C: sows 4, 5 laps, ends in E, captures 7"]);
    check("resign\n", &["South (`you`) loses · resigned", "0-1 · North (`first`) wins"]);
    check("", &["nobody types any more; the game is not over"]);
    check(&("x".repeat(5_000) + "\nC\n"), &["is no pit", "   1  you C: "]);
}

/// After a move is taken back the same move has the same answer, also of the same process.
#[test]
fn undo() {
    for bot in ["first", &misbehave("no-ids"), &misbehave("never-pongs")] {
        let done = play(&[bot], "C\nundo\nC\nu\nD\nquit\n").exits(0);
        let count = |text: &str| done.stdout.matches(text).count();
        assert_eq!(count("your last move is taken back"), 2, "{}", done.shown());
        assert_eq!(count("   1  you C: "), 2, "{}", done.shown());
        assert_eq!(count("   1  you D: "), 1, "{}", done.shown());
        assert_eq!(count("\n   2  "), 3, "{}", done.shown());
    }
}

/// A bot loses as in a match, and the verdict says why.
#[test]
fn faults() {
    #[track_caller]
    fn check(script: &str, told: &str) {
        let done = play(&[&misbehave(script), "--st", "2"], &any_move(4)).exits(0);
        done.prints(told).prints("1-0 · South (`you`) wins");
    }
    check("pit-12", "North (`bad`) loses · illegal_move: ply 2: ");
    check("garbage", "North (`bad`) loses · bad_message: ply 2: ");
    check("silent", "North (`bad`) loses · timeout: ply 2: ");
    check("exit-3", "North (`bad`) loses · exited: ply 2: exited with code 3");
    check("closes-stdout", "North (`bad`) loses · stdout_closed: ply 2: ");
    check("stdout-flood", "North (`bad`) loses · stdout_flood: ply 2: ");
    check("resigns", "North (`bad`) loses · resigned: ");
}

#[test]
fn refused() {
    play(&["gredy"], "").exits(2).complains("did you mean `greedy`?");
    play(&["first", "--opening", "CC"], "").exits(2).complains("`--opening CC`");
    play(&["first", "--opening", "x"], "").exits(2).complains("`--opening x`");
    let over = "0.0.0.0.0.0/0.0.0.0.0.0 24-24 S";
    play(&["first", "--opening", over], "").exits(2).complains("the game is over in it");
    play(&["first", "--st", "x"], "").exits(2).complains("`x` is not a time");
    play(&[&misbehave("exits-at-once")], "").exits(1).complains("cannot start bot `bad`");
}

/// Ctrl-C ends it at once, while the person thinks and while the bot does; nothing is left.
#[test]
fn interrupted() {
    #[track_caller]
    fn check(script: &str, shown_before: &str) {
        let folder = Folder::new();
        let bad = misbehave(script);
        let arguments = ["play", &bad, "--side", "north", "--st", "50"];
        let mut command = folder.command(&[&arguments, OPEN].concat());
        let (keyboard, _typing) = std::io::pipe().unwrap();
        command.stdin(keyboard).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let shown = lines.find(|line| line.as_ref().unwrap().contains(shown_before));
        assert!(shown.is_some(), "`{shown_before}` never came");
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        assert_eq!(rest.last().unwrap(), "interrupted; the game is not over", "{rest:?}");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{script}");
        folder.check_nothing_left();
    }
    check("no-ids", "pit  number  seeds  move");
    check("silent", "`help` says what you can type");
}
