//! Elo by maximum likelihood, with honest intervals.
//!
//! [`read_games`] turns a `games.csv`, [`read_pgn`] a PGN text into [`Game`]s; [`fit`] turns
//! games into [`Ratings`]: the rating of every bot, the first-move advantage, the difference of
//! two bots with its interval, the likelihood of superiority and the ranks a bot may have.
//! [`match_elo`] judges a match of two bots from its table of pairs alone, [`sprt`] while it
//! goes on.
//!
//! # The model
//!
//! The expected score of the first player is `1 / (1 + 10^(-x/400))` with
//! `x = rating(first) - rating(second) + advantage`, and a draw is half a win. Ratings
//! and advantage maximise the likelihood, so every bot's points equal its expected
//! points. This is what Ordo fits with `-W -z 200.2386`. [`RatingModel::Davidson`] gives draws
//! a chance of their own, on the same scale. Where the formulas live:
//!
//! | what | module |
//! |---|---|
//! | likelihood, Davidson's model, prior, Newton's method | `model` |
//! | inverse Fisher information, pair-clustered sandwich | `covariance` |
//! | bootstrap over pairs | `bootstrap` |
//! | what can be said of unbeaten and winless bots | `bounds` |
//! | copies of games | `identical` |
//! | Elo of a match from its pairs | `head_to_head` |
//! | sequential tests: LLR, Elo after a stop, games to play | [`sprt`] |
//! | normal distribution | [`normal`] |
//!
//! What this crate deliberately does not do: no files, no clock, no randomness but from
//! the seed it is given. Without a prior that is asked for, it gives a bound or nothing
//! where the games do not decide a number, never an invented one. Likelihoods of superiority
//! and ranks are not corrected for looking at many of them, nor for stopping when they look
//! good; for that there is [`sprt`].
//!
//! ```
//! use ayo_ratings::{Options, fit, read_games};
//!
//! let text = "pair,south,north,result\n1,ada,bob,1-0\n1,bob,ada,1/2-1/2\n2,ada,bob,0-1\n";
//! let file = read_games(text.as_bytes()).unwrap();
//! let ratings = fit(file.bots.len(), &file.games, &Options::default());
//! let difference = ratings.difference(0, 1).unwrap();
//! assert!(difference.low < difference.elo && difference.elo < difference.high);
//! ```

mod bootstrap;
mod bounds;
mod covariance;
mod fit;
mod game;
mod head_to_head;
mod header;
mod identical;
mod matrix;
mod model;
mod named;
pub mod normal;
mod pgn;
mod pools;
mod ratings;
mod read;
mod rows;
mod short_names;
pub mod sprt;
mod tally;

pub use fit::{
    Anchor, CONFIDENCES, FEW_PAIRS, MANY_PAIRS, MAX_ADVANTAGE_ELO, Options, PRIORS, fit,
};
pub use game::{Game, Score};
pub use head_to_head::{
    Copies, HeadToHead, MatchElo, MatchInterval, Pentanomial, Trinomial, head_to_head, match_elo,
    match_elo_with_copies,
};
pub use identical::fingerprint;
pub use named::fit_named;
pub use pgn::{PgnReader, read_pgn};
pub use ratings::{
    Advantage, Bound, Difference, IntervalKind, RankRange, Rating, RatingModel, Ratings,
};
pub use read::{
    GamesFile, GamesReader, MAX_NAME_BYTES, MAX_PAIR_NUMBER, ReadError, ReadProblem, TooManyBots,
    read_games,
};

pub use sprt::{
    EloModel, Sprt, SprtCounts, SprtDecision, SprtError, SprtJudgement, SprtSettings, SprtState,
    SprtStream,
};

/// Most bots that are rated together; the covariance of so many takes 130 MB.
pub const MAX_BOTS: usize = 4_096;
