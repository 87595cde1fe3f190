//! Moves that cannot be replayed, and documents of games.

use super::super::{Format, ReplayError, run};
use super::{answer, ask};

const FULL: &str = "ayoayo-full-count";
const WHOLE_GAME: &str = "AfEcEbBeBfAcBdDdFcAaCcEfBaAdCdFbDdCaEfBbC";

#[track_caller]
fn check_refused(rules: &str, position: &str, moves: &str, message: &str) {
    for format in [Format::Text, Format::Json] {
        let mut out = Vec::new();
        let error = run(&ask(rules, position, Some(moves), format), &mut out).unwrap_err();
        assert!(error.downcast_ref::<ReplayError>().is_some(), "{error:?}");
        assert_eq!(error.to_string(), message);
        assert_eq!(String::from_utf8(out).unwrap(), "");
    }
}

#[test]
fn what_cannot_be_replayed() {
    check_refused("ayoayo", "", "Cb", "move 2 `b` is illegal (empty): pit b is empty");
    check_refused(
        "ayoayo",
        "",
        "CC",
        "move 2 `C` is illegal (empty): pit C is South's, and North is to move",
    );
    check_refused(
        "ayoayo",
        "0.1.0.1.0.2/3.0.1.0.1.2 17-20 N",
        "f",
        "move 1 `f` is illegal (endless): the sowing would go round and round and never end",
    );
    check_refused(
        "ayoayo",
        "2.0.1.0.0.2/0.0.0.0.0.0 21-22 S",
        "A",
        "move 1 `A` is illegal (starves): \
         North has no seeds to play with, and this move leaves North none",
    );
    check_refused(
        "oware-slam-forbidden",
        "1.0.0.0.0.0/1.0.0.1.2.0 24-19 N",
        "e",
        "move 1 `e` is illegal (grand-slam): \
         it would capture all of South's seeds, which these rules forbid",
    );
    check_refused(
        FULL,
        "",
        &format!("{WHOLE_GAME}aB"),
        "move 42 `a` comes after the end of the game (no_moves, South wins 26-22)",
    );
    check_refused(
        "ayoayo",
        "0.0.0.0.0.0/6.2.3.3.3.7 12-12 S",
        "A",
        "move 1 `A` comes after the end of the game (no_moves, North wins 36-12)",
    );
    check_refused(
        "ayoayo max_plies=2",
        "",
        "CcA",
        "move 3 `A` comes after the end of the game (ply_limit, South wins 7-0)",
    );
}

#[test]
fn a_running_game_has_no_reason_and_counts_its_stores() {
    let document = answer(&ask("ayoayo max_plies=3", "", Some("Cc"), Format::Json));
    let begin = "{\"rules\":\"ayoayo max_plies=3\",\"moves\":\"Cc\",\"plies\":2,\"reason\":null,\
                 \"stores\":[7,0],\"winner\":null,\
                 \"position\":\"1.0.2.10.3.2/4.3.1.10.1.4 7-0 S\",\
                 \"pits\":[1,0,2,10,3,2,4,3,1,10,1,4],\"turn\":0,\"legal\":[0,2,3,4,5],\
                 \"illegal\":{\"1\":\"empty\"},\"next_moves\":{\"0\":{\
                 \"pits\":[0,0,2,10,3,2,4,3,1,10,0,4],\"stores\":[9,0],\"captured\":2,\"end\":1,\
                 \"laps\":1,\"outcome\":{\"reason\":\"ply_limit\",\"stores\":[9,0],\
                 \"winner\":\"south\"}},\"2\":";
    assert!(document.starts_with(begin), "{document}");
    assert!(document.ends_with("},\"outcome\":null}\n"), "{document}");
}

/// Only the sheet of the game knows these endings; the award is in the stores.
#[test]
fn endings_that_need_history() {
    #[track_caller]
    fn check(rules: &str, moves: &str, expected: &str) {
        let position = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S";
        let document = answer(&ask(rules, position, Some(moves), Format::Json));
        assert!(document.contains(expected), "{document}");
    }
    check("ayoayo", "CcCc", r#""plies":4,"reason":"repetition","stores":[14,18],"winner":"north""#);
    check(
        "ayoayo repetition=2 repetition_award=own-side",
        "Cc",
        r#""plies":2,"reason":"repetition","stores":[22,26],"winner":"north""#,
    );
    check(
        "ayoayo repetition=0 max_plies=6",
        "CcCcCc",
        r#""plies":6,"reason":"ply_limit","stores":[14,18],"winner":"north""#,
    );
    check("ayoayo", "", r#""plies":0,"reason":null,"stores":[14,18],"winner":null"#);
}
