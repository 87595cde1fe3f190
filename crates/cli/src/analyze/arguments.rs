//! What may be typed after `ayo analyze`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};

/// Arguments of `ayo analyze`.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("subject").required(true).args(["folder", "moves"])))]
pub(crate) struct AnalyzeArguments {
    /// Folder of the run
    #[arg(value_name = "DIR", conflicts_with = "rules")]
    pub folder: Option<PathBuf>,
    /// A game by its moves instead, letters run together: `CcAf`
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Rules of that game: a preset, with changes behind it [default: ayoayo]
    #[arg(long, value_name = "RULES", requires = "moves")]
    pub rules: Option<String>,
    /// Analyse so many games of the run at most, an even sample of a larger one; pairs stay together, so it may be a game less, and with 1 it is a whole pair
    #[arg(long, value_name = "N", default_value_t = AnalyzeArguments::GAMES, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// Begin no more games after so many seconds; those in hand may take as long again, and are kept. With `--moves` it is given up then
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub time: Option<u32>,
    /// Games analysed at the same time [default: the number of cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Memory of all solvers together, in MiB
    #[arg(long, value_name = "MB", default_value_t = AnalyzeArguments::MEMORY, allow_negative_numbers = true, value_parser = parse_memory)]
    pub memory: usize,
    /// Positions searched for each position of a game at most; its value is unknown then
    #[arg(long, value_name = "N", default_value_t = AnalyzeArguments::NODES, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Throw away the analyses there are, and begin again
    #[arg(long, conflicts_with = "moves")]
    pub fresh: bool,
    /// Print one JSON document on stdout, everything else on stderr
    #[arg(long)]
    pub json: bool,
}

impl AnalyzeArguments {
    /// Games of a run that are analysed when nothing else is said.
    pub(crate) const GAMES: u32 = 5_000;
    /// In MiB.
    pub(crate) const MEMORY: usize = 512;
    /// Positions searched for a position.
    pub(crate) const NODES: u64 = 20_000_000;

    /// Returns how long it may take, if there is a limit.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time.map(|seconds| Duration::from_secs(seconds.into()))
    }
}

fn parse_memory(text: &str) -> Result<usize, String> {
    /// In MiB, as the argument.
    const MEMORY: RangeInclusive<usize> = 1..=1 << 20;
    let (least, most) = (MEMORY.start(), MEMORY.end());
    let memory = text.parse().ok().filter(|memory| MEMORY.contains(memory));
    memory.ok_or_else(|| format!("not a whole number from {least} to {most}"))
}
