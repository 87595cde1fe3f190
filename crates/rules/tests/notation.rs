//! Texts that are read and written, and what is said about those that cannot be.
#![allow(clippy::unwrap_used)]

use ayo_rules::{Pit, Position, Rules, parse_moves};

#[track_caller]
fn check_position(text: &str, message: &str) {
    assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message);
}

#[test]
fn bad_positions() {
    let shape = "a position looks like `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`";
    check_position("", shape);
    check_position("4.4.4.4.4.4/4.4.4.4.4.4", shape);
    check_position("4.4.4.4.4.4/4.4.4.4.4.4 0-0", shape);
    check_position("4.4.4.4.4.4/4.4.4.4.4.4 0-0 S S", shape);
    check_position("4.4.4.4.4.4.4.4.4.4.4.4 0-0 S", shape);
    check_position("4.4.4.4.4.4/4.4.4.4.4.4 0 S", shape);
    check_position(
        "4.4.4.4.4/4.4.4.4.4.4 0-4 S",
        "`4.4.4.4.4` is not a row of six counts with dots between",
    );
    check_position(
        "4.4.4.4.4.4/4.4.4.4.4.2.2 0-0 S",
        "`4.4.4.4.4.2.2` is not a row of six counts with dots between",
    );
    check_position("4.4.x.4.4.4/4.4.4.4.4.4 0-0 S", "`x` is not a number of seeds from 0 to 48");
    check_position("4.4..4.4.4/4.4.4.4.4.4 0-0 S", "`` is not a number of seeds from 0 to 48");
    check_position("4.4.+4.4.4.4/4.4.4.4.4.4 0-0 S", "`+4` is not a number of seeds from 0 to 48");
    check_position("49.0.0.0.0.0/0.0.0.0.0.0 0-0 S", "`49` is not a number of seeds from 0 to 48");
    check_position(
        "4.4.4.4.4.4/4.4.4.4.4.4 0-300 S",
        "`300` is not a number of seeds from 0 to 48",
    );
    check_position("4.4.4.4.4.4/4.4.4.4.4.4 0--0 S", "`-0` is not a number of seeds from 0 to 48");
    check_position("4.4.4.4.4.4/4.4.4.4.4.4 0-0 s", "the side to move is `S` or `N`, not `s`");
    check_position("4.4.4.4.4.4/4.4.4.4.4.4 1-0 S", "pits and stores hold 49 seeds, not 48");
    check_position("0.0.0.0.0.0/0.0.0.0.0.0 0-0 S", "pits and stores hold 0 seeds, not 48");
}

#[track_caller]
fn check_rules(text: &str, message: &str) {
    assert_eq!(text.parse::<Rules>().unwrap_err().to_string(), message);
}

#[test]
fn bad_rules() {
    let presets = "the presets are ayoayo, ayoayo-full-count, ayoayo-seed-stays, ayoayo-own-side, \
                   oware, oware-slam-allowed, oware-slam-forbidden, oware-slam-leave-last";
    check_rules("", &format!("unknown rules ``; {presets}"));
    check_rules("kalah", &format!("unknown rules `kalah`; {presets}"));
    check_rules("majority=true", &format!("unknown rules `majority=true`; {presets}"));
    let options = "the options are sowing, capture, capturing_seed, leftovers, majority, \
                   grand_slam, repetition, repetition_award, max_plies";
    check_rules("ayoayo laps=3", &format!("unknown rule option `laps`; {options}"));
    check_rules("ayoayo fast", &format!("unknown rule option `fast`; {options}"));
    check_rules("ayoayo majority", "`majority` takes `true` or `false`, not ``");
    check_rules("ayoayo majority=yes", "`majority` takes `true` or `false`, not `yes`");
    check_rules("oware sowing=relays", "`sowing` takes `relay` or `single`, not `relays`");
    check_rules(
        "oware grand_slam=legal",
        "`grand_slam` takes `allowed` or `no-capture` or `forbidden` or `leave-last`, not `legal`",
    );
    check_rules("ayoayo max_plies=0", "`max_plies` takes a whole number from 1 to 6000, not `0`");
    check_rules(
        "ayoayo repetition=-1",
        "`repetition` takes a whole number from 0 to 6000, not `-1`",
    );
    check_rules(
        "ayoayo max_plies=6001",
        "`max_plies` takes a whole number from 1 to 6000, not `6001`",
    );
}

#[track_caller]
fn check_moves(text: &str, message: &str) {
    assert_eq!(parse_moves(text).unwrap_err().to_string(), message);
}

#[test]
fn bad_moves() {
    let which = "is not a pit (`A`-`F` are South's, `a`-`f` North's)";
    check_moves("CcG", &format!("`G` at character 3 {which}"));
    check_moves("C c", &format!("` ` at character 2 {which}"));
    check_moves("é", &format!("`\\u{{e9}}` at character 1 {which}"));
    check_moves("Aa\n", &format!("`\\n` at character 3 {which}"));
    let two = "Aa".parse::<Pit>().unwrap_err();
    assert_eq!(two.to_string(), format!("`a` at character 2 {which}"));
}

#[test]
fn rules_are_written_as_changes_to_the_nearest_preset() {
    for (name, rules) in Rules::PRESETS {
        assert_eq!(rules.to_string(), name);
    }
    let rules = Rules { max_plies: 200, repetition: 0, ..Rules::OWARE };
    assert_eq!(rules.to_string(), "oware repetition=0 max_plies=200");
}

#[test]
fn illegal_moves_say_why() {
    let error = Rules::AYOAYO.play(&Position::START, Pit::new(6).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "pit 6 (a) is not an own pit with seeds");
    let starving: Position = "3.0.0.1.0.0/0.0.0.0.0.0 22-22 S".parse().unwrap();
    let error = Rules::OWARE.play(&starving, Pit::new(3).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "pit 3 (D) leaves the opponent without seeds");
}
