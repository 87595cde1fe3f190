//! Standings, tie-breaks and the crosstable.
#![allow(clippy::unwrap_used)]

mod games;

use ayo_ratings::{Options, Ratings, fit};
use ayo_record::{GameRecord, Reason};
use ayo_report::{Crosstable, Encounter, Ranking, Standing, Standings, Style, Tally, rated_game};
use ayo_rules::Side;
use games::{fault, game, league, names, scores, shuffled, void};

fn ratings(bots: usize, records: &[GameRecord]) -> Ratings {
    let mut ordered = records.to_vec();
    ordered.sort_by_key(|record| (record.pair, record.game));
    let games: Vec<_> = ordered.iter().filter_map(rated_game).collect();
    fit(bots, &games, &Options::default())
}

fn standings(bots: &[&str], records: &[GameRecord]) -> Standings {
    let scores = scores(bots, records);
    Standings::new(&scores, &Ranking::round_robin(&scores), &ratings(bots.len(), records))
}

fn csv(standings: &Standings) -> String {
    let mut bytes = Vec::new();
    standings.write_csv(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn table(standings: &Standings, style: Style) -> String {
    let mut bytes = Vec::new();
    standings.write_table(&mut bytes, style).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Four lines with everything that can be known of a rating.
fn example() -> Standings {
    let line = |rank, bot: &str, half_points, wins, draws, losses| Standing {
        rank,
        bot: bot.into(),
        half_points,
        score: Tally { wins, draws, losses },
        elo: None,
        elo_low: None,
        elo_high: None,
        los_next: None,
        tie_breaks: vec![None, Some("4.75".into()), Some(wins.to_string())],
        timeouts: 0,
        crashes: 0,
        illegal_moves: 0,
        blunders_per_game: None,
        first_blunder_ply: None,
    };
    let mut lines = vec![
        line(1, "unbeaten", 24, 12, 0, 0),
        line(2, "greedy", 13, 6, 1, 5),
        line(3, "播棋, 机器人", 13, 5, 3, 4),
        line(4, "first", 0, 0, 0, 12),
    ];
    lines[0].elo_low = Some(212.34);
    (lines[1].elo, lines[1].elo_low, lines[1].elo_high) = (Some(43.68), Some(4.6), Some(82.8));
    lines[1].los_next = Some(0.986_14);
    lines[1].tie_breaks[0] = Some("1".into());
    (lines[2].elo, lines[2].elo_low, lines[2].elo_high) = (Some(-0.04), Some(-40.0), Some(39.9));
    lines[2].tie_breaks[0] = Some("2".into());
    (lines[2].timeouts, lines[2].crashes, lines[2].illegal_moves) = (3, 1, 2);
    lines[3].elo_high = Some(-180.0);
    Standings { tie_breaks: names(&["de", "sb", "won"]), lines }
}

#[test]
fn columns() {
    assert_eq!(
        csv(&example()),
        "\
rank,bot,points,games,wins,draws,losses,elo,elo_low,elo_high,los_next,de,sb,won,timeouts,crashes,illegal_moves,blunders_per_game,first_blunder_ply
1,unbeaten,12.0,12,12,0,0,,212.3,,,,4.75,12,0,0,0,,
2,greedy,6.5,12,6,1,5,43.7,4.6,82.8,0.9861,1,4.75,6,0,0,0,,
3,\"播棋, 机器人\",6.5,12,5,3,4,0.0,-40.0,39.9,,2,4.75,5,3,1,2,,
4,first,0.0,12,0,0,12,,,-180.0,,,4.75,0,0,0,0,,
"
    );
}

#[test]
fn the_table_on_a_terminal() {
    assert_eq!(
        table(&example(), Style::Plain),
        "\
#  bot           points  games   W-D-L       Elo     ±  LOS next  DE    SB  WON  late  crashed  illegal
1  unbeaten        12.0     12  12-0-0  ≥ +212.3     –         –   –  4.75   12     0        0        0
2  greedy           6.5     12   6-1-5     +43.7  39.1    98.6 %   1  4.75    6     0        0        0
3  播棋, 机器人     6.5     12   5-3-4       0.0  40.0         –   2  4.75    5     3        1        2
4  first            0.0     12  0-0-12  ≤ -180.0     –         –   –  4.75    0     0        0        0
"
    );
    let coloured = table(&example(), Style::Colour);
    assert!(coloured.contains("\x1b[1mbot         \x1b[0m"), "{coloured:?}");
    assert!(coloured.contains("\x1b[31m   3\x1b[0m"), "{coloured:?}");
}

#[test]
fn blunders_are_shown_when_games_were_analysed() {
    let mut standings = example();
    standings.lines.truncate(2);
    standings.lines[0].blunders_per_game = Some(0.0);
    (standings.lines[1].blunders_per_game, standings.lines[1].first_blunder_ply) =
        (Some(4.0 / 3.0), Some(14.25));
    let text = csv(&standings);
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert!(rows[0].ends_with(",0,0,0,0.000,"), "{text}");
    assert!(rows[1].ends_with(",0,0,0,1.333,14.2"), "{text}");
    let text = table(&standings, Style::Plain);
    let ends: Vec<&str> = text.lines().map(|line| line.rsplit(" ").next().unwrap()).collect();
    assert_eq!(ends, ["blunders", "0.00", "1.33"], "{text}");
    let json = standings.to_json();
    assert_eq!(json[1]["blunders_per_game"], 1.333);
    assert_eq!(json[1]["first_blunder_ply"], 14.2);
}

#[test]
fn names_cannot_move_the_cursor() {
    let mut standings = example();
    standings.lines.truncate(1);
    standings.lines[0].bot = "a\x1b[2J\u{202E}b\nc".into();
    let text = table(&standings, Style::Plain);
    assert!(text.contains(r"a\u{1b}[2J\u{202e}b\nc"), "{text:?}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn json_says_the_same() {
    let json = example().to_json();
    assert_eq!(
        json[2],
        serde_json::json!({
            "rank": 3, "bot": "播棋, 机器人", "points": 6.5, "games": 12, "wins": 5, "draws": 3,
            "losses": 4, "elo": 0.0, "elo_low": -40.0, "elo_high": 39.9, "los_next": null,
            "de": 2, "sb": 4.75, "won": 5, "timeouts": 3, "crashes": 1, "illegal_moves": 2,
            "blunders_per_game": null, "first_blunder_ply": null,
        })
    );
    assert!(json[0]["elo"].is_null());
    assert_eq!(json.as_array().unwrap().len(), 4);
}

#[test]
fn worked_tie_breaks() {
    let (mut records, mut expected) = (Vec::new(), Vec::new());
    for line in include_str!("data/tiebreaks.txt").lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["game", south, north, result] => {
                let bots = [south, north].map(|player| player.parse::<u32>().unwrap() - 1);
                records.push(game(records.len() as u64 + 1, 1, bots, result));
            }
            ["player", number, points, de, sb, won, rank] => {
                expected.push([rank, number, points, de.trim_matches('-'), sb, won].join(" "));
            }
            _ => assert!(line.starts_with('#'), "{line}"),
        }
    }
    assert_eq!((records.len(), expected.len()), (16, 8));
    expected.sort();
    let found: Vec<String> = standings(&["1", "2", "3", "4", "5", "6", "7", "8"], &records)
        .lines
        .iter()
        .map(|line| {
            let points = format!("{:.1}", line.half_points as f64 / 2.0);
            let tie_breaks: Vec<&str> =
                line.tie_breaks.iter().map(|value| value.as_deref().unwrap_or("")).collect();
            format!("{} {} {points} {}", line.rank, line.bot, tie_breaks.join(" "))
        })
        .collect();
    assert_eq!(found, expected);
}

/// Plays single games given as `ab+` (a won), `ab-`, `ab=`, and compares lines of
/// `rank name points de`.
#[track_caller]
fn check_places(bots: &[&str], games: &str, expected: &[&str]) {
    let index = |letter: char| bots.iter().position(|bot| bot.starts_with(letter)).unwrap() as u32;
    let records: Vec<GameRecord> = (1..)
        .zip(games.split_whitespace())
        .map(|(pair, text)| {
            let letters: Vec<char> = text.chars().collect();
            let result = match letters[2] {
                '+' => "1-0",
                '-' => "0-1",
                _ => "1/2-1/2",
            };
            game(pair, 1, [index(letters[0]), index(letters[1])], result)
        })
        .collect();
    let lines: Vec<String> = standings(bots, &records)
        .lines
        .iter()
        .map(|line| {
            let encounter = line.tie_breaks[0].as_deref().unwrap_or("-");
            format!("{} {} {} {encounter}", line.rank, line.bot, line.half_points)
        })
        .collect();
    assert_eq!(lines, expected, "{games}");
}

#[test]
fn direct_encounters() {
    // a beat b.
    check_places(&["a", "b", "c"], "ab+ bc+", &["1 a 2 1", "2 b 2 2", "3 c 0 -"]);
    // Each of the three beat one of the others.
    check_places(
        &["a", "b", "c", "d"],
        "ab- ac+ bc- ad+ bd+ cd+",
        &["1 a 4 -", "1 b 4 -", "1 c 4 -", "4 d 0 -"],
    );
    // a leads the three; c and b have the same mutual points, and c beat b.
    check_places(
        &["a", "b", "c", "d", "e"],
        "ab+ ba+ ac+ ca- bc= bc- ad- da+ be+ eb= ce+ ec=",
        &["1 a 6 1", "2 c 6 2", "3 b 6 3", "4 d 4 -", "5 e 2 -"],
    );
    // Not all have met, or not equally often yet: nothing is decided by it.
    check_places(&["a", "b", "c"], "ac+ cb-", &["1 a 2 -", "1 b 2 -", "3 c 0 -"]);
    check_places(
        &["a", "b", "c", "d"],
        "ab+ ba+ ac= bc= cd=",
        &["1 a 3 -", "1 b 3 -", "3 c 3 -", "4 d 1 -"],
    );
}

#[test]
fn equals_share_a_rank() {
    check_places(&["zoe", "amy", "bob"], "za= ab= bz=", &["1 amy 2 -", "1 bob 2 -", "1 zoe 2 -"]);
    check_places(&["b", "a"], "", &["1 a 0 -", "1 b 0 -"]);
    check_places(&[], "", &[]);
}

#[test]
fn faults_are_counted_and_void_games_are_not() {
    let records = [
        fault(1, 1, [0, 1], Side::North, Reason::Timeout, ""),
        fault(1, 2, [1, 0], Side::South, Reason::Stalled, ""),
        fault(2, 1, [0, 1], Side::North, Reason::Exited, ""),
        fault(2, 2, [1, 0], Side::South, Reason::MemoryLimit, ""),
        fault(3, 1, [0, 1], Side::South, Reason::IllegalMove, ""),
        fault(3, 2, [1, 0], Side::South, Reason::Resigned, ""),
        fault(4, 1, [0, 1], Side::North, Reason::BadMessage, ""),
        void(4, 2, [1, 0]),
    ];
    let standings = standings(&["a", "b"], &records);
    let counted = |index: usize| {
        let line: &Standing = &standings.lines[index];
        (line.bot.as_str(), line.score, line.timeouts, line.crashes, line.illegal_moves)
    };
    assert_eq!(counted(0), ("a", Tally { wins: 6, draws: 0, losses: 1 }, 0, 0, 1));
    assert_eq!(counted(1), ("b", Tally { wins: 1, draws: 0, losses: 6 }, 2, 2, 1));
}

#[test]
fn ratings_go_to_their_bots() {
    let bots = ["a", "b", "c", "d"];
    let records = league(3);
    let ratings = ratings(4, &records);
    let standings = standings(&bots, &records);
    let index = |name: &str| bots.iter().position(|&bot| bot == name).unwrap();
    for (place, line) in standings.lines.iter().enumerate() {
        let rating = &ratings.ratings[index(&line.bot)];
        assert_eq!((line.elo, line.elo_low, line.elo_high), (rating.elo, rating.low, rating.high));
        assert_eq!(line.score.games(), rating.games);
        let next = standings.lines.get(place + 1);
        let los =
            next.and_then(|next| ratings.los(index(&line.bot) as u32, index(&next.bot) as u32));
        assert_eq!(line.los_next, los);
        assert_eq!(los.is_none(), place == 3);
    }
    let crosstable = Crosstable::new(&scores(&bots, &records), &ratings);
    for line in &crosstable.lines {
        let (bot, opponent) = (index(&line.bot) as u32, index(&line.opponent) as u32);
        assert_eq!(line.difference, ratings.difference(bot, opponent));
        assert_eq!(line.los, ratings.los(bot, opponent));
    }
}

#[test]
fn unbeaten_bots_have_no_rating() {
    let records: Vec<_> = (1..=20)
        .flat_map(|pair| {
            let (bot, other) = (pair as u32 % 2, 1 - pair as u32 % 2);
            [
                game(3 * pair, 1, [2, bot], "1-0"),
                game(3 * pair + 1, 1, [bot, 2], "0-1"),
                game(3 * pair + 2, 1, [bot, other], ["1-0", "0-1", "1/2-1/2"][pair as usize % 3]),
            ]
        })
        .collect();
    let text = csv(&standings(&["a", "b", "best", "absent"], &records));
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(&rows[1][..4], ["1", "best", "40.0", "40"]);
    assert!(rows[1][7].is_empty() && !rows[1][8].is_empty() && rows[1][9].is_empty(), "{text}");
    assert_eq!(rows[4][..11].join(","), "4,absent,0.0,0,0,0,0,,,,", "{text}");
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let bots = ["a", "b", "c", "d"];
    let records = league(2);
    let all = |records: &[GameRecord]| {
        let mut text = csv(&standings(&bots, records)).into_bytes();
        let scores = scores(&bots, records);
        Crosstable::new(&scores, &ratings(4, records)).write_csv(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    let expected = all(&records);
    for seed in 0..10 {
        assert_eq!(all(&shuffled(seed, &records)), expected, "seed {seed}");
    }
    assert!(!expected.contains("NaN") && !expected.contains("inf"), "{expected}");
}

#[test]
fn crosstable() {
    let records = [
        game(1, 1, [0, 1], "1-0"),
        game(1, 2, [1, 0], "1/2-1/2"),
        game(2, 1, [2, 0], "1-0"),
        void(2, 2, [0, 2]),
    ];
    let mut crosstable = Crosstable::new(&scores(&["a", "b, c", "d"], &records), &ratings(3, &[]));
    crosstable.lines[0].difference =
        Some(ayo_ratings::Difference { elo: 12.34, se: 10.0, low: -7.26, high: 31.94 });
    crosstable.lines[0].los = Some(0.8914);
    let mut bytes = Vec::new();
    crosstable.write_csv(&mut bytes).unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "\
bot,opponent,games,wins,draws,losses,points,elo_diff,elo_diff_low,elo_diff_high,los
a,\"b, c\",2,1,1,0,1.5,12.3,-7.3,31.9,0.8914
a,d,1,0,0,1,0.0,,,,
\"b, c\",a,2,0,1,1,0.5,,,,
d,a,1,1,0,0,1.0,,,,
"
    );
    let Encounter { bot, opponent, .. } = &crosstable.lines[3];
    assert_eq!((bot.as_str(), opponent.as_str()), ("d", "a"));
    assert_eq!(crosstable.to_json()[0]["elo_diff_low"], -7.3);
    assert!(crosstable.to_json()[1]["los"].is_null());
}
