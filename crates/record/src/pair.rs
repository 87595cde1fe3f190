//! What is to be played: bots, pairs and the games of a pair.

use ayo_rules::Side;

use crate::Opening;

/// A bot of the run, by its place in the list of bots, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bot(pub u32);

impl Bot {
    /// Returns the place of the bot in the list of bots.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The unit of work: two bots, one opening, one slot; sides are swapped from game to game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Number of the pair in the run, from 1.
    pub number: u64,
    /// Round it belongs to, from 1.
    pub round: u32,
    /// South and North of its first game.
    pub bots: [Bot; 2],
    /// Games to play, 1 or 2.
    pub games: u8,
    /// Number of its first game in the run, from 1.
    pub first_game: u64,
    /// Where both games start.
    pub opening: Opening,
    /// Seed of the pair, at most 2^53 - 1 so that any JSON reader keeps it; both games get it.
    pub seed: u64,
}

impl Pair {
    /// Returns the games of the pair in order.
    pub fn scheduled(&self) -> impl Iterator<Item = ScheduledGame> + '_ {
        (1..=self.games).map(|game| ScheduledGame {
            number: self.first_game + u64::from(game) - 1,
            game,
            south: self.bots[usize::from(game + 1) % 2],
            north: self.bots[usize::from(game) % 2],
        })
    }
}

/// One game of a pair, before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Number of the game in the run, from 1.
    pub number: u64,
    /// Which game of the pair, 1 or 2.
    pub game: u8,
    /// The bot that plays South.
    pub south: Bot,
    /// The bot that plays North.
    pub north: Bot,
}

impl ScheduledGame {
    /// Returns the bot on one side.
    #[must_use]
    pub const fn bot(&self, side: Side) -> Bot {
        match side {
            Side::South => self.south,
            Side::North => self.north,
        }
    }
}
