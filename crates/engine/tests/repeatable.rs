//! The same game gets the same moves, whatever was played before it.
#![allow(clippy::unwrap_used)]

mod duel;

use ayo_engine::{Builtin, Limit, Player};
use ayo_rules::{EndReason, Pit, Position, Rules, Scoresheet};
use duel::{player, random_opening, random_positions};

type Options = &'static [(&'static str, &'static str)];

/// Every player whose moves may not depend on anything but the game.
const PLAYERS: [(Builtin, Options); 7] = [
    (Builtin::First, &[]),
    (Builtin::Random, &[]),
    (Builtin::Greedy, &[]),
    (Builtin::Minimax, &[("depth", "4")]),
    (Builtin::Minimax, &[("nodes", "700")]),
    (Builtin::Minimax, &[("nodes", "700"), ("table_mb", "1")]),
    (Builtin::Perfect, &[("nodes", "20000"), ("memory", "4")]),
];

/// Plays a game of a player against itself and returns its moves.
fn game(player: &mut Player, rules: Rules, seed: u64) -> Vec<Pit> {
    let mut sheet = random_opening(rules, 4, seed);
    player.new_game(rules, seed);
    while sheet.outcome().is_none() {
        let choice = player.choose(sheet.position(), &Limit::NONE).unwrap();
        sheet.play(choice.pit).unwrap();
    }
    sheet.moves().to_vec()
}

#[test]
fn earlier_games_do_not_matter() {
    for (builtin, options) in PLAYERS {
        for rules in [Rules::AYOAYO, Rules::OWARE] {
            let fresh = |seed| game(&mut player(builtin, options), rules, seed);
            let expected: Vec<_> = (0..6).map(fresh).collect();
            let mut reused = player(builtin, options);
            for seed in [3, 0, 5, 5, 1, 4, 2, 0] {
                let moves = game(&mut reused, rules, seed);
                assert_eq!(moves, expected[seed as usize], "{builtin} {options:?}, {seed}");
            }
        }
    }
}

#[test]
fn the_table_changes_the_time_only() {
    let mut small = player(Builtin::Minimax, &[("depth", "7"), ("table_mb", "1")]);
    let mut large = player(Builtin::Minimax, &[("depth", "7"), ("table_mb", "32")]);
    for rules in [Rules::AYOAYO, Rules::OWARE] {
        large.new_game(rules, 0);
        for position in random_positions(rules, 60, 3) {
            small.new_game(rules, 0);
            let [small, large] =
                [&mut small, &mut large].map(|player| player.choose(&position, &Limit::NONE));
            let [small, large] = [small, large].map(Option::unwrap);
            assert_eq!((small.pit, small.score), (large.pit, large.score), "{position}");
        }
    }
}

/// Asking again is no move of the game, so it is no repetition either.
#[test]
fn asking_again_gives_the_same_answer() {
    for (builtin, options) in [PLAYERS[0], PLAYERS[3], PLAYERS[6]] {
        let mut player = player(builtin, options);
        for position in random_positions(Rules::AYOAYO, 20, 9) {
            let pits: Vec<_> = (0..5)
                .map(|_| player.choose(&position, &Limit::NONE).map(|choice| choice.pit))
                .collect();
            assert!(pits.iter().all(|pit| *pit == pits[0]), "{position}: {pits:?}");
        }
    }
}

#[test]
fn seeds_decide_what_chance_decides() {
    for builtin in [Builtin::Random, Builtin::Greedy] {
        let plain = |seed| game(&mut player(builtin, &[]), Rules::AYOAYO, seed);
        assert_ne!(plain(1)[4..], plain(2)[4..]);
        let answers = |options: Options, seed| -> Vec<_> {
            let mut player = player(builtin, options);
            player.new_game(Rules::AYOAYO, seed);
            let ask = |position| player.choose(&position, &Limit::NONE).map(|choice| choice.pit);
            random_positions(Rules::AYOAYO, 50, 4).into_iter().map(ask).collect()
        };
        assert_ne!(answers(&[], 1), answers(&[], 2));
        assert_eq!(answers(&[("seed", "7")], 1), answers(&[("seed", "7")], 2));
        assert_eq!(answers(&[("seed", "7")], 1), answers(&[], 7));
    }
}

/// Both bots of a game get one seed; their dice must fall differently.
#[test]
fn the_sides_have_their_own_dice() {
    let mut same_rank = 0;
    for seed in 0..200 {
        let [south, north] = ["S", "N"].map(|turn| {
            let position: Position = format!("4.4.4.4.4.4/4.4.4.4.4.4 0-0 {turn}").parse().unwrap();
            let mut random = player(Builtin::Random, &[]);
            random.new_game(Rules::AYOAYO, seed);
            random.choose(&position, &Limit::NONE).unwrap().pit.index() % 6
        });
        same_rank += u32::from(south == north);
    }
    // A sixth of 200 is expected.
    assert!((15..=55).contains(&same_rank), "{same_rank}");
}

/// Two sensible players go round here for ever. South is behind, so it must leave
/// the circle before the third time, when the stores would decide.
#[track_caller]
fn check_circle(depth: &str, mut players: Vec<Player>) {
    let start: Position = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S".parse().unwrap();
    let mut sheet = Scoresheet::new(Rules::AYOAYO, start);
    players.iter_mut().for_each(|player| player.new_game(Rules::AYOAYO, 0));
    let seats = players.len();
    while sheet.outcome().is_none() {
        let player = &mut players[sheet.position().turn().index() % seats];
        let choice = player.choose(sheet.position(), &Limit::NONE).unwrap();
        sheet.play(choice.pit).unwrap();
    }
    let reason = sheet.outcome().map(|outcome| outcome.reason);
    assert_ne!(reason, Some(EndReason::Repetition), "depth {depth}, {seats} players");
}

#[test]
fn the_side_behind_leaves_a_circle() {
    for depth in ["1", "2", "3", "4", "6", "9"] {
        let minimax = || player(Builtin::Minimax, &[("depth", depth)]);
        check_circle(depth, vec![minimax(), minimax()]);
        check_circle(depth, vec![minimax()]);
    }
}
