//! How it looks, and that it looks the same again.

use std::fmt::Write as _;
use std::io::{self, Write};

use ayo_report::Style;

use super::{DATA, SMALL, arguments, document, rate};
use crate::failure::Failure;

#[test]
fn a_table() {
    let expected = "\
island  #  bot            Elo      ±  ranks  games  W-D-L  points  LOS next
     1  1  minimax      +44.4  175.8    1–2      5  3-1-1     3.5    69.0 %
     1  2  greedy       -44.4  175.8    1–2      6  3-1-2     3.5         –
     1  –  first     ≤ +215.0      –      –      3  0-0-3     0.0         –
     2  1  odd, one     +95.4  278.0    1–2      2  1-1-0     1.5    74.9 %
     2  2  even         -95.4  278.0    1–2      2  0-1-1     0.5         –

first move  0.0 ± 297.2 Elo
model       logistic, draw = 1/2, first-move advantage fitted
scale       the mean of each island is 0
interval    95 %, Fisher information: only 2 pairs to judge by
games       9; left out: 1 without a result, 1 of a bot with itself
islands     2, rated apart: their bots never met, not even through others
bounds      ≥ and ≤ hold with 95 %, one-sided: all points between these bots and the others went one way
";
    assert_eq!(rate(SMALL, &["-"]), expected);
}

#[test]
fn a_table_of_one_island() {
    let expected = "\
#  bot         Elo       ±  ranks  games       W-D-L  points  LOS next
1  bot000  +1539.4    53.0    1–3    300   133-91-76   178.5    95.3 %
2  bot001  +1505.3    54.4    1–3    300   114-91-95   159.5    60.0 %
3  bot002  +1500.0  anchor    1–3    300  118-77-105   156.5   >99.9 %
4  bot003  +1408.1    56.3      4    300   67-77-156   105.5         –

first move  +15.8 ± 31.6 Elo
model       logistic, draw = 1/2, first-move advantage fitted
scale       `bot002` is 1500
interval    99 %, paired sandwich
games       600
";
    let file = format!("{DATA}/a.csv");
    let words = [file.as_str(), "--anchor", "bot002=1500", "--confidence", "0.99"];
    assert_eq!(rate("", &words), expected);
}

#[test]
fn markdown() {
    let games = "south,north,result\na|b,<c>,1-0\n<c>,a|b,1/2-1/2\na|b,<c>,0-1\n";
    let expected = r"|  # | bot  | Elo |     ± | ranks | games | W-D-L | points | LOS next |
| -: | ---- | --: | ----: | ----: | ----: | ----: | -----: | -------: |
|  1 | \<c> | 0.0 | 208.5 |   1–2 |     3 | 1-1-1 |    1.5 |   50.0 % |
|  1 | a\|b | 0.0 | 208.5 |   1–2 |     3 | 1-1-1 |    1.5 |        – |

- first move";
    let text = rate(games, &["-", "--format", "md"]);
    assert!(text.starts_with(expected), "{text}");
    assert!(text.lines().skip(5).all(|line| line.starts_with("- ")), "{text}");
}

#[test]
fn csv() {
    let expected = "\
bot,elo,se,low,high,games,wins,draws,losses,points,component,bound,rank_low,rank_high
minimax,44.369750,89.707482,-131.453685,220.193185,5,3,1,1,3.5,1,exact,1,2
greedy,-44.369750,89.707482,-220.193185,131.453685,6,3,1,2,3.5,1,exact,1,2
first,,,,214.965817,3,0,0,3,0.0,1,at_most,,
\"odd, one\",95.424251,141.839984,-182.577009,373.425511,2,1,1,0,1.5,2,exact,1,2
even,-95.424251,141.839984,-373.425511,182.577009,2,0,1,1,0.5,2,exact,1,2
";
    assert_eq!(rate(SMALL, &["-", "--format", "csv"]), expected);
}

#[test]
fn members_of_the_document() {
    let document = document(SMALL, &["-"]);
    let check = |value: &serde_json::Value, expected: &str| {
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort_unstable();
        let mut members: Vec<&String> = value.as_object().unwrap().keys().collect();
        members.sort_unstable();
        assert_eq!(members, expected);
    };
    check(
        &document,
        "model nu prior advantage anchor confidence interval pairs games identical voids ignored \
         converged components ratings los differences",
    );
    check(&document["advantage"], "elo se low high bound used interval");
    let rating = "bot elo se low high games wins draws losses points component bound interval \
                  rank_low rank_high";
    check(&document["ratings"][0], rating);
    check(&document["differences"][0], "a b elo se low high");
    assert!(document["anchor"].is_null());
    assert_eq!((&document["voids"], &document["ignored"]), (&1.into(), &1.into()));
}

/// Returns games of two bots: so many pairs with these two results, numbered from `first`
/// or without numbers.
fn pairs(count: usize, results: [&str; 2], first: Option<usize>) -> String {
    let mut text = String::new();
    for pair in 0..count {
        for (sides, result) in ["a,b", "b,a"].iter().zip(results) {
            let number = first.map(|first| (first + pair).to_string()).unwrap_or_default();
            writeln!(text, "{number},{sides},{result}").unwrap();
        }
    }
    text
}

/// Checks the line below the table that says where the intervals come from.
#[track_caller]
fn check_interval(games: &str, expected: &str) {
    let text = rate(&format!("pair,south,north,result\n{games}"), &["-"]);
    let line = text.lines().find(|line| line.starts_with("interval")).unwrap();
    assert_eq!(line, format!("interval    {expected}"));
}

#[test]
fn the_interval_says_why() {
    let mixed = |count: usize, first: Option<usize>| {
        let next = first.map(|first| first + count);
        pairs(count, ["1-0", "1-0"], first) + &pairs(count / 2, ["1/2-1/2", "1-0"], next)
    };
    check_interval(&mixed(40, Some(1)), "95 %, paired sandwich");
    check_interval(&mixed(40, None), "95 %, sandwich, every game for itself");
    check_interval(&mixed(20, Some(1)), "95 %, bootstrap over pairs: there are fewer than 50");
    check_interval(&mixed(10, None), "95 %, bootstrap over games: there are fewer than 50");
    check_interval(&mixed(2, Some(1)), "95 %, Fisher information: only 3 pairs to judge by");
    check_interval(&mixed(2, None), "95 %, Fisher information: only 6 games to judge by");
    let one = ["1-0", "1-0"];
    check_interval(&pairs(1, one, Some(1)), "95 %, Fisher information: only 1 pair to judge by");
    check_interval(
        &pairs(60, one, Some(1)),
        "95 %, Fisher information: the results have no spread",
    );
    check_interval("1,a,b,1-0\n", "none: no bot has more than a bound");
    let island = mixed(2, Some(100)).replace(",a", ",c").replace(",b", ",d");
    let both = mixed(40, Some(1)) + &island;
    check_interval(&both, "95 %, paired sandwich; Fisher information for 2 bots");
}

/// Names that would look alike do not.
#[test]
fn blanks_around_names_are_shown() {
    let games = "south,north,result\nBob,Bob ,1-0\nBob , Bob,1-0\n Bob,\u{a0}Bob\t,1-0\n\u{a0}Bob\t,a b,1-0\na b,Bob,1-0\n\"  \",Bob,1-0\n";
    let table = rate(games, &["-"]);
    let names = ["Bob", "Bob\u{2423}", "\u{2423}Bob", "\\u{a0}Bob\\t", "a b", "\u{2423}\u{2423}"];
    for name in names {
        assert!(table.lines().any(|line| line.contains(&format!("  {name}  "))), "{name}: {table}");
    }
}

#[test]
fn the_order_of_rows_and_files_does_not_matter() {
    let path = format!("{DATA}/a.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let reversed: Vec<&str> = rows.lines().rev().collect();
    let reversed = format!("{header}\n{}\n", reversed.join("\n"));
    let other = format!("{DATA}/degenerate/both.csv");
    for format in ["table", "csv"] {
        let plain = rate("", &[&path, "--format", format]);
        assert_eq!(rate(&reversed, &["-", "--format", format]), plain);
        let joined = rate("", &[&path, &other, "--format", format]);
        assert_eq!(rate("", &[&other, &path, "--format", format]), joined);
        assert_eq!(rate(&reversed, &[&other, "-", "--format", format]), joined);
    }
}

/// A bot of two files is one bot; pair 1 of the one is not pair 1 of the other.
#[test]
fn files_are_joined() {
    let path = format!("{DATA}/a.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    let [once, twice] =
        [vec![path.as_str()], vec![&path, "-"]].map(|words| document(&text, &words));
    let member = |name: &str| [&once, &twice].map(|document| document[name].as_u64().unwrap());
    assert_eq!((member("games"), member("pairs")), ([600, 1200], [300, 600]));
    for place in 0..4 {
        let [once, twice] = [&once, &twice].map(|document| &document["ratings"][place]);
        assert_eq!(once["bot"], twice["bot"]);
        super::check_close("elo", &twice["elo"], super::number(&once["elo"]), 1e-6);
    }
}

#[test]
fn names_cannot_move_the_cursor() {
    let games = "south,north,result\n\"\u{1b}[2Ja\n\",b,1-0\nb,\"\u{1b}[2Ja\n\",1-0\n";
    let table = rate(games, &["-"]);
    assert!(!table.contains('\u{1b}') && table.contains("\\u{1b}[2Ja\\n"), "{table}");
    let error = super::try_rate(&mut games.as_bytes(), &["-", "--anchor", "\u{1b}[2Ja=1"]);
    assert!(matches!(&error, Err(Failure::Usage(e)) if !format!("{e:#}").contains('\u{1b}')));
}

/// A reader that has seen enough.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for format in ["table", "csv", "json"] {
        let arguments = arguments(&["-", "--format", format]);
        let done = super::super::rate(&arguments, &mut SMALL.as_bytes(), &mut Closed, Style::Plain);
        assert!(matches!(done, Err(Failure::NobodyReads)), "{format}: {done:?}");
    }
}
