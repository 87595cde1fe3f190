//! `--check`: whether a certificate proves what it claims. The solver has no part in it.

use std::fs::File;
use std::io::{Read, Write};

use anyhow::{Context as _, anyhow};
use ayo_proof::{Limits, Proof, Table};
use ayo_rules::{Position, Rules};
use serde::Serialize;

use crate::config;
use crate::explain::{Format, document};
use crate::failure::Failure;

use super::arguments::SolveArguments;
use super::certificate::{Certificate, CertificateDocument};
use super::packed;
use super::subject::Subject;

/// Where a certificate is said to start, and by which rules; `None` leaves that to it.
pub(super) struct Expected {
    pub(super) rules: Option<Rules>,
    pub(super) position: Option<Position>,
}

/// Checks the file that is named.
///
/// # Errors
/// A file that is no certificate is wrong usage; one that proves nothing is a failure.
pub(super) fn run(
    arguments: &SolveArguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(path) = &arguments.check else { return Ok(()) };
    let rules = arguments.rules.as_deref().map(config::parse_rules).transpose()?;
    let is_named = arguments.position.is_some() || arguments.moves.is_some();
    let subject = is_named.then(|| Subject::named(arguments, rules.unwrap_or(Rules::AYOAYO)));
    let position = subject.transpose()?.map(|subject| subject.position);
    let expected = Expected { rules, position };
    let file = File::open(path)
        .with_context(|| format!("cannot read `{}`", path.display()))
        .map_err(Failure::Usage)?;
    let certificate = check(file, &expected).map_err(|failure| match failure {
        CheckError::NoCertificate(why) => {
            Failure::Usage(why.context(format!("`{}` is no certificate", path.display())))
        }
        CheckError::Flaw(why) => {
            Failure::Work(anyhow!(why).context(format!("`{}` is no proof", path.display())))
        }
    })?;
    Ok(write(&certificate, format, out)?)
}

/// Why a file proves nothing.
#[derive(Debug)]
pub(super) enum CheckError {
    /// It cannot be read, or is about something else.
    NoCertificate(anyhow::Error),
    /// What it claims does not hold.
    Flaw(ayo_proof::Flaw),
}

/// Reads and checks a certificate, packed or not, or a table.
///
/// # Errors
/// Says what is wrong with the file, or on which line of play a claim does not hold.
pub(super) fn check(file: impl Read, expected: &Expected) -> Result<Certificate, CheckError> {
    let limits = Limits::DEFAULT;
    let bytes = packed::unpack(file, limits.file_bytes)
        .map_err(|error| CheckError::NoCertificate(error.into()))?;
    let proof = if is_table(&bytes) {
        read_table(&bytes, expected, &limits)?
    } else {
        read_proof(&bytes, expected, &limits).map_err(CheckError::NoCertificate)?
    };
    Certificate::check(proof).map_err(CheckError::Flaw)
}

/// Returns whether the first line that counts begins as a row of a table does.
fn is_table(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && line[0] != b'#');
    first.is_some_and(|line| line[0].is_ascii_digit())
}

fn read_proof(bytes: &[u8], expected: &Expected, limits: &Limits) -> anyhow::Result<Proof> {
    let proof = Proof::read(bytes, limits)?;
    if let Some(rules) = expected.rules.filter(|rules| *rules != proof.rules) {
        anyhow::bail!("it is about the rules `{}`, not `{rules}`", proof.rules);
    }
    if let Some(position) = expected.position.filter(|position| *position != proof.position) {
        anyhow::bail!("it is about the position `{}`, not `{position}`", proof.position);
    }
    Ok(proof)
}

/// Reads a table for the side to move: a table has rows for no other.
fn read_table(bytes: &[u8], expected: &Expected, limits: &Limits) -> Result<Proof, CheckError> {
    let rules = expected.rules.unwrap_or(Rules::AYOAYO);
    let position = expected.position.unwrap_or(Position::START);
    let table =
        Table::read(bytes, limits).map_err(|error| CheckError::NoCertificate(error.into()))?;
    let side = position.turn();
    let Some(seeds) = table.seeds(&position, side) else {
        return Err(CheckError::NoCertificate(anyhow!(
            "it is a table without a row for `{position}`; name the position that it begins with"
        )));
    };
    let claim = table.claim(&rules, &position, side, seeds).map_err(CheckError::Flaw)?;
    Ok(Proof { rules, position, claims: vec![claim] })
}

#[derive(Serialize)]
struct Document {
    rules: String,
    position: String,
    #[serde(flatten)]
    certificate: CertificateDocument,
}

fn write(certificate: &Certificate, format: Format, out: &mut dyn Write) -> std::io::Result<()> {
    let Proof { rules, position, .. } = certificate.proof();
    match format {
        Format::Text => {
            writeln!(out, "rules     {rules}\nposition  {position}")?;
            certificate.tell(out)?;
        }
        Format::Json => {
            let certificate = CertificateDocument::new(certificate);
            let (rules, position) = (rules.to_string(), position.to_string());
            document::write(&Document { rules, position, certificate }, out)?;
        }
    }
    out.flush()
}
