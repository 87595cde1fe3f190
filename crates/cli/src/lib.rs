//! The command line of `ayo`: arguments, files, wiring, exit codes.
#![allow(clippy::disallowed_methods)]
