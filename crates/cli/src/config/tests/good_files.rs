//! Files that can be read, and what is in them then.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ayo_protocol::{GameClock, TimeControl};
use ayo_ratings::{EloModel, SprtSettings};
use ayo_rules::{CapturingSeed, Rules};
use ayo_schedule::{Format, Openings, Order};

use super::{Folder, found};
use crate::config::{Contest, Surroundings, Tournament, openings_of_run};

const TWO_BOTS: &str = "[[bot]]\nbuiltin = 'first'\n[[bot]]\nbuiltin = 'greedy'\n";

#[track_caller]
fn read(text: &str) -> Tournament {
    Folder::usual().parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Reads a head that goes on with two bots.
#[track_caller]
fn head(text: &str) -> Tournament {
    read(&format!("{text}\n{TWO_BOTS}"))
}

#[test]
fn defaults_hold_where_nothing_is_said() {
    let tournament = read(TWO_BOTS);
    assert_eq!(tournament.name, "club");
    assert_eq!(tournament.seed, 1);
    assert_eq!(tournament.rules, Rules::AYOAYO);
    assert_eq!(tournament.time, TimeControl::default());
    assert_eq!(format_of(&tournament), Format::RoundRobin { cycles: 1 });
    assert_eq!(tournament.games, 2);
    assert_eq!(tournament.openings, Openings::RandomPlies(4));
    assert_eq!(tournament.text, TWO_BOTS);
    let spec = &tournament.bots[1].spec;
    assert_eq!(
        (spec.name.as_str(), spec.command.join(" ").as_str()),
        ("greedy", "/opt/ayo bot greedy")
    );
    assert_eq!((spec.restart, spec.threads, spec.memory_mb, &spec.dir), (false, 1, None, &None));
    assert!(spec.env.is_empty() && tournament.bots[1].build.is_none());
}

#[test]
fn times() {
    let time = |text| head(text).time;
    let seconds = Duration::from_secs;
    let clock = |base| Some(GameClock { base: seconds(base), increment: Duration::ZERO });
    let none = TimeControl::NONE;
    assert_eq!(time("tc = '60'"), TimeControl { game: clock(60), ..none });
    assert_eq!(time("tc = 60"), TimeControl { game: clock(60), ..none });
    assert_eq!(time("st = 2"), TimeControl { move_limit: Some(seconds(2)), ..none });
    assert_eq!(time("st = '0.5'").move_limit, Some(Duration::from_millis(500)));
    assert_eq!(time("st = 0.5").move_limit, Some(Duration::from_millis(500)));
    assert_eq!(
        time("tc = '60'\nst = 2\nmargin_ms = 0"),
        TimeControl { game: clock(60), move_limit: Some(seconds(2)), margin: Duration::ZERO }
    );
}

#[test]
fn rules() {
    let rules = |text: &str| head(&format!("rules = {text}")).rules;
    assert_eq!(rules("'oware'"), Rules::OWARE);
    assert_eq!(rules("{ preset = 'oware' }"), Rules::OWARE);
    assert_eq!(rules("{ majority = false }"), Rules::preset("ayoayo-full-count").unwrap());
    assert_eq!(
        rules("{ capturing_seed = 'stays', max_plies = 0x10, preset = 'oware' }"),
        Rules { capturing_seed: CapturingSeed::Stays, max_plies: 16, ..Rules::OWARE }
    );
    assert_eq!(rules("'oware max_plies=16'"), Rules { max_plies: 16, ..Rules::OWARE });
}

fn format_of(tournament: &Tournament) -> Format {
    match &tournament.contest {
        Contest::Table { format, .. } => *format,
        Contest::Swiss(swiss) => panic!("{swiss:?}"),
    }
}

#[test]
fn swiss() {
    let check = |text: &str, rounds, games| {
        let tournament = head(&format!("[format]\nkind = 'swiss'\n{text}"));
        let Contest::Swiss(swiss) = &tournament.contest else { panic!("{text}") };
        assert_eq!((swiss.rounds(), swiss.games()), (rounds, games), "{text}");
    };
    check("", 1, 2);
    check("rounds = 1\ngames = 1\nbye_points = 0.5\nacceleration = 'baku'", 1, 1);
}

#[test]
fn sequential_tests() {
    let sprt = |text: &str| {
        let tournament = head(&format!("[sprt]\n{text}"));
        (*tournament.sprt.unwrap().settings(), tournament.contest.games())
    };
    let usual = SprtSettings { elo0: 0.0, elo1: 5.0, ..SprtSettings::default() };
    assert_eq!(sprt("elo0 = 0\nelo1 = 5"), (usual, 2_000_000));
    let all = "elo0 = -1.5\nelo1 = 3\nalpha = 0.1\nbeta = 0.2\nmodel = 'logistic'";
    let settings =
        SprtSettings { elo0: -1.5, elo1: 3.0, alpha: 0.1, beta: 0.2, model: EloModel::Logistic };
    assert_eq!(sprt(&format!("{all}\n[format]\ncycles = 9")), (settings, 18));
}

/// What is kept with a run is enough to know how its rounds go.
#[test]
fn a_swiss_run_is_known_from_its_text() {
    let text = format!("seed = 9\n[format]\nkind = 'swiss'\n{TWO_BOTS}rating = 1700\n");
    let tournament = read(&text);
    let bots: Vec<String> = tournament.bots.iter().map(|bot| bot.spec.name.clone()).collect();
    let swiss = Tournament::swiss_of_run(&tournament.run_text(), &tournament.name, &bots);
    let (Contest::Swiss(played), Some(kept)) = (&tournament.contest, swiss.unwrap()) else {
        panic!("{:?}", tournament.contest)
    };
    let first = ayo_schedule::SwissProgress::default();
    assert_eq!(kept.pair(&first), played.pair(&first));
    assert!(kept.pair(&first).unwrap()[0].north.is_some());
    assert_eq!(Tournament::swiss_of_run(TWO_BOTS, "club", &bots).unwrap(), None);
}

#[test]
fn formats() {
    let format = |text: &str| {
        let tournament = head(&format!("[format]\n{text}"));
        (format_of(&tournament), tournament.games)
    };
    assert_eq!(format("cycles = 3"), (Format::RoundRobin { cycles: 3 }, 2));
    assert_eq!(format("kind = 'gauntlet'"), (Format::Gauntlet { cycles: 1, challengers: 1 }, 2));
    let all = "kind = 'gauntlet'\ncycles = 9\nchallengers = 1\ngames = 3";
    assert_eq!(format(all), (Format::Gauntlet { cycles: 9, challengers: 1 }, 3));
}

#[test]
fn openings() {
    let openings = |text: &str| head(&format!("[openings]\n{text}"));
    assert_eq!(openings("random_plies = 0").openings, Openings::RandomPlies(0));
    let list = |text| match openings(text).openings {
        Openings::List { openings, order } => (openings.len(), order),
        other => panic!("{other:?}"),
    };
    assert_eq!(list("file = 'openings.txt'"), (2, Order::Sequential));
    assert_eq!(list("file = 'openings.txt'\norder = 'random'"), (2, Order::Random));
    assert_eq!(list("random_plies = 1\nvalue = 'loss'"), (1, Order::Random));
    // What was drawn is part of what makes a run the same run.
    let kept = openings("random_plies = 1\nvalue = 'loss'").run_text();
    assert!(kept.ends_with("for the side to move; seed 1\n# C\n"), "{kept}");
    let found = openings_of_run(&kept).unwrap();
    assert!(found.ends_with("for the side to move; seed 1\nC\n"), "{found}");
    assert_eq!(openings_of_run(TWO_BOTS), None);
}

#[test]
fn names_that_were_not_given_are_told_apart() {
    let bots = "[[bot]]\nbuiltin = 'first'\n[[bot]]\nbuiltin = 'first'\n[[bot]]\nname = 'first#2'\n\
                builtin = 'first'\n[[bot]]\ncommand = 'own'\n[[bot]]\nname = 'own'\ncommand = 'own'\n";
    let names: Vec<String> = read(bots).bots.into_iter().map(|bot| bot.spec.name).collect();
    assert_eq!(names, ["first", "first#3", "first#2", "own#2", "own"]);
}

#[test]
fn everything_about_a_bot() {
    let bot = "[[bot]]\nname = ' mine '\ncommand = 'own'\nenv = { B = '2', A = '1=x' }\n\
               restart = true\nthreads = 4\nmemory_mb = 64\n";
    let spec = head(&format!("{TWO_BOTS}{bot}").replacen(TWO_BOTS, "", 1)).bots.remove(0).spec;
    assert_eq!(spec.name, "mine");
    assert_eq!(spec.env, [("B".to_owned(), "2".to_owned()), ("A".to_owned(), "1=x".to_owned())]);
    assert_eq!((spec.restart, spec.threads, spec.memory_mb), (true, 4, Some(64)));
}

#[test]
fn a_windows_file_is_read() {
    let text = format!("\u{feff}name = 'w'\n{TWO_BOTS}").replace('\n', "\r\n");
    assert_eq!(read(&text).name, "w");
}

#[test]
fn paths_are_relative_to_the_file() {
    let folder = Folder::usual();
    let text = "[openings]\nfile = '../openings.txt'\n[[bot]]\nbuiltin = 'first'\n\
                [[bot]]\ncommand = 'python3 slow.py'\n";
    folder.write("bots/league.toml", text.as_bytes());
    let tournament =
        Tournament::load(Path::new("bots/league.toml"), &folder.around(), &found).unwrap();
    assert_eq!(tournament.name, "league");
    assert_eq!(folder.redact(&tournament.bots[1].spec.command[1]), "~/bots/slow.py");
}

#[test]
fn a_run_goes_on_with_the_same_file_only() {
    let folder = Folder::usual();
    let text = format!("[openings]\nfile = 'openings.txt'\n{TWO_BOTS}");
    let tournament = folder.parse(&text).unwrap();
    let kept = tournament.run_text();
    assert_eq!(tournament.difference(&kept), None);
    assert_eq!(folder.parse(&kept).unwrap().bots, tournament.bots);

    let shown = |tournament: &Tournament| tournament.difference(&kept).unwrap().to_string();
    let other = folder.parse(&text.replace("greedy", "random")).unwrap();
    let expected = "line 6 was `builtin = 'greedy'` when the run began and is \
                    `builtin = 'random'` now";
    assert_eq!(shown(&other), expected);
    let longer = folder.parse(&format!("{text}[[bot]]\nbuiltin = 'first'\n")).unwrap();
    assert!(shown(&longer).starts_with("line 7 was `# The openings"), "{}", shown(&longer));

    folder.write("openings.txt", b"CcC\n");
    let expected = "line 8 was `# CcA` when the run began and is `# CcC` now";
    assert_eq!(shown(&folder.parse(&text).unwrap()), expected);
    folder.write("openings.txt", b"CcA\n");
    let expected = "line 9 was `#` when the run began and is nothing now";
    assert_eq!(shown(&folder.parse(&text).unwrap()), expected);
}

/// Returns the text of a tournament that comes with `ayo`.
fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments").join(name);
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_quick_start_needs_nothing_but_ayo() {
    let around =
        Surroundings { exe: "/ayo".into(), folder: "/nowhere".into(), path: "/nowhere".into() };
    let tournament =
        Tournament::parse(&shipped("quickstart.toml"), "quickstart.toml", &around, &found).unwrap();
    assert_eq!((tournament.bots.len(), tournament.contest.games()), (5, 400));
    assert!(tournament.bots.iter().all(|bot| bot.spec.command[0] == "/ayo"));
}

#[test]
fn the_example_shows_every_key() {
    let folder = Folder::usual();
    folder.write("bots/sower/Cargo.toml", b"");
    let text = shipped("example.toml");
    let tournament = folder.parse(&text).unwrap();
    assert_eq!(tournament.bots.len(), 3);
    assert_eq!(format_of(&tournament), Format::Gauntlet { cycles: 10, challengers: 1 });

    let shown = |key: &str| {
        let begins = |line: &str| {
            let line = line.trim_start_matches(['#', ' ']);
            let rest = line.strip_prefix(key).map(str::trim_start);
            rest.is_some_and(|rest| rest.starts_with('='))
        };
        text.lines().any(begins) || text.contains(&format!("[{key}]"))
    };
    // Only the Swiss system, which is not yet available, has `rounds`.
    let missing: Vec<&str> = crate::config::tournament::all_keys()
        .filter(|key| !shown(key) && *key != "rounds" && *key != "preset")
        .collect();
    assert_eq!(missing, [""; 0]);
}
