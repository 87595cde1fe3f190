//! The command line of `ayo`: arguments, files, wiring, exit codes.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done |
//! | 1 | the run failed |
//! | 2 | wrong usage, or a file that was named is wrong |
//! | 3 | `validate` found a broken MUST |
//! | 130 | interrupted; what was finished is saved |
//!
//! What this crate deliberately does not do: it plays, judges, counts and rates
//! nothing itself.
#![allow(clippy::disallowed_methods)]

mod analyze;
mod args;
pub mod bot;
mod bot_check;
mod build;
pub mod config;
mod counted;
mod doctor;
pub mod explain;
mod failure;
mod guess;
mod keeper;
mod leaders;
mod live;
mod match_command;
mod new_command;
mod openings_command;
pub mod perft;
mod person;
mod play;
mod printed;
mod rate;
mod replay;
mod report_command;
mod run_command;
mod run_folder;
mod serve_command;
mod small_commands;
mod solve_command;
mod sprt_command;
mod sprt_watch;
mod suite;
mod swiss_run;
mod terminal;
mod trf_commands;
mod validate_command;
mod watcher;

use std::process::ExitCode;

use args::{Arguments, Command};
use clap::Parser as _;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    ayo_referee::stage::run_if_asked();
    let arguments = Arguments::try_parse().unwrap_or_else(|error| guess::guess_less(error).exit());
    let done = match arguments.command {
        Command::Match(arguments) => match_command::run(&arguments),
        Command::Run(arguments) => run_command::run(&arguments),
        Command::Validate(arguments) => validate_command::run(&arguments),
        Command::Rate(arguments) => rate::run(&arguments),
        Command::Pair(arguments) => trf_commands::pair(&arguments),
        Command::Standings(arguments) => trf_commands::standings(&arguments),
        Command::Sprt(arguments) => sprt_command::run(&arguments),
        Command::Report(arguments) => report_command::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Serve(arguments) => serve_command::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Play(arguments) => person::run(&arguments),
        Command::Explain(arguments) => small_commands::explain(&arguments),
        Command::Solve(arguments) => solve_command::run(&arguments),
        Command::Perft(arguments) => small_commands::perft(&arguments),
        Command::Openings(arguments) => openings_command::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Bot(arguments) => small_commands::bot(&arguments),
        Command::New(arguments) => new_command::run(&arguments),
        Command::Schema => printed::schema(),
        Command::Completions(arguments) => printed::completions(&arguments),
        Command::Man => printed::manual(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}
