//! Swiss tournaments from a file to the standings, and what other programs get of them.

use std::fmt::Write as _;

use ayo_schedule::swiss::{self, Colours};
use ayo_schedule::{Entry, Tournament, read_trf};
use ayo_store::Reader;
use rustix::process::Signal;

use crate::folder::{Folder, OPEN, misbehaving_bot};
use crate::games::{games, timeless};
use crate::running::eventually;

/// A tournament of built-in bots of different strength.
fn tournament(bots: usize, format: &str) -> String {
    let kinds = [
        "builtin = \"first\"",
        "builtin = \"random\"",
        "builtin = \"greedy\"",
        "builtin = \"minimax\"\noptions = { depth = 2 }",
    ];
    let mut text = format!("seed = 5\n[format]\nkind = \"swiss\"\n{format}\n");
    for bot in 0..bots {
        let kind = kinds[bot % kinds.len()];
        writeln!(text, "[[bot]]\nname = \"b{bot}\"\n{kind}").unwrap();
    }
    text
}

/// Reads `tournament.trf` of a run.
fn trf(folder: &Folder, run: &str) -> Tournament {
    let read = read_trf(folder.read(&format!("{run}/tournament.trf")).as_bytes()).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    read.tournament
}

/// Returns the tournament as it was before a round.
fn before(tournament: &Tournament, round: usize) -> Tournament {
    let mut draft = tournament.clone().into_draft();
    for player in &mut draft.players {
        player.entries.truncate(round - 1);
    }
    Tournament::new(draft).unwrap()
}

/// Pairs the first rounds again from the file and compares.
fn check_rounds(tournament: &Tournament, rounds: usize) {
    assert!(rounds <= tournament.rounds_paired());
    let colours = Colours::of(tournament);
    let settings = swiss::Settings { colours, ..swiss::Settings::default() };
    for round in 1..=rounds {
        let pairing = swiss::pair(&before(tournament, round), &settings).unwrap();
        let played = |number| {
            let index = tournament.index_of(number).unwrap();
            tournament.players()[index].entries[round - 1]
        };
        for pair in &pairing.pairs {
            assert_eq!(played(pair.white).opponent(), Some(pair.black), "round {round}");
        }
        let byes = tournament
            .players()
            .iter()
            .filter(|player| matches!(player.entries[round - 1], Entry::Bye(_)));
        assert_eq!(byes.map(|player| player.number).next(), pairing.bye, "round {round}");
    }
}

#[test]
fn a_hundred_bots() {
    let folder = Folder::new();
    folder.write("t.toml", tournament(100, "rounds = 9"));
    let arguments = ["run", "t.toml", "--out", "run", "--isolation", "none"];
    let done = folder.ayo(&arguments).exits(0).prints("swiss · 9 rounds").complains("round 9 of 9");
    assert!(done.stdout.contains("stopped: all games played"), "{}", done.shown());
    assert_eq!(games(&folder, "run").len(), 900);
    check_rounds(&trf(&folder, "run"), 9);

    let header = "rank,bot,points,games,wins,draws,losses,elo,elo_low,elo_high,los_next,\
                  de,bh_c1,bh,sb,won,timeouts,crashes,illegal_moves,\
                  blunders_per_game,first_blunder_ply";
    let standings = folder.read("run/standings.csv");
    assert_eq!(standings.lines().next(), Some(header));
    // As another program would rank them from the file.
    let ranked = folder.ayo(&["standings", "run/tournament.trf", "--format", "csv"]).exits(0);
    for (ours, theirs) in standings.lines().zip(ranked.stdout.lines()).skip(1) {
        let (ours, theirs): (Vec<&str>, Vec<&str>) =
            (ours.split(',').collect(), theirs.split(',').collect());
        assert_eq!((ours[0], ours[2], &ours[11..16]), (theirs[0], theirs[3], &theirs[4..]));
    }
    let over = folder.ayo(&["pair", "run/tournament.trf"]).exits(1);
    over.complains("all 9 rounds are paired already");
    folder.ayo(&["pair", "--help"]).exits(0).prints("1  there is no pairing");
    // Everything can be made again.
    std::fs::remove_file(folder.path("run/tournament.trf")).unwrap();
    folder
        .ayo(&["report", "run"])
        .exits(0)
        .prints("crosstable.csv, report.html, tournament.trf in run");
    check_rounds(&trf(&folder, "run"), 9);
}

/// Killed again and again, an odd field with single games plays what it would have played.
#[test]
fn goes_on() {
    let folder = Folder::new();
    let format = "rounds = 4\ngames = 1\nbye_points = 0.5";
    folder.write("t.toml", tournament(9, format));
    let command = |out| ["run", "t.toml", "--isolation", "none", "--out", out];
    folder.ayo(&command("whole")).exits(0);
    let whole = trf(&folder, "whole");
    check_rounds(&whole, 4);
    let finished = || {
        let reader = Reader::open(&folder.path("torn/run.db"));
        reader.ok().and_then(|reader| reader.finished().ok()).map_or(0, |games| games.len())
    };
    let mut before = 0;
    while before < 12 {
        let run = folder.start(&command("torn"));
        eventually("a game more", || finished() > before);
        run.signal(Signal::KILL);
        run.ends();
        before = finished();
        println!("killed with {before} games");
    }
    folder.ayo(&command("torn")).exits(0);
    assert_eq!(timeless(games(&folder, "torn")), timeless(games(&folder, "whole")));
    assert_eq!(folder.read("torn/tournament.trf"), folder.read("whole/tournament.trf"));
    assert_eq!(folder.read("torn/standings.csv"), folder.read("whole/standings.csv"));
    folder.ayo(&command("torn")).exits(0).prints("stopped: all games played");
}

#[test]
fn what_is_said_of_files() {
    let folder = Folder::new();
    let csv = "south,north,result\na,b,1-0\n";
    for (name, text) in [("empty", ""), ("games.csv", csv), ("nul", "\0\0\0"), ("words", "001\n")] {
        folder.write(name, text);
        for command in ["pair", "standings"] {
            let done = folder.ayo(&[command, name]).exits(2);
            assert!(done.stderr.contains(&format!("`{name}`")), "{}", done.shown());
        }
    }
    folder.ayo(&["pair", "games.csv"]).complains("`games.csv` is not a TRF file");
    // What is asked for and not done is said.
    let player = |number: u32| format!("001 {number:>4}{:>75}{number:>5}\n", "0.0");
    let players = player(1) + &player(2) + "XXR 3\n";
    for (system, told) in
        [("", false), ("FIDE_DUTCH", false), ("FIDE_DUTCH_BAKU", false), ("FOO", true)]
    {
        folder.write("t.trf", format!("{players}192 {system}\n"));
        let done = folder.ayo(&["pair", "t.trf"]).exits(0);
        assert_eq!(done.stderr.contains("asks for `FOO`"), told, "{}", done.shown());
        assert_eq!(done.stderr.contains("in record 192"), told, "{}", done.shown());
    }
    for (list, header, told) in [
        ("", "rank,id,name,PTS,DE,BH/C1,BH,SB,WON\n", false),
        ("212 PTS,BH\n", "rank,id,name,PTS,BH\n", false),
        ("202 SB,FOO\n", "rank,id,name,PTS,SB\n", true),
        ("212 FOO\n", "rank,id,name,PTS,DE,BH/C1,BH,SB,WON\n", true),
    ] {
        folder.write("t.trf", format!("{players}{list}"));
        let done = folder.ayo(&["standings", "t.trf", "--format", "csv"]).exits(0);
        assert!(done.stdout.starts_with(header), "{}", done.shown());
        let note = "t.trf: line 4: a tie-break is left out: `FOO` is no tie-break";
        assert_eq!(done.stderr.contains(note), told, "{}", done.shown());
    }
}

/// What programs read of a pairing and of standings.
#[test]
fn what_programs_read() {
    let folder = Folder::new();
    let player = |number: u32, name: &str, points: &str, game: &str| {
        format!("001 {number:>4}      {name:<33}{points:>37}{number:>5}  {game}\n")
    };
    let three = player(1, "a\u{1b}[2J", "1.0", "   2 w 1")
        + &player(2, "b", "0.0", "   1 b 0")
        + &player(3, "c", "1.0", "0000 - U");
    folder.write("t.trf", three + "XXR 3\n");
    let explained = folder.ayo(&["pair", "t.trf", "--explain", "--json"]).exits(0).json();
    let decisions = explained["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty(), "{explained}");
    for decision in decisions {
        let code = decision["criterion"].as_str().unwrap();
        assert!(code.starts_with('C') || code == "order", "{explained}");
        assert!(decision["sentence"].is_string(), "{explained}");
    }
    let csv = folder.ayo(&["standings", "t.trf", "--format", "csv"]).exits(0);
    assert!(csv.prints("a\\u{1b}[2J,").stdout.lines().all(|line| !line.contains('\u{1b}')));
}

/// The file says whether sides count, and the command may say otherwise.
#[test]
fn sides_count_or_not() {
    let folder = Folder::new();
    let file = include_str!("../../../crates/schedule/tests/data/trf/s2_21p_5r_messy.next.trf");
    folder.write("count.trf", file);
    folder.write("ignore.trf", format!("### sides do not count\n{file}"));
    let paired = |arguments: &[&str]| folder.ayo(&[&["pair"], arguments].concat()).exits(0).stdout;
    let (count, ignore) = (paired(&["count.trf"]), paired(&["ignore.trf"]));
    assert_ne!(count, ignore);
    assert_eq!(paired(&["count.trf", "--ignore-sides"]), ignore);
    assert_eq!(paired(&["ignore.trf", "--count-sides"]), count);
    folder.ayo(&["pair", "count.trf", "--count-sides", "--ignore-sides"]).exits(2);
}

/// What other programs read is a tournament of whole rounds, whenever it is written.
#[test]
fn interrupted() {
    let folder = Folder::new();
    // Somebody has a bye in this round, and a meeting is half over.
    let gate = misbehaving_bot("gate", &format!("gate '{}' 2", folder.path("").display()));
    folder.write("t.toml", tournament(6, "rounds = 4") + &gate);
    let command = ["run", "t.toml", "--out", "run", "--concurrency", "1"];
    let run = folder.start(&[&command[..], OPEN].concat());
    eventually("a bot at the gate", || folder.path("reached").exists());
    run.signal(Signal::TERM);
    run.ends().exits(130);
    let check = || {
        assert_eq!(trf(&folder, "run").rounds_paired(), 0);
        let paired = folder.ayo(&["pair", "run/tournament.trf", "--json"]).exits(0).json();
        assert_eq!(paired["round"], 1);
    };
    check();
    folder.ayo(&["report", "run"]).exits(0);
    check();
    folder.write("open", "");
    folder.ayo(&[&command[..], OPEN].concat()).exits(0);
    check_rounds(&trf(&folder, "run"), 4);
}

/// A bot that does not start any more loses what it does not play, and is not paired again.
#[test]
fn withdrawn() {
    let folder = Folder::new();
    // Games are numbered; what the examination before a run plays has other names.
    let text = format!(
        "#!/bin/sh\nif [ -e '{played}' ]; then exit 3; fi\nwhile read -r line; do\n\
         case $line in *'\"new_game\"'*'\"game_id\":\"'[0-9]*) touch '{played}';; esac\n\
         printf '%s\\n' \"$line\"\ndone | '{ayo}' bot first\n",
        played = folder.path("played").display(),
        ayo = env!("CARGO_BIN_EXE_ayo-under-test"),
    );
    folder.program("mine", text);
    let mine = "[[bot]]\nname = \"mine\"\ncommand = \"./mine\"\nrestart = true\n";
    folder.write("t.toml", tournament(5, "rounds = 3\ngames = 1") + mine);
    let command = ["run", "t.toml", "--isolation", "none", "--out", "run", "--concurrency", "1"];
    let done = folder.ayo(&command).exits(1).complains("`mine` is withdrawn");
    let again = folder.ayo(&command).exits(1);
    for done in [done, again] {
        assert!(!done.stderr.contains("to go on"), "{}", done.shown());
        done.prints("stopped: all rounds played, 1 bot withdrawn · run")
            .complains("`mine` was withdrawn in round 2, and lost what it did not play");
    }
    let reader = Reader::open(&folder.path("run/run.db")).unwrap();
    // The live page waits for none of what is not played.
    let live = reader.live().unwrap().unwrap();
    assert_eq!(live.total, reader.finished().unwrap().len() as u64);
    let withdrawals = reader.withdrawals().unwrap();
    assert_eq!((withdrawals.len(), withdrawals[0].bot.0, withdrawals[0].round), (1, 5, 2));
    let tournament = trf(&folder, "run");
    let mine = tournament.players().iter().find(|player| player.name == "mine").unwrap();
    assert!(
        matches!(mine.entries[..], [Entry::Played(_), Entry::Forfeited(forfeit), Entry::Bye(_)]
        if !forfeit.won),
        "{:?}",
        mine.entries
    );
    // Whoever was to meet it has a point, and five are left of whom one has a bye.
    check_rounds(&tournament, 2);
    assert_eq!(reader.rounds().unwrap()[2].len(), 3);
}

/// When nobody is left to meet, the tournament ends, and the standings are final.
#[test]
fn legal_pairings_run_out() {
    let folder = Folder::new();
    // With six players and single games some fifth rounds have no legal pairing.
    let mut ended = 0;
    for seed in 1..=12 {
        let text = tournament(6, "rounds = 5\ngames = 1");
        folder.write("t.toml", text.replace("seed = 5", &format!("seed = {seed}")));
        let run = format!("run{seed}");
        let done = folder.ayo(&["run", "t.toml", "--isolation", "none", "--out", &run]).exits(0);
        assert!(done.stderr.contains("note: 5 rounds are many for 6 bots"), "{}", done.shown());
        ended += u32::from(done.stdout.contains("stopped: no pairing "));
        folder.ayo(&["run", "t.toml", "--isolation", "none", "--out", &run]).exits(0);
    }
    println!("{ended} of 12 ended early");
    assert!(ended > 0, "no seed had a round without a legal pairing");
}
