//! What may be typed after `ayo solve`.

use std::path::PathBuf;

use clap::Args;

use crate::args::whole_number;

/// What the help says of exit codes.
pub(crate) const EXIT_CODES: &str = "\
Exit codes: 0 found out, or checked; 1 not found out within --nodes (the value is `unknown`), or \
a certificate that does not prove what it claims; 2 wrong usage, or lines of --jsonl that are no \
positions; 130 interrupted. An `unknown` of --jsonl is an answer: 0.";

/// Most positions that `--nodes` takes: years of work.
const MAX_NODES: u64 = 1_000_000_000_000_000;

/// Arguments of `ayo solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    /// A position such as `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S` [default: the start]
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Moves to replay first, letters run together: `CcAf`
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// A preset, with changes behind it [default: ayoayo]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Also find the score, all seeds counted, when both play their best
    #[arg(long)]
    pub score: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Read a position a line from stdin, print a line for each
    #[arg(long, conflicts_with_all = ["position", "moves", "json"])]
    pub jsonl: bool,
    /// Search so many positions at most, with --jsonl for each line; then the value is `unknown`
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, allow_negative_numbers = true, value_parser = |text: &str| whole_number(text, MAX_NODES))]
    pub nodes: u64,
    /// Memory of the search in MiB; with --jsonl that much for each of the last four rule sets
    #[arg(long, value_name = "MB", default_value_t = 512, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: u32,
    /// Write a certificate of the value, with --score of the score; packed if it ends in `.gz`
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    pub prove: Option<PathBuf>,
    /// Check a certificate by the rules alone; of a table, the position is the one named, or the start
    #[arg(long, value_name = "FILE", conflicts_with_all = ["score", "jsonl", "nodes", "memory", "prove"])]
    pub check: Option<PathBuf>,
}
