//! The `ayo` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    ayo::main()
}
