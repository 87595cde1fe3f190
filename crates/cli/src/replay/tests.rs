//! What a replay shows, and what keys do.

use ayo_record::{Bot, GameAnalysis, GameRecord, GameResult, Opening, Reason, Verdict};
use ayo_report::Style;
use ayo_rules::{Rules, Side};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::frames::StoredGame;
use super::keys::{Key, keys};
use super::screen::Size;
use super::text::{self, Boards};
use super::view::{Then, View};
use super::{document, screen};

/// A screen that nothing is too wide for.
const ROOMY: Size = Size { lines: 60, columns: 200 };

/// A game of nine plies, two of them the opening.
fn record() -> GameRecord {
    GameRecord {
        number: 37,
        round: 5,
        pair: 19,
        game: 1,
        bots: [Bot(0), Bot(1)],
        opening: Opening::Moves(ayo_rules::parse_moves("Cc").unwrap()),
        result: GameResult::South,
        scores: [25, 3],
        verdict: Verdict { reason: Reason::Majority, loser: None, detail: String::new() },
        used_ms: [1, 1],
        slowest_ms: [1, 1],
        moves: ayo_rules::parse_moves("CcCfCfDeC").unwrap(),
        move_us: vec![1_234, 5, 60_000, 7, 8, 9, 10],
        infos: Vec::new(),
        seed: 7,
        isolation: "none".into(),
        worker: 1,
        started_at_ms: 0,
        duration_ms: 1,
        stderr_tail: String::new(),
    }
}

fn stored(record: GameRecord) -> StoredGame {
    let bots = ["greedy".to_owned(), "\u{202e}mine".to_owned()];
    StoredGame::new("club", Rules::AYOAYO, bots, record).unwrap()
}

/// The same game, analysed: the values are made up.
fn analysed() -> StoredGame {
    let analysis = GameAnalysis::from_texts("sssdnnnSS?", "3C:AB 6f:?").unwrap();
    StoredGame { analysis: Some(analysis), ..stored(record()) }
}

fn written(game: &StoredGame, from: usize, boards: Boards) -> String {
    let mut out = Vec::new();
    text::write(game, from, boards, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_whole_game() {
    let text = written(&stored(record()), 0, Boards::FirstAndLast);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "club: game 37 · round 5 · pair 19, game 1 · ayoayo");
    assert_eq!(lines[1..4], ["South  greedy", "North  \\u{202e}mine", "opening  Cc"]);
    let moves: Vec<&&str> = lines.iter().filter(|line| line.contains(" sows ")).collect();
    assert_eq!(moves.len(), 9, "{text}");
    assert!(moves[0].starts_with("   1  South C  sows 4, "), "{text}");
    assert!(moves[0].ends_with("captures 7  opening"), "{text}");
    assert!(moves[2].ends_with("  1.234 ms"), "{text}");
    assert!(moves[4].ends_with("  60.000 ms"), "{text}");
    assert_eq!(lines.iter().filter(|line| line.contains(" North  |")).count(), 2, "{text}");
    assert!(text.contains("majority: a store holds more than half of the 48 seeds"), "{text}");
    let end = "final stores: South 25, North 3 · 1-0 · South (`greedy`) wins\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn parts_of_a_game() {
    let check = |from, boards, moves, drawn| {
        let text = written(&stored(record()), from, boards);
        let count = |what: &str| text.lines().filter(|line| line.contains(what)).count();
        assert_eq!((count(" sows "), count(" North  |")), (moves, drawn), "{text}");
    };
    check(0, Boards::EveryMove, 9, 10);
    check(7, Boards::EveryMove, 2, 3);
    check(7, Boards::FirstAndLast, 2, 2);
    check(9, Boards::FirstAndLast, 0, 1);
}

/// The same game, in which South says this of its first own move, `C`.
fn stored_with(info: Value) -> StoredGame {
    let mut infos = vec![None; 7];
    infos[0] = Some(serde_json::from_value(info).unwrap());
    stored(GameRecord { infos, ..record() })
}

#[test]
fn what_a_bot_says_of_its_move() {
    #[track_caller]
    fn check(info: Value, expected: &str) {
        let game = stored_with(info);
        let text = written(&game, 0, Boards::FirstAndLast);
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("says")).collect();
        assert_eq!(lines, [format!("      says: {expected}")]);
        let picture = screen::picture(&game, &View::new(3, 9, false, 700), ROOMY, Style::Plain);
        assert!(picture.contains(lines[0]), "{picture}");
    }
    check(
        json!({"score": 7, "depth": 6, "nodes": 18_231, "pv": [2, 11, 4], "text": "easy"}),
        "score 7, depth 6, 18231 nodes, then f E; “easy”",
    );
    check(json!({"score": -0.25}), "score -0.25");
    check(json!({"score": -0.0, "nodes": 1}), "score 0, 1 node");
    check(json!({"score": 1e300}), "score 1e300");
    check(json!({"pv": [11, 4]}), "then f E");
    check(json!({"text": "a\n\u{202e}b\u{1b}[2J"}), "“a\\n\\u{202e}b\\u{1b}[2J”");
}

/// A value is told where it changes, a blunder where it is made.
#[test]
fn what_best_play_would_have_made_of_it() {
    let told = |from| {
        let text = written(&analysed(), from, Boards::FirstAndLast);
        let is_told = |line: &&str| line.contains("best play") || line.contains("blunder");
        let lines = text.lines().filter(|line| is_told(line) || line.contains(" sows "));
        let lines = lines.map(|line| match line.split_once("  ") {
            Some((_, rest)) if !is_told(&line) => rest.trim().split(' ').next().unwrap().to_owned(),
            _ => line.trim().to_owned(),
        });
        lines.collect::<Vec<String>>()
    };
    let expected = [
        "with best play South wins",
        "1",
        "2",
        "3",
        "blunder: greedy was winning with A, B and played C, which draws",
        "with best play it is a draw",
        "4",
        "with best play North wins",
        "5",
        "6",
        "blunder: \\u{202e}mine was winning and played f, which loses",
        "7",
        "with best play South wins, by the rule for positions that come back",
        "8",
        "9",
        "what best play makes of this was not found out",
    ];
    assert_eq!(told(0), expected);
    assert_eq!(told(5)[..2], ["with best play North wins", "6"]);
    let plain = written(&stored(record()), 0, Boards::EveryMove);
    assert!(!plain.contains("best play") && !plain.contains("blunder"), "{plain}");
}

#[test]
fn what_best_play_would_have_made_of_it_on_a_screen() {
    let game = analysed();
    let check = |at, size, texts: &[&str]| {
        let picture = screen::picture(&game, &View::new(at, 9, false, 700), size, Style::Plain);
        for text in texts {
            assert!(picture.contains(text), "no `{text}` in\n{picture}");
        }
    };
    check(0, ROOMY, &["South to move · with best play South wins\n"]);
    let blunder = "      blunder: greedy was winning with A, B and played C, which draws\n";
    check(3, ROOMY, &[blunder, "North to move · with best play it is a draw\n"]);
    // On a usual screen there is room for all of it.
    for at in 0..=9 {
        check(at, Size { lines: 24, columns: 80 }, &["ply "]);
    }
}

#[test]
fn a_fault_is_told_with_its_sentence() {
    let verdict = Verdict {
        reason: Reason::Timeout,
        loser: Some(Side::North),
        detail: "ply 4: 10.61 s used\u{7}".to_owned(),
    };
    let moves = ayo_rules::parse_moves("CcC").unwrap();
    let game = stored(GameRecord { verdict, moves, scores: [7, 0], ..record() });
    assert_eq!(
        text::ending(&game),
        "North (`\\u{202e}mine`) loses · timeout: ply 4: 10.61 s used\\u{7}\n\
         final stores: South 7, North 0 · 1-0 · South (`greedy`) wins"
    );
}

#[test]
fn a_move_that_the_rules_forbid_is_named() {
    let moves = ayo_rules::parse_moves("CC").unwrap();
    let bots = ["a".to_owned(), "b".to_owned()];
    let game = StoredGame::new("club", Rules::AYOAYO, bots, GameRecord { moves, ..record() });
    let told = match game {
        Err(crate::failure::Failure::Work(error)) => error.to_string(),
        _ => panic!("it was replayed"),
    };
    assert!(told.starts_with("move 2 of game 37 cannot be replayed: "), "{told}");
}

/// The longest relay that random games came to: 1,059 laps.
#[test]
fn a_very_long_relay() {
    let start: ayo_rules::Position = "0.1.1.13.0.1/0.1.0.1.0.1 29-0 S".parse().unwrap();
    let record = GameRecord {
        opening: Opening::Position(start),
        moves: ayo_rules::parse_moves("C").unwrap(),
        ..record()
    };
    let rules = Rules { majority: false, ..Rules::AYOAYO };
    let bots = ["a".to_owned(), "b".to_owned()];
    let game = StoredGame::new("club", rules, bots, record).unwrap();
    let text = written(&game, 0, Boards::FirstAndLast);
    assert!(text.contains("   1  South C  sows 1, 1059 laps, "), "{text}");
}

#[test]
fn the_document() {
    let mut out = Vec::new();
    document::write(&stored_with(json!({"depth": 6})), &mut out).unwrap();
    let document: Value = serde_json::from_slice(&out).unwrap();
    let first = &document["moves"][0];
    assert_eq!(first["position"], "6.6.2.7.0.6/1.0.6.6.0.1 7-0 N");
    assert_eq!((&first["captured"], &first["letter"]), (&7.into(), &"C".into()));
    assert_eq!((&first["opening"], &first["time_us"]), (&true.into(), &().into()));
    assert_eq!(document["moves"][2]["time_us"], 1_234);
    assert_eq!(document["moves"].as_array().unwrap().len(), 9);
    assert_eq!(document["moves"][2]["info"], json!({"depth": 6}));
    assert_eq!(document["moves"][3]["info"], Value::Null);
    assert_eq!((&document["reason"], &document["result"]), (&"majority".into(), &"1-0".into()));
    assert_eq!((&document["values"], &document["blunders"]), (&Value::Null, &Value::Null));
    assert_eq!(first.get("before"), None);
}

/// In the words of `ayo analyze --json`.
#[test]
fn the_document_of_a_game_that_was_analysed() {
    let mut out = Vec::new();
    document::write(&analysed(), &mut out).unwrap();
    let document: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(document["values"], "sssdnnnSS?");
    let first = json!({
        "ply": 3, "side": "south", "move": "C", "before": "win", "after": "draw",
        "keeps": ["A", "B"],
    });
    let second = json!({
        "ply": 6, "side": "north", "move": "f", "before": "win", "after": "win", "keeps": null,
    });
    assert_eq!(document["blunders"], json!([first, second]));
    let check = |place: usize, before: &str, after: &str, by_repetition: bool| {
        let played = &document["moves"][place];
        assert_eq!((&played["before"], &played["after"]), (&before.into(), &after.into()));
        assert_eq!(played["after_depends_on_repetition"], by_repetition);
    };
    check(0, "win", "win", false);
    check(2, "win", "draw", false);
    check(6, "loss", "win", true);
    check(8, "win", "?", false);
}

#[test]
fn bytes_of_keys() {
    let check = |bytes: &[u8], expected: &[Key]| assert_eq!(keys(bytes), expected, "{bytes:?}");
    check(b" ", &[Key::Forward]);
    check(b"\r", &[Key::Forward]);
    check(b"\x1b[C\x1b[D", &[Key::Forward, Key::Back]);
    check(b"\x1bOC\x1bOD", &[Key::Forward, Key::Back]);
    check(b"\x1b[H\x1b[4~", &[Key::First, Key::Last]);
    check(b"\x1b", &[Key::Quit]);
    check(b"\x1b[24;5~q", &[]);
    check(b"q", &[Key::Quit]);
    check(b"\x03", &[Key::Quit]);
    check(b"zp+-\xff", &[Key::Play, Key::Faster, Key::Slower]);
    check(b"", &[]);
}

#[test]
fn keys_and_time_move_the_view() {
    let view = |at, is_playing| View::new(at, 9, is_playing, 1_000);
    let check = |mut from: View, key, expected: View| {
        assert_eq!(from.press(key), Then::Stay);
        assert_eq!(from, expected, "{key:?}");
    };
    check(view(0, false), Key::Forward, view(1, false));
    check(view(9, false), Key::Forward, view(9, false));
    check(view(0, true), Key::Back, view(0, false));
    check(view(4, true), Key::Last, view(9, false));
    check(view(4, false), Key::First, view(0, false));
    check(view(4, false), Key::Play, view(4, true));
    check(view(9, false), Key::Play, view(0, true));
    check(view(4, true), Key::Play, view(4, false));
    check(view(4, true), Key::Faster, View { speed_ms: 500, ..view(4, true) });
    check(
        View { speed_ms: 10, ..view(1, true) },
        Key::Faster,
        View { speed_ms: 10, ..view(1, true) },
    );
    check(
        View { speed_ms: 40_000, ..view(1, true) },
        Key::Slower,
        View { speed_ms: 60_000, ..view(1, true) },
    );
    assert_eq!(view(4, false).press(Key::Quit), Then::Leave);
    let mut playing = view(7, true);
    playing.tick();
    assert_eq!(playing, view(8, true));
    playing.tick();
    assert_eq!(playing, view(9, false), "it stops at the end");
    assert_eq!(playing.pause(), None);
}

#[test]
fn the_picture() {
    let game = stored(record());
    let check = |at, texts: &[&str]| {
        let picture = screen::picture(&game, &View::new(at, 9, false, 700), ROOMY, Style::Plain);
        for text in texts {
            assert!(picture.contains(text), "no `{text}` in\n{picture}");
        }
    };
    check(0, &["before the first move", "South to move", "ply 0 of 9 · stopped"]);
    check(1, &["   1  South C  sows 4, ", "North to move", "ply 1 of 9"]);
    check(9, &["final stores: South 25, North 3", "ply 9 of 9"]);
}

/// Whatever the size of the terminal: no line is wider, and there are fewer lines than it has.
#[test]
fn the_picture_fits() {
    let game = stored_with(json!({"text": "貝".repeat(200)}));
    let sizes = [0, 1, 2, 10, 20, 23, 24, 40].into_iter();
    for (lines, columns) in sizes.flat_map(|lines| (0..100).map(move |columns| (lines, columns))) {
        for at in 0..=9 {
            let size = Size { lines, columns };
            let view = View::new(at, 9, false, 700);
            let picture = screen::picture(&game, &view, size, Style::Plain);
            let widest = picture.lines().map(|line| line.width()).max().unwrap_or_default();
            assert!(widest <= columns.max(1), "{size:?}:\n{picture}");
            assert!(picture.lines().count() < lines.max(1), "{size:?}:\n{picture}");
            let shown = ["ply ", "too small\nneeded  46 x "].map(|text| picture.contains(text));
            if lines >= 24 {
                assert_eq!(shown[0], columns >= 46, "{size:?}:\n{picture}");
            }
            if lines >= 10 && columns >= 20 {
                assert!(shown[0] != shown[1], "{size:?}:\n{picture}");
            }
        }
    }
}
