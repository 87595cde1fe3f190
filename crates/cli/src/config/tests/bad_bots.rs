//! Bots that cannot work.

use super::message::{bot, raw};

/// Too few bots, and the built-in ones.
#[test]
fn built_in_bots() {
    raw(
        "",
        "
            a tournament needs at least 2 bots, not 0
              --> club.toml
               = add a [[bot]]",
    );
    raw(
        "[[bot]]\nbuiltin = \"first\"",
        "
            a tournament needs at least 2 bots, not 1
              --> club.toml:1:1
               | [[bot]]
               | ^^^^^^^ add a [[bot]]",
    );
    bot(
        r#"name = "x""#,
        "
            this bot has neither `builtin` nor `command`
              --> club.toml:5:1
               | [[bot]]
               | ^^^^^^^",
    );
    bot(
        r#"builtin = "gredy""#,
        r#"
            unknown built-in bot `gredy`
              --> club.toml:6:11
               | builtin = "gredy"
               |           ^^^^^^^ did you mean `greedy`?"#,
    );
    bot(
        "builtin = \"first\"\ncommand = \"own\"",
        r#"
            both `builtin` and `command` are given
              --> club.toml:7:1
               | command = "own"
               | ^^^^^^^ keep one"#,
    );
    bot(
        "builtin = \"minimax\"\noptions = { dept = 6 }",
        "
            `minimax` has no option `dept`; it has `depth` (1 to 64), `nodes` (1 to 1000000000000), `table_mb` (1 to 1024)
              --> club.toml:7:13
               | options = { dept = 6 }
               |             ^^^^ did you mean `depth`?",
    );
    bot(
        "builtin = \"minimax\"\noptions = { depth = 600 }",
        "
            `depth` takes a whole number from 1 to 64, not `600`
              --> club.toml:7:21
               | options = { depth = 600 }
               |                     ^^^",
    );
    bot(
        "builtin = \"minimax\"\noptions = { depth = [6] }",
        "
            `depth` takes a number, not a list
              --> club.toml:7:21
               | options = { depth = [6] }
               |                     ^^^",
    );
    bot(
        "builtin = \"first\"\nenv = { A = \"1\" }",
        r#"
            `env` goes with `command`, but this bot is built in
              --> club.toml:7:1
               | env = { A = "1" }
               | ^^^"#,
    );
}

/// Commands that cannot work.
#[test]
fn commands() {
    bot(
        r#"command = """#,
        r#"
            the command is empty
              --> club.toml:6:11
               | command = ""
               |           ^^"#,
    );
    bot(
        "command = []",
        "
            the command is empty
              --> club.toml:6:11
               | command = []
               |           ^^",
    );
    bot(
        r#"command = [""]"#,
        r#"
            the command is empty
              --> club.toml:6:11
               | command = [""]
               |           ^^^^"#,
    );
    bot(
        r#"command = "python3 'x""#,
        r#"
            the command ends inside a quotation or after a backslash
              --> club.toml:6:11
               | command = "python3 'x"
               |           ^^^^^^^^^^^^"#,
    );
    bot(
        r#"command = "pyhton3 mybot.py""#,
        r#"
            no program `pyhton3` in PATH
              --> club.toml:6:11
               | command = "pyhton3 mybot.py"
               |           ^^^^^^^^^^^^^^^^^^ did you mean `python3`?"#,
    );
    bot(
        r#"command = "python3 mybto.py""#,
        r#"
            no such file: mybto.py (paths are relative to club.toml)
              --> club.toml:6:11
               | command = "python3 mybto.py"
               |           ^^^^^^^^^^^^^^^^^^ did you mean `mybot.py`?"#,
    );
    bot(
        r#"command = "mybot.py""#,
        r#"
            `mybot.py` is not executable
              --> club.toml:6:11
               | command = "mybot.py"
               |           ^^^^^^^^^^ try `python3 mybot.py`, or `chmod +x mybot.py`"#,
    );
    bot(
        r#"command = "bots/swift""#,
        r#"
            `bots/swift` is a folder, not a program
              --> club.toml:6:11
               | command = "bots/swift"
               |           ^^^^^^^^^^^^"#,
    );
    bot(
        r#"command = "./bots/swfit/run.sh --fast""#,
        r#"
            no such file: ./bots/swfit/run.sh (paths are relative to club.toml)
              --> club.toml:6:11
               | command = "./bots/swfit/run.sh --fast"
               |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ did you mean `./bots/swift/run.sh`?"#,
    );
    bot(
        r#"command = "/no/such/bot""#,
        r#"
            no such file: /no/such/bot
              --> club.toml:6:11
               | command = "/no/such/bot"
               |           ^^^^^^^^^^^^^^"#,
    );
    bot(
        "command = [\"python3\", \"a\\u0000\"]",
        r#"
            `a\u{0}` has a NUL character
              --> club.toml:6:11
               | command = ["python3", "a\u0000"]
               |           ^^^^^^^^^^^^^^^^^^^^^^"#,
    );
    bot(
        "command = \"own\"\ndir = \"bost\"",
        r#"
            no such folder: bost (paths are relative to club.toml)
              --> club.toml:7:7
               | dir = "bost"
               |       ^^^^^^ did you mean `bots`?"#,
    );
    bot(
        "command = \"./own\"\ndir = \"bots\"",
        r#"
            no such file: ./own (paths are relative to bots, the `dir` of this bot)
              --> club.toml:6:11
               | command = "./own"
               |           ^^^^^^^"#,
    );
    bot(
        "command = \"own\"\noptions = { depth = 6 }",
        "
            `options` goes with `builtin`
              --> club.toml:7:1
               | options = { depth = 6 }
               | ^^^^^^^ write them into `command`",
    );
    bot(
        "command = \"own\"\nenv = { \"A=\" = \"1\" }",
        r#"
            `A=` cannot be set in an environment
              --> club.toml:7:9
               | env = { "A=" = "1" }
               |         ^^^^"#,
    );
    bot(
        "command = \"own\"\nbuild = \" \"",
        r#"
            ` ` is not a command
              --> club.toml:7:9
               | build = " "
               |         ^^^"#,
    );
}
