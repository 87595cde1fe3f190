//! The `ayo` binary.
fn main() {}
