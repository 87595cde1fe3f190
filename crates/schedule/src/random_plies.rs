//! Openings of random moves.

use ayo_record::Opening;
use ayo_rules::{Pit, Position, Rules, Scoresheet};

use crate::chance::{Chance, Purpose};

/// Most plies of a random opening.
pub const MAX_RANDOM_PLIES: u32 = 1_000;
/// Games tried before random openings of a length are called impossible.
const MAX_TRIALS: u32 = 64;
/// Games tried for the opening of one pair. A length that passed the trials
/// succeeds about once in 64 games or more often, so all of these fail about
/// once in 10^28 pairs.
const MAX_TRIES_A_PAIR: u32 = 4_096;

/// Openings of a number of random moves after which the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RandomPlies {
    plies: u32,
    rules: Rules,
    /// A known opening, for the pair that finds none of its own.
    spare: Vec<Pit>,
}

/// Why there are no random openings of some length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomPliesError {
    /// More plies than allowed.
    #[error("random openings have at most {MAX_RANDOM_PLIES} plies, not {plies}")]
    TooMany {
        /// The number asked for.
        plies: u32,
    },
    /// Games end before.
    #[error(
        "{plies} random plies are too many: under these rules none of {MAX_TRIALS} random games \
         went on after them"
    )]
    GamesEnd {
        /// The number asked for.
        plies: u32,
    },
}

impl RandomPlies {
    /// Tries whether there are openings of this length. The answer is the same for every seed.
    pub(crate) fn new(plies: u32, rules: Rules) -> Result<RandomPlies, RandomPliesError> {
        if plies > MAX_RANDOM_PLIES {
            return Err(RandomPliesError::TooMany { plies });
        }
        let mut chance = Chance::new(0, Purpose::Trial, 0);
        let spare = (0..MAX_TRIALS)
            .find_map(|_| random_game(plies, rules, &mut chance))
            .ok_or(RandomPliesError::GamesEnd { plies })?;
        Ok(RandomPlies { plies, rules, spare })
    }

    /// Returns the opening of a pair.
    ///
    /// Games that end too early are thrown away whole, so every opening is as
    /// likely as its moves, each drawn evenly from the legal ones, make it.
    pub(crate) fn opening(&self, seed: u64, pair: u64) -> Opening {
        let mut chance = Chance::new(seed, Purpose::RandomPlies, pair);
        let moves = (0..MAX_TRIES_A_PAIR)
            .find_map(|_| random_game(self.plies, self.rules, &mut chance))
            .unwrap_or_else(|| self.spare.clone());
        Opening::Moves(moves)
    }
}

/// Plays random moves; `None` when the game is over after them, or before.
fn random_game(plies: u32, rules: Rules, chance: &mut Chance) -> Option<Vec<Pit>> {
    let mut sheet = Scoresheet::new(rules, Position::START);
    for _ in 0..plies {
        if sheet.outcome().is_some() {
            return None;
        }
        let mut legal = rules.legal_moves(sheet.position());
        let choice = chance.below(legal.len() as u64) as usize;
        let pit = legal.nth(choice).expect("a game that is not over has legal moves");
        sheet.play(pit).expect("the move is one of the legal ones");
    }
    sheet.outcome().is_none().then(|| sheet.moves().to_vec())
}
