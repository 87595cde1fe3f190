//! Matches and tournaments that a sequential test ends.

use ayo_store::Store;
use serde_json::Value;

use crate::folder::Folder;
use crate::games::games;

const MATCH: &[&str] =
    &["match", "greedy", "random", "--isolation", "none", "--seed", "3", "--json"];

fn play(folder: &Folder, more: &[&str]) -> Value {
    folder.ayo(&[MATCH, more].concat()).exits(0).json()
}

/// Checks that the games of later pairs than the decision are marked, and no others.
#[track_caller]
fn check_marked(folder: &Folder, out: &str, last: Option<u64>) {
    let lines = folder.ayo(&["report", out, "--games", "jsonl"]).exits(0).stdout;
    let mut after = 0;
    for game in lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let is_after = last.is_some_and(|last| game["pair"].as_u64().unwrap() > last);
        assert_eq!(game["after_decision"] == true, is_after, "{game}");
        after += usize::from(is_after);
    }
    let pgn = folder.read(&format!("{out}/games.pgn"));
    assert_eq!(pgn.matches("[AfterDecision \"true\"]").count(), after);
    assert_eq!(pgn, folder.ayo(&["report", out, "--games", "pgn"]).exits(0).stdout);
    let page = folder.read(&format!("{out}/report.html"));
    let (_, run) = page.split_once("id=\"run\">").unwrap();
    let run: Value = serde_json::from_str(run.split_once("</script>").unwrap().0).unwrap();
    let marked = run["games"].as_array().unwrap().iter().filter(|game| game[15] == true).count();
    assert_eq!(marked, after);
    let told = last.map_or_else(String::new, |last| format!("H1 at pair {last}: 20 Elo "));
    let told = format!("against <b><bdi>random</bdi></b> accepts {told}");
    assert_eq!(page.contains(&told), last.is_some(), "`{told}`");
}

/// Checks that `report` says of a test what was said at the end of the match.
#[track_caller]
fn check_reported(folder: &Folder, out: &str, said: &Value) {
    let report = folder.ayo(&["report", out, "--json"]).exits(0).json();
    assert_eq!(report["sprt"], said["sprt"]);
    assert_eq!(report["identical"], said["identical"]);
    let stopped = said["stopped"][0].as_str().unwrap();
    folder
        .ayo(&["report", out])
        .exits(0)
        .prints("\n  SPRT   LLR ")
        .prints(&format!("\n{stopped}\n"));
}

/// The decision falls at the same pair however many are played at once, and what ends
/// after it is kept.
#[test]
fn a_match_is_decided() {
    let folder = Folder::new();
    let test = ["--sprt", "elo0=0 elo1=20"];
    let outs = ["one", "two", "eight"];
    let decided = outs.iter().zip(["1", "2", "8"]).map(|(out, slots)| {
        let more = [&test[..], &["--out", out, "--concurrency", slots]].concat();
        let found = play(&folder, &more);
        assert!(found["stopped"][0].as_str().unwrap().starts_with("SPRT accepts H1 at pair "));
        let sprt = &found["sprt"];
        let (pairs, after) = (&sprt["pairs"], &sprt["pairs_after_decision"]);
        let sum = |cells: &Value| -> u64 {
            cells.as_array().unwrap().iter().map(|cell| cell.as_u64().unwrap()).sum()
        };
        assert_eq!(Some(sum(pairs)), sprt["decided_at_pair"].as_u64(), "{sprt}");
        let whole = sum(pairs) + sum(after);
        assert_eq!(
            found["games"].as_u64().unwrap() - found["unpaired"].as_u64().unwrap(),
            2 * whole
        );
        assert_eq!(games(&folder, out).len() as u64, found["games"].as_u64().unwrap());
        check_marked(&folder, out, sprt["decided_at_pair"].as_u64());
        check_reported(&folder, out, &found);
        ["decided_at_pair", "llr", "pairs", "state", "elo"].map(|key| sprt[key].clone())
    });
    let decided: Vec<_> = decided.collect();
    assert!(decided.iter().all(|it| *it == decided[0]), "{decided:?}");

    // Nothing is played any more; without a folder it is another match.
    let before = games(&folder, "two");
    play(&folder, &[&test[..], &["--out", "two"]].concat());
    assert_eq!(games(&folder, "two"), before);
    play(&folder, &test);
    play(&folder, &test);
    assert!(folder.path("runs/greedy-random-2/games.csv").exists());
    // Nor is it gone on with for another test, unless it is named.
    play(&folder, &["--sprt", "elo0=0 elo1=20 alpha=0.01"]);
    assert!(folder.path("runs/greedy-random-3/games.csv").exists());
    // A match that goes on is judged with all its games.
    let more = [&["--sprt", "elo0=0 elo1=20 alpha=0.001 beta=0.001"][..], &["--out", "one"]];
    let longer = play(&folder, &more.concat());
    let last = longer["sprt"]["decided_at_pair"].as_u64();
    assert!(last > decided[0][0].as_u64(), "{longer}");
    check_marked(&folder, "one", last);
    // Neither is it played on for the first test, whose decision it has.
    play(&folder, &[&test[..], &["--out", "one"]].concat());
    check_marked(&folder, "one", decided[0][0].as_u64());
    // Without a test none is told.
    play(&folder, &["--games", "2", "--out", "one"]);
    let report = folder.ayo(&["report", "one"]).exits(0);
    assert!(!report.stdout.contains("SPRT"), "{}", report.shown());
    check_marked(&folder, "one", None);
    // Runs of before have kept no test, and what they say of it is but a sentence.
    Store::open(&folder.path("two/run.db")).unwrap().ask_test(None).unwrap();
    folder.ayo(&["report", "two"]).exits(0);
    check_marked(&folder, "two", None);
}

#[test]
fn a_match_that_ends_before_its_test() {
    let folder = Folder::new();
    let arguments = ["match", "greedy", "random", "--games", "4", "--sprt", "elo0=0 elo1=5"];
    let done = folder.ayo(&[&arguments[..], &["--isolation", "none"]].concat()).exits(0);
    done.prints("SPRT     LLR ")
        .prints("to play: about ")
        .prints("stopped: all games played, the SPRT is undecided, LLR ");
    folder.write(
        "t.toml",
        "[sprt]\nelo0 = 0\nelo1 = 5\n[format]\ncycles = 2\n[[bot]]\nbuiltin = \"greedy\"\n\
         [[bot]]\nbuiltin = \"random\"\n",
    );
    let run = folder.ayo(&["run", "t.toml", "--isolation", "none", "--json"]).exits(0).json();
    let report = folder.ayo(&["report", "runs/t"]).exits(0);
    report.prints("to play: about ").prints("\nthe SPRT is undecided\n");
    let stopped = run["stopped"].as_str().unwrap();
    assert!(stopped.starts_with("all games played, the SPRT is undecided, LLR "), "{stopped}");
    for out in ["greedy-random", "t"] {
        let page = folder.read(&format!("runs/{out}/report.html"));
        let told = "; H0 (0 Elo) is accepted at \u{2212}2.94, H1 (5 Elo) at 2.94.";
        assert!(page.contains(told) && page.contains(" is not decided: LLR "), "{out}");
    }
    folder
        .ayo(&["match", "greedy", "random", "--sprt", "elo0=0,elo1=5"])
        .exits(2)
        .complains("error: `--sprt`: settings are apart by blanks, not by `,`: `elo0=0 elo1=5`");
    let refused = |test| folder.ayo(&["match", "greedy", "random", "--sprt", test]).exits(2);
    refused("elo0=0").complains("error: `--sprt`: `elo1` is missing");
    refused("elo0=0 elo1=0").complains("`elo1` must be larger");
    refused("elo0=0 elo=5").complains("`elo=5` is no setting");
}

#[test]
fn a_tournament_is_decided() {
    let folder = Folder::new();
    folder.write(
        "t.toml",
        "[sprt]\nelo0 = 0\nelo1 = 20\n[[bot]]\nbuiltin = \"greedy\"\n\
         [[bot]]\nbuiltin = \"random\"\n",
    );
    let command = ["run", "t.toml", "--out", "run", "--isolation", "none"];
    let done = folder.ayo(&command).exits(0).prints("stopped: SPRT accepts H1 at pair ");
    let done = done.prints("at most 2000000 games").prints("median-unbiased");
    let last = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let again = folder.ayo(&command).exits(0);
    assert_eq!(last(&again.stdout), last(&done.stdout));
}

/// Bots without randomness play one game from one opening, and a test takes each copy for
/// another one: that is said, and not when openings differ.
#[test]
fn copies_are_told() {
    #[track_caller]
    fn check(folder: &Folder, command: &str, are_copies: bool) {
        let words: Vec<&str> = command.split(' ').chain(["--isolation", "none"]).collect();
        let sprt = folder.ayo(&[&words[..], &["--json"]].concat()).exits(0).json()["sprt"].clone();
        let (copies, last) = (&sprt["copied_pairs"], &sprt["decided_at_pair"]);
        let [copies, last] = [copies, last].map(|number| number.as_u64().unwrap());
        assert_eq!(copies == last - 1, are_copies, "{sprt}");
        let out = words[words.iter().position(|word| *word == "--out").unwrap() + 1];
        let told = [
            folder.ayo(&[&words[..], &["--json"]].concat()).exits(0).json(),
            folder.ayo(&["report", out, "--json"]).exits(0).json(),
            folder.ayo(&["rate", &format!("{out}/run.db"), "--format", "json"]).exits(0).json(),
        ];
        let [one, other, third] = told.map(|told| told["identical"].as_u64().unwrap());
        assert_eq!([one, one], [other, third]);
        assert_eq!(one >= 2 * (last - 1), are_copies, "{one} games");
        let text = folder.ayo(&words).exits(0).stdout;
        let line = format!("warning: {copies} of {last} judged pairs are copies of others");
        assert_eq!(text.contains(&line), are_copies, "{text}");
        assert_eq!(text.contains("warning: "), are_copies, "{text}");
    }
    let folder = Folder::new();
    for (out, openings, are_copies) in [("one", "random:0", true), ("many", "random:4", false)] {
        let options = format!("--openings {openings} --out {out}");
        let test = "--sprt elo0=0\u{a0}elo1=100";
        check(&folder, &format!("match first first {test} {options}"), are_copies);
    }
    folder.write(
        "t.toml",
        "[openings]\nrandom_plies = 0\n[sprt]\nelo0 = 0\nelo1 = 100\n[[bot]]\nbuiltin = \"first\"\n\
         [[bot]]\nname = \"same\"\nbuiltin = \"first\"\n",
    );
    check(&folder, "run t.toml --out run", true);
}
