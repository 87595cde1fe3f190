//! Files that are missing, unreadable or too large, and lines too long to show.

use std::path::Path;

use super::{Folder, found};
use crate::config::{MAX_BOTS, MAX_CONFIG_BYTES, MAX_OPENINGS_BYTES, Tournament, nearest};

#[track_caller]
fn check(folder: &Folder, file: &str, message: &str) {
    let error = Tournament::load(Path::new(file), &folder.around(), &found).expect_err(file);
    assert_eq!(folder.redact(&error.to_string()), message);
}

#[test]
fn files() {
    let folder = Folder::usual().file("club.toml", "").file("latin.toml", "");
    folder.write("latin.toml", b"name = 'a'\nname = '\xe9'\n");
    folder.write("large.toml", &vec![b'\n'; MAX_CONFIG_BYTES as usize + 1]);
    check(
        &folder,
        "clbu.toml",
        "no such tournament file: clbu.toml (paths are relative to the current folder); \
         did you mean `club.toml`?",
    );
    check(&folder, "/no/such.toml", "no such tournament file: /no/such.toml");
    check(&folder, "bots", "cannot read tournament file bots: it is a folder");
    check(&folder, "latin.toml", "cannot read tournament file latin.toml: line 2 is not UTF-8");
    check(
        &folder,
        "large.toml",
        "cannot read tournament file large.toml: it is larger than 1048576 bytes",
    );
    folder.write("large.toml", &vec![b'\n'; MAX_CONFIG_BYTES as usize]);
    check(
        &folder,
        "large.toml",
        "a tournament needs at least 2 bots, not 0\n  --> large.toml\n   = add a [[bot]]",
    );
}

#[test]
fn a_large_opening_file() {
    let folder = Folder::usual();
    folder.write("o.txt", &vec![b'\n'; MAX_OPENINGS_BYTES as usize + 1]);
    let text = "[openings]\nfile = 'o.txt'\n[[bot]]\nbuiltin = 'first'\n[[bot]]\nbuiltin = 'first'";
    let error = folder.parse(text).unwrap_err().to_string();
    assert!(error.starts_with("cannot read opening file o.txt: it is larger than"), "{error}");
    assert!(error.contains("\n  --> club.toml:2:8\n"), "{error}");
}

#[test]
fn many_bots() {
    let folder = Folder::usual();
    let mut text = "[[bot]]\nbuiltin = 'first'\n".repeat(MAX_BOTS);
    let tournament = folder.parse(&text).unwrap();
    let last = &tournament.bots[MAX_BOTS - 1].spec.name;
    assert_eq!((tournament.bots.len(), last.as_str()), (MAX_BOTS, "first#10000"));
    text.push_str("[[bot]]\nbuiltin = 'first'\n");
    let error = folder.parse(&text).unwrap_err().to_string();
    let expected = "a tournament has at most 10000 bots, not 10001\n  --> club.toml:20001:1\n   \
                    | [[bot]]\n   | ^^^^^^^";
    assert_eq!(error, expected);
}

#[test]
fn a_long_line_is_cut_around_the_culprit() {
    let folder = Folder::usual();
    let text = format!(
        "tc = 1 # {0}\nrules = {{ majority = {1}true, majorty = true }}",
        "x".repeat(500),
        " ".repeat(150)
    );
    let error = folder.parse(&text).unwrap_err().to_string();
    let expected = format!(
        "unknown key `majorty` in `rules`\n  --> club.toml:2:178\n   | {}true, majorty = true }}\n   \
         | {}^^^^^^^ did you mean `majority`?",
        " ".repeat(19),
        " ".repeat(25)
    );
    assert_eq!(error, expected);
    let wide = format!("name = {}", "y".repeat(500));
    let longest = folder.parse(&wide).unwrap_err().to_string().lines().map(str::len).max();
    assert!(longest <= Some(120), "{longest:?}");
}

/// No text makes reading panic, and every message names the file.
#[test]
fn cut_files_are_errors_or_tournaments() {
    let folder = Folder::usual();
    let whole = "name = 'é\u{1F600}'\nrules = { preset = 'oware', majority = true }\ntc = '1+1'\n\
                 [format]\nkind = 'gauntlet'\n[[bot]]\ncommand = [\"own\", '''x\ny''']\n\
                 [[bot]]\nbuiltin = 'minimax'\noptions = { depth = 3 }\n";
    for cut in (0..whole.len()).filter(|&cut| whole.is_char_boundary(cut)) {
        for text in [&whole[..cut], &whole[cut..]] {
            if let Err(error) = folder.parse(text) {
                assert!(error.to_string().contains("\n  --> club.toml"), "{text}\n{error}");
            }
        }
    }
}

#[test]
fn nearest_words() {
    let words = ["random", "greedy", "round-robin", "st"];
    let check = |word, meant| assert_eq!(nearest(word, words), meant, "{word}");
    check("greddy", Some("greedy"));
    check("GREEDY", Some("greedy"));
    check("round_robin", Some("round-robin"));
    check("round", Some("round-robin"));
    check("ts", Some("st"));
    check("x", None);
    check("", None);
    check("completely different", None);
}
