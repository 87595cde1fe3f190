//! Building bots before the first game.

use std::process::{Command, Stdio};

use anyhow::Context as _;

use crate::config::BotEntry;
use crate::failure::Failure;
use crate::terminal::say;

/// How many of the last lines of a failed build are shown.
const LINES: usize = 20;

/// Runs the build of every bot that has one.
///
/// # Errors
/// Fails with the last lines of the build that fails.
pub(crate) fn build_bots(bots: &[BotEntry]) -> Result<(), Failure> {
    for bot in bots {
        let Some(build) = &bot.build else { continue };
        let name = &bot.spec.name;
        say(&format!("building `{name}`: {}", build.command));
        let output = Command::new("/bin/sh")
            .args(["-c", &build.command])
            .current_dir(&build.dir)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot build bot `{name}` in `{}`", build.dir.display()))?;
        if !output.status.success() {
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&text).into_owned();
            let lines: Vec<&str> = text.lines().collect();
            let last = lines[lines.len().saturating_sub(LINES)..].join("\n    ");
            let status = output.status;
            return Err(Failure::Work(anyhow::anyhow!(
                "cannot build bot `{name}`: `{}` ended with {status}\n    {last}",
                build.command
            )));
        }
    }
    Ok(())
}
