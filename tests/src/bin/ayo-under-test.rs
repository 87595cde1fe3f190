//! The `ayo` binary again: only binaries of this package have a path that its tests know.

use std::process::ExitCode;

fn main() -> ExitCode {
    ayo::main()
}
