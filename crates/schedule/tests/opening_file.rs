//! Files of openings.

#![allow(clippy::unwrap_used)]

use std::error::Error;

use ayo_rules::Rules;
use ayo_schedule::{MAX_LINE_BYTES, MAX_OPENINGS, OpeningProblem, read_openings};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[track_caller]
fn check(text: &str, openings: &[&str]) {
    let read = read_openings(text, &Rules::AYOAYO).unwrap();
    assert_eq!(read.iter().map(ToString::to_string).collect::<Vec<_>>(), openings);
}

#[test]
fn openings_are_read() {
    let position = "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S";
    check("", &[]);
    check("C\nCa\n", &["C", "Ca"]);
    check("C\nCa", &["C", "Ca"]);
    check("\u{feff}C\r\nCa\r\n", &["C", "Ca"]);
    check("# two openings\n\n  C # the only move that wins\n \t\nCa#\n#\n", &["C", "Ca"]);
    check(position, &[position]);
    check("  0.3.1.1.2.1/0.1.0.1.0.6   14-18\tS  \nC", &[position, "C"]);
    check("4.4.4.4.4.4/4.4.4.4.4.4 0-0 S", &["4.4.4.4.4.4/4.4.4.4.4.4 0-0 S"]);
}

#[track_caller]
fn refused(text: &str, rules: Rules, line: usize, shown: &str, why: &str) {
    let error = read_openings(text, &rules).unwrap_err();
    assert_eq!((error.line, error.text.as_str()), (line, shown));
    assert_eq!(error.to_string(), format!("cannot read the opening `{shown}` in line {line}"));
    assert_eq!(error.source().unwrap().to_string(), why);
}

#[test]
fn bad_lines_are_named() {
    let ayoayo = Rules::AYOAYO;
    let letter = |letter, at| {
        format!("`{letter}` at character {at} is not a pit (`A`-`F` are South's, `a`-`f` North's)")
    };
    refused("# first\n\nC\n CxA # x\n", ayoayo, 4, "CxA", &letter("x", 2));
    refused("C a", ayoayo, 1, "C a", &letter(" ", 2));
    refused("C\rCa", ayoayo, 1, "C\\rCa", &letter("\\r", 2));
    refused("C\u{1b}[2J", ayoayo, 1, "C\\u{1b}[2J", &letter("\\u{1b}", 2));
    let long = "z".repeat(100);
    refused(&long, ayoayo, 1, &format!("{}…", &long[..80]), &letter("z", 1));

    let own = "is not an own pit with seeds";
    refused("C\nCaE", ayoayo, 2, "CaE", &format!("move 3 is illegal: pit 4 (E) {own}"));
    refused("a", ayoayo, 1, "a", &format!("move 1 is illegal: pit 6 (a) {own}"));

    let short = Rules { max_plies: 2, ..ayoayo };
    let over = "the game is already over after move 2 (`ply_limit`)";
    refused("Aa", short, 1, "Aa", over);
    refused("AaAa", short, 1, "AaAa", over);
    let won = "4.4.4.4.3.0/0.0.0.0.0.4 25-0 N";
    refused(won, ayoayo, 1, won, "the game is already over in the first position (`majority`)");

    let heavy = "4.4.4.4.4.4/4.4.4.4.4.4 1-0 S";
    refused(heavy, ayoayo, 1, heavy, "pits and stores hold 49 seeds, not 48");
    let sideless = "4.4.4.4.4.4/4.4.4.4.4.4 0-0 E";
    refused(sideless, ayoayo, 1, sideless, "the side to move is `S` or `N`, not `E`");
    let short = "4.4.4/4.4.4";
    let shape = "a position looks like `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`";
    refused(short, ayoayo, 1, short, shape);
}

#[test]
fn files_have_limits() {
    let line = |bytes: usize| format!("C\nC{}\n", "#".repeat(bytes - 1));
    check(&line(MAX_LINE_BYTES), &["C", "C"]);
    let long = read_openings(&line(MAX_LINE_BYTES + 1), &Rules::AYOAYO).unwrap_err();
    assert_eq!(long.line, 2);
    assert_eq!(long.problem, OpeningProblem::LongLine { bytes: 4_097 });

    let too_many = "A\n".repeat(MAX_OPENINGS) + "\n# one more\nB";
    let one_more = read_openings(&too_many, &Rules::AYOAYO).unwrap_err();
    assert_eq!((one_more.line, one_more.text.as_str()), (MAX_OPENINGS + 3, "B"));
    assert_eq!(one_more.problem, OpeningProblem::TooMany);
}

#[test]
fn any_text_is_read_or_refused() {
    const SEED: u64 = 7;
    const PIECES: [&str; 20] = [
        "A",
        "C",
        "a",
        "c",
        "F",
        "f",
        "4",
        ".",
        "/",
        "-",
        " ",
        "S",
        "N",
        "#",
        "\n",
        "\r",
        "\u{feff}",
        "é",
        "48",
        "4.4.4.4.4.4/4.4.4.4.4.4 0-0 S",
    ];
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..5_000 {
        let pieces = random.next_u32() % 12;
        let text: String =
            (0..pieces).map(|_| PIECES[random.next_u32() as usize % PIECES.len()]).collect();
        match read_openings(&text, &Rules::AYOAYO) {
            Ok(openings) => assert!(
                openings
                    .iter()
                    .all(|opening| { opening.start(Rules::AYOAYO).unwrap().outcome().is_none() }),
                "{text:?}, seed {SEED}"
            ),
            Err(error) => assert!(
                (1..=text.lines().count()).contains(&error.line) && error.source().is_some(),
                "{text:?}, seed {SEED}"
            ),
        }
    }
}
