//! How a command fails, and the exit code of each way.

use std::io;
use std::process::ExitCode;

use ayo_store::StoreError;

use crate::config::ConfigError;
use crate::play::shell_path;
use crate::terminal::say;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed, or a file that was named, is wrong: exit code 2.
    Usage(anyhow::Error),
    /// The work failed: exit code 1.
    Work(anyhow::Error),
    /// A bot is not legal, as was told already: exit code 3.
    NotLegal,
    /// It was interrupted; what was done is saved: exit code 130.
    Interrupted,
    /// Whoever read the output does not want more: exit code 0.
    NobodyReads,
}

impl Failure {
    /// Makes an error of usage from a sentence.
    pub(crate) fn usage(message: impl std::fmt::Display) -> Failure {
        Failure::Usage(anyhow::Error::msg(message.to_string()))
    }

    /// Tells the user, and returns the exit code.
    pub(crate) fn tell(&self) -> ExitCode {
        match self {
            Failure::Usage(error) => {
                print_error(error);
                ExitCode::from(2)
            }
            Failure::Work(error) => {
                print_error(error);
                ExitCode::from(1)
            }
            Failure::NotLegal => ExitCode::from(3),
            Failure::Interrupted => ExitCode::from(130),
            Failure::NobodyReads => ExitCode::SUCCESS,
        }
    }
}

fn print_error(error: &anyhow::Error) {
    let mut text = format!("error: {error}");
    for cause in error.chain().skip(1) {
        text += &format!("\n  caused by: {cause}");
    }
    if let Some(remedy) = store_error(error).and_then(remedy) {
        text += &format!("\n  {remedy}");
    }
    say(&text);
}

/// What the store said, if it is the cause.
fn store_error(error: &anyhow::Error) -> Option<&StoreError> {
    error.chain().find_map(|cause| cause.downcast_ref())
}

/// Says what to do about a run database that cannot be used.
fn remedy(refused: &StoreError) -> Option<String> {
    match refused {
        StoreError::NotARun { .. } => {
            Some("`ayo run` and `ayo match` take another folder with `--out`".to_owned())
        }
        StoreError::BadAnalysis { path, .. } => {
            let folder = shell_path(path.parent().unwrap_or(path));
            Some(format!(
                "`ayo analyze {folder} --fresh` makes all analyses again, and touches no game"
            ))
        }
        refused if refused.is_damaged() => Some(
            "`ayo run` and `ayo match` begin the run again with `--fresh`, or in another \
             folder with `--out`"
                .to_owned(),
        ),
        _ => None,
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        anyhow::Error::from(error).into()
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        Failure::Usage(error.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        let closed = error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        match store_error(&error) {
            _ if closed => Failure::NobodyReads,
            Some(refused) if refused.is_wrong_file() => Failure::Usage(error),
            _ => Failure::Work(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        anyhow::Error::from(error).into()
    }
}
