//! Games that end when it is proved who wins, `[adjudicate]`.

use ayo_referee::Proofs;
use ayo_rules::Rules;

use super::defaults;
use super::error::ConfigError;
use super::table::{Kind, Table};

pub(super) const ADJUDICATE: Kind = Kind { place: "in [adjudicate]", keys: &["proof", "nodes"] };

/// The most positions that may be searched between two moves: some seconds.
pub(super) const MAX_NODES: u32 = 1_000_000;

/// Reads when games of a tournament by these rules end by proof; nothing when they do not.
pub(super) fn read(table: &Table<'_>, rules: &Rules) -> Result<Option<Proofs>, ConfigError> {
    let nodes = table.get("nodes").map(|nodes| nodes.count(1..=MAX_NODES)).transpose()?;
    let Some(proof) = table.get("proof") else {
        let hint = "write `proof = true`, or leave [adjudicate] out".to_owned();
        return Err(table.error(ConfigError::new("[adjudicate] needs `proof`").hint(hint)));
    };
    if !proof.flag()? {
        return Ok(None);
    }
    let nodes = u64::from(nodes.unwrap_or(defaults::PROOF_NODES));
    let proofs = Proofs::new(nodes, rules).map_err(|unsupported| {
        let error = ConfigError::new(format!("`proof` is not for these rules: {unsupported}"));
        proof.error(error.hint("leave [adjudicate] out".to_owned()))
    })?;
    Ok(Some(proofs))
}
