//! The same games in different files give the same answer.

use std::path::Path;

use ayo_record::{Bot, GameRecord, GameResult, Opening, Reason, Verdict};
use ayo_report::{GamesPgn, PgnRun, write_games_csv};
use ayo_rules::Pit;
use ayo_store::{RunInfo, Store};

use super::{DATA, check_close, document, rate};
use crate::run_folder;

const BOTS: [&str; 4] = ["zebra", "ant", "mole", "\"quoted, bot\""];

/// Thirty pairs, enough for a bootstrap; every game is different.
fn records() -> Vec<GameRecord> {
    let mut records = Vec::new();
    for pair in 1..=30_u64 {
        let bots = [(pair % 4) as u32, ((pair + 1 + pair % 3) % 4) as u32];
        for game in 1..=2_u8 {
            let number = 2 * (pair - 1) + u64::from(game);
            let results = [GameResult::South, GameResult::Draw, GameResult::North];
            let turned = if game == 1 { bots } else { [bots[1], bots[0]] };
            let digits = (0..9).map(|bit| Pit::new((number >> bit & 1) as u8).unwrap());
            records.push(GameRecord {
                number,
                round: 1,
                pair,
                game,
                bots: turned.map(Bot),
                opening: Opening::Moves(Vec::new()),
                result: results[(number * 7 % 11 % 3) as usize],
                scores: [25, 23],
                verdict: Verdict { reason: Reason::Majority, loser: None, detail: String::new() },
                used_ms: [1; 2],
                slowest_ms: [1; 2],
                moves: digits.collect(),
                move_us: vec![1; 9],
                infos: Vec::new(),
                seed: 1,
                isolation: "none".to_owned(),
                worker: 1,
                started_at_ms: 1,
                duration_ms: 1,
                stderr_tail: String::new(),
            });
        }
    }
    records
}

fn bots() -> Vec<String> {
    BOTS.map(str::to_owned).to_vec()
}

fn store(path: &Path) -> Store {
    let info = RunInfo {
        ayo_version: "0".to_owned(),
        name: "test".to_owned(),
        seed: 1,
        rules: "ayoayo".to_owned(),
        bots: bots(),
        tournament: String::new(),
        created_at_ms: 1,
    };
    let mut store = Store::create(path, &info).unwrap();
    store.append(&records()).unwrap();
    store
}

/// Writes games as PGN, with the result as the first player has it.
fn pgn() -> String {
    let game = |record: &GameRecord| {
        let escaped = |bot: Bot| BOTS[bot.0 as usize].replace('"', "\\\"");
        let [first, second] = record.bots.map(escaped);
        format!(
            "[South \"{first}\"]\n[North \"{second}\"]\n[Round \"{}.{}\"]\n[Result \"{}\"]\n\n{} {}\n\n",
            record.pair,
            record.game,
            record.result,
            ayo_rules::write_moves(&record.moves),
            record.result
        )
    };
    records().iter().map(game).collect()
}

/// Writes games as `games.pgn` of a run has them.
fn games_pgn() -> String {
    let bots = bots();
    let mut bytes = Vec::new();
    let mut pgn = GamesPgn::new(
        &mut bytes,
        PgnRun { name: "run", rules: "ayoayo", bots: &bots, decided_at_pair: None },
    );
    records().iter().for_each(|record| pgn.write(record, None).unwrap());
    pgn.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn run_csv_and_pgn_agree() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("run.db");
    let store = store(&database);
    let mut csv = Vec::new();
    write_games_csv(&mut csv, &bots(), &records()).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    let path = database.to_str().unwrap();
    for format in ["table", "md", "csv", "json"] {
        let words = ["--format", format];
        let of_csv = rate(&csv, &[&["-"], &words[..]].concat());
        assert_eq!(rate("", &[&[path], &words[..]].concat()), of_csv);
        assert_eq!(rate(&pgn(), &[&["-"], &words[..]].concat()), of_csv);
        assert_eq!(rate(&games_pgn(), &[&["-"], &words[..]].concat()), of_csv);
    }
    let found = document("", &[path]);
    assert_eq!((&found["interval"], &found["identical"]), (&"bootstrap".into(), &0.into()));

    // The tables of the run have the same numbers, bootstrap or not.
    let tables = run_folder::tables(&store).unwrap();
    for rating in found["ratings"].as_array().unwrap() {
        let bot = rating["bot"].as_str().unwrap();
        let line = tables.standings.lines.iter().find(|line| line.bot == bot).unwrap();
        for (found, key) in [(line.elo, "elo"), (line.elo_low, "low"), (line.elo_high, "high")] {
            check_close(key, &rating[key], found.unwrap(), 1e-9);
        }
    }
}

/// All files of a run and others may be named together, and a bot is the same in all.
#[test]
fn files_of_all_formats_together() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("run.db");
    drop(store(&database));
    let pgn_path = folder.path().join("games.pgn");
    std::fs::write(&pgn_path, pgn()).unwrap();
    let a = format!("{DATA}/a.csv");
    let found = document("", &[database.to_str().unwrap(), pgn_path.to_str().unwrap(), &a]);
    assert_eq!(found["games"], 60 + 60 + 600);
    assert_eq!((found["ratings"].as_array().unwrap().len(), &found["components"]), (8, &2.into()));
}
