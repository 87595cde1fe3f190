//! The command line of `ayo`: arguments, files, wiring, exit codes.
#![allow(clippy::disallowed_methods)]

pub mod bot;
pub mod config;
pub mod explain;
pub mod perft;
