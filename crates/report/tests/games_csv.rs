//! `games.csv`: its columns, its quotes, the same bytes in any order.
#![allow(clippy::unwrap_used)]

mod games;

use ayo_record::{GameRecord, Opening, Reason};
use ayo_report::{GamesCsv, rated_game, write_games_csv};
use ayo_rules::{Position, Side};
use games::{fault, game, league, names, shuffled};

fn csv(bots: &[&str], records: &[GameRecord]) -> String {
    let mut bytes = Vec::new();
    write_games_csv(&mut bytes, &names(bots), records).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn columns() {
    let late = fault(1, 2, [1, 0], Side::South, Reason::Timeout, "10.61 s used, 10.00 s allowed");
    let start = GameRecord {
        opening: Opening::Moves(Vec::new()),
        moves: Vec::new(),
        ..game(2, 1, [0, 1], "1/2-1/2")
    };
    let set_up =
        GameRecord { opening: Opening::Position(Position::START), ..game(2, 2, [1, 0], "0-1") };
    let text = csv(&["greedy", "mine"], &[set_up, late, game(1, 1, [0, 1], "1-0"), start]);
    assert_eq!(
        text,
        "\
game_id,round,pair,game,south,north,opening,result,south_score,north_score,plies,reason,loser,\
detail,south_ms,north_ms,south_max_ms,north_max_ms,moves,seed,isolation,worker,started_at,\
duration_ms
1,1,1,1,greedy,mine,Cc,1-0,25,10,11,majority,,,1200,900,400,300,CcAfBaCbDcE,7,strong,1,\
2026-11-29T21:45:03.007Z,2150
2,1,1,2,mine,greedy,Cc,0-1,25,10,11,timeout,south,\"10.61 s used, 10.00 s allowed\",1200,900,\
400,300,CcAfBaCbDcE,7,strong,1,2026-11-29T21:45:03.007Z,2150
3,1,2,1,greedy,mine,,1/2-1/2,25,10,0,majority,,,1200,900,400,300,,7,strong,1,\
2026-11-29T21:45:03.007Z,2150
4,1,2,2,mine,greedy,4.4.4.4.4.4/4.4.4.4.4.4 0-0 S,0-1,25,10,11,majority,,,1200,900,400,300,\
CcAfBaCbDcE,7,strong,1,2026-11-29T21:45:03.007Z,2150
"
    );
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let bots = ["a", "b", "c", "d"];
    let records = league(1);
    let expected = csv(&bots, &records);
    for seed in 0..20 {
        assert_eq!(csv(&bots, &shuffled(seed, &records)), expected, "seed {seed}");
    }
    let (mut streamed, list) = (Vec::new(), names(&bots));
    let mut rows = GamesCsv::new(&mut streamed, &list).unwrap();
    records.iter().for_each(|record| rows.write(record).unwrap());
    rows.finish().unwrap();
    assert_eq!(String::from_utf8(streamed).unwrap(), expected);
}

#[test]
fn hostile_names_stay_in_their_field() {
    let check = |name: &str, field: &str| {
        let text = csv(&[name, "b"], &[game(1, 1, [0, 1], "1-0")]);
        let row = text.split_once('\n').unwrap().1;
        assert!(row.starts_with(&format!("1,1,1,1,{field},b,Cc,")), "{row}");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), 1);
        assert_eq!(&records[0][4], name);
    };
    check("plain", "plain");
    check("a, b", "\"a, b\"");
    check("say \"hi\"", "\"say \"\"hi\"\"\"");
    check("two\nlines", "\"two\nlines\"");
    check("carriage\rreturn", "\"carriage\rreturn\"");
    check("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0");
    check("ọpọ́n ayò", "ọpọ́n ayò");
}

#[test]
fn a_bot_without_a_name_is_an_error() {
    let record = game(1, 1, [0, 7], "1-0");
    let error = write_games_csv(Vec::new(), &names(&["a", "b"]), &[record]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    assert_eq!(error.to_string(), "there is no bot 7 among 2 (game 1)");
}

#[test]
fn the_rating_reads_what_is_written() {
    let records = league(4);
    let file = ayo_ratings::read_games(csv(&["a", "b, c", "d", "e"], &records).as_bytes()).unwrap();
    assert_eq!(file.bots.len(), 4);
    let expected: Vec<_> = records.iter().filter_map(rated_game).collect();
    assert_eq!(file.games.len(), expected.len());
    for (read, written) in file.games.iter().zip(expected) {
        assert_eq!((read.score, read.pair), (written.score, written.pair));
        let name = ["a", "b, c", "d", "e"][written.first as usize];
        assert_eq!(file.bots[read.first as usize], name);
    }
}
