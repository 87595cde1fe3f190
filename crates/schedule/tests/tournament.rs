//! What a tournament promises about its players and rounds.

#![allow(clippy::unwrap_used)]

mod crosstable;

use ayo_schedule::{
    Acceleration, Forbidden, MAX_ROUNDS, Points, Round, Tournament, TournamentDraft,
};
use crosstable::{draft, number};

#[track_caller]
fn check(table: &str, rounds_paired: usize, points: &str) {
    let tournament = Tournament::new(draft(table)).unwrap();
    assert_eq!(tournament.rounds_paired(), rounds_paired);
    let found: Vec<_> =
        tournament.players().iter().map(|player| tournament.points(player).to_string()).collect();
    assert_eq!(found.join(" "), points);
}

#[test]
fn results_are_counted() {
    check("", 0, "");
    check(".\n.", 0, "0.0 0.0");
    check("2w1\n1b0", 1, "1.0 0.0");
    check("2w=\n1b=\nU", 1, "0.5 0.5 1.0");
    check("2w+\n1b-\nF\nH\nZ", 1, "1.0 0.0 1.0 0.5 0.0");
    check("2w-\n1b-", 1, "0.0 0.0");
    check("2w0\n1b0", 1, "0.0 0.0");
    check("2w=\n1b0", 1, "0.5 0.0");
    check("2wW\n1bL", 1, "1.0 0.0");
    check("2n1:15\n1n0:5", 1, "1.5 0.5");
    check("2w1:8\n1b0", 1, "0.8 0.0");
    // A bye asked for does not make a round; its points do not count yet.
    check("2w1 F\n1b0 H\nU Z", 1, "1.0 0.0 1.0");
    check("2w1 . U\n1b0", 3, "2.0 0.0");
}

#[track_caller]
fn refused(table: &str, why: &str) {
    assert_eq!(Tournament::new(draft(table)).unwrap_err().to_string(), why);
}

#[test]
fn contradictions_are_named() {
    refused("1w1", "player 1, round 1: nobody plays himself");
    refused(". 7w1", "player 1, round 2: opponent 7 does not exist");
    let mirrored = "player 1, round 1: opponent 2 does not have this player as opponent";
    refused("2w1\n.", mirrored);
    refused("2w1\nU", mirrored);
    refused("2w1\n3w1\n2b0", mirrored);
    let kind = "player 1, round 1: opponent 2 says that it was another kind of result";
    refused("2w1\n1b-", kind);
    refused("2wW\n1b0", kind);
    let colour = "player 1, round 1: opponent 2 does not have the other colour";
    refused("2w1\n1w0", colour);
    refused("2w1\n1n0", colour);
    let fit = "player 1, round 1: opponent 2 has a result that does not fit";
    refused("2w1\n1b1", fit);
    refused("2w1\n1b=", fit);
    refused("2w+\n1b+", fit);
    refused(
        "U\nU",
        "player 2, round 1: player 1 has the pairing-allocated bye of this round already",
    );
    refused(
        "U . U",
        "player 1, round 3: the player had the pairing-allocated bye in round 1 already",
    );
    refused("2w1:1000\n1b0:0", "a result is worth at most 99.9 points, not 100.0");
    let late = ". ".repeat(MAX_ROUNDS) + "Z";
    refused(&late, "player 1, round 100: the tournament has only 99 rounds");
}

#[test]
fn settings_are_checked() {
    let two = || draft("2w1 .\n1b0 Z");
    let refused = |draft: TournamentDraft, why: &str| {
        assert_eq!(Tournament::new(draft).unwrap_err().to_string(), why);
    };
    let mut twice = two();
    twice.players[0].number = number(2);
    refused(twice, "two players have number 2; give one of them another");
    let mut high = two();
    high.players[0].rating = Some(10_000);
    refused(high, "player 1 has a rating of 10000, more than 9999");
    let late = TournamentDraft { total_rounds: Round::new(1), ..two() };
    refused(late, "player 2, round 2: the tournament has only 1 round");
    let baku = TournamentDraft { acceleration: Acceleration::Baku, ..two() };
    refused(baku, "Baku acceleration needs the total number of rounds");
    let one = Forbidden { players: vec![number(1)], first: Round::FIRST, last: Round::LAST };
    let group = "players that may not meet must be at least two different ones that exist: 1";
    refused(TournamentDraft { forbidden: vec![one], ..two() }, group);
    let points = [((number(3), Round::FIRST), Points::from_tenths(10))].into();
    let nobody = TournamentDraft { acceleration: Acceleration::Explicit(points), ..two() };
    refused(nobody, "player 3 has virtual points in round 1 but does not exist");
}

#[test]
fn numbers_may_have_gaps() {
    let mut gaps = draft(".\nU\n.");
    gaps.players[0].number = number(40);
    let tournament = Tournament::new(gaps).unwrap();
    let numbers: Vec<_> = tournament.players().iter().map(|player| player.number.get()).collect();
    assert_eq!(numbers, [2, 3, 40]);
    assert_eq!(tournament.index_of(number(40)), Some(2));
    assert_eq!(tournament.index_of(number(1)), None);
}

#[test]
fn forbidden_players_have_rounds() {
    let [first, last] = [2, 3].map(|round| Round::new(round).unwrap());
    let players = [1, 2, 3].map(number).to_vec();
    let forbidden = vec![Forbidden { players, first, last }];
    let tournament = Tournament::new(TournamentDraft { forbidden, ..draft(".\n.\n.\n.") }).unwrap();
    let check = |a, b, round, expected| {
        let round = Round::new(round).unwrap();
        assert_eq!(tournament.is_forbidden(number(a), number(b), round), expected);
    };
    check(1, 3, 1, false);
    check(1, 3, 2, true);
    check(3, 2, 3, true);
    check(1, 4, 2, false);
    check(1, 3, 4, false);
}

#[test]
fn baku_helps_the_upper_half() {
    let total_rounds = Round::new(9);
    let table = ["."; 10].join("\n");
    let baku = TournamentDraft { total_rounds, acceleration: Acceleration::Baku, ..draft(&table) };
    let tournament = Tournament::new(baku).unwrap();
    let of = |player| {
        let points = Round::first(9).map(|round| tournament.virtual_points(number(player), round));
        points.map(Points::tenths).collect::<Vec<_>>()
    };
    assert_eq!(of(1), [10, 10, 10, 5, 5, 0, 0, 0, 0]);
    assert_eq!(of(6), of(1));
    assert_eq!(of(7), [0; 9]);
}

#[test]
fn points_are_read_and_printed() {
    let check = |text: &str, tenths: Option<u32>| {
        assert_eq!(text.parse().ok().map(Points::tenths), tenths, "{text}");
    };
    check("1", Some(10));
    check("0.5", Some(5));
    check(".5", Some(5));
    check("1,5", Some(15));
    check("99999.9", Some(999_999));
    check("100000", None);
    check("", None);
    check(".", None);
    check("1.", None);
    check("1.25", None);
    check("-1", None);
    check("½", None);
    assert_eq!(Points::from_tenths(105).to_string(), "10.5");
}
