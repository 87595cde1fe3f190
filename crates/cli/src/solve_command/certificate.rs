//! A certificate that has passed the check: of what, and what the check has seen.

use std::io::{self, Write};
use std::path::PathBuf;

use ayo_proof::{Checked, Claim, Conclusion, Flaw, Proof, check, verdict};
use ayo_report::figures::counted;
use serde::Serialize;

/// A proof whose claims all have passed the check.
#[derive(Debug)]
pub(super) struct Certificate {
    proof: Proof,
    /// What the check has seen, claim by claim.
    checked: Vec<Checked>,
}

/// A certificate in a file.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) certificate: Certificate,
    pub(super) path: PathBuf,
    /// Size of the file.
    pub(super) bytes: usize,
}

impl Certificate {
    /// Checks all claims of a proof.
    ///
    /// # Errors
    /// Says on which line of play a claim does not hold.
    pub(super) fn check(proof: Proof) -> Result<Certificate, Flaw> {
        let check = |claim| check(&proof.rules, &proof.position, claim);
        let checked = proof.claims.iter().map(check).collect::<Result<_, _>>()?;
        Ok(Certificate { proof, checked })
    }

    pub(super) fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Writes what is proved, and a line for each claim.
    pub(super) fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "proved    {}", verdict(&self.proof))?;
        for (claim, checked) in self.proof.claims.iter().zip(&self.checked) {
            writeln!(out, "checked   {claim}: {}", seen(checked))?;
        }
        Ok(())
    }
}

fn seen(checked: &Checked) -> String {
    let again = if checked.repeats { ", where positions come back" } else { "" };
    format!(
        "{}, {}, longest line {}{again}",
        counted(checked.positions as u64, "position"),
        counted(checked.decisions as u64, "decision"),
        match checked.longest_line {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        },
    )
}

/// The JSON of a certificate.
#[derive(Serialize)]
pub(super) struct CertificateDocument {
    /// The sentence.
    proved: String,
    /// `south`, `north` or `draw`; `null` when it is not proved.
    winner: Option<String>,
    by_repetition_rule: bool,
    /// `null` when it is not proved to the last seed.
    score: Option<[u8; 2]>,
    claims: Vec<ClaimDocument>,
}

#[derive(Serialize)]
struct ClaimDocument {
    side: String,
    goal: String,
    positions: usize,
    decisions: usize,
    longest_line: u64,
    repeats: bool,
}

impl CertificateDocument {
    pub(super) fn new(certificate: &Certificate) -> CertificateDocument {
        let verdict = verdict(&certificate.proof);
        let winner = match verdict.conclusion {
            Conclusion::Wins(side) => Some(side.to_string()),
            Conclusion::Draw => Some("draw".to_owned()),
            Conclusion::AtLeastDraws(_) | Conclusion::Open | Conclusion::Contradiction => None,
        };
        let is_whole = verdict.seeds.iter().sum::<u8>() == ayo_rules::SEEDS;
        let claims = certificate.proof.claims.iter().zip(&certificate.checked);
        CertificateDocument {
            proved: verdict.to_string(),
            winner,
            by_repetition_rule: verdict.by_repetition_rule,
            score: is_whole.then_some(verdict.seeds),
            claims: claims.map(|(claim, checked)| ClaimDocument::new(claim, checked)).collect(),
        }
    }
}

impl ClaimDocument {
    fn new(claim: &Claim, checked: &Checked) -> ClaimDocument {
        ClaimDocument {
            side: claim.side.to_string(),
            goal: claim.goal.to_string(),
            positions: checked.positions,
            decisions: checked.decisions,
            longest_line: checked.longest_line,
            repeats: checked.repeats,
        }
    }
}
