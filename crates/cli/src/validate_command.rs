//! `ayo validate`: is the bot legal?

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use ayo_protocol::{TimeControl, limits};
use ayo_referee::{BotSpec, Isolation, Settings};
use ayo_rules::Rules;
use ayo_validate::{
    CaseInfo, Examined, Outcome, Report, Selection, cases, examine, human, json, junit,
};

use crate::args::ValidateArguments;
use crate::bot_check::cannot_start;
use crate::build::build_bots;
use crate::config::{self, Surroundings, nearest};
use crate::failure::Failure;
use crate::play::{isolation, scratch};
use crate::terminal::say;

/// Examines a bot and reports.
///
/// # Errors
/// A MUST is broken (a bot that does not start breaks one), the host could not start the bot,
/// or there is no such bot or case.
pub(crate) fn run(arguments: &ValidateArguments) -> Result<(), Failure> {
    if arguments.list {
        return list(arguments);
    }
    let selection = match &arguments.only {
        Some(only) => only.parse::<Selection>().map_err(|_| unknown_case(only))?,
        None => Selection::All,
    };
    let rules = config::parse_rules(&arguments.rules)?;
    let around = Surroundings::current()?;
    let bot = arguments.bot.as_deref().ok_or_else(|| Failure::usage("no bot is named"))?;
    let bot = config::parse_bot(bot, &around)?;
    build_bots(std::slice::from_ref(&bot))?;
    let report = examine_and_tell(arguments, &bot.spec, rules, selection)?;
    if let Some(path) = &arguments.junit {
        write_junit(path, &report).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    if arguments.json {
        json::report(&mut io::stdout().lock(), &report)?;
    }
    let errors = report.count(Outcome::Error);
    match (report.is_legal(), errors) {
        (false, _) => Err(Failure::NotLegal),
        (true, 0) => Ok(()),
        (true, _) => {
            let why = format!("{errors} of the cases could not be tried");
            Err(Failure::Work(anyhow::Error::msg(why)))
        }
    }
}

/// Examines the bot; people see each chapter as soon as it is through.
fn examine_and_tell(
    arguments: &ValidateArguments,
    spec: &BotSpec,
    rules: Rules,
    selection: Selection,
) -> Result<Report, Failure> {
    let isolation = isolation(arguments.isolation)?;
    let mut unwritten = None;
    let told = |Examined::Chapter(number, results): Examined<'_>| {
        let written = if arguments.json {
            human::chapter(&mut io::stderr().lock(), number, results)
        } else {
            human::chapter(&mut io::stdout().lock(), number, results)
        };
        // A closed stderr is no reason to stop.
        match written {
            Err(error) if !arguments.json => {
                unwritten = Some(error);
                false
            }
            _ => true,
        }
    };
    let examined = examine(&settings(rules, isolation), spec, selection, told);
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    let report = examined.map_err(|error| cannot_start(&[(spec, &error)]))?;
    if arguments.json {
        say(&format!("\n{}", report.summary()));
    } else {
        human::summary(&mut io::stdout().lock(), &report)?;
    }
    Ok(report)
}

fn settings(rules: Rules, isolation: Isolation) -> Settings {
    Settings {
        rules,
        time: TimeControl::default(),
        hello_limit: limits::HELLO,
        slots: 1,
        isolation,
        logs: ayo_referee::Logs::default(),
        scratch: scratch(),
        private: Vec::new(),
        proofs: None,
        boards: None,
    }
}

fn write_junit(path: &Path, report: &Report) -> io::Result<()> {
    let mut bytes = Vec::new();
    junit::report(&mut bytes, report)?;
    std::fs::write(path, bytes)
}

fn list(arguments: &ValidateArguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if arguments.json {
        json::list(&mut out, cases())?;
    } else {
        human::list(&mut out, cases())?;
    }
    out.flush()?;
    Ok(())
}

fn unknown_case(only: &str) -> Failure {
    let known: Vec<String> = cases().map(|CaseInfo { id, .. }| id.to_string()).collect();
    let meant = nearest(only, known.iter().map(String::as_str));
    let hint = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "`ayo validate --list` shows all; a chapter is one digit".to_owned(),
    };
    Failure::usage(format!("no case `{only}`\n  {hint}"))
}
