//! Wrong names, rules, times, formats and openings.

use super::message::{bot, two};

/// Names of tournaments and bots.
#[test]
fn names() {
    two(
        r#"name = "a/b""#,
        r#"
            the name `a/b` cannot be that of a folder
              --> club.toml:1:8
               | name = "a/b"
               |        ^^^^^ leave out slashes, and points at the start"#,
    );
    two(
        r#"name = ".""#,
        r#"
            the name `.` cannot be that of a folder
              --> club.toml:1:8
               | name = "."
               |        ^^^ leave out slashes, and points at the start"#,
    );
    bot(
        "name = \" \"\nbuiltin = \"first\"",
        r#"
            the name is empty
              --> club.toml:6:8
               | name = " "
               |        ^^^"#,
    );
    bot(
        "name = \"a\\u0007\"\nbuiltin = \"first\"",
        r#"
            the name has a control character, `\u{7}`
              --> club.toml:6:8
               | name = "a\u0007"
               |        ^^^^^^^^^"#,
    );
    bot(
        "name = \"\\u200B\\u2060\"\nbuiltin = \"first\"",
        r#"
            the name shows nothing, all its characters are invisible
              --> club.toml:6:8
               | name = "\u200B\u2060"
               |        ^^^^^^^^^^^^^^"#,
    );
    bot(
        "name = \"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\"\nbuiltin = \"first\"",
        r#"
            the name has 65 characters, more than 64
              --> club.toml:6:8
               | name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
               |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"#,
    );
    bot(
        "name = \"a\"\nbuiltin = \"first\"\n[[bot]]\nname = \" a \"\nbuiltin = \"first\"",
        r#"
            two bots are named `a`
              --> club.toml:9:8
               | name = " a "
               |        ^^^^^ the first is in line 6"#,
    );
}

/// Rule sets.
#[test]
fn rules() {
    two(
        r#"rules = "ayoayoo""#,
        r#"
            unknown rules `ayoayoo`
              --> club.toml:1:9
               | rules = "ayoayoo"
               |         ^^^^^^^^^ did you mean `ayoayo`?"#,
    );
    two(
        r#"rules = "chess""#,
        r#"
            unknown rules `chess`
              --> club.toml:1:9
               | rules = "chess"
               |         ^^^^^^^ known are `ayoayo`, `ayoayo-full-count`, `ayoayo-seed-stays`, `ayoayo-own-side`, `oware`, `oware-slam-allowed`, `oware-slam-forbidden`, `oware-slam-leave-last`"#,
    );
    two(
        r#"rules = "ayoayo capturing_sed=stays""#,
        r#"
            unknown rule option `capturing_sed`
              --> club.toml:1:9
               | rules = "ayoayo capturing_sed=stays"
               |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ did you mean `capturing_seed`?"#,
    );
    two(
        r#"rules = { preset = "oware-slam" }"#,
        r#"
            unknown preset `oware-slam`
              --> club.toml:1:20
               | rules = { preset = "oware-slam" }
               |                    ^^^^^^^^^^^^ did you mean `oware-slam-allowed`?"#,
    );
    two(
        r#"rules = { capturing_seed = "stay" }"#,
        r#"
            `capturing_seed` takes `taken` or `stays`, not `stay`
              --> club.toml:1:28
               | rules = { capturing_seed = "stay" }
               |                            ^^^^^^ did you mean `stays`?"#,
    );
    two(
        "rules = { max_plies = 0 }",
        "
            `max_plies` takes a whole number from 1 to 6000, not `0`
              --> club.toml:1:23
               | rules = { max_plies = 0 }
               |                       ^",
    );
    two(
        r#"rules = { majority = "yes" }"#,
        r#"
            `majority` takes `true` or `false`, not `yes`
              --> club.toml:1:22
               | rules = { majority = "yes" }
               |                      ^^^^^"#,
    );
}

/// Times, and what was probably meant.
#[test]
fn times() {
    two(
        r#"tc = "10s""#,
        r#"
            `10s` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)
              --> club.toml:1:6
               | tc = "10s"
               |      ^^^^^ did you mean `10`?"#,
    );
    two(
        r#"tc = "1:30+0,5""#,
        r#"
            `1:30` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)
              --> club.toml:1:6
               | tc = "1:30+0,5"
               |      ^^^^^^^^^^ did you mean `90+0.5`?"#,
    );
    two(
        r#"tc = "40/10+0.1""#,
        r#"
            `40/10` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)
              --> club.toml:1:6
               | tc = "40/10+0.1"
               |      ^^^^^^^^^^^ did you mean `10+0.1`?"#,
    );
    two(
        r#"tc = "fast""#,
        r#"
            `fast` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)
              --> club.toml:1:6
               | tc = "fast"
               |      ^^^^^^"#,
    );
    two(
        r#"st = "100 ms""#,
        r#"
            `100 ms` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)
              --> club.toml:1:6
               | st = "100 ms"
               |      ^^^^^^^^ did you mean `0.1`?"#,
    );
    two(
        "st = 0",
        "
            `0` is not a time in seconds: write `10+0.1` for ten seconds a game and a tenth more each move, `0.1` for a tenth of a second (at least 0.001, at most seven days)
              --> club.toml:1:6
               | st = 0
               |      ^",
    );
}

/// What does not fit the format.
#[test]
fn formats() {
    two(
        "[format]\nkind = \"roundrobbin\"",
        r#"
            unknown format kind `roundrobbin`
              --> club.toml:2:8
               | kind = "roundrobbin"
               |        ^^^^^^^^^^^^^ did you mean `round-robin`?"#,
    );
    two(
        "[format]\nkind = \"swiss\"\nrounds = 9",
        "
            9 rounds are too many for 2 bots: nobody meets the same opponent twice, and each has \
         1; let everybody meet everybody with `kind = \"round-robin\"`
              --> club.toml:3:10
               | rounds = 9
               |          ^",
    );
    two(
        "[format]\nkind = \"swiss\"\ncycles = 9",
        "
            `cycles` is not for the Swiss system
              --> club.toml:3:1
               | cycles = 9
               | ^^^^^^ `rounds` says how many are played",
    );
    two(
        "[format]\nkind = \"swiss\"\nbye_points = 2",
        "
            `bye_points` takes 0, 0.5 or 1, not `2`
              --> club.toml:3:14
               | bye_points = 2
               |              ^",
    );
    two(
        "[format]\nkind = \"swiss\"\nacceleration = \"bakku\"",
        r#"
            unknown acceleration `bakku`
              --> club.toml:3:16
               | acceleration = "bakku"
               |                ^^^^^^^ did you mean `baku`?"#,
    );
    two(
        "[sprt]\nelo0 = 0",
        "
            [sprt] needs `elo1`
              --> club.toml:1:1
               | [sprt]
               | ^^^^^^ as in `elo0 = 0`, `elo1 = 5`",
    );
    two(
        "[sprt]\nelo0 = 0\nelo1 = \"5\"",
        "
            `elo1` takes a number, not a string
              --> club.toml:3:8
               | elo1 = \"5\"
               |        ^^^ write it without quotes",
    );
    two(
        "[sprt]\nelo0 = 5\nelo1 = 0",
        "
            `elo0` is 5 and `elo1` is 0; `elo1` must be larger, by 0.01 at least
              --> club.toml:1:1
               | [sprt]
               | ^^^^^^",
    );
    two(
        "[sprt]\nelo0 = 0\nelo1 = 5\n[format]\ngames = 1",
        "
            [sprt] judges pairs of games with the sides swapped
              --> club.toml:1:1
               | [sprt]
               | ^^^^^^ write `games = 2` in [format]",
    );
    two(
        "[sprt]\nelo0 = 0\nelo1 = 5\nmodel = \"logistik\"",
        r#"
            unknown model `logistik`
              --> club.toml:4:9
               | model = "logistik"
               |         ^^^^^^^^^^ did you mean `logistic`?"#,
    );
    two(
        "[adjudicate]\nnodes = 10",
        "
            [adjudicate] needs `proof`
              --> club.toml:1:1
               | [adjudicate]
               | ^^^^^^^^^^^^ write `proof = true`, or leave [adjudicate] out",
    );
    two(
        "rules = \"oware\"\n[adjudicate]\nproof = true",
        "
            `proof` is not for these rules: the solver knows relay games that capture the \
opposite pit (`ayoayo` and its presets)
              --> club.toml:3:9
               | proof = true
               |         ^^^^ leave [adjudicate] out",
    );
    two(
        "[format]\nbye_points = 0",
        "
            `bye_points` is for the Swiss system
              --> club.toml:2:1
               | bye_points = 0
               | ^^^^^^^^^^",
    );
    two(
        "[format]\nrounds = 9",
        "
            `rounds` is for the Swiss system
              --> club.toml:2:1
               | rounds = 9
               | ^^^^^^ `cycles` says how often every two bots meet",
    );
    two(
        "[format]\nchallengers = 1",
        r#"
            `challengers` is for `kind = "gauntlet"`
              --> club.toml:2:1
               | challengers = 1
               | ^^^^^^^^^^^"#,
    );
    two(
        "[format]\nkind = \"gauntlet\"\nchallengers = 2",
        "
            `challengers` takes only 1, not `2`
              --> club.toml:3:15
               | challengers = 2
               |               ^",
    );
    bot(
        "builtin = \"random\"\n[format]\nkind = \"gauntlet\"\nchallengers = 3",
        "
            `challengers` takes a whole number from 1 to 2, not `3`
              --> club.toml:9:15
               | challengers = 3
               |               ^",
    );
}

/// Openings; an error in their file shows that file.
#[test]
fn openings() {
    two(
        "[openings]\nfile = \"opennings.txt\"",
        r#"
            no such opening file: opennings.txt (paths are relative to club.toml)
              --> club.toml:2:8
               | file = "opennings.txt"
               |        ^^^^^^^^^^^^^^^ did you mean `openings.txt`?"#,
    );
    two(
        "[openings]\nfile = \"letter.txt\"",
        "
            this is no opening: `Z` at character 2 is not a pit (`A`-`F` are South's, `a`-`f` North's)
              --> letter.txt:2:1
               | CZ
               | ^^",
    );
    two(
        "[openings]\nfile = \"illegal.txt\"",
        "
            this opening cannot be played: move 2 is illegal: pit 2 (C) is not an own pit with seeds
              --> illegal.txt:3:3
               |   CC  # twice
               |   ^^^^^^^^^^^ legal there: acdf",
    );
    two(
        "[openings]\nfile = \"seeds.txt\"",
        "
            this is no opening: pits and stores hold 49 seeds, not 48
              --> seeds.txt:1:1
               | 4.4.4.4.4.4/4.4.4.4.4.5 0-0 S
               | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    );
    two(
        "[openings]\nfile = \"empty.txt\"",
        "
            there is no opening in this file
              --> empty.txt",
    );
    two(
        "[openings]\nfile = \"bots\"",
        r#"
            cannot read opening file bots: it is a folder
              --> club.toml:2:8
               | file = "bots"
               |        ^^^^^^"#,
    );
    // No pipe is waited for, and no device read.
    two(
        "[openings]\nfile = \"/dev/null\"",
        r#"
            cannot read opening file /dev/null: it is no regular file
              --> club.toml:2:8
               | file = "/dev/null"
               |        ^^^^^^^^^^^"#,
    );
    two(
        "[openings]\nfile = \"openings.txt\"\norder = \"shuffled\"",
        r#"
            unknown order `shuffled`
              --> club.toml:3:9
               | order = "shuffled"
               |         ^^^^^^^^^^ known are `sequential`, `random`"#,
    );
    two(
        "[openings]\nfile = \"openings.txt\"\norder = \"squential\"",
        r#"
            unknown order `squential`
              --> club.toml:3:9
               | order = "squential"
               |         ^^^^^^^^^^^ did you mean `sequential`?"#,
    );
    two(
        "[openings]\norder = \"random\"",
        r#"
            `order` goes with `file`, which is not given
              --> club.toml:2:1
               | order = "random"
               | ^^^^^"#,
    );
    two(
        "[openings]\nvalue = \"won\"",
        r#"
            unknown value `won`
              --> club.toml:2:9
               | value = "won"
               |         ^^^^^ did you mean `win`?"#,
    );
    two(
        "[openings]\nfile = \"openings.txt\"\nvalue = \"draw\"",
        r#"
            `value` goes with `random_plies`, not with `file`
              --> club.toml:3:1
               | value = "draw"
               | ^^^^^ `ayo openings` writes a file of openings of one value"#,
    );
    two(
        "[openings]\nrandom_plies = 9\nvalue = \"draw\"",
        r#"
            with `value` there are at most 8 random plies
              --> club.toml:3:9
               | value = "draw"
               |         ^^^^^^"#,
    );
    two(
        "[openings]\nrandom_plies = 0\nvalue = \"draw\"",
        r#"
            no position after 0 random plies is a draw
              --> club.toml:3:9
               | value = "draw"
               |         ^^^^^^ `ayo openings --plies 0 --counts` shows what there is"#,
    );
    two(
        "rules = \"oware\"\n[openings]\nvalue = \"draw\"",
        r#"
            the solver knows relay games that capture the opposite pit (`ayoayo` and its presets)
              --> club.toml:3:9
               | value = "draw"
               |         ^^^^^^ leave `value` out"#,
    );
    two(
        "[openings]\nfile = \"a\"\nrandom_plies = 3",
        "
            both `random_plies` and `file` are given
              --> club.toml:3:1
               | random_plies = 3
               | ^^^^^^^^^^^^ keep one",
    );
}
