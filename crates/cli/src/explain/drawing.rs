//! The board as South sees it.

use ayo_rules::{Pit, Position, Side};

/// Draws the board: North's row runs right to left, as North faces South, so that
/// sowing goes round counter-clockwise; each store lies at its owner's right hand.
pub(crate) fn board(position: &Position) -> String {
    let south: Vec<Pit> = Side::South.pits().collect();
    let north: Vec<Pit> = south.iter().map(|pit| pit.opposite()).collect();
    let seeds = |row: &[Pit]| -> String {
        row.iter().map(|&pit| format!("{:>3} |", position.seeds(pit))).collect()
    };
    let letters =
        |row: &[Pit]| -> String { row.iter().map(|pit| format!("{:>5}", pit.letter())).collect() };
    let numbers =
        |row: &[Pit]| -> String { row.iter().map(|pit| format!("{:>5}", pit.index())).collect() };
    let [south_store, north_store] = position.stores();
    let edge = "+----".repeat(6) + "+";
    [
        format!("       {}", letters(&north)),
        format!("       {}", numbers(&north)),
        format!("        {edge}"),
        format!(" North  |{}", seeds(&north)),
        format!("{north_store:>6}  {edge}  {south_store}"),
        format!("        |{}  South", seeds(&south)),
        format!("        {edge}"),
        format!("       {}", numbers(&south)),
        format!("       {}", letters(&south)),
        String::new(),
    ]
    .join("\n")
}
