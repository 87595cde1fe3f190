//! The catalogue of failures: what a bot may do wrong, row by row, why it loses by it,
//! and what its opponent hears.
//!
//! A row is named by its number, with a letter where one number has several scripts.
//! Each row is shown by the bot `misbehave` with the script in it, or by a test of its
//! own. Chapters: starting, bytes and lines, the order of messages, processes; and
//! attacks that are in no chapter.

mod attacks;
mod lines;
mod order;
mod processes;
mod stall;
mod start;
mod tournament;

use std::collections::BTreeMap;

use crate::folder::{Folder, OPEN, misbehaving_bot};
use crate::games::{Game, games};
use crate::{alone, bad_bots, endings, host, killed};

use Ends::{Loses, LosesLater, LosesNext, PlaysOn, Refused};

/// A number in the catalogue, the script of the bot, what comes of it, and a part of the
/// sentence that must be in the verdict.
type Row = (&'static str, &'static str, Ends, &'static str);

/// What comes of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// The bot loses each game, for this reason.
    Loses(&'static str),
    /// Its first move counts, and it loses when it is asked for the next.
    LosesNext(&'static str),
    /// It loses only when its process plays a second game.
    LosesLater(&'static str),
    /// It asks for more than it gets, and ends; a limit that is exact has a reason of its own.
    Refused,
    /// Nothing: the game ends by the rules.
    PlaysOn,
}

/// The rows that have a test of their own.
const ELSEWHERE: [(&str, fn()); 18] = [
    ("1", bad_bots::not_there),
    ("2", bad_bots::not_there),
    ("3", bad_bots::not_executable),
    ("4", bad_bots::not_executable),
    ("5", bad_bots::not_executable),
    ("6a", bad_bots::not_a_bot),
    ("7", bad_bots::not_a_bot),
    ("8", bad_bots::mute),
    ("10", bad_bots::not_a_bot),
    ("11b", start::names),
    ("13", bad_bots::unflushed),
    ("35e", order::must_feed),
    ("38b", order::a_ping_without_pong),
    ("40", order::moods),
    ("44d", endings::last_words_are_kept),
    ("63", killed::ten_times_over),
    ("64", stall::is_nobodys_fault),
    ("65", host::lack_of_files),
];

/// Every row is shown, and by one script or test only.
#[test]
fn every_row_is_there_once() {
    let tables = [
        &start::ROWS[..],
        &lines::ROWS,
        &order::ROWS,
        &processes::ROWS,
        &processes::PATIENCE,
        &processes::ISOLATED,
        &processes::CONTAINED,
    ];
    let labels = tables.into_iter().flatten().map(|(label, ..)| *label);
    let labels: Vec<&str> = labels.chain(ELSEWHERE.iter().map(|(label, _)| *label)).collect();
    let mut rows: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for label in labels {
        let number = label.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        rows.entry(number.parse().unwrap()).or_default().push(&label[number.len()..]);
    }
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), (1..=65).collect::<Vec<_>>());
    for (number, mut letters) in rows {
        letters.sort_unstable();
        let expected: Vec<String> = match letters.len() {
            1 => vec![String::new()],
            count => ('a'..).take(count).map(String::from).collect(),
        };
        assert_eq!(letters, expected, "row {number}");
    }
}

/// A game, and what was said in it.
struct Played {
    game: Game,
    log: String,
}

/// A clock for rows. The margin is for the witness, on a machine that is busy with other
/// tests.
const SETTINGS: &str = "name = \"zoo\"\nst = 0.2\nmargin_ms = 400\n";
/// A clock for rows that take a second.
const SLOW: &str = "name = \"zoo\"\nst = 5\n";
/// Without openings each row has the same games, whatever rows there are.
const FORMAT: &str = "[openings]\nrandom_plies = 0\n[format]\nkind = \"gauntlet\"\n";
/// The honest bot. It is started anew for each game: when the game is recorded it is
/// gone, and all it heard is in the log.
const WITNESS: &str = "restart = true\n";

/// Rows of one run. Before it plays, a run waits for each of its bots to be quiet, one
/// after the other; so a few runs side by side are quicker.
const ROWS_OF_A_RUN: usize = 4;

/// Plays the bots of these rows against a witness, and checks each row.
fn check(rows: &[Row]) {
    check_at(SETTINGS, rows, &[]);
}

/// The same without isolation.
fn check_open(rows: &[Row]) {
    check_at(SETTINGS, rows, OPEN);
}

/// The same at the level `basic`, where the folder of a bot is one of the host.
fn check_basic(rows: &[Row]) {
    if rank(&Folder::new().level()) >= rank("basic") {
        check_at(SLOW, rows, &["--isolation", "basic"]);
    }
}

/// The same, for rows that are about this level of isolation and those above.
fn check_from(level: &str, settings: &str, rows: &[Row]) {
    let strongest = Folder::new().level();
    if rank(&strongest) < rank(level) {
        println!("skipped: this host can do `{strongest}` only, these rows need `{level}`");
    } else {
        check_at(settings, rows, &[]);
    }
}

fn rank(level: &str) -> usize {
    ["none", "basic", "strong", "full"].iter().position(|it| *it == level).unwrap()
}

fn check_at(settings: &str, rows: &[Row], options: &[&str]) {
    std::thread::scope(|scope| {
        for rows in rows.chunks(ROWS_OF_A_RUN) {
            let thread = std::thread::Builder::new().name(alone::name());
            thread.spawn_scoped(scope, || check_run(settings, rows, options)).unwrap();
        }
    });
}

fn check_run(settings: &str, rows: &[Row], options: &[&str]) {
    let folder = Folder::new();
    let bots = rows.iter().map(|(label, script, ..)| {
        let arguments = if script.contains("outside") {
            format!("{script} at@{}", folder.path("").display())
        } else {
            (*script).to_owned()
        };
        let limit = if *script == "memory-bomb" { "memory_mb = 64\n" } else { "" };
        misbehaving_bot(&format!("{label} {script}"), &arguments) + limit
    });
    let bots: String = bots.collect();
    folder.write("private.py", "the opponent's ideas");
    let played = play(&folder, &format!("{settings}{FORMAT}"), &bots, options);
    assert_eq!(played.len(), 2 * rows.len());
    assert!(!folder.path("ayo-intruder").exists(), "a bot wrote outside of its folder");
    for row in rows {
        let name = format!("{} {}", row.0, row.1);
        let of_row = played.iter().filter(|played| played.game.has(&name));
        check_row(row, &name, &of_row.collect::<Vec<_>>());
    }
    // The folder checks on its end that no process and no scratch folder is left.
}

/// Plays a witness against each of these bots, two games each.
fn play(folder: &Folder, settings: &str, bots: &str, options: &[&str]) -> Vec<Played> {
    let witness = misbehaving_bot("witness", "witness") + WITNESS;
    folder.write("zoo.toml", format!("{settings}{witness}{bots}"));
    let command = ["run", "zoo.toml", "--concurrency", "2", "--log", "said"];
    let mut run = folder.command(&[&command[..], options].concat());
    run.env("SECRET", "hidden");
    folder.runs(run).exits(0);
    let with_log = |game: Game| {
        let log = folder.read(&format!("said/game-{}.log", &game["game_id"]));
        Played { game, log }
    };
    games(folder, "runs/zoo").into_iter().map(with_log).collect()
}

fn check_row((_, _, ends, says): &Row, name: &str, played: &[&Played]) {
    assert_eq!(played.len(), 2, "{name}");
    for (index, Played { game, log }) in played.iter().enumerate() {
        match ends {
            Loses(reason) => game.check_lost(name, reason),
            LosesNext(reason) => {
                game.check_lost(name, reason);
                let next_ply = game.first_ply_of(name) + 2;
                assert_eq!(game["plies"], (next_ply - 1).to_string(), "{game:#?}");
            }
            LosesLater(_) if index == 0 => game.check_normal(),
            LosesLater(reason) => game.check_lost(name, reason),
            // So many processes take a while to end when the host has other things to do.
            Refused => {
                let reasons = ["exited", "stdout_closed", "memory_limit", "process_limit"];
                let exact = &game["isolation"] == "full";
                let reasons = if exact { &reasons[..] } else { &reasons[..2] };
                assert!(reasons.contains(&&game["reason"]), "{game:#?}");
                game.check_lost(name, &game["reason"]);
            }
            PlaysOn => game.check_normal(),
        }
        if !game["loser"].is_empty() {
            let told = &game["detail"];
            assert!(told.contains("ply ") && told.contains(says), "{name}, `{says}`: {told}");
        }
        assert!(game["detail"].chars().count() < 1_000, "{name}: {game:#?}");
        check_heard(game, log);
    }
}

/// Checks that the witness heard how the game ended.
fn check_heard(game: &Game, log: &str) {
    let heading = format!("\nstderr of {}:\n", game.side_of("witness"));
    let heard = log.rsplit_once(&heading).map(|(_, stderr)| stderr).unwrap_or_default();
    let expected = format!(
        r#"heard {{"type":"game_over","game_id":"{}","result":"{}","reason":"{}","#,
        &game["game_id"], &game["result"], &game["reason"]
    );
    assert!(heard.contains(&expected), "no `{expected}` in:\n{log}");
}
