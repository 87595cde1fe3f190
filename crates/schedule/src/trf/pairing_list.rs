//! The text in which pairing programs give a round.

use std::fmt::Write;

use crate::swiss::Pairing;

/// Returns a pairing as bbpPairings and JaVaFo print it: the number of lines that
/// follow, then `white black` for each board; the last one may be `player 0`, the
/// pairing-allocated bye.
pub fn pairing_list(pairing: &Pairing) -> String {
    let mut list = format!("{}\n", pairing.pairs.len() + usize::from(pairing.bye.is_some()));
    for pair in &pairing.pairs {
        writeln!(list, "{} {}", pair.white, pair.black).expect("a string takes any text");
    }
    if let Some(bye) = pairing.bye {
        writeln!(list, "{bye} 0").expect("a string takes any text");
    }
    list
}
