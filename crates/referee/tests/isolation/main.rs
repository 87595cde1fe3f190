//! What the isolation levels promise, tried with hostile bots.
//!
//! One program is everything: the tests, the referee, its stages and the bots. A
//! level that this host cannot do is skipped, and the reason is printed.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod arena;
mod hostile;
mod players;
mod promises;
mod spies;

use std::panic::catch_unwind;
use std::process::ExitCode;

fn main() -> ExitCode {
    ayo_referee::stage::run_if_asked();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [role, rest @ ..] = &arguments[..]
        && role.starts_with("__")
    {
        hostile::act(role, rest);
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--list") {
        promises::ALL.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|it| !it.starts_with('-')).collect();
    let mut failed = 0;
    for (name, test) in promises::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let result = if catch_unwind(*test).is_ok() { "ok" } else { "FAILED" };
        failed += u32::from(result == "FAILED");
        println!("test {name} ... {result}");
    }
    ExitCode::from(u8::from(failed > 0))
}
