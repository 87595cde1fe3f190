//! What the person types, and what is meant by it.

use ayo_rules::{Pit, Side};

/// What the person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Sow a pit.
    Sow(Pit),
    /// Take the last move back, and the bot's answer.
    Undo,
    /// Be told a good move.
    Hint,
    /// See the board again.
    Board,
    /// Give up.
    Resign,
    /// See what can be typed.
    Help,
    /// Leave without an end.
    Leave,
    /// An empty line.
    Nothing,
}

/// What can be typed.
pub(super) const HELP: &str = "\
a letter or a number   sow that pit of yours: C or c, or its number
undo, u                take your last move back, and the bot's answer (clocks begin anew)
hint, ?                a move that minimax would play
board                  the board and the legal moves again
resign                 give up
quit, q                leave; the game has no end then
help                   this";

const WORDS: [(&str, Wish); 12] = [
    ("", Wish::Nothing),
    ("undo", Wish::Undo),
    ("u", Wish::Undo),
    ("hint", Wish::Hint),
    ("?", Wish::Hint),
    ("board", Wish::Board),
    ("resign", Wish::Resign),
    ("help", Wish::Help),
    ("h", Wish::Help),
    ("quit", Wish::Leave),
    ("q", Wish::Leave),
    ("exit", Wish::Leave),
];

/// Reads a line of the person on this side; nothing when it means nothing.
///
/// A letter names the person's own pit, whether it is a capital or not: nobody can sow a pit
/// of the other side. A number names a pit of the whole board.
pub(super) fn read(line: &str, side: Side) -> Option<Wish> {
    let line = line.trim();
    if let Ok(number) = line.parse::<u8>() {
        return Pit::new(number).map(Wish::Sow);
    }
    let mut letters = line.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        let own = match side {
            Side::South => letter.to_ascii_uppercase(),
            Side::North => letter.to_ascii_lowercase(),
        };
        if let Some(pit) = Pit::from_letter(own) {
            return Some(Wish::Sow(pit));
        }
    }
    let word = line.to_ascii_lowercase();
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, wish)| *wish)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pit(index: u8) -> Option<Wish> {
        Pit::new(index).map(Wish::Sow)
    }

    #[test]
    fn lines() {
        let check = |line, side, expected| assert_eq!(read(line, side), expected, "{line}");
        check("C", Side::South, pit(2));
        check(" c\r\n", Side::South, pit(2));
        check("C", Side::North, pit(8));
        check("c", Side::North, pit(8));
        check("0", Side::South, pit(0));
        check("11", Side::North, pit(11));
        check("11", Side::South, pit(11));
        check("12", Side::South, None);
        check("-1", Side::South, None);
        check("undo", Side::South, Some(Wish::Undo));
        check("U", Side::South, Some(Wish::Undo));
        check("?", Side::North, Some(Wish::Hint));
        check("HELP", Side::North, Some(Wish::Help));
        check("resign", Side::North, Some(Wish::Resign));
        check("q", Side::North, Some(Wish::Leave));
        check("", Side::North, Some(Wish::Nothing));
        check("g", Side::South, None);
        check("cc", Side::South, None);
        check("\u{202e}", Side::South, None);
    }
}
