//! Blunders in words, the same ones wherever they are told.

use ayo_record::{Blunder, GameAnalysis};
use ayo_rules::Winner;

/// Writes `was winning with D, E and played A, which loses`; who did it stands before that.
#[must_use]
pub fn blunder_words(analysis: &GameAnalysis, blunder: &Blunder) -> String {
    let plies = blunder.ply as usize;
    let is_drawn = |plies| analysis.winner_after(plies) == Some(Winner::Draw);
    let had = if is_drawn(plies.saturating_sub(1)) { "had a draw" } else { "was winning" };
    let does = if is_drawn(plies) { "draws" } else { "loses" };
    let letters = keeping_letters(blunder);
    let with =
        if letters.is_empty() { String::new() } else { format!(" with {}", letters.join(", ")) };
    format!("{had}{with} and played {}, which {does}", blunder.pit)
}

/// Returns the letters of the moves that would have kept the result; none when they are not
/// known.
#[must_use]
pub fn keeping_letters(blunder: &Blunder) -> Vec<String> {
    blunder.keeps.into_iter().flatten().map(|pit| pit.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_away() {
        let check = |values: &str, blunder: &str, expected: &str| {
            let analysis = GameAnalysis::from_texts(values, blunder).unwrap();
            assert_eq!(blunder_words(&analysis, &analysis.blunders[0]), expected);
        };
        check("sn", "1A:DE", "was winning with D, E and played A, which loses");
        check("sD", "1A:D", "was winning with D and played A, which draws");
        check("sds", "2c:?", "had a draw and played c, which loses");
    }
}
