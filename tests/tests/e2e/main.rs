//! End-to-end tests: the real binary, real processes, real files.
//!
//! Each test runs `ayo` in a fresh [`folder::Folder`], and each such folder checks
//! in the end that no process and no scratch folder is left. Nothing waits for a
//! time to pass: tests wait for a process to end, a line, or a file, and call it a
//! hang after [`running::HANG`].
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod adjudicated;
mod alone;
mod analyzing;
mod bad_bots;
mod bad_files;
mod catalogue;
#[path = "../../../crates/page/tests/browser/chromium.rs"]
#[allow(dead_code, reason = "these tests use a part of it")]
mod chromium;
mod commands;
mod document;
mod endings;
mod exports;
mod folder;
mod games;
mod host;
mod interrupted;
mod killed;
mod kits;
mod languages;
mod last_words;
mod leftovers;
mod new;
mod person;
mod pure_crates;
mod refusing;
mod repeatable;
mod replaying;
mod report_page;
mod rivals;
mod running;
mod serve;
mod shell;
mod solving;
mod sprt;
mod swiss;
mod tutorial;
