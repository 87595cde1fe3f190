//! What tests of all readers of games say about what was read.

use ayo_ratings::{Game, GamesFile};

/// One line a game: `first second score pair`, with the bots by name.
pub(crate) fn lines(file: &GamesFile) -> Vec<String> {
    let line = |game: &Game| {
        let [first, second] = [game.first, game.second].map(|bot| &file.bots[bot as usize]);
        format!("{first} {second} {:?} {}", game.score, game.pair)
    };
    file.games.iter().map(line).collect()
}
