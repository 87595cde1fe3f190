//! The schema and the reader refuse the same, and accept the same.

use super::super::schema;
use super::Folder;
use super::schema::{document, faults};

/// Schema and reader say the same of a file, as far as no other file is looked at.
#[track_caller]
fn check_both(text: &str, is_good: bool) {
    let found = faults(&document(text), &schema::schema(), "");
    assert_eq!(found.is_empty(), is_good, "the schema says of\n{text}\n{found:#?}");
    let read = Folder::usual().parse(text);
    assert_eq!(read.is_ok(), is_good, "the reader says of\n{text}\n{read:?}");
}

/// The same with two bots behind.
#[track_caller]
fn check_top(text: &str, is_good: bool) {
    let bots = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"greedy\"\n";
    check_both(&format!("{text}\n{bots}"), is_good);
}

#[test]
fn times() {
    let longest = ["604800", "604800.", "604800.000", "604799.999", "000604800"];
    let good = ["10", "0.1", ".5", "5.", "0.001", "007", "0.010", "1.25", "59999", "600001"];
    for time in good.into_iter().chain(longest) {
        check_top(&format!("st = \"{time}\""), true);
        check_top(&format!("tc = \"{time}\""), true);
        check_top(&format!("tc = \"{time}+{time}\""), true);
    }
    for increment in ["0", "0.0", ".0", "0.000", "0.1", "604800"] {
        check_top(&format!("tc = \"10+{increment}\""), true);
    }
    let bad = [
        "",
        " ",
        ".",
        "0",
        "0.0",
        "0.000",
        "-1",
        "+1",
        "1e3",
        "10s",
        "1:30",
        "0,1",
        " 1",
        "1 ",
        "0.0001",
        "1.0000",
        "604800.001",
        "604801",
        "610000",
        "700000",
        "9999999",
        "x",
        "1+",
        "10+",
        "10+x",
        "10+-1",
        "1+1+1",
        "40/10",
        "\u{0661}",
    ];
    for time in bad {
        check_top(&format!("st = \"{time}\""), false);
        check_top(&format!("tc = \"{time}\""), false);
    }
    check_top("st = \"10+0.1\"", false);
    for (number, is_good) in [
        ("10", true),
        ("0.5", true),
        ("604800", true),
        ("604801", false),
        ("0", false),
        ("-1", false),
    ] {
        check_top(&format!("st = {number}"), is_good);
        check_top(&format!("tc = {number}"), is_good);
    }
    check_top("tc = true", false);
    check_top("st = [1]", false);
    check_top("margin_ms = 60000", true);
    check_top("margin_ms = 60001", false);
    check_top("margin_ms = \"50\"", false);
}

#[test]
fn names() {
    let long = |count: usize| "\u{1ecd}".repeat(count);
    for (name, is_good) in [
        ("a", true),
        ("  My bot 2.0  ", true),
        ("\u{202e}x", true),
        (&long(64), true),
        (&format!(" {} ", long(64)), true),
        (&long(65), false),
        ("", false),
        (" \\t ", false),
        ("\\tx", true),
        ("a\\tb", false),
        ("a\\u001bb", false),
        ("a\\u007f", false),
        ("a\\u009b", false),
    ] {
        check_top(&format!("name = \"{name}\""), is_good);
        let other = "[[bot]]\nbuiltin = \"first\"\n";
        check_both(&format!("{other}[[bot]]\nname = \"{name}\"\nbuiltin = \"first\""), is_good);
    }
    // That of a tournament is one of a folder.
    for name in ["a/b", "/a", "a\\\\b", ".a", "..", " .a"] {
        check_top(&format!("name = \"{name}\""), false);
        let bots = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"first\"\nname = ";
        check_both(&format!("{bots}\"{name}\""), true);
    }
    check_top("name = 5", false);
}

#[test]
fn rules_as_text_and_as_table() {
    for (rules, is_good) in [
        ("\"oware\"", true),
        ("\"oware-slam-forbidden\"", true),
        ("\" ayoayo  max_plies=200 majority=false \"", true),
        ("\"ayoayo capturing_seed=stays\"", true),
        ("\"ayoayo max_plies=6000\"", true),
        ("\"ayoayo max_plies=6001\"", false),
        ("\"ayoayo max_plies=0\"", false),
        ("\"ayoayo repetition=0\"", true),
        ("\"ayoayo max_plies\"", false),
        ("\"ayoayo sowing=double\"", false),
        ("\"ayoayo colour=red\"", false),
        ("\"ayoayo,majority=false\"", false),
        ("\"Oware\"", false),
        ("\"kalah\"", false),
        ("\"\"", false),
        ("5", false),
        ("{ preset = \"oware\", majority = \"false\", max_plies = \"200\" }", true),
        ("{ majority = true, repetition = 0, max_plies = 6000 }", true),
        ("{ majority = 1 }", false),
        ("{ max_plies = 6001 }", false),
        ("{ max_plies = \"6001\" }", false),
        ("{ preset = \"kalah\" }", false),
    ] {
        check_top(&format!("rules = {rules}"), is_good);
    }
}

#[test]
fn formats_openings_and_tests() {
    for (text, is_good) in [
        ("[openings]\nrandom_plies = 20", true),
        ("[openings]\nrandom_plies = 1001", false),
        ("[openings]\nrandom_plies = -1", false),
        ("[openings]\nfile = \"openings.txt\"", true),
        ("[openings]\nfile = \"openings.txt\"\norder = \"random\"", true),
        ("[openings]\nfile = \"openings.txt\"\nrandom_plies = 4", false),
        ("[openings]\norder = \"random\"", false),
        ("[openings]\nrandom_plies = 4\norder = \"random\"", false),
        ("[openings]\nrandom_plies = 1\nvalue = \"win\"", true),
        ("[openings]\nrandom_plies = 1\nvalue = \"won\"", false),
        ("[openings]\nrandom_plies = 9\nvalue = \"draw\"", false),
        ("[openings]\nfile = \"openings.txt\"\nvalue = \"draw\"", false),
        ("[openings]\nfile = \"\"", false),
        ("[format]\ncycles = 3\ngames = 1", true),
        ("[format]\ncycles = 0", false),
        ("[format]\ngames = 0", false),
        ("[format]\nrounds = 1", false),
        ("[format]\nchallengers = 1", false),
        ("[format]\nbye_points = 1", false),
        ("[format]\nkind = \"gauntlet\"\nchallengers = 1\ncycles = 2", true),
        ("[format]\nkind = \"gauntlet\"\nacceleration = \"none\"", false),
        ("[format]\nkind = \"swiss\"\nrounds = 1\nbye_points = \"0.5\"", true),
        ("[format]\nkind = \"swiss\"\nbye_points = 1.0", true),
        ("[format]\nkind = \"swiss\"\nbye_points = 0.7", false),
        ("[format]\nkind = \"swiss\"\nrounds = 1000000", false),
        ("[format]\nkind = \"swiss\"\ncycles = 2", false),
        ("[format]\nkind = \"swiss\"\nchallengers = 1", false),
        ("[sprt]\nelo0 = 0\nelo1 = 2000", true),
        ("[sprt]\nelo0 = 0\nelo1 = 2000.5", false),
        ("[sprt]\nelo0 = 0", false),
        ("[sprt]\nelo0 = 0\nelo1 = \"5\"", false),
        ("[sprt]\nelo0 = 0\nelo1 = 5\nalpha = 1", false),
        ("[sprt]\nelo0 = 0\nelo1 = 5\nalpha = 1e-10", false),
        ("[sprt]\nelo0 = 0\nelo1 = 5\nmodel = \"bayesian\"", true),
        ("[sprt]\nelo0 = 0\nelo1 = 5\n[format]\ngames = 1", false),
        ("[sprt]\nelo0 = 0\nelo1 = 5\n[[bot]]\nbuiltin = \"random\"", false),
    ] {
        check_top(text, is_good);
    }
}

#[test]
fn bots() {
    for (bot, is_good) in [
        (
            "builtin = \"minimax\"\noptions = { depth = 64, nodes = 1000000000000, table_mb = \"16\" }",
            true,
        ),
        ("builtin = \"minimax\"\noptions = { depth = 65 }", false),
        ("builtin = \"minimax\"\noptions = { depth = 0 }", false),
        ("builtin = \"minimax\"\noptions = { depth = \"x\" }", false),
        ("builtin = \"minimax\"\noptions = { seed = 1 }", false),
        ("builtin = \"greedy\"\noptions = { seed = 0 }", true),
        ("builtin = \"greedy\"\noptions = { seed = \"18446744073709551615\" }", true),
        ("builtin = \"greedy\"\noptions = { seed = \"18446744073709551616\" }", false),
        ("builtin = \"greedy\"\noptions = { seed = -1 }", false),
        ("builtin = \"perfect\"\noptions = { memory = 64, nodes = 1000 }", true),
        ("builtin = \"perfect\"\noptions = { memory = 0 }", false),
        ("builtin = \"perfect\"\noptions = { depth = 3 }", false),
        ("builtin = \"first\"\noptions = { depth = 1 }", false),
        ("builtin = \"first\"\noptions = {}", true),
        ("builtin = \"first\"\ndir = \"bots\"", false),
        ("builtin = \"first\"\nenv = {}", false),
        ("builtin = \"first\"\nbuild = \"make\"", false),
        ("command = \"python3 mybot.py\"\ndir = \"\"\nenv = { A = \"b\" }\nbuild = \"make\"", true),
        ("command = [\"python3\", \"\"]", true),
        ("command = \"python3\"\noptions = {}", false),
        ("command = \" \"", false),
        ("command = []", false),
        ("command = [\"\"]", false),
        ("command = [\"python3\", 1]", false),
        ("command = [\"python3\", \"a\\u0000\"]", false),
        ("command = \"python3\"\nenv = { \"A=B\" = \"c\" }", false),
        ("command = \"python3\"\nenv = { \"\" = \"c\" }", false),
        ("command = \"python3\"\nenv = { A = \"\\u0000\" }", false),
        ("command = \"python3\"\nbuild = \" \"", false),
        ("builtin = \"first\"\nthreads = 1024\nmemory_mb = 1048576\nrating = 9999", true),
        ("builtin = \"first\"\nthreads = 1025", false),
        ("builtin = \"first\"\nmemory_mb = 0", false),
        ("builtin = \"first\"\nrating = 10000", false),
        ("builtin = \"first\"\nrestart = \"true\"", false),
    ] {
        check_both(&format!("[[bot]]\nbuiltin = \"random\"\n[[bot]]\n{bot}"), is_good);
    }
}
