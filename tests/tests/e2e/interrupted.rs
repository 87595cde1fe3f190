//! Ctrl-C and SIGTERM: what is running, what is kept, and how to go on.

use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;

use crate::folder::{Folder, OPEN, misbehaving_bot};
use crate::games::{Game, games};
use crate::running::{Done, Running, eventually};

const GAMES: usize = 8;

/// Starts a run whose bot waits at a gate in its `game`th game, and waits until it is there.
fn at_the_gate(folder: &Folder, game: u32) -> Running {
    let run = folder.start(&prepare(folder, game));
    eventually("a bot at the gate", || folder.path("reached").exists());
    run
}

/// Writes such a run, and returns the arguments that start it.
fn prepare(folder: &Folder, game: u32) -> Vec<&'static str> {
    let script = format!("gate '{}' {game}", folder.path("").display());
    let gate = misbehaving_bot("gate", &script);
    folder.write(
        "long.toml",
        format!("tc = 100\n[format]\ncycles = 4\n{gate}[[bot]]\nbuiltin = \"first\"\n"),
    );
    [&["run", "long.toml", "--concurrency", "1"], OPEN].concat()
}

/// Returns the command that goes on with a run, without `ayo`; it is named once.
#[track_caller]
fn told_to_go_on(done: &Done) -> &str {
    let mut told = done.stderr.lines().filter_map(|line| line.strip_prefix("to go on: ayo "));
    match (told.next(), told.next()) {
        (Some(command), None) => command,
        _ => panic!("{}", done.shown()),
    }
}

/// Runs the command that an interrupted run has named, and checks what there is in the end.
#[track_caller]
fn check_goes_on(folder: &Folder, interrupted: &Done, kept: &[Game]) {
    let command = told_to_go_on(interrupted);
    folder.write("open", "");
    // The command is for a shell, so a shell reads it.
    let mut shell = Command::new("/bin/sh");
    let ayo = folder.command(&[]);
    shell.args(["-c", &format!("exec \"$0\" {command}")]).arg(ayo.get_program());
    shell.current_dir(folder.path("")).env("TMPDIR", folder.path("tmp"));
    let done = Running::start(shell, "").ends().exits(0);
    let told = format!("continuing: {} of {GAMES} games are played", kept.len());
    if kept.is_empty() {
        done
    } else {
        done.complains(&told)
    };
    let all = games(folder, "runs/long");
    assert_eq!(all.len(), GAMES);
    assert_eq!(all[..kept.len()], *kept, "what was kept is not played again");
    all.iter().for_each(Game::check_normal);
}

#[test]
fn once_finishes_the_running_games() {
    let folder = Folder::new();
    let mut run = at_the_gate(&folder, 1);
    run.signal_group(Signal::INT);
    run.says("finishing the games that are running; Ctrl-C again kills them");
    folder.write("open", "");
    let done = run.ends().exits(130).prints("stopped: interrupted · 7 games to play");
    let kept = games(&folder, "runs/long");
    assert_eq!(kept.len(), 1, "the running game, and none after it");
    folder.check_nothing_left();
    check_goes_on(&folder, &done, &kept);
}

#[test]
fn twice_kills_the_running_games() {
    let folder = Folder::new();
    let mut run = at_the_gate(&folder, 3);
    run.signal_group(Signal::INT);
    run.says("Ctrl-C again kills them");
    run.signal_group(Signal::INT);
    check_killed(&folder, run);
}

#[test]
fn some_signals_kill_the_running_games() {
    for signal in [Signal::TERM, Signal::HUP] {
        let folder = Folder::new();
        let run = at_the_gate(&folder, 3);
        run.signal(signal);
        check_killed(&folder, run);
    }
}

#[test]
fn a_closed_terminal_is_ignored_with_nohup() {
    let folder = Folder::new();
    let ayo = folder.command(&prepare(&folder, 3));
    let mut nohup = std::process::Command::new("nohup");
    nohup.arg(ayo.get_program()).args(ayo.get_args()).current_dir(folder.path(""));
    nohup.envs(ayo.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let run = Running::start(nohup, "");
    eventually("a bot at the gate", || folder.path("reached").exists());
    run.signal(Signal::HUP);
    folder.write("open", "");
    run.ends().exits(0);
    assert_eq!(games(&folder, "runs/long").len(), GAMES);
}

/// The bot at the gate would wait for ever, so an end at all is an end at once.
#[track_caller]
fn check_killed(folder: &Folder, run: Running) {
    let done = run.ends().exits(130).complains("what is finished is kept");
    let kept = games(folder, "runs/long");
    assert_eq!(kept.len(), 2);
    folder.check_nothing_left();
    check_goes_on(folder, &done, &kept);
}

/// Before the first game too: a bot that is being tried is not waited for, for the ten
/// seconds it may take to say hello.
#[test]
fn while_bots_are_tried() {
    for signal in [Signal::INT, Signal::TERM] {
        let folder = Folder::new();
        let mute = misbehaving_bot("mute", "mute");
        folder.write("t.toml", format!("{mute}[[bot]]\nbuiltin = \"first\"\n"));
        let run = folder.start(&[&["run", "t.toml"], OPEN].concat());
        eventually("a scratch folder", || {
            std::fs::read_dir(folder.path("tmp")).unwrap().next().is_some()
        });
        run.signal_group(signal);
        assert!(run.ends_within(Duration::from_secs(6)), "waits for a bot that says nothing");
        let done = run.ends().exits(130);
        assert!(told_to_go_on(&done).starts_with("run t.toml"), "{}", done.shown());
    }
}
