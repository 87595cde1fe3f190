//! What a person sees.

use super::super::Format;
use super::{answer, ask};

#[track_caller]
fn check(rules: &str, position: &str, moves: Option<&str>, expected: &str) {
    let text = answer(&ask(rules, position, moves, Format::Text));
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn nothing_asked_is_the_start() {
    let moves = None;
    let expected = "\
rules     ayoayo
position  4.4.4.4.4.4/4.4.4.4.4.4 0-0 S

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  4 |  4 |  4 |  4 |  4 |  4 |
     0  +----+----+----+----+----+----+  0
        |  4 |  4 |  4 |  4 |  4 |  4 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

South to move

pit  number  seeds  move
A         0      4  sows 4, 5 laps, ends in C, captures 2        2.7.0.6.1.6/6.6.0.0.6.6 2-0 N
B         1      4  sows 4, 5 laps, ends in D, captures 7        6.2.7.0.6.1/6.6.0.0.1.6 7-0 N
C         2      4  sows 4, 5 laps, ends in E, captures 7        6.6.2.7.0.6/1.0.6.6.0.1 7-0 N
D         3      4  sows 4, 5 laps, ends in F, captures 7        1.6.6.2.7.0/0.1.6.6.6.0 7-0 N
E         4      4  sows 4, 5 laps, ends in a, captures nothing  0.1.6.6.2.7/1.6.1.6.6.6 0-0 N
F         5      4  sows 4, 5 laps, ends in b, captures nothing  6.0.1.6.6.2/7.1.6.1.6.6 0-0 N
";
    check("ayoayo", "", moves, expected);
}

/// A move that ends the game says so.
#[test]
fn a_game_that_goes_on() {
    let moves = Some("DcBbBaFbEdFfBdCaDcEbC");
    let expected = "\
rules     ayoayo
played    DcBbBaFbEdFfBdCaDcEbC (plies: 21)
position  1.1.0.1.0.0/2.0.0.1.0.1 17-24 N

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  1 |  0 |  1 |  0 |  0 |  2 |
    24  +----+----+----+----+----+----+  17
        |  1 |  1 |  0 |  1 |  0 |  0 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

North to move

pit  number  seeds  move
a         6      2  sows 2, 1 lap, ends in c, captures 2         1.1.0.0.0.0/0.1.0.1.0.1 17-26 S  ends the game: majority, North wins 26-17
b         7      0  illegal (empty): pit b is empty
c         8      0  illegal (empty): pit c is empty
d         9      1  sows 1, 1 lap, ends in e, captures 2         1.0.0.1.0.0/2.0.0.0.0.1 17-26 S  ends the game: majority, North wins 26-17
e        10      0  illegal (empty): pit e is empty
f        11      1  sows 1, 2 laps, ends in C, captures nothing  0.2.1.1.0.0/2.0.0.1.0.0 17-24 S
";
    check("ayoayo", "", moves, expected);
}

#[test]
fn an_endless_relay() {
    let moves = None;
    let expected = "\
rules     ayoayo
position  0.1.0.1.0.2/3.0.1.0.1.2 17-20 N

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  2 |  1 |  0 |  1 |  0 |  3 |
    20  +----+----+----+----+----+----+  17
        |  0 |  1 |  0 |  1 |  0 |  2 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

North to move

pit  number  seeds  move
a         6      3  sows 3, 1 lap, ends in d, captures nothing   0.1.0.1.0.2/0.1.2.1.1.2 17-20 S
b         7      0  illegal (empty): pit b is empty
c         8      1  sows 1, 1 lap, ends in d, captures nothing   0.1.0.1.0.2/3.0.0.1.1.2 17-20 S
d         9      0  illegal (empty): pit d is empty
e        10      1  sows 1, 2 laps, ends in C, captures nothing  1.2.1.1.0.2/3.0.1.0.0.0 17-20 S
f        11      2  illegal (endless): the sowing would go round and round and never end
";
    check("ayoayo", "0.1.0.1.0.2/3.0.1.0.1.2 17-20 N", moves, expected);
}

#[test]
fn a_move_that_starves() {
    let moves = None;
    let expected = "\
rules     ayoayo
position  2.0.1.0.0.2/0.0.0.0.0.0 21-22 S

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  0 |  0 |  0 |  0 |  0 |  0 |
    22  +----+----+----+----+----+----+  21
        |  2 |  0 |  1 |  0 |  0 |  2 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

South to move

pit  number  seeds  move
A         0      2  illegal (starves): North has no seeds to play with, and this move leaves North none
B         1      0  illegal (empty): pit B is empty
C         2      1  illegal (starves): North has no seeds to play with, and this move leaves North none
D         3      0  illegal (empty): pit D is empty
E         4      0  illegal (empty): pit E is empty
F         5      2  sows 2, 1 lap, ends in b, captures nothing  2.0.1.0.0.0/1.1.0.0.0.0 21-22 N
";
    check("ayoayo", "2.0.1.0.0.2/0.0.0.0.0.0 21-22 S", moves, expected);
}

#[test]
fn a_forbidden_grand_slam() {
    let moves = None;
    let expected = "\
rules     oware-slam-forbidden
position  1.0.0.0.0.0/1.0.0.1.2.0 24-19 N

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  0 |  2 |  1 |  0 |  0 |  1 |
    19  +----+----+----+----+----+----+  24
        |  1 |  0 |  0 |  0 |  0 |  0 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

North to move

pit  number  seeds  move
a         6      1  sows 1, 1 lap, ends in b, captures nothing  1.0.0.0.0.0/0.1.0.1.2.0 24-19 S
b         7      0  illegal (empty): pit b is empty
c         8      0  illegal (empty): pit c is empty
d         9      1  sows 1, 1 lap, ends in e, captures nothing  1.0.0.0.0.0/1.0.0.0.3.0 24-19 S
e        10      2  illegal (grand-slam): it would capture all of South's seeds, which these rules forbid
f        11      0  illegal (empty): pit f is empty
";
    check("oware-slam-forbidden", "1.0.0.0.0.0/1.0.0.1.2.0 24-19 N", moves, expected);
}

#[test]
fn a_game_over_by_repetition() {
    let moves = Some("CcCc");
    let expected = "\
rules     ayoayo
start     0.3.1.1.2.1/0.1.0.1.0.6 14-18 S
played    CcCc (plies: 4)
position  0.3.1.1.2.1/0.1.0.1.0.6 14-18 S

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  6 |  0 |  1 |  0 |  1 |  0 |
    18  +----+----+----+----+----+----+  14
        |  0 |  3 |  1 |  1 |  2 |  1 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

game over by repetition: this position occurred 3 times; left on the board: 16, to nobody
final stores: South 14, North 18: North wins 18-14
";
    check("ayoayo", "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S", moves, expected);
}

#[test]
fn a_game_without_moves_left() {
    let moves = Some("AfEcEbBeBfAcBdDdFcAaCcEfBaAdCdFbDdCaEfBbC");
    let expected = "\
rules     ayoayo-full-count
played    AfEcEbBeBfAcBdDdFcAaCcEfBaAdCdFbDdCaEfBbC (plies: 41)
position  1.0.0.0.0.1/0.0.0.0.0.0 24-22 N

           f    e    d    c    b    a
          11   10    9    8    7    6
        +----+----+----+----+----+----+
 North  |  0 |  0 |  0 |  0 |  0 |  0 |
    22  +----+----+----+----+----+----+  24
        |  1 |  0 |  0 |  0 |  0 |  1 |  South
        +----+----+----+----+----+----+
           0    1    2    3    4    5
           A    B    C    D    E    F

game over by no_moves: North has no legal move; left on the board: 2, all to South
final stores: South 26, North 22: South wins 26-22

pit  number  seeds  move
a         6      0  illegal (empty): pit a is empty
b         7      0  illegal (empty): pit b is empty
c         8      0  illegal (empty): pit c is empty
d         9      0  illegal (empty): pit d is empty
e        10      0  illegal (empty): pit e is empty
f        11      0  illegal (empty): pit f is empty
";
    check("ayoayo-full-count", "", moves, expected);
}

/// The endings whose pictures are like those above.
#[test]
fn endings() {
    #[track_caller]
    fn check(rules: &str, position: &str, moves: Option<&str>, expected: [&str; 2]) {
        let text = answer(&ask(rules, position, moves, Format::Text));
        let ending: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("game over")).take(2).collect();
        assert_eq!(ending, expected, "\n{text}");
    }
    check(
        "ayoayo",
        "0.0.0.0.0.1/4.4.4.5.4.0 25-1 N",
        None,
        [
            "game over by majority: a store holds more than half of the 48 seeds; \
             left on the board: 22, not counted",
            "final stores: South 25, North 1: South wins 25-1",
        ],
    );
    check(
        "ayoayo-full-count",
        "0.0.0.0.0.0/0.0.0.0.0.0 24-24 N",
        None,
        [
            "game over by no_moves: North has no legal move",
            "final stores: South 24, North 24: draw 24-24",
        ],
    );
    check(
        "ayoayo-own-side",
        "5.6.4.9.5.11/0.0.0.0.0.0 5-3 N",
        None,
        [
            "game over by no_moves: North has no legal move; \
             left on the board: 40, to each side its own row",
            "final stores: South 45, North 3: South wins 45-3",
        ],
    );
    check(
        "oware max_plies=1",
        "1.0.0.0.0.0/1.0.0.1.2.0 24-19 N",
        Some("a"),
        [
            "game over by ply_limit: the ply limit of 1 is reached; \
             left on the board: 5, to each side its own row",
            "final stores: South 25, North 23: South wins 25-23",
        ],
    );
}

#[test]
fn what_was_asked_stands_above_the_board() {
    #[track_caller]
    fn check(position: &str, moves: Option<&str>, expected: &str) {
        let text = answer(&ask("ayoayo max_plies=200", position, moves, Format::Text));
        assert!(text.starts_with(expected), "{text}");
    }
    let start = "position  4.4.4.4.4.4/4.4.4.4.4.4 0-0 S\n\n";
    let rules = "rules     ayoayo max_plies=200\n";
    check("", None, &format!("{rules}{start}"));
    check("", Some(""), &format!("{rules}played    no moves\n{start}"));
    check(
        "0.3.1.1.2.1/0.1.0.1.0.6 14-18 S",
        Some("Cc"),
        &format!(
            "{rules}start     0.3.1.1.2.1/0.1.0.1.0.6 14-18 S\nplayed    Cc (plies: 2)\n\
             position  0.3.1.1.2.1/0.1.0.1.0.6 14-18 S\n\n"
        ),
    );
}
