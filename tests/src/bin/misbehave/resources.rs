//! Takes as much as it gets of what the host has.
//!
//! Each of these ends with code 5 when it was refused more, and with code 6 when it
//! had so much that a bot with limits would have been refused.

use std::process::exit;
use std::thread;

use crate::{Asked, Bot, linger, processes};

/// Nobody set a limit: more was given than any level allows.
pub(crate) const REFUSED: i32 = 5;
pub(crate) const NOT_REFUSED: i32 = 6;

/// More processes and threads than a bot may have.
const MANY: usize = 400;
/// More memory than a bot may have, in MiB; the tests allow it 64.
const MUCH_MB: usize = 256;

/// Does what the script has it do; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, _: &Asked<'_>) -> bool {
    match bot.script {
        "fork-bomb" => fork_bomb(),
        "thread-bomb" => thread_bomb(),
        "memory-bomb" => memory_bomb(),
        _ => return false,
    }
    true
}

fn fork_bomb() {
    for _ in 0..MANY {
        if processes::try_start("linger").is_none() {
            exit(REFUSED);
        }
    }
    exit(NOT_REFUSED);
}

fn thread_bomb() {
    for _ in 0..MANY {
        let thread = thread::Builder::new().stack_size(64 << 10);
        if thread.spawn(linger).is_err() {
            exit(REFUSED);
        }
    }
    exit(NOT_REFUSED);
}

fn memory_bomb() {
    let mut taken = Vec::with_capacity(MUCH_MB);
    for _ in 0..MUCH_MB {
        let mut chunk: Vec<u8> = Vec::new();
        if chunk.try_reserve_exact(1 << 20).is_err() {
            exit(REFUSED);
        }
        chunk.resize(1 << 20, 1);
        taken.push(chunk);
    }
    exit(NOT_REFUSED);
}
