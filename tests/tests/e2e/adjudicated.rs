//! Games that end when it is proved who wins.

use ayo_proof::{Claim, Goal, check};
use ayo_rules::{Position, Rules, Scoresheet, Side, parse_moves};
use ayo_solver::{Aim, Effort, Solver};

use crate::folder::Folder;
use crate::games::{Game, played, timeless};

const CLUB: &str = r#"
name = "club"
seed = 7

[format]
cycles = 2

[adjudicate]
proof = true

[[bot]]
builtin = "first"
[[bot]]
builtin = "greedy"
[[bot]]
builtin = "random"
"#;

/// However many are played at once, games end after the same move, and who was proved to
/// win really does.
#[test]
fn proofs_end_games() {
    let folder = Folder::new();
    folder.write("club.toml", CLUB);
    let [one, two] = [("one", 1), ("two", 2)].map(|(out, slots)| played(&folder, out, slots));
    let proved: Vec<&Game> = one.iter().filter(|game| &game["reason"] == "proved").collect();
    assert!(proved.len() > one.len() / 2, "{} of {} games", proved.len(), one.len());
    proved.into_iter().for_each(check_proof);
    assert_eq!(timeless(one), timeless(two));
    let pgn = folder.read("one/games.pgn");
    assert!(pgn.contains("[Termination \"adjudication\"]"), "{pgn}");
}

/// Proves once more, with all the time in the world, that the winner wins.
fn check_proof(game: &Game) {
    let rules = Rules::AYOAYO;
    let mut sheet = Scoresheet::new(rules, Position::START);
    for pit in parse_moves(&game["moves"]).unwrap() {
        sheet.play(pit).unwrap();
    }
    assert_eq!(sheet.outcome(), None, "the rules had not ended it");
    let winner = match &game["result"] {
        "1-0" => Side::South,
        "0-1" => Side::North,
        other => panic!("a proof ended a game {other}"),
    };
    assert_eq!((&game["loser"], game["detail"].is_empty()), ("", false));
    let mut solver = Solver::new(rules, 16 << 20).unwrap();
    let mut effort = Effort { nodes: u64::MAX, go_on: &mut |_| true };
    let aim = Aim::Seeds(25);
    let strategy = solver.strategy(winner, aim, sheet.position(), &mut effort).unwrap().unwrap();
    let claim = Claim::from_strategy(&rules, sheet.position(), winner, Goal::Seeds(25), |it| {
        strategy.choose(it)
    });
    check(&rules, sheet.position(), &claim.unwrap()).unwrap();
}

#[test]
fn rules_without_proofs() {
    let folder = Folder::new();
    folder.write("club.toml", format!("rules = \"oware\"\n{CLUB}"));
    let refused = folder.ayo(&["run", "club.toml"]).exits(2);
    assert!(refused.stderr.contains("`proof` is not for these rules"), "{}", refused.stderr);
}
