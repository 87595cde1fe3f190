//! How a command fails, and the exit code of each way.

use std::io;
use std::process::ExitCode;

use crate::config::ConfigError;

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
    use io::Write as _;
    let mut text = format!("error: {error}\n");
    for cause in error.chain().skip(1) {
        text += &format!("  caused by: {cause}\n");
    }
    let _ = io::stderr().write_all(text.as_bytes());
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
        if closed { Failure::NobodyReads } else { Failure::Work(error) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        anyhow::Error::from(error).into()
    }
}
