//! The commands that need no run: `explain`, `perft`, `bot`.

use std::fs::File;
use std::io::{self, BufReader};
use std::os::fd::AsFd as _;
use std::time::Instant;

use ayo_engine::Builtin;
use ayo_rules::{Pit, Position, parse_moves};

use crate::args::{BotArguments, ExplainArguments, PerftArguments};
use crate::explain::{self, Format, ReplayError, Subject};
use crate::failure::Failure;
use crate::{bot, config, perft};

/// Explains a position, a game, or every line of stdin.
///
/// # Errors
/// Refuses what is no position, no move or no rule set.
pub(crate) fn explain(arguments: &ExplainArguments) -> Result<(), Failure> {
    let rules = config::parse_rules(&arguments.rules)?;
    let mut out = io::stdout().lock();
    if arguments.jsonl {
        let tally = explain::bulk(rules, &mut io::stdin().lock(), &mut out)?;
        return match tally.bad_lines {
            0 => Ok(()),
            bad => Err(Failure::usage(format!("{bad} of {} lines were no positions", tally.lines))),
        };
    }
    let position = arguments.position.as_deref().map(parse_position).transpose()?;
    let moves = arguments.moves.as_deref().map(parse_move_letters).transpose()?;
    let format = if arguments.json { Format::Json } else { Format::Text };
    let ask = explain::Ask { rules, subject: Subject::given(position, moves), format };
    explain::run(&ask, &mut out).map_err(|error| {
        if error.downcast_ref::<ReplayError>().is_some() {
            Failure::Usage(error)
        } else {
            error.into()
        }
    })
}

/// Counts move sequences.
///
/// # Errors
/// Refuses what is no position or no rule set.
pub(crate) fn perft(arguments: &PerftArguments) -> Result<(), Failure> {
    let position = arguments.position.as_deref().map(parse_position).transpose()?;
    let ask = perft::Ask {
        rules: config::parse_rules(&arguments.rules)?,
        position: position.unwrap_or(Position::START),
        depth: arguments.depth,
        first_moves: arguments.divide,
        format: if arguments.json { Format::Json } else { Format::Text },
    };
    let began = Instant::now();
    Ok(perft::run(&ask, &|| began.elapsed(), &mut io::stdout().lock())?)
}

/// Plays as a built-in bot.
///
/// # Errors
/// Refuses an unknown bot or option.
pub(crate) fn bot(arguments: &BotArguments) -> Result<(), Failure> {
    let builtin: Builtin = arguments.name.parse().map_err(|error| {
        let hint = config::nearest(&arguments.name, Builtin::NAMES)
            .map(|name| format!("; did you mean `{name}`?"));
        Failure::usage(format!("{error}{}", hint.unwrap_or_default()))
    })?;
    let options = arguments.options.iter().map(|option| {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            Failure::usage(format!("an option looks like `depth=6`, not `{option}`"))
        })?;
        Ok((name.to_owned(), value.to_owned()))
    });
    let options: Vec<(String, String)> = options.collect::<Result<_, Failure>>()?;
    let player = ayo_engine::build(builtin, &options).map_err(Failure::usage)?;
    // The descriptors themselves: the streams of the library would buffer once more.
    let stdin = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let stdout = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    Ok(bot::run(&arguments.name, player, BufReader::new(stdin), stdout)?)
}

pub(crate) fn parse_position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| Failure::usage(format!("`{text}` is no position: {error}")))
}

pub(crate) fn parse_move_letters(text: &str) -> Result<Vec<Pit>, Failure> {
    parse_moves(text).map_err(|error| Failure::usage(format!("`--moves {text}`: {error}")))
}
