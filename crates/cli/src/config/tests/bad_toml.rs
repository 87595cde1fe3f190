//! Files of wrong keys, wrong types and no TOML at all.

use super::message::{bot, raw, two};

/// Wrong keys; a key of another table is sent home.
#[test]
fn keys() {
    two(
        "tcc = 1",
        "
            unknown key `tcc` at the top of the file
              --> club.toml:1:1
               | tcc = 1
               | ^^^ did you mean `tc`?",
    );
    two(
        "games = 4",
        "
            unknown key `games` at the top of the file
              --> club.toml:1:1
               | games = 4
               | ^^^^^ `games` belongs in [format]",
    );
    two(
        "[format]\ntc = \"10\"",
        r#"
            unknown key `tc` in [format]
              --> club.toml:2:1
               | tc = "10"
               | ^^ `tc` belongs at the top of the file"#,
    );
    two(
        "zzzzz = 1",
        "
            unknown key `zzzzz` at the top of the file
              --> club.toml:1:1
               | zzzzz = 1
               | ^^^^^ known are `name`, `seed`, `rules`, `tc`, `st`, `margin_ms`, `format`, `openings`, `sprt`, `adjudicate`, `bot`",
    );
    two(
        "name = \"ok\"\n[format]\nkind = \"round-robin\"\n  cycels = 10",
        "
            unknown key `cycels` in [format]
              --> club.toml:4:3
               |   cycels = 10
               |   ^^^^^^ did you mean `cycles`?",
    );
    two(
        "[openings]\nordr = \"random\"",
        r#"
            unknown key `ordr` in [openings]
              --> club.toml:2:1
               | ordr = "random"
               | ^^^^ did you mean `order`?"#,
    );
    bot(
        r#"comand = "own""#,
        r#"
            unknown key `comand` in [[bot]]
              --> club.toml:6:1
               | comand = "own"
               | ^^^^^^ did you mean `command`?"#,
    );
    two(
        r#"rules = { presets = "oware" }"#,
        r#"
            unknown key `presets` in `rules`
              --> club.toml:1:11
               | rules = { presets = "oware" }
               |           ^^^^^^^ did you mean `preset`?"#,
    );
    two(
        "cycles.x = 1",
        "
            unknown key `cycles` at the top of the file
              --> club.toml:1:1
               | cycles.x = 1
               | ^^^^^^ `cycles` belongs in [format]",
    );
}

/// What is no TOML at all.
#[test]
fn syntax() {
    raw(
        "name = club",
        "
            string values must be quoted, expected literal string
              --> club.toml:1:8
               | name = club
               |        ^^^^",
    );
    raw(
        r#"name = "club"#,
        r#"
            invalid basic string, expected `"`
              --> club.toml:1:13
               | name = "club
               |             ^"#,
    );
    raw(
        "name = \"a\"\nname = \"b\"",
        r#"
            duplicate key
              --> club.toml:2:1
               | name = "b"
               | ^^^^"#,
    );
    raw(
        "[format\nkind = 1",
        "
            unclosed table, expected `]`
              --> club.toml:1:8
               | [format
               |        ^",
    );
    raw(
        "name",
        "
            key with no value, expected `=`
              --> club.toml:1:5
               | name
               |     ^",
    );
    raw(
        r#"name = "a" b"#,
        r#"
            unexpected key or value, expected newline, `#`
              --> club.toml:1:12
               | name = "a" b
               |            ^"#,
    );
    raw(
        "\u{feff}name = \"\u{1b}[31mé\" x",
        r#"
            unexpected key or value, expected newline, `#`
              --> club.toml:1:17
               | name = "�[31mé" x
               |                 ^"#,
    );
    raw(
        "é = 1\r\n",
        "
            invalid unquoted key, expected letters, numbers, `-`, `_`
              --> club.toml:1:1
               | é = 1
               | ^",
    );
}

/// Values of another type than the key takes.
#[test]
fn tables() {
    raw(
        "[bot]\nbuiltin = \"first\"",
        "
            `bot` takes a list of tables, not a table
              --> club.toml:1:1
               | [bot]
               | ^^^^^ write [[bot]] above each bot",
    );
    raw(
        "bot = [1, 2]",
        "
            `bot` takes a table, not a whole number
              --> club.toml:1:8
               | bot = [1, 2]
               |        ^",
    );
    two(
        "format = 1",
        "
            `format` takes a table, not a whole number
              --> club.toml:1:10
               | format = 1
               |          ^",
    );
    two(
        "name = 3",
        "
            `name` takes a string, not a whole number
              --> club.toml:1:8
               | name = 3
               |        ^",
    );
    two(
        "rules = 3",
        "
            `rules` takes the name of a preset, or a table, not a whole number
              --> club.toml:1:9
               | rules = 3
               |         ^",
    );
    two(
        "st = []",
        "
            `st` takes a string or a number, not a list
              --> club.toml:1:6
               | st = []
               |      ^^",
    );
    bot(
        "command = 3",
        "
            `command` takes a string or a list of strings, not a whole number
              --> club.toml:6:11
               | command = 3
               |           ^",
    );
    bot(
        "command = [1]",
        "
            `command` takes a string or a list of strings, not a whole number
              --> club.toml:6:12
               | command = [1]
               |            ^",
    );
    bot(
        "command = \"own\"\nrestart = 1",
        "
            `restart` takes `true` or `false`, not a whole number
              --> club.toml:7:11
               | restart = 1
               |           ^",
    );
    bot(
        "command = \"own\"\nrestart = \"true\"",
        r#"
            `restart` takes `true` or `false`, not a string
              --> club.toml:7:11
               | restart = "true"
               |           ^^^^^^ write it without quotes"#,
    );
    bot(
        "command = \"own\"\nenv = { A = 1 }",
        "
            `A` takes a string, not a whole number
              --> club.toml:7:13
               | env = { A = 1 }
               |             ^",
    );
    bot(
        "command = \"own\"\nmemory_mb = 1.5",
        "
            `memory_mb` takes a whole number from 1 to 1048576, not a number with a point
              --> club.toml:7:13
               | memory_mb = 1.5
               |             ^^^",
    );
    two(
        "[format]\ngames = \"2\"",
        r#"
            `games` takes a whole number from 1 to 4294967295, not a string
              --> club.toml:2:9
               | games = "2"
               |         ^^^ write it without quotes"#,
    );
    two(
        "seed = 2026-01-01",
        "
            `seed` takes a whole number from 0 to 9007199254740991, not a date
              --> club.toml:1:8
               | seed = 2026-01-01
               |        ^^^^^^^^^^",
    );
}

/// Numbers out of range.
#[test]
fn ranges() {
    two(
        "seed = -7",
        "
            `seed` takes a whole number from 0 to 9007199254740991, not `-7`
              --> club.toml:1:8
               | seed = -7
               |        ^^",
    );
    two(
        "seed = 0x20_0000_0000_0000",
        "
            `seed` takes a whole number from 0 to 9007199254740991, not `0x20000000000000`
              --> club.toml:1:8
               | seed = 0x20_0000_0000_0000
               |        ^^^^^^^^^^^^^^^^^^^",
    );
    two(
        "margin_ms = 60001",
        "
            `margin_ms` takes a whole number from 0 to 60000, not `60001`
              --> club.toml:1:13
               | margin_ms = 60001
               |             ^^^^^",
    );
    two(
        "[format]\ncycles = 0",
        "
            `cycles` takes a whole number from 1 to 4294967295, not `0`
              --> club.toml:2:10
               | cycles = 0
               |          ^",
    );
    two(
        "[format]\ncycles = 4294967295\ngames = 4294967295",
        "
            a schedule has at most 9007199254740991 games; lower `games` or `cycles`
              --> club.toml:3:9
               | games = 4294967295
               |         ^^^^^^^^^^",
    );
    two(
        "[openings]\nrandom_plies = 1001",
        "
            `random_plies` takes a whole number from 0 to 1000, not `1001`
              --> club.toml:2:16
               | random_plies = 1001
               |                ^^^^",
    );
    two(
        "[openings]\nrandom_plies = 900",
        "
            900 random plies are too many: under these rules none of 64 random games went on after them
              --> club.toml:2:16
               | random_plies = 900
               |                ^^^",
    );
    bot(
        "command = \"own\"\nthreads = 0",
        "
            `threads` takes a whole number from 1 to 1024, not `0`
              --> club.toml:7:11
               | threads = 0
               |           ^",
    );
}
