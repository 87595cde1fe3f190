//! What a bot does to its three pipes.

use std::fs::File;
use std::io;
use std::process::exit;

use rustix::pipe::fcntl_setpipe_size;
use rustix::stdio::{dup2_stdin, dup2_stdout};

use crate::processes::{replaced_by, start_with_our_pipes};
use crate::{Asked, Bot, linger, write};

/// Does what the script has it do; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, asked: &Asked<'_>) -> bool {
    match bot.script {
        "closes-stdout" => {
            let _ = dup2_stdout(dev_null());
            linger();
        }
        "closes-stdin" => {
            let _ = dup2_stdin(dev_null());
            bot.play(asked);
            linger();
        }
        "swaps-its-pipes" => {
            let _ = dup2_stdin(io::stdout());
            linger();
        }
        "does-not-read" => does_not_read(asked.id),
        "leaves-a-child-with-its-pipes" => {
            drop(start_with_our_pipes("linger"));
            exit(0);
        }
        "leaves-a-child-that-writes" => {
            drop(start_with_our_pipes("drip"));
            exit(0);
        }
        "writes-while-it-waits" => {
            bot.play(asked);
            if asked.is_early() {
                // Plays no further move before all of this is written: a short game
                // would be over before the child has begun.
                let _ = start_with_our_pipes("flood-stdout").wait();
            }
        }
        "becomes-cat" => replaced_by("/bin/cat"),
        "becomes-yes" => replaced_by("/usr/bin/yes"),
        _ => return false,
    }
    true
}

/// Has the referee answer more than the pipe holds, and reads none of it.
fn does_not_read(id: u64) {
    let _ = fcntl_setpipe_size(io::stdin(), 4_096);
    // Every such message is answered with an error that quotes it.
    let line = format!(r#"{{"type":"dance","id":{id},"with":"{}"}}"#, "x".repeat(200)) + "\n";
    write(line.repeat(500));
    linger();
}

fn dev_null() -> File {
    File::options().read(true).write(true).open("/dev/null").expect("there is a /dev/null")
}
