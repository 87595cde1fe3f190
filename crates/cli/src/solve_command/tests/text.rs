//! What a person sees.

use crate::failure::Failure;

use super::super::Ask;
use super::{BY_REPETITION, answer, ask, message, with_score, within};

/// Checks the lines below the board, and that the last one tells of the search.
#[track_caller]
fn check(ask: &Ask<'_>, expected: &str) -> Result<(), Failure> {
    let (text, ended) = answer(ask);
    let (told, searched) = text.trim_end().rsplit_once('\n').unwrap();
    let (_, told) = told.split_once("A    B    C    D    E    F\n\n").unwrap();
    assert_eq!(told, expected.trim_end(), "\n{text}");
    assert!(searched.starts_with("searched  ") && searched.ends_with(" in 1.2 s"), "{text}");
    ended
}

#[test]
fn the_start() {
    let (text, _) = answer(&ask("ayoayo", "", None));
    assert!(text.starts_with("rules     ayoayo\nposition  4.4.4.4.4.4/"), "{text}");
    let told = "\
South to move

value     South wins
keeps     C
loses     A B D E F
";
    check(&ask("ayoayo", "", None), told).unwrap();
}

#[test]
fn values() {
    let win = "\
North to move

value     North wins
keeps     a d e f
draws     b
score     19-29 when all seeds are counted
";
    let position = "5.4.4.0.2.0/1.6.0.1.3.1 7-14 N";
    check(&with_score(ask("ayoayo", position, None)), win).unwrap();
    let loss = "\
South to move

value     North wins
keeps     F (every move loses)
";
    check(&ask("ayoayo", "0.0.0.0.0.1/0.0.0.1.0.1 23-22 S", None), loss).unwrap();
}

#[test]
fn what_takes_the_rule_for_repetition() {
    let told = "\
South to move

value     South wins
          it takes the rule for positions that come back: the stores decide
keeps     C
draws     F
loses     E
score     South 24 to 25, North 23 to 24: the rule for positions that come back decides
";
    check(&with_score(ask("ayoayo", BY_REPETITION, None)), told).unwrap();
}

/// A majority ends a game; played to the end it would go on.
#[test]
fn finished_games() {
    let told = "\
game over by majority: a store holds more than half of the 48 seeds; left on the board: 3, not counted

value     South wins 25-20
";
    let position = "1.0.1.0.0.0/0.1.0.0.0.0 25-20 S";
    check(&with_score(ask("ayoayo", position, None)), told).unwrap();
    let told = "\
South to move

value     South wins
keeps     A C
score     28-20 when all seeds are counted
";
    check(&with_score(ask("ayoayo-full-count", position, None)), told).unwrap();
}

#[test]
fn moves_are_replayed() {
    let (text, ended) = answer(&ask("ayoayo", BY_REPETITION, Some("C")));
    ended.unwrap();
    assert!(text.contains("\nplayed    C (plies: 1)\nposition  0.0.0.1.1.1/"), "{text}");
    assert!(text.contains("\nvalue     South wins\n"), "{text}");
}

#[test]
fn limits() {
    let told = "\
South to move

value     unknown: not found out within the positions that may be searched
";
    let ended = check(&within(1_000, ask("ayoayo", "", None)), told);
    let why = "work: not found out within 1000 positions; `--nodes` allows more";
    assert_eq!(message(ended), why);
}

/// What was found out before the limit is told.
#[test]
fn limits_after_the_value() {
    let start = |nodes| within(nodes, with_score(ask("ayoayo", "", None)));
    let mut seen = Vec::new();
    for nodes in [10_000, 100_000, 300_000, 600_000] {
        let (text, ended) = answer(&start(nodes));
        message(ended);
        let unknown: Vec<String> = text
            .lines()
            .filter(|line| line.contains("unknown"))
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect();
        seen.push(unknown.join(" "));
    }
    assert_eq!(seen, ["value", "keeps", "others", "score"]);
}
