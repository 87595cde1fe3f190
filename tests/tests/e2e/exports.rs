//! What other programs get of a run: PGN, JSON lines, Markdown, and what `ayo` says of itself.

use serde_json::Value;

use crate::folder::{Folder, OPEN};

fn played() -> Folder {
    let folder = Folder::new();
    folder.write(
        "club.toml",
        "name = \"club\"\n[format]\ncycles = 3\n[[bot]]\nbuiltin = \"first\"\n\
         [[bot]]\nname = 'a \"b\" | <i>\\'\nbuiltin = \"random\"\n[[bot]]\nbuiltin = \"greedy\"\n",
    );
    folder.ayo(&[&["run", "club.toml"], OPEN].concat()).exits(0);
    folder
}

#[test]
fn ratings_of_the_pgn_are_those_of_the_csv() {
    let folder = played();
    for format in ["table", "csv", "json"] {
        let rate = |file| folder.ayo(&["rate", file, "--format", format]).exits(0).stdout;
        let of_csv = rate("runs/club/games.csv");
        assert_eq!(rate("runs/club/games.pgn"), of_csv);
        assert_eq!(rate("runs/club/run.db"), of_csv);
    }
}

#[test]
fn games_of_a_run() {
    let folder = played();
    let games = |format| folder.ayo(&["report", "runs/club", "--games", format]).exits(0).stdout;
    assert_eq!(games("csv"), folder.read("runs/club/games.csv"));
    assert_eq!(games("pgn"), folder.read("runs/club/games.pgn"));
    let lines = games("jsonl");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 18);
    let ids: Vec<u64> = lines.iter().map(|game| game["game_id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (1..=18).collect::<Vec<u64>>());
    assert!(lines.iter().all(|game| {
        let own = game["move_us"].as_array().unwrap().len() as u64;
        game["plies"].as_u64() == Some(own + 4)
    }));
}

/// `minimax` says of each move what it thinks of it, `first` says nothing.
#[test]
fn what_bots_say_of_their_moves() {
    let folder = Folder::new();
    let command = ["match", "minimax?depth=2", "first", "--games", "2", "--out", "runs/duel"];
    folder.ayo(&[&command[..], OPEN].concat()).exits(0);
    let lines = folder.ayo(&["report", "runs/duel", "--games", "jsonl"]).exits(0).stdout;
    for line in lines.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let infos = game["info"].as_array().unwrap();
        assert_eq!(infos.len(), game["move_us"].as_array().unwrap().len());
        let said: Vec<&Value> = infos.iter().filter(|info| !info.is_null()).collect();
        assert!(said.len().abs_diff(infos.len() / 2) <= 1, "{line}");
        assert!(said.iter().all(|info| info["depth"].is_u64() && info["score"].is_i64()), "{line}");
        let number = game["game_id"].to_string();
        let replay = |options: &[&str]| {
            folder.ayo(&[&["replay", "runs/duel", &number], options].concat()).exits(0)
        };
        let replayed = replay(&[]);
        assert_eq!(replayed.stdout.matches("\n      says: score ").count(), said.len());
        let moves = replay(&["--json"]).json()["moves"].as_array().unwrap().clone();
        let opening = moves.len() - infos.len();
        assert!(moves[..opening].iter().all(|played| played["info"].is_null()));
        assert!(moves[opening..].iter().map(|played| &played["info"]).eq(infos));
    }
    assert_eq!(lines.lines().count(), 2);
}

#[test]
fn tables_in_markdown() {
    let folder = played();
    let check = |arguments: &[&str]| {
        let done = folder.ayo(&[arguments, &["--format", "md"]].concat()).exits(0);
        let rows: Vec<&str> = done.stdout.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(rows.len(), 5, "{}", done.shown());
        assert!(done.stdout.contains(r#"a "b" \| \<i>\\"#), "{}", done.shown());
        // A bar that is not escaped is one between cells: as many in every row.
        let cells = |row: &&str| row.replace(r"\|", "").matches('|').count();
        assert!(rows.iter().all(|row| cells(row) == cells(&rows[0])), "{}", done.shown());
    };
    check(&["report", "runs/club"]);
    check(&["report", "runs/club", "--table", "crosstable"]);
    check(&["rate", "runs/club/games.csv"]);
    let crosstable = ["report", "runs/club", "--table", "crosstable", "--format"];
    let csv = folder.ayo(&[&crosstable[..], &["csv"]].concat()).exits(0).stdout;
    assert_eq!(csv, folder.read("runs/club/crosstable.csv"));
    let json = folder.ayo(&[&crosstable[..], &["json"]].concat()).exits(0).json();
    assert_eq!(json.as_array().unwrap().len(), 6);
}

#[test]
fn about_itself() {
    let ayo = |arguments: &[&str]| Folder::new().ayo(arguments);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        ayo(&["completions", shell]).exits(0).prints("isolation");
    }
    ayo(&["completions", "csh"]).exits(2).complains("possible values: bash");
    ayo(&["man"]).exits(0).prints(".TH ayo 1").prints("AYO REPLAY");
    let schema: Value = serde_json::from_str(&ayo(&["schema"]).exits(0).stdout).unwrap();
    assert_eq!(schema["properties"]["bot"]["minItems"], 2);
}
