//! What holds where a tournament file or an argument says nothing.
//!
//! | key | default |
//! |---|---|
//! | `name` | the name of the file without `.toml` |
//! | `seed` | [`SEED`]: the same file plays the same games |
//! | `rules` | [`RULES`] |
//! | `tc`, `st` | `tc = "10+0.1"` when neither is given ([`ayo_protocol::TimeControl`]) |
//! | `margin_ms` | 50 ([`ayo_protocol::TimeControl::DEFAULT_MARGIN`]) |
//! | `format.kind` | `round-robin` |
//! | `format.cycles` | [`CYCLES`]; with `[sprt]` [`TEST_CYCLES`] |
//! | `format.games` | [`GAMES`] |
//! | `format.challengers` | [`CHALLENGERS`] |
//! | `format.rounds` | two more than a single winner takes, at most half the bots |
//! | `format.bye_points` | [`BYE_POINTS`] |
//! | `format.acceleration` | `none` |
//! | `sprt.alpha`, `sprt.beta`, `sprt.model` | 0.05, 0.05, `normalized` ([`ayo_ratings::SprtSettings`]) |
//! | `adjudicate.nodes` | [`PROOF_NODES`] |
//! | `openings` | `random_plies` = [`RANDOM_PLIES`] |
//! | `openings.value` | any |
//! | `openings.order` | [`ORDER`] |
//! | `bot.name` | the built-in, or the file its command names, such as a script |
//! | `bot.rating` | none: a lot decides |
//! | `bot.restart` | `false` |
//! | `bot.threads` | [`THREADS`] |
//! | `bot.memory_mb` | no limit beyond that of the isolation level |

use ayo_rules::Rules;
use ayo_schedule::{Order, Points};

/// What everything random follows from.
pub const SEED: u64 = 1;
/// The rule set.
pub const RULES: Rules = Rules::AYOAYO;
/// How often every two bots meet.
pub const CYCLES: u32 = 1;
/// How often two bots meet at most when a test decides how often.
pub const TEST_CYCLES: u32 = 1_000_000;
/// Games of a meeting: one opening, sides swapped.
pub const GAMES: u32 = 2;
/// Bots of a gauntlet that challenge the rest.
pub const CHALLENGERS: u32 = 1;
/// Points for a bye in a Swiss tournament: those of a win.
pub const BYE_POINTS: Points = Points::from_tenths(10);
/// Positions that may be searched for a proof between two moves, for each side.
pub const PROOF_NODES: u32 = 2_000;
/// Random plies before the bots take over.
pub const RANDOM_PLIES: u32 = 4;
/// The order of the openings of a file.
pub const ORDER: Order = Order::Sequential;
/// Threads of a bot.
pub const THREADS: u32 = 1;
