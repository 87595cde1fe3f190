//! `games.pgn` and JSON lines: their text, hostile names, and that ratings read them as the CSV.
#![allow(clippy::unwrap_used)]

mod games;

use ayo_ratings::{GamesFile, Options, fit_named, read_games, read_pgn};
use ayo_record::{GameAnalysis, GameRecord, GameResult, MoveInfo, Opening, Reason, Verdict};
use ayo_report::{GamesJsonl, GamesPgn, PgnRun, write_games_csv};
use ayo_rules::Side;
use games::{fault, game, league, names, void};
use serde_json::Value;

fn pgn(bots: &[&str], records: &[GameRecord]) -> String {
    analysed(bots, records, None)
}

/// All games with the same analysis.
fn analysed(bots: &[&str], records: &[GameRecord], analysis: Option<&GameAnalysis>) -> String {
    let bots = names(bots);
    let run = PgnRun { name: "club", rules: "ayoayo", bots: &bots, decided_at_pair: Some(17) };
    let mut bytes = Vec::new();
    let mut games = GamesPgn::new(&mut bytes, run);
    records.iter().for_each(|record| games.write(record, analysis).unwrap());
    games.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

fn csv(bots: &[&str], records: &[GameRecord]) -> String {
    let mut bytes = Vec::new();
    write_games_csv(&mut bytes, &names(bots), records).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_game() {
    let late = fault(17, 2, [1, 0], Side::South, Reason::Timeout, "10.61 s used");
    let expected = r#"[Event "club"]
[Site "ayo"]
[Date "2026.11.29"]
[Round "17.2"]
[White "mine"]
[Black "greedy"]
[Result "0-1"]
[GameId "34"]
[Variant "ayoayo"]
[Opening "Cc"]
[PlyCount "11"]
[Score "25-10"]
[Termination "time forfeit"]
[Reason "timeout"]

1. C c 2. A f 3. B a 4. C b 5. D c 6. E 0-1

"#;
    assert_eq!(pgn(&["greedy", "mine"], &[late]), expected);
}

/// Comments are for people and for programs that show them; who rates reads the same games.
#[test]
fn blunders_have_a_comment() {
    let record = game(1, 1, [0, 1], "1-0");
    let read = |text: &str| read_pgn(text.as_bytes()).unwrap().games;
    let check = |values: &str, blunders: &str, moves: &str| {
        let analysis = GameAnalysis::from_texts(values, blunders).unwrap();
        let records = [record.clone(), record.clone()];
        let text = analysed(&["a", "b"], &records, Some(&analysis));
        let (_, rest) = text.split_once("\n\n").unwrap();
        let (shown, _) = rest.split_once("\n\n").unwrap();
        assert_eq!(shown, moves);
        assert_eq!(read(&text), read(&pgn(&["a", "b"], &records)));
    };
    check("ssssssssssss", "", "1. C c 2. A f 3. B a 4. C b 5. D c 6. E 1-0");
    check(
        "sssndnnnnnnn",
        "3A:DE 5B:?",
        "1. C c 2. A {was winning with D, E and played A, which loses} 2... f 3. B {had\n\
         a draw and played B, which loses} 3... a 4. C b 5. D c 6. E 1-0",
    );
    // The last move, and one of Black.
    check(
        "ssssssnnsssn",
        "8b:ac 11E:A",
        "1. C c 2. A f 3. B a 4. C b {was winning with a, c and played b, which loses}\n\
         5. D c 6. E {was winning with A and played E, which loses} 1-0",
    );
}

/// However a game is read, it is known by the same number, so that a copy of it is known.
#[test]
fn a_game_is_the_same_in_every_file() {
    let position = "4.4.4.4.4.4/4.4.4.4.4.4 0-0 N".parse().unwrap();
    let moves = ayo_rules::parse_moves("cA").unwrap();
    let set_up =
        GameRecord { opening: Opening::Position(position), moves, ..game(1, 1, [0, 1], "1-0") };
    let none = Opening::Moves(Vec::new());
    for record in [
        set_up,
        game(1, 1, [0, 1], "1-0"),
        GameRecord { opening: none, ..game(1, 1, [0, 1], "1-0") },
    ] {
        let known = ayo_report::rated_game(&record).unwrap().moves;
        let records = [record];
        let of_pgn = read_pgn(pgn(&["a", "b"], &records).as_bytes()).unwrap();
        let of_csv = read_games(csv(&["a", "b"], &records).as_bytes()).unwrap();
        assert_ne!(known, 0);
        assert_eq!([of_pgn, of_csv].map(|file| file.games[0].moves), [known; 2]);
    }
}

#[test]
fn a_position_with_north_to_move_is_set_up() {
    let position = "4.4.4.4.4.4/4.4.4.4.4.4 0-0 N".parse().unwrap();
    let moves = ayo_rules::parse_moves("cA").unwrap();
    let record =
        GameRecord { opening: Opening::Position(position), moves, ..game(1, 1, [0, 1], "1-0") };
    let text = pgn(&["a", "b"], &[record]);
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4.4.4.4.4.4/4.4.4.4.4.4 0-0 N\"]\n"), "{text}");
    assert!(text.ends_with("\n1... c 2. A 1-0\n\n"), "{text}");
}

#[test]
fn long_games_are_broken_into_lines() {
    let moves = ayo_rules::parse_moves(&"CcAf".repeat(250)).unwrap();
    let text = pgn(&["a", "b"], &[GameRecord { moves, ..game(1, 1, [0, 1], "1/2-1/2") }]);
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.replace('\n', " ").trim_end().ends_with("500. A f 1/2-1/2"), "{text}");
}

#[test]
fn terminations() {
    #[track_caller]
    fn check(reason: Reason, word: &str) {
        let verdict = Verdict { reason, loser: None, detail: String::new() };
        let result = if reason == Reason::Void { "*" } else { "1-0" };
        let record = GameRecord {
            result: GameResult::from_text(result).unwrap(),
            verdict,
            ..game(1, 1, [0, 1], "1-0")
        };
        let text = pgn(&["a", "b"], &[record]);
        assert!(text.contains(&format!("[Termination \"{word}\"]")), "{reason}: {text}");
    }
    check(Reason::Majority, "normal");
    check(Reason::NoMoves, "normal");
    check(Reason::Repetition, "normal");
    check(Reason::Resigned, "normal");
    check(Reason::PlyLimit, "adjudication");
    check(Reason::Timeout, "time forfeit");
    check(Reason::Stalled, "stalled connection");
    check(Reason::IllegalMove, "illegal move");
    check(Reason::BadMessage, "abandoned");
    check(Reason::Exited, "abandoned");
    check(Reason::Signaled, "abandoned");
    check(Reason::StdoutClosed, "abandoned");
    check(Reason::StdinBlocked, "abandoned");
    check(Reason::StdoutFlood, "abandoned");
    check(Reason::MemoryLimit, "abandoned");
    check(Reason::ProcessLimit, "abandoned");
    check(Reason::Void, "unterminated");
}

/// Returns the games without the numbers of their pairs and copies: which belong together.
fn shape(games: GamesFile) -> (Vec<String>, Vec<String>, u64) {
    let mut pairs: Vec<u64> = Vec::new();
    let mut place = |pair| match pairs.iter().position(|known| *known == pair) {
        Some(place) => place,
        None => {
            pairs.push(pair);
            pairs.len() - 1
        }
    };
    let mut games = games;
    games.sort_bots();
    let lines = games.games.iter().map(|game| {
        format!("{} {} {:?} {}", game.first, game.second, game.score, place(game.pair))
    });
    (games.bots.clone(), lines.collect(), games.voids)
}

#[test]
fn ratings_read_it_as_the_csv() {
    let bots = ["quote \" and \\", "[tag \"]", "; {no comment", "% 1-0"];
    for seed in 0..10 {
        let mut records = league(seed);
        records.push(void(61, 1, [0, 1]));
        records.sort_by_key(|record| (record.pair, record.game));
        let of_pgn = read_pgn(pgn(&bots, &records).as_bytes()).unwrap();
        let of_csv = read_games(csv(&bots, &records).as_bytes()).unwrap();
        let rated = [&of_pgn, &of_csv].map(|file| {
            let mut file = file.clone();
            file.sort_bots();
            format!("{:?}", fit_named(&file.bots, &file.games, &Options::default()))
        });
        assert_eq!(rated[0], rated[1], "seed {seed}");
        assert_eq!(shape(of_pgn), shape(of_csv), "seed {seed}");
    }
}

/// Who rates games may want to leave out those that a test did not judge.
#[test]
fn games_after_a_decision() {
    let tag = "[AfterDecision \"true\"]\n";
    for (pair, is_after) in [(1, false), (17, false), (18, true), (400, true)] {
        let text = pgn(&["greedy", "mine"], &[game(pair, 1, [0, 1], "1-0")]);
        assert_eq!(text.contains(tag), is_after, "{text}");
        assert_eq!(read_pgn(text.as_bytes()).unwrap().games.len(), 1);
    }
}

#[test]
fn json_lines() {
    let late = fault(1, 2, [1, 0], Side::South, Reason::Timeout, "10.61 s \"used\"");
    let bots = names(&["greedy", "</script>\u{202e}"]);
    let mut bytes = Vec::new();
    let mut games = GamesJsonl::new(&mut bytes, &bots, Some(1));
    games.write(&late).unwrap();
    let info = MoveInfo {
        score: Some(-3.0),
        pv: ayo_rules::parse_moves("Cf").unwrap(),
        text: "</script>\u{202e}".to_owned(),
        ..MoveInfo::default()
    };
    let mut infos = vec![None; 8];
    infos.push(Some(info));
    games.write(&GameRecord { infos, ..game(2, 1, [0, 1], "1-0") }).unwrap();
    games.finish().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["south"], "</script>\u{202e}");
    assert_eq!(lines[0]["detail"], "10.61 s \"used\"");
    assert_eq!(lines[0]["loser"], "south");
    assert_eq!(lines[1]["loser"], Value::Null);
    assert_eq!(lines[1]["move_us"].as_array().unwrap().len(), 9);
    assert_eq!(lines[0].get("info"), None);
    assert_eq!((lines[0].get("after_decision"), &lines[1]["after_decision"]), (None, &true.into()));
    let said = lines[1]["info"].as_array().unwrap();
    assert_eq!((said.len(), &said[0]), (9, &Value::Null));
    assert_eq!(
        said[8],
        serde_json::json!({"score": -3, "pv": [2, 11], "text": "</script>\u{202e}"})
    );
    // Whoever knows the columns of the CSV knows these.
    let csv = csv(&["greedy", "mine"], &[late]);
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert!(columns.iter().all(|column| lines[0].get(column).is_some()), "{text}");
}
