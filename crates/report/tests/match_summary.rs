//! What is said at the end of a match.
#![allow(clippy::unwrap_used)]

mod games;

use ayo_ratings::{Pentanomial, Trinomial, match_elo};
use ayo_record::{GameRecord, Opening, Reason};
use ayo_report::{Frame, MatchSummary, MatchTally, Style, interval_text};
use ayo_rules::{Pit, Side, parse_moves};
use games::{fault, game, names, shuffled, void};

fn tally(bots: [&str; 2], records: &[GameRecord]) -> MatchTally {
    let mut tally = MatchTally::new(bots.map(str::to_owned));
    for record in records {
        tally.add(record).unwrap();
    }
    tally
}

fn text(bots: [&str; 2], records: &[GameRecord], style: Style) -> String {
    let heading = names(&["ayoayo", "100 pairs", "tc 10+0.1"]);
    let stopped = names(&["all games played", "runs/greedy-mine/games.csv"]);
    let frame = Frame { heading: &heading, stopped: &stopped, ..FRAME };
    let mut bytes = Vec::new();
    MatchSummary::new(&tally(bots, records)).write(&mut bytes, frame, style).unwrap();
    String::from_utf8(bytes).unwrap()
}

const FRAME: Frame<'_> =
    Frame { heading: &[], elapsed_ms: 41_300, copied_games: 0, more: &[], stopped: &[] };

/// Gives a pair an opening of its own, so that its games are no copies of others.
fn own_opening(game: GameRecord) -> GameRecord {
    let letter = |place: u32| Pit::new((game.pair / 6_u64.pow(place) % 6) as u8).unwrap();
    GameRecord { opening: Opening::Moves((0..4).map(letter).collect()), ..game }
}

/// Returns pairs by the results of the first bot, as South and then as North.
fn pairs(counts: &[(&str, u64)]) -> Vec<GameRecord> {
    let results = counts.iter().flat_map(|&(results, count)| (0..count).map(move |_| results));
    let result = |letter: &str, side: Side| match (letter, side) {
        ("D", _) => "1/2-1/2",
        ("W", Side::South) | ("L", Side::North) => "1-0",
        _ => "0-1",
    };
    (1..)
        .zip(results)
        .flat_map(|(pair, results)| {
            let (south, north) = results.split_at(1);
            [
                game(pair, 1, [0, 1], result(south, Side::South)),
                game(pair, 2, [1, 0], result(north, Side::North)),
            ]
            .map(own_opening)
        })
        .collect()
}

/// 100 pairs; Elo, its error and LOS were computed apart from the five counts.
fn example() -> Vec<GameRecord> {
    let mut records = pairs(&[("WW", 34), ("WD", 9), ("WL", 35), ("DD", 5), ("LD", 5), ("LL", 12)]);
    let allowed = "10.61 s used, 10.00 s + 0.05 s margin allowed";
    records[36] = fault(19, 1, [0, 1], Side::North, Reason::Timeout, allowed);
    records[80] = fault(41, 1, [0, 1], Side::North, Reason::Timeout, "later");
    records[82] = GameRecord {
        moves: parse_moves("CcA").unwrap(),
        ..fault(42, 1, [0, 1], Side::North, Reason::Exited, "exit status 3")
    };
    records
}

#[test]
fn a_match() {
    let records = example();
    let expected = "\
ayoayo · 100 pairs · tc 10+0.1

  greedy   124.0 – 76.0   mine            200 games in 41 s
  W-D-L    112-24-64    as South 78-5-17    as North 34-19-47
  pairs    LL 12   LD 5   1–1 40   WD 9   WW 34
  Elo      +85.0 ± 48.1 (95 %, paired)     LOS >99.9 %
  faults   mine: 2 timeouts    game 37, move 12: 10.61 s used, 10.00 s + 0.05 s margin allowed
           mine: 1 exited    game 83, move 4: exit status 3

stopped: all games played · runs/greedy-mine/games.csv
";
    assert_eq!(text(["greedy", "mine"], &records, Style::Plain), expected);
    for seed in 0..10 {
        let records = shuffled(seed, &records);
        assert_eq!(text(["greedy", "mine"], &records, Style::Plain), expected, "seed {seed}");
    }
    let coloured = text(["greedy", "mine"], &records, Style::Colour);
    assert!(coloured.contains("\x1b[31mmine: 2 timeouts\x1b[0m    game 37"), "{coloured:?}");
}

#[test]
fn a_match_that_has_hardly_begun() {
    let records = [game(1, 1, [0, 1], "1-0"), void(1, 2, [1, 0])];
    let text = text(["a-long-name", "ọpọ́n"], &records, Style::Plain);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[2],
        "  a-long-name   1.0 – 0.0   ọpọ́n            1 game in 41 s (1 void, played again)"
    );
    assert_eq!(lines[3], "  W-D-L         1-0-0    as South 1-0-0    as North 0-0-0");
    assert_eq!(lines[4], "  pairs         LL 0   LD 0   1–1 0   WD 0   WW 0   unpaired 1");
    assert_eq!(lines[5], "  Elo           ≥ -511.5 (95 %, few games)     LOS 84.1 %");
    assert_eq!(lines[6], "  faults        none");
}

#[test]
fn a_match_without_a_game() {
    let text = text(["a", "b"], &[], Style::Plain);
    assert!(text.contains("  Elo      –\n"), "{text}");
    assert!(text.contains("  a        0.0 – 0.0   b"), "{text}");
}

#[test]
fn one_sided_matches_have_finite_numbers() {
    for results in ["WW", "LL", "DD", "WL"] {
        let text = text(["a", "b"], &pairs(&[(results, 20)]), Style::Plain);
        let lower = text.to_lowercase();
        assert!(!lower.contains("nan") && !lower.contains("inf"), "{text}");
    }
}

/// No number is made up where the games only bound it.
#[test]
fn the_elo_line() {
    #[track_caller]
    fn check(records: &[GameRecord], line: &str, json: [Option<f64>; 3]) {
        let text = text(["a", "b"], records, Style::Plain);
        assert!(text.contains(&format!("\n  Elo      {line}\n")), "{text}");
        let summary = MatchSummary::new(&tally(["a", "b"], records)).to_json(FRAME);
        let found = ["elo", "elo_low", "elo_high"].map(|key| summary[key].as_f64());
        assert_eq!(found, json, "{summary}");
    }
    let won = "≥ +316.6 (95 %, no spread)     LOS >99.9 %";
    check(&pairs(&[("WW", 20)]), won, [None, Some(316.6), None]);
    let lost = "≤ -316.6 (95 %, no spread)     LOS <0.1 %";
    check(&pairs(&[("LL", 20)]), lost, [None, None, Some(-316.6)]);
    let even = "0.0 ± 147.8 (95 %, no spread)     LOS 50.0 %";
    let ends = [Some(0.0), Some(-147.8), Some(147.8)];
    check(&pairs(&[("DD", 20)]), even, ends);
    check(&pairs(&[("WL", 20)]), even, ends);
    let one = |result| [game(1, 1, [0, 1], result)];
    check(&one("1-0"), "≥ -511.5 (95 %, few games)     LOS 84.1 %", [None, Some(-511.5), None]);
    check(&one("0-1"), "≤ +511.5 (95 %, few games)     LOS 15.9 %", [None, None, Some(511.5)]);
    let mut interrupted = pairs(&[("WL", 100)]);
    interrupted.extend([game(101, 1, [0, 1], "1-0"), game(102, 1, [0, 1], "1-0")]);
    let close = "+3.4 ± 67.2 (95 %, no spread)     LOS 54.0 %";
    check(&interrupted, close, [Some(3.4), Some(-63.7), Some(70.6)]);
}

/// What is beyond the scale is a bound, and no interval looks as if it had no width.
#[test]
fn intervals_in_words() {
    #[track_caller]
    fn check(pairs: [u64; 5], expected: &str) {
        let elo = match_elo(Pentanomial(pairs), Trinomial::default(), 0.95);
        assert_eq!(interval_text(&elo).unwrap(), expected);
    }
    check([0, 0, 1, 5, 1_000_000], "≥ +1199.8");
    check([1_000_000, 5, 1, 0, 0], "≤ -1199.8");
    check([0, 2, 0, 0, 500], "+1009.3 [≥ +857.7]");
    check([500, 0, 0, 2, 0], "-1009.3 [≤ -857.7]");
    check([0, 1, 1_000_000, 1, 0], "0.0 ± <0.1");
    check([0, 0, 1_000_000, 0, 0], "0.0 ± 0.7");
}

#[test]
fn what_a_bot_printed_cannot_move_the_cursor() {
    let record = fault(1, 1, [0, 1], Side::North, Reason::BadMessage, "got \x1b[2J\r\nstopped: x");
    let text = text(["a", "b"], &[record], Style::Plain);
    assert!(
        text.contains(r"b: 1 bad message    game 1, move 12: got \u{1b}[2J\r\nstopped: x"),
        "{text}"
    );
}

#[test]
fn json_says_the_same() {
    let heading = names(&["ayoayo"]);
    let frame = Frame { heading: &heading, copied_games: 3, ..FRAME };
    let json = MatchSummary::new(&tally(["greedy", "mine"], &example())).to_json(frame);
    assert_eq!(
        json,
        serde_json::json!({
            "bots": ["greedy", "mine"],
            "points": [124.0, 76.0],
            "games": 200, "wins": 112, "draws": 24, "losses": 64,
            "as_south": { "wins": 78, "draws": 5, "losses": 17 },
            "as_north": { "wins": 34, "draws": 19, "losses": 47 },
            "pairs": [12, 5, 40, 9, 34], "unpaired": 0, "identical": 3,
            "voids": 0,
            "elo": 85.0, "elo_low": 38.5, "elo_high": 134.8, "los": 0.9999,
            "faults": [
                {
                    "bot": "mine", "reason": "timeout", "count": 2, "game": 37, "move": 12,
                    "detail": "10.61 s used, 10.00 s + 0.05 s margin allowed",
                },
                {
                    "bot": "mine", "reason": "exited", "count": 1, "game": 83, "move": 4,
                    "detail": "exit status 3",
                },
            ],
            "elapsed_ms": 41_300, "heading": ["ayoayo"], "stopped": [],
        })
    );
    let empty = MatchSummary::new(&tally(["a", "b"], &[])).to_json(frame);
    assert!(empty["elo"].is_null() && empty["los"].is_null());
}

#[test]
fn a_third_bot_is_refused() {
    let mut tally = MatchTally::new(["a", "b"].map(str::to_owned));
    assert!(tally.add(&game(1, 1, [0, 2], "1-0")).is_err());
    assert_eq!(tally.pairs().0, [0; 5]);
    assert_eq!(tally.singles().0, [0; 3]);
}

/// Pairs that are played again tell nothing new, and are counted.
#[test]
fn copies() {
    let apart = example();
    let mut together = apart.clone();
    together.extend(
        apart.iter().map(|record| GameRecord { pair: record.pair + 1_000, ..record.clone() }),
    );
    let lines = |records: &[GameRecord]| text(["greedy", "mine"], records, Style::Plain);
    let elo = |text: &str| text.lines().find(|line| line.contains("Elo")).unwrap().to_owned();
    assert_eq!(elo(&lines(&together)), elo(&lines(&apart)));
    assert!(!lines(&together).contains("copied"), "{}", lines(&together));
    let mut told = Vec::new();
    let frame = Frame { copied_games: 200, ..FRAME };
    let summary = MatchSummary::new(&tally(["greedy", "mine"], &together));
    summary.write(&mut told, frame, Style::Plain).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("WW 68   copied games 200\n"), "{told}");
}
