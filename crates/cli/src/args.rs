//! What may be typed.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::analyze::AnalyzeArguments;
use crate::openings_command::OpeningsArguments;
use crate::rate::RateArguments;
use crate::solve_command::SolveArguments;

/// The arena for Ayoayo bots.
#[derive(Debug, Parser)]
#[command(name = "ayo", version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Pit two bots against each other
    Match(MatchArguments),
    /// Run or continue a tournament
    Run(RunArguments),
    /// Is a bot legal? Numbered cases, each citing a clause of protocol.md
    Validate(ValidateArguments),
    /// Rate the games of one or more files
    Rate(RateArguments),
    /// Pair the next Swiss round of a TRF file
    Pair(PairArguments),
    /// Rank the players of a TRF file by tie-breaks
    Standings(StandingsArguments),
    /// Judge counted results: is a bot better by `elo1` rather than by `elo0`?
    Sprt(SprtArguments),
    /// Write the files of a run again
    Report(ReportArguments),
    /// Find the blunders of a run, or of a game, with the exact solver
    Analyze(AnalyzeArguments),
    /// Show a run as a page that follows it, in a browser
    Serve(ServeArguments),
    /// Show a game of a run, move by move
    Replay(ReplayArguments),
    /// Play against a bot yourself
    Play(PersonArguments),
    /// Show what each move of a position does, and why others are illegal
    Explain(ExplainArguments),
    /// Find out who wins a position, by which moves and by how much
    #[command(after_help = crate::solve_command::EXIT_CODES)]
    Solve(SolveArguments),
    /// Count the move sequences of a number of plies
    Perft(PerftArguments),
    /// Write openings of a known value: won, drawn or lost for the side to move
    Openings(OpeningsArguments),
    /// Show which isolation levels this host can do, and what others lack
    Doctor(DoctorArguments),
    /// Play as a built-in bot on stdin and stdout
    Bot(BotArguments),
    /// Make a folder with a bot to start from: tests, a tournament, a CI workflow
    New(NewArguments),
    /// Print the JSON schema of tournament files
    Schema,
    /// Print a script that completes `ayo` in a shell
    Completions(CompletionsArguments),
    /// Print the manual page
    Man,
}

/// How games are played on this machine.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Pairs played at the same time [default: the number of cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// How far bots are kept from the host
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    pub isolation: IsolationLevel,
    /// Folder of the run
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Keep what was said in every game here; else only in games that end by a fault, in `logs`
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    /// Throw away what is in the folder of the run, and start again
    #[arg(long)]
    pub fresh: bool,
    /// Print one JSON document on stdout, everything else on stderr
    #[arg(long)]
    pub json: bool,
}

/// How far bots are kept from the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum IsolationLevel {
    /// The strongest level this host can do
    Auto,
    /// Own session and folder; everything a bot started is killed
    None,
    /// Also no writes outside its scratch folder, no network, and not root
    Basic,
    /// Also a file system and processes of its own, and limits of what it starts
    Strong,
    /// Also exact limits of memory and processes
    Full,
}

impl IsolationLevel {
    /// Returns the word that is typed for it.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map(|it| it.get_name().to_owned()).unwrap_or_default()
    }
}

/// Arguments of `ayo match`.
#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    /// The bots: a built-in name, `minimax?depth=6`, a path, a quoted command, or `name=` and one of these
    #[arg(value_name = "BOT", num_args = 2, required = true)]
    pub bots: Vec<String>,
    /// Games to play; pairs of two with one opening, sides swapped [default: 100, or with --sprt as many as it takes]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Play until a sequential test is decided: `elo0=0 elo1=10`, also `alpha=0.05 beta=0.05 model=normalized`
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Time for the game in seconds, and what each move adds [default: 10+0.1, unless --st is given]
    // `-5+0.1` is no number to clap.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub tc: Option<String>,
    /// Time for each move in seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub st: Option<String>,
    /// How far a limit may be overstepped, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50, allow_negative_numbers = true, value_parser = |text: &str| whole_number(text, 60_000))]
    pub margin_ms: u64,
    /// A preset, with changes behind it: `ayoayo max_plies=200`
    #[arg(long, value_name = "RULES", default_value = "ayoayo")]
    pub rules: String,
    /// Where games begin: `random:PLIES`, or a file with an opening a line
    #[arg(long, value_name = "OPENINGS", default_value = "random:4")]
    pub openings: String,
    /// What everything random follows from
    #[arg(long, value_name = "N", default_value_t = crate::config::defaults::SEED, allow_negative_numbers = true, value_parser = |text: &str| whole_number(text, crate::config::MAX_SEED))]
    pub seed: u64,
    /// How to play
    #[command(flatten)]
    pub play: PlayArguments,
}

/// Reads a number; clap's own parser of `u64` says nothing of the range to who writes `-1`.
pub(crate) fn whole_number(text: &str, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| format!("not a whole number from 0 to {most}"))
}

/// Arguments of `ayo run`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The tournament file
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,
    /// Show what would be played, and start nothing
    #[arg(long)]
    pub dry_run: bool,
    /// How to play
    #[command(flatten)]
    pub play: PlayArguments,
}

/// Arguments of `ayo pair`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the round is paired
  1  there is no pairing: all rounds are paired, too few take part, or none is legal
  2  wrong usage, or the file is no TRF file, or does not say how many rounds there are")]
pub(crate) struct PairArguments {
    /// The tournament so far
    #[arg(value_name = "FILE.trf")]
    pub file: PathBuf,
    /// Also say, for each player who floats down or has the bye, what decided it
    #[arg(long)]
    pub explain: bool,
    /// Leave the rules about sides out, as for meetings of two games; a file of `ayo run` says so itself
    #[arg(long)]
    pub ignore_sides: bool,
    /// Keep the rules about sides, whatever the file says
    #[arg(long, conflicts_with = "ignore_sides")]
    pub count_sides: bool,
    /// Print one JSON document on stdout, everything else on stderr
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ayo standings`.
#[derive(Debug, Args)]
pub(crate) struct StandingsArguments {
    /// The tournament so far
    #[arg(value_name = "FILE.trf")]
    pub file: PathBuf,
    /// Criteria in their order, as in `PTS,DE,BH/C1` [default: those of the file (TRF record 212 or 202), else of the system]
    #[arg(long, value_name = "LIST")]
    pub tie_breaks: Option<String>,
    /// Rank as things stood after this round [default: the last one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=99))]
    pub round: Option<u8>,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: TableFormat,
}

/// Arguments of `ayo validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArguments {
    /// The bot: a built-in name, `minimax?depth=6`, a path, a quoted command, or `name=` and one of these
    #[arg(value_name = "BOT", required_unless_present = "list")]
    pub bot: Option<String>,
    /// Print one JSON document on stdout, everything else on stderr
    #[arg(long)]
    pub json: bool,
    /// Also write a report in JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Try one case, as in `2.3`, or one chapter, as in `2`
    #[arg(long, value_name = "ID")]
    pub only: Option<String>,
    /// What is legal: a preset, with changes behind it, as in a match
    #[arg(long, value_name = "RULES", default_value = "ayoayo")]
    pub rules: String,
    /// How far the bot is kept from the host, as in a match
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    pub isolation: IsolationLevel,
    /// List all cases, and start nothing
    #[arg(long, conflicts_with_all = ["bot", "junit", "only"])]
    pub list: bool,
}

/// How to print a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Table,
    /// Markdown, for people on a page
    Md,
    /// A line for each bot
    Csv,
    /// One document
    Json,
}

/// Arguments of `ayo sprt`.
#[derive(Debug, Args)]
pub(crate) struct SprtArguments {
    /// Pairs by result: both lost, one lost and one drawn, 1–1, one won and one drawn, both won
    #[arg(
        long,
        value_name = "LL,LD,DD,WD,WW",
        allow_hyphen_values = true,
        required_unless_present = "games"
    )]
    pub pairs: Option<String>,
    /// Games by result, where they are not paired; with --pairs the games of these pairs
    #[arg(long, value_name = "W,D,L", allow_hyphen_values = true)]
    pub games: Option<String>,
    /// Null hypothesis: the bot is better by this much
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo0: f64,
    /// The other hypothesis
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo1: f64,
    /// Probability of accepting elo1 though elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Probability of accepting elo0 though elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    pub beta: f64,
    /// What the Elo of the hypotheses are: normalized, logistic or bayesian
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    pub model: String,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ayo report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Which table to print
    #[arg(long, value_name = "TABLE", default_value = "standings")]
    pub table: ReportTable,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: TableFormat,
    /// Print all games instead, and write no files
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["table", "format", "json"])]
    pub games: Option<GamesFormat>,
    /// Print both tables as one JSON document on stdout
    #[arg(long, conflicts_with_all = ["table", "format"])]
    pub json: bool,
}

/// Arguments of `ayo serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Address and port to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7676")]
    pub listen: SocketAddr,
}

/// A table of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportTable {
    /// A line for each bot
    Standings,
    /// Who scored what against whom
    Crosstable,
}

/// How to print games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GamesFormat {
    /// As in games.csv
    Csv,
    /// A JSON object a line
    Jsonl,
    /// As in games.pgn
    Pgn,
}

/// Arguments of `ayo replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// Folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Number of the game, as in the column `game_id`
    #[arg(value_name = "GAME")]
    pub game: u64,
    /// Go through it with keys; where there is no terminal, draw the board after every move
    #[arg(long, conflicts_with = "play")]
    pub step: bool,
    /// Let it run by itself; where there is no terminal, as --step
    #[arg(long)]
    pub play: bool,
    /// Time between two moves while it runs, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 700, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(10..=60_000))]
    pub speed: u64,
    /// Begin after so many plies
    #[arg(long, value_name = "PLY", allow_negative_numbers = true)]
    pub from: Option<usize>,
    /// Print it as text on a terminal too
    #[arg(long, conflicts_with = "json")]
    pub text: bool,
    /// Print one JSON document
    #[arg(long, conflicts_with_all = ["step", "play", "from"])]
    pub json: bool,
}

/// Arguments of `ayo play`.
#[derive(Debug, Args)]
pub(crate) struct PersonArguments {
    /// The bot: a built-in name, `minimax?depth=6`, a path, a quoted command, or `name=` and one of these
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Your side; South moves first
    #[arg(long, value_name = "SIDE", default_value = "south")]
    pub side: SideName,
    /// A preset, with changes behind it: `ayoayo max_plies=200`
    #[arg(long, value_name = "RULES", default_value = "ayoayo")]
    pub rules: String,
    /// Where the game begins: moves such as `CcAf`, or a position [default: the start]
    #[arg(long, value_name = "OPENING")]
    pub opening: Option<String>,
    /// The bot's time for the game in seconds, and what each move adds; yours is not counted
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub tc: Option<String>,
    /// The bot's time for each move in seconds [default: 1, unless --tc is given]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub st: Option<String>,
    /// What the bot's dice follow from
    #[arg(long, value_name = "N", default_value_t = crate::config::defaults::SEED, allow_negative_numbers = true, value_parser = |text: &str| whole_number(text, crate::config::MAX_SEED))]
    pub seed: u64,
    /// How far the bot is kept from the host, as in a match
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    pub isolation: IsolationLevel,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideName {
    /// Pits A to F, moves first
    South,
    /// Pits a to f
    North,
}

/// Arguments of `ayo completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `ayo explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A position such as `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S` [default: the start]
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Moves to replay, letters run together: `CcAf`
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// A preset, with changes behind it
    #[arg(long, value_name = "RULES", default_value = "ayoayo")]
    pub rules: String,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Read a position a line from stdin, print a line for each
    #[arg(long, conflicts_with_all = ["position", "moves", "json"])]
    pub jsonl: bool,
}

/// Arguments of `ayo perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// Plies to count
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::perft::MAX_DEPTH)))]
    pub depth: u32,
    /// Where to begin [default: the start]
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// A preset, with changes behind it
    #[arg(long, value_name = "RULES", default_value = "ayoayo")]
    pub rules: String,
    /// Count by first move too
    #[arg(long)]
    pub divide: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ayo doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ayo bot`.
#[derive(Debug, Args)]
pub(crate) struct BotArguments {
    /// The bot: first, random, greedy, minimax or perfect
    #[arg(value_name = "NAME")]
    pub name: String,
    /// An option of the bot, `depth=6`
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// Arguments of `ayo new`.
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The folder to make; if it is there, it must be empty, but for `.git`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The language of the bot
    #[arg(long, value_name = "LANGUAGE", default_value = "python")]
    pub lang: Language,
    /// The name of the bot [default: that of the folder]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

/// The languages in which there is a bot to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// With a kit that holds the protocol and the rules
    #[value(alias = "py")]
    Python,
    /// With a kit that holds the protocol and the rules, for Node
    #[value(aliases = ["js", "node"])]
    Javascript,
    /// One file and a Makefile
    C,
    /// One class
    Java,
    /// A package without dependencies
    #[value(alias = "rs")]
    Rust,
}
