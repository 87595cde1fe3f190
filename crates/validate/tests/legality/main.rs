//! The examination, examined: each mutant is caught by the case that is about its
//! fault and by no other, and every bot of `bots/` and every built-in one is legal.
//!
//! This binary is its own harness, because it is also `ayo validate`, the stage, the
//! built-in bots and the mutants: `legality mutant KIND`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod bots;
mod choice;
mod crashes;
mod examination;
mod mutant;
mod mutants;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

/// A test: its name, and what returns why it fails.
pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) run: Box<dyn FnOnce() -> Result<(), String> + Send>,
}

/// Tests at the same time: they mostly wait.
const AT_ONCE: usize = 10;

fn main() -> ExitCode {
    ayo_referee::stage::run_if_asked();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["mutant", kind] => std::process::exit(mutant::play(kind, None)),
        ["mutant", kind, argument] => std::process::exit(mutant::play(kind, Some(argument))),
        ["bot" | "validate", ..] => ayo::main(),
        arguments => run_tests(arguments),
    }
}

fn run_tests(arguments: &[&str]) -> ExitCode {
    let filters: Vec<_> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let wanted = |test: &Test| {
        filters.is_empty() || filters.iter().any(|filter| test.name.contains(**filter))
    };
    let folder = Folder::new();
    let tests: Vec<Test> = mutants::tests(&folder.0)
        .into_iter()
        .chain(crashes::tests(&folder.0))
        .chain(bots::tests(&folder.0))
        .filter(wanted)
        .collect();
    let count = tests.len();
    println!("\nrunning {count} examinations");
    let (queue, failed) = (Mutex::new(tests.into_iter()), Mutex::new(0));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(test) = queue.lock().unwrap().next() else { return };
                    let began = Instant::now();
                    let result = (test.run)();
                    let seconds = began.elapsed().as_secs_f64();
                    match result {
                        Ok(()) => println!("{} ... ok, {seconds:.1} s", test.name),
                        Err(why) => {
                            println!("{} ... FAILED\n{why}", test.name);
                            *failed.lock().unwrap() += 1;
                        }
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    println!("\n{} passed, {failed} failed", count - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

/// Makes a folder that bots may write to: when the referee is root they are somebody else.
fn make_open(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777)).unwrap();
}

impl Folder {
    fn new() -> Folder {
        let folder = std::env::temp_dir().join(format!("ayo-legality-{}", std::process::id()));
        make_open(&folder);
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns this binary, which is all bots of these tests.
pub(crate) fn this_binary() -> String {
    std::env::current_exe().unwrap().to_str().unwrap().to_owned()
}
