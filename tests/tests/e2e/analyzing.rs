//! Games analysed with the exact solver, and where it is to be seen.

use rustix::process::Signal;
use serde_json::Value;

use crate::folder::{Folder, OPEN};

/// A run of a few games of bots that do blunder.
fn played(cycles: u32, head: &str) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "name = \"club\"\nseed = 5\n{head}[format]\ncycles = {cycles}\n\
         [[bot]]\nname = 'a \"b\" | <i>\\'\nbuiltin = \"random\"\n[[bot]]\nbuiltin = \"greedy\"\n"
    );
    folder.write("club.toml", text);
    folder.ayo(&[&["run", "club.toml"], OPEN].concat()).exits(0);
    folder
}

/// The rows of standings.csv without those columns that have commas.
fn blunder_columns(folder: &Folder) -> Vec<[String; 2]> {
    let text = folder.read("runs/club/standings.csv");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let heads = rows.headers().unwrap().clone();
    assert_eq!(
        heads.iter().skip(heads.len() - 2).collect::<Vec<_>>(),
        ["blunders_per_game", "first_blunder_ply"]
    );
    let last = |row: csv::StringRecord| [row.len() - 2, row.len() - 1].map(|at| row[at].to_owned());
    rows.records().map(|row| last(row.unwrap())).collect()
}

#[test]
fn a_run_is_analysed_and_told_of() {
    let folder = played(2, "");
    assert_eq!(blunder_columns(&folder), [["", ""], ["", ""]]);
    assert!(!folder.read("runs/club/report.html").contains("id=\"best-play\""));
    let analyze = ["analyze", "runs/club", "--threads", "2", "--memory", "64"];
    let done = folder.ayo(&analyze).exits(0).prints("ayoayo · 4 of 4 games analysed");
    assert!(
        done.stdout.contains("ply ") && done.stdout.contains(" and played "),
        "{}",
        done.shown()
    );

    // Again: nothing is left to do, and it says the same.
    let again = folder.ayo(&analyze).exits(0);
    assert_eq!(again.stdout, done.stdout);
    assert!(!again.stderr.contains("analysing"), "{}", again.shown());

    let document = folder.ayo(&[&analyze[..], &["--json"]].concat()).exits(0).json();
    let counts = ["games", "analysed", "unknown"].map(|name| document[name].as_u64().unwrap());
    assert_eq!(counts, [4, 4, 0]);
    check_games(&document);
    check_tables(&folder, &document);

    check_replays(&folder, &document);
    check_pgn(&folder, &document);

    // From the start, with one thread: the same.
    let fresh = ["analyze", "runs/club", "--fresh", "--threads", "1", "--memory", "64", "--json"];
    let fresh = folder.ayo(&fresh).exits(0).complains("analysing 4 games");
    assert_eq!(fresh.json(), document);

    // Everything can be made again.
    let before = folder.read("runs/club/standings.csv");
    std::fs::remove_file(folder.path("runs/club/standings.csv")).unwrap();
    folder.ayo(&["report", "runs/club"]).exits(0).prints("blunders");
    assert_eq!(folder.read("runs/club/standings.csv"), before);
}

/// What is said of each game fits together, and no move of an opening is a blunder.
fn check_games(document: &Value) {
    let mut counted = std::collections::BTreeMap::<String, u64>::new();
    for game in document["analyses"].as_array().unwrap() {
        let text = |name: &str| game[name].as_str().unwrap();
        let (moves, values) = (text("moves"), text("values").as_bytes());
        assert_eq!(values.len(), moves.len() + 1, "{game}");
        // A game that ended by the rules ended with its result.
        let last = match text("result") {
            "1-0" => b's',
            "0-1" => b'n',
            _ => b'd',
        };
        assert_eq!(values.last(), Some(&last), "{game}");
        for blunder in game["blunders"].as_array().unwrap() {
            let ply = blunder["ply"].as_u64().unwrap() as usize;
            assert!(ply > text("opening").len(), "{game}");
            let pit = &moves[ply - 1..ply];
            assert_eq!(blunder["move"], pit);
            let keeps = blunder["keeps"].as_array().unwrap();
            assert!(!keeps.is_empty() && !keeps.contains(&Value::from(pit)), "{game}");
            let side = blunder["side"].as_str().unwrap();
            *counted.entry(text(side).to_owned()).or_default() += 1;
        }
    }
    for bot in document["bots"].as_array().unwrap() {
        let name = bot["bot"].as_str().unwrap();
        assert_eq!(bot["blunders"].as_u64(), Some(counted.get(name).copied().unwrap_or(0)));
    }
    assert!(counted.values().sum::<u64>() > 0, "random moves blunder: {document}");
}

fn check_tables(folder: &Folder, document: &Value) {
    let mut rows = blunder_columns(folder);
    let number = |value: &Value| value.as_f64().unwrap_or(-1.0);
    let mut expected: Vec<[f64; 2]> = document["bots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bot| [number(&bot["blunders_per_game"]), number(&bot["first_blunder_ply"])])
        .collect();
    let mut found: Vec<[f64; 2]> =
        rows.drain(..).map(|row| row.map(|text| text.parse().unwrap_or(-1.0))).collect();
    found.sort_by(|one, other| one.partial_cmp(other).unwrap());
    expected.sort_by(|one, other| one.partial_cmp(other).unwrap());
    assert_eq!(found, expected);
    let page = folder.read("runs/club/report.html");
    assert!(page.contains("id=\"best-play\"") && page.contains("4 of 4 games were analysed"));
}

/// A replay has the same values and blunders, and tells of them in the same words.
fn check_replays(folder: &Folder, document: &Value) {
    let told = folder.ayo(&["analyze", "runs/club", "--memory", "64"]).exits(0).stdout;
    for game in document["analyses"].as_array().unwrap() {
        let number = game["game_id"].to_string();
        let replay = |options: &[&str]| {
            folder.ayo(&[&["replay", "runs/club", &number], options].concat()).exits(0)
        };
        let replayed = replay(&["--json"]).json();
        for key in ["values", "blunders"] {
            assert_eq!(replayed[key], game[key], "game {number}");
        }
        let text = replay(&[]).stdout;
        let prefix = format!("game {number}, ply ");
        for line in told.lines().filter_map(|line| line.strip_prefix(&prefix)) {
            let (_, sentence) = line.split_once(": ").unwrap();
            assert!(text.contains(&format!("\n      blunder: {sentence}\n")), "{line}\n{text}");
        }
        assert!(text.contains("\n      with best play "), "{text}");
    }
}

/// Every blunder has its comment, and who rates games reads them as without.
fn check_pgn(folder: &Folder, document: &Value) {
    let games = document["analyses"].as_array().unwrap();
    let blunders: usize = games.iter().map(|game| game["blunders"].as_array().unwrap().len()).sum();
    let pgn = folder.read("runs/club/games.pgn");
    let comments = pgn.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let comments: Vec<String> = comments.map(|(comment, _)| comment.replace('\n', " ")).collect();
    assert_eq!(comments.len(), blunders, "{pgn}");
    assert!(comments.iter().all(|comment| comment.contains(" and played ")), "{comments:?}");
    let rate = |file| folder.ayo(&["rate", file, "--format", "json"]).exits(0).stdout;
    assert_eq!(rate("runs/club/games.pgn"), rate("runs/club/games.csv"));
    let printed = folder.ayo(&["report", "runs/club", "--games", "pgn"]).exits(0).stdout;
    assert_eq!(printed, pgn);
}

#[test]
fn a_sample_and_a_larger_one() {
    let folder = played(4, "");
    let analyze = |games: &str| {
        let command = ["analyze", "runs/club", "--games", games, "--memory", "64", "--json"];
        let document = folder.ayo(&command).exits(0).json();
        let list = document["analyses"].as_array().unwrap().clone();
        list.iter().map(|game| game["game_id"].as_u64().unwrap()).collect::<Vec<u64>>()
    };
    let small = analyze("2");
    assert_eq!(small.len(), 2, "pairs stay together: {small:?}");
    // A pair rather than nothing, and no second one that would be too many.
    assert_eq!(analyze("1"), small);
    assert_eq!(analyze("3"), small);
    let larger = analyze("4");
    assert_eq!(larger.len(), 4);
    assert!(small.iter().all(|game| larger.contains(game)), "{small:?} {larger:?}");
}

/// What a search does not find out is unknown, and is tried again with more.
#[test]
fn more_nodes_find_out_what_fewer_did_not() {
    let folder = played(1, "");
    let analyze = |nodes: &str| {
        let command = ["analyze", "runs/club", "--nodes", nodes, "--memory", "64", "--json"];
        folder.ayo(&command).exits(0)
    };
    let few = analyze("1").json();
    assert!(few["unknown"].as_u64().unwrap() > 0, "{few}");
    // Who does not know tells of no averages.
    assert_eq!(few["known_games"], 0, "{few}");
    assert_eq!(few["bots"][0]["known_games"], 0, "{few}");
    assert_eq!(few["bots"][0]["blunders_per_game"], Value::Null, "{few}");
    assert_eq!(blunder_columns(&folder), [["", ""], ["", ""]]);
    let told =
        "are averages of the games in which every position after the opening is known: 0 of 2";
    folder.ayo(&["analyze", "runs/club", "--nodes", "1", "--memory", "64"]).exits(0).prints(told);
    let more = analyze("20000000").complains("analysing 2 games").json();
    assert_eq!(more["unknown"], 0, "{more}");
    assert_eq!(more["known_games"], 2, "{more}");
    // And fewer do not make it worse.
    assert_eq!(analyze("1").json()["unknown"], 0);
}

#[test]
fn interrupted_and_continued() {
    let folder = played(100, "");
    let analyze = ["analyze", "runs/club", "--threads", "1", "--memory", "64"];
    let mut running = folder.start(&analyze);
    running.says("analysing 200 games");
    running.signal(Signal::INT);
    let done = running
        .ends()
        .exits(130)
        .complains("to go on: ayo analyze runs/club --threads 1 --memory 64\n");
    assert!(done.stdout.contains("stopped: interrupted"), "{}", done.shown());
    let out_of_time = folder.ayo(&[&analyze[..], &["--time", "1"]].concat()).exits(0);
    assert!(out_of_time.stdout.contains("stopped: the time is over"), "{}", out_of_time.shown());
    let kept = |done: &crate::running::Done| {
        let (_, rest) = done.stdout.split_once(" · ").unwrap();
        rest.split_once(" of 200").unwrap().0.parse::<u64>().unwrap()
    };
    assert!(kept(&out_of_time) >= kept(&done), "{}", out_of_time.shown());
}

#[test]
fn a_run_without_games() {
    let folder = Folder::new();
    let text = "name = \"club\"\n[[bot]]\nbuiltin = \"first\"\n[[bot]]\nname = \"ends\"\ncommand = \"false\"\n";
    folder.write("club.toml", text);
    folder.ayo(&[&["run", "club.toml"], OPEN].concat()).exits(1);
    let done = folder.ayo(&["analyze", "runs/club", "--memory", "64"]).exits(0);
    assert_eq!(
        done.stdout,
        "ayoayo · no game of this run is finished yet, so there is nothing to analyse\n"
    );
    let document =
        folder.ayo(&["analyze", "runs/club", "--memory", "64", "--json"]).exits(0).json();
    assert_eq!((&document["games"], &document["analysed"]), (&Value::from(0), &Value::from(0)));
}

/// What is wrong with an analysis costs the analyses, and no game.
#[test]
fn a_row_that_is_damaged() {
    let folder = played(1, "");
    let analyze = ["analyze", "runs/club", "--memory", "64"];
    folder.ayo(&analyze).exits(0);
    let games = folder.read("runs/club/games.csv");
    let standings = folder.read("runs/club/standings.csv");
    let database = rusqlite::Connection::open(folder.path("runs/club/run.db")).unwrap();
    database.execute_batch("UPDATE analysis SET blunders = '9999A:C' WHERE game = 2").unwrap();
    drop(database);
    for command in [&["report", "runs/club"][..], &["replay", "runs/club", "2"], &analyze] {
        let refused = folder.ayo(command).exits(2);
        let advice =
            "\n  `ayo analyze runs/club --fresh` makes all analyses again, and touches no game\n";
        assert!(refused.stderr.ends_with(advice), "{}", refused.shown());
        refused
            .complains("impossible row in `runs/club/run.db`: pair 1, game 2 of table `analysis`");
    }
    folder.ayo(&[&analyze[..], &["--fresh"]].concat()).exits(0);
    folder.ayo(&["report", "runs/club"]).exits(0);
    assert_eq!(folder.read("runs/club/games.csv"), games);
    assert_eq!(folder.read("runs/club/standings.csv"), standings);
}

#[test]
fn one_game() {
    let folder = Folder::new();
    let analyze = |moves: &str, more: &[&str]| {
        folder.ayo(&[&["analyze", "--moves", moves, "--memory", "64"], more].concat())
    };
    let done = analyze("Ab", &[])
        .exits(0)
        .prints("ply 1: south was winning with C and played A, which loses");
    assert!(done.stdout.contains("1  south  A     win     loss !"), "{}", done.shown());
    let document = analyze("A", &["--json"]).exits(0).json();
    let first = serde_json::json!({
        "ply": 1, "side": "south", "move": "A", "before": "win", "after": "loss",
        "before_depends_on_repetition": false, "after_depends_on_repetition": false,
    });
    assert_eq!(document["moves"], serde_json::json!([first]));
    let blunder = &document["blunders"][0];
    assert_eq!((&blunder["keeps"], &blunder["ply"]), (&serde_json::json!(["C"]), &Value::from(1)));
    analyze("Ab", &["--nodes", "1"]).exits(0).prints("3 positions not found out");
}

#[test]
fn what_cannot_be_analysed() {
    let folder = played(1, "rules = \"oware\"\n");
    let check = |arguments: &[&str], expected: &str| {
        folder.ayo(&[&["analyze"], arguments].concat()).exits(2).complains(expected);
    };
    check(&["runs/club"], "cannot analyse `oware`: the solver knows relay games");
    check(&["--moves", "A", "--rules", "oware"], "cannot analyse `oware`");
    check(&["--moves", "A", "--rules", "ayoayo max_plies=50"], "`max_plies` must be 1000 or more");
    check(&["--moves", "AA"], "move 2 cannot be played");
    check(&["--moves", "X"], "`--moves X`");
    check(&["runs/nothing"], "no run database");
    // Both ways are named.
    check(&[], "<DIR|--moves <MOVES>>");
    check(&["runs/club", "--moves", "A"], "cannot be used with");
    check(&["runs/club", "--rules", "ayoayo"], "cannot be used with");
    check(&["runs/club", "--games", "0"], "--games");
    check(&["runs/club", "--memory", "0"], "not a whole number from 1 to");
}
