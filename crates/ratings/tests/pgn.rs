//! Reading PGN: what is accepted, what is refused, and with which words.

#![allow(clippy::unwrap_used)]

mod common;

use ayo_ratings::{PgnReader, read_pgn};
use common::lines;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let file = read_pgn(text.as_bytes()).unwrap();
    assert_eq!(lines(&file), expected, "{text}");
}

/// A game with these tags besides the players.
fn game(first: &str, second: &str, round: &str, result: &str) -> String {
    format!(
        "[Event \"club\"]\n[White \"{first}\"]\n[Black \"{second}\"]\n[Round \"{round}\"]\n\
         [Result \"{result}\"]\n\n1. Cc Af {result}\n\n"
    )
}

#[test]
fn accepted() {
    check("", &[]);
    check(&game("a", "b", "?", "1-0"), &["a b Win 0"]);
    let south = "\u{feff}[South \"a b\"]\r\n[North \"c \\\"d\\\" \\\\\"]\r\n[Result \"0-1\"]\r\n";
    check(south, &["a b c \"d\" \\ Loss 0"]);
    check(
        "[White \"a\"]\n[Black \"b\"]\n[Result \"1/2-1/2\"]\n\n1. Cc {a note: [White \"x\"]\n\
         [%clk 0:01] ; } Af (1... Bb {)} 2. Cc) $1 ; [Result \"1-0\"]\n% [Result \"0-1\"]\n\
         1/2-1/2\n[White \"b\"]\n[Black \"a\"]\n[Result \"1-0\"]\n",
        &["a b Draw 0", "b a Win 1"],
    );
}

#[test]
fn games_without_moves() {
    let tags = |first: &str, second: &str| {
        format!("[White \"{first}\"]\n[Black \"{second}\"]\n[Result \"1-0\"]\n")
    };
    for between in ["", "\n", "\n\n", "\n1-0\n\n"] {
        let text = [tags("a", "b"), tags("c", "d"), tags("c", "d")].join(between);
        check(&text, &["a b Win 0", "c d Win 1", "c d Win 2"]);
    }
}

#[test]
fn pairs_by_round() {
    let games = [
        game("a", "b", "1", "1-0"),
        game("b", "a", "1", "1-0"),
        game("a", "c", "1", "0-1"),
        game("a", "b", "2.1", "1-0"),
        game("c", "a", "1", "0-1"),
        game("b", "a", "2.2", "1/2-1/2"),
        game("a", "b", "1", "1-0"),
        game("a", "b", "1", "0-1"),
        game("b", "a", "-", "0-1"),
    ];
    let pairs = [
        "a b Win 1",
        "b a Win 1",
        "a c Loss 2",
        "a b Win 3",
        "c a Loss 2",
        "b a Draw 3",
        "a b Win 4",
        "a b Loss 5",
        "b a Loss 6",
    ];
    check(&games.concat(), &pairs);
}

#[test]
fn unfinished_games_are_counted() {
    let text = game("a", "b", "1", "*") + &game("c", "a", "1", "1-0");
    let file = read_pgn(text.as_bytes()).unwrap();
    assert_eq!((file.voids, file.games.len()), (1, 1));
    assert_eq!(file.bots, ["a", "b", "c"]);
}

#[test]
fn copies_are_known_by_their_moves() {
    let play = |moves: &str| {
        let text = game("a", "b", "?", "1-0").replace("1. Cc Af", moves);
        read_pgn(text.as_bytes()).unwrap().games[0].moves
    };
    let moves = play("1. Cc Af 2. Aa");
    assert_ne!(moves, 0);
    for same in ["1.Cc 1...Af 2.Aa", "Cc Af Aa", "1. Cc {+0.3/7} (1. Bb) Af $3\n2. Aa ; yes"] {
        assert_eq!(play(same), moves, "{same}");
    }
    for other in ["1. Cc Af", "1. Cc Af 2. Ab", "1. CcAf 2. Aa", "1. Af Cc 2. Aa"] {
        assert_ne!(play(other), moves, "{other}");
    }
    assert_eq!(play("{no moves}"), 0);
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    assert_eq!(read_pgn(text.as_bytes()).unwrap_err().to_string(), expected, "{text}");
}

#[test]
fn refused() {
    let needs = "it needs the tags `White` and `Black` (or `South` and `North`) and `Result`";
    check_refused(
        &game("a", "b", "1", "won"),
        "line 5: unknown result `won`; accepted are `1-0`, `0-1`, `1/2-1/2` and `*`",
    );
    check_refused(
        "\n[White \"a\"]\n[North \"b\"]\n",
        &format!("line 2: the game has no two players; {needs}"),
    );
    check_refused(
        "[White \"a\"]\n[Black \"b\"]\n\n1. Cc 1-0\n",
        &format!("line 1: the game has no result; {needs}"),
    );
    let tag = "is no tag; a tag looks like `[White \"greedy\"]`";
    for text in ["[White a]", "[White]", "[White \"a\" x]", "[White \"a\"", "[Whi-te \"a\"]"] {
        check_refused(&format!("\n{text}\n"), &format!("line 2: `{text}` {tag}"));
    }
    check_refused(
        &game("a", "b", "1", "1-0").replace("Af 1-0", "Af\n0-1"),
        "line 8: the moves end with `0-1`, but the tag `Result` says `1-0`",
    );
    // The second game begins where a tag comes again.
    check_refused(
        "[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n[Result \"1-0\"]\n",
        &format!("line 1: the game has no result; {needs}"),
    );
    check_refused(&game("", "b", "1", "1-0"), "line 2: a player without a name");
    let open = game("a", "b", "1", "1-0") + "{ [White \"x\"]\n";
    check_refused(&open, "line 9: a comment that never ends; `{` needs its `}`");
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    /// Pieces cut anywhere, of a text that need not be right.
    #[test]
    fn pieces_are_read_as_the_whole(
        tail in "(\\[White \"a\"\\]\n|\\[Black \"b\"\\]\r\n|\\[Result \"(1-0|\\*|x)\"\\]\n|[(){};%\n\r1.*\"a-]){0,20}",
        sizes in prop::collection::vec(1..30_usize, 1..8),
    ) {
        let mut reader = PgnReader::default();
        let (mut from, mut to) = (0, 0);
        let mut pieces = || {
            for size in sizes.iter().cycle() {
                to = (to + size).min(tail.len());
                if to == tail.len() {
                    break;
                }
                from += reader.read(&tail.as_bytes()[from..to])?;
            }
            std::mem::take(&mut reader).finish(&tail.as_bytes()[from..])
        };
        prop_assert_eq!(pieces(), read_pgn(tail.as_bytes()), "{:?}", tail);
    }
}
