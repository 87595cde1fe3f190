//! Endings that need the history of the game.
#![allow(clippy::unwrap_used)]

use ayo_rules::{
    EndReason, IllegalReason, Outcome, Pit, Pits, Position, RepetitionAward, Rules, Scoresheet,
    Winner, parse_moves,
};

/// A cycle of good play: South C and North c, each of 30 laps, and all is as before.
const CYCLE: &str = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S";

#[track_caller]
fn check(rules: &str, start: &str, moves: &str, outcome: Option<(EndReason, [u8; 2])>) {
    let mut sheet = Scoresheet::new(rules.parse().unwrap(), start.parse().unwrap());
    for pit in parse_moves(moves).unwrap() {
        assert_eq!(sheet.outcome(), None, "over after {:?}", sheet.moves());
        assert!(sheet.legal_moves().contains(pit));
        sheet.play(pit).unwrap();
    }
    assert_eq!(sheet.outcome(), outcome.map(|(reason, stores)| Outcome { reason, stores }));
    assert_eq!(sheet.legal_moves().is_empty(), outcome.is_some());
}

#[test]
fn repetition() {
    let stores_decide = Some((EndReason::Repetition, [14, 18]));
    check("ayoayo", CYCLE, "CcC", None);
    check("ayoayo", CYCLE, "CcCc", stores_decide);
    check("ayoayo repetition=2", CYCLE, "C", None);
    check("ayoayo repetition=2", CYCLE, "Cc", stores_decide);
    check("ayoayo repetition=1", CYCLE, "", stores_decide);
    check("ayoayo repetition=0", CYCLE, &"Cc".repeat(400), None);
    let own_side = Some((EndReason::Repetition, [22, 26]));
    check("ayoayo repetition_award=own-side", CYCLE, "CcCc", own_side);
}

#[test]
fn ply_limit() {
    let limit = |stores| Some((EndReason::PlyLimit, stores));
    check("ayoayo max_plies=3", CYCLE, "CcC", limit([14, 18]));
    check("ayoayo max_plies=1", "4.4.4.4.4.4/4.4.4.4.4.4 0-0 S", "C", limit([7, 0]));
    check("ayoayo max_plies=1000 repetition=0", CYCLE, &"Cc".repeat(500), limit([14, 18]));
    // Both at once: the repetition is named.
    check("ayoayo max_plies=4", CYCLE, "CcCc", Some((EndReason::Repetition, [14, 18])));
    let own_side = "ayoayo max_plies=2 repetition_award=own-side";
    check(own_side, CYCLE, "Cc", limit([22, 26]));
}

#[test]
fn an_ending_on_the_board_comes_before_the_ply_limit() {
    let mut sheet = Scoresheet::new(
        Rules { max_plies: 1, ..Rules::AYOAYO },
        "0.0.0.0.1.0/9.2.0.0.0.0 20-16 S".parse().unwrap(),
    );
    sheet.play(Pit::new(4).unwrap()).unwrap();
    let outcome = sheet.outcome().unwrap();
    assert_eq!(outcome, Outcome { reason: EndReason::Majority, stores: [30, 16] });
    assert_eq!(outcome.winner().to_string(), "south");
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut sheet = Scoresheet::new(Rules::AYOAYO, Position::START);
    let error = sheet.play(Pit::new(7).unwrap()).unwrap_err();
    assert_eq!(error.reason, IllegalReason::Empty);
    assert_eq!((sheet.position(), sheet.moves()), (&Position::START, &[][..]));
    assert_eq!(sheet.legal_moves(), sheet.position().turn().pits());
}

#[test]
fn nothing_is_legal_after_the_end() {
    let mut sheet = Scoresheet::new(
        Rules { repetition: 1, repetition_award: RepetitionAward::OwnSide, ..Rules::AYOAYO },
        Position::START,
    );
    assert_eq!(sheet.outcome().unwrap().winner(), Winner::Draw);
    assert_eq!(sheet.legal_moves(), Pits::EMPTY);
    for pit in Pit::all() {
        assert_eq!(sheet.play(pit).unwrap_err().reason, IllegalReason::Empty);
    }
    assert!(sheet.moves().is_empty());
}
