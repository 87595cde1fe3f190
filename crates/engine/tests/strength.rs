//! The built-in opponents are as strong as they are said to be.
//!
//! The matches are the same every time, so the bands are not for chance: they leave
//! room for changes that do not matter.
#![allow(clippy::unwrap_used)]

mod duel;

use ayo_engine::{Builtin, Player};
use ayo_rules::Rules;
use duel::{play_pairs, player};

struct Band {
    wins_from: f64,
    losses_to: f64,
}

#[track_caller]
fn check(mut players: [Player; 2], rules: Rules, pairs: u64, random_plies: usize, band: &Band) {
    let tally = play_pairs(&mut players, rules, pairs, random_plies);
    assert_eq!(u64::from(tally.games()), 2 * pairs);
    assert!(tally.percent(tally.wins) >= band.wins_from, "{tally:?}");
    assert!(tally.percent(tally.losses) <= band.losses_to, "{tally:?}");
}

fn plain(builtin: Builtin) -> Player {
    player(builtin, &[])
}

#[test]
fn greedy_beats_random() {
    let players = || [plain(Builtin::Greedy), plain(Builtin::Random)];
    let band = Band { wins_from: 76.0, losses_to: 20.0 };
    check(players(), Rules::AYOAYO, 400, 4, &band);
    let band = Band { wins_from: 86.0, losses_to: 12.0 };
    check(players(), Rules::AYOAYO, 400, 0, &band);
}

#[test]
fn minimax_beats_greedy() {
    let minimax = |depth| player(Builtin::Minimax, &[("depth", depth)]);
    let band = Band { wins_from: 77.0, losses_to: 16.0 };
    check([minimax("6"), plain(Builtin::Greedy)], Rules::AYOAYO, 200, 4, &band);
    let band = Band { wins_from: 90.0, losses_to: 6.0 };
    check([minimax("4"), plain(Builtin::Greedy)], Rules::OWARE, 50, 4, &band);
}

#[test]
fn looking_further_helps() {
    let minimax = |depth| player(Builtin::Minimax, &[("depth", depth)]);
    let band = Band { wins_from: 50.0, losses_to: 42.0 };
    check([minimax("6"), minimax("3")], Rules::AYOAYO, 100, 4, &band);
    check([minimax("5"), minimax("2")], Rules::OWARE, 50, 4, &band);
}
