//! What goes wrong before the first game.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use crate::{Bot, flood, linger, processes, write};

/// What a script does that is no bot at all; `false` when it is one.
pub(crate) fn instead_of_a_bot(script: &str) -> bool {
    match script {
        "linger" => linger(),
        "daemon" => processes::daemon(),
        "burner" => processes::burner(),
        "comet" => processes::comet(),
        "drip" => loop {
            write("drip\n");
            sleep(Duration::from_millis(10));
        },
        "flood-stdout" => flood("\n", usize::MAX),
        "exit" => {}
        "deaf-to-quit" => without_sigterm("deaf"),
        "exits-at-once" => exit_at_once(),
        "paints-the-terminal" => {
            eprintln!("\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}backwards\u{2066}\r");
            exit(1);
        }
        "illegal-at-once" => processes::die_of(rustix::process::Signal::ILL),
        "unflushed" => unflushed(),
        "noisy-start" => {
            flood("this bot greets everybody it knows, one by one\n", 1 << 20);
            return false;
        }
        _ => return false,
    }
    true
}

/// Answers `hello`, or does not.
pub(crate) fn hello(bot: &Bot<'_>, id: u64) {
    let known = |protocol: &str, name: &str| {
        format!(r#"{{"type":"hello","id":{id},"protocol":{protocol},"name":{name}}}"#)
    };
    let hello = match bot.script {
        "mute" => return linger(),
        "hello-without-newline" => {
            write(known("1", "\"partial\""));
            return linger();
        }
        "other-version" => known("2", "\"future\""),
        "name-is-a-number" => known("1", "5"),
        "version-is-a-fraction" => known("1.0", "\"fraction\""),
        "hostile-hello" => known("1", &hostile_name()),
        "bom" => format!("\u{feff}{}", known("1", "\"mark\"")),
        "banner" => format!("Welcome to this bot!\n\n{}", known("1", "\"banner\"")),
        "hello-again" => [known("1", "\"twice\""), known("1", "\"twice\"")].join("\n"),
        _ => known("1", "\"misbehave\""),
    };
    bot.say(&hello);
}

/// Ten kilobytes that clear the screen, turn the text around and run in a browser.
fn hostile_name() -> String {
    let name = "\u{1b}[2J\u{202e}<script>alert(1)</script>".to_owned() + &"x".repeat(10_000);
    serde_json::to_string(&name).expect("a text can be written as JSON")
}

/// Answers, but keeps what it writes to itself until it ends.
fn unflushed() {
    let questions = io::stdin().lines().map_while(Result::ok).count();
    for id in 1..=questions {
        println!(r#"{{"type":"hello","id":{id},"protocol":1,"name":"late"}}"#);
    }
}

/// Goes on with another script and SIGTERM ignored, which only a shell does without `unsafe`.
fn without_sigterm(script: &str) {
    let program = std::env::current_exe().expect("a process knows its program");
    let line = r#"trap "" TERM; exec "$0" "$1""#;
    let error = Command::new("/bin/sh").args(["-c", line]).arg(program).arg(script).exec();
    eprintln!("no shell: {error}");
}

fn exit_at_once() {
    eprintln!("Traceback (most recent call last):");
    eprintln!("ModuleNotFoundError: No module named 'numpy'");
    exit(1);
}
