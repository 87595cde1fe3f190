//! Davidson's model, the prior, and copies of games: each is told wherever it is used.

use super::{DATA, SMALL, check_close, document, number, rate};

fn set(name: &str) -> String {
    format!("{DATA}/{name}.csv")
}

#[test]
fn davidson() {
    let file = set("a");
    let found = document("", &[&file, "--model", "davidson"]);
    assert_eq!(found["model"], "davidson");
    let nu = number(&found["nu"]);
    check_close("nu", &found["nu"], 0.8192687509604535, 1e-8);
    check_close("elo", &found["ratings"][0]["elo"], 72.38163425868441 * 2.0 / (2.0 + nu), 1e-6);
    let logistic = document("", &[&file]);
    assert_eq!((&logistic["model"], &logistic["nu"]), (&"logistic".into(), &().into()));
    let text = rate("", &[&file, "--model", "davidson"]);
    let line = "model       Davidson's on the logistic scale, equals draw 29.1 %, first-move \
                advantage fitted";
    assert!(text.lines().any(|found| found == line), "{text}");
    let draws = rate("", &[&set("degenerate/only_draws"), "--model", "davidson"]);
    assert!(draws.contains("as Davidson's model has no fit to these games"), "{draws}");
}

/// Numbers that the games alone do not give are marked in every format.
#[test]
fn a_prior_is_marked() {
    let file = set("degenerate/won_all");
    let words = [file.as_str(), "--prior", "1"];
    let found = document("", &words);
    assert_eq!(found["prior"], 1.0);
    assert!(found["ratings"].as_array().unwrap().iter().all(|rating| rating["bound"] == "exact"));
    check_close("elo", &found["ratings"][0]["elo"], 543.681385, 1e-5);
    assert_eq!(document("", &[&file])["prior"], 0.0);

    let text = rate("", &words);
    let line = "prior       1 drawn game of each bot against one at 0, and of the first move, are \
                added";
    assert!(text.lines().any(|found| found == line), "{text}");
    assert!(!rate("", &[&file]).contains("prior"));

    let csv = rate("", &["--format", "csv", &file, "--prior", "0.5"]);
    let mut rows = csv.lines();
    assert!(rows.next().unwrap().ends_with(",rank_low,rank_high,prior_games"), "{csv}");
    assert!(rows.all(|row| row.ends_with(",0.5")), "{csv}");
    assert!(!rate("", &[&file, "--format", "csv"]).contains("prior"));
}

#[test]
fn islands_with_a_prior() {
    let found = document(SMALL, &["-", "--prior", "2"]);
    assert_eq!(found["components"], 2);
    for difference in found["differences"].as_array().unwrap() {
        let island = |key: &str| {
            let ratings = found["ratings"].as_array().unwrap();
            &ratings.iter().find(|rating| rating["bot"] == difference[key]).unwrap()["component"]
        };
        assert_eq!(island("a"), island("b"), "{difference}");
    }
    let text = rate(SMALL, &["-", "--prior", "2"]);
    assert!(text.contains("\nscale       the mean is 0\n"), "{text}");
    assert!(text.contains("\nprior       2 drawn games of each bot"), "{text}");
}

/// Two bots that play the same games over and over have shown no more than once.
#[test]
fn copies_are_told() {
    let mut text = String::from("pair,south,north,opening,result,moves\n");
    for pair in 0..400 {
        let moves = |side: usize| format!("Cc{}", "AfBb".repeat(1 + (pair % 40 + side) % 40));
        let results = [["1-0", "0-1"], ["0-1", "0-1"], ["1/2-1/2", "1-0"]][pair % 40 % 3];
        text += &format!("{pair},a,b,Cc,{},{}\n", results[0], moves(0));
        text += &format!("{pair},b,a,Cc,{},{}\n", results[1], moves(1));
    }
    let found = document(&text, &["-"]);
    assert_eq!((&found["games"], &found["identical"]), (&800.into(), &720.into()));
    assert_eq!((&found["pairs"], &found["interval"]), (&40.into(), &"bootstrap".into()));
    let line = "copies      720 games are copies of others, opening and moves and all; each counts once \
                for the intervals";
    let table = rate(&text, &["-"]);
    assert!(table.lines().any(|found| found == line), "{table}");
    let two = "pair,south,north,result,moves\n1,a,b,1-0,CcAf\n2,a,b,1-0,CcAf\n";
    let line = "copies      1 game is a copy of another, opening and moves and all; both count \
                once for the intervals";
    let table = rate(two, &["-"]);
    assert!(table.lines().any(|found| found == line), "{table}");
    // Without the moves nobody can know.
    let unknown = document(&text.replace(",moves\n", ",other\n"), &["-"]);
    assert_eq!((&unknown["identical"], &unknown["pairs"]), (&0.into(), &400.into()));
    let width = |found: &serde_json::Value| number(&found["ratings"][0]["se"]);
    assert!(width(&found) > 2.5 * width(&unknown), "{found} {unknown}");
}
