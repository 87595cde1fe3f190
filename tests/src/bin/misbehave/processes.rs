//! Processes: how they end, what they leave, and whom they attack.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio, exit};
use std::thread::{sleep, spawn};
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process, setsid};

use crate::{Asked, Bot, folders, think};

/// Does what the script has it do; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, asked: &Asked<'_>) -> bool {
    match bot.script {
        "exit-0" => exit(0),
        "exit-3" => {
            eprintln!("Traceback: the pits are on fire");
            exit(3);
        }
        "panics" => panic!("index out of bounds: the board has no pit 12"),
        "aborts" => std::process::abort(),
        "segfault" => die_of(Signal::SEGV),
        "illegal-instruction" => die_of(Signal::ILL),
        "stops-itself" => die_of(Signal::STOP),
        "moves-and-exits" => {
            bot.play(asked);
            exit(0);
        }
        "kills-its-stage" => signal_stage(Signal::KILL),
        "stops-its-stage" => signal_stage(Signal::STOP),
        "interrupts-its-stage" => signal_stage(Signal::INT),
        "leaves-a-daemon" => {
            start_daemon();
            exit(0);
        }
        "leaves-comets" => {
            (0..4).for_each(|_| drop(start("comet")));
            exit(0);
        }
        "keeps-a-daemon" => {
            if asked.is_early() {
                start_daemon();
            }
            bot.play(asked);
        }
        "leaves-zombies" => {
            if asked.is_early() {
                (0..20).for_each(|_| drop(start("exit")));
            }
            bot.play(asked);
        }
        "never-stops-thinking" => {
            if asked.is_early() {
                spawn(|| {
                    loop {
                        think();
                    }
                });
            }
            bot.play(asked);
        }
        "starves-its-opponent" => starve_opponent(bot, asked),
        "gate" => {
            wait_at_gate(bot);
            bot.play(asked);
        }
        _ => return false,
    }
    true
}

/// Sends itself a signal until it is gone.
pub(crate) fn die_of(signal: Signal) {
    loop {
        // The runtime's own handler takes the first one, and steps aside.
        let _ = kill_process(getpid(), signal);
    }
}

fn signal_stage(signal: Signal) {
    start_daemon();
    let stage = rustix::process::getppid().expect("a bot has a parent");
    let _ = kill_process(stage, signal);
    exit(0);
}

/// While its burners find this in its folder, they keep the processor busy.
const BURN: &str = "burn";
/// With a hundred its own move is late now and then: they compete with it, too, until each has
/// looked again.
const BURNERS: usize = 30;

/// Has many processes compete with the opponent for the core, each in a session of
/// its own, and none with itself.
fn starve_opponent(bot: &Bot<'_>, asked: &Asked<'_>) {
    let burn = folders::home().join(BURN);
    let _ = fs::remove_file(&burn);
    if bot.games == 1 && asked.go["ply"].as_u64() < Some(2) {
        (0..BURNERS).for_each(|_| drop(try_start("burner")));
    }
    bot.play(asked);
    let _ = fs::write(&burn, "");
}

/// One of those processes.
pub(crate) fn burner() {
    let _ = setsid();
    let burn = folders::home().join(BURN);
    loop {
        match burn.exists() {
            true => (0..100_000).for_each(|step| {
                std::hint::black_box(step);
            }),
            false => sleep(Duration::from_millis(2)),
        }
    }
}

/// `gate FOLDER GAME`: in this game of the process, says so with the file `reached`,
/// and plays on when there is a file `open`.
fn wait_at_gate(bot: &Bot<'_>) {
    let [_, folder, game] = bot.arguments else { panic!("usage: misbehave gate FOLDER GAME") };
    let folder = Path::new(folder);
    if game.parse() == Ok(bot.games) {
        let _ = fs::File::create(folder.join("reached"));
        while !folder.join("open").exists() {
            sleep(Duration::from_millis(2));
        }
    }
}

/// Becomes another program.
pub(crate) fn replaced_by(program: &str) {
    let error = Command::new(program).exec();
    panic!("{program} cannot be executed: {error}");
}

fn this_program(script: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a process knows its program"));
    command.arg(script);
    command
}

/// Starts this program again, with another script and the same pipes.
pub(crate) fn start_with_our_pipes(script: &str) -> Child {
    this_program(script).spawn().expect("a bot may start processes")
}

/// Starts this program again, with another script; `None` when that is refused.
pub(crate) fn try_start(script: &str) -> Option<Child> {
    let mut command = this_program(script);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().ok()
}

fn start(script: &str) -> Child {
    try_start(script).expect("a bot may start processes")
}

fn start_daemon() {
    let _ = start("daemon").wait();
}

/// Leaves a grandchild behind, in a session of its own and without a parent.
pub(crate) fn daemon() {
    let _ = setsid();
    drop(start("linger"));
}

/// Hands itself on to a new process and ends, again and again: whoever looks for it
/// finds the number of one that is gone.
pub(crate) fn comet() {
    let _ = setsid();
    // A shell forks in a fraction of the time that a new program takes.
    let line = "fly() { fly & exit; }; fly";
    let error = Command::new("/bin/sh").args(["-c", line]).exec();
    eprintln!("no shell: {error}");
}
