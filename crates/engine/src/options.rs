//! The options of the built-in opponents, given as text.

use std::ops::RangeInclusive;

use ayo_rules::Rules;

use crate::minimax::{Horizon, Minimax};
use crate::perfect::{Perfect, Resources};
use crate::player::{Chance, Policy};
use crate::table::MAX_DEPTH;
use crate::{Builtin, Player};

const DEFAULT_TABLE_MB: u64 = 16;
const DEFAULT_MEMORY_MB: u64 = 64;

/// Makes a player; of an option given twice the last counts.
///
/// | who | option | |
/// |---|---|---|
/// | `random`, `greedy` | `seed` | 0 to 2⁶⁴ - 1, instead of the seed of the game |
/// | `minimax` | `depth` | plies to look ahead, 1 to 64; as many as time allows when not given |
/// | | `nodes` | positions to search for a move, 1 to 10¹²; no limit when not given |
/// | | `table_mb` | size of the table of positions, 1 to 1,024 MiB; 16 when not given |
/// | `perfect` | `nodes` | positions to search for a proof at each move, 1 to 10¹²; no limit when not given |
/// | | `memory` | memory for proofs, 1 to 65,536 MiB; 64 when not given |
///
/// # Errors
/// Names an option that the player does not have, or what its value may be.
pub fn build(builtin: Builtin, options: &[(String, String)]) -> Result<Player, OptionError> {
    let mut settings = Settings::default();
    for (name, value) in options {
        let known = known_options(builtin).iter().find(|known| known.name == name);
        let known = known.ok_or_else(|| OptionError::Unknown { builtin, option: name.clone() })?;
        let number = value.parse().ok().filter(|number| known.range.contains(number));
        let number = number.ok_or_else(|| OptionError::Value {
            option: known.name,
            value: value.clone(),
            least: *known.range.start(),
            most: *known.range.end(),
        })?;
        (known.set)(&mut settings, number);
    }
    Ok(Player { rules: Rules::AYOAYO, policy: settings.policy(builtin) })
}

struct KnownOption {
    name: &'static str,
    range: RangeInclusive<u64>,
    set: fn(&mut Settings, u64),
}

const CHANCE_OPTIONS: &[KnownOption] = &[KnownOption {
    name: "seed",
    range: 0..=u64::MAX,
    set: |settings, seed| settings.seed = Some(seed),
}];

const NODES: KnownOption = KnownOption {
    name: "nodes",
    range: 1..=1_000_000_000_000,
    set: |settings, nodes| settings.nodes = nodes,
};

const MINIMAX_OPTIONS: &[KnownOption] = &[
    KnownOption {
        name: "depth",
        range: 1..=MAX_DEPTH as u64,
        set: |settings, depth| settings.depth = depth,
    },
    NODES,
    KnownOption {
        name: "table_mb",
        range: 1..=1024,
        set: |settings, table_mb| settings.table_mb = table_mb,
    },
];

const PERFECT_OPTIONS: &[KnownOption] = &[
    NODES,
    KnownOption {
        name: "memory",
        range: 1..=65_536,
        set: |settings, memory_mb| settings.memory_mb = memory_mb,
    },
];

fn known_options(builtin: Builtin) -> &'static [KnownOption] {
    match builtin {
        Builtin::First => &[],
        Builtin::Random | Builtin::Greedy => CHANCE_OPTIONS,
        Builtin::Minimax => MINIMAX_OPTIONS,
        Builtin::Perfect => PERFECT_OPTIONS,
    }
}

/// Returns the options of a built-in opponent, each with the whole numbers that it takes.
pub fn options(builtin: Builtin) -> impl Iterator<Item = (&'static str, RangeInclusive<u64>)> {
    known_options(builtin).iter().map(|option| (option.name, option.range.clone()))
}

struct Settings {
    seed: Option<u64>,
    depth: u64,
    nodes: u64,
    table_mb: u64,
    memory_mb: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: None,
            depth: MAX_DEPTH.into(),
            nodes: u64::MAX,
            table_mb: DEFAULT_TABLE_MB,
            memory_mb: DEFAULT_MEMORY_MB,
        }
    }
}

impl Settings {
    fn policy(&self, builtin: Builtin) -> Policy {
        // `perfect` takes neither a depth nor a table: it has those that hold by themselves.
        let minimax = || {
            let horizon = Horizon { depth: self.depth as u8, nodes: self.nodes };
            Minimax::new(horizon, self.table_mb as u32)
        };
        match builtin {
            Builtin::First => Policy::First,
            Builtin::Random => Policy::Random(Chance::new(self.seed)),
            Builtin::Greedy => Policy::Greedy(Chance::new(self.seed)),
            Builtin::Minimax => Policy::Minimax(Box::new(minimax())),
            Builtin::Perfect => {
                let memory = (self.memory_mb as usize) << 20;
                let resources = Resources { nodes: self.nodes, memory };
                Policy::Perfect(Box::new(Perfect::new(resources, minimax())))
            }
        }
    }
}

/// What is wrong with the options of a built-in opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The player has no such option.
    #[error("`{builtin}` has no option `{option}`; {}", offered(*builtin))]
    Unknown {
        /// The player.
        builtin: Builtin,
        /// The option given.
        option: String,
    },
    /// The option does not take this value.
    #[error("`{option}` takes a whole number from {least} to {most}, not `{value}`")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The least it takes.
        least: u64,
        /// The most it takes.
        most: u64,
    },
}

fn offered(builtin: Builtin) -> String {
    let options: Vec<String> = known_options(builtin)
        .iter()
        .map(|KnownOption { name, range, .. }| {
            format!("`{name}` ({} to {})", range.start(), range.end())
        })
        .collect();
    if options.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has {}", options.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(builtin: Builtin, options: &[(&str, &str)], error: &str) {
        let options: Vec<_> =
            options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let text = build(builtin, &options).err().map(|error| error.to_string());
        assert_eq!(text.unwrap_or_default(), error);
    }

    #[test]
    fn known_options_are_taken() {
        check(Builtin::First, &[], "");
        check(Builtin::Random, &[("seed", "0")], "");
        check(Builtin::Greedy, &[("seed", "18446744073709551615")], "");
        check(Builtin::Minimax, &[("depth", "64"), ("table_mb", "1024"), ("nodes", "1")], "");
        check(Builtin::Minimax, &[("depth", "6"), ("depth", "1")], "");
        check(Builtin::Perfect, &[("memory", "65536"), ("nodes", "1")], "");
    }

    #[test]
    fn unknown_options_are_named() {
        check(Builtin::First, &[("seed", "1")], "`first` has no option `seed`; it has none");
        check(
            Builtin::Random,
            &[("depth", "6")],
            "`random` has no option `depth`; it has `seed` (0 to 18446744073709551615)",
        );
        check(
            Builtin::Perfect,
            &[("depth", "6")],
            "`perfect` has no option `depth`; it has `nodes` (1 to 1000000000000), \
             `memory` (1 to 65536)",
        );
        check(
            Builtin::Minimax,
            &[("Depth", "6")],
            "`minimax` has no option `Depth`; it has `depth` (1 to 64), \
             `nodes` (1 to 1000000000000), `table_mb` (1 to 1024)",
        );
    }

    #[test]
    fn bad_values_are_refused() {
        let depth = |value| format!("`depth` takes a whole number from 1 to 64, not `{value}`");
        for value in ["0", "65", "-1", "", "6.0", " 6", "99999999999999999999999"] {
            check(Builtin::Minimax, &[("depth", value)], &depth(value));
        }
        check(
            Builtin::Minimax,
            &[("table_mb", "0")],
            "`table_mb` takes a whole number from 1 to 1024, not `0`",
        );
        check(
            Builtin::Greedy,
            &[("seed", "x")],
            "`seed` takes a whole number from 0 to 18446744073709551615, not `x`",
        );
    }
}
